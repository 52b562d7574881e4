"""The position of a moment as ids that other programs read: GNU Backgammon's, and XG's XGID."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cube import Cube
from rules.ids import match_id, position_id, xgid
from rules.match_state import MatchState
from rules.state import Game, Table
from widgets.words import Words

_LARGEST = 1 << 15
"""No id has room for a larger cube."""


def position_lines(table: Table, words: Words | None = None) -> Iterator[str]:
    """Yield the ids of the position, then of each live cube; nothing where no position is known.

    Every cube makes an id of its own: the Box is player 1, the Team player 0.
    """
    words = words or Words()
    game = table.game
    if game is None:
        return
    if table.board == "physical":
        if table.shown:
            yield words("GNU position id {id}, as it was shown", id=table.shown)
        return
    yield words("GNU position id {id}", id=position_id(game.position))
    if game.turn is None:
        return
    for cube in game.live:
        if cube.value <= _LARGEST:
            state = state_of_cube(table, game, cube)
            board = f"{position_id(game.position)}:{match_id(state)}"
            yield f"{cube.id}: {xgid(game.position, state)}, GNU {board}"


def state_of_cube(table: Table, game: Game, cube: Cube) -> MatchState:
    """Return what surrounds the board for one cube's two players."""
    on_roll = 1 if game.turn == "box" else 0
    offered = cube.offered is not None and not cube.beavered
    owner = None if cube.owner is None else int(cube.owner == cube.boxer)
    return MatchState(
        cube=cube.value,
        owner=owner,
        on_roll=on_roll,
        turn=1 - on_roll if offered else on_roll,
        doubled=offered,
        dice=game.dice,
        jacoby=table.rules.jacoby,
        beavers=table.rules.beavers,
    )
