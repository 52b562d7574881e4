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
        lines = [line for event in said if (line := spoken(event, self._)) is not None]
        names = advisers(view.table)
        note = self._("may advise: {names}", names=self._.listed(list(names))) if names else ""
        self.show(lines, note)


def spoken(event: Happened, words: Words) -> tuple[str, str] | None:
    """Return what was said as a line with its look; None for what is no talk."""
    if isinstance(event, Asked):
        return words("{name} asks for advice.", name=event.by), "strong"
    if not isinstance(event, Said):
        return None
    topics = {"checkers": words("checkers"), "cube": words("cube"), "table": ""}
    to = {"team": words("team"), "box": words("box side"), "all": ""}
    about = ", ".join(part for part in (topics[event.topic], to[event.to]) if part)
    name = f"{event.by} ({about})" if about else event.by
    text = words("suggests {move}", move=event.move) if event.move else event.text
    return f"{name}: {text}", "dim" if event.topic == "table" else ""
