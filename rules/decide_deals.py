"""What comes of deals and proposals (rulebook sections 7.5, 12)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from rules import events as ev
from rules.actions import (
    Agree,
    Bet,
    Resign,
    RollOff,
    ToProposal,
)
from rules.checks import case_of
from rules.cube import Cube
from rules.decide_house import carry_out_pause
from rules.decide_rounds import turn_raccoon
from rules.decide_takeback import take_back
from rules.permit_deals import resigned_cubes
from rules.points import whole_points
from rules.telling import Telling

# Proposing


def propose_deal(t: Telling) -> None:
    """Propose to settle, buy, sell or bet: the other party is asked."""
    request = t.action.model_copy(update={"as_": None, "by": t.me}).request()
    cube = t.game.cube(request.get("cube", ""))
    cubes: tuple[str, ...] = (cube.id,) if cube else ()
    if t.action.verb == "sell":
        cubes = tuple(one.id for one in t.game.live if one.boxer == t.me)
    t.propose(request, (_other_party(t, cube, request),), cubes=cubes, in_game=True)


def _other_party(t: Telling, cube: Cube | None, request: dict[str, Any]) -> str:
    if isinstance(t.action, Bet):
        return t.action.with_
    if cube is None:
        return str(request["to"])
    if t.action.verb == "buy":
        return cube.player
    return cube.boxer if t.me == cube.player else cube.player


def resign(t: Telling) -> None:
    """Offer to lose cubes at once: one proposal a cube, in line order (rulebook section 7.5)."""
    assert isinstance(t.action, Resign)
    wanted = resigned_cubes(case_of(t.table, t.action))
    for cube in t.game.cubes:
        if cube.id in wanted:
            request = {"do": "resign", "by": t.me, "kind": t.action.kind, "cubes": [cube.id]}
            other = cube.boxer if t.me == cube.player else cube.player
            t.propose(request, (other,), cubes=(cube.id,), in_game=True)


def abandon(t: Telling) -> None:
    """Propose to all to end the game with every live cube void."""
    others = [name for name in t.table.seated if name != t.me]
    t.propose({"do": "abandon", "by": t.me}, others, in_game=True)


# Answering


def agree(t: Telling) -> None:
    """Say yes; when consent is complete, the proposed action is decided."""
    assert isinstance(t.action, Agree)
    number = t.action.proposal
    one = t.table.proposal(number)
    assert one is not None
    complete = not one.answered_by(t.me, yes=True).waits_for
    for_box = complete and one.action["do"] == "buy" and t.table.rules.preempt
    t.tell(ev.Consented(proposal=number, player=t.me, for_box=for_box))
    if complete and not for_box:
        _decide(t, number, one.action)


def _decide(t: Telling, number: int, request: dict[str, Any]) -> None:
    t.tell(ev.ProposalGone(proposal=number, how="done"))
    carry_out(t, request)


def refuse(t: Telling) -> None:
    """Say no; where one yes is enough, the others may still give it."""
    assert isinstance(t.action, ToProposal)
    one = t.table.proposal(t.action.proposal)
    assert one is not None
    if one.needs == "one" and len(one.waits_for) > 1:
        t.tell(ev.Consented(proposal=one.id, player=t.me, yes=False))
        return
    t.tell(ev.ProposalGone(proposal=one.id, how="refused", player=t.me))
    if one.action["do"] == "invite":
        t.tell(ev.InviteRefused(player=t.me))


def withdraw(t: Telling) -> None:
    """Take one's own proposal back."""
    assert isinstance(t.action, ToProposal)
    t.tell(ev.ProposalGone(proposal=t.action.proposal, how="withdrawn", player=t.me))


def preempt(t: Telling) -> None:
    """The Box steps into a purchase and pays its price (club 4.4), or lets it be."""
    assert isinstance(t.action, ToProposal)
    one = t.table.proposal(t.action.proposal)
    assert one is not None
    request = dict(one.action)
    if t.action.verb == "preempt":
        request |= {"do": "preempt", "by": t.me}
    _decide(t, one.id, request)


# Carrying out


def carry_out(t: Telling, request: dict[str, Any]) -> None:
    """Decide a proposed action to which everybody concerned has agreed."""
    verb = request["do"]
    if verb in _DEALS:
        _DEALS[verb](t, request)
    elif verb == "raccoon":
        turn_raccoon(t, request["cube"])
    elif verb == "automatic":
        t.tell(ev.CubeTurned(cubes=tuple(request["cubes"])))
    elif verb == "resign":
        _resigned(t, request)
    elif verb == "abandon":
        for cube in t.game.live:
            t.tell(ev.CubeClosed(cube=cube.id, how="void", points=0))
    elif verb == "bet":
        t.tell(
            ev.BetMade(
                by=request["by"], with_=request["with"], points=request["points"], on=request["on"]
            )
        )
    elif verb == "takeback":
        take_back(t, int(request.get("steps", 1)))
    else:
        carry_out_pause(t, request)


def _resigned(t: Telling, request: dict[str, Any]) -> None:
    cube = t.game.cube(request["cubes"][0])
    assert cube is not None
    worth = cube.worth(request.get("kind", "single"), t.table.rules.jacoby)
    points = -worth if request["by"] == cube.player else worth
    t.tell(ev.CubeClosed(cube=cube.id, how="resign", points=points))


def _settle(t: Telling, request: dict[str, Any]) -> None:
    cube = t.game.cube(request["cube"])
    assert cube is not None
    payer = cube.boxer if request["to"] == cube.player else cube.player
    maker, other = request["by"], payer if request["by"] == request["to"] else request["to"]
    points = _whole(t, request, "points", maker, other, payee=request["to"])
    if points is not None:
        signed = points if request["to"] == cube.player else -points
        t.tell(ev.CubeClosed(cube=cube.id, how="settle", points=signed))


def _buy(t: Telling, request: dict[str, Any]) -> None:
    cube = t.game.cube(request["cube"])
    assert cube is not None
    buyer, owner = request["by"], cube.player
    price = _whole(t, request, "price", buyer, owner, payee=owner)
    if price is not None:
        _pay_price(t, buyer, owner, price)
        t.tell(ev.CubeSold(cube=cube.id, side="team", to=buyer))


def _preempt(t: Telling, request: dict[str, Any]) -> None:
    cube = t.game.cube(request["cube"])
    assert cube is not None
    price = _whole(t, request, "price", cube.boxer, cube.player, payee=cube.player)
    if price is not None:
        t.tell(ev.CubeClosed(cube=cube.id, how="preempt", points=price))


def _sell(t: Telling, request: dict[str, Any]) -> None:
    seller, buyer = request["by"], request["to"]
    price = _whole(t, request, "price", seller, buyer, payee=seller)
    if price is not None:
        _pay_price(t, buyer, seller, price)
        for cube in t.game.live:
            if cube.player == buyer:
                t.tell(ev.CubeClosed(cube=cube.id, how="void", points=0))
        t.tell(ev.BoxSold(to=buyer))


_DEALS: dict[str, Callable[[Telling, dict[str, Any]], None]] = {
    "settle": _settle,
    "buy": _buy,
    "preempt": _preempt,
    "sell": _sell,
}


def _pay_price(t: Telling, frm: str, to: str, price: int) -> None:
    if price:
        t.tell(ev.Paid(frm=frm, to=to, points=price, why="price"))


def _whole(
    t: Telling, request: dict[str, Any], key: str, maker: str, other: str, *, payee: str
) -> int | None:
    """Return the points as a whole number; where half a point is over, roll it off first.

    Dice by the program are thrown at once, and the deal goes on with what they gave. With dice by
    hand the table waits for the roll-off, and None is returned.
    """
    amount = Decimal(str(request[key]))
    points = whole_points(amount)
    if points is not None:
        return points
    action = {**request, "payee": payee, "key": key}
    t.tell(ev.RollOffDue(maker=maker, other=other, action=action))
    if t.table.dice == "manual":
        return None
    while True:
        a, b, c, d = t.throw(4)
        winner = _throw_off(t, ((a, b), (c, d)), thrown=4)
        if winner is not None:
            return _rounded(amount, payee, winner)


def _throw_off(
    t: Telling, dice: tuple[tuple[int, int], tuple[int, int]], thrown: int
) -> str | None:
    """Throw for the half point: the higher total gets it, doubles count no extra (club 4.3)."""
    due = t.game.rolloffs[0]
    mine, yours = sum(dice[0]), sum(dice[1])
    winner = None if mine == yours else due.maker if mine > yours else due.other
    t.tell(ev.RolledOff(dice=dice, winner=winner, thrown=thrown))
    return winner


def _rounded(amount: Decimal, payee: str, winner: str) -> int:
    up = ROUND_CEILING if winner == payee else ROUND_FLOOR
    return int(amount.to_integral_value(rounding=up))


def rolloff(t: Telling) -> None:
    """Throw by hand for a half point, and carry the deal out."""
    assert isinstance(t.action, RollOff)
    assert t.action.dice is not None
    due = t.game.rolloffs[0]
    winner = _throw_off(t, t.action.dice, thrown=0)
    if winner is None:
        return
    request = dict(due.action)
    payee, key = str(request.pop("payee")), str(request.pop("key"))
    request[key] = _rounded(Decimal(str(request[key])), payee, winner)
    carry_out(t, request)
