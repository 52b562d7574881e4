"""`chouette review LOG`: a table for people, or JSON, with progress while it runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app.arguments import Parser, complain
from app.decisions import SHOWN, Record, Review, Tally
from app.history import History
from app.judge import TRIALS, open_engine
from app.review import review
from app.rollout import Choice, NoRollout, roll_out
from app.saved import find_log
from app.store import StoreError
from rules.saying import Fault
from widgets.words import Words

WORST = 10
"""How many of the costliest decisions the table lists."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print a log's review: status 1 where it cannot be made, 2 where the log cannot be read."""
    parser = Parser(
        "review", "What everybody might have done better, when the game is over.", language
    )
    parser.add_argument("log", metavar="LOG", type=find_log)
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.add_argument(
        "--rollout",
        metavar="N",
        type=int,
        nargs="?",
        const=0,
        help="play action N on to the end many times: minutes (without N: what cost most)",
    )
    parser.add_argument(
        "--trials", metavar="T", type=int, default=TRIALS, help="how often (default 144)"
    )
    given = parser.parse_args(argv)
    if given.trials < 1:
        parser.wrong("--trials is {n}, and should be 1 or more", n=given.trials)
    words = parser.words
    try:
        history = History.read(given.log)
        if not history.table.games:
            raise Fault("no game is over yet in {path}", path=given.log)
        if history.table.board == "physical":
            raise Fault("a session on a real board has no positions to review")
        told = _progress if sys.stderr.isatty() else None
        with open_engine() as engine:
            if given.rollout is not None:
                n = given.rollout or _costliest(review(history, engine, told))
                choices = roll_out(history, n, engine, trials=given.trials, told=told)
                print(_rolled_json(n, choices) if given.json else _rolled(n, choices, words))
                return 0
            found = review(history, engine, told)
    except Fault as error:
        complain("review", error, words)
        return 2 if isinstance(error, StoreError) else 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    print(json.dumps(as_json(found), indent=1) if given.json else as_text(found, words))
    return 0


def _costliest(found: Review) -> int:
    """Return the action whose decision cost most; NoRollout where none cost anything."""
    worst = max(found.decisions, key=lambda one: one.lost, default=None)
    if worst is None or worst.lost <= 0:
        raise NoRollout("nothing was lost by any decision: name an action to roll out")
    return worst.n


def _rolled(n: int, choices: Sequence[Choice], words: Words) -> str:
    """Return a rollout for people: a row for each choice, what was done marked with a star."""
    figure, lines = words.decimal, [words("Action {n}, played on to the end:", n=n)]
    for one in choices:
        mark = "*" if one.chosen else " "
        value = f"{figure(one.rolled.equity, 3, '+'):>7} ± {figure(one.rolled.error, 3)}"
        what = f"{one.cube}: {words(one.what)}" if one.cube else one.what
        lines.append(f"{mark} {value}  {what}")
    return "\n".join(lines)


def _rolled_json(n: int, choices: Sequence[Choice]) -> str:
    rows = [
        {
            "cube": one.cube or None,
            "what": one.what,
            "chosen": one.chosen,
            "equity": round(one.rolled.equity, 4),
            "error": round(one.rolled.error, 4),
        }
        for one in choices
    ]
    return json.dumps({"n": n, "choices": rows}, indent=1)


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
    width, figure = max([6, *map(len, found.players)]), words.decimal
    heads = (words("plays"), words("lost"), words("each"), words("cubes"), words("luck"))
    plays, lost, each, cubes, luck = heads
    row = f"{plays:>8} {lost:>8} {each:>8} {cubes:>8} {lost:>8} {each:>8} {luck:>8}"
    lines = [f"{'':{width}} {row}"]
    for name, record in found.players.items():
        play, cube = record.checkers, record.cube
        lines.append(
            f"{name:{width}} {play.count:8} {figure(play.lost, 2):>8} {figure(play.rate, 3):>8}"
            f" {cube.count:8} {figure(cube.lost, 2):>8} {figure(cube.rate, 3):>8}"
            f" {figure(record.luck, 2, '+'):>8}"
        )
    worst = sorted(found.decisions, key=lambda one: -one.lost)[:WORST]
    lines += ["", words("What cost most:")]
    lines += [f"{figure(one.lost, 3):>6}  {one.told(words)}" for one in worst if one.lost >= SHOWN]
    if found.left_out:
        lines.append(words("The game that is still being played was left out."))
    if found.unjudged:
        lines.append(words("The engine could not judge {n} decisions.", n=found.unjudged))
    return "\n".join(lines)
