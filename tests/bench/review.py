"""The review: decisions a second that the engine judges, of a kept session."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from app.history import History
from app.judge import EngineJudge, engine_installed
from app.review import review
from tests.bench.report import Row, notice, row
from tests.pipes import HERE

REPEATS = 3


def rows() -> Sequence[Row]:
    """Give how fast a log is reviewed by the engine, in a process of its own, and without one."""
    if not engine_installed():
        notice("the review's engine (bgsage) is not installed: it is left out")
        return []
    history = History.read(HERE / "golden" / "logs" / "v1" / "tavla-fair.chouette")
    rates, again = [], []
    for _ in range(REPEATS):
        # A judge remembers what it was asked: each run has one that knows nothing yet.
        judge = EngineJudge()
        try:
            rates.append(_rate(history, judge))
            again.append(_rate(history, judge))
        finally:
            judge.close()
    return [
        row("a game reviewed by the engine", "decisions/s", rates),
        row("the same once more, from memory", "decisions/s", again),
    ]


def _rate(history: History, judge: EngineJudge) -> float:
    start = perf_counter()
    found = review(history, judge)
    assert found.decisions
    assert not found.unjudged
    return len(found.decisions) / (perf_counter() - start)
