"""`chouette review LOG`: a table for people, or JSON, with progress while it runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.arguments import Parser, complain
from app.history import History
from app.judge import open_engine
from app.review import Record, Review, Tally, review
from app.store import StoreError
from app.verdicts import JudgeError
from widgets.words import Words

WORST = 10
"""How many of the costliest decisions the table lists."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print a log's review: status 0, or 1 where it cannot be made."""
    parser = Parser(
        "review", "What everybody might have done better, when the game is over.", language
    )
    parser.add_argument("log", metavar="LOG", type=Path)
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    given = parser.parse_args(argv)
    words = parser.words
    try:
        history = History.read(given.log)
        if not history.table.games:
            raise StoreError("no game is over yet in {path}", path=given.log)
        with open_engine() as engine:
            found = review(history, engine, _progress if sys.stderr.isatty() else None)
    except (StoreError, JudgeError) as error:
        complain("review", error, words)
        return 1
    print(json.dumps(as_json(found), indent=1) if given.json else as_text(found, words))
    return 0


def _progress(done: int, total: int) -> None:
    filled = 30 * done // max(total, 1)
    bar = "█" * filled + "░" * (30 - filled)
    end = "\n" if done == total else ""
    print(f"\r{bar} {done}/{total}", end=end, file=sys.stderr, flush=True)


def as_json(found: Review) -> dict[str, Any]:
    """Return a review for programs; equities to four places."""
    return {
        "games": found.games,
        "left_out": found.left_out,
        "unjudged": found.unjudged,
        "players": {name: _record(record) for name, record in found.players.items()},
        "decisions": [{**asdict(one), "lost": round(one.lost, 4)} for one in found.decisions],
    }


def _record(record: Record) -> dict[str, Any]:
    return {
        "checkers": _tally(record.checkers),
        "cube": _tally(record.cube),
        "luck": round(record.luck, 4),
        "rolls": record.rolls,
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "decisions": tally.count,
        "lost": round(tally.lost, 4),
        "rate": round(tally.rate, 4),
    }


def as_text(found: Review, words: Words) -> str:
    """Return a review for people: a row for each player, then the costliest decisions."""
    width = max([6, *map(len, found.players)])
    heads = (words("plays"), words("lost"), words("each"), words("cubes"), words("luck"))
    plays, lost, each, cubes, luck = heads
    row = f"{plays:>8} {lost:>8} {each:>8} {cubes:>8} {lost:>8} {each:>8} {luck:>8}"
    lines = [f"{'':{width}} {row}"]
    for name, record in found.players.items():
        play, cube = record.checkers, record.cube
        lines.append(
            f"{name:{width}} {play.count:8} {play.lost:8.2f} {play.rate:8.3f}"
            f" {cube.count:8} {cube.lost:8.2f} {cube.rate:8.3f} {record.luck:+8.2f}"
        )
    worst = sorted(found.decisions, key=lambda one: -one.lost)[:WORST]
    lines += ["", words("What cost most:")]
    lines += [
        f"{one.lost:6.3f}  "
        + words(
            "game {game}, action {n}, {player}: {chosen}; best: {best}",
            game=one.game,
            n=one.n,
            player=one.player,
            chosen=one.chosen,
            best=one.best,
        )
        for one in worst
        if one.lost >= 0.0005
    ]
    if found.left_out:
        lines.append(words("The game that is still being played was left out."))
    if found.unjudged:
        lines.append(words("The engine could not judge {n} decisions.", n=found.unjudged))
    return "\n".join(lines)
