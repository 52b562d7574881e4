"""A log as a session: the views of live, at any entry, and nobody is pulled to the end."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from app.history import History
from app.session import Session, Watcher
from rules.actions import Action
from rules.log import Entry, entry_for, fold
from rules.refusals import Refusal
from rules.state import Table
from rules.views import View, view


class Past(Protocol):
    """What can be replayed: `tables[n]` is the table after `n` actions, `entries[n]` the next."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Every action so far."""
        ...

    @property
    def tables(self) -> Sequence[Table]:
        """The tables between them, one more than there are actions."""
        ...

    def read_on(self) -> int:
        """Take in what was added meanwhile and return how many actions there were."""
        ...


class LivePast:
    """The past of a live table, as far as the viewer of one session may know it.

    What is hidden from him leaves an action without events, so that numbers are the log's.
    """

    def __init__(self, session: Session) -> None:
        self.entries: list[Entry] = []
        self.tables: list[Table] = [Table()]
        self._session = session
        self._read = 0
        self.read_on()

    def read_on(self) -> int:
        """Take in what happened at the table meanwhile and return how many actions there were."""
        before, end = len(self.entries), self._session.view.story
        for entry in self._session.entries(self._read):
            self._read += 1
            self._hide_until(entry.n - 1)
            self._add(entry)
        self._hide_until(end)
        return len(self.entries) - before

    def _hide_until(self, n: int) -> None:
        while len(self.entries) < n:
            self._add(Entry(len(self.entries) + 1, "", {"do": "say"}, ()))

    def _add(self, entry: Entry) -> None:
        self.tables.append(fold(self.tables[-1], entry))
        self.entries.append(entry)


class ReplaySession:
    """A viewer of a log: `at` actions have happened in his view, of `length`.

    He sees what everybody saw, and what was said among a side only `with_talk`; nobody acts.
    `refresh` takes in what a running game added: a viewer at the end goes along, one who browses
    stays where he is. `viewer` is he whose side lies at the bottom.
    """

    def __init__(
        self,
        history: Past,
        at: int | None = None,
        *,
        with_talk: bool = False,
        viewer: str | None = None,
    ) -> None:
        self.history = history
        self.viewer = viewer
        self._with_talk = with_talk
        self._story: list[Entry] = []
        self._told = 0
        self._at = self.length if at is None else self._within(at)
        self._watchers: list[Watcher] = []
        self._view: View | None = None

    @classmethod
    def read(cls, path: Path, at: int | None = None, *, with_talk: bool = False) -> ReplaySession:
        """Open a log; StoreError if it cannot be read."""
        return cls(History.read(path), at, with_talk=with_talk)

    @property
    def length(self) -> int:
        """How many actions the log has."""
        return len(self.history.entries)

    @property
    def at(self) -> int:
        """How many of them have happened in this view."""
        return self._at

    @property
    def live(self) -> bool:
        """Whether the end of the log is shown."""
        return self._at == self.length

    @property
    def view(self) -> View:
        """The table where the viewer is."""
        if self._view is None:
            self._view = view(self.history.tables[self._at], self.viewer)
        return self._view

    @property
    def with_talk(self) -> bool:
        """Whether what was said among a side is told."""
        return self._with_talk

    def tell_talk(self, on: bool) -> None:
        """Tell what was said among a side, or hide it."""
        self._with_talk = on
        self._show(self._at)

    def seen(self, entry: Entry) -> Entry | None:
        """Return an entry as far as it is told here, None if nothing is left."""
        return entry if self._with_talk else entry_for(entry, None)

    def entries(self, start: int = 0) -> Sequence[Entry]:
        """Return the story up to where the viewer is."""
        story, end = self._seen_here()
        return story[start:end]

    def latest(self, most: int) -> Sequence[Entry]:
        """Return the end of the story up to where the viewer is, at least `most` if there are.

        It begins at a multiple of `most`, so that it mostly grows where the viewer goes on.
        """
        story, end = self._seen_here()
        return story[max(end // most - 1, 0) * most : end]

    def _seen_here(self) -> tuple[Sequence[Entry], int]:
        if self._with_talk:
            return self.history.entries, self._at
        for entry in self.history.entries[self._told :]:
            if (seen := entry_for(entry, None)) is not None:
                self._story.append(seen)
        self._told = self.length
        end = bisect.bisect_right(self._story, self._at, key=lambda entry: entry.n)
        return self._story, end

    async def send(self, action: Action) -> Refusal | None:
        """Refuse: what is over cannot be acted on."""
        text = "this is a replay: nobody can {verb} here"
        return Refusal("not_permitted", "protocol", text, {"verb": action.verb})

    def watch(self, callback: Watcher) -> Callable[[], None]:
        """Call back whenever the viewer goes elsewhere; the returned function ends it."""
        self._watchers.append(callback)

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return stop

    def go(self, at: int) -> None:
        """Go to where `at` actions have happened, or as near as there is."""
        self._show(self._within(at))

    def jump(self, wanted: Callable[[Entry], bool], step: int = 1) -> bool:
        """Go behind the next wanted entry (`step` -1: the one before); False if there is none."""
        entries = self.history.entries
        places = range(self._at, self.length) if step > 0 else range(self._at - 2, -1, -1)
        for place in places:
            if wanted(entries[place]):
                self._show(place + 1)
                return True
        return False

    def refresh(self) -> int:
        """Take in what was added to the log; return how many actions there were."""
        was_live, added = self.live, self.history.read_on()
        if added and was_live:
            self._show(self.length)
        return added

    def _within(self, at: int) -> int:
        return max(0, min(at, self.length))

    def _show(self, at: int) -> None:
        self._at, self._view = at, None
        for callback in tuple(self._watchers):
            callback(self.view)
