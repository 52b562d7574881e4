"""The screen: first paint beside Textual's smallest app, and how long a key takes to the paint."""

from __future__ import annotations

import os
import select
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import ptyprocess

from tests.bench.report import Row, row, seconds

REPEATS = 7
KEYS = 60

SMALLEST = """
from textual.app import App
from textual.widgets import Static
class Smallest(App):
    def compose(self):
        yield Static("sum 0")
Smallest().run()
"""
MODELS = (
    """
from pydantic import BaseModel
for number in range(100):
    type(f"M{number}", (BaseModel,), {"__annotations__": {"a": int, "b": str, "c": "list[int]"}})
"""
    + SMALLEST
)


class Pane:
    """A program on a pseudo-terminal of 80x24."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        environ = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor",
                   "LANG": "C.UTF-8", "HOME": str(folder)}  # fmt: skip
        self.process = ptyprocess.PtyProcess.spawn(list(command), env=environ, dimensions=(24, 80))
        self.seen = b""

    def until(self, text: bytes) -> None:
        """Read on until a text has been drawn."""
        while text not in self.seen:
            self.seen += self.process.read(65536)

    def key(self, key: bytes) -> tuple[float, int]:
        """Press a key; return the seconds until something is drawn, and the bytes drawn."""
        start = perf_counter()
        self.process.write(key)
        drawn = len(self.process.read(65536))
        taken = perf_counter() - start
        while select.select([self.process.fd], [], [], 0.05)[0]:
            drawn += len(self.process.read(65536))
        return taken, drawn

    def close(self) -> None:
        """End the program."""
        self.process.close(force=True)


def rows() -> Sequence[Row]:
    """First paint in milliseconds against the two aims of issue 5, and key to paint."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*_first_paint(folder), *_key_to_paint(folder)]


def _table(folder: Path, log: str) -> list[str]:
    return [sys.executable, "-m", "app.cli", "play", "--players", "Ann,Ben,Cy", "--rules", "club",
            "--dice", "seed:7", "--log", str(folder / log)]  # fmt: skip


def _first_paint(folder: Path) -> list[Row]:
    numbers = iter(range(1000))

    def paint(command: Sequence[str]) -> None:
        pane = Pane(command, folder)
        pane.until(b"sum 0")
        pane.close()

    taken = seconds(
        {
            "the table": lambda: paint(_table(folder, f"{next(numbers)}.chouette")),
            "Textual's smallest app": lambda: paint([sys.executable, "-c", SMALLEST]),
            "the smallest with pydantic and 100 models": lambda: paint(
                [sys.executable, "-c", MODELS]
            ),
        },
        REPEATS,
    )
    made = [
        row(f"first paint: {name}", "ms", [1000 * one for one in figures])
        for name, figures in taken.items()
    ]
    ours, smallest, models = made
    return [
        ours,
        replace(smallest, ratio=ours.median / smallest.median, note="aim: at most 2.0"),
        replace(models, ratio=ours.median / models.median, note="or at most 1.3"),
    ]


def _key_to_paint(folder: Path) -> list[Row]:
    pane = Pane(_table(folder, "keys.chouette"), folder)
    pane.until(b"Space: start")
    pane.key(b" ")
    pane.key(b" ")
    pane.key(b":")
    typed = [pane.key(b"1") for _ in range(KEYS)]
    pane.close()
    return [
        row("a letter typed: key to paint", "ms", [1000 * taken for taken, _ in typed]),
        row("a letter typed: bytes drawn", "B", [float(drawn) for _, drawn in typed]),
    ]
