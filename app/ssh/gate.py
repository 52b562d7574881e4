"""What a guest types, cut into keys and pastes and held to a pace, before Textual sees it.

One megabyte of letters in the event loop of fifty people is twenty seconds of silence for
forty-nine of them. So input is metered (a token bucket by what it costs to handle, not by bytes),
a paste is cut out before the parser and shortened, and a flood ends in a hang-up.
"""

from __future__ import annotations

import codecs
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.ssh.cleaning import clean_text

PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"
PASTE_CAP = 4096
"""Characters of a paste that are kept; nothing at a table is longer."""
LETTERS_TYPED = 4
"""More letters than this in one packet were not typed: a paste without brackets."""
BACKLOG_CAP = 64 * 1024
"""Bytes that may arrive while others still wait; past it the connection is closed."""
PASTE_LIMIT = 4 * 1024 * 1024
"""Bytes of one paste that are swallowed in patience."""
ESCAPE_DELAY = 0.1
PASTE_DELAY = 2.0
MAX_SEQUENCE = 40
ESCAPE_COST = 2.0

_UNIT = re.compile(
    rb"(?P<paste>\x1b\[200~)"
    rb"|(?P<lost>\x1b\[201~)"
    rb"|(?P<escape>\x1b\[M[\x00-\xff]{3}|\x1b\[\[[A-E]|\x1b\[[0-?]*[ -/]*[@-Z\\^-~]"
    rb"|\x1bO[ -~]|\x1b(?=\x1b)|\x1b[^\x1b\[O\]P_^X])"
    rb"|(?P<reply>\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\))"
    rb"|(?P<held>\x1b(?:\[(?:M[\x00-\xff]{0,2}|\[|[0-?]*[ -/]*)|O|[\]P_^X][^\x07\x1b]*\x1b?)?\Z)"
    rb"|(?P<broken>\x1b[\[\]P_^XO])"
    rb"|(?P<plain>[^\x1b]+)"
)
_RUNS = re.compile(r"[^\x00-\x1f\x7f]+|[\x00-\x1f\x7f]")


class Handle(Protocol):
    """A call that was put off and can be cancelled."""

    def cancel(self) -> None:
        """Do not make the call after all."""


CallLater = Callable[[float, Callable[[], None]], Handle]


class Bucket:
    """A token bucket: `rate` tokens a second flow in, at most `burst` lie in it.

    >>> now = 0.0
    >>> bucket = Bucket(rate=10, burst=20, clock=lambda: now)
    >>> bucket.take(20), bucket.take(1), bucket.wait(5)
    (True, False, 0.5)
    >>> now = 0.5
    >>> bucket.take(5)
    True
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._tokens, self._at = burst, clock()

    def _flow(self) -> None:
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now

    def take(self, cost: float) -> bool:
        """Take the tokens if they are there; more than a full bucket costs a full one."""
        self._flow()
        cost = min(cost, self.burst)
        if self._tokens + 1e-9 < cost:
            return False
        self._tokens -= cost
        return True

    def spend(self, cost: float) -> None:
        """Take the tokens even where they are not there: a debt of at most one full bucket."""
        self._flow()
        self._tokens = max(-self.burst, self._tokens - cost)

    def wait(self, cost: float) -> float:
        """Give the seconds until `take(cost)` will succeed, 0 if it would now."""
        self._flow()
        return max(0.0, (min(cost, self.burst) - self._tokens) / self.rate)


@dataclass(slots=True)
class _Item:
    text: str
    cost: float
    paste: bool = False


class Gate:
    """Cuts a stream of bytes into keys and pastes and lets them through at a bearable pace.

    `keys` gets one whole unit at a time: a run of characters or one whole escape sequence;
    a lone ESC after 0.1 seconds. `paste` gets a cleaned text of at most 4,096 characters.
    `pause` and `resume` stop and restart the source; `hang_up` gets a sentence for the person.
    `call_later` and `clock` come from the event loop, or from a test.
    """

    def __init__(
        self,
        keys: Callable[[str], None],
        paste: Callable[[str], None],
        *,
        call_later: CallLater,
        pause: Callable[[], None] = lambda: None,
        resume: Callable[[], None] = lambda: None,
        hang_up: Callable[[str], None] = lambda why: None,
        clock: Callable[[], float] = time.monotonic,
        rate: float = 400.0,
        burst: float = 2000.0,
    ) -> None:
        self._keys, self._paste = keys, paste
        self._pause, self._resume, self._hang_up = pause, resume, hang_up
        self._call_later = call_later
        self._bucket = Bucket(rate, burst, clock)
        self._raw = Bucket(128 * 1024, 256 * 1024, clock)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._items: deque[_Item] = deque()
        self._held = b""
        self._pasting: bytearray | None = None
        self._swallowed = 0
        self._backlog = 0
        self._paused = False
        self._closed = False
        self._timers: dict[str, Handle] = {}

    @property
    def waiting(self) -> int:
        """How many keys and pastes wait for their turn."""
        return len(self._items)

    def close(self) -> None:
        """Let nothing through any more and forget what waits."""
        self._closed = True
        self._items.clear()
        self._pasting, self._held = None, b""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def feed(self, data: bytes) -> None:
        """Take in one packet; never raises, whatever is in it."""
        if self._closed or not data:
            return
        if self._items:
            self._backlog += len(data)
            if self._backlog > BACKLOG_CAP:
                self._refuse("Too much input at once; the connection is closed.")
                return
        self._raw.spend(len(data))
        self._cancel("escape")
        self._cut(self._held + data)
        if not self._closed:
            self._drain()

    def _refuse(self, why: str) -> None:
        self.close()
        self._hang_up(why)

    def _cut(self, data: bytes) -> None:
        """Turn bytes into items; what may be the start of a sequence is held back."""
        self._held = b""
        at = 0
        while at < len(data) and not self._closed:
            if self._pasting is not None:
                at = self._swallow(data, at)
                continue
            match = _UNIT.match(data, at)
            if match is None:  # cannot happen; a byte is dropped rather than looped on
                at += 1
                continue
            at = match.end()
            kind, unit = match.lastgroup, match[0]
            if kind == "paste":
                self._pasting, self._swallowed = bytearray(), 0
            elif kind == "held" and len(unit) <= MAX_SEQUENCE:
                self._held = unit
                self._later("escape", ESCAPE_DELAY, self._release)
            elif kind == "escape" and len(unit) <= MAX_SEQUENCE:
                text = unit.decode("ascii", "ignore")
                self._items.append(_Item(text, ESCAPE_COST))
            elif kind == "plain":
                self._cut_plain(unit)
        if self._pasting is not None and not self._closed:
            self._later("paste", PASTE_DELAY, self._end_paste)

    def _cut_plain(self, data: bytes) -> None:
        for run in _RUNS.findall(self._decoder.decode(data)):
            text = run.replace("\ufffd", "")
            if len(text) > LETTERS_TYPED:
                self._add_paste(text)
            elif text:
                self._items.append(_Item(text, len(text)))

    def _swallow(self, data: bytes, at: int) -> int:
        """Take paste bytes from `data`; give where to go on."""
        assert self._pasting is not None
        end = data.find(PASTE_END, at)
        if end < 0:
            # The end mark may be cut in two by a packet's edge.
            tail = data.rfind(b"\x1b", max(at, len(data) - len(PASTE_END) + 1))
            split = len(data) if tail < 0 or not PASTE_END.startswith(data[tail:]) else tail
            self._held = data[split:]
        else:
            split = end
        room = PASTE_CAP * 4 - len(self._pasting)
        self._pasting += data[at : min(split, at + max(0, room))]
        self._swallowed += split - at
        if self._swallowed > PASTE_LIMIT:
            self._refuse("Far too much was pasted; the connection is closed.")
        elif end >= 0:
            self._close_paste()
            return end + len(PASTE_END)
        return len(data)

    def _close_paste(self) -> None:
        self._cancel("paste")
        body, self._pasting = self._pasting or b"", None
        self._add_paste(bytes(body).decode("utf-8", "replace"))

    def _end_paste(self) -> None:
        """The end mark never came: a dead keyboard would be worse than a short paste."""
        self._held = b""
        self._close_paste()
        self._drain()

    def _add_paste(self, text: str) -> None:
        text = clean_text(text.replace("\ufffd", ""), PASTE_CAP, lines=True)
        if text:
            self._items.append(_Item(text, 4 + len(text) / 16, paste=True))

    def _release(self) -> None:
        """No more came after an ESC: it was the key itself, or a sequence cut short."""
        held, self._held = self._held, b""
        if held:
            self._items.append(_Item(held.decode("ascii", "ignore"), ESCAPE_COST))
            self._drain()

    def _drain(self) -> None:
        """Let through what the bucket pays for and come back for the rest."""
        while self._items and not self._closed:
            item = self._items[0]
            if not self._bucket.take(item.cost):
                break
            self._items.popleft()
            (self._paste if item.paste else self._keys)(item.text)
        if self._closed:
            return
        wait = self._bucket.wait(self._items[0].cost) if self._items else self._raw.wait(1)
        if wait > 0:
            if not self._paused:
                self._paused = True
                self._pause()
            self._later("drain", max(wait, 0.01), self._drain)
            return
        self._backlog = 0
        if self._paused:
            self._paused = False
            self._resume()

    def _later(self, name: str, delay: float, call: Callable[[], None]) -> None:
        self._cancel(name)
        self._timers[name] = self._call_later(delay, call)

    def _cancel(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
