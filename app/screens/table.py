"""The table: board, cubes, sheet and question in view, live, over SSH and in a replay alike.

A key or a click changes the text of the command; the text is read; what it comes to is shown. Only
Enter, Space on the one obvious step and a click on the key line send anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from textual import events
from textual.app import ComposeResult

from app.composer import Composer
from app.screens.bell import happened
from app.screens.facing import board_face
from app.screens.heard import Heard
from app.screens.layout import Pane, Plan, plan
from app.screens.moving import Moving
from app.screens.table_keys import TableKeys
from app.screens.waiting import EVERY
from app.settings import Settings
from app.story import tell
from rules.events import Said
from widgets.board import Board, Face
from widgets.board_cubes import lying
from widgets.cube_rack import ROOM_TO_ASK, ROOM_TO_EXPLAIN, CubeRack
from widgets.entry_line import EntryLine
from widgets.glyphs import GLYPHS, LETTERS, Glyphs
from widgets.line_up import LineUp
from widgets.log_view import LogView
from widgets.panel import Bit, Line, Panel
from widgets.prompt import KeyLine, Reply, Story, TitleLine
from widgets.score_sheet import ScoreSheet
from widgets.talk import Talk
from widgets.words import Words

if TYPE_CHECKING:
    from app.session import Session
    from rules.views import View


class TooSmall(Panel):
    """What a terminal shows that cannot hold the board."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Say what is missing and what serves instead."""
        from widgets.words import wrap

        text = self._(
            "This terminal is too small for the board: it needs 44 columns and 20 lines. "
            "Make it larger, or use: chouette play --plain"
        )
        return [[Bit(row)] for row in wrap(text, width)]


class TableScreen(TableKeys):
    """One viewer's table."""

    looks_on = True
    """Whether who acts for nobody is told that he watches."""

    transport = False
    """Whether there is a line that leads through the log."""

    def __init__(
        self, session: Session, words: Words | None = None, settings: Settings | None = None
    ) -> None:
        super().__init__(session, words or Words(), settings or Settings())
        self.plan: Plan | None = None
        self.reply_rows = self.story_rows = 1
        self.cube_rows = 0
        self._placed = False
        self._told: list[tuple[str, str]] = []
        self._heard = Heard()
        self._read = 0
        self._moving = Moving(self)
        self._unwatch: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """Make every pane; the plan for the size says which are in view."""
        words = self._
        yield TitleLine(words, id="title")
        yield Board(words, self._glyphs(), id="board")
        yield CubeRack(words, id="rack")
        yield ScoreSheet(words, id="sheet")
        yield LogView(words("LOG"), words, id="log")
        yield Talk(words, id="talk")
        yield LineUp(words, id="line")
        yield Story(words, id="story")
        yield EntryLine(words, id="command")
        yield Reply(words, id="reply")
        yield KeyLine(words, id="keys")
        yield TooSmall(words, id="small")

    def on_mount(self) -> None:
        """Lay the panes out and follow the session."""
        if not self.here:
            return
        self.place_panes()
        self._unwatch = self.session.watch(self.show_view)
        self.show_view(self.session.view)
        self.set_interval(EVERY, self.look_at_clock)

    def on_unmount(self) -> None:
        """Stop following."""
        if self._unwatch is not None:
            self._unwatch()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the panes out for the new size; the rack may have other room for the question."""
        if self.here:
            self.place_panes()
            self.draw()

    def show_view(self, view: View) -> None:
        """Show a newer view; what is being typed stays."""
        if not self.here:
            return
        before, self.view = self.view, view
        self.waiting.see(view)
        asked_before = self.composer.asked
        self.composer = Composer(view, self._)
        asked = self.composer.asked
        if (asked.pending, asked.open) != (asked_before.pending, asked_before.open):
            self.cursor = None
        said = len(self._heard.said)
        self._tell_on()
        if view.table.n != before.table.n:
            self._drop_stale()
        if (before.table.board, before.table.shown) != (view.table.board, view.table.shown):
            self.place_panes()
        if view.table.closed and not before.table.closed:
            self.settle_up(view)
        talked = len(self._heard.said) > said
        if happened(before, view, asked_before, asked, talked) & set(self.settings.bell):
            self.app.bell()
        if self.settings.animation and hasattr(self.session, "host"):
            self._moving.begin(before, view, self.bottom)
        self.recompose_text(self.command.value)

    def _drop_stale(self) -> None:
        """Forget a text about what is over: a roll that was played, a round that closed."""
        reply = self.query_one(Reply)
        if reply.refused:
            reply.say("")
        text = self.command.value
        if text and not self.typing:
            composed = self.composer.read(text)
            if not composed.actions and not (composed.entry and composed.entry.text):
                self.set_text("")

    def _tell_on(self) -> None:
        new = self.session.entries(self._read)
        self._read += len(new)
        for entry in new:
            if text := tell(entry, self._):
                self._told.append((text, ""))
            for event in entry.events or ():
                self._heard.hear(event, self.view.here)
        if new or not self._read:
            self.query_one("#log", LogView).show(self._told)
            self.query_one(Talk).show_talk(self.view, self._heard.said)

    @property
    def moments(self) -> frozenset[str]:
        """What can be done now; to take advice is one thing more."""
        found = super().moments
        return found | {"advice"} if self._heard.advised and self.composer.mine else found

    def _offered(self) -> str:
        here = self.view.here
        said = (one for one in reversed(self._heard.said) if isinstance(one, Said))
        return next((one.by for one in said if one.to == "all" and one.by not in here), "")

    def _do_advice(self) -> None:
        """Enter the play that was suggested last; once more, the one before it."""
        if self.composer.mine and (play := self._heard.take()):
            self.set_text(play)

    def draw(self) -> None:
        """Show the view and what is composed in every pane."""
        story = self.pane(Story)
        story.show(self._latest())
        wanted = self.pane(Reply).wanted(max(self.size.width - 2, 1))
        needed = wanted, story.needed(self.size.width), self._cubes
        if needed != (self.reply_rows, self.story_rows, self.cube_rows):
            self.place_panes()
        view, composed = self.view, self.composed
        self.pane(TitleLine).show(self._title(), self._state())
        if self.command.value:
            self._moving.stop()
        cubes = lying(view.table.game)
        self.pane(Board).show(replace(self._moving.face or self._face(), cubes=cubes))
        rack = self.pane(CubeRack)
        cursor = self.cursor if composed.marks or self.composer.asked.pending else None
        if self._choosing and not self.composer.asked.pending:
            cursor = self.cursor
        rack.show(view, self.composer.asked, composed.marks, cursor, self.bottom)
        self.pane(ScoreSheet).show(view)
        people = getattr(self.session, "people", None)
        bots: frozenset[str] = getattr(self.session, "bots", frozenset())
        self.pane(LineUp).show(view, people.connected if people else frozenset(), bots)
        self.pane(KeyLine).show(self.shown_keys())

    @property
    def _choosing(self) -> bool:
        return len(self.choosable) > 1

    def _title(self) -> list[str]:
        table, game = self.view.table, self.view.table.game
        parts = [table.title or self._("Chouette")]
        if game is not None:
            parts.append(self._("game {n}", n=game.number))
        elif table.games:
            parts.append(self._("after game {n}", n=table.games[-1].game))
        if table.currency or table.stake != 1:
            parts.append(self._("1 pt = {money}", money=self._.money(table.stake, table.currency)))
        if name := self.view.viewer:
            side = game.side_of(name) if game else None
            role = {"box": self._("box"), "team": self._("team")}.get(side or "", "")
            parts.append(self._("YOU: {name}", name=name) + (f" ({role})" if role else ""))
        elif not self.view.here and self.looks_on:
            parts.append(self._("watching"))
        people = getattr(self.session, "people", None)
        if people is not None and people.watching:
            parts.append(self._("watching: {n}", n=people.watching))
        return parts

    def _state(self) -> str:
        company = getattr(getattr(self.session, "host", None), "company", None)
        if company is not None and company.thinking:
            return self._("{name} thinks", name=company.thinking)
        return self._("LIVE") if self.session.live else self._("REPLAY")

    def _latest(self) -> list[str]:
        told = [text for text, _ in self._told[-3:]]
        asked = self.composer.asked
        rack = self.plan.panes.get("rack") if self.plan else None
        if rack is None or rack.height < ROOM_TO_ASK:
            return [*told, asked.headline]
        wanted = self.query_one(Reply).wanted(max(self.size.width - 2, 1))
        if rack.width < ROOM_TO_EXPLAIN and asked.detail and wanted < 3:
            return [*told, asked.detail[0]]
        names = self._.listed(list(asked.waits))
        if names and self.view.table.phase == "declare":
            told.append(self._("Double or stay: {names} to say.", names=names))
        elif names and self.view.table.phase in ("answer", "extras", "beavered"):
            told.append(self._("{names} to answer.", names=names))
        return told

    def _face(self) -> Face:
        advised = self._heard.advised if not self.command.value else ""
        return board_face(self.composer, self.composed, self.bottom, advised)

    def _glyphs(self) -> Glyphs:
        chosen = self.settings.checkers
        return LETTERS if chosen == "auto" else GLYPHS[chosen]

    def place_panes(self) -> None:
        """Give every pane its place for the size, and hide the others."""
        physical = self.view.table.board == "physical" and self.view.table.shown is None
        width, height = self.size
        reply = self.query_one(Reply)
        self.reply_rows = reply.wanted(max(width - 2, 1))
        self.story_rows = self.query_one(Story).needed(width)
        self.cube_rows = self._cubes
        before, self.plan = self.plan, self.planned(width, height, physical)
        self.query_one(CubeRack).spaced = physical
        if self.plan == before and self._placed:
            # Every style that is set lays the screen out anew, even to what it was.
            return
        self._placed = True
        small = self.query_one("#small")
        small.display = self.plan is None
        regions = self.plan.panes if self.plan else {}
        for pane in get_args(Pane):
            region = regions.get(pane)
            for widget in self.query(f"#{pane}"):
                widget.display = region is not None
                if region is not None:
                    widget.styles.offset = (region.x, region.y)
                    widget.styles.width = region.width
                    widget.styles.height = region.height

    def planned(self, width: int, height: int, physical: bool) -> Plan | None:
        """Return the plan for a size."""
        return plan(
            width,
            height,
            self.front,
            physical=physical,
            transport=self.transport,
            reply=self.reply_rows,
            told=self.story_rows,
            cubes=self._cubes,
        )

    @property
    def _cubes(self) -> int:
        """How many rows the rack has; only a wooden board's layout asks."""
        table = self.view.table
        if table.board != "physical":
            return 0
        return len(table.game.cubes) if table.game else len(table.line) - 1
