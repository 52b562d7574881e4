"""A log as a session: the views of live, at any entry, and nobody is pulled to the end."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from pathlib import Path

from app.history import History
from app.session import Watcher
from rules.actions import Action
from rules.log import Entry, entry_for
from rules.refusals import Refusal
from rules.views import View, view


class ReplaySession:
    """A viewer of a log: `at` actions have happened in his view, of `length`.

    He sees what everybody saw, and what was said among a side only `with_talk`; nobody acts.
    `refresh` takes in what a running game added: a viewer at the end goes along, one who browses
    stays where he is.
    """

    def __init__(self, history: History, at: int | None = None, *, with_talk: bool = False) -> None:
        self.history = history
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
            self._view = view(self.history.tables[self._at], None)
        return self._view

    def entries(self, start: int = 0) -> Sequence[Entry]:
        """Return the story up to where the viewer is."""
        if self._with_talk:
            return self.history.entries[start : self._at]
        for entry in self.history.entries[self._told :]:
            if (seen := entry_for(entry, None)) is not None:
                self._story.append(seen)
        self._told = self.length
        end = bisect.bisect_right(self._story, self._at, key=lambda entry: entry.n)
        return self._story[start:end]

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
        places = [at for at, entry in enumerate(entries, 1) if wanted(entry)]
        if step > 0:
            place = bisect.bisect_right(places, self._at)
        else:
            place = bisect.bisect_left(places, self._at) - 1
        if not 0 <= place < len(places):
            return False
        self._show(places[place])
        return True

    def refresh(self) -> int:
        """Take in what was added to the file; return how many actions there were."""
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
