"""Garbage collection at moments that nobody notices.

One full pass over fifty live screens stops everybody for half a second. The host freezes what the
imports made, switches the oldest generation's automatic passes off, and collects by hand when the
table is quiet: between games, or after somebody left.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG, MIDDLE, NEVER = 2000, 20, 1_000_000
MOST_GONE = 200
"""Screens that may be gone before half a second is worth what they may have left; they are taken
apart (app/ssh/parting.py), and what that leaves of each is a tenth of a megabyte."""
SOME_MADE, MOST_MADE = 10, 40
"""Passes over the middle generation, each after 40,000 new objects, of which about an eighth is
left behind by those who stay: help, palettes and replays that were closed. In a quiet moment some
are reason enough to collect; most, some 50 MB, are in any case."""


def passes() -> int:
    """Count the passes over the middle generation since all was collected."""
    return gc.get_count()[2]


def settle_memory() -> tuple[int, int, int]:
    """Freeze what exists and stop automatic passes over the oldest generation.

    Call it once, after the imports and before the first guest. Gives the thresholds that were
    set before, for `gc.set_threshold`.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    return before


class QuietCollector:
    """Collects by hand, in quiet moments only and not too often.

    `wanted` notes that a session ended; `made` counts what those who stay have made. `quiet` is to
    be called when a pause of half a second would disturb nobody, and says whether it collected.
    Where somebody always types no such moment comes: then it is `urgent` at last.
    """

    def __init__(
        self,
        at_most_every: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
        collect: Callable[[], int] = gc.collect,
        made: Callable[[], int] = passes,
    ) -> None:
        self._every, self._clock, self._collect, self._made = at_most_every, clock, collect, made
        self._gone = 0
        self._last = float("-inf")

    @property
    def waiting(self) -> bool:
        """Whether anything waits to be collected."""
        return self._gone > 0 or self._made() >= SOME_MADE

    @property
    def urgent(self) -> bool:
        """Whether so much waits to be collected that it should not wait for quiet."""
        return self._gone >= MOST_GONE or self._made() >= MOST_MADE

    def wanted(self) -> None:
        """Note that a screen is gone and its memory may come back."""
        self._gone += 1

    def quiet(self) -> bool:
        """Collect if there is reason to and the last time is long enough ago."""
        if not self.waiting or self._clock() - self._last < self._every:
            return False
        self._gone, self._last = 0, self._clock()
        self._collect()
        return True
