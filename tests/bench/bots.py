"""How fast bots are: sessions by the built-in policy, and the moves that a person waits for."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from app.bots import next_action
from app.judge import EngineJudge, engine_installed
from app.keeper import Keeper
from app.policy import Policy
from app.simulate import NAMES, Plan, counted_time, simulate
from app.verdicts import Judge
from rules.actions import read_action
from rules.refusals import Refusal
from tests.bench.report import Row, notice, row

AIM = 1.0
"""Seconds that a person waits for a bot's move at most (issue 8)."""


def rows() -> Sequence[Row]:
    """Measure sessions, and every action of a game by each judge."""
    speeds = []
    for seed in range(5):
        plan = Plan(2, 5, "club", seed)
        start = perf_counter()
        keeper = simulate(plan, Policy(looks_ahead=False), Keeper(now=counted_time()))
        speeds.append(keeper.table.n / (perf_counter() - start))
    found = [row("a session by the policy", "actions/s", speeds)]
    found += _waits("policy", Policy())
    if engine_installed():
        engine = EngineJudge()
        found += _waits("engine", engine)
        engine.close()
    else:
        notice("the engine is not installed: its bots are left out")
    return found


def _waits(name: str, judge: Judge) -> list[Row]:
    """Time every action of two games, and the longest of each."""
    waits: list[float] = []
    longest: list[float] = []
    for seed in range(2):
        plan = Plan(1, 5, "club", seed, "expert", deals=0)
        bots = {one: plan.bots()[one] for one in NAMES[:5]}
        keeper = Keeper(now=counted_time())
        players = list(bots)
        keeper.ask(
            read_action({"do": "open", "players": players, "dice": {"seed": seed}, "rules": "club"})
        )
        worst = 0.0
        while not keeper.table.games:
            start = perf_counter()
            chosen = next_action(keeper.table, bots, judge)
            waited = perf_counter() - start
            assert chosen is not None
            assert not isinstance(keeper.ask(chosen[1]), Refusal)
            waits.append(waited * 1000)
            worst = max(worst, waited)
        longest.append(worst)
    return [
        row(f"an action by the {name}", "ms", waits),
        row(f"the longest action by the {name}", "s", longest, note=f"aim {AIM:g}"),
    ]
