"""What the replay of one game of a match file knows, and the few things all its parts do."""

from __future__ import annotations

from collections.abc import Sequence

from app.formats.match import Cell, Column, Game
from app.formats.scribe import Scribe
from rules import events as ev
from rules.position import Position


class Hand:
    """One game on its way to its end."""

    def __init__(
        self, scribe: Scribe, game: Game, start: Position, following: Game | None, length: int
    ) -> None:
        self.scribe = scribe
        self.written = game
        self.start = start
        self.following = following
        self.length = length
        self.lost: Column | None = None
        """Who gave up, by word or by rolling and not playing."""
        self._stopped = 0
        """The line from which on nothing could be followed; 0 while all goes well."""

    def _stop(self, cell: Cell, why: str) -> None:
        self.scribe.remark(cell.line, f"{why}; the game cannot be followed from here")
        self._stopped = cell.line

    def _by(self, verb: str, column: Column, **parameters: object) -> bool:
        request = {"do": verb, "by": self.scribe.names[column], **parameters}
        return self.scribe.ask(request) is None

    def _column(self, name: str) -> Column:
        return "left" if self.scribe.names["left"] == name else "right"

    def _doubler(self) -> Column:
        round_ = self.scribe.game.round
        assert round_ is not None, "a double is open"
        return self._column(round_.offers[0].by)

    def _on_roll(self) -> Column | None:
        roller = self.scribe.table.roller()
        return self._column(roller) if roller else None

    def _come_to(self, cell: Cell) -> None:
        """Make it the cell's player's turn; a turn that is missing is said to be."""
        assert cell.column is not None
        side = self.scribe.side(cell.column)
        if self.scribe.table.phase == "before_roll" and self.scribe.game.turn != side:
            other = self.scribe.names[across(cell.column)]
            self.scribe.remark(cell.line, f"a turn of {other} is missing before this; passed over")
            request = {"do": "flag", "by": other, "text": "a missing turn is passed over"}
            self.scribe.force(request, [ev.TurnPassed(to=side)])


def across(column: Column) -> Column:
    return "right" if column == "left" else "left"


def later_actions(later: Sequence[Cell]) -> bool:
    """Return whether anything of the game still follows."""
    return any(cell.kind not in ("remark", "fault", "resign", "position") for cell in later)


def words(cell: Cell) -> str:
    dice = f"{roll_name(cell.dice)}: " if cell.dice else ""
    return f"'{dice}{cell.text or cell.kind}'" if cell.text or dice else f"a {cell.kind}"


def roll_name(dice: tuple[int, int]) -> str:
    return f"{dice[0]}{dice[1]}"


def resigns(text: str) -> bool:
    words = text.casefold()
    return any(word in words for word in ("resign", "concede", "loss", "loses", "give", "forfeit"))
