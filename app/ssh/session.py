"""One guest's connection from the moment he is in: a wire, and the screen or lines at its end."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import replace
from typing import Any, Protocol

import asyncssh
from textual.app import App

from app.ssh import textual_hooks as hooks
from app.ssh.channel import ChannelWire, bound_environment
from app.ssh.cleaning import clean_text
from app.ssh.driver import WireDriver, driver_for
from app.ssh.guest import (
    DEFAULT_SIZE,
    MAX_VALUE,
    Guest,
    allowed_environment,
    clamp_size,
    colors_of,
    language_of,
    speaks_unicode,
)
from app.ssh.limits import Limits
from app.ssh.plain import LineIn, LineOut, LineReader, LineWriter

log = logging.getLogger("chouette.ssh")

AppFactory = Callable[[Guest], App[Any]]
PlainFactory = Callable[[Guest, LineReader, LineWriter], Awaitable[None]]

FIRST_PAINT = 15.0
"""Seconds after which a screen that has not painted no longer holds up others that start."""
LINGER = 3.0
"""Seconds a client has to take the last words before the connection is cut."""

NO_COMMANDS = "Nothing can be run here, and no files are sent: connect without a command."
CRASHED = "Your screen failed and was drawn anew; the table noticed nothing."
CRASHED_TOO_OFTEN = "Your screen failed again and again; it is closed. The host's log says why."
DRAWS_NOTHING = "This terminal cannot show the table: here is the line client (as with ssh -T)."


class Host(Protocol):
    """What a session needs of the door."""

    limits: Limits
    starting: asyncio.Semaphore
    app_factory: AppFactory
    plain_factory: PlainFactory | None
    translate: Callable[[str, str], str]

    def admit(self, session: GuestSession) -> str | None:
        """Count the session in; give why it is refused, or None."""

    def dismiss(self, session: GuestSession) -> None:
        """The session is over."""


class GuestSession(ChannelWire, asyncssh.SSHServerSession[bytes]):
    """One session channel: tells the guest's terminal apart, and runs his screen on it.

    It is the Wire of his driver. `name` is his seat's name, None for a watcher.
    """

    def __init__(
        self,
        host: Host,
        connection: asyncssh.SSHServerConnection,
        *,
        name: str | None,
        address: str,
        key: str | None,
    ) -> None:
        super().__init__(connection)
        self.host = host
        self.guest = Guest(name=name, watcher=name is None, address=address, key_fingerprint=key)
        self.admitted = False
        self.started = False
        self._term: str | None = None
        self._size = DEFAULT_SIZE
        self._refusal: str | None = None
        self._driver: WireDriver | None = None
        self._app: App[Any] | None = None
        self._lines: LineIn | None = None
        self._early = bytearray()
        self._early_end = self._listening = False
        self._words: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._cut: asyncio.TimerHandle | None = None
        self.last_input = self.loop.time()

    # What asyncssh calls ---------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan
        bound_environment(chan)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """Note the terminal."""
        self._term = clean_text(term_type, MAX_VALUE)
        self._size = clamp_size(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """The one thing that is to be had here."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Refuse with words, which a bare failure would not show."""
        self._refusal = NO_COMMANDS
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse sftp and all other subsystems."""
        return False

    def break_received(self, msec: int) -> bool:
        """Ignore breaks."""
        return False

    def session_started(self) -> None:
        """Everything about the terminal is known: begin."""
        self.started = True
        assert self._channel is not None
        env = allowed_environment(self._channel.get_environment())
        term = self._term or "dumb"
        self.guest = replace(
            self.guest,
            language=language_of(env),
            term=term,
            colors=colors_of(term, env),
            unicode=speaks_unicode(term if self._term else "xterm", env),
            size=self._size,
        )
        self._task = self.loop.create_task(self._serve(), context=Context())

    def data_received(self, data: bytes, datatype: object) -> None:
        """Pass input on to the screen or the line client."""
        self.last_input = self.loop.time()
        if not self._listening:
            self._early += data  # at most one window: what is typed ahead waits to be heard
            self.pause_reading()
        elif self._driver is not None:
            self._driver.received(data)
        elif self._lines is not None:
            self._lines.feed(data)

    def eof_received(self) -> bool:
        """The client says no more; he may still hear the answers."""
        if not self._listening:
            self._early_end = True
        elif self._lines is not None:
            self._lines.end()
        else:
            self.end(None)
        return True

    def _listen(self) -> None:
        """Somebody hears from now on: pass on what came before."""
        if self._listening:
            return
        self._listening = True
        early, self._early = bytes(self._early), bytearray()
        if early:
            self.data_received(early, None)
        if self._early_end:
            self.eof_received()
        self.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Follow the window."""
        self._size = clamp_size(width, height)
        if self._driver is not None:
            self._driver.resized(width, height)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, by his wish or not."""
        self._channel = None
        for timer in (self._idle, self._cut):  # a timer would keep all of this alive
            if timer is not None:
                timer.cancel()
        self.end(None)
        self.host.dismiss(self)
        self.loop.call_soon(self.connection.close)

    def hang_up(self, why: str) -> None:
        """Close the session with a sentence, and cut the line if it does not reach him."""
        log.info("closing the session of %s: %s", self.who, why)
        self.end(why)

    def show(self, deliver: Callable[[App[Any]], None]) -> WireDriver | None:
        """Let the screen have something, in its own context; give the driver that will draw it."""
        app, driver = self._app, self._driver
        if app is None or driver is None:
            return None
        driver.call_app(lambda: deliver(app))
        return driver

    # Running ---------------------------------------------------------------------------------

    @property
    def who(self) -> str:
        """Give the guest's name for the log."""
        return f"{self.guest.name or 'a watcher'} at {self.guest.address}"

    def over(self) -> bool:
        """Whether the session is to close, with words or without."""
        return self._words is not None

    def end(self, words: str | None) -> None:
        """Let the screen or line client finish; `words` are said last. Returns at once."""
        if self._words is None:
            self._words = words or ""
            self._cut_soon()
        if self._lines is not None:
            self._lines.end()
            if self._task is not None and words is not None:
                self._task.cancel()
        if self._app is not None:
            self._app.exit()

    async def _serve(self) -> None:
        status = 1
        try:
            refusal = self._refusal or self.host.admit(self)
            if refusal is not None:
                self._say(refusal, error=True)
            elif self._term is None:
                status = await self._run_lines(raw=False)
            elif self.guest.term in ("dumb", "unknown", ""):
                status = await self._run_lines(raw=True)
            else:
                status = await self._run_screens()
        except asyncio.CancelledError:
            pass
        except Exception:
            log.exception("the session of %s failed", self.who)
            self._say("Something failed here; please connect again.", error=True)
        finally:
            if self._words:
                self._say(self._words)
            if self._channel is not None:
                self._channel.exit(status)
                self._cut_soon()

    def _cut_soon(self) -> None:
        """Cut the line in a while, if the client has not gone by then."""
        if self._cut is None and self._channel is not None:
            self._cut = self.loop.call_later(LINGER, self.connection.abort)

    def _say(self, words: str, error: bool = False) -> None:
        if self._channel is None or self._channel.is_closing():
            return
        words = self.host.translate(self.guest.language, words)
        end = b"\r\n" if self._term is not None else b"\n"
        data = words.encode("utf-8" if self.guest.unicode else "ascii", "replace") + end
        if error and self._term is None:
            self._channel.write_stderr(data)
        else:
            self._channel.write(data)

    async def _run_lines(self, raw: bool) -> int:
        if self.host.plain_factory is None:
            self._say("This table has no line client; connect from a terminal.", error=True)
            return 1
        out = LineOut(self, unicode=self.guest.unicode, raw=raw)
        echo = (lambda text: self.write(text.encode("utf-8", "replace"))) if raw else None
        self._lines = LineIn(self, echo)
        if raw:
            self._say(DRAWS_NOTHING)
        self._watch_idle()
        self._listen()
        await self.host.plain_factory(self.guest, self._lines, out)
        return 0

    async def _run_screens(self) -> int:
        crashes: deque[float] = deque()
        self._watch_idle()
        while not self.over():
            error = await self._run_screen(crashed=bool(crashes))
            if error is None or self.over():
                return 0
            now = self.loop.time()
            crashes.append(now)
            while crashes[0] < now - 60:
                crashes.popleft()
            log.error("the screen of %s failed (%d in a minute): %r", self.who, len(crashes), error)
            if len(crashes) > self.host.limits.crashes_per_minute:
                self._words = CRASHED_TOO_OFTEN
                return 1
        return 0

    async def _run_screen(self, crashed: bool) -> Exception | None:
        """Run one screen from its making to its end; give what it failed of, or None."""
        painted = asyncio.Event()

        def made(driver: WireDriver) -> None:
            driver.painted = painted
            self._driver = driver

        async with self.host.starting:
            if self.over():
                return None
            guest = self.guest = replace(self.guest, size=self._size)
            try:
                app = self.host.app_factory(guest)
            except Exception as error:
                log.exception("no screen could be made for %s", self.who)
                return error
            hooks.fit_out(app, driver_for(self, guest, made), guest.colors, guest.size)
            task = asyncio.create_task(app.run_async(size=guest.size), context=Context())
            self._app = app
            first = asyncio.create_task(painted.wait())
            await asyncio.wait(
                (task, first), timeout=FIRST_PAINT, return_when=asyncio.FIRST_COMPLETED
            )
            first.cancel()
        self._listen()
        if crashed and self._driver is not None:
            words = self.host.translate(guest.language, CRASHED)
            self._driver.call_app(lambda: app.notify(words, markup=False))
        if self.over():
            app.exit()
        try:
            result = await task
        except Exception as error:
            return error
        finally:
            driver, self._driver, self._app = self._driver, None, None
            if driver is not None:
                driver.stop_application_mode()
        if isinstance(result, str) and not self.over():
            self._say(result)
        return hooks.failure_of(app)

    def _watch_idle(self) -> None:
        """Let a watcher who fell asleep go; a seated player may think as long as he likes."""
        limit = self.host.limits.idle_watcher
        if not self.guest.watcher or limit <= 0 or self._words is not None:
            return
        left = self.last_input + limit - self.loop.time()
        if left <= 0:
            self.hang_up("You looked on without a key for a long time; come back when you like.")
        else:
            self._idle = self.loop.call_later(left + 0.01, self._watch_idle)
