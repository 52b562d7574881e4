"""The engine's own process: reads a question a line, writes an answer a line.

It is started by `app/judge.py` and holds all that may crash, hang or eat memory. What it is asked
has been checked there: the engine accepts dice of 7 and sixteen checkers in silence. It writes to a
private copy of standard output, so that nothing a library prints can be taken for an answer.
"""

from __future__ import annotations

import json
import os
import sys
from functools import lru_cache
from typing import Any

STAGED_MOST = 6
STAGED_WITHIN = 0.16
"""Which plays a staged answer looks at closely: the best few at 1-ply within so much equity."""


@lru_cache(maxsize=8)
def _analyzer(level: str) -> Any:
    from bgsage import BgBotAnalyzer

    return BgBotAnalyzer(eval_level=level)


def _roller(ask: dict[str, Any]) -> Any:
    from bgsage import BgBotAnalyzer

    return BgBotAnalyzer(
        eval_level="rollout", n_trials=ask["trials"], truncation_depth=0, decision_ply=1,
        seed=ask["seed"],
    )  # fmt: skip


def plays(ask: dict[str, Any]) -> dict[str, Any]:
    """Return the boards after every play with their equities, best first."""
    board, (first, second) = ask["board"], ask["dice"]
    staged = ask["level"] == "staged"
    level = "1ply" if staged else ask["level"]
    if staged and _no_contact(board):
        staged, level = False, "2ply"  # Its bear-off table is exact, the batch knows none.
    found = _analyzer(level).checker_play(
        board, first, second, cube_owner=ask["owner"], jacoby=ask["jacoby"], beaver=False,
        force_boards=ask.get("force"),
    )  # fmt: skip
    ranked = [[move.board, move.equity] for move in found.moves]
    return {"plays": _closer(ask, ranked) if staged else ranked}


def _closer(ask: dict[str, Any], ranked: list[Any]) -> list[Any]:
    """Judge the best plays, and those asked for, at 3-ply in one batch."""
    from bgsage import batch_post_move_evaluate

    if not ranked:
        return ranked
    best = ranked[0][1]
    near = [board for board, equity in ranked[:STAGED_MOST] if best - equity <= STAGED_WITHIN]
    known = [board for board, _ in ranked]
    near += [board for board in ask.get("force") or () if board in known and board not in near]
    closely = batch_post_move_evaluate(
        [{"board": board, "cube_owner": ask["owner"]} for board in near],
        eval_level="3ply",
        jacoby=ask["jacoby"],
    )
    seen = [[board, one.cubeful_equity] for board, one in zip(near, closely, strict=True)]
    seen.sort(key=lambda pair: -pair[1])
    floor = seen[-1][1]
    rest = [[board, min(equity, floor)] for board, equity in ranked if board not in near]
    return seen + rest


def _no_contact(board: list[int]) -> bool:
    from bgsage import is_race

    return bool(is_race(board))


def cube(ask: dict[str, Any]) -> dict[str, Any]:
    """Return the equities before the roll."""
    found = _analyzer(ask["level"]).cube_action(
        ask["board"], 1, ask["owner"], jacoby=ask["jacoby"], beaver=False
    )
    return {"nd": found.equity_nd, "dt": found.equity_dt, "win": found.probs.win}


def luck(ask: dict[str, Any]) -> dict[str, Any]:
    """Return how much better a roll was than the average one."""
    first, second = ask["dice"]
    found = _analyzer("2ply").roll_luck(
        ask["board"], first, second, cube_owner=ask["owner"], jacoby=ask["jacoby"], beaver=False,
        is_opening_roll=ask["opening"],
    )  # fmt: skip
    return {"luck": None if found is None else found.luck}


def rollout(ask: dict[str, Any]) -> dict[str, Any]:
    """Return equity and standard error of a board after a play, played to the end many times."""
    found = _roller(ask).post_move_analytics(
        ask["board"], cube_owner=ask["owner"], jacoby=ask["jacoby"]
    )
    return {"values": [[found.cubeful_equity, found.cubeful_se]]}


def rollout_cube(ask: dict[str, Any]) -> dict[str, Any]:
    """Return the same without a double and with one that is taken."""
    found = _roller(ask).cube_action(
        ask["board"], 1, ask["owner"], jacoby=ask["jacoby"], beaver=False
    )
    pairs = [[found.equity_nd, found.equity_nd_se], [found.equity_dt, found.equity_dt_se]]
    return {"values": pairs}


ANSWERS = {
    "plays": plays, "cube": cube, "luck": luck, "rollout": rollout, "rollout_cube": rollout_cube,
}  # fmt: skip


def serve() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            answer = ANSWERS[ask["do"]](ask)
        except Exception as error:  # The parent decides what an error of the engine means.
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps({"id": ask["id"], **answer}) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
