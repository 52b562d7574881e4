"""A log read back: every entry with its events, and the table after each."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from app.dice import DiceBox, DiceError, Recorded, flat_dice
from app.store import Line, LogDamaged, read_lines, read_on
from rules import events as ev
from rules.actions import ACTIONS, BadRequest, read_action
from rules.decide import Chance, decide
from rules.log import Entry, LogError, fold, read_entry
from rules.naming import canonical
from rules.permission import refusal_of
from rules.refusals import Refusal
from rules.saying import Fault, Phrase
from rules.state import Table

UNFIT = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What folding raises where events were tampered with and fit no table that can be."""


def unfit(error: Exception) -> Phrase:
    """Say that a line's events cannot have happened at the table before them."""
    return Phrase(
        "its events do not fit the table before them ({error})",
        error=f"{type(error).__name__}: {error}",
    )


def read_entries(
    path: Path, lines: Iterable[Line], table: Table | None = None
) -> Iterator[tuple[Entry, Table]]:
    """Yield each entry and the table after it; LogDamaged names the line that cannot be read.

    Events are folded where they stand. A line without them was written by hand and is decided now.
    """
    table = table or Table()
    for line in lines:
        try:
            entry = complete(table, read(table, line))
            table = fold(table, entry)
        except (LogError, Misfit) as error:
            raise LogDamaged(path, line.number, error) from None
        except UNFIT as error:
            raise LogDamaged(path, line.number, unfit(error)) from None
        yield entry, table


def read(table: Table, line: Line) -> Entry:
    """Read the next line: the request, apart from what chance decided and what is unknown.

    LogError if it is no entry.
    """
    entry = read_entry(line.data, table.n + 1)
    known = _fields(entry.request["do"])
    by_program = table.opened and table.dice != "manual"
    if entry.request.keys() <= known and not (by_program and _has_chance(entry)):
        return entry
    request, chance, more = {}, {}, {}
    for key, value in entry.request.items():
        if key in _CHANCE and (by_program or key not in known):
            chance[key] = value
        elif key in known:
            request[key] = value
        else:
            more[key] = value
    return Entry(entry.n, entry.t, request, entry.events, chance, more)


_CHANCE = ("dice", "rolls")


def _has_chance(entry: Entry) -> bool:
    return any(key in entry.request for key in _CHANCE)


@cache
def _fields(verb: str) -> frozenset[str]:
    """Return the parts that a request with this verb may have."""
    model = ACTIONS.get(verb)
    fields = model.model_fields.items() if model else ()
    return frozenset({"do", "by", "as", *(field.alias or name for name, field in fields)})


class Misfit(Fault):
    """A line that was written by hand and that the rules refuse."""


def complete(table: Table, entry: Entry) -> Entry:
    """Return the entry with events, decided now if it has none; Misfit if the rules refuse it."""
    if entry.events is not None:
        return entry
    outcome = decide_again(table, entry)
    if isinstance(outcome, Refusal):
        raise Misfit(
            "the rules refuse this action: {code} ({rule}): {sentence}",
            code=outcome.code,
            rule=outcome.rule,
            sentence=Phrase(outcome.text, **outcome.facts),
        )
    return replace(entry, events=outcome)


def decide_again(table: Table, entry: Entry) -> tuple[ev.Event, ...] | Refusal:
    """Decide a logged action by today's rules, with the dice and secrets that the log has."""
    try:
        action = read_action(entry.request)
    except BadRequest as error:
        return Refusal("bad_request", "protocol", "{message}", {"message": str(error)})
    refusal = refusal_of(table, action)
    if refusal is not None:
        return refusal
    try:
        return decide(table, canonical(table, action), recorded(table, entry))
    except DiceError as error:
        return Refusal("dice_lost", "protocol 5", "{message}", {"message": str(error)})


def recorded(table: Table, entry: Entry) -> Chance:
    """Return the chance of an entry as its log has it; a seed needs no record."""
    dice = flat_dice(entry.chance.get("rolls")) + flat_dice(entry.chance.get("dice"))
    if not dice and table.dice == "seed":
        return DiceBox().throw_for(table, {})
    commit = reveal = None
    for event in entry.events or ():
        if isinstance(event, ev.Committed):
            commit = event.sha256
        elif isinstance(event, ev.Revealed):
            reveal = event.secret
    return Recorded(dice, commit, reveal)


@dataclass
class History:
    """A whole log in memory: `tables[n]` is the table after `n` actions, `entries[n]` the next one.

    Tables are frozen values that share what did not change, so every one of them can be kept: a
    jump to any entry is a look into a list. `read_on` takes in what was added to the file since.
    """

    path: Path
    entries: list[Entry] = field(default_factory=list)
    tables: list[Table] = field(default_factory=lambda: [Table()])
    notices: list[Phrase] = field(default_factory=list)
    foreign: bool = False
    """Whether another program wrote the file: it is whole, and never grows."""
    _size: int = 0
    _lines: int = 0

    @classmethod
    def read(cls, path: Path) -> History:
        """Read a log without locking it; StoreError if that cannot be.

        Other programs' files (.mat, .xg and so on) are read as the two-seat sessions they hold.
        """
        # Imported here: nearly every log is our own, and those readers are not small.
        foreign = importlib.import_module("app.formats.foreign").open_foreign(path)
        if foreign is not None:
            notices = [
                Phrase("{path}, {remark}", path=path, remark=remark) for remark in foreign.remarks
            ]
            return cls(path, list(foreign.entries), list(foreign.tables), notices, foreign=True)
        lines = read_lines(path)
        history = cls(path)
        history._take_in(lines.lines)
        history._size = lines.size
        history._lines = lines.lines[-1].number if lines.lines else 0
        if lines.torn:
            history.notices.append(
                Phrase(
                    "{path}: the last line is torn or still being written; it is left out here",
                    path=path,
                )
            )
        return history

    def read_on(self) -> int:
        """Take in the entries added to the file meanwhile and return how many there were."""
        if self.foreign:
            return 0
        before = len(self.entries)
        more = read_on(self.path, self._size, self._lines + 1)
        self._take_in(more.lines)
        self._size = more.size
        self._lines = more.lines[-1].number if more.lines else self._lines
        return len(self.entries) - before

    @property
    def table(self) -> Table:
        """The table after the last entry."""
        return self.tables[-1]

    def _take_in(self, lines: Iterable[Line]) -> None:
        with _no_collecting():
            for entry, table in read_entries(self.path, lines, self.tables[-1]):
                self.entries.append(entry)
                self.tables.append(table)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Keep from looking for garbage where none is made: it doubles the time of a long log."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
