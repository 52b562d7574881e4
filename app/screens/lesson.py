"""The guided first game on the screen: the table, and a few words about the moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from app.lesson import Lesson
from app.screens.layout import Plan, plan
from app.screens.table import TableScreen
from widgets.panel import Bit, Line
from widgets.prompt import Story
from widgets.words import fit, wrap

if TYPE_CHECKING:
    from app.live_session import LiveSession
    from app.settings import Settings
    from widgets.words import Words

MOST_ROWS = 6


class Telling(Story):
    """What happened last, dim, and beneath it what the lesson says."""

    lesson = ""

    def say(self, text: str) -> None:
        """Say another thing."""
        if text != self.lesson:
            self.lesson = text
            self.repaint()

    def wanted(self, width: int) -> int:
        """Return the lines that the lesson and one event need."""
        return min(len(wrap(self.lesson, width)) + 1, MOST_ROWS)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the lesson whole, and above it the latest event."""
        rows = [[Bit(row, "good")] for row in wrap(self.lesson, width)]
        if len(rows) >= height:
            return rows[:height]
        joined = [" ".join(self.sentences[at:]) for at in range(len(self.sentences))]
        last = joined[-1] if joined else ""
        whole = next((text for text in joined if len(text) <= width), last)
        return [[Bit(fit(whole, width).rstrip(), "dim")], *rows]


class LessonScreen(TableScreen):
    """One newcomer's table with the program's players."""

    def __init__(self, session: LiveSession, words: Words, settings: Settings) -> None:
        super().__init__(session, words, settings)
        company = session.host.company
        self.lesson = Lesson(session.here[0], company.bots if company else (), words)
        self._heard_of = 0
        self._rows = 0

    def compose(self) -> ComposeResult:
        """Make the table's panes, the lesson in the place of the story."""
        for pane in super().compose():
            yield Telling(self._, id="story") if isinstance(pane, Story) else pane

    def draw(self) -> None:
        """Show what the lesson says now, with the lines that it needs."""
        for entry in self.session.entries(self._heard_of):
            self._heard_of += 1
            self.lesson.hear(entry)
        telling = self.query_one(Telling)
        telling.say(self.lesson.text(self.view))
        if telling.wanted(self.size.width) != self._rows:
            self.place_panes()
        super().draw()

    def planned(self, width: int, height: int, physical: bool) -> Plan | None:
        """Return the plan for a size, with room for the lesson."""
        self._rows = self.query_one(Telling).wanted(width)
        return plan(width, height, self.front, reply=self.reply_rows, story=self._rows)
