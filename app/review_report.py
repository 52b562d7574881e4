"""`chouette review LOG`: a table for people, or JSON, with progress while it runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.history import History
from app.judge import open_engine
from app.review import Record, Review, Tally, review
from app.store import StoreError
from app.verdicts import JudgeError

WORST = 10
"""How many of the costliest decisions the table lists."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print a log's review: status 0, or 1 where it cannot be made."""
    parser = argparse.ArgumentParser(
        prog="chouette review",
        description="What everybody might have done better, when it is over.",
    )
    parser.add_argument("log", metavar="LOG", type=Path)
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    given = parser.parse_args(argv)
    try:
        history = History.read(given.log)
        if not history.table.games:
            print(f"chouette review: no game is over yet in {given.log}", file=sys.stderr)
            return 1
        with open_engine() as engine:
            found = review(history, engine, _progress if sys.stderr.isatty() else None)
    except (StoreError, JudgeError) as error:
        print(f"chouette review: {error}", file=sys.stderr)
        return 1
    print(json.dumps(as_json(found), indent=1) if given.json else as_text(found))
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


def as_text(found: Review) -> str:
    """Return a review for people: a row for each player, then the costliest decisions."""
    width = max([6, *map(len, found.players)])
    lines = [
        f"{'':{width}}  checkers: plays   lost   each    cubes   lost   each     luck",
    ]
    for name, record in found.players.items():
        play, cube = record.checkers, record.cube
        lines.append(
            f"{name:{width}}  {play.count:15} {play.lost:6.2f} {play.rate:6.3f}"
            f" {cube.count:8} {cube.lost:6.2f} {cube.rate:6.3f} {record.luck:+8.2f}"
        )
    worst = sorted(found.decisions, key=lambda one: -one.lost)[:WORST]
    lines += ["", "What cost most:"]
    for one in worst:
        if one.lost >= 0.0005:
            lines.append(
                f"{one.lost:6.3f}  game {one.game}, action {one.n}: {one.player}: {one.chosen}"
                f"; best {one.best}"
            )
    if found.left_out:
        lines.append("The game that is still being played was left out.")
    if found.unjudged:
        lines.append(f"The engine could not judge {found.unjudged} decisions.")
    return "\n".join(lines)
