"""What may be done at this terminal, by whom: the view's offers, asked in the screens' words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.views import View


def requests(view: View, name: str) -> Iterator[dict[str, Any]]:
    """Yield the requests that `name` may send now, as the protocol writes them."""
    for offer in view.offers.get(name, ()):
        yield offer.request()


def stand_in(view: View, name: str) -> str:
    """Return who at this terminal may act for somebody who is not at it; "" if nobody."""
    if name in view.here:
        return ""
    offers = (offer for one in view.here for offer in view.offers.get(one, ()))
    return next((offer.by for offer in offers if offer.as_ == name), "")


def asked_here(view: View) -> list[str]:
    """Return whom the table waits for and who decides at this terminal, himself or by another."""
    return [name for name in view.to_act if name in view.here or stand_in(view, name)]


def may(view: View, name: str, verb: str) -> bool:
    """Whether `name` may send that verb now from here, himself or by who acts for him."""
    return any(
        offer.verb == verb and (offer.as_ or offer.by) == name
        for one in view.here
        for offer in view.offers.get(one, ())
    )


def who_may(view: View, verb: str) -> str:
    """Return who here would send a verb: the first asked, else whoever may; "" if nobody."""
    for name in _deciders(view):
        if may(view, name, verb):
            return name
    return ""


def asks_who_begins(view: View) -> bool:
    """Whether somebody here has to say who won the opening roll on a wooden board."""
    opening = view.table.board == "physical" and view.table.phase == "opening"
    return opening and bool(who_may(view, "opening"))


def verbs(view: View) -> frozenset[str]:
    """Return every verb that somebody at this terminal may send now."""
    return frozenset(offer.verb for name in view.here for offer in view.offers.get(name, ()))


def invited(view: View) -> Iterator[str]:
    """Yield whom the Box may ask to be Partner now, where the Box sits here."""
    for name in view.here:
        for request in requests(view, name):
            if request["do"] == "invite":
                yield str(request["player"]).replace(" ", "_")


def _deciders(view: View) -> list[str]:
    asked = asked_here(view)
    return asked + [name for name in view.here if name not in asked]
