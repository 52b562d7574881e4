"""A session on paper: the sheet, who pays whom, and on request what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.clause_words import heading, words_of
from app.formats.position import position_lines
from app.formats.sheet import escaped, sheet_of, to_csv, to_html, to_markdown, to_text
from app.history import History
from app.score import Session, settle_lines, standing
from rules import events as ev
from rules.log import Entry
from rules.state import Table
from widgets.words import Words


def export_csv(history: History, at: int, with_talk: bool, words: Words | None = None) -> str:
    """Return the score sheet as comma-separated values: data, and English in every language."""
    return to_csv(sheet_of(history.tables[at]))


def export_txt(history: History, at: int, with_talk: bool, words: Words | None = None) -> str:
    """Return the session as plain text."""
    words = words or Words()
    parts = [to_text(sheet_of(history.tables[at]), words)]
    for name, lines in _sections(history, at, with_talk, words).items():
        parts.append("\n".join([f"{name}:", *(f"  {line}" for line in lines)]) + "\n")
    return "\n".join(parts)


def export_md(history: History, at: int, with_talk: bool, words: Words | None = None) -> str:
    """Return the session as Markdown."""
    words = words or Words()
    parts = [to_markdown(sheet_of(history.tables[at]), words)]
    for name, lines in _sections(history, at, with_talk, words).items():
        parts.append(
            "\n".join([f"## {name}", "", *(f"- {escaped(line)}" for line in lines)]) + "\n"
        )
    return "\n".join(parts)


def export_html(history: History, at: int, with_talk: bool, words: Words | None = None) -> str:
    """Return the session as one HTML page."""
    words = words or Words()
    sheet, sections = sheet_of(history.tables[at]), _sections(history, at, with_talk, words)
    return to_html(sheet, sections, words)


def _sections(history: History, at: int, with_talk: bool, words: Words) -> dict[str, Sequence[str]]:
    table = history.tables[at]
    result = standing([Session(history.path, table)])
    opened = (history.entries[0].t or "")[:10]
    sections: dict[str, Sequence[str]] = {
        words("Session"): list(_facts(table, opened, words)),
        words("Settling up"): settle_lines(result, words),
    }
    if position := list(position_lines(table, words)):
        sections[words("Position")] = position
    if with_talk:
        talk = [line for entry in history.entries[:at] for line in _talk(entry, words)]
        sections[words("Talk")] = talk or [words("nothing was said")]
    return sections


def _facts(table: Table, opened: str, words: Words) -> Iterator[str]:
    if opened:
        yield words("opened on {date}", date=opened)
    changes = ", ".join(
        f"{words(heading(name))}: {words(words_of(value, name))}"
        for name, value in table.rules.changes().items()
    )
    base = table.rules.base
    if changes:
        yield words("house rules: {name}, changed: {changes}", name=base, changes=changes)
    else:
        yield words("house rules: {name}", name=base)
    yield words("one point: {price}", price=words.money(table.stake, table.currency))


def _talk(entry: Entry, words: Words) -> Iterator[str]:
    for event in entry.events or ():
        if isinstance(event, ev.Said):
            yield f"{entry.n}. {_said(event, words)}"
        elif isinstance(event, ev.Remarked) and event.event in ("note", "flag"):
            kind = words("note") if event.event == "note" else words("flag")
            yield f"{entry.n}. {event.by} ({kind}): {event.text}"


def _said(event: ev.Said, words: Words) -> str:
    if event.to == "team":
        return words("{by} to the Team: {text}", by=event.by, text=event.text)
    if event.to == "box":
        return words("{by} to the Box: {text}", by=event.by, text=event.text)
    return words("{by} to all: {text}", by=event.by, text=event.text)
