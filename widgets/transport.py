"""The transport of a replay: first, back, forward, last, play, and jumps to what matters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rich.cells import cell_len

from widgets.panel import Bit, Line, Panel
from widgets.words import Words

Motion: TypeAlias = Literal[
    "first",
    "back",
    "forward",
    "last",
    "play",
    "game_back",
    "game_forward",
    "cube_back",
    "cube_forward",
    "error_back",
    "error_forward",
]

BAR = 10
"""Cells of the bar of how far it is, at least; without them there is none."""


@dataclass(frozen=True)
class Moved:
    """A button of the transport."""

    motion: Motion


class Transport(Panel):
    """Where a replay stands, and its buttons."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.at = 0
        self.end = 0
        self.speed = ""
        self.playing = False
        self.errors = False

    def show(
        self, at: int, end: int, playing: bool = False, errors: bool = False, speed: str = ""
    ) -> None:
        """Show the place; `errors` offers jumps to judged errors too, `speed` stands beside it."""
        self.at, self.end, self.playing, self.errors, self.speed = at, end, playing, errors, speed
        self.repaint()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw as many buttons as fit, a bar of how far it is, and the place."""
        place = f"{self.at}/{self.end}"
        if self.speed and (self.playing or width >= 60):
            place = f"{self.speed} {place}"
        room = width - cell_len(place) - 1
        line: Line = []
        for group in self._groups():
            size = sum(cell_len(label) + 3 for label, _ in group)
            if size > room:
                break
            for label, motion in group:
                line += [Bit(f"[{label}]", "key", Moved(motion)), Bit(" ")]
            room -= size
        if room >= BAR + 1:
            done = (room - 1) * self.at // max(self.end, 1)
            rest = room - 1 - done
            line += [Bit("=" * done, "strong"), Bit("-" * rest, "dim"), Bit(" ")]
        else:
            line.append(Bit(" " * room))
        return [[*line, Bit(place, "strong")]]

    def _groups(self) -> Iterable[tuple[tuple[str, Motion], ...]]:
        """Yield the buttons, the most needed first; those of a group are shown together or not."""
        yield ("|<", "first"), ("<", "back"), ("||" if self.playing else "|>", "play")
        yield (">", "forward"), (">|", "last")
        if self.errors:
            yield (self._("<error"), "error_back"), (self._("error>"), "error_forward")
        yield (self._("<cube"), "cube_back"), (self._("cube>"), "cube_forward")
        yield (self._("<game"), "game_back"), (self._("game>"), "game_forward")
