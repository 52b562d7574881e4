"""The owner of a table that several people sit at: one action at a time, the same for everybody.

An action is decided, written to the disk in a thread, and only then told to anybody: first to those
whom the table now waits for, then to the other players, then to the watchers. What they get are
whole views; a viewer who is slow finds only the newest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from app.keeper import Decided, Keeper
from app.session import Watcher
from rules import events as ev
from rules.actions import Action
from rules.log import Entry, entry_for
from rules.naming import find
from rules.refusals import Refusal
from rules.state import Table
from rules.views import View, view

OF_HOST = ("seat", "unseat", "ban")
"""Acts of the owner of a remote table."""


class Host:
    """One table and everybody connected to it.

    `owner` is who may seat and unseat people; `trouble` the refusal since which the log cannot be
    written.
    """

    def __init__(self, keeper: Keeper, owner: str | None = None) -> None:
        self.keeper = keeper
        self.owner = owner
        self.trouble: Refusal | None = None
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[Entry | Refusal]] = set()
        self._sessions: list[LiveSession] = []
        self._views: dict[tuple[str | None, tuple[str, ...]], View] = {}

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

    async def ask(self, action: Action) -> Entry | Refusal:
        """Carry out one action after those before it; who asks has been checked already.

        Once decided it is carried to its end, even when whoever asked is gone meanwhile.
        """
        task = asyncio.create_task(self._carry_out(action))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _carry_out(self, action: Action) -> Entry | Refusal:
        async with self._turn:
            decided = self.keeper.decide(action)
            if isinstance(decided, Refusal):
                return decided
            refusal = await self._write(decided)
            self.trouble = refusal
            if refusal is not None:
                return refusal
            entry = self.keeper.accept(decided)
            self._publish()
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

    async def close(self) -> None:
        """Wait for the action under way and let go of the log."""
        async with self._turn:
            self.keeper.close()

    def view_for(self, viewer: str | None, here: tuple[str, ...]) -> View:
        """Return what one viewer sees now; made once for all who see the same."""
        key = (viewer, here)
        if key not in self._views:
            self._views[key] = view(self.table, viewer, here)
        return self._views[key]

    def _publish(self) -> None:
        self._views.clear()
        if not self._sessions:
            return
        due = set(self.view_for(None, ()).to_act)

        def rank(session: LiveSession) -> int:
            if due.intersection(session.here):
                return 0
            return 1 if session.viewer is not None else 2

        for session in sorted(self._sessions, key=rank):
            session.changed()


class LiveSession:
    """One connection's session at a live table."""

    live = True

    def __init__(self, host: Host, viewer: str | None, here: tuple[str, ...]) -> None:
        self.host = host
        self.viewer = viewer
        self.here = here
        self._watchers: list[Watcher] = []
        self._waiting = False
        self._story: list[Entry] = []
        self._read = 0

    @property
    def view(self) -> View:
        """What this viewer sees now."""
        return self.host.view_for(self.viewer, self.here)

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
        kept = (entry_for(entry, name) for name in {self.viewer, *self.here})
        return max((one for one in kept if one is not None), key=_heard, default=None)

    async def send(self, action: Action) -> Refusal | None:
        """Ask for an action in the name of somebody who sits at this connection."""
        refusal = self._not_here(action)
        if refusal is not None:
            return refusal
        outcome = await self.host.ask(action)
        return outcome if isinstance(outcome, Refusal) else None

    def watch(self, callback: Watcher) -> Callable[[], None]:
        """Call back with each newest view until the returned function is called."""
        self._watchers.append(callback)

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

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
        for callback in tuple(self._watchers):
            callback(self.view)

    def _not_here(self, action: Action) -> Refusal | None:
        if action.verb in OF_HOST:
            if self.host.owner is not None and self.host.owner in self.here:
                return None
            text = "only the host of this table may {verb} somebody"
            return Refusal("not_permitted", "protocol", text, {"verb": action.verb})
        name = find(self.host.table, action.by) or action.by
        if action.by and name in self.here:
            return None
        text = "{name} does not act from here; this place acts for {here}"
        facts = {"name": action.by or "nobody", "here": self.here or ("nobody",)}
        return Refusal("not_permitted", "protocol", text, facts)


def _heard(entry: Entry) -> int:
    """Count what an entry lets its viewer hear."""
    return sum(len(e.said) if isinstance(e, ev.TalkReleased) else 1 for e in entry.events or ())
