"""The transport of a replay: first, back, forward, last, play, and jumps to what matters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from widgets.panel import Bit, Line, Panel
from widgets.words import Words

Motion: TypeAlias = Literal[
    "first",
    "back",
    "forward",
    "last",
    "play",
    "cube_back",
    "cube_forward",
    "error_back",
    "error_forward",
]


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
        self.playing = False
        self.errors = False

    def show(self, at: int, end: int, playing: bool = False, errors: bool = False) -> None:
        """Show the place; `errors` offers jumps to judged errors too."""
        self.at, self.end, self.playing, self.errors = at, end, playing, errors
        self.repaint()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the buttons and a bar of how far it is."""
        buttons: list[tuple[str, Motion]] = [
            ("|<", "first"),
            ("<", "back"),
            ("||" if self.playing else "|>", "play"),
            (">", "forward"),
            (">|", "last"),
            (self._("<cube"), "cube_back"),
            (self._("cube>"), "cube_forward"),
        ]
        if self.errors:
            buttons += [(self._("<error"), "error_back"), (self._("error>"), "error_forward")]
        line: Line = []
        for label, motion in buttons:
            line += [Bit(f"[{label}]", "key", Moved(motion)), Bit(" ")]
        place = f"{self.at}/{self.end}"
        used = sum(len(bit.text) for bit in line) + len(place) + 2
        room = width - used
        if room >= 10:
            done = room * self.at // max(self.end, 1)
            line += [Bit("=" * done, "strong"), Bit("-" * (room - done), "dim"), Bit(" ")]
        return [[*line, Bit(place, "strong")]]
