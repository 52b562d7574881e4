"""The owner of a table that several people sit at: one action at a time, the same for everybody.

An action is decided, written to the disk in a thread, and only then told to anybody: first to him
who acted, then to those whom the table now waits for, to the other players, to the watchers. What
they get are whole views; a viewer who is slow finds only the newest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.keeper import Decided, Keeper
from app.live_session import LiveSession
from rules.actions import Action
from rules.log import Entry
from rules.refusals import Refusal
from rules.state import Table
from rules.views import View, view

if TYPE_CHECKING:
    from app.company import Company
    from app.fair_value import FairValues

log = logging.getLogger("chouette.host")

FIRST_SEES_WITHIN = 0.03
"""Seconds that the news waits for the paint of him who made it."""


@dataclass(frozen=True)
class People:
    """Who is at a remote table now: the seats whose players are connected, and the watchers."""

    connected: frozenset[str] = frozenset()
    watching: int = 0


class Host:
    """One table and everybody connected to it.

    `owner` is who may seat and unseat people; `trouble` the refusal since which the log cannot be
    written; `people` who is connected, None where all sit at one terminal. `on_entry` hears of
    every action that was carried out, before anybody is shown it; `on_bots` that a bot has come or
    gone.
    """

    def __init__(self, keeper: Keeper, owner: str | None = None) -> None:
        self.keeper = keeper
        self.owner = owner
        self.people: People | None = None
        self.on_entry: Callable[[Entry], None] = lambda entry: None
        self.on_bots: Callable[[], None] = lambda: None
        self.trouble: Refusal | None = None
        self.company: Company | None = None  # The bots at this table.
        self.values: FairValues | None = None  # Who would see what a cube is worth.
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[Entry | Refusal]] = set()
        self._sessions: list[LiveSession] = []
        self._untold: list[LiveSession] = []
        self._teller: asyncio.Task[None] | None = None
        self._views: dict[tuple[str | None, tuple[str, ...], tuple[str, ...]], View] = {}

    @property
    def table(self) -> Table:
        """The table now."""
        return self.keeper.table

    def join(self, viewer: str | None, here: Sequence[str] = ()) -> LiveSession:
        """Return a new connection's session: who looks, and for whom he may act.

        A watcher looks as nobody; with a name of his own in `here` he may still do what watchers
        may.
        """
        session = LiveSession(self, viewer, tuple(here))
        self._sessions.append(session)
        return session

    def leave(self, session: LiveSession) -> None:
        """Forget a connection."""
        if session in self._sessions:
            self._sessions.remove(session)

    async def ask(self, action: Action, actor: LiveSession | None = None) -> Entry | Refusal:
        """Carry out one action after those before it; who asks has been checked already.

        Once decided it is carried to its end, even when whoever asked is gone meanwhile. `actor` is
        whose screen shows it first.
        """
        task = asyncio.create_task(self._carry_out(action, actor))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _carry_out(self, action: Action, actor: LiveSession | None) -> Entry | Refusal:
        async with self._turn:
            decided = self.keeper.decide(action)
            if isinstance(decided, Refusal):
                return decided
            refusal = await self._write(decided)
            self.trouble = refusal
            if refusal is not None:
                return refusal
            entry = self.keeper.accept(decided)
            self.on_entry(entry)
            self._publish(actor)
            return entry

    async def _write(self, decided: Decided) -> Refusal | None:
        if self.keeper.log is None:
            return None
        return await asyncio.to_thread(self.keeper.write, decided)

    async def go_on_in_memory(self) -> None:
        """Write no further, once the people at the table were told and said yes."""
        async with self._turn:
            self.keeper.go_on_in_memory()
            self.trouble = None

    def show_people(self, people: People) -> None:
        """Show everybody who came and who went."""
        if people != self.people:
            self.people = people
            self._publish()

    async def close(self) -> None:
        """Wait for the action under way and let go of the log."""
        async with self._turn:
            if self._teller is not None:
                self._teller.cancel()
            self.keeper.close()

    def view_for(
        self, viewer: str | None, here: tuple[str, ...], lent: tuple[str, ...] = ()
    ) -> View:
        """Return what one viewer sees now; made once for all who see the same.

        Of those whose part the room takes, `lent`, only what it may do for them is offered.
        """
        key = (viewer, here, lent)
        if key not in self._views:
            made = view(self.table, viewer, (*here, *lent))
            for name in lent:
                verbs = self.lent()[name]
                offers = tuple(one for one in made.offers[name] if one.verb in verbs)
                made = replace(made, offers={**made.offers, name: offers})
            self._views[key] = made
        return self._views[key]

    def lent(self) -> dict[str, frozenset[str]]:
        """Return for which bots the people in the room act now, and with which verbs."""
        return self.company.lent() if self.company is not None else {}

    @property
    def bots(self) -> frozenset[str]:
        """The players for whom the program plays."""
        return frozenset(self.company.bots) if self.company is not None else frozenset()

    def show_again(self) -> None:
        """Show everybody the table anew, as when somebody else may act now."""
        self._publish()

    def _publish(self, actor: LiveSession | None = None) -> None:
        self._views.clear()
        if not self._sessions:
            return
        due = set(self.view_for(None, ()).to_act)

        def rank(session: LiveSession) -> int:
            if session is actor:
                return 0
            if due.intersection(session.here):
                return 1
            return 2 if session.viewer is not None else 3

        order = sorted(self._sessions, key=rank)
        self._untold = [session for session in order if session.drawn is not None]
        for session in order:
            if session.drawn is None:
                session.changed()
        if self._untold and self._teller is None:
            self._teller = asyncio.create_task(self._tell_in_turn(), context=Context())
            self._teller.add_done_callback(self._told)

    async def _tell_in_turn(self) -> None:
        """Tell screens one a turn of the loop, so that fifty of them keep nobody's key waiting."""
        actor_drawn: Callable[[float], Awaitable[None]] | None = None
        while self._untold:
            session = self._untold.pop(0)
            session.changed()
            if actor_drawn is None and session.drawn is not None:
                actor_drawn = session.drawn
                await actor_drawn(FIRST_SEES_WITHIN)
            else:
                await asyncio.sleep(0)

    def _told(self, task: asyncio.Task[None]) -> None:
        self._teller = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("not everybody could be told: %r", error)
            self._untold = self._untold[1:]
