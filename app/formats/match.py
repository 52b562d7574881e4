"""What a file of another program says of a match, cell by cell, before any rule is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.saying import Fault

Column: TypeAlias = Literal["left", "right"]
CellKind: TypeAlias = Literal[
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "resign",
    "unrecorded",
    "remark",
    "fault",
    "position",
]
COLUMNS: tuple[Column, Column] = ("left", "right")


class MatError(Fault):
    """A file that holds no match to be shown; it says what was found and what was looked for."""


@dataclass(frozen=True)
class Remark:
    """Something a person should know about one line of the file."""

    line: int
    text: str
    place: str = "line"
    """What is counted: lines of a text, actions of a binary file."""

    def __str__(self) -> str:
        return f"{self.place} {self.line}: {self.text}"


@dataclass(frozen=True)
class Cell:
    """One player's action as the file has it.

    `dice` are None where they are not recorded. `text` is the play as it was written, the comment,
    or the position; `value` the number after `=>`. `column` is None for what concerns both.
    """

    line: int
    column: Column | None
    kind: CellKind
    dice: tuple[int, int] | None = None
    text: str = ""
    value: int | None = None


@dataclass(frozen=True)
class Result:
    """How the file says a game ended; `column` is where the words stand, which is not always right.

    `points` is None where a file only says that somebody won.
    """

    line: int
    column: Column
    points: int | None


@dataclass
class Game:
    """One game: the names and score above it, its cells in order, its result."""

    line: int
    number: int
    names: tuple[str, str] | None = None
    score: tuple[int, int] | None = None
    cells: list[Cell] = field(default_factory=list)
    result: Result | None = None


@dataclass
class Match:
    """A whole file. `length` 0 is money play; `tags` are the header's, names in lower case."""

    length: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    comments: list[Remark] = field(default_factory=list)
    """What the header says beside its tags; nothing is wrong with it."""
    place: str = "line"

    def on(self, *tags: str) -> bool | None:
        """Return whether a tag says On; None where the header has none of them."""
        for tag in tags:
            if tag in self.tags:
                return self.tags[tag].strip().casefold() in ("on", "true", "yes", "1")
        return None
