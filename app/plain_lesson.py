"""`chouette learn --plain`: the guided first game told line by line, step for step the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.lesson import Lesson
from app.lesson_words import TYPED
from app.plain import Plain, Write

if TYPE_CHECKING:
    from app.session import Session
    from widgets.words import Words


class PlainLesson(Lesson):
    """The lesson for whoever types: it names commands where the screen's names keys."""

    said = TYPED


class LessonPlain(Plain):
    """One newcomer's plain client, with a few words about each moment."""

    def __init__(self, session: Session, words: Words, write: Write) -> None:
        super().__init__(session, words, write)
        me = session.view.here[0]
        others = (name for name in session.view.table.seated if name != me)
        self.lesson = PlainLesson(me, others, words)
        self._heard_of = 0
        self._told = ""

    def ask(self) -> None:
        """Say what the moment is, where that is new, and then what the table asks."""
        for entry in self.session.entries(self._heard_of):
            self._heard_of += 1
            self.lesson.hear(entry)
        if (text := self.lesson.text(self.session.view)) != self._told:
            self._told = text
            self.write(text)
        super().ask()
