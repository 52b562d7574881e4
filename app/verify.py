"""`chouette verify`: throws every die of a log again and compares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.dice import commitment, die, flat_dice
from app.history import History
from app.store import StoreError
from rules import events as ev


@dataclass(frozen=True)
class Thrown:
    """One die of the program: its entry, its number under the key in force, and the face."""

    n: int
    number: int
    face: int


@dataclass
class Bound:
    """The dice under one commitment, a game's or a draw's; `faults` say what does not agree."""

    label: str
    sha256: str
    salts: dict[str, str]
    dice: list[Thrown] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    secret: str | None = None
    over: bool = False

    def judge(self) -> None:
        """Compare what was thrown with what the secret gives, where it was revealed."""
        if self.secret is None:
            if self.over:
                self.faults.append("the game ended without revealing its secret")
        elif commitment(self.secret) != self.sha256:
            self.faults.append("the secret revealed is not the one committed to")
        else:
            self.faults += _differences(self.secret, self.salts, self.dice)

    def sentence(self) -> str:
        """Return the finding in words."""
        head = f"{self.label}: {len(self.dice)} dice"
        if self.faults:
            return "\n".join([f"{head}, NOT as they had to be", *(f"  {f}" for f in self.faults)])
        if self.secret is None:
            return f"{head}, not to be checked before the game is over"
        return f"{head}, all as committed to before the first roll"


@dataclass
class Report:
    """What `verify` found in a log: by commitment for fair dice, in all for seeded ones."""

    kind: str
    bound: list[Bound] = field(default_factory=list)
    thrown: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against any die."""
        return not self.faults and not any(one.faults for one in self.bound)

    def lines(self) -> Iterator[str]:
        """Yield the report as text."""
        if self.kind == "manual":
            yield "the dice were thrown by hand; there is nothing to recompute"
        elif self.kind == "seed":
            found = "NOT as the seed gives them" if self.faults else "all as the seed gives them"
            yield f"{self.thrown} dice, {found}"
        yield from (one.sentence() for one in self.bound)
        yield from (f"  {fault}" for fault in self.faults)


def verify(history: History) -> Report:
    """Recompute every roll of the program from the log alone."""
    report = Report(history.table.dice)
    if report.kind == "manual":
        return report
    current: Bound | None = None
    for before, after, entry in zip(
        history.tables, history.tables[1:], history.entries, strict=False
    ):
        start = before.throws
        for event in entry.events or ():
            if isinstance(event, ev.Committed):
                game = after.game
                label = f"game {game.number}" if game else f"the draw at entry {entry.n}"
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
                report.faults += (f"entry {one.n}: a die without a commitment" for one in thrown)
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


def _differences(key: str, salts: dict[str, str], thrown: Sequence[Thrown]) -> list[str]:
    faults = []
    for one in thrown:
        due = die(key, salts, one.number)
        if due != one.face:
            faults.append(f"entry {one.n}: die {one.number} is {one.face} and had to be {due}")
    return faults


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print what each log's dice are worth: status 0, 1 if a die is not as it had to be."""
    parser = argparse.ArgumentParser(
        prog="chouette verify", description="Recompute every roll that the program threw."
    )
    parser.add_argument("logs", nargs="+", metavar="LOG", type=Path)
    status = 0
    paths: list[Path] = parser.parse_args(argv).logs
    for path in paths:
        try:
            report = verify(History.read(path))
        except StoreError as error:
            print(f"chouette verify: {error}", file=sys.stderr)
            status = 2
            continue
        for line in report.lines():
            print(f"{path}: {line}" if len(paths) > 1 else line)
        if not report.ok:
            status = max(status, 1)
    return status
