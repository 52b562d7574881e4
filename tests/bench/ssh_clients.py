"""Many SSH clients in a process of their own, driven by JSON lines: the other end of bench/ssh.py.

They know nothing of what is drawn: what a key or an event costs is the time to the first bytes
that come after it. Times are of CLOCK_MONOTONIC, which all processes of one machine share.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import asyncssh

SIZE = (100, 40)
PATIENCE = 60.0


class End(asyncssh.SSHClientSession[bytes]):
    """Counts bytes and notes when the first came after a mark."""

    def __init__(self) -> None:
        self.bytes = 0
        self.marked = self.came = 0.0
        self.news = asyncio.Event()

    def mark(self) -> None:
        self.news.clear()
        self.marked = time.monotonic()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.bytes += len(data)
        if not self.news.is_set():
            self.came = time.monotonic()
            self.news.set()


class Clients:
    """All the clients of one bench."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends: list[
            tuple[asyncssh.SSHClientConnection, asyncssh.SSHClientChannel[bytes], End]
        ] = []

    async def _settled(self) -> None:
        """Wait until nothing has come to anybody for a while."""
        while True:
            before = sum(end.bytes for _, _, end in self.ends)
            await asyncio.sleep(0.25)
            if before == sum(end.bytes for _, _, end in self.ends):
                return

    async def connect(self, count: int) -> dict[str, Any]:
        connected, painted = [], []
        for _ in range(count):
            start = time.monotonic()
            conn = await asyncssh.connect(
                "127.0.0.1",
                self.port,
                username="watch",
                known_hosts=None,
                config=None,
                agent_path=None,
                client_keys=[],
            )
            end = End()
            inside = time.monotonic()
            end.mark()
            channel, _ = await conn.create_session(
                lambda end=end: end,  # type: ignore[misc]
                term_type="xterm-256color",
                term_size=SIZE,
                encoding=None,
            )
            while end.bytes < 500:  # the first bytes only take the terminal over
                await asyncio.wait_for(end.news.wait(), PATIENCE)
                end.news.clear()
            connected.append((inside - start) * 1000)
            painted.append((time.monotonic() - inside) * 1000)
            self.ends.append((conn, channel, end))
        await self._settled()
        first = [end.bytes for _, _, end in self.ends]
        for _, channel, _ in self.ends:
            channel.write(b":")  # from here on the table takes letters for a command
        await self._settled()
        return {"connect": connected, "paint": painted, "bytes": first}

    async def keys(self, rounds: int, everybody: bool) -> dict[str, Any]:
        """Type; with `everybody`, each types again as soon as his key was drawn."""
        await self._settled()
        times: list[float] = []

        async def typist(at: int) -> None:
            _, channel, end = self.ends[at]
            await asyncio.sleep(0.2 * at / len(self.ends))  # people do not type in step
            for n in range(rounds):
                end.mark()
                channel.write(b"abcdefgh"[n % 8 : n % 8 + 1])
                await asyncio.wait_for(end.news.wait(), PATIENCE)
                times.append((end.came - end.marked) * 1000)
                await asyncio.sleep(0.2 if everybody else 0.01)

        if everybody:
            await asyncio.gather(*(typist(n) for n in range(len(self.ends))))
        else:
            await typist(0)
        return {"times": times}

    async def settle(self) -> dict[str, Any]:
        """Wait until all is drawn."""
        await self._settled()
        return {"settled": True}

    async def event(self) -> dict[str, Any]:
        """Wait for what the server is about to show everybody; say when each saw it."""
        before = sum(end.bytes for _, _, end in self.ends)
        for _, _, end in self.ends:
            end.mark()
        say({"ready": True})
        await asyncio.gather(
            *(asyncio.wait_for(end.news.wait(), PATIENCE) for _, _, end in self.ends)
        )
        seen = [end.came for _, _, end in self.ends]
        await self._settled()
        size = (sum(end.bytes for _, _, end in self.ends) - before) / len(self.ends)
        return {"seen": seen, "bytes": size}

    async def close(self) -> dict[str, Any]:
        for conn, _, _ in self.ends:
            conn.abort()
        await asyncio.gather(*(conn.wait_closed() for conn, _, _ in self.ends))
        self.ends.clear()
        return {"closed": True}


def say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


async def main(port: int) -> None:
    clients = Clients(port)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        say(await getattr(clients, asked.pop("do"))(**asked))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
