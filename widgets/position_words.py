"""The board in words, for reading aloud: where everybody's checkers are, without a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.position import BAR, OFF
from rules.values import Side
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View


def board_in_words(view: View, words: Words) -> list[str]:
    """Return a line for each side, each in its own numbering, and the pip counts last."""
    game = view.table.game
    if game is None:
        return [words("No game is being played.")]
    position = game.position if game.turn in (None, "box") else game.position.flip()
    lines = []
    if view.table.board == "tracked":
        sides: tuple[tuple[Side, tuple[int, ...]], ...] = (
            ("box", position.mine),
            ("team", position.theirs),
        )
        for side, held in sides:
            name = words("Box ({name})", name=game.boxer)
            if side == "team":
                name = words("Team ({name})", name=game.mover)
            points = [f"{held[p]} on {p}" for p in range(24, 0, -1) if held[p]]
            if held[BAR]:
                points.insert(0, words("{n} on the bar", n=held[BAR]))
            if held[OFF]:
                points.append(words("{n} off", n=held[OFF]))
            lines.append(f"{name}: " + ", ".join(points))
    if view.pips is not None:
        lines.append(words("Pips: box {box}, team {team}.", box=view.pips[0], team=view.pips[1]))
    return lines or [words("The board is on the table.")]
