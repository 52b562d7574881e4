"""What every fold of an event uses: the part of a table it changes, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rules import events as ev
from rules.cube import Cube
from rules.state import (
    Game,
    Round,
    Table,
)

Fold: TypeAlias = Callable[[Table, Any], Table]
Folds: TypeAlias = dict[type[ev.Happened], Fold]


def game_of(table: Table) -> Game:
    """Return the game, which the event needs."""
    assert table.game is not None, "no game is being played"
    return table.game


def round_of(game: Game) -> Round:
    """Return the open round of offers."""
    assert game.round is not None, "no round of offers is open"
    return game.round


def cube_of(game: Game, name: str) -> Cube:
    """Return the cube of that id."""
    cube = game.cube(name)
    assert cube is not None, f"there is no cube {name}"
    return cube


def put(game: Game, cube: Cube) -> Game:
    """Return the game with one cube changed."""
    return game.but(cubes=tuple(cube if one.id == cube.id else one for one in game.cubes))


def mark(game: Game, cube: str, mark: str, proxy: str | None) -> Game:
    """Return the game with an answer written down, and with the proxy who gave it."""
    round_ = round_of(game)
    changes: dict[str, Any] = {
        "marks": {**round_.marks, cube: mark},
        "first_mark": round_.first_mark or mark,
    }
    if proxy is not None:
        changes["proxied"] = {**round_.proxied, proxy: mark}
    return game.but(round=round_.but(**changes))


def unbeaver(game: Game, cube: str) -> Game:
    """Return the game with that cube no longer among the beavers that wait."""
    if game.round is None or cube not in game.round.beavers:
        return game
    beavers = tuple(name for name in game.round.beavers if name != cube)
    return game.but(round=game.round.but(beavers=beavers))


def add(points: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    """Return points with a change added."""
    total = dict(points)
    for name, more in change.items():
        total[name] = total.get(name, 0) + more
    return total


def without(mapping: Mapping[str, str], name: str) -> dict[str, str]:
    """Return a mapping without one name."""
    """Return the game without that cube among those whose beaver waits."""
    """Return the game with an answer written down, and who gave it for another."""
    """Return the game, which an event of it needs."""
    return {key: value for key, value in mapping.items() if key != name}
