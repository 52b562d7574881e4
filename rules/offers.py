"""What somebody might do at a moment: every verb with its parts, before the checks are asked.

An offer is an action ready to send, or one with an open choice: cubes with the rule over them, a
free text, points. `legal` asks of each whether it is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from rules import permit_seats as seats
from rules.actions import Action, construct, read_action
from rules.answers import AnswerRule, answer_rule
from rules.checks import case_of
from rules.draw import example_rolls, throws_each
from rules.naming import participants
from rules.notation import write_play
from rules.permit_consent import steps_back
from rules.permit_deals import resigned_cubes
from rules.permit_turns import automatic_cubes
from rules.plays import legal_plays
from rules.rounds import may_double_with, my_beavers
from rules.state import Game, Table
from rules.values import Mark

MARKS: tuple[Mark, ...] = ("take", "drop", "beaver")
ONE = Decimal(1)


@dataclass(frozen=True)
class Offer:
    """One action that is allowed now.

    `fixed` are the parameters as they have to be; `open` names those left to the player: a subset
    of `cubes`, the answers under `rule`, one of `moves`, `text`, `points` and so on. `sample` is
    one action of the offer, ready to send.
    """

    verb: str
    by: str
    as_: str | None
    fixed: dict[str, Any]
    sample: Action
    open: tuple[str, ...] = ()
    cubes: tuple[str, ...] = ()
    rule: AnswerRule | None = None
    moves: tuple[str, ...] = ()

    def requests(self) -> list[dict[str, Any]]:
        """Return it as the protocol lists it: each move by itself, ready to send."""
        request = self.request()
        if not self.moves:
            return [request]
        del request["open"]
        return [{**request, "move": move} for move in self.moves]

    def request(self) -> dict[str, Any]:
        """Return it with its open parts named."""
        request: dict[str, Any] = {"do": self.verb, "by": self.by}
        if self.as_ is not None:
            request["as"] = self.as_
        request |= self.fixed
        if self.cubes:
            request["cubes"] = list(self.cubes)
        if self.rule is not None:
            request["rule"] = self.rule.offer()
        if self.open:
            request["open"] = list(self.open)
        return request


def candidates(table: Table, name: str, principal: str | None) -> Iterator[Offer]:
    """Yield what `name` might do, in the name of `principal` where that is somebody else."""
    me = principal or name
    game = table.game
    # The parts are right already, save a stranger's name. Reading them again would build the
    # validators of thirty verbs before the table is first seen.
    make = _sample if name in participants(table) else read_action

    def offer(verb: str, fixed: dict[str, Any] | None = None, **more: Any) -> Offer:
        fixed = fixed or {}
        sample = {"do": verb, "by": name, **fixed, **more.pop("sample", {})}
        if principal is not None:
            sample["as"] = principal
        return Offer(verb, name, principal, fixed, make(sample), **more)

    yield from _always(table, me, offer)
    if game is None:
        yield from _in_pause(table, me, offer)
    else:
        yield from _in_game(table, game, me, offer)
        yield from _deals(table, game, me, offer)


def _sample(request: dict[str, Any]) -> Action:
    """Make a sample, or find the one of an earlier turn: most are the same all evening."""
    try:
        return _kept(tuple((part, value, type(value)) for part, value in request.items()))
    except TypeError:  # points and options are written as objects
        return construct(request)


@lru_cache(maxsize=4096)
def _kept(parts: tuple[tuple[str, Any, type], ...]) -> Action:
    return construct({part: value for part, value, _ in parts})


def _always(table: Table, me: str, offer: Any) -> Iterator[Offer]:
    for verb in ("away", "back", "leave", "acknowledge"):
        yield offer(verb)
    yield offer("note", open=("text",), sample={"text": "x"})
    yield offer("auto_stay", {"on": me not in table.auto_stay})
    yield offer("auto_stay", {"on": me in table.auto_stay})
    for to in (*participants(table), None):
        yield offer("proxy", {"to": to})
    if me not in table.seated:
        yield offer("join", open=("stake",))
    for one in table.proposals:
        for verb in ("agree", "refuse", "withdraw", "preempt", "let"):
            yield offer(verb, {"proposal": one.id})
    for topic in ("checkers", "cube", "table"):
        for to in ("team", "box", "all"):
            yield offer("say", {"topic": topic, "to": to}, open=("text",), sample={"text": "x"})
    for steps in range(1, steps_back(table) + 1):
        yield offer("takeback", {"steps": steps})
    for other in participants(table):
        for verb in ("seat", "unseat", "ban"):
            yield offer(verb, {"player": other})


def _in_pause(table: Table, me: str, offer: Any) -> Iterator[Offer]:
    manual = table.dice == "manual"
    if manual and (drawing := seats.drawing(table)):
        rolls = tuple(example_rolls(drawing, throws_each(table)))
        yield offer("draw", open=("rolls",), sample={"rolls": rolls})
    else:
        yield offer("draw")
    for verb in ("start", "relinquish", "remain", "step_down", "close"):
        yield offer(verb)
    for other in seats.may_be_asked(table):
        yield offer("invite", {"player": other})
    yield offer("stake", open=("value",), sample={"value": 1})
    yield offer("rules", open=("set",), sample={"set": {"jacoby": table.rules.jacoby}})
    yield offer("salt", open=("text",), sample={"text": "x"})
    for other in table.seated:
        yield offer("object", {"player": other})
        if other != me:
            yield offer("swap", {"with": other})
    for other in table.scores:
        if other != me:
            yield offer("transfer", {"to": other}, open=("points",), sample={"points": 1})
    for record in table.games:
        yield offer(
            "amend",
            {"game": record.game},
            open=("points", "kind"),
            sample={"points": dict(record.points)},
        )


def _in_game(table: Table, game: Game, me: str, offer: Any) -> Iterator[Offer]:
    manual, physical = table.dice == "manual", table.board == "physical"
    dice = {"open": ("dice",), "sample": {"dice": (6, 5)}} if manual else {}
    both = {"open": ("dice", "first"), "sample": {"dice": (6, 5)}} if physical else dice
    yield offer("opening", **both)
    yield offer("roll", **dice)
    for verb in ("stay", "hold", "release", "done", "keep", "reroll", "ask", "abandon"):
        yield offer(verb)
    for verb in ("extra", "no_extra"):
        yield offer(verb)
    yield offer("insist", {"on": not game.insists})
    yield offer("insist", {"on": game.insists})
    if game.turn is not None:
        cubes = tuple(cube.id for cube in may_double_with(game, me, game.turn))
        yield offer("double", open=("cubes",), cubes=cubes, sample={})
    yield from _automatic(table, game, me, offer)
    yield from _answers(table, game, me, offer)
    yield from _plays(table, game, offer)
    for winner in ("box", "team"):
        for kind in ("single", "gammon", "backgammon"):
            yield offer("finish", {"winner": winner, "kind": kind})
    yield offer("show", open=("position",), sample={"position": "4HPwATDgc/ABMA"})
    yield offer("flag", open=("text",), sample={"text": "x"})
    for back, turn in enumerate(reversed(game.turns)):
        yield offer(
            "correct",
            {"back": back} if back else {},
            open=("move", "dice", "gain"),
            sample={"move": turn.move},
        )
    if manual:
        rolls = {"dice": ((6, 5), (4, 3))}
        yield offer("rolloff", open=("dice",), sample=rolls)


def _automatic(table: Table, game: Game, me: str, offer: Any) -> Iterator[Offer]:
    if table.rules.automatic_doubles == "by_agreement":
        base = offer("automatic")
        cubes = automatic_cubes(case_of(table, base.sample))
        yield offer("automatic", open=("cubes", "on"), cubes=cubes)
    else:
        yield offer("automatic", open=("cubes", "on"), sample={"on": True})


def _answers(table: Table, game: Game, me: str, offer: Any) -> Iterator[Offer]:
    rule = answer_rule(table, me, offer("done").by)
    if rule is not None:
        for verb in ("take", "drop", "beaver"):
            yield offer(verb)
            if len(rule.cubes) == 1:
                yield offer(verb, {"cube": rule.cubes[0]})
        # One answer alike for all cubes, to try whether answering is due at all.
        alike = [mark for mark in MARKS if rule.allows(dict.fromkeys(rule.cubes, mark))]
        nothing: dict[str, tuple[str, ...]] = dict.fromkeys(MARKS, ())
        yield from (
            offer(
                "answer", open=MARKS, cubes=rule.cubes, rule=rule,
                sample={**nothing, mark: rule.cubes},
            )
            for mark in alike[:1]
        )  # fmt: skip
    mine = my_beavers(table, game, me) or tuple(
        cube.id for cube in game.live if cube.id in game.raccooned
    )
    for verb in ("accept", "raccoon") if rule is not None else ("accept", "drop", "raccoon"):
        yield offer(verb)
        for cube in mine:
            yield offer(verb, {"cube": cube})


def _plays(table: Table, game: Game, offer: Any) -> Iterator[Offer]:
    if table.board == "physical" or game.dice is None or game.base_phase != "play":
        return
    plays = legal_plays(game.position, game.dice)
    moves = tuple(write_play(play) for play in plays) or ("",)
    for verb in ("play", "suggest"):
        yield offer(verb, open=("move",), sample={"move": moves[0]}, moves=moves)


def _deals(table: Table, game: Game, me: str, offer: Any) -> Iterator[Offer]:
    for cube in game.cubes:
        for to in (cube.player, cube.boxer):
            yield offer(
                "settle", {"cube": cube.id, "to": to}, open=("points",), sample={"points": ONE}
            )
        yield offer("buy", {"cube": cube.id}, open=("price",), sample={"price": ONE})
    base = offer("resign")
    cubes = resigned_cubes(case_of(table, base.sample))
    for kind in ("single", "gammon", "backgammon"):
        fixed = {} if kind == "single" else {"kind": kind}
        yield offer("resign", fixed, open=("cubes",), cubes=cubes)
    yield offer("sell", open=("to", "price"), sample={"to": _somebody_else(game, me), "price": ONE})
    for other in participants(table):
        if other != me:
            for on in ("box", "team"):
                yield offer(
                    "bet", {"with": other, "on": on}, open=("points",), sample={"points": 1}
                )


def _somebody_else(game: Game, me: str) -> str:
    side = (me, game.partner, game.assistant)
    return next((name for name in game.line if name not in side), "somebody")
