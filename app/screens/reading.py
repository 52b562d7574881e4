"""A screen of text to read and search: the house rules, help, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events, on
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Input

from app.screens.leaving import Leaving
from widgets.panel import Bit, Line, Panel
from widgets.prompt import KeyLine
from widgets.words import Words, wrap

Paragraph = tuple[str, str]
"""A text and its look; an empty text is an empty line."""


class Page(Panel):
    """Paragraphs, wrapped, that scroll from the top."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.paragraphs: list[Paragraph] = []
        self.top = 0

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Show other text, from its beginning."""
        self.paragraphs = list(paragraphs)
        self.top = 0
        self.repaint()

    def scroll_lines(self, by: int) -> None:
        """Read on, or back."""
        most = max(len(self._wrapped(self.size.width)) - self.size.height, 0)
        self.top = max(0, min(self.top + by, most))
        self.repaint()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the lines in view; the last says if there are more."""
        wrapped = self._wrapped(width)
        shown = wrapped[self.top : self.top + height]
        rest = len(wrapped) - self.top - height
        if rest > 0:
            shown[-1] = [Bit(self._("{n} more lines below", n=rest + 1), "dim")]
        return shown

    def _wrapped(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for text, look in self.paragraphs:
            lines += [[Bit(row, look)] for row in wrap(text, width)]
        return lines


class ReadingScreen(Leaving, ModalScreen[None]):
    """A page with a title, a search line and the keys that serve it."""

    AUTO_FOCUS = ""

    def __init__(self, title: str, words: Words, search: str = "") -> None:
        super().__init__()
        self.heading = title
        self._ = words
        self.wanted = search

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Return the text that answers a search; all of it where nothing is searched."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Make title, search line, page and keys."""
        title = Page(self._, id="heading")
        title.paragraphs = [(self.heading, "title")]
        yield title
        yield Input(
            self.wanted, placeholder=self._("search"), compact=True, id="search",
            select_on_focus=False,
        )  # fmt: skip
        yield Page(self._, id="page")
        keys = KeyLine(self._, id="reading-keys")
        keys.keys = (
            ("q", self._("close"), "close"),
            ("/", self._("search"), "search"),
            ("Down", self._("on"), "on"),
            ("Up", self._("back"), "back"),
        )
        yield keys

    def on_mount(self) -> None:
        """Show the page."""
        if not self.here:
            return
        self.query_one("#page", Page).show(self.paragraphs(self.wanted))

    def on_key(self, event: events.Key) -> None:
        """Close, search, or read on."""
        if not self.here:
            return
        typing = self.focused is self.query_one("#search", Input)
        if typing:
            if event.key in ("escape", "enter", "down"):
                event.stop()
                self.set_focus(None)
            return
        event.stop()
        page = self.query_one("#page", Page)
        whole = page.size.height - 1
        steps = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": whole, "space": whole}
        steps |= {"pageup": -whole, "home": -9999, "end": 9999}
        if event.key in steps:
            page.scroll_lines(steps[event.key])
        elif event.key in ("slash", "colon"):
            self.set_focus(self.query_one("#search", Input))
        elif event.key in ("q", "escape", "enter", "question_mark"):
            self.dismiss()

    def on_mouse_scroll_down(self) -> None:
        """Read on."""
        self.query_one("#page", Page).scroll_lines(3)

    def on_mouse_scroll_up(self) -> None:
        """Read back."""
        self.query_one("#page", Page).scroll_lines(-3)

    @on(Panel.Clicked)
    def _clicked(self, event: Panel.Clicked) -> None:
        event.stop()
        page = self.query_one("#page", Page)
        if event.what == "close":
            self.dismiss()
        elif event.what == "search":
            self.set_focus(self.query_one("#search", Input))
        elif event.what in ("on", "back"):
            page.scroll_lines((page.size.height - 1) * (1 if event.what == "on" else -1))

    @on(Input.Changed, "#search")
    def _searched(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one("#page", Page).show(self.paragraphs(event.value))

    @on(Input.Submitted, "#search")
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        self.set_focus(None)
