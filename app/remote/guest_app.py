"""One guest's screen of the table: the same application as at home, over his own terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import app.tui
from app.language import for_guest
from app.live_session import LiveSession
from app.session import Session
from app.settings import Settings
from app.ssh.driver import WireDriver
from app.ssh.guest import Guest
from app.tui import ChouetteApp, Outcome
from widgets.words import Words


class GuestApp(ChouetteApp):
    """The table for one connection; leaves it when the screen ends, however it ends."""

    # A path is relative to the file of the class that names it, and this is another folder.
    CSS_PATH = str(Path(app.tui.__file__).with_name(str(ChouetteApp.CSS_PATH)))

    def __init__(
        self,
        session: LiveSession,
        *,
        words: Words | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(session, words=words, settings=settings)
        self.seat = session
        session.drawn = self._drawn

    @classmethod
    def for_guest(cls, session: LiveSession, guest: Guest) -> GuestApp:
        """Make the screen of somebody far away, in his terminal's language."""
        return cls(
            session, words=for_guest(guest.language).words(), settings=Settings(animation=False)
        )

    async def run_async(self, **options: Any) -> Outcome | None:
        """Run until the screen is left, and then leave the table."""
        try:
            return await super().run_async(**options)
        finally:
            self.seat.close()

    def exit(self, *args: Any, **options: Any) -> None:
        """End the screen; from here on it is told nothing, for its panes go one by one."""
        self.seat.close()
        super().exit(*args, **options)

    def show_table(self, session: Session) -> None:
        """Put the table before everything else; its bots are the host's to start."""
        from app.screens.table import TableScreen

        self.session = session
        self.push_screen(TableScreen(session, self.words, self.settings))

    def change_session(self, session: LiveSession) -> None:
        """Go on with another session of the same table, as when a newcomer sits down."""
        before, self.seat = self.seat, session
        session.drawn = self._drawn
        # Help or a replay may lie on the table: all of it belongs to the session that ends.
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.show_table(session)
        before.close()

    async def _drawn(self, within: float) -> None:
        driver: object = self._driver
        if isinstance(driver, WireDriver):
            await driver.drawn(within)
