"""Who may double, hold, declare and answer (rulebook sections 4.5, 5 and 6)."""

from __future__ import annotations

from rules.answers import answer_rule
from rules.checks import (
    GAME_PHASES,
    Case,
    Check,
    acts_for,
    bad_request,
    cubes_known,
    first_refusal,
    in_phase,
    is_box,
)
from rules.proposals import Proposal
from rules.refusals import Refusal
from rules.rounds import (
    answerers,
    beaver_answerers,
    holding,
    may_answer_now,
    may_double_with,
    my_beavers,
    order_in_force,
    pending,
    undecided_droppers,
    undeclared,
    undeclared_cubes,
    unspoken,
)
from rules.saying import Term
from rules.state import Round
from rules.values import Mark, Side


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
    return case.refuse(
        "wrong_phase", "turn", "Nobody asks {me} now whether he doubles.", me=case.me
    )


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


# Answering


def marks_of(case: Case) -> dict[str, Mark]:
    """Return the answers that an action gives, by cube."""
    action = case.action
    if action.verb == "answer":
        marks: dict[str, Mark] = {}
        for mark in ("take", "drop", "beaver"):
            marks |= dict.fromkeys(getattr(action, mark), mark)
        return marks
    mine = pending(case.game, case.me)
    verb: Mark = action.verb
    return dict.fromkeys(mine if action.cube is None else (action.cube,), verb)


def _answers(case: Case) -> Refusal | None:
    """Ask that one has a cube to answer now."""
    stage = case.table.phase
    if stage == "beavered":
        if case.action.verb == "drop":
            return _answers_beaver(case)
        text = "A beaver is answered by accept, drop or raccoon."
        return case.refuse("wrong_phase", "beaver_answer", text)
    if pending(case.game, case.me):
        return None
    if stage == "extras":
        round_ = _round(case)
        lone = case.game.cube(round_.lone or "")
        if lone is not None and lone.player == case.me:
            text = "First {waiting} must say whether he gives an extra."
            waiting = undecided_droppers(round_)
            return case.refuse("wrong_phase", "lone_taker", text, waiting=waiting)
        return case.refuse("not_permitted", "lone_taker", "The lone taker answers the extras.")
    if stage == "declare":
        text = "First {waiting} must say double or stay."
        waiting = undeclared(case.table, case.game)
        return case.refuse("wrong_phase", "box_answers", text, waiting=waiting)
    if any(offer.to == case.me for offer in _round(case).offers):
        text = "{me} has answered already."
        return case.refuse("wrong_phase", "turn", text, me=case.me)
    topic = "team_answers" if _round(case).side == "box" else "box_answers"
    text = "No double was offered to {me}; {waiting} answers."
    waiting = answerers(case.table, case.game)
    return case.refuse("not_permitted", topic, text, me=case.me, waiting=waiting)


def _names_exactly(case: Case) -> Refusal | None:
    if case.table.phase == "beavered":
        return _names_beaver(case)
    action, mine = case.action, pending(case.game, case.me)
    if action.verb == "answer":
        named = [*action.take, *action.drop, *action.beaver]
        if sorted(named) != sorted(mine):
            return bad_request("Answer each of your cubes once: {cubes}.", cubes=mine)
        return None
    if action.cube is None and _whole_extras_word(case):
        return None
    if len(mine) > 1:
        return bad_request("Answer all your cubes at once: {cubes}.", cubes=mine)
    if action.cube is not None and action.cube != mine[0]:
        return bad_request("{cube} is not offered to you; {mine} is.", cube=action.cube, mine=mine)
    return None


def _whole_extras_word(case: Case) -> bool:
    """Whether a bare take, or a drop of everything, answers all extras (club 5.7)."""
    if case.table.phase != "extras":
        return False
    all_or_none = case.table.rules.lone_taker == "extras"
    return case.action.verb == "take" or (case.action.verb == "drop" and all_or_none)


def _in_answering_order(case: Case) -> Refusal | None:
    if case.table.phase == "beavered":
        due = beaver_answerers(case.table, case.game)
        first = due[0] if due else case.me
        waits = case.me not in due and _round(case).side == "team"
    elif case.table.phase == "answer":
        due = may_answer_now(case.table, case.game)
        first = due[0] if due else case.me
        waits = case.me not in due
    else:
        return None
    if not waits:
        return None
    text = "In the order of rotation: {first} answers first."
    topic = "answer_order" if order_in_force(case.table, "answer") else "team_answers"
    return case.refuse("order", topic, text, first=first)


def _extras_not_dropped(case: Case) -> Refusal | None:
    """Refuse to drop single extras where they are all taken, or everything dropped (club 5.7)."""
    if case.table.phase != "extras" or case.table.rules.lone_taker == "extras_may_drop":
        return None
    dropped = case.action.verb == "answer" and case.action.drop
    named = case.action.verb == "drop" and case.action.cube is not None
    if dropped or named:
        text = "The lone taker takes every extra, or drops everything: say take, or drop."
        return case.refuse("not_permitted", "lone_taker", text)
    return None


def _beavers_allowed(case: Case) -> Refusal | None:
    action = case.action
    if not case.table.rules.beavers and (
        action.verb == "beaver" or (action.verb == "answer" and action.beaver)
    ):
        return case.refuse("no_beavers", "beavers", "There are no beavers here: take or drop.")
    return None


def _answer_as_a_whole(case: Case) -> Refusal | None:
    if case.table.phase == "beavered" or _drops_everything(case):
        return None
    rule = answer_rule(case.table, case.me, case.by)
    return rule.fault(marks_of(case)) if rule else None


def _drops_everything(case: Case) -> bool:
    """Whether a lone taker gives up the Box's double and the extras together."""
    return case.table.phase == "extras" and case.action.verb == "drop" and not case.action.cube


ANSWER: tuple[Check, ...] = (
    in_phase("declare", "answer", "extras", "beavered"),
    acts_for(),
    _answers,
    cubes_known("take", "drop", "beaver"),
    _extras_not_dropped,
    _names_exactly,
    _in_answering_order,
    _beavers_allowed,
    _answer_as_a_whole,
)
ONE_CUBE: tuple[Check, ...] = (
    in_phase("declare", "answer", "extras", "beavered"),
    acts_for(),
    _answers,
    cubes_known("cube"),
    _extras_not_dropped,
    _names_exactly,
    _in_answering_order,
    _beavers_allowed,
    _answer_as_a_whole,
)


# Beavers and raccoons


def _answers_beaver(case: Case) -> Refusal | None:
    if my_beavers(case.table, case.game, case.me):
        return None
    due = beaver_answerers(case.table, case.game)
    if any(case.me in (one.by, *one.waits_for) for one in _raccoons(case)):
        text = "A raccoon is proposed: {due} must agree or refuse."
        return case.refuse("wrong_phase", "raccoons", text, due=due)
    text = "The doubler answers a beaver: {due}."
    return case.refuse("not_permitted", "beaver_answer", text, due=due)


def _raccoons(case: Case) -> list[Proposal]:
    return [one for one in case.table.proposals if one.action["do"] == "raccoon"]


def _names_beaver(case: Case) -> Refusal | None:
    mine = my_beavers(case.table, case.game, case.me)
    if case.action.cube is None:
        if len(mine) > 1:
            return bad_request("Say which cube: {cubes}.", cubes=mine)
        return None
    if case.action.cube not in mine:
        text = "{cube} does not wait for your answer; {cubes} does."
        return bad_request(text, cube=case.action.cube, cubes=mine)
    return None


ACCEPT: tuple[Check, ...] = (
    in_phase("beavered"),
    acts_for(),
    _answers_beaver,
    cubes_known("cube"),
    _names_beaver,
    _in_answering_order,
)


def _raccoons_off(case: Case) -> Refusal | None:
    if case.table.rules.raccoons == "off":
        return case.refuse("no_raccoons", "raccoons", "There are no raccoons here: accept or drop.")
    return None


def _raccoons_allowed(case: Case) -> Refusal | None:
    if off := _raccoons_off(case):
        return off
    cube = beaver_named(case)
    if cube in _round(case).no_raccoon:
        text = "The raccoon was refused: accept or drop."
        return case.refuse("no_raccoons", "raccoons", text)
    return None


def beaver_named(case: Case) -> str:
    """Return the beavered cube that an accept, drop or raccoon is about."""
    mine = my_beavers(case.table, case.game, case.me)
    return str(case.action.cube or mine[0])


def _turns_again(case: Case) -> bool:
    """Whether a cube just raccooned is to be turned once more, before the roll (club 5.4)."""
    return case.table.phase == "before_roll"


def _party_of_raccoon(case: Case) -> Refusal | None:
    mine = raccooned_cubes(case)
    if case.action.cube in mine or (case.action.cube is None and len(mine) == 1):
        return None
    if case.action.cube is None and mine:
        return bad_request("Say which cube: {cubes}.", cubes=mine)
    text = "No cube of {me}'s was raccooned just now."
    return case.refuse("wrong_phase", "raccoons", text, me=case.me)


def raccooned_cubes(case: Case) -> tuple[str, ...]:
    """Return the cubes raccooned this turn that are between `me` and another."""
    return tuple(
        cube.id
        for cube in case.game.live
        if cube.id in case.game.raccooned and case.me in (cube.player, cube.boxer)
    )


_RACCOON = (*ACCEPT[1:], _raccoons_allowed)
_RACCOON_AGAIN: tuple[Check, ...] = (
    acts_for(),
    _party_of_raccoon,
    lambda case: _raccoons_off(case),
)
RACCOON: tuple[Check, ...] = (
    in_phase("beavered", "before_roll"),
    lambda case: first_refusal(case, _RACCOON_AGAIN if _turns_again(case) else _RACCOON),
)


# Extras


def _is_dropper(case: Case) -> Refusal | None:
    round_ = _round(case)
    if case.me in round_.droppers:
        if case.me in round_.extras:
            return case.refuse("wrong_phase", "lone_taker", "{me} has said so already.", me=case.me)
        return None
    text = "Only who dropped the Box's double may give an extra: {droppers}."
    return case.refuse("not_permitted", "lone_taker", text, droppers=round_.droppers)


def _dropper_in_order(case: Case) -> Refusal | None:
    first = undecided_droppers(_round(case))[0]
    if first == case.me:
        return None
    text = "In the order of rotation: {first} says first."
    return case.refuse("order", "lone_taker", text, first=first)


EXTRA: tuple[Check, ...] = (in_phase("extras"), acts_for(), _is_dropper, _dropper_in_order)
