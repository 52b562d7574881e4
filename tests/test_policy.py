"""The built-in policy: its weights, what it must know of positions, and its end game."""

from __future__ import annotations

import lzma
from itertools import combinations_with_replacement

import pytest

from app.bearing_off import FEW, at_the_end, first_off, rolls_to_go
from app.judge import EngineJudge, engine_installed
from app.policy import MOST, NEAR, Policy, contact, winning_chance
from app.policy_net import MAGIC, WEIGHTS, nets, read_nets, rows
from app.verdicts import Contract
from rules.plays import legal_plays
from rules.position import START, Position

needs_engine = pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")

PRIMED = Position.of(
    {24: 1, 14: 1, 13: 2, 7: 2, 6: 2, 5: 2, 4: 2, 3: 2, 2: 1}, {25: 2, 13: 2, 8: 3, 6: 5, 4: 3}
)
"""Two of the other side are on the bar behind five points: he who rolls has all but won."""


def test_both_networks_are_read_and_have_a_number_for_every_row() -> None:
    meeting, racing = nets()
    raw = lzma.decompress(WEIGHTS.read_bytes()[len(MAGIC) :])
    hidden = int.from_bytes(raw[:4], "little")
    count = sum(1 for _ in rows(True)) + 1
    assert len(raw) > 2 * hidden * count
    assert meeting is not racing
    with pytest.raises(ValueError, match="no weights of the policy"):
        read_nets(b"something else")


def test_chances_are_chances_and_turn_around_with_the_board() -> None:
    position = START
    for dice in combinations_with_replacement(range(1, 7), 2):
        for play in legal_plays(position, dice)[:3]:
            for one in (play.after, play.after.flip()):
                chance = winning_chance(one)
                assert 0 < chance < 1
        position = legal_plays(position, dice)[0].after.flip()


def test_the_start_is_even_but_for_the_roll() -> None:
    assert winning_chance(START) == pytest.approx(0.525, abs=0.02)


def test_who_stays_on_the_bar_behind_a_prime_has_all_but_lost() -> None:
    assert winning_chance(PRIMED) > 0.8
    verdict = Policy().cube(PRIMED, Contract())
    assert not verdict.takes
    closed = Position.of({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3}, {25: 2, 6: 5, 8: 3, 13: 5})
    assert winning_chance(closed) > 0.9
    assert winning_chance(closed.flip()) < 0.15


def test_a_look_ahead_changes_only_what_is_near_the_best() -> None:
    quick, slow = Policy(looks_ahead=False), Policy()
    for dice in [(2, 1), (6, 4), (5, 5)]:
        first = quick.plays(START, dice, Contract(), 2)
        second = slow.plays(START, dice, Contract(), 2)
        assert {one.play.after for one in first} == {one.play.after for one in second}
        near = [one for one in first[:MOST] if one.equity >= first[0].equity - NEAR]
        assert {one.play.after for one in near} == {one.play.after for one in second[: len(near)]}
        assert slow.plays(START, dice, Contract(), 1) == first
        assert [one.equity for one in second] == sorted(
            (one.equity for one in second), reverse=True
        )


# The end of a race


def test_two_checkers_on_the_ace_points_are_off_in_one_roll() -> None:
    two = Position.of({1: 2}, {1: 2})
    assert at_the_end(two)
    assert rolls_to_go(two.mine) == (0.0, 1.0)
    assert first_off(two) == 1.0
    assert Policy().cube(two, Contract("theirs")).nd == pytest.approx(1.0)


def test_what_is_not_the_end_is_none() -> None:
    assert not at_the_end(Position.of({6: FEW + 1}, {1: 1}))
    assert not at_the_end(Position.of({7: 1}, {1: 1}))
    assert not at_the_end(Position.of({1: 1}, {25: 1}))
    assert contact(START)


@pytest.mark.parametrize(
    ("mine", "wins"),
    # Of 36 rolls against one checker that is off with any.
    [({6: 1}, 27), ({5: 1}, 31), ({4: 1}, 34), ({3: 1}, 36), ({2: 2}, 26), ({6: 1, 1: 1}, 15)],
)
def test_the_rolls_that_everybody_counts(mine: dict[int, int], wins: int) -> None:
    assert first_off(Position.of(mine, {1: 1})) * 36 == pytest.approx(wins)


@needs_engine
def test_the_engine_agrees_on_the_end() -> None:
    engine = EngineJudge()
    for mine, theirs in [({6: 2, 3: 1}, {5: 2}), ({4: 3}, {6: 1, 5: 1}), ({2: 1}, {3: 2})]:
        position = Position.of(mine, theirs)
        dead = 2 * first_off(position) - 1
        # A cube out of both reach cannot be asked for: its value lies between the two owners'.
        low, high = (engine.cube(position, Contract(owner)).nd for owner in ("theirs", "mine"))
        assert low - 0.01 <= dead <= high + 0.01
    engine.close()
