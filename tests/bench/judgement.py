"""How well bots play, judged by GNU Backgammon at 2-ply over positions from simulated logs.

`python -m tests.bench.judgement [--positions N] [--seed S] [--json FILE]`

Plays: GNU Backgammon ranks every legal play, and the equity between its best and the bot's is lost.
Cubes: it says what no double, a double taken and one dropped are worth; what the bot's choices as
doubler and as the one doubled lose by that is counted.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from app.judge import EngineJudge, engine_installed
from app.keeper import Keeper
from app.policy import Policy
from app.simulate import Plan, counted_time, simulate
from app.verdicts import Contract, Judge
from rules.ids import position_id
from rules.log import fold
from rules.notation import write_play
from rules.plays import legal_plays
from rules.position import Position
from rules.state import Dice, Table
from tests import gnubg

LONG = 3000
"""Seconds that hundreds of questions at 2-ply may take."""

_SETUP = """\
set automatic game off
set automatic roll off
set automatic bearoff off
set automatic move off
set player 0 human
set player 1 human
set output matchpc off
set evaluation chequerplay evaluation plies 2
set evaluation cubedecision evaluation plies 2
set evaluation movefilter 1 0 16 0 0
set evaluation movefilter 2 0 16 0 0
set jacoby on
set beavers 0
new session
"""
_PLAY = re.compile(
    r"^ +\d+\. +Cubeful \d-ply +(?:\[[^]]*\] +)?(.+?) +Eq\.: +([-+]\d\.\d+)", re.MULTILINE
)
_CUBE = {
    "nd": re.compile(r"No (?:re)?double\s+([-+]\d+\.\d+)"),
    "dt": re.compile(r"(?:Double|Redouble), (?:take|beaver)\s+([-+]\d+\.\d+)"),
    "dp": re.compile(r"(?:Double|Redouble), pass\s+([-+]\d+\.\d+)"),
}


@dataclass(frozen=True)
class Sample:
    """One position from a log, and the roll that had to be played there; None before a roll."""

    position: Position
    dice: Dice | None


def samples(count: int, seed: int) -> tuple[list[Sample], list[Sample]]:
    """Return positions with a choice of plays, and ones before a roll, from simulated games."""
    plays: list[Sample] = []
    cubes: list[Sample] = []
    number = 0
    while min(len(plays), len(cubes)) < 5 * count:
        plan = Plan(2, 3 + number % 6, "club", seed + number, deals=0)
        keeper = simulate(plan, Policy(looks_ahead=False), Keeper(now=counted_time()))
        table_plays, table_cubes = _positions(keeper)
        plays += table_plays
        cubes += table_cubes
        number += 1
    random = Random(seed)
    return random.sample(plays, count), random.sample(cubes, count)


def _positions(keeper: Keeper) -> tuple[list[Sample], list[Sample]]:
    plays: list[Sample] = []
    cubes: list[Sample] = []
    table = Table()
    for entry in keeper.entries:
        game = table.game
        if game is not None and entry.request["do"] == "play" and game.dice is not None:
            if len(legal_plays(game.position, game.dice)) > 1:
                plays.append(Sample(game.position, game.dice))
        elif game is not None and entry.request["do"] == "roll":
            cubes.append(Sample(game.position, None))
        table = fold(table, entry)
    return plays, cubes


def judged_plays(found: Sequence[Sample]) -> list[dict[Position, float]]:
    """Return GNU Backgammon's equity of every play it lists, by the position after it."""
    commands = "".join(
        f"set turn 1\nset board {position_id(one.position)}\nset dice {one.dice[0]} {one.dice[1]}"
        "\nhint 200\n"
        for one in found
        if one.dice is not None
    )
    equities = []
    for one, part in zip(found, gnubg.answers(_SETUP + commands, len(found), LONG), strict=True):
        assert one.dice is not None
        legal = {write_play(play): play.after for play in legal_plays(one.position, one.dice)}
        listed = _PLAY.findall(part)
        equities.append({legal[text]: float(equity) for text, equity in listed if text in legal})
    return equities


def judged_cubes(found: Sequence[Sample]) -> list[dict[str, float]]:
    """Return GNU Backgammon's equities of a centred cube; empty where it has none."""
    commands = "".join(
        f"set turn 1\nset board {position_id(one.position)}\nset cube center\nhint\nshow version\n"
        for one in found
    )
    whole = gnubg.said(_SETUP + commands, LONG)
    parts = re.split(r"^GNU Backgammon \d.*$", whole, flags=re.MULTILINE)
    answers = []
    for part in parts[-len(found) - 1 : -1] if len(parts) > len(found) else parts:
        values = {name: pattern.search(part) for name, pattern in _CUBE.items()}
        answers.append({name: float(hit[1]) for name, hit in values.items() if hit})
    assert len(answers) == len(found), f"{len(answers)} answers to {len(found)} questions"
    return answers


def lost_by_plays(judge: Judge, found: Sequence[Sample]) -> list[float]:
    """Return what a judge's plays lose by GNU Backgammon's figures."""
    lost = []
    for one, answer in zip(found, judged_plays(found), strict=True):
        assert one.dice is not None
        choice = judge.plays(one.position, one.dice, Contract("center", True), 2)[0].play.after
        if choice in answer:
            lost.append(max(answer.values()) - answer[choice])
    return lost


def lost_by_cubes(judge: Judge, found: Sequence[Sample]) -> list[float]:
    """Return what a judge's double or not, and take or drop, lose by GNU Backgammon's figures."""
    lost = []
    for one, answer in zip(found, judged_cubes(found), strict=True):
        if len(answer) < 3:
            continue
        verdict = judge.cube(one.position, Contract("center", True), 3)
        doubled = min(answer["dt"], answer["dp"])
        chosen = doubled if verdict.doubles(beavers=False) else answer["nd"]
        lost.append(max(doubled, answer["nd"]) - chosen)
        taken = answer["dt"] if verdict.takes else answer["dp"]
        lost.append(taken - doubled)
    return lost


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the engine's and the built-in policy's judgement, and print what they lose."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.judgement", description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(argv)
    if gnubg.PROGRAM is None:
        print("GNU Backgammon is not installed: nothing to judge by", file=sys.stderr)
        return 1
    plays, cubes = samples(given.positions, given.seed)
    judges: dict[str, Judge] = {"policy": Policy()}
    if engine_installed():
        judges["engine"] = EngineJudge()
    report = {}
    for name, judge in judges.items():
        by_plays, by_cubes = lost_by_plays(judge, plays), lost_by_cubes(judge, cubes)
        report[name] = {
            "plays": len(by_plays),
            "lost a play": round(statistics.fmean(by_plays), 4),
            "cube decisions": len(by_cubes),
            "lost a cube decision": round(statistics.fmean(by_cubes), 4),
        }
        print(name, report[name], flush=True)
    if isinstance(engine := judges.get("engine"), EngineJudge):
        engine.close()
    if given.json:
        given.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
