"""The one protocol a screen talks to, the same live, over SSH and in a replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rules.actions import Action
from rules.log import Entry
from rules.refusals import Refusal
from rules.views import View

Watcher = Callable[[View], None]


class Session(Protocol):
    """One viewer's table: what he may see of it, and the way to act on it.

    `view` is the newest view, a whole value; `live` is False while a replay is being browsed.
    """

    @property
    def view(self) -> View:
        """The newest view."""
        ...

    @property
    def live(self) -> bool:
        """Whether the view is the table as it is now."""
        ...

    def entries(self, start: int = 0) -> Sequence[Entry]:
        """Return the story from entry `start` on, as far as this viewer may see it."""
        ...

    async def send(self, action: Action) -> Refusal | None:
        """Ask for an action; None when it was done, else why not.

        For whom may be asked is the connection's business: a name that does not sit here is
        refused.
        """
        ...

    def watch(self, callback: Watcher) -> Callable[[], None]:
        """Call back with each newest view; a view not yet handed over is replaced by a newer one.

        Returns the function that ends it.
        """
        ...
