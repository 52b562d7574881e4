"""Writes a session down that was played elsewhere, action by action, as entries of a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.formats.match import Column, Remark
from rules import events as ev
from rules.actions import clean_text, read_action
from rules.decide import decide
from rules.log import Entry, fold
from rules.permission import refusal_of
from rules.refusals import Refusal
from rules.state import Game, Table
from rules.telling import Telling
from rules.values import Side

AUTHOR = "match file"
"""Who speaks for the file in the log; nobody of that name is seated."""
_LONGEST = 480


class NoChance:
    """A session that was played elsewhere throws no dice."""

    def throw(self, count: int) -> tuple[int, ...]:
        """Refuse: every roll is in the file."""
        raise RuntimeError("an imported game has its dice in the file")

    def commit(self) -> str | None:
        """Make no secret."""
        return None

    def reveal(self) -> str | None:
        """Have no secret."""
        return None


class Scribe:
    """A table, the entries that led to it, and the remarks for a person.

    `tables[n]` is the table after `n` entries. `names` are the seats of the two columns, `when` the
    time of every entry, as far as the file has one.
    """

    def __init__(self, names: Mapping[Column, str], when: str, place: str = "line") -> None:
        self.names = names
        self.when = when
        self.place = place
        self.entries: list[Entry] = []
        self.tables: list[Table] = [Table()]
        self.remarks: list[Remark] = []
        self.given = 0
        """Games that end with points of the file's that no rule explains."""

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.tables[-1]

    @property
    def game(self) -> Game:
        """The game being played."""
        assert self.table.game is not None
        return self.table.game

    def side(self, column: Column) -> Side:
        """Return the side that a column's player is on in this game."""
        return "box" if self.names[column] == self.game.boxer else "team"

    def ask(self, request: Mapping[str, Any]) -> Refusal | None:
        """Have an action decided; return the refusal where it is not allowed."""
        action = read_action(dict(request))
        refusal = refusal_of(self.table, action)
        if refusal is None:
            self._enter(request, decide(self.table, action, NoChance()))
        return refusal

    def must(self, request: Mapping[str, Any]) -> None:
        """Have an action decided that cannot be refused here."""
        refusal = self.ask(request)
        assert refusal is None, f"{request}: {refusal.sentence() if refusal else ''}"

    def force(self, request: Mapping[str, Any], events: Sequence[ev.Event]) -> None:
        """Write down what happened although the rules would refuse it."""
        self._enter(request, tuple(events))

    def tell(self, request: Mapping[str, Any], story: Callable[[Telling], None]) -> None:
        """Write down what follows from events by the rules' own functions."""
        telling = Telling(self.table, NoChance(), read_action(dict(request)))
        story(telling)
        self._enter(request, tuple(telling.events))

    def remark(self, line: int, text: str) -> None:
        """Flag something that a person has to know about a line of the file."""
        self.remarks.append(Remark(line, text, self.place))
        verb = "say" if self.table.game is None else "flag"
        self._speak(verb, line, text)

    def say(self, line: int, text: str) -> None:
        """Put in what the file says, nothing being wrong."""
        self._speak("say", line, text)

    def _speak(self, verb: str, line: int, text: str) -> None:
        words = clean_text(f"{self.place} {line}: {text}")
        words = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
        request: dict[str, Any] = {"do": verb, "by": AUTHOR, "text": words}
        if verb == "say":
            request |= {"topic": "table", "to": "all"}
        self.must(request)

    def _enter(self, request: Mapping[str, Any], events: tuple[ev.Event, ...]) -> None:
        entry = Entry(len(self.entries) + 1, self.when, dict(request), events)
        self.tables.append(fold(self.table, entry))
        self.entries.append(entry)
