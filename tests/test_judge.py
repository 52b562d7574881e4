"""The judges: what they know, how they fail, and that a table outlives them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.gain import gain
from app.judge import (
    NO_ENGINE,
    EngineJudge,
    engine_installed,
    open_engine,
)
from app.policy import Policy, winning_chance
from app.steady_judge import SteadyJudge, table_judge
from app.verdicts import Contract, CubeVerdict, Judge, JudgeError, Owner
from rules.notation import write_play
from rules.plays import legal_plays
from rules.position import START, Position

needs_engine = pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")

RACE = Position.of({6: 5, 5: 5, 4: 5}, {6: 3, 5: 3, 4: 3, 3: 3, 2: 3})
LAST_ROLL = Position.of({1: 2}, {1: 2})
"""Whoever rolls has won."""


def engine_like(*lines: str) -> EngineJudge:
    """Return a judge whose child is a small program instead of the engine."""
    program = "import sys, json\nfor line in sys.stdin:\n    ask = json.loads(line)\n"
    program += "".join(f"    {line}\n" for line in lines)
    return EngineJudge((sys.executable, "-c", program))


# Verdicts


def test_a_double_is_turned_where_it_makes_no_difference() -> None:
    assert CubeVerdict(nd=1.0, dt=1.3).doubles(beavers=True)
    assert CubeVerdict(nd=1.0, dt=2.0).doubles(beavers=False)
    assert not CubeVerdict(nd=1.2, dt=1.5).doubles(beavers=True)


def test_jacobys_paradox_a_double_that_is_beavered_may_still_be_right() -> None:
    paradox = CubeVerdict(nd=-0.5, dt=-0.2)
    assert paradox.beavers
    assert paradox.doubled(beavers=True) == pytest.approx(-0.4)
    assert paradox.doubles(beavers=True)


# The built-in policy


@pytest.mark.parametrize("dice", [(3, 1), (6, 6), (5, 2)])
def test_the_policy_ranks_exactly_the_legal_plays(dice: tuple[int, int]) -> None:
    judged = Policy().plays(START, dice, Contract())
    assert {one.play.after for one in judged} == {p.after for p in legal_plays(START, dice)}
    assert [one.equity for one in judged] == sorted((one.equity for one in judged), reverse=True)


@pytest.mark.parametrize(("dice", "best"), [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4")])
def test_the_policy_makes_the_point_that_everybody_makes(dice: tuple[int, int], best: str) -> None:
    assert write_play(Policy().plays(START, dice, Contract())[0].play) == best


def test_the_policy_knows_who_is_ahead_in_a_race() -> None:
    # The engine at 3-ply: 0.272 and 0.873.
    assert winning_chance(RACE) == pytest.approx(0.272, abs=0.02)
    assert winning_chance(RACE.flip()) == pytest.approx(0.873, abs=0.02)
    policy = Policy()
    assert policy.cube(RACE.flip(), Contract()).doubles(beavers=True)
    assert policy.plays(Position.of({1: 1}, {1: 1}), (2, 1), Contract())[0].equity == 1


def test_a_finished_game_has_no_cube_to_judge() -> None:
    over = Position.of({}, {1: 1})
    with pytest.raises(ValueError, match="the game is over"):
        Policy().cube(over, Contract())
    with pytest.raises(ValueError, match="the game is over"):
        EngineJudge().cube(over, Contract())


# Knowing the roll (rulebook section 13)


def test_rulebook_13_knowing_the_roll_never_loses_and_a_forced_play_gains_nothing() -> None:
    assert all(
        (found := gain(START, (4, 1), rolled, Policy())) is not None and found.gain >= 0
        for rolled in [(6, 6), (3, 3), (6, 1)]
    )
    forced_to_enter = Position.of({25: 1, 1: 14}, {1: 1, 6: 14})
    (forced,) = legal_plays(forced_to_enter, (1, 1))
    found = gain(forced_to_enter, (1, 1), (5, 5), Policy())
    assert found is not None
    assert (found.without.after, found.gain) == (forced.after, 0)
    danced = Position.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {7: 3})
    assert gain(danced, (6, 5), (2, 1), Policy()) is None


# The child process


def test_a_child_that_takes_too_long_is_killed_and_another_is_started() -> None:
    judge = engine_like(
        "while ask['id'] == 1 and sys.stdin.read(1): pass",
        'print(json.dumps({"id": 2, "nd": 0.5, "dt": 0.7}), flush=True)',
    )
    judge._hurry = 0.02
    with pytest.raises(JudgeError, match="more than"):
        judge.cube(START, Contract())
    assert judge.starts == 1
    judge._hurry = 1.0
    assert judge.cube(START, Contract()) == CubeVerdict(0.5, 0.7)
    assert judge.starts == 2
    judge.close()


def test_a_child_that_dies_says_so_and_the_answers_known_stay_known() -> None:
    judge = engine_like(
        'sys.exit(3) if ask["do"] == "plays" else None',
        'print(json.dumps({"nd": 0.1, "dt": 0.2}), flush=True)',
    )
    assert judge.cube(START, Contract()) == CubeVerdict(0.1, 0.2)
    with pytest.raises(JudgeError, match="died"):
        judge.plays(START, (3, 1), Contract())
    assert judge.cube(START, Contract()) == CubeVerdict(0.1, 0.2)
    assert judge.starts == 1
    judge.close()


def test_an_engine_that_cannot_be_started_is_a_judge_error() -> None:
    judge = EngineJudge(("/nowhere/engine",))
    with pytest.raises(JudgeError, match="cannot be started"):
        judge.cube(START, Contract())


def test_a_table_goes_on_by_the_policy_when_the_engine_fails() -> None:
    judge = SteadyJudge(EngineJudge(("/nowhere/engine",)))
    for dice in [(3, 1), (4, 2), (6, 5), (2, 1), (6, 4)]:
        assert judge.plays(START, dice, Contract()) == Policy().plays(START, dice, Contract())
    assert judge.cube(START, Contract()) == Policy().cube(START, Contract())
    assert judge.troubles == SteadyJudge.PATIENCE
    assert len(judge.notices) == 1
    assert "built-in policy" in str(judge.notices[0])


def test_without_the_engine_the_table_is_told_and_gets_the_policy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("app.judge.engine_installed", lambda: False)
    judge, notice = table_judge()
    assert isinstance(judge, Policy)
    assert notice == NO_ENGINE
    with pytest.raises(JudgeError, match="not installed"), open_engine():
        raise AssertionError("there is no engine to give")


# The engine itself


@pytest.fixture(scope="module")
def engine() -> object:
    judge = EngineJudge()
    yield judge
    judge.close()


@needs_engine
def test_the_engine_ranks_exactly_our_legal_plays(engine: EngineJudge) -> None:
    positions = [START, RACE, Position.of({25: 1, 6: 2, 8: 3, 13: 4, 24: 1}, {25: 1, 6: 5, 8: 3})]
    for position in positions:
        for dice in [(3, 1), (6, 6), (5, 2)]:
            judged = engine.plays(position, dice, Contract(), 1)
            legal = {play.after for play in legal_plays(position, dice)}
            assert {one.play.after for one in judged} == legal


@needs_engine
def test_legality_is_ours_where_the_engine_allows_more(engine: EngineJudge) -> None:
    position = Position.of({2: 1, 25: 0}, {24: 1, 1: 2})
    for dice in [(5, 1), (6, 1), (4, 3)]:
        judged = engine.plays(position, dice, Contract(), 1)
        legal = {play.after for play in legal_plays(position, dice)}
        assert {one.play.after for one in judged} == legal


@needs_engine
def test_no_legal_play_is_no_play(engine: EngineJudge) -> None:
    closed = Position.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {7: 3})
    assert engine.plays(closed, (6, 5), Contract()) == ()


@needs_engine
@pytest.mark.parametrize("owner", ["center", "mine"])
def test_who_wins_on_the_next_roll_doubles_and_the_other_drops(
    engine: EngineJudge, owner: Owner
) -> None:
    verdict = engine.cube(LAST_ROLL, Contract(owner, True))
    assert verdict.doubles(beavers=True)
    assert not verdict.takes
    assert verdict.doubled(beavers=True) == 1


@needs_engine
def test_a_cube_of_the_others_is_not_doubled_and_jacoby_lowers_gammons(
    engine: EngineJudge,
) -> None:
    assert engine.cube(START, Contract("theirs")).nd < engine.cube(START, Contract("mine")).nd
    winning = Position.of({1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 3}, {25: 3, 14: 4, 13: 8})
    plain, jacoby = (engine.cube(winning, Contract("center", on)).nd for on in (False, True))
    assert plain > jacoby


@needs_engine
@pytest.mark.parametrize(
    "wrong",
    [
        Position((0,) * 25 + (16,), START.theirs),
        Position(START.mine, (0,) * 26),
    ],
)
def test_what_is_no_position_is_not_asked(engine: EngineJudge, wrong: Position) -> None:
    with pytest.raises(ValueError, match="checkers"):
        engine.plays(wrong, (3, 1), Contract())
    with pytest.raises(ValueError, match="checkers"):
        engine.cube(wrong, Contract())


@needs_engine
def test_dice_of_seven_are_not_asked(engine: EngineJudge) -> None:
    with pytest.raises(ValueError, match="7"):
        engine.plays(START, (7, 1), Contract())
    with pytest.raises(ValueError, match="7"):
        engine.luck(START, (7, 1), Contract())


@needs_engine
def test_luck_is_what_a_roll_gave_over_the_average(engine: EngineJudge) -> None:
    last = Position.of({6: 2}, {1: 1})
    assert engine.luck(last, (6, 6), Contract("theirs")) > 1
    assert engine.luck(last, (2, 1), Contract("theirs")) < 0


@needs_engine
def test_a_rollout_has_a_standard_error(engine: EngineJudge) -> None:
    (found,) = engine.rollout([LAST_ROLL.flip()], Contract("theirs"), trials=36)
    assert found.equity == pytest.approx(-1, abs=0.01)
    assert found.error >= 0


@needs_engine
def test_the_steady_judge_asks_the_engine_first(engine: Judge) -> None:
    judge = SteadyJudge(engine)
    assert judge.cube(RACE, Contract()) == engine.cube(RACE, Contract())
    assert judge.notices == []
