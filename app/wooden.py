"""A real wooden board: nobody types a roll and a done every turn.

The screen is told only what really happens, a double, an answer, who won. What is missing between
two of these are ordinary actions, and this finds them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.actions import Action, Done, Roll
from rules.values import Side

if TYPE_CHECKING:
    from rules.state import Table


def step(table: Table) -> Action | None:
    """Return the ordinary action that carries the turn on by one step, if there is one."""
    if table.board != "physical" or table.game is None:
        return None
    if table.phase == "before_roll":
        return Roll(by=table.roller())
    return Done(by=table.roller()) if table.phase == "play" else None


def is_due(table: Table, action: Action) -> bool:
    """Whether an action fits the turn that the table assumes; if not, a step is missing."""
    game = table.game
    if table.board != "physical" or game is None or table.phase not in ("before_roll", "play"):
        return True
    if action.verb == "finish":
        return table.phase == "play"
    if action.verb in ("double", "stay", "hold"):
        side = game.side_of(action.as_ or action.by)
        right = table.phase == "before_roll" and game.turn == side
        return right and not (action.verb == "double" and game.round_closed)
    return True


def assumed(table: Table) -> Side | None:
    """Return whose turn the screen assumes: before the roll his who rolls, else the next one's.

    Between two things that are told, the checkers of the side in turn are being moved, and the
    next that can happen is the other side's double.
    """
    game = table.game
    if game is None or game.turn is None:
        return None
    if table.phase == "play":
        return "team" if game.turn == "box" else "box"
    return game.turn


MOST_STEPS = 4
"""A whole turn of each side."""
