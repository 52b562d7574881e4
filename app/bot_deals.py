"""How a bot deals: consent, settlements, purchases, extras, and the choice after a correction."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import floor
from typing import Any

from app.bot_views import Mind, standing
from app.verdicts import Contract
from rules.cube import Cube
from rules.proposals import Proposal
from rules.rounds import offered_extras, undecided_droppers
from rules.state import Table

Request = dict[str, Any]

SLACK = 0.1
"""How much of a cube's value a bot gives away to have done with it."""

_CONSENT = {"join": True, "invite": True, "transfer": True, "bet": False, "swap": False}
"""What a bot always says to a proposal that costs it nothing, or that it never wants."""


def answer_proposal(mind: Mind, allowed: Callable[[Request], bool]) -> Request | None:
    """Answer the first proposal that waits for the player and can be answered now.

    What may not be agreed to before an open round is over waits as well.
    """
    for one in mind.table.proposals:
        if mind.blind and one.in_game:
            continue  # What it is worth, the room has to say.
        if one.for_box and _is_box_of(mind, one):
            return {"do": "preempt" if _preempts(mind, one) else "let", "proposal": one.id}
        if mind.me not in one.waits_for or not _due(mind, one):
            continue
        if mind.me != mind.name and (not one.cubes or one.action["do"] == "sell"):
            continue  # A stand-in speaks for cubes only (club 7.1), and buys nobody's game.
        answer = {"do": "agree" if _consents(mind, one) else "refuse", "proposal": one.id}
        if allowed(answer):
            return answer
    return None


def _due(mind: Mind, one: Proposal) -> bool:
    """Whether an answer is due: a deal on the game waits for a half point or the Box's word."""
    waiting = mind.table.waiting_purchase()
    frozen = waiting is not None and waiting.id != one.id
    return not one.in_game or not (frozen or mind.table.phase == "rolloff")


def _is_box_of(mind: Mind, one: Proposal) -> bool:
    game = mind.table.game
    cube = game.cube(one.cubes[0]) if game and one.cubes else None
    return cube is not None and cube.boxer == mind.me


def _consents(mind: Mind, one: Proposal) -> bool:
    verb = one.action["do"]
    if verb == "invite":
        return mind.mood.likes(0.7)
    if verb in _CONSENT:
        return _CONSENT[verb]
    if verb in _WEIGHED:
        return _WEIGHED[verb](mind, one)
    return verb in ("stake", "automatic") and mind.mood.likes(0.5)


def worth_to_me(mind: Mind, cube: Cube) -> float:
    """Return what a cube is worth to the player, in points."""
    value = standing(mind.table, cube, mind.judge, mind.character)
    return value if cube.player == mind.me else -value


def _cube_of(mind: Mind, one: Proposal) -> Cube:
    cube = mind.game.cube(one.cubes[0])
    assert cube is not None
    return cube


def _settles(mind: Mind, one: Proposal) -> bool:
    cube = _cube_of(mind, one)
    points = float(one.action["points"])
    mine = points if one.action["to"] == mind.me else -points
    return mine >= worth_to_me(mind, cube) - SLACK * cube.value


def _lets_resign(mind: Mind, one: Proposal) -> bool:
    cube = _cube_of(mind, one)
    worth = cube.worth(one.action.get("kind", "single"), mind.table.rules.jacoby)
    return worth >= worth_to_me(mind, cube) - 0.02 * cube.value


def _sells_interest(mind: Mind, one: Proposal) -> bool:
    cube = _cube_of(mind, one)
    return float(one.action["price"]) >= worth_to_me(mind, cube) - SLACK * cube.value


def _preempts(mind: Mind, one: Proposal) -> bool:
    """Whether to close the cube at the buyer's price: where it costs more to play on."""
    return -float(one.action["price"]) > worth_to_me(mind, _cube_of(mind, one)) + 0.05


def _buys_game(mind: Mind, one: Proposal) -> bool:
    seller, price = one.by, float(one.action["price"])
    value = 0.0
    for cube in mind.game.live:
        worth = standing(mind.table, cube, mind.judge, mind.character)
        if cube.boxer == seller and cube.player != mind.me:
            value -= worth
        elif cube.player == mind.me:
            value -= worth  # His own cube is void then, and its worth lost.
    return value >= price


def _abandons(mind: Mind, one: Proposal) -> bool:
    mine = [cube for cube in mind.game.live if mind.me in (cube.player, cube.boxer)]
    return sum(worth_to_me(mind, cube) for cube in mine) <= 0


def _takes_raccoon(mind: Mind, one: Proposal) -> bool:
    return mind.offered(_cube_of(mind, one)) < 0


def _takes_back(mind: Mind, one: Proposal) -> bool:
    """Let a slip be mended as long as no dice were thrown since."""
    past: Table = mind.table
    for _ in range(int(one.action.get("steps", 1))):
        if past.before is None:
            return False
        past = past.before
    return past.throws == mind.table.throws and past.commit == mind.table.commit


def _amends(mind: Mind, one: Proposal) -> bool:
    points = one.action.get("points")
    record = mind.table.games[one.action["game"] - 1]
    if points is None:
        return False
    return bool(points.get(mind.me, 0) >= record.points.get(mind.me, 0))


_WEIGHED: dict[str, Callable[[Mind, Proposal], bool]] = {
    "settle": _settles,
    "resign": _lets_resign,
    "buy": _sells_interest,
    "sell": _buys_game,
    "abandon": _abandons,
    "raccoon": _takes_raccoon,
    "takeback": _takes_back,
    "amend": _amends,
}


# Extras (club 5.7)


def extra(mind: Mind) -> Request | None:
    """Say whether to give an extra: what one dropped is worth more than the price of dropping."""
    round_ = mind.game.round
    if round_ is None or undecided_droppers(round_)[:1] != (mind.me,):
        return None
    dt = mind.verdict_on(Contract("mine")).dt
    return {"do": "extra" if dt > 1 else "no_extra"}


def drops_everything(mind: Mind) -> bool:
    """Whether the lone taker had better drop the Box's double and all extras with it."""
    round_ = mind.game.round
    if mind.table.rules.lone_taker != "extras" or round_ is None:
        return False
    lone = mind.game.cube(round_.lone or "")
    extras = offered_extras(mind.game)
    if lone is None or lone.player != mind.me or not extras or undecided_droppers(round_):
        return False
    offer = round_.offer_of(lone.id)
    assert offer is not None
    dt = mind.verdict_on(Contract("mine")).dt
    turned = 2 if round_.marks.get(lone.id) == "beaver" else 1
    keeps = -dt * offer.value * turned + sum((1 - dt) * cube.value for cube in extras)
    return keeps < -offer.value


# Looking ahead


def may_soon_double(mind: Mind, cubes: tuple[Cube, ...]) -> bool:
    """Whether a double looks likely once the other side has made its best play."""
    game = mind.game
    assert game.dice is not None
    plays = mind.judge.plays(game.position, game.dice, Contract(), 1)
    after = plays[0].play.after.flip() if plays else game.position.flip()
    if after.over:
        return False
    rules = mind.table.rules
    for cube in cubes:
        mine = Contract("mine" if cube.owner else "center", rules.jacoby and not cube.in_game)
        verdict = mind.mood.opinion(mind.judge.cube(after, mine, mind.character.cube_plies))
        if verdict.doubles(rules.beavers):
            return True
    return False


def likes_its_roll(mind: Mind) -> bool:
    """Whether the roll is better than another would be, after a correction (club 8.4)."""
    game = mind.game
    assert game.dice is not None
    plays = mind.judge.plays(game.position, game.dice, Contract("mine"), mind.character.play_plies)
    if not plays:
        return False
    return plays[0].equity >= mind.judge.cube(game.position, Contract("mine")).nd


# Proposing


def half_points(points: float) -> Decimal:
    """Return points rounded to halves, as settlements are made.

    >>> half_points(1.3), half_points(0.2)
    (Decimal('1.5'), Decimal('0'))
    """
    return Decimal(floor(points * 2 + 0.5)) / 2


def proposal(mind: Mind, allowed: Callable[[Request], bool]) -> Request | None:
    """Propose a deal near its fair value: to settle, to buy, to sell the game, or to resign."""
    table, game = mind.table, mind.table.game
    if game is None or table.phase not in ("before_roll", "play") or table.waiting_purchase():
        return None
    if any(one.by == mind.me for one in table.proposals):
        return None
    mine = [cube for cube in game.live if mind.me in (cube.player, cube.boxer)]
    options: list[Request] = []
    for cube in mine:
        worth = worth_to_me(mind, cube)
        to = mind.me if worth >= 0 else cube.boxer if cube.player == mind.me else cube.player
        points = str(half_points(abs(worth)))
        options.append({"do": "settle", "cube": cube.id, "points": points, "to": to})
        if worth < -0.97 * cube.value:
            options.append({"do": "resign", "cubes": [cube.id]})
    for cube in game.live:
        if cube.player != mind.me and game.side_of(mind.me) == "team" and not cube.extra:
            worth = standing(table, cube, mind.judge, mind.character)
            if worth > 0:
                price = str(half_points(worth))
                options.append({"do": "buy", "cube": cube.id, "price": price})
    if game.boxer == mind.me:
        worth = sum(worth_to_me(mind, cube) for cube in mine)
        buyers = [n for n in game.line if n not in (mind.me, game.partner, game.assistant)]
        if worth >= 0 and buyers:
            to = buyers[table.n % len(buyers)]
            price = str(half_points(worth))
            options.append({"do": "sell", "to": to, "price": price})
    options = [request for request in options if allowed(request)]
    return options[table.n % len(options)] if options else None
