"""What a person may do now, and why not the rest: the table's own refusal, asked beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules.actions import read_action
from rules.permission import refusal_of
from widgets.asking import requests

if TYPE_CHECKING:
    from rules.refusals import Refusal
    from rules.views import View

EXPLAINED: dict[str, dict[str, Any]] = {
    "start": {}, "opening": {}, "roll": {}, "double": {}, "stay": {}, "hold": {},
    "play": {"move": "24/23"}, "take": {}, "drop": {}, "beaver": {}, "accept": {},
    "raccoon": {}, "extra": {}, "resign": {}, "takeback": {}, "relinquish": {}, "close": {},
}  # fmt: skip
"""The verbs whose absence is explained, each with what its request cannot do without."""

_ORDER = {verb: at for at, verb in enumerate(EXPLAINED)}
_THROWN = ("opening", "roll")
_OF_HOST = ("seat", "unseat", "ban")


def decider(view: View) -> str:
    """Return who decides at this terminal: whom the table asks, else the first who sits here."""
    asked = [name for name in view.to_act if name in view.here]
    return (asked or list(view.here) or [""])[0]


def may(view: View, name: str) -> tuple[str, ...]:
    """Return the verbs that somebody may send now, each once; a host's acts are no player's."""
    verbs = dict.fromkeys(str(request["do"]) for request in requests(view, name))
    # Those of the moment first: a list that is read aloud should not begin with "away".
    ordered = sorted(verbs, key=lambda verb: _ORDER.get(verb, len(_ORDER)))
    return tuple(verb for verb in ordered if verb not in _OF_HOST)


def may_not(view: View, name: str) -> Iterator[tuple[tuple[str, ...], Refusal]]:
    """Yield the usual verbs that the table would refuse now, with the refusal.

    Verbs that are refused for the same reason come together; the refusal is the first one's.
    """
    allowed = may(view, name)
    together: dict[object, tuple[list[str], Refusal]] = {}
    for verb, fields in EXPLAINED.items():
        if verb in allowed:
            continue
        by_hand: dict[str, Any] = (
            {"dice": (6, 1)} if verb in _THROWN and view.table.dice == "manual" else {}
        )
        if verb == "opening" and view.table.board == "physical":
            by_hand = {"first": "box"}
        action = read_action({"do": verb, "by": name, **fields, **by_hand})
        if (refusal := refusal_of(view.table, action)) is not None:
            facts = {key: str(fact) for key, fact in refusal.facts.items() if fact != verb}
            reason = (refusal.text, refusal.rule, *sorted(facts.items()))
            together.setdefault(reason, ([], refusal))[0].append(verb)
    yield from ((tuple(verbs), refusal) for verbs, refusal in together.values())
