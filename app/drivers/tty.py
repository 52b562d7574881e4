"""The host's own terminal as one more wire, beside those of his guests.

Textual's stock driver reads in a thread, takes signals and keeps the terminal's settings: when the
terminal is closed under it, it takes the process along, and the table with it. This one is a file
in the event loop, and may go at any time.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios
import tty
from collections.abc import Callable
from typing import Any

from textual.app import App

from app.ssh import textual_hooks as hooks
from app.ssh.driver import WireDriver, driver_for
from app.ssh.guest import Guest, Size, clamp_size

READ_AT_ONCE = 4096


class TerminalWire:
    """A Wire to the terminal of this process, by its name, as `os.ttyname` gives it.

    `gone` is called once when the terminal is no longer there.
    """

    def __init__(self, name: str, gone: Callable[[], None]) -> None:
        # A description of our own: what is set on one that is shared, the shell would inherit.
        self._fd = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._gone = gone
        self._loop = asyncio.get_running_loop()
        self._out = bytearray()
        self._before: list[Any] | None = None
        self.driver: WireDriver | None = None

    @property
    def size(self) -> Size:
        """Columns and rows now."""
        try:
            columns, rows = os.get_terminal_size(self._fd)
        except OSError:
            columns = rows = 0
        return clamp_size(columns, rows)

    def open(self) -> None:
        """Take every key as it is typed; OSError if this is no terminal."""
        try:
            self._before = termios.tcgetattr(self._fd)
            tty.setraw(self._fd, termios.TCSANOW)
        except termios.error as error:
            raise OSError(*error.args) from None
        self._loop.add_reader(self._fd, self._readable)

    def close(self) -> None:
        """Give the terminal back as it was, if it is still there."""
        if self._fd < 0:
            return
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        try:
            os.set_blocking(self._fd, True)
            while self._out:
                del self._out[: os.write(self._fd, self._out)]
            if self._before is not None:
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)
        except (OSError, termios.error):
            pass  # closed in the meantime: nobody is left to see it
        os.close(self._fd)
        self._fd = -1

    def resized(self) -> None:
        """Follow the window."""
        if self.driver is not None:
            self.driver.resized(*self.size)

    def write(self, data: bytes) -> None:
        """Send bytes, without waiting."""
        if self._fd < 0:
            return
        self._out += data
        self._writable()

    def backlog(self) -> int:
        """Give how many bytes the terminal has not taken yet."""
        return len(self._out)

    def pause_reading(self) -> None:
        """Take no keys for now."""
        if self._fd >= 0:
            self._loop.remove_reader(self._fd)

    def resume_reading(self) -> None:
        """Take keys again."""
        if self._fd >= 0:
            self._loop.add_reader(self._fd, self._readable)

    def hang_up(self, why: str) -> None:
        """Take a terminal that floods or takes nothing for one that is gone."""
        self._lost()

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_AT_ONCE)
        except BlockingIOError:
            return
        except OSError as error:
            if error.errno == errno.EINTR:
                return
            data = b""
        if not data:
            self._lost()
        elif self.driver is not None:
            self.driver.received(data)

    def _writable(self) -> None:
        try:
            while self._out:
                del self._out[: os.write(self._fd, self._out)]
        except BlockingIOError:
            self._loop.add_writer(self._fd, self._writable)
            return
        except OSError:
            self._lost()
            return
        self._loop.remove_writer(self._fd)

    def _lost(self) -> None:
        self._out.clear()
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self._loop.call_soon(self._gone)


async def run_on_terminal(app: App[Any], wire: TerminalWire, guest: Guest) -> Exception | None:
    """Run an app on this terminal until it ends; give what it failed of, or None."""

    def made(driver: WireDriver) -> None:
        wire.driver = driver

    hooks.fit_out(app, driver_for(wire, guest, made), guest.colors, guest.size)
    try:
        await app.run_async(size=guest.size)
    finally:
        driver, wire.driver = wire.driver, None
        if driver is not None:
            driver.stop_application_mode()
    return hooks.failure_of(app)
