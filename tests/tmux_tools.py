"""A real terminal for tests: tmux, driven by keys and mouse, read as text.

Waiting is for output, never for a time: the pane's bytes are piped, and the screen is read again
whenever some arrive.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic

import pytest

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
PATIENCE = 30.0
"""Seconds after which a wait has failed: no measure of speed, only an end."""


class Terminal:
    """One tmux pane with a program in it; leaves nothing behind when it is closed."""

    def __init__(
        self,
        folder: Path,
        command: list[str],
        size: tuple[int, int] = (80, 24),
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.socket = f"chouette-{uuid.uuid4().hex[:8]}"
        self.fifo = folder / f"{self.socket}.fifo"
        os.mkfifo(self.fifo)
        self._pipe = os.open(self.fifo, os.O_RDWR | os.O_NONBLOCK)
        variables = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
                     "XDG_CONFIG_HOME": str(folder / "config"), "LANG": "C.UTF-8",
                     **(environ or {})}  # fmt: skip
        words = ["env", *(f"{k}={v}" for k, v in variables.items()), *command]
        # A shell waits behind the program, so that the screen of one that ends can still be read.
        line = " ".join(_quoted(word) for word in words) + "; echo ENDED $?; exec cat"
        self._tmux("new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "-s", "t",
                   "cat > /dev/null")  # fmt: skip
        self._tmux("set-option", "-g", "remain-on-exit", "on")
        self._tmux("pipe-pane", "-t", "t", f"cat > {_quoted(str(self.fifo))}")
        self._tmux("respawn-pane", "-k", "-t", "t", f"sh -c {_quoted(line)}")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout

    @property
    def screen(self) -> str:
        """The pane as text."""
        return self._tmux("capture-pane", "-p", "-t", "t")

    def wait(self, done: Callable[[str], bool], what: str = "") -> str:
        """Return the screen as soon as it satisfies `done`."""
        end = monotonic() + PATIENCE
        while not done(screen := self.screen):
            left = end - monotonic()
            ready = left > 0 and select.select([self._pipe], [], [], left)[0]
            assert ready, f"waited in vain for {what}:\n{screen}"
            os.read(self._pipe, 65536)
        return screen

    def wait_for(self, text: str) -> str:
        """Return the screen as soon as it shows a text."""
        return self.wait(lambda screen: text in screen, text)

    def keys(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", "-t", "t", *keys)

    def type(self, text: str) -> None:
        """Type a text, letter by letter."""
        for letter in text:
            self._tmux("send-keys", "-t", "t", "-l", letter)

    def click(self, x: int, y: int) -> None:
        """Press and release the left button on a cell, counted from 0."""
        for state in "Mm":
            self._tmux("send-keys", "-t", "t", "-l", f"\x1b[<0;{x + 1};{y + 1}{state}")

    def click_on(self, text: str, last: bool = True) -> None:
        """Click on a text that is on the screen."""
        rows = list(enumerate(self.screen.splitlines()))
        for y, row in reversed(rows) if last else rows:
            if text in row:
                self.click(row.index(text) + len(text) // 2, y)
                return
        raise AssertionError(f"{text!r} is not on the screen:\n{self.screen}")

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self._tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(lines))

    def kill(self) -> None:
        """End the program without a word, as when the machine loses its power."""
        shell = self._tmux("display-message", "-p", "-t", "t", "#{pane_pid}").strip()
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", shell], capture_output=True, text=True
        )
        for pid in found.stdout.split():
            os.kill(int(pid), signal.SIGKILL)
        self.wait_for("ENDED 137")

    def close(self) -> None:
        """Leave nothing behind."""
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, check=False)
        os.close(self._pipe)
        self.fifo.unlink(missing_ok=True)


def chouette(*arguments: str) -> list[str]:
    """Return the command line of this checkout's program."""
    return [sys.executable, "-m", "app.cli", *arguments]


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
