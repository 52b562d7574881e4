"""Whole random sessions with a log: what is read back is what was played."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.check import check
from app.history import History
from app.keeper import Keeper
from app.store import read_lines
from app.verify import verify
from rules.actions import read_action
from rules.refusals import Refusal
from rules.ruleset import PRESETS
from rules.views import state_of
from tests.scripts import counted_entropy, opening, play_on, ticking

SESSIONS = int(os.environ.get("SESSIONS", "6"))
KINDS: tuple[Any, ...] = ("fair", "fair", {"seed": 11}, "manual")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SESSIONS))
def test_a_session_is_read_back_verified_and_gone_on_with(seed: int, tmp_path: Path) -> None:
    """Takebacks, abandoned games and leavers included; the program stops and starts in between."""
    rng = Random(seed)
    log = tmp_path / "s.chouette"
    entropy, clock = counted_entropy(str(seed)), ticking()
    keeper = Keeper.on(log, now=clock, entropy=entropy)
    first = opening(
        rng.randint(2, 6),
        rules=PRESETS[seed % 4],
        dice=KINDS[seed % len(KINDS)],
        draw=rng.random() < 0.5,
    )
    assert not isinstance(keeper.ask(read_action(first)), Refusal)
    for _ in range(3):
        play_on(keeper, rng, 40, without=("close",))
        keeper.close()
        history = History.read(log)
        assert history.table == keeper.table
        assert history.entries == keeper.entries
        assert sum(state_of(history.table)["scores"].values()) == 0
        assert list(check(log, read_lines(log).lines)) == []
        report = verify(history)
        assert report.ok, list(report.lines())
        keeper = Keeper.on(log, now=clock, entropy=entropy)
        assert keeper.table == history.table
    keeper.close()
