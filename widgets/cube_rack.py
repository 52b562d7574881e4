"""The cube rack: a row a cube, where it lies, and what is being answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.cube import Cube
from rules.position import OFF
from rules.state import Game
from rules.values import Mark, Side, other
from widgets.asking import Asking
from widgets.glyphs import LETTER
from widgets.panel import Bit, Line, Panel
from widgets.words import Words, fit, signed, wrap

if TYPE_CHECKING:
    from rules.views import View


SLIM = 22
"""Columns under which the rack leaves out roles, places and brackets."""

ROOM_TO_EXPLAIN = 30
"""Columns from which on the question has its details with it."""

ROOM_TO_ASK = 8
"""Lines from which on the rack shows the question too."""


@dataclass(frozen=True)
class CubeClicked:
    """A cube's row in the rack."""

    cube: str


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
        cubes = self._rows(width)
        blank: list[Line] = [[]] if room > len(cubes) + 1 else []
        rows = self._scrolled(cubes, room - len(blank))
        head = [self._head(width)]
        if self.spaced and room >= 2 * len(rows) + 1:
            rows = [line for row in rows for line in ([], row)]
        fill: list[Line] = [[] for _ in range(room - len(blank) - len(rows))]
        return [top, *blank, *head, *rows, *fill, *question, bottom]

    def _low(self, width: int, height: int) -> list[Line]:
        """Draw both sides in one line, and as many cubes as fit under it."""
        half = (width - 7) // 2
        sides: Line = [Bit(fit(self._("CUBES"), 7), "title")]
        for side in (other(self.bottom), self.bottom):
            sides += [Bit(fit(bit.text, half), bit.look, bit.spot) for bit in self._brief(side)]
        return [sides, *self._scrolled(self._rows(width), height - 1)]

    def _brief(self, side: Side) -> Line:
        assert self.view is not None
        table, game, pips = self.view.table, self.view.table.game, self.view.pips
        name = table.box if side == "box" else (game.mover if game else table.captain)
        count = f" {pips[0 if side == 'box' else 1]}" if pips else ""
        return [Bit(f"{LETTER[side]} {name}{count}", side, OffClicked(side))]

    def _scrolled(self, rows: list[tuple[str, Line]], room: int) -> list[Line]:
        if len(rows) <= room or room < 2:
            return [line for _, line in rows][:room]
        at = next((i for i, (cube, _) in enumerate(rows) if cube == self.cursor), 0)
        first = min(max(at - room // 2, 0), len(rows) - room + 1)
        shown = [line for _, line in rows[first : first + room - 1]]
        hidden = len(rows) - len(shown)
        return [*shown, [Bit("  " + self._("and {n} more", n=hidden), "dim")]]

    def _side(self, side: Side, width: int) -> Line:
        assert self.view is not None
        table, game = self.view.table, self.view.table.game
        pips = self.view.pips
        name = table.box if side == "box" else (game.mover if game else table.captain)
        label = (
            self._("{letter} {name} BOX", letter=LETTER[side], name=name)
            if side == "box"
            else self._("{letter} Team ({name})", letter=LETTER[side], name=name)
        )
        if width < 26:
            label = f"{LETTER[side]} {name}"
        if width >= 30 and name and name == self.view.viewer:
            label += " " + self._("you")
        tail = ""
        if pips is not None:
            tail = str(pips[0 if side == "box" else 1])
            if width >= 26:
                tail = self._("pips {n}", n=f"{tail:>3}")
        if width >= 30 and game is not None and table.board == "tracked":
            tail += "  " + self._("off {n}", n=_off(game, side))
        room = width - len(tail) - 1
        return [Bit(fit(label, room), side), Bit(" " + tail, "dim", OffClicked(side))]

    def _head(self, width: int) -> Line:
        name, role, value, at, answer = self._columns(width)
        marker = 1 if width < SLIM else 2
        text = fit(self._("CUBES"), name + role + marker) + fit(self._("val"), value)
        if at:
            text += fit(self._("at"), at)
        if answer > 5:
            text += fit(self._("answer"), answer)
        return [Bit(fit(text, width), "title")]

    def _columns(self, width: int) -> tuple[int, int, int, int, int]:
        game = self.view.table.game if self.view else None
        longest = max((len(_value(cube)) for cube in game.cubes), default=1) if game else 1
        return _columns(width, longest)

    def _rows(self, width: int) -> list[tuple[str, Line]]:
        assert self.view is not None
        table, game = self.view.table, self.view.table.game
        if game is None:
            return [self._seat(name, width) for name in table.line if name != table.box]
        return [self._cube(game, cube, width) for cube in game.cubes]

    def _seat(self, name: str, width: int) -> tuple[str, Line]:
        assert self.view is not None
        table = self.view.table
        columns = self._columns(width)
        role = self._("CAPT") if name == table.captain else ""
        role = self._("PART") if name == table.partner else role
        value = str(table.multiples.get(name, 1))
        where = self._("away") if name in table.away else self._("middle")
        return name, self._row(columns, " ", name, role, (value, ""), where, ("", ""), None)

    def _cube(self, game: Game, cube: Cube, width: int) -> tuple[str, Line]:
        columns = self._columns(width)
        name = cube.player if not cube.extra else f"{cube.player}/{cube.boxer}"
        role = self._("CAPT") if cube.team == game.captain else ""
        if cube.player == game.mover != game.captain and cube.live:
            role = self._("ACT")
        value = _value(cube)
        marker = ">" if cube.id == self.cursor else " "
        spot = CubeClicked(cube.id)
        if not cube.live:
            points = (signed(cube.points or 0), "good" if (cube.points or 0) > 0 else "bad")
            where = self._(_OUT[cube.status]) if cube.status in _OUT else self._("out")
            return cube.id, self._row(
                columns, marker, name, role, ("-", "dim"), where, points, spot
            )
        where = self._("middle") if cube.owner is None else cube.owner
        look = "cube" if cube.offered else ""
        answer = self._state(game, cube)
        return cube.id, self._row(columns, marker, name, role, (value, look), where, answer, spot)

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

    def _row(
        self,
        columns: tuple[int, int, int, int, int],
        marker: str,
        name: str,
        role: str,
        value: tuple[str, str],
        at: str,
        answer: tuple[str, str],
        spot: CubeClicked | None,
    ) -> Line:
        widths = columns
        look = "strong" if marker != " " else ""
        return [
            Bit(marker + " " * (self.size.width >= SLIM), "key", spot),
            Bit(fit(name, widths[0] - 1) + " ", look, spot),
            Bit(fit(role, widths[1]), "dim", spot),
            Bit(fit(value[0], widths[2]), value[1], spot),
            Bit(fit(at, widths[3] - 1) + " " if widths[3] else "", "", spot),
            Bit(fit(answer[0], widths[4]), answer[1], spot),
        ]

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


def _columns(width: int, value: int) -> tuple[int, int, int, int, int]:
    """Return the widths of name, role, value, place and answer, after those of the marker.

    `value` is the longest value; what it leaves is the names'.
    """
    value = max(value + 1, 4)
    if width < 30:
        marker, answer = (1, 5) if width < SLIM else (2, 8)
        return width - marker - value - answer, 0, value, 0, answer
    role, at, answer = 5, 8, 9
    name = width - 2 - role - value - at - answer
    if name < 8:
        at, answer = 7, 8
        name = width - 2 - role - value - at - answer
    if name > 14:
        value = max(value, 6)
        at = min(at + name - 14, 14)
        name = min(width - 2 - role - value - at - answer, 24)
    return name, role, value, at, answer
