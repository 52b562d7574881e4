"""The screen of whoever hosts, at his own terminal or over SSH: a guest's, and the lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from app.language import for_guest
from app.live_session import LiveSession
from app.remote.guest_app import GuestApp
from app.screens.lobby import LobbyScreen
from app.settings import Settings
from app.ssh.guest import Guest
from app.tui import Outcome

if TYPE_CHECKING:
    from app.remote.gathering import Gathering


class HostApp(GuestApp):
    """The host's own screen: a guest's, and the lobby."""

    CSS_PATH = GuestApp.CSS_PATH

    BINDINGS: ClassVar[list[BindingType]] = [Binding("p", "lobby", "people", show=False)]

    def __init__(self, session: LiveSession, gathering: Gathering, **options: Any) -> None:
        super().__init__(session, **options)
        self.gathering = gathering

    @classmethod
    def for_host(cls, session: LiveSession, guest: Guest, gathering: Gathering) -> HostApp:
        """Make the host's screen at a terminal far away, in that terminal's language."""
        words = for_guest(guest.language).words()
        return cls(session, gathering, words=words, settings=Settings(animation=False))

    async def run_async(self, **options: Any) -> Outcome | None:
        """Run until the screen is left, with the lobby up to date."""
        self.gathering.lobbies.append(self.people_changed)
        try:
            return await super().run_async(**options)
        finally:
            self.gathering.lobbies.remove(self.people_changed)

    def action_lobby(self) -> None:
        """Show who is here and what to send to whom."""
        if not isinstance(self.screen, LobbyScreen):
            self.push_screen(LobbyScreen(self.gathering, self.words))

    def people_changed(self) -> None:
        """Keep an open lobby up to date."""
        if self.is_running and isinstance(self.screen, LobbyScreen):
            self.screen.call_later(self.screen.show_news)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the lobby before the table's own commands."""
        words = self.words
        yield SystemCommand(
            words("lobby"), words("Who is here, and the invitations to send."), self.action_lobby
        )
        yield from super().get_system_commands(screen)
