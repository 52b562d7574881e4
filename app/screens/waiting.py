"""How long the table has waited for people elsewhere: when to say so, and when to offer a nudge."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.views import View

PATIENCE = 60.0
"""Seconds until it is said how long the table has waited, and somebody may be nudged."""

OFFER_AFTER = 2
"""Minutes after which somebody may offer to act for him who is slow, and he is told so."""

EVERY = 15.0
"""Seconds after which a screen looks at its clock again."""


class Waiting:
    """Since when this screen has seen the table wait for the same decision.

    The clock is the screen's own: rules and log know nothing of how long anybody thinks.

    >>> Waiting(lambda: 0.0).minutes
    0
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._for: object = None

    def see(self, view: View) -> None:
        """Take in a newer view: whoever is waited for anew has all the time in the world."""
        table = view.table
        turns = len(table.game.turns) if table.game else len(table.games)
        awaited = (view.to_act, table.phase, turns)
        if awaited != self._for:
            self._for = awaited
            self._since = self._clock()

    @property
    def minutes(self) -> int:
        """The whole minutes since then."""
        return int((self._clock() - self._since) // PATIENCE)
