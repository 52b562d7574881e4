"""The home screen: resume, play, and what else exists; nothing that does not is offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen

from app.settings import Settings
from widgets.panel import Bit, Line, Panel
from widgets.prompt import KeyLine, Reply
from widgets.words import Words, fit, wrap

if TYPE_CHECKING:
    from app.launch import Spec


BOTS = 3
"""How many bots sit down with one person: a chouette of four."""


@dataclass(frozen=True)
class Choice:
    """A row of the menu: what it does, with a path where it is about a log."""

    what: str
    label: str
    note: str = ""
    path: Path | None = None


class Menu(Panel):
    """Rows to choose from, with the arrow keys, a digit or the mouse."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.choices: list[Choice] = []
        self.at = 0

    def show(self, choices: list[Choice]) -> None:
        """Show rows, the first chosen."""
        self.choices, self.at = choices, 0
        self.repaint()

    def move(self, by: int) -> None:
        """Choose another row."""
        if self.choices:
            self.at = (self.at + by) % len(self.choices)
            self.repaint()

    def lines(self, width: int, height: int) -> list[Line]:
        """Draw the rows, the chosen one with its note."""
        lines: list[Line] = []
        chosen_at = 0
        for number, choice in enumerate(self.choices):
            chosen = number == self.at
            if chosen:
                chosen_at = len(lines)
            key = str(number + 1) if number < 9 else " "
            look = "cursor" if chosen else ""
            text = fit(choice.label, max(width - 5, 1))
            lines.append([Bit(f" {key} ", "key", number), Bit(f" {text}", look, number)])
            # Sessions of one weekday share a title: their notes tell them apart.
            if choice.note and (chosen or choice.path):
                rows = wrap(choice.note, max(width - 5, 8))[:3]
                lines += [[Bit("    "), Bit(row, "dim", number)] for row in rows]
        first = max(0, min(chosen_at - height // 2, len(lines) - height))
        return lines[first : first + height]


class HomeScreen(Screen[None]):
    """The first screen of `chouette`."""

    AUTO_FOCUS = ""

    def __init__(self, words: Words, settings: Settings, spec: Spec | None = None) -> None:
        super().__init__()
        self._ = words
        self.settings = settings
        self.spec = spec
        self._replaying = False

    def compose(self) -> ComposeResult:
        """Make heading, menu, notice and keys."""
        yield Heading(self._, id="heading")
        yield Menu(self._, id="menu")
        yield Reply(self._, id="reply")
        yield KeyLine(self._, id="keys")

    def on_mount(self) -> None:
        """Look for sessions that can be resumed, and offer what there is."""
        self._offer()

    def on_screen_resume(self) -> None:
        """Offer anew what there is."""
        self._offer()

    def _offer(self) -> None:
        self._replaying = False
        self.query_one(Menu).show(list(self._choices()))
        self.query_one(KeyLine).show(
            (
                ("Enter", self._("choose"), "choose"),
                ("Up/Down", self._("other rows"), "down"),
                ("?", self._("help"), "help"),
                ("q", self._("quit"), "quit"),
            )
        )

    def _choices(self) -> Iterator[Choice]:
        words = self._
        sessions = list(self._sessions())
        for saved in [one for one in sessions if one.resumable][:3]:
            yield Choice(
                "resume",
                words("Resume: {title}", title=_title(saved)),
                _note(saved, words),
                saved.path,
            )
        learn = Choice("learn", words("Learn"), words("A guided first game."))
        if not sessions:
            # Who has never played here begins with it.
            yield learn
        yield Choice("bots", words("Play with bots"), words("Seats are filled by the program."))
        yield Choice(
            "setup", words("Play with people here"), words("New session at this terminal.")
        )
        yield Choice("host", words("Host a table"), words("Friends come by ssh."))
        if sessions:
            yield learn
            yield Choice("replay", words("Replay"), words("Look at a session move by move."))
        yield Choice("rules", words("House rules"), words("The four texts, option by option."))
        yield Choice("quit", words("Quit"))

    def _sessions(self) -> Iterator[Any]:
        from app.saved import saved_sessions, sessions_folder

        folder = sessions_folder()
        if folder.is_dir():
            for number, saved in enumerate(saved_sessions(folder)):
                if number >= 20:
                    break
                yield saved

    def on_key(self, event: events.Key) -> None:
        """Move in the menu, or choose."""
        menu = self.query_one(Menu)
        if event.key in ("up", "k"):
            menu.move(-1)
        elif event.key in ("down", "j", "tab"):
            event.prevent_default()
            menu.move(1)
        elif event.key in ("enter", "space"):
            self._choose()
        elif event.character and event.character in "123456789":
            number = int(event.character) - 1
            if number < len(menu.choices):
                menu.at = number
                menu.repaint()
                self._choose()
        elif event.key == "question_mark":
            self._help()
        elif event.key in ("q", "escape"):
            if self._replaying:
                self._offer()
            else:
                self.app.exit()
        else:
            return
        event.stop()

    @on(Panel.Clicked)
    def _clicked(self, event: Panel.Clicked) -> None:
        menu = self.query_one(Menu)
        if isinstance(event.what, int):
            menu.at = event.what
            menu.repaint()
            self._choose()
        elif event.what == "down":
            menu.move(1)
        elif event.what == "choose":
            self._choose()
        elif event.what == "help":
            self._help()
        elif event.what == "quit":
            self.app.exit()

    def _help(self) -> None:
        text = self._("Choose with the arrow keys and Enter, a number, or the mouse.")
        self.query_one(Reply).say(text, "dim")

    def _choose(self) -> None:
        menu = self.query_one(Menu)
        choice = menu.choices[menu.at]
        if choice.what == "quit":
            self.app.exit()
        elif choice.what == "setup":
            from app.screens.setup import SetupScreen

            self.app.push_screen(SetupScreen(self._, self.settings, self.spec))
        elif choice.what == "bots":
            self._play_with_bots()
        elif choice.what == "rules":
            from app.screens.rules import RulesScreen
            from rules.ruleset import preset

            self.app.push_screen(RulesScreen(preset("club"), self._))
        elif choice.what == "resume" and choice.path is not None:
            self._resume(choice.path)
        elif choice.what == "replay" and choice.path is None:
            self._replaying = True
            menu.show(
                [
                    Choice("replay", _title(one), _note(one, self._), one.path)
                    for one in self._sessions()
                    if one.table is not None
                ]
            )
        elif choice.what == "replay" and choice.path is not None:
            self._replay(choice.path)
        elif choice.path is not None:
            self.app.exit((choice.what, str(choice.path)))
        else:
            self.app.exit((choice.what,))

    def _play_with_bots(self) -> None:
        """Sit down with bots at once, under the rules of the club."""
        from app.launch import LaunchError, Spec, launch
        from app.seating import bot_names, own_name
        from app.tui import ChouetteApp

        assert isinstance(self.app, ChouetteApp)
        me = own_name()
        spec = Spec((me,), title=self._("With bots"), bots=bot_names(BOTS, [me]))
        try:
            session = launch(spec)
        except LaunchError as error:
            self.query_one(Reply).say(self._(error.text, **error.facts), "bad")
            return
        company = session.host.company
        self.app.show_table(session)
        for notice in company.notices if company is not None else ():
            self.app.notify(self._(notice.text, **notice.facts))

    def _replay(self, path: Path) -> None:
        from app.screens.replay import ReplayScreen
        from app.store import StoreError
        from app.watching import opened

        try:
            past = opened(path)
        except StoreError as error:
            self.query_one(Reply).say(self._(error.text, **error.facts), "bad")
            return
        self.app.push_screen(ReplayScreen(past, self._, self.settings))

    def _resume(self, path: Path) -> None:
        from app.launch import LaunchError, resume
        from app.tui import ChouetteApp

        assert isinstance(self.app, ChouetteApp)
        try:
            session = resume(path)
        except LaunchError as error:
            self.query_one(Reply).say(self._(error.text, **error.facts), "bad")
            return
        self.app.show_table(session)


class Heading(Panel):
    """The program's name, with a picture where there is room."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Draw it."""
        name, about = " " + self._("chouette"), self._("backgammon, one against a team")
        if cell_len(f"{name}  {about}") > width:
            return [[Bit(name, "title")]]
        return [[Bit(name, "title"), Bit("  "), Bit(about, "dim")]]


def _title(saved: Any) -> str:
    title = saved.table.title if saved.table else ""
    return title or str(saved.path.stem)


def _note(saved: Any, words: Words) -> str:
    table = saved.table
    if table is None:
        return words("cannot be opened: {fault}", fault=saved.fault)
    games = words.count("{n} game", "{n} games", len(table.games))
    players = ", ".join(table.seated)
    return f"{_begun(saved.opened)}; {players}; {games}"


def _begun(opened: str) -> str:
    """Return when a session began, by the clock here: evenings of one day differ by the hour."""
    from datetime import datetime

    try:
        return f"{datetime.fromisoformat(opened).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return opened[:10]
