"""The owner of a table that several people sit at: one action at a time, the same for everybody.

An action is decided, written to the disk in a thread, and only then told to anybody: first to him
who acted, then to those whom the table now waits for, to the other players, to the watchers. What
they get are whole views; a viewer who is slow finds only the newest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.keeper import Decided, Keeper
from app.session import Watcher
from rules import events as ev
from rules.actions import Action
from rules.log import Entry, entry_for
from rules.naming import find
from rules.refusals import Refusal
from rules.state import Table
from rules.views import View, view

if TYPE_CHECKING:
    from app.company import Company
    from app.fair_value import FairValues

log = logging.getLogger("chouette.host")

OF_HOST = ("seat", "unseat", "ban")
"""Acts of the owner of a remote table."""

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


class LiveSession:
    """One connection's session at a live table.

    `here` are those who act from it: its own, and bots for whom the room throws the dice.
    `drawn(seconds)` waits for the next frame of a screen that is drawn in this event loop together
    with others; those are told one after the other.
    """

    live = True
    drawn: Callable[[float], Awaitable[None]] | None = None

    def __init__(self, host: Host, viewer: str | None, here: tuple[str, ...]) -> None:
        self.host = host
        self.viewer = viewer
        self.own = here
        self._watchers: list[tuple[Watcher, Context]] = []
        self._waiting = False
        self._story: list[Entry] = []
        self._read = 0

    @property
    def view(self) -> View:
        """What this viewer sees now."""
        return self.host.view_for(self.viewer, self.own, tuple(self._lent()))

    @property
    def bots(self) -> frozenset[str]:
        """The players for whom the program plays."""
        return self.host.bots

    @property
    def here(self) -> tuple[str, ...]:
        """Who may act from here now."""
        return (*self.own, *self._lent())

    def _lent(self) -> dict[str, frozenset[str]]:
        """Return the bots for whom this place acts now; at a remote table that is the owner's."""
        if not self.own or not self.may_host:
            return {}
        return {name: how for name, how in self.host.lent().items() if name not in self.own}

    def entries(self, start: int = 0) -> Sequence[Entry]:
        """Return the story from `start` on, as far as this viewer may see it."""
        entries = self.host.keeper.entries
        for entry in entries[self._read :]:
            if (seen := self._seen(entry)) is not None:
                self._story.append(seen)
        self._read = len(entries)
        return self._story[start:]

    def _seen(self, entry: Entry) -> Entry | None:
        """Return an entry as far as anybody before this screen may see it."""
        kept = (entry_for(entry, name) for name in {self.viewer, *self.own})
        return max((one for one in kept if one is not None), key=_heard, default=None)

    @property
    def people(self) -> People | None:
        """Who is at the table now; None where all sit at one terminal."""
        return self.host.people

    @property
    def may_host(self) -> bool:
        """Whether what concerns the whole table may be decided here."""
        return self.host.people is None or self.host.owner in self.own

    async def send(self, action: Action) -> Refusal | None:
        """Ask for an action in the name of somebody who sits at this connection."""
        refusal = self._not_here(action)
        if refusal is not None:
            return refusal
        outcome = await self.host.ask(action, self)
        return outcome if isinstance(outcome, Refusal) else None

    def watch(self, callback: Watcher) -> Callable[[], None]:
        """Call back with each newest view until the returned function is called."""
        # Called back in the context it has now: in another's, a screen's timers would be his.
        entry = (callback, copy_context())
        self._watchers.append(entry)

        def stop() -> None:
            if entry in self._watchers:
                self._watchers.remove(entry)

        return stop

    def close(self) -> None:
        """Leave the table, as when the connection is lost."""
        self._watchers.clear()
        self.host.leave(self)

    def changed(self) -> None:
        """Have the newest view handed over soon; one that waits already is replaced by it."""
        if self._watchers and not self._waiting:
            self._waiting = True
            asyncio.get_running_loop().call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._waiting = False
        for callback, context in tuple(self._watchers):
            try:
                context.copy().run(callback, self.view)
            except Exception:  # one broken screen is not the table's affair
                log.exception("a screen could not be told")

    def _not_here(self, action: Action) -> Refusal | None:
        if action.verb in OF_HOST:
            owner = self.host.owner
            if owner is not None and owner in self.own:
                by = find(self.host.table, action.by) or action.by
                if by in ("", owner):
                    return None
            text = "only the host of this table may {verb} somebody"
            return Refusal("not_permitted", "protocol", text, {"verb": action.verb})
        name = find(self.host.table, action.by) or action.by
        if action.by and (name in self.own or action.verb in self._lent().get(name, ())):
            return None
        if not self.here:
            return Refusal("not_permitted", "protocol", "Who looks on acts for nobody.")
        text = "{name} does not act from here; this place acts for {here}"
        facts = {"name": action.by or "nobody", "here": self.here or ("nobody",)}
        return Refusal("not_permitted", "protocol", text, facts)


def _heard(entry: Entry) -> int:
    """Count what an entry lets its viewer hear."""
    return sum(len(e.said) if isinstance(e, ev.TalkReleased) else 1 for e in entry.events or ())
