"""The table: actions a second, the log beside the disk, folding, how soon the pipe answers."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from pydantic_core import from_json, to_json

from app.history import History, read_entries
from app.keeper import Keeper
from app.replay import ReplaySession
from app.store import Line, read_lines
from rules.actions import Action, read_action
from rules.log import fold
from rules.refusals import Refusal
from rules.state import Table
from tests.bench.report import Row, row, seconds
from tests.pipes import COMMAND, HERE

LOG = HERE / "golden" / "logs" / "v1" / "club-by-hand.chouette"
ENTRIES = 10_000
REPEATS = 5


def rows() -> Sequence[Row]:
    """Figures of the table's core; a ratio is against the aim or the rival named in the note."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        found = [*_actions(Path(folder)), *_folding(Path(folder))]
    return [*found, *_startup()]


def _script() -> list[Action]:
    return [read_action(dict(entry.request)) for entry in History.read(LOG).entries]


def _actions(folder: Path) -> Iterator[Row]:
    script = _script()
    numbers = itertools.count()

    def play(keeper: Keeper) -> None:
        for action in script:
            outcome = keeper.ask(action)
            assert not isinstance(outcome, Refusal), outcome.sentence()
        keeper.close()

    def disk_alone() -> None:
        """The same number of bytes and waits, and nothing else."""
        data = LOG.read_bytes().splitlines(keepends=True)
        fd = os.open(folder / f"raw{next(numbers)}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for line in data:
            os.write(fd, line)
            os.fsync(fd)
        os.close(fd)

    taken = seconds(
        {
            "memory": lambda: play(Keeper()),
            "log": lambda: play(Keeper.on(folder / f"{next(numbers)}.chouette")),
            "disk": disk_alone,
        },
        REPEATS,
    )
    rates = {name: [len(script) / second for second in times] for name, times in taken.items()}
    aim = row("actions without a log", "actions/s", rates["memory"], "against the aim of 5,000")
    yield replace(aim, ratio=aim.median / 5000)
    disk = row("write and fsync alone", "lines/s", rates["disk"], "what the disk allows")
    log = row("actions with a log", "actions/s", rates["log"], "against the disk's own rate")
    yield replace(log, ratio=log.median / disk.median)
    yield disk


def long_log(folder: Path) -> Path:
    """Write a log of many entries: games of the kept one, over and over."""
    first, *rest = read_lines(LOG).lines
    whole = _whole_games(rest)
    path = folder / "long.chouette"
    with path.open("wb") as file:
        number = itertools.count(1)
        file.write(to_json(first.data | {"n": next(number)}) + b"\n")
        for line in itertools.islice(itertools.cycle(whole), ENTRIES - 1):
            file.write(to_json(line.data | {"n": next(number)}) + b"\n")
    return path


def _whole_games(lines: Sequence[Line]) -> list[Line]:
    """Keep the moves of one game, which fold again and again from a fresh start."""
    starts = [at for at, line in enumerate(lines) if line.data["do"] == "start"]
    return list(lines[starts[0] : starts[1]])


def _folding(folder: Path) -> Iterator[Row]:
    path = long_log(folder)
    data = path.read_bytes()
    entries = History.read(path).entries

    def fold_all() -> None:
        table = Table()
        for entry in entries:
            table = fold(table, entry)

    session = ReplaySession.read(path, 0)
    places = [(at * 7919) % ENTRIES for at in range(200)]

    def jump() -> None:
        for at in places:
            session.go(at)
            assert session.view.table.n == at

    runs: dict[str, Callable[[], object]] = {
        "json": lambda: [from_json(line) for line in data.splitlines()],
        "fold": fold_all,
        "read": lambda: sum(1 for _ in read_entries(path, read_lines(path).lines)),
        "open": lambda: ReplaySession.read(path).view,
        "jump": jump,
    }
    taken = seconds(runs, REPEATS)
    count = len(entries)
    aim = row("folding entries", "entries/s", [count / s for s in taken["fold"]], "aim: 50,000")
    yield replace(aim, ratio=aim.median / 50_000)
    yield row("reading and folding a log", "entries/s", [count / s for s in taken["read"]])
    json = row(f"{count:,} lines as JSON", "s", taken["json"])
    opened = row(f"replay of {count:,} entries opens", "s", taken["open"], "against JSON lines")
    yield replace(opened, ratio=opened.median / json.median)
    yield json
    yield row("a jump's view", "ms", [1000 * second / len(places) for second in taken["jump"]])


def _startup() -> Iterator[Row]:
    opening = b'{"do": "open", "players": ["ann", "bob", "cy"]}\n'
    plays = b'{"do": "plays", "position": "4HPwATDgc/ABMA", "dice": [3, 1]}\n'

    def first_reply(request: bytes) -> float:
        start = perf_counter()
        with subprocess.Popen(
            [*installed(), "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request)
            process.stdin.flush()
            assert b'"ok":true' in process.stdout.readline()
            taken = perf_counter() - start
            process.stdin.close()
        return taken

    def rival() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-c", "import pydantic"], check=True)
        return perf_counter() - start

    runs = [(rival(), first_reply(plays), first_reply(opening)) for _ in range(11)]
    names = ("python -c 'import pydantic'", "first reply of the pipe: plays", "open, a whole table")
    base, *ours = (
        row(name, "ms", [1000 * second for second in taken])
        for name, taken in zip(names, zip(*runs, strict=True), strict=True)
    )
    for one in ours:
        yield replace(one, ratio=one.median / base.median, note="against importing pydantic; aim 3")
    yield base


def installed() -> Sequence[str]:
    """The command as it is installed, or the module where it is not."""
    command = Path(sys.executable).with_name("chouette")
    return [str(command)] if command.exists() else COMMAND[:-1]
