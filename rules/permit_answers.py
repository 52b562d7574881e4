"""Who may answer: doubles, beavers, extras (rulebook section 6)."""

from __future__ import annotations

from rules.answers import answer_rule
from rules.checks import (
    Case,
    Check,
    acts_for,
    bad_request,
    cubes_known,
    first_refusal,
    in_phase,
)
from rules.naming import called
from rules.proposals import Proposal
from rules.refusals import Refusal
from rules.rounds import (
    answerers,
    beaver_answerers,
    may_answer_now,
    my_beavers,
    order_in_force,
    pending,
    undecided_droppers,
    undeclared,
)
from rules.state import Round
from rules.values import Mark


def _round(case: Case) -> Round:
    assert case.game.round is not None
    return case.game.round


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
            text = "First {waiting} must give an extra or none."
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
            return bad_request("Answer each of your cubes once: {cubes}.", cubes=called(mine))
        return None
    if action.cube is None and _whole_extras_word(case):
        return None
    if len(mine) > 1:
        return bad_request("Answer all your cubes at once: {cubes}.", cubes=called(mine))
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
