"""`chouette host` as a process of its own, and OpenSSH clients of it in tmux."""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from app.history import History
from rules.state import Table
from tests.ssh_client import KEYS
from tests.tmux_tools import PATIENCE, Terminal, chouette

needs_ssh = pytest.mark.skipif(
    not (shutil.which("ssh") and shutil.which("tmux")), reason="needs ssh and tmux"
)


class Home:
    """A folder of its own for one host: keys, settings, log. Short, for its socket's sake."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "table.chouette"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    @property
    def environ(self) -> dict[str, str]:
        return {
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "LANG": "C.UTF-8",
        }

    def command(self, *more: str) -> list[str]:
        """Give the command line that hosts; with players unless the log exists."""
        players = [] if self.log.exists() else ["--players", "Ann,Ben,Cy"]
        return chouette("host", *players, "--log", str(self.log), "--port", str(self.port),
                        "--interface", "127.0.0.1", "--address", "127.0.0.1", *more)  # fmt: skip

    def admin(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `chouette admin`."""
        return subprocess.run(
            [*chouette("admin", *arguments), "--port", str(self.port)],
            env={**os.environ, **self.environ}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def table(self) -> Table:
        return History.read(self.log).table

    def requests(self, *verbs: str) -> list[dict[str, object]]:
        """Give the log's requests with these verbs, without what time and chance added."""
        entries = History.read(self.log).entries
        return [dict(e.request) for e in entries if e.request["do"] in verbs]

    def ssh(self, login: str, *more: str, key: str | None = None) -> list[str]:
        """Give a client's command line; `key` is one of the tests' keys."""
        options = ["-i", "/nonexistent"]
        if key is not None:
            path = self.folder / f"id_{key}"
            if not path.exists():
                path.touch(mode=0o600)
                path.write_bytes(KEYS[key].export_private_key("openssh"))
                public = KEYS[key].export_public_key("openssh").decode()
                path.with_suffix(".pub").write_text(public)
            options = ["-i", str(path)]
        return [
            "ssh", "-F", "none", "-p", str(self.port), "-o", "StrictHostKeyChecking=accept-new",
            "-o", f"UserKnownHostsFile={self.folder / 'known_hosts'}", "-o", "IdentityAgent=none",
            "-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=10", *options, *more,
            f"{login}@127.0.0.1",
        ]  # fmt: skip


@contextmanager
def home() -> Iterator[Home]:
    """Give a home that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="chouette") as folder:
        yield Home(Path(folder))


@contextmanager
def headless(where: Home, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Host without a terminal until the block ends, and then stop in order."""
    errors = where.folder / "errors"
    with errors.open("ab") as file:
        process = subprocess.Popen(
            where.command("--headless", *more),
            env={**os.environ, **where.environ}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=file,
        )  # fmt: skip
    try:
        _read_until(process, b"is open on port", errors)
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
    assert process.returncode == 0, errors.read_text()
    assert "Traceback" not in errors.read_text(), errors.read_text()


def _read_until(process: subprocess.Popen[bytes], text: bytes, errors: Path) -> None:
    assert process.stdout is not None
    fd, seen, end = process.stdout.fileno(), b"", monotonic() + PATIENCE
    while text not in seen:
        ready = select.select([fd], [], [], max(0.0, end - monotonic()))[0]
        part = os.read(fd, 65536) if ready else b""
        assert part, f"never said {text!r}: {seen!r} {errors.read_text()}"
        seen += part


class Seats:
    """Terminals by name, at which people sit and type."""

    def __init__(self, where: Home) -> None:
        self.home = where
        self._open: list[Terminal] = []
        self.at: dict[str, Terminal] = {}

    def __enter__(self) -> Seats:
        return self

    def __exit__(self, *_: object) -> None:
        while self._open:
            self._open.pop().close()

    def hang_up(self, name: str) -> None:
        """Close a terminal under the program that runs in it."""
        self._open.remove(terminal := self.at.pop(name))
        terminal.close()

    def sit(
        self, name: str, command: list[str], size: tuple[int, int] = (100, 40), **environ: str
    ) -> Terminal:
        """Open a terminal with a program in it."""
        terminal = Terminal(
            self.home.folder, command, size, environ={**self.home.environ, **environ}
        )
        self._open.append(terminal)
        self.at[name] = terminal
        return terminal

    def type(self, name: str, text: str) -> Table:
        """Type a command at somebody's terminal, and wait until it is in the log."""
        before = self.home.table().n
        terminal = self.at[name]
        terminal.type(":")
        terminal.type(text)
        terminal.wait_for(text.split()[-1])
        terminal.keys("Enter")
        terminal.wait(lambda _: self.home.table().n > before, f"{text!r} in the log")
        return self.home.table()

    def until(self, name: str, done: Callable[[Table], bool], what: str) -> None:
        """Wait for something in the log, which somebody's terminal will show."""
        self.at[name].wait(lambda _: done(self.home.table()), what)
