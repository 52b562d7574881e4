"""The review: decisions a second that the engine judges, of a kept session."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from app.history import History
from app.judge import EngineJudge, engine_installed
from app.review import Review, review
from tests.bench.report import Row, notice, row
from tests.pipes import HERE

REPEATS = 3


def rows() -> Sequence[Row]:
    """Give how fast a log is reviewed by the engine, in a process of its own, and without one."""
    history = History.read(HERE / "golden" / "logs" / "v1" / "club-fair.chouette")
    if not engine_installed():
        notice("the review's engine (bgsage) is not installed: it is left out")
        return []
    judge = EngineJudge()
    rates, luck = [], []
    try:
        for _ in range(REPEATS):
            start = perf_counter()
            found: Review = review(history, judge)
            took = perf_counter() - start
            decisions = len(found.decisions)
            rates.append(decisions / took)
            luck.append(took)
    finally:
        judge.close()
    return [
        row(f"{decisions} decisions reviewed", "decisions/s", rates),
        row("a review of that log", "s", luck),
    ]
