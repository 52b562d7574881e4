"""`chouette check`: decides every action of a log anew, and says where today's rules differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.arguments import Parser, complain
from app.history import UNFIT, decide_again, read, unfit
from app.saved import find_log
from app.store import Line, LogDamaged, StoreError, read_lines
from rules.events import Event, write_event
from rules.log import LogError, fold
from rules.refusals import Refusal
from rules.saying import Phrase, Term, Translate, say, unchanged
from rules.state import Table


@dataclass(frozen=True)
class Finding:
    """One line that today's rules refuse, or decide otherwise (`drift`)."""

    line: int
    code: str
    rule: str
    message: Phrase

    def at(self, path: Path, translate: Translate = unchanged) -> str:
        """Return it as FILE:LINE: code (rule): message."""
        message = say(self.message.text, self.message.facts, translate)
        return f"{path}:{self.line}: {self.code} ({self.rule}): {message}"


def check(path: Path, lines: Sequence[Line]) -> Iterator[Finding]:
    """Yield what today's rules find in a log; LogDamaged if it cannot be read on.

    An action that has its events happened, whatever the rules say of it today; one that a person
    wrote without them and that is refused did not.
    """
    table = Table()
    for line in lines:
        try:
            entry = read(table, line)
        except LogError as error:
            raise LogDamaged(path, line.number, error) from None
        outcome = decide_again(table, entry)
        if isinstance(outcome, Refusal):
            yield Finding(
                line.number, outcome.code, outcome.rule, Phrase(outcome.text, **outcome.facts)
            )
            if entry.events is None:
                continue
        elif entry.events is None:
            entry = replace(entry, events=outcome)
        elif entry.events != outcome:
            message = _drift(entry.events, outcome)
            yield Finding(line.number, "drift", "protocol 5", message)
        try:
            table = fold(table, entry)
        except UNFIT as error:
            raise LogDamaged(path, line.number, unfit(error)) from None


def _drift(logged: Sequence[Event], today: Sequence[Event]) -> Phrase:
    for at in range(max(len(logged), len(today))):
        old = write_event(logged[at]) if at < len(logged) else None
        new = write_event(today[at]) if at < len(today) else None
        if old != new:
            return Phrase(
                "event {n} is {old} in the log, and today's rules give {new}",
                n=at + 1,
                old=_words(old),
                new=_words(new),
            )
    return Phrase("the events differ")


def _words(event: dict[str, object] | None) -> str:
    if event is None:
        return Term("nothing")
    facts = ", ".join(f"{key} {value}" for key, value in event.items() if key != "event")
    return f"{event['event']} ({facts})" if facts else str(event["event"])


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print every finding: status 0 without any, 1 with some, 2 if a file cannot be read."""
    parser = Parser("check", "Decide every action anew by today's rules.", language)
    parser.add_argument("logs", nargs="+", metavar="LOG", type=find_log)
    status = 0
    for path in parser.parse_args(argv).logs:
        try:
            for finding in check(path, read_lines(path).lines):
                print(finding.at(path, parser.words.translate))
                status = max(status, 1)
        except StoreError as error:
            complain("check", error, parser.words)
            status = 2
    return status
