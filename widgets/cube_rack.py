"""The cube rack: a row a cube, where it lies, and what is being answered."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from rules.cube import Cube
from rules.position import OFF
from rules.state import Game
from rules.values import Mark, Side, other
from widgets.asking import Asking
from widgets.glyphs import LETTER
from widgets.names import beginning, known_names, named
from widgets.panel import Bit, Line, Panel
from widgets.rack_rows import (
    SLIM,
    Columns,
    CubeClicked,
    Row,
    columns_for,
    in_view,
    lines_of,
)
from widgets.same import Same
from widgets.words import Words, fit, signed, wrap

if TYPE_CHECKING:
    from rules.views import View


ROOM_TO_EXPLAIN = 30
"""Columns from which on the question has its details with it."""

ROOM_TO_ASK = 8
"""Lines from which on the rack shows the question too."""


@dataclass(frozen=True)
class OffClicked:
    """The tray of one side, in the line that counts its checkers off."""

    side: Side


class CubeRack(Panel):
    """Both sides with their pips, every cube between them, and the question of the moment."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.view: View | None = None
        self.asked = Asking("", (), "")
        self.marks: Mapping[str, Mark | str] = {}
        self.cursor: str | None = None
        self.bottom: Side = "box"
        self.spaced = False

    def show(
        self,
        view: View,
        asked: Asking,
        marks: Mapping[str, Mark | str],
        cursor: str | None,
        bottom: Side,
    ) -> None:
        """Show a view, with the answers marked so far and the row that keys act on."""
        self.view, self.asked, self.marks = view, asked, marks
        self.cursor, self.bottom = cursor, bottom
        self.repaint()

    def content(self) -> Hashable:
        """Share the rack of one view with all who are asked the same."""
        marks = tuple(self.marks.items())
        return Same(self.view), self.asked, marks, self.cursor, self.bottom, self.spaced

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the sides at the top and the bottom, cubes and question between."""
        view = self.view
        if view is None:
            return []
        if height < ROOM_TO_ASK:
            return self._low(width, height)
        question = self._question(width)
        room = max(height - 2 - 1 - len(question), 1)
        top, bottom = self._side(other(self.bottom), width), self._side(self.bottom, width)
        head, cubes = self._table(width, room)
        needed = sum(map(len, cubes))
        blank: list[Line] = [[]] if room > needed + 1 else []
        if self.spaced and room >= needed + len(cubes) + 1:
            cubes = [[[], *row] for row in cubes]
        rows = self._scrolled(cubes, room - len(blank))
        fill: list[Line] = [[] for _ in range(room - len(blank) - len(rows))]
        return [top, *blank, head, *rows, *fill, *question, bottom]

    def _low(self, width: int, height: int) -> list[Line]:
        """Draw both sides in one line, and as many cubes as fit under it."""
        half = (width - 7) // 2
        sides: Line = [Bit(fit(self._("CUBES"), 7), "title")]
        for side in (other(self.bottom), self.bottom):
            sides += [Bit(fit(bit.text, half), bit.look, bit.spot) for bit in self._brief(side)]
        _, cubes = self._table(width, height - 1)
        return [sides, *self._scrolled(cubes, height - 1)]

    def _brief(self, side: Side) -> Line:
        assert self.view is not None
        table, game, pips = self.view.table, self.view.table.game, self.view.pips
        name = table.box if side == "box" else (game.mover if game else table.captain)
        count = f" {pips[0 if side == 'box' else 1]}" if pips else ""
        return [Bit(f"{LETTER[side]} {name}{count}", side, OffClicked(side))]

    def _scrolled(self, rows: list[list[Line]], room: int) -> list[Line]:
        """Return the lines of as many rows about the cursor as have room, and how many have not."""
        at = next((i for i, row in enumerate(self._said()) if row.id == self.cursor), 0)
        shown, hidden = in_view(rows, at, room)
        if hidden:
            shown.append([Bit("  " + self._("and {n} more", n=hidden), "dim")])
        return shown

    def _side(self, side: Side, width: int) -> Line:
        assert self.view is not None
        table, game = self.view.table, self.view.table.game
        pips = self.view.pips
        name = table.box if side == "box" else (game.mover if game else table.captain)
        tail = ""
        if pips is not None:
            tail = str(pips[0 if side == "box" else 1])
            if width >= 26:
                tail = self._("pips {n}", n=f"{tail:>3}")
        if width >= 30 and game is not None and table.board == "tracked":
            tail += "  " + self._("off {n}", n=_off(game, side))
        room = width - len(tail) - 1
        label = self._side_label(side, name, width, room)
        return [Bit(fit(label, room), side), Bit(" " + tail, "dim", OffClicked(side))]

    def _side_label(self, side: Side, name: str, width: int, room: int) -> str:
        """Return who plays a side, in as many words as have room."""
        assert self.view is not None
        letter, names = LETTER[side], known_names(self.view)

        def full(name: str) -> str:
            if side == "box":
                return self._("{letter} {name} BOX", letter=letter, name=name)
            return self._("{letter} Team ({name})", letter=letter, name=name)

        labels = [f"{letter} {name}"]
        if width >= 26:
            short = beginning(name, names, room - cell_len(full("")))
            labels = [full(name), *labels, *([full(short)] if short else [])]
        if width >= 30 and name and name == self.view.viewer:
            labels.insert(0, f"{labels[0]} {self._('you')}")
        fitting = (label for label in labels if cell_len(label) <= room)
        return next(fitting, f"{letter} {named(name, names, room - 2)}")

    def _table(self, width: int, room: int) -> tuple[Line, list[list[Line]]]:
        """Return the heading and the rows, each in the lines that it needs.

        Names are whole, on a line of their own where they have no other room, as long as all rows
        are in view so; else they are shortened to beginnings.
        """
        assert self.view is not None
        rows, names = self._said(), known_names(self.view)
        columns = columns_for(width, rows)

        def drawn(shorten: bool) -> list[list[Line]]:
            here = self.cursor
            return [lines_of(row, columns, width, names, row.id == here, shorten) for row in rows]

        whole = drawn(shorten=False)
        fits = sum(map(len, whole)) <= room
        return self._head(columns, width), whole if fits else drawn(shorten=True)

    def _head(self, columns: Columns, width: int) -> Line:
        title, value = self._("CUBES"), self._("val")
        first = columns.marker + columns.name + columns.role
        if cell_len(title) >= first or cell_len(value) >= columns.value:
            return [Bit(fit(title, width), "title")]
        text = fit(title, first) + fit(value, columns.value)
        if columns.at:
            text += fit(self._("at"), columns.at)
            text += fit(self._("answer"), columns.answer)
        return [Bit(fit(text, width), "title")]

    def _said(self) -> list[Row]:
        """Return what the rows say: the cubes of a game, before it the seats that will have one."""
        assert self.view is not None
        table, game = self.view.table, self.view.table.game
        if game is None:
            return [self._seat(name) for name in table.line if name != table.box]
        return [self._cube(game, cube) for cube in game.cubes]

    @property
    def _away(self) -> Collection[str]:
        return self.view.table.away if self.view is not None else ()

    def _seat(self, name: str) -> Row:
        assert self.view is not None
        table = self.view.table
        role = self._("CAPT") if name == table.captain else ""
        role = self._("PART") if name == table.partner else role
        value = str(table.multiples.get(name, 1))
        place = self._("away") if name in table.away else self._("middle")
        return Row(name, name, role=role, value=(value, ""), place=place)

    def _cube(self, game: Game, cube: Cube) -> Row:
        against = cube.boxer if cube.extra else ""
        role = self._("away") if cube.live and cube.player in self._away else ""
        if not cube.extra and not role:
            role = self._("CAPT") if cube.team == game.captain else ""
            if cube.player == game.mover != game.captain and cube.live:
                role = self._("ACT")
        spot = CubeClicked(cube.id)
        if not cube.live:
            points = (signed(cube.points or 0), "good" if (cube.points or 0) > 0 else "bad")
            place = self._(_OUT[cube.status]) if cube.status in _OUT else self._("out")
            value = ("-", "dim")
            return Row(cube.id, cube.player, against, role, value, place, "", points, spot)
        value = (_value(cube), "cube" if cube.offered else "")
        place, owner = self._("middle"), cube.owner or ""
        if owner:
            place = self._("own") if owner == cube.player else self._("BOX")
        answer = self._state(game, cube)
        return Row(cube.id, cube.player, against, role, value, place, owner, answer, spot)

    def _state(self, game: Game, cube: Cube) -> tuple[str, str]:
        mark = self.marks.get(cube.id)
        slim = self.size.width < SLIM
        if mark is not None:
            word = self._(_MARKS[mark])
            return (word if slim else f"[{word}]"), "chosen"
        if cube.id in self.asked.pending:
            return ("?" if slim else "[    ]"), "ask"
        if cube.beavered:
            return self._("BEAVER"), "cube"
        if cube.offered:
            declaring = game.round is not None and game.round.stage == "declare"
            return (self._("doubles"), "cube") if declaring else (self._("asked"), "wait")
        current = game.round
        if current is not None and cube.id in current.marks:
            return self._(_SAID[current.marks[cube.id]]), "strong"
        if current is not None and cube.id in current.stays:
            return self._("stays"), "dim"
        if cube.player in game.holds:
            return self._("holds"), "strong"
        return (self._("in game"), "") if cube.in_game else ("", "")

    def _question(self, width: int) -> list[Line]:
        look = "ask" if self.asked.who or self.asked.step else "wait"
        lines: list[Line] = [[Bit(text, look)] for text in wrap(self.asked.headline, width)]
        for number, text in enumerate(self.asked.detail if width >= ROOM_TO_EXPLAIN else ()):
            lines += [[Bit(part, "" if number == 0 else "dim")] for part in wrap(text, width)]
        return [[], *lines[:5]]


_MARKS = {
    "take": "TAKE",
    "drop": "DROP",
    "beaver": "BEAVER",
    "accept": "ACCEPT",
    "raccoon": "RACCOON",
    "double": "DOUBLE",
    "stay": "STAY",
    "extra": "EXTRA",
}
_SAID = {"take": "takes", "drop": "drops", "beaver": "beavers"}
_OUT = {"settled": "deal", "void": "void"}


def _value(cube: Cube) -> str:
    return f"{cube.value}>{cube.offered}" if cube.offered else str(cube.value)


def _off(game: Game, side: Side) -> int:
    position = game.position if game.turn in (None, side) else game.position.flip()
    return position.mine[OFF]
