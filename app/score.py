"""`chouette score`: the score sheet of a session, or a club's standing over several."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from app.arguments import Parser, complain
from app.formats.sheet import Row, Sheet, sheet_of, to_csv, to_text
from app.history import History
from app.saved import find_log
from app.store import StoreError
from rules.naming import fold
from rules.sheet import Payment, money, scores, settle_up
from rules.state import Table
from rules.views import state_of
from widgets.words import Words


@dataclass(frozen=True)
class Session:
    """One log's result."""

    path: Path
    table: Table


@dataclass(frozen=True)
class Standing:
    """The points of every player over some sessions.

    `stake` is None where the sessions were played for different ones: points then have no common
    price.
    """

    sheet: Sheet
    points: Mapping[str, int]
    games: tuple[Mapping[str, Any], ...]
    stake: Decimal | None
    currency: str

    def payments(self) -> list[Payment]:
        """Return who pays whom until all are at zero."""
        return settle_up(self.points)

    def price(self, points: int) -> str | None:
        """Return what points come to in money, if they have a price."""
        return None if self.stake is None else str(money(points, self.stake))


def standing(sessions: Sequence[Session]) -> Standing:
    """Add up sessions by player; a name is the same in any case, and shown as last written."""
    stakes = {(one.table.stake, one.table.currency) for one in sessions}
    stake, currency = stakes.pop() if len(stakes) == 1 else (None, "")
    if len(sessions) == 1:
        table = sessions[0].table
        games = tuple(state_of(table)["games"])
        return Standing(sheet_of(table), scores(table), games, stake, currency)
    shown: dict[str, str] = {}
    total: dict[str, int] = {}
    for one in sessions:
        for name, more in scores(one.table).items():
            shown[fold(name)] = name
            total[fold(name)] = total.get(fold(name), 0) + more
    ranked = sorted(total, key=lambda key: (-total[key], key))
    points = {shown[key]: total[key] for key in ranked}
    rows = tuple(
        Row(one.path.stem, {shown[fold(n)]: p for n, p in scores(one.table).items()})
        for one in sessions
    )
    games = tuple(
        {"log": str(one.path), **game} for one in sessions for game in state_of(one.table)["games"]
    )
    sheet = Sheet("", tuple(points), rows, Row("all", points))
    return Standing(sheet, points, games, stake, currency)


def as_json(result: Standing) -> dict[str, Any]:
    """Return a standing in the form of `chouette score --json`."""
    settle = [
        {"from": one.frm, "to": one.to, "points": one.points, "money": result.price(one.points)}
        for one in result.payments()
    ]
    return {"scores": dict(result.points), "games": list(result.games), "settle": settle}


def settle_lines(result: Standing, words: Words) -> list[str]:
    """Return who pays whom, in words."""
    lines = []
    for one in result.payments():
        line = words.count(
            "{frm} pays {to} {n} point",
            "{frm} pays {to} {n} points",
            one.points,
            frm=one.frm,
            to=one.to,
        )
        if result.stake is not None:
            line += f" = {words.money(money(one.points, result.stake), result.currency)}"
        lines.append(line)
    return lines or [words("nobody owes anything")]


def read_sessions(paths: Sequence[Path], words: Words | None = None) -> list[Session]:
    """Read logs, with a word on how far it is where a person waits; StoreError names a bad one."""
    words = words or Words()
    sessions = []
    shown = len(paths) > 10 and sys.stderr.isatty()
    for number, path in enumerate(paths, 1):
        if shown:
            said = words("reading {n} of {all}", n=number, all=len(paths))
            print(f"\r{said}", end="", file=sys.stderr, flush=True)
        history = History.read(path)
        if not history.entries:
            raise StoreError("{path} is empty: no session was opened in it", path=path)
        sessions.append(Session(path, history.table))
    if shown:
        print(file=sys.stderr)
    return sessions


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print the standing; status 2 if a log cannot be read."""
    parser = Parser("score", "Show the score sheet, or a standing over several logs.", language)
    parser.add_argument("logs", nargs="+", metavar="LOG", type=find_log)
    form = parser.choice()
    form.add_argument("--json", action="store_true", help="scores, games and payments as JSON")
    form.add_argument("--csv", action="store_true", help="the sheet as comma-separated values")
    parser.add_argument("--settle", action="store_true", help="say who pays whom")
    arguments = parser.parse_args(argv)
    try:
        result = standing(read_sessions(arguments.logs, parser.words))
    except StoreError as error:
        complain("score", error, parser.words)
        return 2
    if arguments.json:
        print(json.dumps(as_json(result), ensure_ascii=False))
        return 0
    sys.stdout.write(to_csv(result.sheet) if arguments.csv else to_text(result.sheet, parser.words))
    if arguments.settle:
        print("\n".join(settle_lines(result, parser.words)))
    return 0
