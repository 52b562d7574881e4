"""A door on 127.0.0.1 and clients of it: asyncssh with a terminal in memory."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh
import pyte
from textual.app import App

from app.ssh.door import Door
from app.ssh.guest import Guest
from app.ssh.keys import Friends
from app.ssh.limits import Limits
from app.ssh.plain import LineReader, LineWriter
from app.ssh.presence import PresenceEvent
from tests.ssh_helpers import TinyApp, until

KEYS = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("ann", "ben", "eve")}
GENEROUS = Limits(
    sessions=40,
    sessions_per_address=40,
    handshakes_per_address=40,
    connections_per_minute=2000,
    wrong_codes_per_minute=100,
    code_delay=0.0,
)


def public(name: str) -> str:
    """Give a test friend's public key as the line of his .pub file."""
    return KEYS[name].export_public_key("openssh").decode("ascii")


@dataclass
class House:
    """A door that is open, with all it made and heard."""

    door: Door
    friends: Friends
    apps: list[TinyApp] = field(default_factory=list)
    heard: list[PresenceEvent] = field(default_factory=list)

    def app_of(self, name: str | None) -> TinyApp:
        """Give the newest screen of a seat."""
        return next(a for a in reversed(self.apps) if a.guest is not None and a.guest.name == name)


async def echo_lines(guest: Guest, reader: LineReader, writer: LineWriter) -> None:
    """The line client of these tests: says everything back."""
    writer.write(f"plain table for {guest.name or 'a watcher'}\n")
    while (line := await reader.readline()) is not None:
        writer.write(f"you said {line}\n")
        await writer.drain()


@asynccontextmanager
async def open_house(
    folder: Path,
    *,
    limits: Limits = GENEROUS,
    watchers: bool = True,
    names: tuple[str, ...] = ("Ann", "Ben"),
    factory: Callable[[Guest], App[Any]] | None = None,
    plain: Callable[[Guest, LineReader, LineWriter], Awaitable[None]] | None = echo_lines,
    grace: float = 30.0,
) -> AsyncIterator[House]:
    """Open a door for Ann and Ben, whose keys are known, until the block ends."""
    friends = Friends(names, folder / "friends.json", watchers=watchers)
    for name in names:
        if name.lower() in KEYS:
            friends.add_key(name.lower(), public(name.lower()))
    heard: list[PresenceEvent] = []

    def make(guest: Guest) -> App[Any]:
        app = TinyApp(guest)
        house.apps.append(app)
        return app

    door = Door(
        friends,
        factory or make,
        plain,
        host_key_path=folder / "host_key",
        limits=limits,
        on_presence=heard.append,
        grace=grace,
    )
    house = House(door, friends, heard=heard)
    await door.open("127.0.0.1", 0)
    try:
        yield house
    finally:
        await door.close()


class Client(asyncssh.SSHClientSession[bytes]):
    """A client's end: what came, drawn on a terminal."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.terminal = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.terminal)
        self.raw = b""
        self.errors = b""
        self.gone = False
        self.channel: asyncssh.SSHClientChannel[bytes]
        self.connection: asyncssh.SSHClientConnection

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is not None:
            self.errors += data
            return
        self.raw += data
        for unknown in (b"\x1b[>1u", b"\x1b[<u", b"\x1b[?2026$p"):
            data = data.replace(unknown, b"")
        self.stream.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True

    @property
    def text(self) -> str:
        return "\n".join(self.terminal.display)

    async def sees(self, text: str) -> None:
        """Wait for a text on the screen."""
        await until(lambda: text in self.text, f"{text!r} in\n{self.text}")


class Person(asyncssh.SSHClient):
    """Answers the question for a code, and keeps what the server says."""

    def __init__(self, codes: list[str]) -> None:
        self.codes = codes
        self.banner = ""
        self.asked: list[str] = []

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banner += msg

    def kbdint_auth_requested(self) -> str | None:
        return "" if self.codes else None

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str] | None:
        if not prompts:
            return []
        self.asked.append(instructions)
        return [self.codes.pop(0)] if self.codes else None


async def connect(
    house: House, login: str, *, key: str | None = None, codes: list[str] | None = None, **more: Any
) -> tuple[asyncssh.SSHClientConnection, Person]:
    """Log in; raises what asyncssh raises where the door says no."""
    person = Person(codes or [])
    more.setdefault("password_auth", False)
    conn, _ = await asyncssh.create_connection(
        lambda: person,
        *(() if "sock" in more else ("127.0.0.1", house.door.port)),
        username=login,
        client_keys=[KEYS[key]] if key else [],
        known_hosts=None,
        config=None,
        agent_path=None,
        kbdint_auth=bool(codes),
        **more,
    )
    return conn, person


@asynccontextmanager
async def sitting(
    house: House,
    login: str,
    *,
    key: str | None = None,
    codes: list[str] | None = None,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    env: dict[str, str] | None = None,
    command: str | None = None,
    narrow: bool = False,
    client: Client | None = None,
) -> AsyncIterator[Client]:
    """Log in and open a session with a terminal, until the block ends.

    `client` is the client's end, where an ordinary one will not do.
    `narrow` gives the client's machine a small buffer, so that not reading is soon felt.
    """
    more: dict[str, Any] = {}
    if narrow:
        more["sock"] = sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", house.door.port))
    conn, _ = await connect(house, login, key=key, codes=codes, **more)
    try:
        end = client or Client(size)
        channel, _ = await conn.create_session(
            lambda: end,
            command=command,
            term_type=term,
            term_size=size if term else (0, 0),
            env=list((env or {}).items()),
            encoding=None,
        )
        end.channel, end.connection = channel, conn
        yield end
    finally:
        conn.abort()
        await asyncio.wait_for(conn.wait_closed(), 10)
