"""A replay of a long log on the screen: how soon it is there, and how soon each jump is painted."""

from __future__ import annotations

import select
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from tests.bench.report import Row, row, seconds
from tests.bench.screen import Pane
from tests.bench.table import ENTRIES, long_log

REPEATS = 7
JUMPS: dict[str, tuple[bytes, ...]] = {
    "one on or back": (b".", b",", b".", b"."),
    "to both ends": (b"<", b">", b"<", b">"),
    "to a game or a cube": (b"[", b"D", b"]", b"d"),
    "to an action by its number": (b"17\r", b"9127\r", b"4711\r", b"10000\r"),
    "to words that are far away": (b"/Game 1:\r", b">", b"/Game 1:\r", b">"),
}
ROUNDS = 6
QUIET = 0.06
"""Seconds without output after which all is painted."""
JSON_LINES = "import json, sys; [json.loads(line) for line in open(sys.argv[1], 'rb')]"


def rows() -> Sequence[Row]:
    """Seconds from the command to the table, against reading JSON lines; jumps in milliseconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = long_log(folder)
        return [*_opening(folder, log), *_jumping(folder, log)]


def _replay(log: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "app.cli", "replay", str(log), *more]


def _opening(folder: Path, log: Path) -> list[Row]:
    def show(command: Sequence[str], text: bytes) -> None:
        pane = Pane(command, folder)
        pane.until(text)
        pane.close()

    short = folder / "short.chouette"
    with log.open("rb") as lines:
        short.write_bytes(b"".join(next(lines) for _ in range(10)))
    taken = seconds(
        {
            "long": lambda: show(_replay(log), f"{ENTRIES}/{ENTRIES}".encode()),
            "short": lambda: show(_replay(short), b"10/10"),
            "json": lambda: subprocess.run([sys.executable, "-c", JSON_LINES, log], check=True),
        },
        REPEATS,
    )
    long = row(f"replay of {ENTRIES:,} entries: command to table", "s", taken["long"])
    base = row("replay of 10 entries: command to table", "s", taken["short"])
    json = row(f"python reads {ENTRIES:,} JSON lines", "s", taken["json"])
    opened = [one - other for one, other in zip(taken["long"], sorted(taken["short"]), strict=True)]
    return [
        replace(long, ratio=long.median, note="against the aim of one second"),
        base,
        row("what the long log adds", "s", opened),
        replace(json, ratio=long.median / json.median, note="the whole command beside it"),
    ]


def _jumping(folder: Path, log: Path) -> list[Row]:
    pane = Pane(_replay(log), folder)
    pane.until(f"{ENTRIES}/{ENTRIES}".encode())
    _painted(pane, b"<")
    found = []
    for name, keys in JUMPS.items():
        times = [_painted(pane, key) for _ in range(ROUNDS) for key in keys]
        found.append(row(f"jump {name}: painted", "ms", [1000 * one for one in times]))
    pane.close()
    return found


def _painted(pane: Pane, keys: bytes) -> float:
    """Press keys and return the seconds until the last byte of what they draw."""
    start = last = perf_counter()
    pane.process.write(keys)
    wait = 5.0
    while select.select([pane.process.fd], [], [], wait)[0]:
        pane.process.read(65536)
        last, wait = perf_counter(), QUIET
    return last - start
