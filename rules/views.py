"""What one viewer may see of a table, and what he may do; and the protocol's state object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.answers import AnswerRule, answer_rule
from rules.consult import consultants
from rules.cube import Cube
from rules.ids import position_id
from rules.legal import legal
from rules.offers import Offer
from rules.permit_seats import drawing
from rules.rounds import (
    answerers,
    beaver_answerers,
    may_answer_now,
    order_in_force,
    undecided_droppers,
    undeclared,
    unspoken,
)
from rules.sheet import scores
from rules.state import Game, Table


@dataclass(frozen=True)
class View:
    """A table as one viewer sees it: a whole value that replaces the one before.

    `here` are the players for whom this terminal acts, `offers` what each of them may do now.
    `story` counts the entries so far; panes read the rest of log and talk from there.
    """

    table: Table
    viewer: str | None
    here: tuple[str, ...] = ()
    offers: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)
    to_act: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    pips: tuple[int, int] | None = None
    answer_rule: AnswerRule | None = None
    story: int = 0


def view(table: Table, viewer: str | None, here: tuple[str, ...] = ()) -> View:
    """Return what a viewer sees; nothing is computed for those who may do nothing."""
    due = to_act(table)
    answering = next((name for name in due if name in here), due[0] if due else None)
    rule = answer_rule(table, answering) if answering else None
    return View(
        table=table,
        viewer=viewer,
        here=here,
        offers={name: legal(table, name) for name in here},
        to_act=due,
        scores=scores(table),
        pips=pips(table),
        answer_rule=rule,
        story=table.n,
    )


def to_act(table: Table) -> tuple[str, ...]:
    """Return whom the table waits for now, as the protocol's `to_act`."""
    game = table.game
    if table.closed or not table.opened:
        return ()
    if game is None:
        return _due_in_pause(table)
    purchase = table.waiting_purchase()
    if purchase is not None:
        cube = game.cube(purchase.cubes[0])
        return (cube.boxer,) if cube else ()
    if game.rolloffs:
        return (game.rolloffs[0].maker, game.rolloffs[0].other)
    if game.round is not None:
        return _due_in_round(table, game)
    if game.base_phase == "opening":
        return (game.boxer, table.acting_mover())
    if game.base_phase == "before_roll" and (waiting := unspoken(table)):
        return waiting
    return (table.roller(),)


def _due_in_pause(table: Table) -> tuple[str, ...]:
    if table.undrawn:
        return table.line
    if table.partner_due and table.partner:
        return (table.partner,)
    if table.unaware:
        return tuple(name for name in table.seated if name in table.unaware)
    if drawing(table) and table.dice == "manual":
        return drawing(table)
    return table.seated


def _due_in_round(table: Table, game: Game) -> tuple[str, ...]:
    round_ = game.round
    assert round_ is not None
    if round_.stage == "declare":
        waiting = undeclared(table, game)
        return waiting[:1] if order_in_force(table, "double") else waiting
    if round_.stage == "answer":
        return may_answer_now(table, game) or answerers(table, game)
    if round_.stage == "extras":
        lone = game.cube(round_.lone or "")
        return undecided_droppers(round_)[:1] or ((lone.player,) if lone else ())
    return beaver_answerers(table, game)


def pips(table: Table) -> tuple[int, int] | None:
    """Return the pip counts of Box and Team, common knowledge (club 9.1); None on a real board."""
    game = table.game
    if table.board == "physical" or game is None:
        return None
    mine, theirs = game.position.pips
    return (theirs, mine) if game.turn == "team" else (mine, theirs)


def state_of(table: Table) -> dict[str, Any]:
    """Return the protocol's state object (protocol section 3)."""
    game = table.game
    box, captain = table.box, table.captain
    state: dict[str, Any] = {
        "n": table.n,
        "phase": table.phase,
        "game": game.number if game else len(table.games),
        "turn": game.turn if game else None,
        "line": list(table.line),
        "box": box or None,
        "captain": captain or None,
        "mover": (table.acting_mover() if game else captain) or None,
        "partner": (game.partner if game else table.partner),
        "assistant": (game.assistant if game else table.assistant),
        "in": _in(game) if game else [],
        "out": _out(game) if game else [],
        "away": [name for name in table.seated if name in table.away],
        "order_in_force": {
            "double": order_in_force(table, "double"),
            "answer": order_in_force(table, "answer"),
        },
        "to_act": list(to_act(table)),
        "dice": _dice(game),
        "position": _position(table, game),
        "pips": dict(zip(("box", "team"), pips(table) or (), strict=False)) or None,
        "cubes": [_cube(cube) for cube in _cubes(table)],
        "proposals": [
            {
                "id": one.id,
                "action": one.action,
                "by": one.by,
                "waits_for": list(one.waits_for),
                "needs": one.needs,
            }
            for one in table.proposals
        ],
        "may_consult": {"checkers": list(consultants(table)), "cube": []},
        "scores": scores(table),
        "games": [_record(record) for record in table.games],
        "stakes": {name: table.multiples.get(name, 1) for name in table.seated},
        "closed": table.closed,
    }
    if game is None and table.opened and not table.undrawn:
        state["next"] = next_of(table)
    return state


def next_of(table: Table) -> dict[str, Any]:
    """Return who is Box and Captain in the next game."""
    return {
        "line": list(table.line),
        "box": table.box or None,
        "captain": table.captain or None,
        "partner": table.partner,
        "assistant": table.assistant,
    }


def _in(game: Game) -> list[str]:
    live = game.in_players()
    box_side = (game.boxer, game.partner, game.assistant)
    names = [name for name in game.line if name in live or name in box_side]
    rest = [name for name in box_side if name and name not in names]
    return names + rest + [name for name in game.on_team() if name in live and name not in names]


def _out(game: Game) -> list[str]:
    live = game.in_players()
    box_side = (game.boxer, game.partner, game.assistant)
    return [name for name in game.line if name not in live and name not in box_side]


def _dice(game: Game | None) -> list[int] | None:
    """Return the dice as they were thrown; of an opening roll, the Box's first."""
    if game is None or game.dice is None:
        return None
    return list(game.dice[::-1] if game.team_opened else game.dice)


def _position(table: Table, game: Game | None) -> str | None:
    if table.board == "physical" or game is None:
        return table.shown
    return position_id(game.position)


def _cubes(table: Table) -> tuple[Cube, ...]:
    """Return the game's cubes; in the pause those of the last one, as it left them (`played`)."""
    if table.game:
        return table.game.cubes
    return table.games[-1].cubes if table.games else ()


def _cube(cube: Cube) -> dict[str, Any]:
    return {
        "id": cube.id,
        "value": cube.value,
        "owner": cube.owner,
        "status": cube.status,
        "offered": cube.offered,
        "in_game": cube.in_game,
        "start": cube.start,
        "points": cube.points,
        "player": cube.player,
        "box": cube.boxer,
    }


def _record(record: Any) -> dict[str, Any]:
    return {
        "game": record.game,
        "box": record.box,
        "captain": record.captain,
        "points": dict(record.points),
        "won_by": record.won_by,
        "circled": list(record.circled),
        "crossed": list(record.crossed),
        "b": record.b,
        "kind": record.kind,
        "amended": record.amended,
    }
