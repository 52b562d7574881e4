"""A rollout of one decision: which choices it weighs, and that it keeps out of running games."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.judge import EngineJudge, Rolled, engine_installed
from app.review_report import run
from app.rollout import Choice, NoRollout, roll_out
from app.verdicts import Contract
from rules.position import Position
from tests.test_judge import LAST_ROLL, engine_like
from tests.test_review import GAME, Known, history_of

needs_engine = pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")
Told = Callable[[int, int], None]


class Player(Known):
    """Plays nothing out: it gives positions the figures it was given, in the order asked for."""

    def __init__(self, *figures: float, best: str = "") -> None:
        super().__init__(0.6, 0.8, best)
        self.figures = figures
        self.asked: list[Contract] = []

    def rollout(
        self,
        positions: Sequence[Position],
        contract: Contract,
        *,
        trials: int = 36,
        told: Told | None = None,
    ) -> tuple[Rolled, ...]:
        self.asked.append(contract)
        return tuple(Rolled(f, 0.01) for f, _ in zip(self.figures, positions, strict=False))

    def rollout_cube(
        self, position: Position, contract: Contract, *, trials: int = 36, told: Told | None = None
    ) -> tuple[Rolled, Rolled]:
        self.asked.append(contract)
        if told is not None:
            told(1, 1)
        return Rolled(self.figures[0], 0.01), Rolled(self.figures[1], 0.02)


def rows(choices: tuple[Choice, ...]) -> list[tuple[str, str, float, bool]]:
    return [(one.cube, one.what, one.rolled.equity, one.chosen) for one in choices]


def test_of_a_play_the_best_two_and_the_one_made_are_rolled_out(tmp_path: Path) -> None:
    history = history_of(tmp_path, GAME)
    found = roll_out(history, 4, Player(0.1, 0.2, 0.15, best="24/20"))
    assert len(found) == 3
    assert [one.rolled.equity for one in found] == [0.2, 0.15, 0.1]
    assert [one.what for one in found if one.chosen] == ["8/5 6/5"]
    assert found[-1].what == "24/20"
    best = roll_out(history, 4, Player(0.1, 0.2, best="8/5 6/5"))
    assert len(best) == 2


def test_of_a_cube_each_choice_is_told_with_whose_cube_it_is(tmp_path: Path) -> None:
    history = history_of(tmp_path, GAME)
    told: list[tuple[int, int]] = []
    judge = Player(0.6, 0.8)
    doubled = roll_out(history, 5, judge, told=lambda done, of: told.append((done, of)))
    assert rows(doubled) == [
        ("bob", "no double", 0.6, False),
        ("bob", "double, take", 0.8, True),
        ("bob", "double, drop", 1.0, True),
    ]
    assert told == [(1, 1)]
    assert judge.asked == [Contract("center", jacoby=True)]
    stayed = roll_out(history, 6, judge)
    assert [(one.cube, one.what) for one in stayed if one.chosen] == [("cy", "no double")]
    taken = roll_out(history, 7, judge)
    assert [(one.cube, one.what) for one in taken if one.chosen] == [("bob", "double, take")]


@pytest.mark.parametrize(
    ("n", "why"),
    [
        (0, "actions 1 to 12, and no 0"),
        (99, "no 99"),
        (1, "action 1 is no decision"),
        (3, "action 3 is no decision"),
    ],
)
def test_what_is_no_decision_says_so(tmp_path: Path, n: int, why: str) -> None:
    with pytest.raises(NoRollout, match=why):
        roll_out(history_of(tmp_path, GAME), n, Player(0, 0))


def test_a_game_that_is_still_played_is_not_looked_into(tmp_path: Path) -> None:
    history = history_of(tmp_path, [*GAME, *GAME[:3]])
    judge = Player(0.1, 0.2, 0.3)
    with pytest.raises(NoRollout, match="still being played"):
        roll_out(history, 15, judge)
    assert judge.asked == []


def test_a_rollout_is_asked_in_parts_and_each_part_is_told() -> None:
    judge = engine_like('print(json.dumps({"values": [[ask["seed"], 0.3]]}), flush=True)')
    told: list[tuple[int, int]] = []
    found = judge.rollout(
        [LAST_ROLL, LAST_ROLL.flip()],
        Contract(),
        trials=100,
        told=lambda done, of: told.append((done, of)),
    )
    assert found[0].equity == found[1].equity == 2
    assert found[0].error == pytest.approx(0.3 / 3**0.5)
    assert told == [(n, 6) for n in range(1, 7)]
    judge.close()
    with pytest.raises(ValueError, match="one trial or more"):
        judge.rollout([LAST_ROLL], Contract(), trials=0)


@needs_engine
def test_the_command_rolls_out_what_cost_most(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a judge of known figures: a real one takes minutes from the opening on."""
    monkeypatch.setattr(EngineJudge, "rollout", Player(0.1, 0.2, 0.3).rollout)
    monkeypatch.setattr(EngineJudge, "rollout_cube", Player(0.6, 0.8).rollout_cube)
    path = str(history_of(tmp_path, GAME).path)
    assert run([path, "--rollout", "5"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Action 5, played on to the end:"
    assert out[2] == "*  +0.800 ± 0.020  bob: double, take"
    assert run([path, "--rollout", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["n"] > 0
    assert any(one["chosen"] for one in made["choices"])
    assert run([path, "--rollout", "1"]) == 1
    assert "no decision" in capsys.readouterr().err


@needs_engine
def test_the_engine_knows_what_a_last_roll_is_worth() -> None:
    engine = EngineJudge()
    over = Position.of({6: 1}, {1: 1})
    nd, dt = engine.rollout_cube(over, Contract("theirs"), trials=36)
    assert nd.equity == pytest.approx(27 / 36 * 2 - 1, abs=0.05)
    assert dt.equity == pytest.approx(2 * nd.equity, abs=0.1)
    engine.close()
