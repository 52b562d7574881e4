"""What the rows of the cube rack say, and the columns that they have room in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from widgets.names import beginning, named
from widgets.panel import Bit, Line
from widgets.words import fit

SLIM = 22
"""Columns under which the rack leaves out roles, places and brackets."""


@dataclass(frozen=True)
class CubeClicked:
    """A cube's row in the rack."""

    cube: str


@dataclass(frozen=True)
class Row:
    """What a row of the rack says, before it is known how much room it has.

    `player` and `against` make its name, `owner` is who may turn the cube, "" if it is anybody.
    `place` says in words where the cube lies, where the owner's name has no room; `answer` is a
    text with its look.
    """

    id: str
    player: str
    against: str = ""
    role: str = ""
    value: tuple[str, str] = ("", "")
    place: str = ""
    owner: str = ""
    answer: tuple[str, str] = ("", "")
    spot: CubeClicked | None = None

    @property
    def name(self) -> str:
        """Whose cube it is; of an extra, both players."""
        return f"{self.player}/{self.against}" if self.against else self.player


class Columns(NamedTuple):
    """The widths of a row's parts, each with the blank behind it; 0 leaves a part out."""

    marker: int
    name: int
    role: int
    value: int
    at: int
    answer: int


def columns_for(width: int, rows: Sequence[Row]) -> Columns:
    """Return the widths for these rows.

    In a wide rack a cube's place and the roles have columns of their own; in a narrow one values
    and answers get what they need, and names what is left.
    """
    longest = max((len(row.value[0]) for row in rows), default=1)
    if width < 30:
        marker = 1 if width < SLIM else 2
        answer = max((cell_len(row.answer[0]) for row in rows), default=0)
        name = max((cell_len(row.name) for row in rows), default=0) + 1
        value = max(longest + 1, min(4, width - marker - name - answer))
        least = 5 if width < SLIM else 8
        answer = max(min(answer, width - marker - value - name), least)
        return Columns(marker, width - marker - value - answer, 0, value, 0, answer)
    value = max(longest + 1, 4)
    role, at, answer = 5, 8, 9
    name = width - 2 - role - value - at - answer
    if name < 8:
        at, answer = 7, 8
        name = width - 2 - role - value - at - answer
    if name > 14:
        value = max(value, 6)
        at = min(at + name - 14, 14)
        name = min(width - 2 - role - value - at - answer, 24)
    return Columns(2, name, role, value, at, answer)


def lines_of(
    row: Row,
    columns: Columns,
    width: int,
    names: Sequence[str],
    here: bool,
    shorten: bool,
) -> list[Line]:
    """Return a row in one line, or in two where it has no room in one.

    `names` are all that a shortened name could be taken for; `here` says that the cursor is on it.
    """
    answer, looks = row.answer
    if answer.startswith("[") and cell_len(answer) > columns.answer:
        answer = answer.strip("[]")
    spot, look = row.spot, "strong" if here else ""
    marker = Bit(fit(">" if here else "", columns.marker), "key", spot)
    place = (row.owner and beginning(row.owner, names, columns.at - 1)) or row.place
    rest = [
        Bit(fit(row.value[0], columns.value), row.value[1], spot),
        Bit(fit(place, columns.at), "", spot),
        Bit(fit(answer, columns.answer), looks, spot),
    ]
    role = row.role if columns.role else ""
    taken = cell_len(role) + 1 if role else 0
    room = columns.name + columns.role - 1 - taken
    name = beginning(row.name, names, room) if shorten and not row.against else row.name
    if cell_len(answer) <= columns.answer and 0 < cell_len(name) <= room:
        # The role stands in its column, unless the name or itself is longer.
        start = min(columns.name, room + 1) if role else columns.name
        name = fit(name, max(start, cell_len(name) + 1))
        role = fit(role, columns.name + columns.role - cell_len(name))
        return [[marker, Bit(name, look, spot), Bit(role, "dim", spot), *rest]]
    room = width - columns.marker
    name = row.name if row.against else named(row.name, names, room)
    name = fit(name, min(cell_len(name), room))
    role = f" {row.role}" if cell_len(f"{name} {row.role}") <= room else ""
    last = max(columns.answer, cell_len(answer))
    rest[-1] = Bit(fit(answer, last), looks, spot)
    indent = width - columns.value - columns.at - last
    return [
        [marker, Bit(name, look, spot), Bit(fit(role, room - cell_len(name)), "dim", spot)],
        [Bit(" " * indent, "", spot), *rest],
    ]


def in_view(rows: Sequence[list[Line]], at: int, room: int) -> tuple[list[Line], int]:
    """Return the lines of the rows about `at` that have room, and how many rows have not.

    Where some have not, one line is left for saying so.
    """
    if sum(map(len, rows)) <= room or room < 2:
        return [line for row in rows for line in row][:room], 0
    first, last, used = at, at + 1, len(rows[at])
    before = 0
    while first and before + len(rows[first - 1]) <= room // 2:
        before += len(rows[first - 1])
        first -= 1
    used += before
    while first < at and used > room - 1:
        used -= len(rows[first])
        first += 1
    while last < len(rows) and used + len(rows[last]) < room:
        used += len(rows[last])
        last += 1
    while first and used + len(rows[first - 1]) < room:
        first -= 1
        used += len(rows[first])
    shown = [line for row in rows[first:last] for line in row]
    return shown[: room - 1], len(rows) - (last - first)
