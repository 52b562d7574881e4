"""`chouette verify`: throws every die of a log again and compares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from app.arguments import Parser, complain
from app.dice import commitment, die, flat_dice
from app.history import History
from app.replay import Past
from app.saved import find_log
from app.store import StoreError
from rules import events as ev
from rules.log import Entry
from rules.saying import Phrase
from widgets.words import Words


@dataclass(frozen=True)
class Thrown:
    """One die of the program: its entry, its number under the key in force, and the face."""

    n: int
    number: int
    face: int


@dataclass
class Bound:
    """The dice under one commitment, a game's or a draw's; `faults` say what does not agree."""

    label: Phrase
    sha256: str
    salts: dict[str, str]
    dice: list[Thrown] = field(default_factory=list)
    faults: list[Phrase] = field(default_factory=list)
    secret: str | None = None
    over: bool = False

    def judge(self) -> None:
        """Compare what was thrown with what the secret gives, where it was revealed."""
        if self.secret is None:
            if self.over:
                self.faults.append(Phrase("the game ended without revealing its secret"))
        elif commitment(self.secret) != self.sha256:
            self.faults.append(Phrase("the secret revealed is not the one committed to"))
        else:
            self.faults += _differences(self.secret, self.salts, self.dice)

    def sentence(self, words: Words) -> str:
        """Return the finding in words."""
        if self.faults:
            text = "{label}: {n} dice, NOT as they had to be"
        elif self.secret is None:
            text = "{label}: {n} dice, not to be checked before the game is over"
        else:
            text = "{label}: {n} dice, all as committed to before the first roll"
        head = words(text, label=self.label, n=len(self.dice))
        return "\n".join([head, *(f"  {words(f.text, **f.facts)}" for f in self.faults)])


@dataclass
class Report:
    """What `verify` found in a log: by commitment for fair dice, in all for seeded ones."""

    kind: str
    bound: list[Bound] = field(default_factory=list)
    thrown: int = 0
    faults: list[Phrase] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against any die."""
        return not self.faults and not any(one.faults for one in self.bound)

    def lines(self, words: Words | None = None) -> Iterator[str]:
        """Yield the report as text."""
        words = words or Words()
        if self.kind == "manual":
            yield words("the dice were thrown by hand; there is nothing to recompute")
        elif self.kind == "seed":
            text = "{n} dice, all as the seed gives them"
            if self.faults:
                text = "{n} dice, NOT as the seed gives them"
            yield words(text, n=self.thrown)
        yield from (one.sentence(words) for one in self.bound)
        yield from (f"  {words(fault.text, **fault.facts)}" for fault in self.faults)


def verify(history: Past) -> Report:
    """Recompute every roll of the program from the log alone."""
    report = Report(history.tables[-1].dice)
    if report.kind == "manual":
        return report
    current: Bound | None = None
    for before, after, entry in zip(
        history.tables, history.tables[1:], history.entries, strict=False
    ):
        start = before.throws
        report.faults += _recorded_otherwise(entry)
        for event in entry.events or ():
            if isinstance(event, ev.Committed):
                game = after.game
                label = Phrase("the draw at entry {n}", n=entry.n)
                if game:
                    label = Phrase("game {n}", n=game.number)
                current, start = Bound(label, event.sha256, dict(event.salts)), 0
                report.bound.append(current)
            elif isinstance(event, ev.Revealed) and current is not None:
                current.secret = event.secret
            elif isinstance(event, ev.GameOver) and current is not None:
                current.over = True
            thrown = _thrown(event, entry.n, start)
            start += len(thrown)
            report.thrown += len(thrown)
            if report.kind == "seed":
                report.faults += _differences(str(before.seed), {}, thrown)
            elif current is None or current.secret is not None:
                report.faults += (
                    Phrase("entry {n}: a die without a commitment", n=one.n) for one in thrown
                )
            else:
                current.dice += thrown
    for one in report.bound:
        one.judge()
    return report


def _thrown(event: ev.Event, n: int, start: int) -> list[Thrown]:
    """Return the dice that the program threw in an event, numbered on from `start`."""
    faces: list[int] = []
    if isinstance(event, ev.OpeningRolled | ev.Rolled | ev.RolledOff):
        faces = flat_dice(event.dice)
    elif isinstance(event, ev.LineSet):
        faces = flat_dice(event.rolls)
    return [Thrown(n, start + at, face) for at, face in enumerate(faces, 1)]


def _recorded_otherwise(entry: Entry) -> Iterator[Phrase]:
    """Yield a fault for each die that an entry records otherwise than its events tell of it.

    A log fed to the pipe as a script throws what the entry records; a reader folds the events.
    """
    recorded = flat_dice(entry.chance.get("rolls")) + flat_dice(entry.chance.get("dice"))
    told = [one.face for event in entry.events or () for one in _thrown(event, entry.n, 0)]
    if not recorded or not told:
        return
    for number, (face, due) in enumerate(zip_longest(recorded, told, fillvalue=0), 1):
        if face != due:
            text = "entry {n}: die {number} is {face} and had to be {due}"
            yield Phrase(text, n=entry.n, number=number, face=face, due=due)


def _differences(key: str, salts: dict[str, str], thrown: Sequence[Thrown]) -> list[Phrase]:
    faults = []
    for one in thrown:
        due = die(key, salts, one.number)
        if due != one.face:
            faults.append(
                Phrase(
                    "entry {n}: die {number} is {face} and had to be {due}",
                    n=one.n,
                    number=one.number,
                    face=one.face,
                    due=due,
                )
            )
    return faults


def _explained(history: History, report: Report, words: Words) -> Iterator[str]:
    from app.dice_statistics import page, proof, statistics

    yield from (text for text, _ in page(statistics(history.entries), words))
    yield ""
    yield from (text for text, _ in proof(report, words))


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print what each log's dice are worth: status 0, 1 if a die is not as it had to be."""
    parser = Parser("verify", "Recompute every roll that the program threw.", language)
    parser.add_argument("logs", nargs="+", metavar="LOG", type=find_log)
    parser.add_argument(
        "--statistics", action="store_true", help="count what was thrown, and explain the proof"
    )
    status = 0
    arguments = parser.parse_args(argv)
    paths: list[Path] = arguments.logs
    for path in paths:
        try:
            history = History.read(path)
            report = verify(history)
        except StoreError as error:
            complain("verify", error, parser.words)
            status = 2
            continue
        lines = report.lines(parser.words)
        if arguments.statistics:
            lines = _explained(history, report, parser.words)
        for line in lines:
            print(f"{path}: {line}" if len(paths) > 1 else line)
        if not report.ok:
            status = max(status, 1)
    return status
