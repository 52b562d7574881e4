"""Textual's own driver for the local terminal, made lenient.

The stock one decodes strictly and parses without a net: one byte 0xFF, or `ESC[1114112u` pasted
from somewhere, ends the program in the middle of a game.
"""

from __future__ import annotations

import codecs
import logging
import os
import selectors
from collections.abc import Callable, Iterable

from textual.driver import Driver
from textual.message import Message

from app.ssh.textual_hooks import LenientParser

log = logging.getLogger("chouette.terminal")


class LenientInput:
    r"""Makes messages of a terminal's bytes and never raises.

    >>> keys = LenientInput()
    >>> [message.key for message in keys.feed(b"a\xff\x1b[1114112ub")]
    ['a', 'replacement_character']
    >>> [message.key for message in keys.feed(b"c")]
    ['c']
    """

    def __init__(self) -> None:
        self._parser = LenientParser()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> list[Message]:
        """Give what the bytes say; what cannot be understood is left out."""
        text = self._decoder.decode(data)
        if not text:  # half a character; to the parser an empty text would be the end
            return []
        return self._collect(lambda: self._parser.feed(text), data)

    def tick(self) -> list[Message]:
        """Give what an ESC that stayed alone turns out to be."""
        return self._collect(self._parser.tick, b"")

    def _collect(self, read: Callable[[], Iterable[Message]], data: bytes) -> list[Message]:
        found: list[Message] = []
        try:
            found.extend(read())
        except Exception as error:
            log.debug("input was not understood: %r (%r)", data[:40], error)
            self._parser = LenientParser()
        return found


def local_driver() -> type[Driver] | None:
    """Give the driver class for `App(driver_class=...)`; None where Textual's own has to do."""
    try:
        from textual.drivers.linux_driver import LinuxDriver
    except ImportError:  # Windows has no termios
        return None

    class LocalDriver(LinuxDriver):
        """Textual's driver for Linux and macOS with a lenient way of reading."""

        def run_input_thread(self) -> None:
            """Read keys until the app ends."""
            selector = selectors.SelectSelector()
            selector.register(self.fileno, selectors.EVENT_READ)
            keys = LenientInput()
            try:
                while not self.exit_event.is_set():
                    if selector.select(0.1):
                        data = os.read(self.fileno, 4096)
                        if not data:
                            return
                        for message in keys.feed(data):
                            self.process_message(message)
                    for message in keys.tick():
                        self.process_message(message)
            finally:
                selector.close()

    return LocalDriver
