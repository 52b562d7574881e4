"""What a replay and a screen for the room share: a log's table, that grows while it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from app.history import History
from app.screens.table import TableScreen
from app.settings import Settings
from app.store import StoreError
from app.story import tell
from rules.events import Asked, Happened, Said, TalkReleased
from widgets.log_view import LogView
from widgets.talk import Talk
from widgets.words import Words

if TYPE_CHECKING:
    from app.keys import Key
    from app.replay import ReplaySession
    from app.session import Session
    from rules.log import Entry
    from rules.views import View

EVERY = 0.5
"""Seconds after which a file is looked at again."""

TOLD = 200
"""Entries that the pane of the log holds at least: enough to read back a while."""


class Following(TableScreen):
    """A table that nobody acts at; it follows its file, or the live table that it looks back on."""

    def __init__(
        self,
        past: ReplaySession,
        words: Words | None = None,
        settings: Settings | None = None,
        live: Session | None = None,
    ) -> None:
        """Make the screen; `live` is the table whose past this is, None for a file."""
        super().__init__(past, words, settings)
        self.past = past
        self.notice: tuple[str, str] = ("", "")
        self._table = live
        self._unfollow: Callable[[], None] | None = None
        self._growing = False

    def on_mount(self) -> None:
        """Follow what is still growing."""
        if self._table is not None:
            self._unfollow = self._table.watch(lambda _: self.follow())
        elif self.grows:
            timer = self.set_interval(EVERY, self.follow)
            self._unfollow = timer.stop

    def on_unmount(self) -> None:
        """Follow no more."""
        self._stop()

    def _stop(self) -> None:
        if self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    @property
    def grows(self) -> bool:
        """Whether anything can still be added."""
        history = self.past.history
        foreign = isinstance(history, History) and history.foreign
        return not foreign and not history.tables[-1].closed

    def follow(self) -> None:
        """Take in what was added. Who is at the end goes along, who is elsewhere stays there."""
        if not self.here:
            return
        self._growing = True
        try:
            added = self.past.refresh()
        except StoreError as error:
            self._stop()
            self.notice = (self._(error.text, **error.facts), "bad")
            self.recompose_text(self.command.value)
            return
        finally:
            self._growing = False
        if added:
            self.draw()
        if not self.grows:
            self._stop()

    def settle_up(self, view: View) -> None:
        """Show who pays whom when it happens, and not whenever somebody comes by the end."""
        if self._growing:
            super().settle_up(view)

    def known_keys(self) -> list[Key]:
        """Return the actions of this screen, for the palette."""
        return [key for key in super().known_keys() if key.id not in ("talk", "browse")]

    def _state(self) -> str:
        if not self.past.live:
            return self._("REPLAY")
        return self._("LIVE") if self.grows else self._("END")

    def _tell_on(self) -> None:
        entries = self.past.latest(TOLD)
        self._told = [(text, "") for entry in entries if (text := tell(entry, self._))]
        log, talk = self.query_one("#log", LogView), self.query_one(Talk)
        if not self.past.live:
            log.back = talk.back = 0
        log.show(self._told)
        talk.show_talk(self.view, talk_in(entries))

    def _do_browse(self) -> None:
        """Do nothing: this is the past already."""

    def _do_talk(self) -> None:
        self.turn_to("talk")


def talk_in(entries: Iterable[Entry]) -> list[Happened]:
    """Return what was said, each once: what was held back and is known is not told again."""
    found: list[Happened] = []
    held: set[tuple[str, str, str]] = set()
    for entry in entries:
        for event in entry.events or ():
            if isinstance(event, Said):
                found.append(event)
                if event.held:
                    held.add((event.by, event.topic, event.text))
            elif isinstance(event, Asked):
                found.append(event)
            elif isinstance(event, TalkReleased):
                found += [one for one in event.said if (one.by, one.topic, one.text) not in held]
    return found
