"""Who may double, declare, hold the roll and ask for order (rulebook sections 4.5 and 5)."""

from __future__ import annotations

from rules.checks import (
    GAME_PHASES,
    Case,
    Check,
    acts_for,
    bad_request,
    cubes_known,
    in_phase,
    is_box,
)
from rules.refusals import Refusal
from rules.rounds import (
    holding,
    may_double_with,
    order_in_force,
    undeclared,
    undeclared_cubes,
    unspoken,
)
from rules.saying import Term
from rules.state import Round
from rules.values import Side


def _round(case: Case) -> Round:
    assert case.game.round is not None
    return case.game.round


# Doubling


def _has_cubes_on_roll(case: Case) -> Refusal | None:
    """Ask for a cube of one's own on the side on roll, live or not."""
    game, turn = case.game, case.game.turn
    assert turn is not None
    if any(cube.of(turn) == case.me or cube.team == case.me for cube in game.cubes):
        if turn == "box" and case.me not in {cube.boxer for cube in game.cubes}:
            return _not_on_roll(case)
        return None
    return _not_on_roll(case)


def _not_on_roll(case: Case) -> Refusal:
    who = Term("the Box's side") if case.game.turn == "box" else Term("the Team")
    return case.refuse(
        "not_permitted", "own_cube", "It is the turn of {side}: they may double.", side=who
    )


def _cubes_listed(case: Case) -> Refusal | None:
    cubes = case.action.cubes
    if cubes is not None and (not cubes or len(set(cubes)) < len(cubes)):
        return bad_request("Name each cube once, or leave cubes out for all you may double.")
    return None


def _due_to_declare(case: Case) -> Refusal | None:
    """Refuse a second declaration in the same round."""
    if case.table.phase != "declare":
        return None
    round_ = _round(case)
    if undeclared_cubes(case.game, round_, case.me):
        return None
    mine = {cube.id for cube in case.game.cubes_of(case.me, round_.side)}
    if mine & (round_.stays | {offer.cube for offer in round_.offers}):
        text = "{me} has declared; the round goes on."
        return case.refuse("wrong_phase", "turn", text, me=case.me)
    return None


def _cubes_mine(case: Case) -> Refusal | None:
    """Ask that the cubes named, or one's own, are live and within reach."""
    named = case.action.cubes
    for ref in named or ():
        cube = case.cube(ref)
        if not cube.live:
            return _cube_fault(case, ref)
        if cube not in may_double_with(case.game, case.me, _turn(case)):
            return _cube_fault(case, ref)
    if not named and not may_double_with(case.game, case.me, _turn(case)):
        return _cube_fault(case, None)
    return None


def _cube_fault(case: Case, ref: str | None) -> Refusal:
    """Return why a cube cannot be doubled: it is closed, another's, or held by the other side."""
    side = _turn(case)
    cubes = [case.cube(ref)] if ref else list(case.game.cubes_of(case.me, side))
    live = [cube for cube in cubes if cube.live]
    if not live:
        return case.refuse(
            "cube_out", "out", "{me} has no cube left in this game.", me=case.me, cube=ref
        )
    owner = next((cube.owner for cube in live if not cube.open_to(side)), None)
    if owner is not None:
        text = "{owner} owns that cube: only {owner} may double with it."
        return case.refuse("not_your_cube", "own_cube", text, owner=owner)
    # An own cube that is offered was declared with, which has been refused before.
    text = "{cube} is not {me}'s to double with."
    return case.refuse("not_your_cube", "own_cube", text, cube=ref or live[0].id, me=case.me)


def _turn(case: Case) -> Side:
    assert case.game.turn is not None
    return case.game.turn


def _round_open(case: Case) -> Refusal | None:
    if case.game.round_closed and case.game.round is None:
        return case.refuse(
            "round_closed",
            "one_round",
            "Doubles were answered this turn: nobody on this side doubles before the next roll.",
        )
    return None


def _in_declaring_order(case: Case) -> Refusal | None:
    if case.table.phase != "declare" or not order_in_force(case.table, "double"):
        return None
    waiting = undeclared(case.table, case.game)
    if waiting and case.me != waiting[0] and case.me in waiting:
        return case.refuse(
            "order",
            "double_order",
            "In the order of rotation: {first} declares first.",
            first=waiting[0],
        )
    return None


DOUBLE: tuple[Check, ...] = (
    _cubes_listed,
    in_phase("before_roll", "declare"),
    acts_for(),
    _has_cubes_on_roll,
    cubes_known("cubes"),
    _due_to_declare,
    _cubes_mine,
    _round_open,
    _in_declaring_order,
)


# Staying and holding


def _may_stay(case: Case) -> Refusal | None:
    """Allow a stay where it is asked for, or where it ends one's own hold."""
    if case.me in case.game.holds:
        return None
    if case.table.phase == "declare":
        if undeclared_cubes(case.game, _round(case), case.me):
            return None
    elif (
        case.table.phase == "before_roll"
        and case.table.rules.offer_window == "ask"
        and case.me not in case.game.spoken
    ):
        return None
    return case.refuse("wrong_phase", "turn", "Nobody asks {me} now about a double.", me=case.me)


def _cube_to_stay_with(case: Case) -> Refusal | None:
    if case.me in case.game.holds or may_double_with(case.game, case.me, _turn(case)):
        return None
    return _cube_fault(case, None)


STAY: tuple[Check, ...] = (
    in_phase(*GAME_PHASES),
    acts_for(),
    lambda case: None if case.me in case.game.holds else _stay_role(case),
    _may_stay,
    _cube_to_stay_with,
    lambda case: None if case.me in case.game.holds else _round_open(case),
    _in_declaring_order,
)


def _stay_role(case: Case) -> Refusal | None:
    return _has_cubes_on_roll(case) if case.game.turn else None


def _may_hold(case: Case) -> Refusal | None:
    """Allow a hold during the other side's turn, and in one's own before the roll (club 5.9)."""
    side = case.side
    if side is None or case.me in (case.game.boxer, case.game.partner):
        return case.refuse(
            "not_permitted", "offer_window", "A Team player with a cube may hold the roll."
        )
    if case.me in case.game.holds:
        return case.refuse("wrong_phase", "turn", "{me} holds the roll already.", me=case.me)
    if case.game.turn == side and case.table.phase != "before_roll":
        return case.refuse(
            "wrong_phase", "offer_window", "The roll can be held before it is thrown."
        )
    return None


def _cube_to_hold_for(case: Case) -> Refusal | None:
    side = case.side or "team"
    if may_double_with(case.game, case.me, side):
        return None
    live = [cube for cube in case.game.cubes_of(case.me, side) if not cube.open_to(side)]
    if live:
        owner = live[0].owner
        text = "{owner} owns that cube: only {owner} may double with it."
        return case.refuse("not_your_cube", "own_cube", text, owner=owner)
    text = "{me} has no cube to double with."
    return case.refuse("cube_out", "out", text, me=case.me)


def _hold_not_too_late(case: Case) -> Refusal | None:
    return _round_open(case) if case.game.turn == case.side else None


def _window_is_hold(case: Case) -> Refusal | None:
    if case.table.rules.offer_window == "hold":
        return None
    text = "Nobody needs to hold: the roll waits until everybody has said double or stay."
    return case.refuse("option_off", "offer_window", text)


HOLD: tuple[Check, ...] = (
    in_phase("before_roll", "play", "declare", "answer", "extras", "beavered"),
    acts_for(),
    _may_hold,
    _cube_to_hold_for,
    _hold_not_too_late,
    _window_is_hold,
)


def _holds(case: Case) -> Refusal | None:
    if case.me in case.game.holds:
        return None
    return case.refuse("wrong_phase", "offer_window", "{me} does not hold the roll.", me=case.me)


RELEASE: tuple[Check, ...] = (in_phase(*GAME_PHASES), acts_for(), _holds)


def nobody_holds(case: Case) -> Refusal | None:
    """Refuse the roll while it is held, or while somebody has still to say double or stay."""
    if held := holding(case.table):
        text = "{holders} holds the roll: wait for double, stay or release."
        return case.refuse("held", "offer_window", text, holders=held)
    if waiting := unspoken(case.table):
        text = "First {waiting} must say double or stay."
        return case.refuse("held", "offer_window", text, waiting=waiting)
    return None


def _order_is_the_boxs(case: Case) -> Refusal | None:
    rules = case.table.rules
    if "box_may_insist" in (rules.double_order, rules.answer_order):
        return None
    return case.refuse(
        "option_off", "answer_order", "The house rules fix the order; the Box cannot insist."
    )


INSIST: tuple[Check, ...] = (
    in_phase("opening", "before_roll", "play"),
    acts_for(),
    lambda case: is_box(_insist_topic(case))(case),
    _order_is_the_boxs,
)


def _insist_topic(case: Case) -> str:
    """Cite the order that the Box may insist on, answers before doubles (club 5.8)."""
    rules = case.table.rules
    one = rules.answer_order == "box_may_insist" or rules.double_order != "box_may_insist"
    return "answer_order" if one else "double_order"
