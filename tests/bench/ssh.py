"""What 1, 10, 50 and 100 SSH sessions cost: memory, key to paint, an event to all, bytes.

`python -m tests.bench.ssh [bare] [table] [sessions ...]` measures a bare Textual app over the door,
and the table's own screen beside it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from app.ssh.door import Door
from app.ssh.guest import Guest
from app.ssh.keys import Friends
from app.ssh.limits import Limits
from app.ssh.quiet import QuietCollector, settle_memory
from tests.bench.report import Row, row, text

MIB = 1024 * 1024
UNLIMITED = Limits(
    sessions=1000,
    sessions_per_address=1000,
    handshakes_per_address=1000,
    handshakes=1000,
    connections_per_minute=100_000,
    idle_watcher=0,
)


class Lines(Widget):
    """A screen of lines drawn one by one, of which an event changes a few."""

    DEFAULT_CSS = "Lines { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def render_line(self, y: int) -> Strip:
        text = f"line {y} of the table, event {self.number if y < 6 else 0}"
        width = self.size.width
        return Strip([Segment(text[:width].ljust(width), self.rich_style)], width)

    def change(self) -> None:
        self.number += 1
        self.refresh(Region(0, 0, self.size.width, 6))


class BareApp(App[None]):
    """The least that draws, hears a key and shows an event."""

    AUTO_FOCUS = None

    def compose(self) -> ComposeResult:
        self.lines = Lines()
        yield self.lines

    def on_key(self, event: Key) -> None:
        self.lines.change()


@dataclass
class Subject:
    """What is measured: how to make a screen, and how to show all of them an event.

    `prepare` is done before each event, and not measured.
    """

    name: str
    make: Callable[[Guest], App[Any]]
    show: Callable[[list[App[Any]]], None]
    prepare: Callable[[], Awaitable[None]] | None = None


def bare() -> Subject:
    """Give the bare app, beside which the table is set."""

    def show(apps: list[App[Any]]) -> None:
        for app in apps:
            assert isinstance(app, BareApp)
            app.call_later(app.lines.change)

    return Subject("bare app", lambda guest: BareApp(), show)


def resident() -> int:
    """Give the bytes this process has in memory now."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def percentile(values: Iterable[float], part: float) -> float:
    """Give the value under which `part` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class _Clients:
    """The clients' process, asked one thing at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout

    async def answer(self) -> dict[str, Any]:
        line = await asyncio.wait_for(self._out.readline(), 300)
        if not line:
            raise RuntimeError("the clients' process ended; its message is above")
        found: dict[str, Any] = json.loads(line)
        return found

    async def ask(self, do: str, **how: object) -> dict[str, Any]:
        self.tell(do, **how)
        return await self.answer()

    def tell(self, do: str, **how: object) -> None:
        self._in.write(json.dumps({"do": do, **how}).encode() + b"\n")


async def measure(subject: Subject, sessions: int, events: int = 15) -> list[Row]:
    """Give the figures of so many sessions at once."""
    apps: list[App[Any]] = []
    first: list[float] = []
    last: list[float] = []
    size: list[float] = []

    def make(guest: Guest) -> App[Any]:
        app = subject.make(guest)
        apps.append(app)
        return app

    with tempfile.TemporaryDirectory() as folder:
        collector = QuietCollector(0)
        door = Door(
            Friends(watchers=True),
            make,
            host_key_path=Path(folder) / "key",
            limits=UNLIMITED,
            on_goodbye=collector.wanted,
        )
        await door.open("127.0.0.1", 0)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.ssh_clients", str(door.port),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=16 * MIB,
        )  # fmt: skip
        clients = _Clients(process)
        try:
            await clients.ask("connect", count=1)  # what the first one imports is not his
            await clients.ask("close")
            apps.clear()
            gc.collect()
            before = resident()
            came = await clients.ask("connect", count=sessions)
            gc.collect()
            memory = (resident() - before) / MIB / sessions
            cpu, at = time.process_time(), time.monotonic()
            await asyncio.sleep(1)
            idle = (time.process_time() - cpu) / (time.monotonic() - at) * 100
            alone = (await clients.ask("keys", rounds=100, everybody=False))["times"]
            typing = (await clients.ask("keys", rounds=15, everybody=True))["times"]
            for _ in range(events):
                if subject.prepare is not None:
                    await subject.prepare()
                    await clients.ask("settle")
                clients.tell("event")
                await clients.answer()
                start = time.monotonic()
                subject.show(apps)
                seen = await clients.answer()
                first.append((min(seen["seen"]) - start) * 1000)
                last.append((max(seen["seen"]) - start) * 1000)
                size.append(seen["bytes"])
            await clients.ask("close")
        finally:
            process.kill()
            await process.wait()
            await door.close()
    at_size = f"{subject.name}, {sessions:3}: "
    return [
        row(at_size + "memory a session", "MiB", [memory], "aim 3.5"),
        row(at_size + "connect", "ms", came["connect"]),
        row(at_size + "first paint", "ms", came["paint"]),
        row(at_size + "first paint", "kB", [size / 1000 for size in came["bytes"]]),
        row(at_size + "key to paint, others idle", "ms", alone, _p95(alone, 15)),
        row(at_size + "key to paint, all typing", "ms", typing, _p95(typing, 30)),
        row(at_size + "event on the first screen", "ms", first, _p95(first, 30)),
        row(at_size + "event on the last screen", "ms", last, _p95(last)),
        row(at_size + "event", "bytes", size, "aim 4,000"),
        row(at_size + "CPU while idle", "%", [idle]),
    ]


def _p95(figures: list[float], aim: float | None = None) -> str:
    return f"p95 {percentile(figures, 0.95):.1f}" + (f", aim {aim:g}" if aim else "")


async def growth(subject: Subject, sessions: int = 200) -> Row:
    """Give what is left in memory a session after so many came and went, twenty at a time."""
    with tempfile.TemporaryDirectory() as folder:
        door = Door(
            Friends(watchers=True),
            subject.make,
            host_key_path=Path(folder) / "key",
            limits=UNLIMITED,
        )
        await door.open("127.0.0.1", 0)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.ssh_clients", str(door.port),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=16 * MIB,
        )  # fmt: skip
        clients = _Clients(process)

        async def wave() -> None:
            await clients.ask("connect", count=20)
            await clients.ask("close")
            await asyncio.wait_for(door.empty.wait(), 60)
            gc.collect()

        try:
            for _ in range(3):  # until caches are full
                await wave()
            before = resident()
            for _ in range(max(1, sessions // 20)):
                await wave()
            grown = resident() - before
        finally:
            process.kill()
            await process.wait()
            await door.close()
    name = f"{subject.name}: left by each of {sessions} that came and went"
    return row(name, "kB", [grown / 1000 / sessions])


def _apart(work: Callable[[], Coroutine[Any, Any, Row | list[Row]]]) -> list[Row]:
    """Measure in a process of its own: memory that an earlier run left free would flatter."""
    context = multiprocessing.get_context("fork")
    out, back = context.Pipe(duplex=False)

    def run() -> None:
        settle_memory()
        back.send(asyncio.run(work()))

    process = context.Process(target=run)
    process.start()
    back.close()
    try:
        found = out.recv()
    except EOFError:
        raise RuntimeError("a measurement failed; its message is above") from None
    finally:
        process.join()
    return found if isinstance(found, list) else [found]


def rows(
    sizes: Iterable[int] = (1, 10, 50, 100), which: Iterable[str] = (), *, left: bool = True
) -> list[Row]:
    """Give the figures of every subject at every size, and what is `left` of 200 that have gone."""
    from tests.bench.ssh_table import table

    subjects = {"bare": bare, "table": table}
    found: list[Row] = []
    for name in which or subjects:
        subject = subjects[name]()
        for size in sizes:
            found += _apart(partial(measure, subject, size))
        if left:
            found += _apart(partial(growth, subject))
    return found


def few() -> list[Row]:
    """Give what one report has room for: both at ten sessions, and the table at one and fifty.

    In an interpreter of its own, since memory that other sections left free would flatter.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.ssh", "few"], stdout=subprocess.PIPE, check=True
    )
    return [Row(**one) for one in json.loads(done.stdout)]


def _few() -> list[Row]:
    return [*rows((10,), ("bare",), left=False), *rows((1, 10, 50), ("table",), left=False)]


if __name__ == "__main__":
    if sys.argv[1:] == ["few"]:
        print(json.dumps([asdict(one) for one in _few()]))
        raise SystemExit
    sizes = [int(word) for word in sys.argv[1:] if word.isdigit()]
    names = [word for word in sys.argv[1:] if not word.isdigit()]
    print(text({"ssh": rows(sizes or (1, 10, 50, 100), names)}))
