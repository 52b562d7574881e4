"""What the board shows at this terminal: the position, the play being entered, what was last."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.position import BAR, OFF
from widgets.board import Face, face_of
from widgets.board_map import THEIR_BAR, numbered

if TYPE_CHECKING:
    from app.composer import Composed, Composer
    from rules.state import Game, Table
    from rules.values import Side


def board_face(composer: Composer, composed: Composed, bottom: Side, advised: str = "") -> Face:
    """Return the board as it is composed, seen from a side; `advised` is a play to hint at."""
    table, game = composer.view.table, composer.view.table.game
    if game is None:
        return Face(bottom=bottom)
    if table.board == "physical":
        return _shown_face(table, game, bottom)
    face = replace(face_of(game.position, bottom, game.turn), last=_last_places(game, bottom))
    if game.dice is None or game.turn is None or table.phase not in ("play", "correction"):
        return face
    dice = game.dice * 2 if game.dice[0] == game.dice[1] else game.dice
    entry = composed.entry
    if entry is None:
        return replace(face, dice=dice, left=dice)
    own = game.turn == bottom

    def places(points: frozenset[int]) -> frozenset[int]:
        return frozenset(numbered(point, own) for point in points)

    mine = composer.mine
    landing = composer.landing(advised if mine else "")
    return replace(
        face,
        ghosts=tuple(numbered(point, own) for point in landing),
        position=face_of(entry.now, bottom, game.turn).position,
        dice=dice,
        left=entry.left if mine else dice,
        sources=places(entry.sources) if mine and entry.chosen is None else frozenset(),
        targets=places(entry.targets),
        chosen=None if entry.chosen is None else numbered(entry.chosen, own),
        last=frozenset() if entry.tree.moves else face.last,
    )


def _shown_face(table: Table, game: Game, bottom: Side) -> Face:
    """Return what was told of a wooden board: nothing, or the position shown last."""
    from rules.ids import read_position_id

    position = read_position_id(table.shown) if table.shown else None
    return face_of(position, bottom, game.turn)


def _last_places(game: Game, bottom: Side) -> frozenset[int]:
    if not game.turns:
        return frozenset()
    last = game.turns[-1]
    own = last.side == bottom
    before, after = last.before.mine, last.after.mine
    ends = (point for point in range(26) if after[point] > before[point])
    return frozenset(numbered(point, own) for point in ends) - {OFF, BAR, THEIR_BAR}
