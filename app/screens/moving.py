"""A play shown checker by checker: quiet, short, and over as soon as anybody wants to go on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.generator import moved
from rules.position import Position
from rules.state import Turn
from rules.values import Side
from widgets.board import Face, face_of
from widgets.play_entry import begin, follow

if TYPE_CHECKING:
    from textual.timer import Timer

    from app.screens.table_base import TableBase
    from rules.views import View

STEP = 0.15
"""Seconds that each move is shown."""


def boards(turn: Turn) -> tuple[Position, ...]:
    """Return the boards within a play, the mover's view: before it, and after each move but one.

    Nothing for a play that stood though it was illegal, which has no moves.
    """
    play = follow(begin(turn.before, turn.dice), turn.move).play
    if play is None or play.after != turn.after or not play.moves:
        return ()
    found = [turn.before]
    for move in play.moves[:-1]:
        found.append(moved(found[-1], move))
    return tuple(found)


class Moving:
    """The play that one screen shows now; `face` is the board of the moment, None when it rests."""

    def __init__(self, screen: TableBase) -> None:
        self.face: Face | None = None
        self._screen = screen
        self._left: list[Face] = []
        self._timer: Timer | None = None

    def begin(self, before: View, now: View, bottom: Side) -> None:
        """Show the play that lies between two views, if one does and it was made elsewhere."""
        game, earlier = now.table.game, before.table.game
        if game is None or earlier is None or game.number != earlier.number:
            self.stop()
            return
        if len(game.turns) != len(earlier.turns) + 1 or game.turns[-1].by in now.here:
            return
        self.stop()
        turn = game.turns[-1]
        dice = turn.dice * 2 if turn.dice[0] == turn.dice[1] else turn.dice
        for board in boards(turn):
            face = face_of(board, bottom, turn.side)
            self._left.append(replace(face, dice=dice, left=dice))
        self._step()

    def stop(self) -> None:
        """Show the board as it is."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._left, self.face = None, [], None

    def _step(self) -> None:
        self.face = self._left.pop(0) if self._left else None
        self._timer = None
        if self.face is not None:
            self._timer = self._screen.set_timer(STEP, self._next)

    def _next(self) -> None:
        self._step()
        self._screen.draw()
