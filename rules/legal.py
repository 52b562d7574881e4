"""What somebody may do now: every verb tried on the checks that decide it.

`offers` lists what might be allowed, and each is asked of the checks. `fits` says whether an action
is one of those offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import permit_consent as consent
from rules import permit_deals as deals
from rules import permit_house as house
from rules import permit_seats as seats
from rules import permit_turns as turns
from rules.actions import Action
from rules.checks import Check, case_of, first_refusal
from rules.naming import canonical, participants
from rules.offers import MARKS, Offer, candidates
from rules.permission import refusal_of, refusal_of_named
from rules.refusals import Refused
from rules.seats import may_act_for
from rules.state import Table
from rules.values import Mark


def legal(table: Table, name: str) -> tuple[Offer, ...]:
    """Return everything that `name` may do now, for himself and for those he may act for."""
    known = participants(table)
    return tuple(
        offer
        for principal in _principals(table, name)
        for offer in candidates(table, name, principal)
        if _allowed(table, offer, known)
    )


def _principals(table: Table, name: str) -> list[str | None]:
    """Return for whom `name` may act: himself (None), and whoever has him as proxy."""
    others: list[str | None] = [
        one for one in participants(table) if one != name and may_act_for(table, name, one)
    ]
    return [None, *others]


def _allowed(table: Table, offer: Offer, known: tuple[str, ...]) -> bool:
    """Ask of one candidate; its names are canonical, unless the speaker is a stranger."""
    if table.closed or offer.by not in known:
        return refusal_of(table, offer.sample) is None
    return refusal_of_named(table, offer.sample) is None


def offered(table: Table, action: Action) -> bool:
    """Whether an action is one of those that `legal` lists for who asks it."""
    try:
        action = canonical(table, action)
    except Refused:
        return False
    principal = action.as_ if action.as_ != action.by else None
    if principal not in _principals(table, action.by):
        return False
    return any(
        fits(table, offer, action) and _allowed(table, offer, participants(table))
        for offer in candidates(table, action.by, principal)
        if offer.verb == action.verb
    )


def fits(table: Table, offer: Offer, action: Action) -> bool:
    """Whether a canonical action is the one offered, or fills its open parts within the rules."""
    me = action.as_ if action.as_ != action.by else None
    if (action.verb, action.by, me) != (offer.verb, offer.by, offer.as_):
        return False
    if any(_part(action, key) != _part(offer.sample, key) for key in _closed_parts(offer)):
        return False
    if offer.rule is not None:
        marks: dict[str, Mark] = {c: m for m in MARKS for c in getattr(action, m)}
        named = sum(len(getattr(action, m)) for m in MARKS)
        return named == len(marks) and offer.rule.allows(marks)
    if offer.cubes:
        wanted = _part(action, "cubes")
        if wanted is not None and not _some_of(wanted, offer.cubes):
            return False
    return first_refusal(case_of(table, action), OPEN_PARTS.get(offer.verb, ())) is None


def _closed_parts(offer: Offer) -> Iterator[str]:
    """Yield the parts of a request that have to be as offered."""
    for key, field_ in type(offer.sample).model_fields.items():
        if key not in ("do", "by", "as_") and (field_.alias or key) not in offer.open:
            yield key


def _part(action: Action, key: str) -> Any:
    """Return a part of a request; a player who names himself might as well have left it out."""
    value = getattr(action, key)
    if key == "player" and action.verb in _ONESELF and value == (action.as_ or action.by):
        return None
    return value


def _some_of(wanted: tuple[str, ...], cubes: tuple[str, ...]) -> bool:
    """Whether these are some of the cubes, each named once."""
    return bool(wanted) and len(set(wanted)) == len(wanted) and set(wanted) <= set(cubes)


_ONESELF = ("join", "leave", "stake")
"""Verbs whose `player` can be no other than who asks."""

OPEN_PARTS: dict[str, tuple[Check, ...]] = {
    "amend": house.AMEND_PARTS,
    "automatic": turns.AUTOMATIC_PARTS,
    "buy": deals.BUY_PARTS,
    "correct": turns.CORRECT_PARTS,
    "draw": seats.DRAW_PARTS,
    "opening": turns.OPENING_PARTS,
    "play": turns.PLAY_PARTS,
    "roll": turns.ROLL_PARTS,
    "rolloff": consent.ROLLOFF_PARTS,
    "rules": house.RULES_PARTS,
    "sell": deals.SELL_PARTS,
    "settle": deals.SETTLE_PARTS,
    "show": turns.SHOW_PARTS,
    "suggest": turns.PLAY_PARTS,
}
"""What the open parts of an offer have to fulfil: the part's own rule and nothing else."""
