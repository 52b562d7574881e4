"""A session on paper: the sheet, who pays whom, and on request what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.formats.position import position_lines
from app.formats.sheet import escaped, sheet_of, to_csv, to_html, to_markdown, to_text
from app.history import History
from app.score import Session, settle_lines, standing
from rules import events as ev
from rules.log import Entry
from rules.state import Table
from widgets.words import Words


def export_csv(history: History, at: int, with_talk: bool) -> str:
    """Return the score sheet as comma-separated values."""
    return to_csv(sheet_of(history.tables[at]))


def export_txt(history: History, at: int, with_talk: bool) -> str:
    """Return the session as plain text."""
    parts = [to_text(sheet_of(history.tables[at]))]
    for name, lines in _sections(history, at, with_talk).items():
        parts.append("\n".join([f"{name}:", *(f"  {line}" for line in lines)]) + "\n")
    return "\n".join(parts)


def export_md(history: History, at: int, with_talk: bool) -> str:
    """Return the session as Markdown."""
    parts = [to_markdown(sheet_of(history.tables[at]))]
    for name, lines in _sections(history, at, with_talk).items():
        parts.append(
            "\n".join([f"## {name}", "", *(f"- {escaped(line)}" for line in lines)]) + "\n"
        )
    return "\n".join(parts)


def export_html(history: History, at: int, with_talk: bool) -> str:
    """Return the session as one HTML page."""
    return to_html(sheet_of(history.tables[at]), _sections(history, at, with_talk))


def _sections(history: History, at: int, with_talk: bool) -> dict[str, Sequence[str]]:
    table = history.tables[at]
    result = standing([Session(history.path, table)])
    opened = (history.entries[0].t or "")[:10]
    sections: dict[str, Sequence[str]] = {
        "Session": list(_facts(table, opened)),
        "Settling up": settle_lines(result, Words()),
    }
    if position := list(position_lines(table)):
        sections["Position"] = position
    if with_talk:
        talk = [line for entry in history.entries[:at] for line in _talk(entry)]
        sections["Talk"] = talk or ["nothing was said"]
    return sections


def _facts(table: Table, opened: str) -> Iterator[str]:
    if opened:
        yield f"opened on {opened}"
    changes = ", ".join(f"{name} {value}" for name, value in table.rules.changes().items())
    yield f"house rules: {table.rules.base}" + (f", changed: {changes}" if changes else "")
    yield f"one point: {table.stake} {table.currency}".rstrip()


def _talk(entry: Entry) -> Iterator[str]:
    for event in entry.events or ():
        if isinstance(event, ev.Said):
            yield f"{entry.n}. {event.by} to {event.to}: {event.text}"
        elif isinstance(event, ev.Remarked) and event.event in ("note", "flag"):
            yield f"{entry.n}. {event.by} ({event.event}): {event.text}"
