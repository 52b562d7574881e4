"""Consultation and table talk, with who may hear and who may speak."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules.consult import advisers
from rules.events import Asked, Happened, Said
from widgets.log_view import LogView
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View


class Talk(LogView):
    """What was said, as far as this viewer may hear it."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__((words or Words())("TALK"), words, id=id)

    def show_talk(self, view: View, said: Iterable[Happened]) -> None:
        """Show what was said, and who may advise the mover now."""
        lines = [line for event in said if (line := self._line(event)) is not None]
        names = advisers(view.table)
        note = self._("may advise: {names}", names=self._.listed(list(names))) if names else ""
        self.show(lines, note)

    def _line(self, event: Happened) -> tuple[str, str] | None:
        if isinstance(event, Asked):
            return self._("{name} asks for advice.", name=event.by), "strong"
        if not isinstance(event, Said):
            return None
        topics = {"checkers": self._("checkers"), "cube": self._("cube"), "table": ""}
        to = {"team": self._("team"), "box": self._("box side"), "all": ""}
        about = ", ".join(part for part in (topics[event.topic], to[event.to]) if part)
        name = f"{event.by} ({about})" if about else event.by
        text = self._("suggests {move}", move=event.move) if event.move else event.text
        return f"{name}: {text}", "dim" if event.topic == "table" else ""
