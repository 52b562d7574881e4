"""Lines in, lines out, for `ssh -T` and for terminals that draw nothing.

The plain client of the table reads and writes text; this is the SSH end of it. With a terminal
that only echoes nothing by itself (TERM=dumb) it does the echoing and the backspace.
"""

from __future__ import annotations

import asyncio
import codecs
from collections import deque
from collections.abc import Callable
from typing import Protocol

from app.ssh.cleaning import clean_text, harmless, to_ascii
from app.ssh.driver import SKIP_OVER, STALL_LIMIT, Wire
from app.ssh.gate import Bucket

LINE_CAP = 4096
WAITING_LINES = 64
LINES_PER_SECOND, LINES_AT_ONCE = 20.0, 200.0
MOST_WAITING_OUT = 1024 * 1024
DRAIN_EVERY = 0.05


class LineReader(Protocol):
    """Where a plain client's commands come from."""

    async def readline(self) -> str | None:
        """Wait for a line and give it without its end; None when there are no more."""


class LineWriter(Protocol):
    """Where a plain client's answers go."""

    def write(self, text: str) -> None:
        """Send text; line feeds end lines, everything that steers a terminal is taken out."""

    async def drain(self) -> None:
        """Wait until the client has taken most of what was sent."""


class LineIn:
    r"""Cuts a stream of bytes into cleaned lines of at most 4,096 characters.

    At most 64 lines wait; then the source is paused. `echo` is where typed characters are shown
    for a client that is in raw mode, or None.
    """

    def __init__(self, wire: Wire, echo: Callable[[str], None] | None = None) -> None:
        self._wire, self._echo = wire, echo
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: deque[str] = deque()
        self._line: list[str] = []
        self._ended = self._paused = False
        self._skip_feed = False
        self._news = asyncio.Event()
        self._bucket = Bucket(LINES_PER_SECOND, LINES_AT_ONCE)

    def feed(self, data: bytes) -> None:
        """Take in one packet; never raises."""
        if self._ended:
            return
        for char in self._decoder.decode(data):
            after_return, self._skip_feed = self._skip_feed, char == "\r"
            if char == "\n" and after_return:
                continue
            if char in "\r\n":
                self._end_line()
            elif self._echo is not None and char in "\x03\x04":
                self.end()
                return
            elif self._echo is not None and char in "\x08\x7f":
                if self._line:
                    self._line.pop()
                    self._echo("\b \b")
            elif len(self._line) < LINE_CAP:
                self._line.append(char)
                if self._echo is not None and char.isprintable():
                    self._echo(char)
        if len(self._lines) > WAITING_LINES and not self._paused:
            self._paused = True
            self._wire.pause_reading()

    def _end_line(self) -> None:
        if self._echo is not None:
            self._echo("\r\n")
        if len(self._lines) < WAITING_LINES * 64:  # one window of bare line feeds is 32,768
            self._lines.append(clean_text("".join(self._line), LINE_CAP))
        self._line.clear()
        self._news.set()

    def end(self) -> None:
        """No more will come; a last line without an end still counts."""
        if self._line and not self._ended:
            self._end_line()
        self._ended = True
        self._news.set()

    async def readline(self) -> str | None:
        """Wait for a line and give it without its end; None when there are no more."""
        while not self._lines:
            if self._ended:
                return None
            self._news.clear()
            await self._news.wait()
        await asyncio.sleep(self._bucket.wait(1))
        self._bucket.spend(1)
        line = self._lines.popleft()
        if self._paused and len(self._lines) < WAITING_LINES // 2:
            self._paused = False
            self._wire.resume_reading()
        return line


class LineOut:
    """Writes cleaned text to a wire; `raw` ends lines as a terminal in raw mode needs it."""

    def __init__(self, wire: Wire, *, unicode: bool, raw: bool) -> None:
        self._wire, self._unicode = wire, unicode
        self._end = "\r\n" if raw else "\n"

    def write(self, text: str) -> None:
        """Send text; line feeds end lines, everything that steers a terminal is taken out."""
        if self._wire.backlog() > MOST_WAITING_OUT:
            self._wire.hang_up("Your end takes no output.")
            return
        text = self._end.join(harmless(line) for line in text.split("\n"))
        data = text if self._unicode else to_ascii(text)
        self._wire.write(data.encode("utf-8", "replace"))

    async def drain(self) -> None:
        """Wait until the client has taken most of what was sent; hang up if he never does."""
        waited = 0.0
        while self._wire.backlog() > SKIP_OVER:
            await asyncio.sleep(DRAIN_EVERY)
            waited += DRAIN_EVERY
            if waited > STALL_LIMIT:
                self._wire.hang_up("Your end took no output for two minutes.")
                return
