"""Who is at the table just now: connected, just lost, or away.

A line that drops for a moment is nobody's business; only after the grace time is a player away,
and by section 10 of the rulebook somebody may act for him.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.ssh.gate import CallLater, Handle

State = Literal["connected", "grace", "away"]
Change = Literal["came", "returned", "lost", "away"]

GRACE = 45.0
"""Seconds between a lost connection and a player being away."""


@dataclass(frozen=True, slots=True)
class PresenceEvent:
    """A change that the table may want to show: who, and what happened to his connection.

    `came` is the first time, `returned` any later one; `lost` starts the grace time, `away` ends
    it. `was_away` says at a return whether the player had been declared away.
    """

    seat: str
    change: Change
    was_away: bool = False


@dataclass(eq=False, slots=True)
class Ticket:
    """One connection's claim on a seat."""

    seat: str
    close: Callable[[str], None]


class Presence:
    """Follows the connection of every seat and reports what changes through `report`.

    `call_later(seconds, call)` comes from the event loop, or from a test.
    """

    def __init__(
        self,
        report: Callable[[PresenceEvent], None],
        call_later: CallLater,
        grace: float = GRACE,
    ) -> None:
        self._report, self._call_later, self.grace = report, call_later, grace
        self._here: dict[str, Ticket] = {}
        self._known: set[str] = set()
        self._leaving: dict[str, Handle] = {}

    def arrive(self, seat: str, close: Callable[[str], None]) -> Ticket:
        """Seat a connection; an older one of the same seat is closed with a word."""
        ticket = Ticket(seat, close)
        older, timer = self._here.get(seat), self._leaving.pop(seat, None)
        self._here[seat] = ticket
        if timer is not None:
            timer.cancel()
        if older is not None:
            older.close("You sat down at another terminal; this one is closed.")
        elif seat in self._known:
            self._report(PresenceEvent(seat, "returned", was_away=timer is None))
        else:
            self._known.add(seat)
            self._report(PresenceEvent(seat, "came"))
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """A connection is gone; that of a seat already taken up elsewhere changes nothing."""
        seat = ticket.seat
        if self._here.get(seat) is not ticket:
            return
        del self._here[seat]
        self._report(PresenceEvent(seat, "lost"))
        self._leaving[seat] = self._call_later(self.grace, lambda: self._gone(seat))

    def expect(self, seat: str) -> None:
        """Give somebody who has not come yet the grace time, and then report him away."""
        if seat not in self._here and seat not in self._leaving:
            self._leaving[seat] = self._call_later(self.grace, lambda: self._gone(seat))

    def state(self, seat: str) -> State:
        """Say where a seat's player is now."""
        if seat in self._here:
            return "connected"
        # Who never came is waited for too, but has lost no connection.
        return "grace" if seat in self._leaving and seat in self._known else "away"

    def connected(self) -> frozenset[str]:
        """Give the seats whose players are connected."""
        return frozenset(self._here)

    def close(self) -> None:
        """Report nothing any more, as when the table closes."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()

    def _gone(self, seat: str) -> None:
        self._leaving.pop(seat, None)
        self._report(PresenceEvent(seat, "away"))
