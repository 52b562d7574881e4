"""Random sessions: what anybody at a table might ask, sensible, mutated, and quite at random."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from rules.actions import ACTIONS
from rules.legal import legal
from rules.notation import write_play
from rules.offers import Offer
from rules.plays import legal_plays
from rules.ruleset import PRESETS, Ruleset, option_names
from rules.state import Table
from rules.values import Mark
from rules.views import to_act

MARKS: tuple[Mark, ...] = ("take", "drop", "beaver")
NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal")
WATCHERS = ("wat", "zoe")

WEIGHTS = {
    "show": 0.3,
    "note": 0.2,
    "flag": 0.2,
    "finish": 6,
    "roll": 40,
    "play": 60,
    "done": 40,
    "opening": 60,
    "start": 60,
    "draw": 60,
    "double": 35,
    "stay": 15,
    "answer": 40,
    "take": 30,
    "drop": 20,
    "beaver": 12,
    "accept": 20,
    "raccoon": 15,
    "extra": 20,
    "no_extra": 10,
    "rolloff": 60,
    "agree": 25,
    "refuse": 6,
    "let": 15,
    "preempt": 15,
    "keep": 30,
    "reroll": 30,
    "remain": 30,
    "step_down": 30,
    "acknowledge": 60,
    "settle": 1,
    "buy": 0.8,
    "sell": 0.5,
    "resign": 0.7,
    "invite": 25,
    "join": 4,
    "correct": 0.5,
    "takeback": 0.15,
    "say": 0.2,
    "abandon": 0.2,
    "leave": 0.3,
    "close": 0.2,
    "proxy": 0.4,
    "away": 0.7,
    "back": 2,
    "bet": 0.5,
    "seat": 0.05,
    "unseat": 0.05,
    "ban": 0.05,
    "auto_stay": 0.4,
    "automatic": 15,
    "amend": 0.3,
    "transfer": 0.5,
}
"""How often an offer is taken up, so that games go on; any verb not named has 1."""


def some_rules(rng: Random) -> dict[str, Any]:
    """Return house rules: a preset, often with options changed."""
    changed: dict[str, Any] = {"base": rng.choice(PRESETS)}
    for name in option_names():
        if rng.random() < 0.15:
            changed[name] = some_value(rng, name)
    if rng.random() < 0.5:
        changed["partner_from"] = rng.choice((3, 4))
    return changed


def some_value(rng: Random, option: str) -> Any:
    """Return a value that an option may have."""
    kind = Ruleset.model_fields[option].annotation
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.randint(3, 8)
    return rng.choice(get_args(kind))


def some_opening(rng: Random, players: int) -> dict[str, Any]:
    """Return a request that opens a session."""
    rules = some_rules(rng)
    rules["max_players"] = max(players, rules.get("max_players", 3))
    board = rng.choice(("tracked", "physical"))
    dice: Any = "manual" if board == "physical" else rng.choice(("manual", "fair", {"seed": 7}))
    seats = [
        {"name": name, "stake": rng.choice((1, 1, 1, 2, 4))} for name in rng.sample(NAMES, players)
    ]
    return {
        "do": "open",
        "players": seats,
        "rules": rules,
        "board": board,
        "dice": dice,
        "draw": rng.random() < 0.3,
    }


def some_offer(rng: Random, table: Table) -> Offer | None:
    """Return something that somebody may do now, more often those whom the table waits for."""
    due = to_act(table)
    everybody = (*table.seated, *WATCHERS)
    name = rng.choice(due) if due and rng.random() < 0.8 else rng.choice(everybody)
    offers = legal(table, name)
    if not offers:
        return None
    weights = [WEIGHTS.get(one.verb, 1.0) / _as_many(one, offers) for one in offers]
    return rng.choices(offers, weights)[0]


def _as_many(offer: Offer, offers: tuple[Offer, ...]) -> int:
    return sum(one.verb == offer.verb for one in offers)


def request_of(rng: Random, table: Table, offer: Offer) -> dict[str, Any]:
    """Return a request that takes up an offer, its open parts filled one way or another."""
    request = offer.sample.request()
    if rng.random() < 0.2:
        return request
    if offer.rule is not None:
        marks: dict[str, Mark] = {cube: rng.choice(MARKS) for cube in offer.rule.cubes}
        if offer.rule.allows(marks) or rng.random() < 0.2:
            for mark in MARKS:
                request[mark] = [cube for cube, given in marks.items() if given == mark]
        return request
    if offer.cubes and rng.random() < 0.6:
        request["cubes"] = rng.sample(offer.cubes, rng.randint(1, len(offer.cubes)))
    for key in offer.open:
        if key != "cubes" and (value := some_part(rng, table, offer.verb, key)) is not None:
            request[key] = value
    return request


def some_part(rng: Random, table: Table, verb: str, key: str) -> Any:
    """Return a value for one part of a request; None leaves it as it is."""
    strangers = (*WATCHERS, "box", "captain", "mover", "nobody")
    everybody = (*table.seated, *table.seated, *strangers)
    game = table.game
    cubes = [cube.id for cube in game.cubes] if game else []
    refs = [*cubes, *table.seated, "bob:zoe", "box"]
    if key in ("points", "price"):
        if verb == "amend":
            return _some_amendment(rng, table) if rng.random() < 0.7 else None
        if verb in ("bet", "transfer"):
            return rng.choice((1, 2, 5))
        return rng.choice((0, 1, 2, "0.5", "1.5", "0.25", 3))
    if key == "dice":
        if verb == "rolloff":
            return [[rng.randint(1, 6) for _ in range(2)] for _ in range(2)]
        return rng.choice((None, [rng.randint(1, 6), rng.randint(1, 6)]))
    if key == "rolls":
        return _some_rolls(rng, table)
    if key == "move":
        return _some_move(rng, table)
    if key == "cubes":
        return rng.sample(refs, rng.randint(0, min(3, len(refs))))
    if key in ("take", "drop", "beaver"):
        return rng.sample(refs, rng.randint(0, 1))
    simple: dict[str, Any] = {
        "cube": lambda: rng.choice(refs),
        "by": lambda: rng.choice(everybody),
        "as": lambda: rng.choice(everybody),
        "to": lambda: rng.choice(("team", "box", "all") if verb == "say" else everybody),
        "with": lambda: rng.choice(everybody),
        "player": lambda: rng.choice(everybody),
        "text": lambda: "so",
        "set": lambda: {(option := rng.choice(option_names())): some_value(rng, option)},
        "stake": lambda: rng.choice((1, 2)),
        "value": lambda: rng.choice((1, 2, 8)),
        "proposal": lambda: rng.randint(1, table.last_proposal + 1),
        "on": lambda: (
            rng.choice(("box", "team")) if verb == "bet" else rng.choice((True, False, None))
        ),
        "first": lambda: rng.choice((None, "box", "team")),
        "winner": lambda: rng.choice(("box", "team")),
        "kind": lambda: rng.choice(("single", "gammon", "backgammon")),
        "position": lambda: rng.choice(("4HPwATDgc/ABMA", "4HPwATDgc/ABMB", "x")),
        "topic": lambda: rng.choice(("checkers", "cube", "table")),
        "game": lambda: rng.randint(1, len(table.games) + 1),
        "back": lambda: rng.randint(0, 3),
        "gain": lambda: rng.choice((None, 0.01, 0.5)),
        "steps": lambda: rng.randint(1, 3),
    }
    return simple[key]()


def _some_amendment(rng: Random, table: Table) -> dict[str, int]:
    points = dict.fromkeys(rng.sample(table.seated, min(2, len(table.seated))), 0)
    names = list(points)
    if len(names) == 2:
        points[names[0]], points[names[1]] = 3, rng.choice((-3, -3, 2))
    return points


def _some_rolls(rng: Random, table: Table) -> list[list[Any]]:
    names = rng.sample(table.seated, len(table.seated))
    joiners = table.joiners or tuple(names)
    dice = rng.choice((1, 2))
    return [[name, *(rng.randint(1, 6) for _ in range(dice))] for name in joiners]


def _some_move(rng: Random, table: Table) -> str:
    game = table.game
    if game is None or game.dice is None or rng.random() < 0.1:
        return rng.choice(("", "24/18 13/11", "8/5 6/5", "bar/25", "6/off", "13/8"))
    plays = legal_plays(game.position, game.dice)
    return write_play(rng.choice(plays)) if plays else ""


def mutated(rng: Random, table: Table, request: dict[str, Any]) -> dict[str, Any]:
    """Return a request with one part of it changed, left out or added."""
    changed = dict(request)
    keys = [
        field.alias or name
        for name, field in ACTIONS[request["do"]].model_fields.items()
        if name != "do"
    ]
    key = rng.choice(keys)
    if key in changed and rng.random() < 0.3:
        del changed[key]
    else:
        changed[key] = some_part(rng, table, request["do"], key)
    return changed


def any_request(rng: Random, table: Table) -> dict[str, Any]:
    """Return a request of any verb, filled in at random."""
    verb = rng.choice([one for one in ACTIONS if one != "open"])
    speakers = WATCHERS if not table.seated or rng.random() < 0.1 else table.seated
    request: dict[str, Any] = {"do": verb, "by": rng.choice(speakers)}
    for name, field in ACTIONS[verb].model_fields.items():
        key = field.alias or name
        chance = 0.05 if key == "as" else 0.3
        if key not in ("do", "by") and (field.is_required() or rng.random() < chance):
            request[key] = some_part(rng, table, verb, key)
    return request
