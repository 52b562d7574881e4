"""The application of one viewer: themes, screens, palette. At home and over SSH it is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from app.keys import KEYS
from app.look import THEMES, variables
from app.settings import Settings
from widgets.words import Words

if TYPE_CHECKING:
    from app.screens.table import TableScreen
    from app.session import Session

Outcome = tuple[str, ...]
"""What the application ends with: nothing, or another command to run with its arguments."""


class ChouetteApp(App[Outcome]):
    """Draws one session for one viewer; or, without a session, the home screen."""

    CSS_PATH = "chouette.tcss"
    TITLE = "chouette"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        session: Session | None = None,
        *,
        words: Words | None = None,
        settings: Settings | None = None,
        first: Callable[[], Screen[None]] | None = None,
    ) -> None:
        """Make the application; `first` makes the first screen where it is not the table."""
        super().__init__()
        self.session = session
        self.words = words or Words()
        self.settings = settings or Settings()
        self._first = first
        for theme in THEMES:
            self.register_theme(theme)
        if self.settings.theme in self.available_themes:
            self.theme = self.settings.theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme, Textual's own too, the colours of the board."""
        return variables(self.current_theme.dark)

    def on_mount(self) -> None:
        """Show the first screen."""
        if self.session is not None:
            self.show_table(self.session)
        elif self._first is not None:
            self.push_screen(self._first())

    def show_table(self, session: Session) -> None:
        """Put the table before everything else."""
        from app.screens.table import TableScreen

        self.session = session
        self.push_screen(TableScreen(session, self.words, self.settings))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the palette's commands: the table's actions, the themes, and leaving.

        Textual's own screenshot command is left out: over SSH it would write files on the host.
        """
        from app.screens.table import TableScreen

        words = self.words
        if isinstance(screen, TableScreen):
            for key in KEYS:
                help_text = words(key.help)
                yield SystemCommand(words(key.label), help_text, _doing(screen, key.id))
        for name in sorted(self.available_themes):
            yield SystemCommand(
                words("theme {name}", name=name), words("Change the colours."), self._themed(name)
            )
        yield SystemCommand(words("leave"), words("Leave; nothing is lost."), self.exit)

    def _themed(self, name: str) -> Callable[[], None]:
        def change() -> None:
            self.theme = name
            self.settings = replace(self.settings, theme=name)

        return change


def _doing(screen: TableScreen, action: str) -> Callable[[], None]:
    def do() -> None:
        screen.do(action)

    return do
