"""The local terminal's driver lives through any byte."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest
from textual import events
from textual.drivers.linux_driver import LinuxDriver

from app.drivers.local import LenientInput, local_driver

PROGRAM = """
from app.drivers.local import local_driver
from tests.ssh_helpers import TinyApp

class Local(TinyApp):
    def __init__(self):
        super().__init__()
        self.driver_class = local_driver()

Local().run()
print("ended well")
"""


def test_an_escape_alone_comes_with_the_tick() -> None:
    keys = LenientInput()
    assert keys.feed(b"\x1b") == []
    keys._parser._timeout_time = 0.0
    (key,) = keys.tick()
    assert isinstance(key, events.Key)
    assert key.key == "escape"
    assert keys.feed(b"\xc3") == []
    (key,) = keys.feed(b"\xa9")
    assert isinstance(key, events.Key)
    assert key.character == "é"


def test_the_hook_is_still_there() -> None:
    driver = local_driver()
    assert driver is not None
    assert issubclass(driver, LinuxDriver)
    for name in ("run_input_thread", "process_message"):
        assert callable(getattr(LinuxDriver, name))
    assert "exit_event" in LinuxDriver.__init__.__code__.co_names


@pytest.mark.parametrize("bad", [b"\xff", b"\x1b[1114112u", b"\x1b[<"])
def test_a_real_terminal_with_bad_input(bad: bytes) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM],
        dimensions=(24, 80),
        cwd=str(Path(__file__).parent.parent),
        env={**os.environ, "TERM": "xterm-256color"},
        timeout=20,
    )
    try:
        child.expect(b"board")
        child.send(bad)
        child.send(b"n")
        child.expect(b"heard n")
        child.send(b"\x1bOQ")
        child.expect(b"ended well")
    finally:
        child.close(force=True)
