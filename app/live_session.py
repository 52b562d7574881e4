"""One connection's session at a live table: who acts from it, and what it is shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context, copy_context
from typing import TYPE_CHECKING

from app.session import Watcher
from rules import events as ev
from rules.actions import Action
from rules.log import Entry, entry_for
from rules.naming import find
from rules.refusals import Refusal
from rules.views import View

if TYPE_CHECKING:
    from app.host import Host, People

log = logging.getLogger("chouette.host")

OF_HOST = ("seat", "unseat", "ban")
"""Acts of the owner of a remote table."""


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
        """Return the bots for whom this place acts now.

        At a remote table that is the owner's part, and everybody's who sits while he is not there.
        """
        people, owner = self.host.people, self.host.owner
        others = people is not None and owner in people.connected and owner not in self.own
        if not self.own or others:
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
