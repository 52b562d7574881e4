"""Scripted people who look on: they come and go, type, paste, resize, and stop reading."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random

import asyncssh

ADDRESSES = ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Homes they come from: one household may not have all the places at a door."""
SIZES = ((80, 24), (100, 30), (120, 40), (44, 24), (60, 20), (200, 60), (20, 5), (1, 1), (300, 100))
TERMS = ("xterm-256color", "xterm-kitty", "xterm", "linux", "vt100", "dumb", "")
KEYS = (
    b"?", b"l", b"k", b"s", b"f", b"v", b" ", b"\r", b"\x1b", b"\t", b"\x7f", b"\x1b[A", b"\x1b[B",
    b"\x1b[C", b"\x1b[D", b"\x1bOP", b"\x1b[5~", b"\x1b[H", b"\x10", b":help\r", b":join\r",
    b"\x1b[<0;10;5M", b"\x1b[<0;10;5m", b"\x1b[200~13/7 8/7\x1b[201~", b"\x1b[48;3000;3000;0;0t",
    b"\xff\xfe", b"\x1b[1114112u", "ü♥\u202e".encode(), b"\x1b[", b"\x03",
)  # fmt: skip


class End(asyncssh.SSHClientSession[bytes]):
    """A watcher's terminal: it counts what comes, and draws nothing."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.counts["bytes"] += len(data)


class Watcher:
    """One of them: comes again and again until the time is over."""

    def __init__(self, port: int, number: int, counts: Counter[str]) -> None:
        self.port, self.counts = port, counts
        self.rng = Random(number)
        self.address = ADDRESSES[number % len(ADDRESSES)]

    async def look_on(self, until: float) -> None:
        """Come and go until the loop's clock says so; what the door refuses is counted."""
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(self.rng.uniform(0, min(10.0, (until - clock()) / 4)))
        while clock() < until:
            try:
                await self._visit(until)
            except (OSError, asyncssh.Error, TimeoutError) as error:
                self.counts[f"refused: {type(error).__name__}"] += 1
            await asyncio.sleep(min(self.rng.expovariate(1 / 4), max(0.0, until - clock())))

    async def _visit(self, until: float) -> None:
        rng, clock = self.rng, asyncio.get_running_loop().time
        async with asyncio.timeout(30):
            connection = await asyncssh.connect(
                "127.0.0.1", self.port, username="watch", known_hosts=None, config=None,
                agent_path=None, client_keys=None, local_addr=(self.address, 0),
                compression_algs=rng.choice((["zlib@openssh.com"], ["none"])),
            )  # fmt: skip
        try:
            term = rng.choice(TERMS)
            channel, _ = await connection.create_session(
                lambda: End(self.counts),
                term_type=term or None,
                term_size=rng.choice(SIZES) if term else (0, 0),
                encoding=None,
            )
            self.counts["visits"] += 1
            leaves = min(until, clock() + rng.uniform(5, 60))
            while clock() < leaves and not channel.is_closing():
                await self._do_something(channel, bool(term))
            if rng.random() < 0.5:
                with suppress(OSError):
                    channel.write(b"\x1bq\x03")  # the polite half says so
                await asyncio.sleep(0.2)
        finally:
            # The rest are simply gone, as when a lid is closed.
            connection.abort()
            await connection.wait_closed()

    async def _do_something(self, channel: asyncssh.SSHClientChannel[bytes], screen: bool) -> None:
        rng, counts = self.rng, self.counts
        what = rng.random()
        with suppress(OSError):
            if what < 0.55:
                channel.write(rng.choice(KEYS))
                counts["keys"] += 1
            elif what < 0.65 and screen:
                channel.change_terminal_size(*rng.choice(SIZES))
                counts["resizes"] += 1
            elif what < 0.70:
                channel.write(rng.randbytes(rng.randint(1, 3000)))
                counts["bursts"] += 1
            elif what < 0.75:
                channel.pause_reading()
                counts["stalls"] += 1
                await asyncio.sleep(rng.uniform(1, 15))
                channel.resume_reading()
        await asyncio.sleep(rng.expovariate(2))
