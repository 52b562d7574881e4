"""The log as values: entries, their form in JSON, the fold that makes the table of them.

Files, locks and clocks are `app/store.py`'s. Reading a log folds the events where they stand, so
that a rule mended later changes no old game; a line without events, written by hand, is decided
when it is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from rules import events as ev
from rules.evolve import evolve
from rules.forms import shown
from rules.saying import Fault
from rules.state import Table

FORMAT = 1
"""The version of the log's format, in its first line as "chouette"."""


class LogError(Fault):
    """A line that is no entry of a log; the text says what is wrong with it."""


@dataclass(frozen=True)
class Entry:
    """One accepted action: its number, time (UTC, ISO 8601), the request, what chance decided, what
    came of it.

    `events` is None for a line that a person wrote. `more` keeps fields that this version does not
    know.
    """

    n: int
    t: str
    request: Mapping[str, Any]
    events: tuple[ev.Event, ...] | None
    chance: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def write_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry as a line of the log."""
    head = {"chouette": FORMAT} if entry.request.get("do") == "open" else {}
    line = {**head, **entry.request, "n": entry.n, "t": entry.t, **entry.chance}
    if entry.events is not None:
        line["events"] = [ev.write_event(event) for event in entry.events]
    return line | dict(entry.more)


def read_entry(line: Mapping[str, Any], n: int) -> Entry:
    """Read a line of a log; `n` is the number it must have, or gets where a person left it out."""
    if not isinstance(line.get("do"), str):
        raise LogError("this is no entry of a log: it has no 'do'")
    version = line.get("chouette", FORMAT)
    if not isinstance(version, int) or version > FORMAT:
        raise LogError(
            "this log is of format {version}, written by a newer chouette; "
            "this one reads up to {known}",
            version=version,
            known=FORMAT,
        )
    if line.get("n", n) != n:
        raise LogError(
            "this entry is number {number!r}, and {n} is due: a line is missing or doubled",
            number=line["n"],
            n=n,
        )
    events = None
    if "events" in line:
        try:
            events = ev.read_events(line["events"])
        except ValidationError as error:
            raise _events_fault(line["events"], error.errors()[0]["loc"]) from None
    request = {
        key: value for key, value in line.items() if key not in ("chouette", "n", "t", "events")
    }
    return Entry(n, str(line.get("t", "")), request, events)


def _events_fault(events: Any, place: tuple[int | str, ...]) -> LogError:
    """Return what is wrong with a line's events: at `place`, their number, kind and part."""
    if not place:
        text = "events are a list of what came of the action, not {wrong}"
        return LogError(text, wrong=shown(events))
    at = int(place[0])
    event = events[at]
    kind = event.get("event") if isinstance(event, dict) else event
    if len(place) < 3:
        return LogError("event {n}: there is no event {kind}", n=at + 1, kind=shown(kind))
    part = str(place[2])
    if part not in event:
        return LogError("event {n}, {kind}, lacks {part}", n=at + 1, kind=kind, part=part)
    wrong = shown(event[part])
    text = "event {n}, {kind}: {part} cannot be {wrong}"
    return LogError(text, n=at + 1, kind=kind, part=part, wrong=wrong)


def fold(table: Table, entry: Entry) -> Table:
    """Return the table after an entry with events."""
    if entry.events is None:
        raise LogError("entry {n} has no events: it has to be decided first", n=entry.n)
    return _fold(table, entry.events, {"n": entry.n})


def fold_events(table: Table, events: Iterable[ev.Event]) -> Table:
    """Return the table after one action's events, and remember what a takeback may go back to."""
    return _fold(table, events, {})


def _fold(table: Table, events: Iterable[ev.Event], last: dict[str, Any]) -> Table:
    """Fold events, and change last of all what else an entry changes: one copy serves for both."""
    before, undone = table, False
    reach: type[Any] | None = None
    for event in events:
        kind = type(event)
        if kind in _OF_THE_GAME:
            reach = kind
        elif kind in _NOT_UNDONE or _of_the_pause(event):
            undone = True
        table = evolve(table, event)
    if undone:
        last["before"] = None
    elif reach is not None:
        last["before"] = before
    return table.but(**last) if last else table


def entry_for(entry: Entry, viewer: str | None, here: tuple[str, ...] = ()) -> Entry | None:
    """Return an entry as far as a viewer may see it, None if nothing is left (rulebook section 11).

    Talk among a side is its hearers' alone; `here` are others who look at the same screen. Talk
    that is held back is its speaker's until an entry delivers it.

    >>> talk = ev.Said(by="cy", topic="checkers", to="team", text="hit", hearers=("bob", "cy"))
    >>> entry = Entry(7, "", {"do": "say", "text": "hit"}, (talk,))
    >>> entry_for(entry, "bob") is entry, entry_for(entry, "ann"), entry_for(entry, None)
    (True, None, None)
    """
    listeners = {viewer, *here}
    events: list[ev.Event] = []
    for event in entry.events or ():
        if isinstance(event, ev.TalkReleased):
            heard = tuple(said for said in event.said if _hears(said, listeners))
            events.append(event.model_copy(update={"said": heard}))
        elif not isinstance(event, ev.Said) or _hears(event, listeners):
            events.append(event)
    if entry.events is None or tuple(events) == entry.events:
        return entry
    if not events:
        return None
    if entry.request.get("do") in ("say", "suggest") and len(events) < len(entry.events):
        request = {key: entry.request[key] for key in ("do", "by") if key in entry.request}
        return replace(entry, request=request, events=tuple(events))
    return replace(entry, events=tuple(events))


def _hears(said: ev.Said, listeners: Collection[str | None]) -> bool:
    if said.by in listeners:
        return True
    return not said.held and (
        said.hearers is None or any(name in listeners for name in said.hearers)
    )


def _of_the_pause(event: ev.Event) -> bool:
    """Whether an event changes places or points between games: a takeback would lose it."""
    if isinstance(event, ev.LineSet):
        return event.why != "rotation"
    if isinstance(event, ev.Paid):
        return event.why == "transfer"
    return isinstance(event, ev.Left) and not event.after_game


_OF_THE_GAME = frozenset(
    {
        ev.OpeningRolled, ev.Rolled, ev.Played, ev.TurnPassed, ev.Doubled, ev.Stayed, ev.Taken,
        ev.Beavered, ev.BeaverAnswered, ev.ExtraSaid, ev.CubeClosed, ev.CubeTurned, ev.CubeSold,
        ev.BoxSold, ev.RollOffDue, ev.RolledOff, ev.Corrected, ev.Chosen, ev.BetMade,
    }
)  # fmt: skip
"""What a takeback can undo."""

_NOT_UNDONE = frozenset(
    {
        ev.Opened, ev.Started, ev.StakeSet, ev.RulesSet, ev.Amended, ev.Closed,
    }
)  # fmt: skip
"""What no takeback reaches back over."""
