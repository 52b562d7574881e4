"""The application of one viewer: themes, screens, palette. At home and over SSH it is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor
from textual.screen import Screen

from app.keys import apt
from app.look import THEMES, variables
from app.settings import Settings
from app.ssh.cleaning import to_ascii
from widgets.words import Words

if TYPE_CHECKING:
    from app.company import Company
    from app.screens.table import TableScreen
    from app.session import Session


class Ascii(LineFilter):
    """Draws with ASCII alone, for terminals in another encoding than UTF-8."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Replace each character that is not ASCII by a likeness of the same width."""
        return [
            segment if segment.text.isascii() else Segment(to_ascii(segment.text), *segment[1:])
            for segment in segments
        ]


_ASCII, _NO_COLOR = Ascii(), NoColor()
"""One object each: Textual keeps drawn lines by the identity of the filters."""

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
        unicode: bool = True,
        started: Callable[[], None] | None = None,
        table: type[TableScreen] | None = None,
    ) -> None:
        """Make the application.

        `first` makes the first screen where it is not the table; `unicode` says that the terminal
        knows more than ASCII. `started` is called once the first screen has been drawn,
        `table` the kind of table's screen.
        """
        super().__init__()
        self.session = session
        self.words = words or Words()
        self.settings = settings or Settings()
        self.unicode = unicode
        self._started = started
        self._table = table
        self._first = first
        for theme in THEMES:
            self.register_theme(theme)
        if self.settings.theme in self.available_themes:
            self.theme = self.settings.theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme, Textual's own too, the colours of the board."""
        return variables(self.current_theme.dark)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what is applied to every line that is drawn.

        NO_COLOR means no colour at all, where Textual would draw in greys; and a terminal that is
        not said to know Unicode gets ASCII.
        """
        filters = [one for one in super().get_line_filters() if not isinstance(one, Monochrome)]
        if self.no_color:
            filters.append(_NO_COLOR)
        if not self.unicode:
            filters.append(_ASCII)
        return filters

    def on_mount(self) -> None:
        """Show the first screen."""
        if self.session is not None:
            self.show_table(self.session)
        elif self._first is not None:
            self.push_screen(self._first())

    def on_ready(self) -> None:
        """Tell whoever started the program that the screen stands."""
        if self._started is not None:
            self._started()

    def show_table(self, session: Session) -> None:
        """Put the table before everything else."""
        from app.screens.table import TableScreen

        self.session = session
        kind = self._table or TableScreen
        self.push_screen(kind(session, self.words, self.settings))
        company = getattr(getattr(session, "host", None), "company", None)
        if company is not None:
            self.play_with(company)

    def play_with(self, company: Company) -> None:
        """Let the bots of a table play, and show which of them thinks."""
        company.start(self._draw_table)

    def _draw_table(self) -> None:
        """Show that another bot thinks now."""
        from app.screens.table import TableScreen

        shown = self.screen_stack[-1] if self.is_running and self.screen_stack else None
        if isinstance(shown, TableScreen) and shown.is_mounted:
            shown.draw()

    def action_help_quit(self) -> None:
        """Answer Ctrl+C, which habit presses, in the viewer's words; Textual knows English."""
        self.notify(self.words("Esc, then q leaves; nothing is lost."))

    def action_command_palette(self) -> None:
        """Open the palette and ask for a command in the viewer's words; Textual knows English."""
        from app.screens.palette import Palette

        if not isinstance(self.screen, Palette):
            asked = self.words("Search for commands…")
            self.push_screen(Palette(placeholder=asked, id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the palette's commands: the table's actions, the themes, and leaving.

        Textual's own screenshot command is left out: over SSH it would write files on the host.
        """
        from app.screens.table import TableScreen

        words = self.words
        if isinstance(screen, TableScreen):
            now = {key.id for key in apt(screen.moments)}
            for key in screen.known_keys():
                # What does nothing now is found by its name, but does not stand in the way.
                yield SystemCommand(
                    words(key.label), words(key.help), _doing(screen, key.id), key.id in now
                )
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
