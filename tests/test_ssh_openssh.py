"""The real OpenSSH client, in tmux, as friends will use it."""

from __future__ import annotations

import asyncio
import itertools
import os
import shlex
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.ssh_client import KEYS, House, open_house
from tests.ssh_helpers import PATIENCE, until

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.tmux,
    pytest.mark.skipif(
        not (shutil.which("ssh") and shutil.which("tmux")), reason="needs ssh and tmux"
    ),
]


async def run(*command: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode or 0, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def ssh_command(folder: Path, house: House, login: str, key: str | None, *more: str) -> list[str]:
    options = [
        "ssh", "-F", "none", "-p", str(house.door.port), "-o", "StrictHostKeyChecking=accept-new",
        "-o", f"UserKnownHostsFile={folder / 'known_hosts'}", "-o", "IdentityAgent=none",
        "-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=10",
    ]  # fmt: skip
    if key is not None:
        path = folder / f"id_{key}"
        if not path.exists():
            path.touch(mode=0o600)
            path.write_bytes(KEYS[key].export_private_key("openssh"))
        options += ["-i", str(path)]
    else:
        options += ["-i", "/nonexistent"]
    return [*options, *more, f"{login}@127.0.0.1"]


_numbers = itertools.count()


class Pane:
    """One terminal of tmux."""

    def __init__(self, socket: Path) -> None:
        self.tmux = ("tmux", "-f", os.devnull, "-S", str(socket))

    async def keys(self, *keys: str) -> None:
        await run(*self.tmux, "send-keys", *keys)

    async def text(self) -> str:
        return (await run(*self.tmux, "capture-pane", "-p"))[1]

    async def sees(self, text: str) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while text not in (shown := await self.text()):
            assert loop.time() < end, f"never saw {text!r} in\n{shown}"


@asynccontextmanager
async def pane(folder: Path, command: list[str]) -> AsyncIterator[Pane]:
    """Run a command in a terminal of 80x24 that stays when the command ends."""
    it = Pane(folder / f"tmux{next(_numbers)}")
    line = shlex.join(command) + "; echo left with $?; read x"
    code, _, err = await run(
        *it.tmux, "new-session", "-d", "-x", "80", "-y", "24", "env", "-u", "TMUX", "sh", "-c", line
    )
    assert code == 0, err
    try:
        yield it
    finally:
        await run(*it.tmux, "kill-server")


async def test_plays_and_leaves_the_shell_in_order(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        pane(tmp_path, ssh_command(tmp_path, house, "ann", "ann", "-C")) as ann,
    ):
        await ann.sees("board")
        await ann.keys("n")
        await ann.sees("heard n")
        await ann.keys("Escape")
        await ann.sees("heard escape")
        await ann.keys("Up")
        await ann.sees("heard up")
        await run(*ann.tmux, "resize-window", "-x", "100", "-y", "30")
        app = house.app_of("Ann")
        await until(lambda: app.size == (100, 30))
        await ann.keys("r")
        await ann.sees("heard r")
        await ann.keys("F2")
        await ann.sees("left with 0")
        assert "heard" not in await ann.text(), "the shell's own screen is back"


async def test_comes_in_by_invitation_and_then_by_key(tmp_path: Path) -> None:
    async with open_house(tmp_path, names=("Ann", "Eve")) as house:
        house.friends.remove("eve")
        code = house.friends.invite("eve")
        command = ssh_command(tmp_path, house, "eve", "eve")
        async with pane(tmp_path, command) as eve:
            await eve.sees("Invitation code:")
            assert "ask the host for one" in (await eve.text()).replace("\n", " ")
            await eve.keys("abcd-efgh-2345", "Enter")
            await eve.sees("does not fit")
            await eve.keys(code, "Enter")
            await eve.sees("board")
        async with pane(tmp_path, command) as eve:
            await eve.sees("board")
            assert "Invitation" not in await eve.text()


async def test_looks_on_without_key_or_prompt(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        pane(tmp_path, ssh_command(tmp_path, house, "watch", None)) as watcher,
    ):
        await watcher.sees("board")


async def test_a_failed_screen_comes_back_and_the_last_one_says_so(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        pane(tmp_path, ssh_command(tmp_path, house, "ann", "ann")) as ann,
    ):
        await ann.sees("board")
        for screens in range(2, 5):
            await ann.keys("!")
            while len(house.apps) < screens or house.door.starting.locked():
                await ann.text()
            await ann.sees("failed and was")
        await ann.keys("!")
        await ann.sees("left with 1")
        assert "again and again" in (await ann.text()).replace("\n", " ")


async def test_what_is_refused_is_refused_with_words(tmp_path: Path) -> None:
    async with open_house(tmp_path, watchers=False) as house:

        def ssh(login: str, *more: str) -> list[str]:
            return ssh_command(tmp_path, house, login, "ann", "-o", "BatchMode=yes", *more)

        code, out, err = await run(*ssh("ann"), "cat", "/etc/passwd")
        assert (code, out) == (1, "")
        assert "Nothing can be run here" in err
        code, _, err = await run(*ssh("ann", "-s"), "sftp")
        assert code == 255
        assert "subsystem request failed" in err
        code, _, err = await run(*ssh("ann", "-W", "127.0.0.1:22"))
        assert code == 255
        assert "nothing is forwarded here" in err
        code, _, err = await run(*ssh("ann", "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:x:1"))
        assert code == 255
        assert "forwarding failed" in err
        code, _, err = await run(*ssh("watch"))
        assert code == 255
        assert "Nobody may look on" in err
        code, _, err = await run(*ssh("ben"))
        assert code == 255
        assert "Passwords are not used here" in err


async def test_no_terminal_is_the_line_client(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        process = await asyncio.create_subprocess_exec(
            *ssh_command(tmp_path, house, "ann", "ann", "-T"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, _ = await asyncio.wait_for(process.communicate(b"take ben\n"), PATIENCE)
        assert out == b"plain table for Ann\nyou said take ben\n"
        assert process.returncode == 0


async def test_the_table_closes_and_the_shell_is_in_order(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        pane(tmp_path, ssh_command(tmp_path, house, "ann", "ann")) as ann,
    ):
        await ann.sees("board")
        await house.door.close("Good night, all.")
        await ann.sees("left with")
        shown = await ann.text()
        assert "Good night, all." in shown
        assert "board" not in shown
