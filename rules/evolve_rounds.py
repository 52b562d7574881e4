"""What becomes of the cubes in a round of offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import events as ev
from rules.cube import Cube
from rules.fold_parts import (
    Folds,
    add,
    cube_of,
    game_of,
    mark,
    put,
    round_of,
    unbeaver,
)
from rules.state import (
    Game,
    Offered,
    Round,
    Table,
)
from rules.values import other


def _hold_set(table: Table, event: ev.HoldSet) -> Table:
    game = game_of(table)
    holds = game.holds | {event.player} if event.on else game.holds - {event.player}
    return table.but(game=game.but(holds=holds))


def _insisted(table: Table, event: ev.Insisted) -> Table:
    return table.but(game=game_of(table).but(insists=event.on))


def _doubled(table: Table, event: ev.Doubled) -> Table:
    game = game_of(table)
    round_ = game.round or Round(event.side)
    offers = []
    for name in event.cubes:
        cube = cube_of(game, name)
        to = cube.of(other(event.side))
        offers.append(Offered(name, cube.of(event.side), to, cube.value, cube.owner is None))
        game = put(game, cube.offer())
    return table.but(
        game=game.but(
            round=round_.but(offers=round_.offers + tuple(offers)),
            turned=game.turned | set(event.cubes),
            turners=game.turners | {event.by},
            holds=game.holds - {event.by},
            spoken=game.spoken | {event.by},
        )
    )


def _stayed(table: Table, event: ev.Stayed) -> Table:
    game = game_of(table)
    round_ = game.round
    if round_ is not None:
        round_ = round_.but(stays=round_.stays | set(event.cubes))
    return table.but(
        game=game.but(
            round=round_,
            spoken=game.spoken | {event.player},
            holds=game.holds - {event.player},
        )
    )


def _round_moved(table: Table, event: ev.RoundMoved) -> Table:
    game = game_of(table)
    if event.stage == "over":
        return table.but(game=game.but(round=None, round_closed=True))
    changes: dict[str, Any] = {"stage": event.stage}
    if event.stage == "extras":
        changes |= {"lone": event.lone, "droppers": event.droppers}
    return table.but(game=game.but(round=round_of(game).but(**changes)))


def _taken(table: Table, event: ev.Taken) -> Table:
    game = game_of(table)
    cube = cube_of(game, event.cube)
    taken = cube.but(value=event.value, owner=event.owner, offered=None, in_game=True)
    game = _accept(mark(put(game, taken), event.cube, "take", event.proxy), cube, event.owner)
    return table.but(game=game)


def _beavered(table: Table, event: ev.Beavered) -> Table:
    game = game_of(table)
    cube = cube_of(game, event.cube)
    beavered = cube.but(offered=event.value, owner=event.owner, beavered=True)
    game = mark(put(game, beavered), event.cube, "beaver", event.proxy)
    game = _accept(game, cube, event.owner)
    round_ = round_of(game)
    return table.but(game=game.but(round=round_.but(beavers=(*round_.beavers, event.cube))))


def _accept(game: Game, cube: Cube, owner: str) -> Game:
    accepted = game.accepted | {cube.id} if owner == cube.boxer else game.accepted
    return game.but(accepted=accepted, turners=game.turners | {owner})


def _beaver_answered(table: Table, event: ev.BeaverAnswered) -> Table:
    game = game_of(table)
    cube = cube_of(game, event.cube)
    game = put(game, cube.but(value=event.value, offered=None, beavered=False, in_game=True))
    if event.event == "raccooned":
        game = game.but(raccooned=game.raccooned | {event.cube})
    return table.but(game=unbeaver(game, event.cube))


def _asked_again(table: Table, event: ev.AskedAgain) -> Table:
    game = game_of(table)
    round_ = round_of(game)
    offer = round_.offer_of(event.cube)
    assert offer is not None, event.cube
    cube = cube_of(game, event.cube).but(
        value=offer.value, owner=None, in_game=False, offered=2 * offer.value
    )
    marks = {name: mark for name, mark in round_.marks.items() if name != event.cube}
    return table.but(game=put(game, cube).but(round=round_.but(marks=marks)))


def _extra_said(table: Table, event: ev.ExtraSaid) -> Table:
    game = game_of(table)
    round_ = round_of(game)
    extras = {**round_.extras, event.player: event.gives}
    return table.but(game=game.but(round=round_.but(extras=extras)))


def _cube_made(table: Table, event: ev.CubeMade) -> Table:
    game = game_of(table)
    player, boxer = event.cube.split(":")
    made = Cube(
        event.cube, player, boxer, player, boxer, event.value, event.start, extra=True
    ).offer()
    return table.but(game=game.but(cubes=(*game.cubes, made)))


def _cube_closed(table: Table, event: ev.CubeClosed) -> Table:
    game = game_of(table)
    cube = cube_of(game, event.cube)
    own, shared = _book(game, cube, event.points)
    at, closed = game.last_closed
    n = table.n + 1
    together = (*closed, cube.id) if at == n else (cube.id,)
    game = put(game, cube.close(event.how, event.points)).but(
        own=own, shared=shared, last_closed=(n, together) if not cube.extra else game.last_closed
    )
    if game.round is not None and game.round.offer_of(cube.id) and event.how == "drop":
        game = mark(game, cube.id, "drop", event.proxy)
    still_in = game.in_players()
    game = unbeaver(game, cube.id)
    holds = frozenset(name for name in game.holds if name in still_in or name == cube.boxer)
    return table.but(game=game.but(holds=holds))


def _book(game: Game, cube: Cube, points: int) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Enter a cube's points; what the Box's own contracts pay is kept apart, to share with a
    Partner.
    """
    own, shared = add(game.own, {cube.player: points}), game.shared
    if cube.box == game.box and not cube.extra:
        return own, add(shared, {cube.boxer: -points})
    return add(own, {cube.boxer: -points}), shared


def _cube_turned(table: Table, event: ev.CubeTurned) -> Table:
    game = game_of(table)
    if event.next_game:
        marked = game.but(automatic=game.automatic | {"next"})
        return table.but(doubled_for=game.box, game=marked)
    for name in event.cubes:
        cube = cube_of(game, name)
        game = put(game, cube.but(value=cube.value * 2))
    return table.but(game=game.but(automatic=game.automatic | set(event.cubes)))


FOLDS: Folds = {
    ev.HoldSet: _hold_set,
    ev.Insisted: _insisted,
    ev.Doubled: _doubled,
    ev.Stayed: _stayed,
    ev.RoundMoved: _round_moved,
    ev.Taken: _taken,
    ev.Beavered: _beavered,
    ev.BeaverAnswered: _beaver_answered,
    ev.AskedAgain: _asked_again,
    ev.ExtraSaid: _extra_said,
    ev.CubeMade: _cube_made,
    ev.CubeClosed: _cube_closed,
    ev.CubeTurned: _cube_turned,
}
