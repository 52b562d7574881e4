"""A Textual driver that draws on a wire and reads from it: no threads, signals or termios.

Made for SSH channels, and for anything that can be written to, asked how much of it still waits,
and told to pause. All of one process's screens run in one event loop, so the driver's first duty is
never to let one slow, broken or hostile terminal cost the others anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from textual import events, messages
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from app.ssh import textual_hooks as hooks
from app.ssh.cleaning import only_known, to_ascii
from app.ssh.gate import Gate
from app.ssh.guest import Guest, clamp_size

log = logging.getLogger("chouette.ssh")

SKIP_OVER = 24 * 1024
"""Bytes on their way to a client over which frames are skipped."""
CATCH_UP_UNDER = 6 * 1024
CATCH_UP_EVERY = 0.05
STALL_LIMIT = 120.0
"""Seconds without a byte taken after which a client that reads nothing is let go."""
RESIZE_DELAY = 0.03

_ENTER = "\x1b[?1049h\x1b[H\x1b[2J\x1b[?25l\x1b[?7l"
_LEAVE = "\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"
_MOUSE_ON, _MOUSE_OFF = "\x1b[?1000h\x1b[?1002h\x1b[?1006h", "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_PASTE_ON, _PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
_KITTY_ON, _KITTY_OFF = "\x1b[>1u", "\x1b[<u"
_SYNC_QUERY, _SYNC_OFF = "\x1b[?2026$p", "\x1b[?2026l"


class Wire(Protocol):
    """What a driver needs of a connection."""

    def write(self, data: bytes) -> None:
        """Send bytes, without waiting."""

    def backlog(self) -> int:
        """Give how many bytes were written and have not left the machine yet."""

    def pause_reading(self) -> None:
        """Take no more bytes from the client for now."""

    def resume_reading(self) -> None:
        """Take bytes from the client again."""

    def hang_up(self, why: str) -> None:
        """Close the connection with a sentence for the person."""


class WireDriver(Driver):
    """Draws one app for one guest. Made through `driver_for`, by the app itself.

    `received` takes the client's bytes, `resized` his window's size. `painted` is set with the
    first frame. `frames`, `skipped` and `sent` (bytes) count, for tests and measurements.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
        wire: Wire,
        guest: Guest,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=clamp_size(*(size or guest.size)))
        self.wire, self.guest = wire, guest
        self.painted = asyncio.Event()
        self.frames = self.skipped = self.sent = 0
        self._context: Context = copy_context()
        self._parser = hooks.LenientParser()
        self._frame: list[str] = []
        self._on = self._stale = self._flush_due = False
        self._resize_timer: asyncio.TimerHandle | None = None
        self._catch_up_timer: asyncio.TimerHandle | None = None
        self._lowest_backlog, self._progress_at = 0, 0.0
        self._waiters: list[asyncio.Future[None]] = []
        self.gate = Gate(
            self._keys,
            self._pasted,
            call_later=self._loop.call_later,
            clock=self._loop.time,
            pause=wire.pause_reading,
            resume=wire.resume_reading,
            hang_up=wire.hang_up,
        )
        self._fancy = guest.colors != "none" and guest.term != "linux"

    # What the app calls ----------------------------------------------------------------------

    @property
    def can_suspend(self) -> bool:
        """Nobody far away suspends the server."""
        return False

    def start_application_mode(self) -> None:
        """Take the client's terminal over: another screen, mouse, paste marks, kitty's keys."""
        self._context = copy_context()
        self._on = True
        start = _ENTER + _PASTE_ON
        if self._mouse:
            start += _MOUSE_ON  # clicks and drags; hovering would cost a repaint a cell
        if self._fancy:
            start += _KITTY_ON + _SYNC_QUERY
        self._send(start)
        self._post_size()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was; a second call does nothing."""
        if not self._on:
            return
        self._on = False
        self._cancel_timers()
        self._frame.clear()
        end = (_SYNC_OFF + _KITTY_OFF if self._fancy else "") + _PASTE_OFF
        self._send(end + (_MOUSE_OFF if self._mouse else "") + _LEAVE)

    def disable_input(self) -> None:
        """Hear the client no more."""
        self.gate.close()

    def close(self) -> None:
        """Stop everything that could still call back."""
        self.gate.close()
        self._cancel_timers()

    def write(self, data: str) -> None:
        """Collect a piece of a frame; `flush` sends the frame or drops it whole."""
        self._frame.append(data)
        if not self._flush_due:  # the bell and the clipboard come without a flush
            self._flush_due = True
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send the frame, unless the client is behind: then it is skipped and made good later."""
        self._flush_due = False
        if not self._frame:
            return
        frame = "".join(self._frame)
        self._frame.clear()
        if not self._on:
            return
        if self._stale or self.wire.backlog() > SKIP_OVER:
            self.skipped += 1
            if not self._stale:
                self._stale = True
                self._lowest_backlog, self._progress_at = self.wire.backlog(), self._loop.time()
                self._catch_up_timer = self._loop.call_later(CATCH_UP_EVERY, self._catch_up)
            return
        self._send(only_known(frame))
        if len(frame) > 1:
            self.frames += 1
            self.painted.set()
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(None)
            self._waiters.clear()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Show the address: a browser would open on the server, not before the guest."""
        hooks.inside(self._context, self._app.notify, url, title="Link", markup=False)

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: object,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Refuse: a file would be written on the server's disk."""
        binary.close()
        error = PermissionError("files cannot be saved over SSH")
        self._post(events.DeliveryFailed(key=delivery_key, exception=error, name=name))

    def send_message(self, message: Message) -> None:
        """Hand a message to the app, in the app's own context."""
        self._post(message)

    # What the connection calls ---------------------------------------------------------------

    def received(self, data: bytes) -> None:
        """Take bytes from the client; nothing in them can raise."""
        if self._on:
            self.gate.feed(data)

    def resized(self, columns: int, rows: int) -> None:
        """Follow the client's window; of a thousand sizes in a row only the last is drawn."""
        self._size = clamp_size(columns, rows)
        if self._on and self._resize_timer is None:
            self._resize_timer = self._loop.call_later(RESIZE_DELAY, self._post_size)

    def repaint(self) -> None:
        """Draw everything anew, as after a lost frame or at a person's wish."""
        if self._on:
            hooks.repaint(self._context, self._app)

    async def drawn(self, within: float) -> None:
        """Wait until the next frame is sent, but no longer than `within` seconds."""
        waiter = self._loop.create_future()
        self._waiters.append(waiter)
        await asyncio.wait((waiter,), timeout=within)

    def call_app(self, call: Callable[[], object]) -> None:
        """Call something of the app in the app's own context, or its timers would be lost."""
        if self._on:
            hooks.inside(self._context, call)

    # Inside ----------------------------------------------------------------------------------

    def _send(self, text: str) -> None:
        data = (text if self.guest.unicode else to_ascii(text)).encode("utf-8", "replace")
        self.sent += len(data)
        self.wire.write(data)

    def _post(self, message: Message) -> None:
        hooks.post(self._context, self._app, message)

    def _post_size(self) -> None:
        self._resize_timer = None
        size = Size(*(self._size or self.guest.size))
        self._post(events.Resize(size, size))

    def _keys(self, text: str) -> None:
        """Parse one whole unit of input; a parser that fails is replaced by a new one."""
        try:
            found = list(self._parser.feed(text))
            if self._parser.waiting:
                found += self._parser.give_up()
        except Exception as error:  # nine kinds were found by feeding noise
            log.debug("input from %s was not understood: %r", self.guest.address, error)
            self._parser = hooks.LenientParser()
            return
        for message in found:
            self._dispatch(message)

    def _dispatch(self, message: Message) -> None:
        if isinstance(message, events.MouseEvent):
            columns, rows = self._size or self.guest.size
            if not (0 <= message.screen_x < columns and 0 <= message.screen_y < rows):
                return
        elif isinstance(message, messages.TerminalSupportsSynchronizedOutput):
            if not self._fancy:
                return
        elif not isinstance(message, events.Key | events.Paste):
            # A client could type itself a screen of 3000 x 3000, or cursor reports nobody asked
            # for: sizes come from the SSH channel alone.
            return
        self.process_message(message)

    def _pasted(self, text: str) -> None:
        self._post(events.Paste(text))

    def _catch_up(self) -> None:
        self._catch_up_timer = None
        if not self._on:
            return
        waiting, now = self.wire.backlog(), self._loop.time()
        if waiting <= CATCH_UP_UNDER:
            self._stale = False
            if not hooks.repaint(self._context, self._app):
                self._stale = True
        elif waiting < self._lowest_backlog:
            self._lowest_backlog, self._progress_at = waiting, now
        elif now - self._progress_at > STALL_LIMIT:
            self.wire.hang_up("Your terminal took no output for two minutes.")
            return
        if self._stale:
            self._catch_up_timer = self._loop.call_later(CATCH_UP_EVERY, self._catch_up)

    def _cancel_timers(self) -> None:
        for timer in (self._resize_timer, self._catch_up_timer):
            if timer is not None:
                timer.cancel()
        self._resize_timer = self._catch_up_timer = None


def driver_for(
    wire: Wire, guest: Guest, made: Callable[[WireDriver], None]
) -> Callable[..., WireDriver]:
    """Give what an app calls in place of a driver class; `made` gets the driver."""

    def make(app: App[Any], **options: Any) -> WireDriver:
        driver = WireDriver(app, wire=wire, guest=guest, **options)
        made(driver)
        return driver

    return make
