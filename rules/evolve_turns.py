"""What becomes of the dice and the checkers."""

from __future__ import annotations

from typing import Any

from rules import events as ev
from rules.fold_parts import (
    Folds,
    game_of,
)
from rules.ids import read_position_id
from rules.state import (
    Correction,
    Table,
    Turn,
)
from rules.values import other


def _committed(table: Table, event: ev.Committed) -> Table:
    return table.but(commit=event.sha256, throws=0, salts={})


def _revealed(table: Table, event: ev.Revealed) -> Table:
    return table.but(commit=None)


def _opening_rolled(table: Table, event: ev.OpeningRolled) -> Table:
    game = game_of(table)
    table = table.but(throws=table.throws + event.thrown)
    if event.first is None:
        return table.but(game=game.but(equal=game.equal + 1, automatic=frozenset()))
    dice = event.dice
    if dice is not None and event.first == "team":
        dice = (dice[1], dice[0])
    changes = {"base_phase": "play", "turn": event.first, "dice": dice}
    return table.but(game=game.but(**changes, team_opened=event.first == "team"))


def _rolled(table: Table, event: ev.Rolled) -> Table:
    game = game_of(table).but(dice=event.dice, base_phase="play")
    return table.but(game=game, throws=table.throws + event.thrown)


def _played(table: Table, event: ev.Played) -> Table:
    game = game_of(table)
    changes: dict[str, Any] = {"dice": None, "team_opened": False, "raccooned": frozenset()}
    if event.side == "team":
        changes["asked"] = False
    if event.position is not None and game.dice is not None:
        after = read_position_id(event.position)
        turn = Turn(event.side, event.by, game.dice, event.move, game.position, after)
        changes |= {"turns": (*game.turns, turn), "position": after}
    return table.but(game=game.but(**changes))


def _turn_passed(table: Table, event: ev.TurnPassed) -> Table:
    game = game_of(table)
    changed = game.but(
        turn=event.to,
        base_phase="before_roll",
        position=game.position.flip(),
        dice=None,
        round_closed=False,
        spoken=frozenset(),
    )
    return table.but(game=changed)


def _shown(table: Table, event: ev.Shown) -> Table:
    return table.but(shown=event.position)


def _corrected(table: Table, event: ev.Corrected) -> Table:
    game = game_of(table)
    first = len(game.turns) - 1 - event.back
    undone = game.turns[len(game.turns) - event.undone :] if event.undone else ()
    kept = list(game.turns[: len(game.turns) - event.undone])
    kept[first] = kept[first].but(dice=event.dice, move=event.move)
    for index, position in enumerate(event.positions, first):
        if index > first:
            kept[index] = kept[index].but(before=kept[index - 1].after.flip())
        kept[index] = kept[index].but(after=read_position_id(position))
    last = kept[-1]
    changes: dict[str, Any] = {"turns": tuple(kept), "position": last.after.flip()}
    if undone:
        changes |= {"turn": other(last.side), "base_phase": "play", "dice": undone[0].dice}
    game = game.but(**changes)
    if event.choice and game.turn and game.dice:
        game = game.but(correction=Correction(game.turn, game.dice))
    return table.but(game=game)


def _chosen(table: Table, event: ev.Chosen) -> Table:
    game = game_of(table).but(correction=None)
    if event.reroll:
        game = game.but(base_phase="before_roll", dice=None, round_closed=True)
    return table.but(game=game)


FOLDS: Folds = {
    ev.Committed: _committed,
    ev.Revealed: _revealed,
    ev.OpeningRolled: _opening_rolled,
    ev.Rolled: _rolled,
    ev.Played: _played,
    ev.TurnPassed: _turn_passed,
    ev.Shown: _shown,
    ev.Corrected: _corrected,
    ev.Chosen: _chosen,
}
