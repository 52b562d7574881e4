"""Text and play: everything people type, and one reason for each kind of illegal play."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.ids import read_position_id
from rules.legality import why_illegal
from rules.notation import (
    Ambiguous,
    Illegal,
    NotationError,
    Unreadable,
    read_play,
    write_play,
)
from rules.plays import Play, legal_plays
from rules.position import START, Position
from tests.boards import corpus, dice, positions


@given(positions, dice)
def test_writing_then_reading_is_the_identity(position: Position, roll: tuple[int, int]) -> None:
    plays = legal_plays(position, roll)
    for play in plays:
        assert read_play(write_play(play), position, roll) == play
    assert len({write_play(play) for play in plays}) == len(plays)


@given(positions, dice, st.randoms(use_true_random=False))
def test_single_moves_are_read_in_any_order_marked_or_not(
    position: Position, roll: tuple[int, int], random: Random
) -> None:
    for play in legal_plays(position, roll)[:20]:
        moves = list(play.moves)
        random.shuffle(moves)
        text = ",".join(
            f"{move.start}-{move.end}{'*' * (move.hit and random.random() < 0.5)}" for move in moves
        )
        assert read_play(text, position, roll) == play


@given(positions, dice, st.text("0123456789/-*() baroff,", max_size=24))
@example(START, (3, 1), "8/5 6/5")
def test_nothing_but_listed_plays_is_accepted(
    position: Position, roll: tuple[int, int], text: str
) -> None:
    listed = legal_plays(position, roll)
    with suppress(NotationError):
        assert read_play(text, position, roll) in (listed or (Play((), position),))


@given(positions, dice, st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), max_size=5))
def test_moves_are_legal_exactly_where_they_reach_a_listed_result(
    position: Position, roll: tuple[int, int], moves: list[tuple[int, int]]
) -> None:
    reason = why_illegal(position, roll, moves)
    text = " ".join(f"{start}/{end}" for start, end in moves)
    if reason is None:
        with suppress(Ambiguous):
            assert read_play(text, position, roll) in legal_plays(position, roll) or not moves
    else:
        with pytest.raises(Illegal) as caught:
            read_play(text, position, roll)
        assert (caught.value.why, caught.value.message) == (reason.why, str(reason))


RACE = Position.of({6: 2, 5: 1, 3: 1}, {6: 3})
ENTERING = Position.of({25: 1, 13: 4, 8: 3, 6: 5, 24: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
HITTING = Position.of({13: 5, 8: 4, 6: 6}, {18: 1, 24: 1, 13: 5, 8: 3, 6: 5})


@pytest.mark.parametrize(
    ("position", "roll", "text", "canonical"),
    [
        (START, (6, 1), "13/7 8/7", "13/7 8/7"),
        (START, (6, 1), "8/7, 13/7", "13/7 8/7"),
        (HITTING, (6, 1), "13/7* 8/7", "13/7* 8/7"),
        (HITTING, (6, 1), "13/7 8/7*", "13/7* 8/7"),
        (HITTING, (6, 1), "13/7 8/7", "13/7* 8/7"),
        (START, (5, 5), "13/3(2)", "13/3(2)"),
        (START, (5, 5), "13/8(2) 8/3 (2)", "13/3(2)"),
        (START, (6, 5), "24/18/13", "24/13"),
        (START, (6, 1), "13-7 8-7", "13/7 8/7"),
        (START, (6, 1), "13–7  8 – 7", "13/7 8/7"),
        (START, (3, 1), "8 5 6 5", "8/5 6/5"),
        (START, (3, 1), "8,5,6,5", "8/5 6/5"),
        (START, (3, 1), "  8 / 5;6/5 ", "8/5 6/5"),
        (ENTERING, (3, 1), "bar/22 6/5", "bar/22 6/5"),
        (ENTERING, (3, 1), "b/22 6/5", "bar/22 6/5"),
        (ENTERING, (3, 1), "25/22 6/5", "bar/22 6/5"),
        (ENTERING, (3, 1), "6/5 BAR-22", "bar/22 6/5"),
        (ENTERING, (3, 1), "Bar 22 6 5", "bar/22 6/5"),
        (ENTERING, (3, 1), "bar/21", "bar/21"),
        (RACE, (6, 5), "6/off 5/off", "6/off 5/off"),
        (RACE, (6, 5), "6/o 5/o", "6/off 5/off"),
        (RACE, (6, 5), "6/0 5/0", "6/off 5/off"),
        (RACE, (6, 5), "6 off 5 O", "6/off 5/off"),
        (RACE, (6, 6), "6/off(2) 5/off 3/off", "6/off(2) 5/off 3/off"),
    ],
)
def test_what_people_type_is_read(
    position: Position, roll: tuple[int, int], text: str, canonical: str
) -> None:
    assert write_play(read_play(text, position, roll)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("13//7", "cannot read '13//7'"),
        ("hello", "cannot read 'hello'"),
        ("13/7 8/", "cannot read '8/'"),
        ("13/7(5)", "cannot read '13/7(5)'"),
        ("13/7(0)", "cannot read '13/7(0)'"),
        ("13/7**", "cannot read '13/7**'"),
        ("*13/7", "cannot read '*13/7'"),
        ("26/20", "cannot read '26/20': there is no point 26, they are 1 to 24, bar and off"),
        ("13/bar", "cannot read '13/bar': no move ends on the bar"),
        ("off/6", "cannot read 'off/6': no move starts with a checker borne off"),
        ("8 5 6", "cannot read '6': a move needs two points, as in 13/7"),
        ("8 6/5", "cannot read '8'"),
        ("\x00\x1b[31m", "cannot read '??[31m'"),
        ("٣/١", "cannot read '٣/١'"),
        ("8/5 " * 40, "cannot read '8/5 8/5 8/5 8/5 8/5 8/5 8/5 8/5 8/5 8/5…': too long"),
    ],
)
def test_what_is_no_notation_is_unreadable(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_play(text, START, (6, 1))
    assert str(caught.value) == message


# One checker from 13 to 8: by way of 11 it hits there, by way of 10 it hits there.
TWO_HITS = Position.of({13: 1, 6: 2}, {14: 1, 15: 1, 6: 2})
# By way of 10 it hits, by way of 11 it does not.
ONE_HIT = Position.of({13: 1, 6: 2}, {15: 1, 6: 2})
# By way of 10 it hits, 11 is held.
ONE_WAY = Position.of({13: 1, 6: 2}, {14: 2, 15: 1, 6: 2})


def test_a_text_with_several_readings_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as caught:
        read_play("13/8", TWO_HITS, (3, 2))
    assert caught.value.readings == ("13/10*/8", "13/11*/8")
    assert str(caught.value) == "'13/8' can be 13/10*/8 or 13/11*/8"


@pytest.mark.parametrize(
    ("position", "text", "canonical"),
    [
        (TWO_HITS, "13/10/8", "13/10*/8"),
        (TWO_HITS, "13/11*/8", "13/11*/8"),
        (ONE_HIT, "13/8", "13/8"),  # as GNU Backgammon writes the play that hits nobody
        (ONE_HIT, "13/10*/8", "13/10*/8"),
        (ONE_HIT, "13/10/8", "13/10*/8"),
        (ONE_HIT, "10/8 13/10", "13/10*/8"),
        (ONE_WAY, "13/8", "13/10*/8"),
    ],
)
def test_points_and_marks_choose_between_readings(
    position: Position, text: str, canonical: str
) -> None:
    assert write_play(read_play(text, position, (3, 2))) == canonical


def board(identifier: str) -> Position:
    return read_position_id(identifier)


@pytest.mark.parametrize(
    ("position", "roll", "text", "why", "message"),
    [
        # Bar first.
        (ENTERING, (3, 1), "13/10 6/5", "bar_first",
         "a checker on the bar must enter first: 13/10 has to wait"),
        (Position.of({25: 2, 6: 13}, {24: 15}), (3, 2), "bar/22 6/4", "bar_first",
         "a checker on the bar must enter first: 6/4 has to wait"),
        # Blocked: the end, the point between, and entering.
        (START, (5, 2), "24/19 13/11", "blocked",
         "24/19 is blocked: the opponent holds the 19 point"),
        (START, (5, 5), "24/14", "blocked", "24/14 is blocked: the opponent holds the 19 point"),
        (Position.of({24: 2, 6: 13}, {3: 2, 4: 2, 13: 11}), (3, 2), "24/19", "blocked",
         "24/19 is blocked: the opponent holds the 21 and 22 points"),
        (ENTERING, (6, 1), "bar/19 6/5", "blocked",
         "bar/19 is blocked: the opponent holds the 19 point"),
        # No checker of mine.
        (START, (3, 1), "7/4 6/5", "not_your_checker", "you have no checker on the 7 point"),
        (START, (3, 1), "12/9 6/5", "not_your_checker",
         "the checkers on the 12 point are not yours"),
        (START, (3, 1), "bar/22 6/5", "not_your_checker", "you have no checker on bar"),
        (START, (1, 1), "24/23(3) 6/5", "not_your_checker",
         "you have 2 on the 24 point, not 3"),
        # Wrong dice.
        (START, (3, 1), "13/8 6/5", "wrong_dice",
         "13/8 is 5 pips, which the dice 3 and 1 do not make"),
        (START, (6, 2), "24/18 13/12", "wrong_dice",
         "13/12 is one pip, which the dice 6 and 2 do not make"),
        (START, (3, 1), "8/4 6/5", "wrong_dice", "the dice 3 and 1 do not make 6/5 as well"),
        (START, (3, 1), "8/5 13/10", "wrong_dice", "the dice 3 and 1 do not make 13/10 as well"),
        (START, (3, 1), "8/5 6/5 24/23", "wrong_dice", "3 moves are more than 2 dice allow"),
        (START, (3, 1), "5/8 6/5", "wrong_dice",
         "5/8 goes the wrong way: a checker moves from a higher point to a lower"),
        (Position.of({6: 1, 5: 1}, {6: 3}), (5, 4), "6/off 5/off", "wrong_dice",
         "the dice 5 and 4 do not make 5/off as well"),
        # Bearing off from a lower point while a higher one is held.
        (Position.of({6: 1, 3: 1, 2: 1}, {6: 3}), (5, 1), "3/off 6/5", "wrong_dice",
         "3/off: a 5 cannot bear off from the 3 point while a checker stands on the 5 point"),
        (Position.of({6: 2, 3: 1, 2: 1}, {6: 3}), (5, 4), "3/off 2/off", "wrong_dice",
         "3/off: a 5 cannot bear off from the 3 point while a checker stands on the 6 point"),
        # Not home.
        (Position.of({13: 1, 6: 2, 1: 2}, {6: 3}), (6, 1), "6/off 6/5", "not_home",
         "6/off: not all your checkers are home, one is on 13"),
        # Both dice.
        (START, (3, 1), "8/5", "use_both",
         "you must play both dice: the 1 is still to be played"),
        (START, (3, 1), "", "use_both", "a play is possible with 3 and 1, so you must play"),
        (START, (6, 6), "13/7(2)", "use_both", "you must play all four 6s, not 2"),
        (board("sBt4EAffOwAREA"), (4, 4), "13/9", "use_both",
         "you must play 3 of the four 4s, not 1"),
        # A first move that wastes a die which could be played.
        (board("Nw7ARhg/7wEQAA"), (6, 1), "4/3", "use_both",
         "you must play both dice: 4/3 leaves the 6 unplayable"),
        # Entering with the wrong die is a dead end.
        (board("mBVQeAv3AACAAA"), (5, 1), "bar/24", "use_both",
         "you must play both dice: bar/24 leaves the 5 unplayable"),
        # Either die alone: the larger.
        (board("/wcQwAT9CwAEAA"), (6, 5), "17/12", "use_larger",
         "only one die can be played, and it must be the larger: play the 6, not 17/12"),
        # Only the smaller can be played, so the larger is blocked.
        (board("c7MBAkPvnQEACA"), (5, 1), "23/18", "blocked",
         "23/18 is blocked: the opponent holds the 18 point"),
        (Position.of({}, {6: 3}), (6, 1), "6/off", "not_your_checker",
         "the game is over: no checker moves"),
    ],
)  # fmt: skip
def test_club_3_5_each_illegal_kind_has_its_reason(
    position: Position, roll: tuple[int, int], text: str, why: str, message: str
) -> None:
    with pytest.raises(Illegal) as caught:
        read_play(text, position, roll)
    assert (caught.value.why, caught.value.message) == (why, message)
    assert caught.value.template.format(**caught.value.facts) == message


def test_a_blocked_middle_point_does_not_matter_with_the_other_order_open() -> None:
    # 24/19 is held, 24/18 is open: 24/18/13 it is.
    assert write_play(read_play("24/13", START, (6, 5))) == "24/13"
    with pytest.raises(Illegal, match="24/19 is blocked"):
        read_play("24/19/13", START, (6, 5))


def test_only_the_smaller_die_can_be_played() -> None:
    position = board("c7MBAkPvnQEACA")
    assert write_play(read_play("3/2", position, (5, 1))) == "3/2"


def test_the_last_checker_may_not_skip_a_hit_with_the_other_die() -> None:
    """The letter of the law: 2/1*/off uses both dice, 2/off would waste the 1."""
    hitting = Position.of({2: 1}, {24: 1, 6: 2})
    assert [write_play(play) for play in legal_plays(hitting, (6, 1))] == ["2/1*/off"]
    # So the short way of writing it can only mean that play.
    assert write_play(read_play("2/off", hitting, (6, 1))) == "2/1*/off"
    assert write_play(read_play("2/off", Position.of({2: 1}, {6: 2}), (6, 1))) == "2/off"


def test_the_empty_text_is_the_play_where_none_is_legal() -> None:
    danced = next(record for record in corpus() if "dance" in record.tags)
    play = read_play(" ", danced.position, danced.dice)
    assert play == Play((), danced.position)
    assert write_play(play) == ""


def test_every_order_of_a_play_is_one_play() -> None:
    parts = ["24/18", "24/18", "13/7", "13/7"]
    plays = {read_play(" ".join(order), START, (6, 6)) for order in permutations(parts)}
    assert len(plays) == 1


def test_dice_that_are_none_are_no_matter_of_notation() -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6, not 7"):
        read_play("8/5", START, (7, 1))
