"""Who may answer a proposal, step into a purchase, roll off, take back (rulebook section 12)."""

from __future__ import annotations

from collections.abc import Callable

from rules.checks import (
    Case,
    Check,
    acts_for,
    bad_request,
    dice_form,
    in_phase,
    own_name_only,
)
from rules.proposals import Proposal
from rules.refusals import Refusal
from rules.saying import Term
from rules.state import Table

# Answers to proposals


def proposal_of(case: Case) -> Proposal:
    """Return the open proposal that an answer is about."""
    proposal = case.table.proposal(case.action.proposal)
    assert proposal is not None
    return proposal


def _proposal_open(case: Case) -> Refusal | None:
    number = case.action.proposal
    if case.table.proposal(number) is not None:
        return None
    if number > case.table.last_proposal:
        return bad_request("There is no proposal {id}.", id=number)
    text = "Proposal {id} is over: done, refused, withdrawn or lapsed."
    return case.refuse("too_late", "deals", text, id=number)


def _in_its_phase(case: Case) -> Refusal | None:
    """A deal on the game waits while something else of the game is settled first."""
    one = proposal_of(case)
    waiting = case.table.waiting_purchase()
    frozen = waiting is not None and waiting.id != one.id and one.in_game
    if (one.in_game and case.table.phase == "rolloff") or frozen:
        text = "First the half point, or the purchase that waits for the Box."
        return case.refuse("wrong_phase", "deals", text)
    return None


def _is_party(case: Case) -> Refusal | None:
    one = proposal_of(case)
    if case.me in one.waits_for:
        return None
    text = "Proposal {id} waits for {names}, not for {me}."
    names = one.waits_for or (Term("the Box"),)
    return case.refuse("not_a_party", "deals", text, id=one.id, names=names, me=case.me)


def _is_maker(case: Case) -> Refusal | None:
    one = proposal_of(case)
    if case.me == one.by:
        return None
    text = "Only {by}, who made it, may withdraw proposal {id}."
    return case.refuse("not_a_party", "deals", text, by=one.by, id=one.id)


def _acts_for_party(case: Case) -> Refusal | None:
    """A proxy for want of a named one answers for cubes only (club 7.1), and buys nobody's game."""
    one = proposal_of(case)
    return acts_for(own_cube=bool(one.cubes) and one.action["do"] != "sell")(case)


def agree_checks(inner: Callable[[Case], Refusal | None]) -> tuple[Check, ...]:
    """Return the checks of `agree`; `inner` refuses what is no longer allowed."""
    return (_proposal_open, _in_its_phase, _acts_for_party, _is_party, inner)


REFUSE: tuple[Check, ...] = (_proposal_open, _in_its_phase, _acts_for_party, _is_party)
WITHDRAW: tuple[Check, ...] = (_proposal_open, _in_its_phase, _acts_for_party, _is_maker)


def _preempt_on(case: Case) -> Refusal | None:
    if case.table.rules.preempt:
        return None
    return case.refuse("no_preempt", "preempt", "The Box cannot step into a purchase here.")


def _waits_for_box(case: Case) -> Refusal | None:
    one = proposal_of(case)
    if one.action["do"] != "buy":
        return bad_request("Proposal {id} is no purchase.", id=one.id)
    if not one.for_box:
        text = "First {names} must agree to the sale."
        return case.refuse("wrong_phase", "buying", text, names=one.waits_for)
    return None


def _is_box_of_purchase(case: Case) -> Refusal | None:
    cube = case.game.cube(proposal_of(case).cubes[0])
    if cube is not None and case.me == cube.boxer:
        return None
    text = "Only the Box may step into the purchase, or let it be."
    return case.refuse("not_permitted", "buying", text)


PREEMPT: tuple[Check, ...] = (
    _proposal_open,
    _preempt_on,
    _waits_for_box,
    acts_for(),
    _is_box_of_purchase,
)


def _rolls_off(case: Case) -> Refusal | None:
    due = case.game.rolloffs[0]
    if case.me in (due.maker, due.other):
        return None
    text = "{maker} and {other} roll off the half point."
    return case.refuse("not_permitted", "settlements", text, maker=due.maker, other=due.other)


def _both_throw(case: Case) -> Refusal | None:
    if case.table.dice == "manual" and case.action.dice is None:
        return bad_request("Say both throws, the maker's first, such as 6 5 and 4 1.")
    return dice_form(case)


ROLLOFF_PARTS: tuple[Check, ...] = (_both_throw,)
ROLLOFF: tuple[Check, ...] = (_both_throw, in_phase("rolloff"), acts_for(), _rolls_off)


# Taking back


def steps_back(table: Table) -> int:
    """Return how many actions a takeback can undo."""
    count, past = 0, table.before
    while past is not None and count < 100:
        count, past = count + 1, past.before
    return count


def _something_to_take_back(case: Case) -> Refusal | None:
    n = steps_back(case.table)
    if case.action.steps <= n:
        return None
    text = "There is nothing to take back."
    if n:
        text = "Only the last {n} actions can be taken back."
    return case.refuse("too_late", "too_late", text, n=n)


TAKEBACK: tuple[Check, ...] = (own_name_only, _something_to_take_back)
