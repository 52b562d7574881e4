"""Position ids, match ids and XGIDs, both ways, and errors that name the bad part."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ids import (
    IdError,
    MatchState,
    match_id,
    position_id,
    read_match_id,
    read_position_id,
    read_xgid,
    xgid,
)
from rules.position import Position
from tests.boards import corpus, positions

dice = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    """Any state that a match id can hold."""
    length = draw(st.just(0) | st.integers(1, 32767))
    scores = st.integers(0, length - 1 if length else 32767)
    return MatchState(
        cube=1 << draw(st.integers(0, 15)),
        owner=draw(st.sampled_from((None, 0, 1))),
        on_roll=draw(st.integers(0, 1)),
        turn=draw(st.integers(0, 1)),
        crawford=bool(length) and draw(st.booleans()),
        game=draw(st.sampled_from(("none", "playing", "over", "resigned", "dropped"))),
        doubled=draw(st.booleans()),
        resigned=draw(st.integers(0, 3)),
        dice=draw(dice),
        length=length,
        score=(draw(scores), draw(scores)),
        jacoby=not length and draw(st.booleans()),
    )


@st.composite
def xgid_states(draw: st.DrawFn) -> MatchState:
    """Any state that an XGID can hold."""
    length = draw(st.just(0) | st.integers(1, 32767))
    scores = st.integers(0, length - 1 if length else 32767)
    on_roll = draw(st.integers(0, 1))
    doubled = draw(st.booleans())
    return MatchState(
        cube=1 << draw(st.integers(0, 15)),
        owner=draw(st.sampled_from((None, 0, 1))),
        on_roll=on_roll,
        turn=1 - on_roll if doubled else on_roll,
        crawford=bool(length) and draw(st.booleans()),
        doubled=doubled,
        dice=None if doubled else draw(dice),
        length=length,
        score=(draw(scores), draw(scores)),
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
        cube_limit=draw(st.integers(0, 15)),
    )


@given(positions)
def test_position_ids_go_both_ways(position: Position) -> None:
    assert read_position_id(position_id(position)) == position


@given(states())
def test_match_ids_go_both_ways(state: MatchState) -> None:
    assert read_match_id(match_id(state)) == state


@given(positions, xgid_states())
def test_xgids_go_both_ways(position: Position, state: MatchState) -> None:
    assert read_xgid(xgid(position, state)) == (position, state)


def test_every_id_of_the_corpus_is_read_and_written_again() -> None:
    for record in corpus():
        for identifier in (record.identifier, *record.after):
            assert position_id(read_position_id(identifier)) == identifier


# Printed by GNU Backgammon 1.07 for the start with the state beside it.
FROM_GNU_BACKGAMMON = [
    ("cAkAAAAAAAAA", MatchState(jacoby=True)),
    ("cIkFAAAAAAAA", MatchState(dice=(3, 1), jacoby=True)),
    ("cIkFAAAAAAAE", MatchState(dice=(3, 1))),
    ("UQkAAAAAAAAA", MatchState(cube=2, owner=1, jacoby=True)),
    ("UQkbAAAAAAAA", MatchState(cube=2, owner=1, jacoby=True, dice=(6, 6))),
    # The example of its manual: 9 points, 2-4, player 0 on roll with 52, cube 2 owned by player 0.
    ("QYkqASAAIAAA", MatchState(cube=2, owner=0, dice=(5, 2), length=9, score=(2, 4))),
]


@pytest.mark.parametrize(("text", "state"), FROM_GNU_BACKGAMMON)
def test_match_ids_are_those_of_gnu_backgammon(text: str, state: MatchState) -> None:
    assert read_match_id(text) == state
    assert match_id(state) == text


def test_an_xgid_is_drawn_from_the_lower_players_side_whoever_is_on_roll() -> None:
    text = "XGID=-b---BD-B---cD---d-e-A---B:1:-1:-1:63:3:2:0:7:10"
    position, state = read_xgid(text)
    assert (state.on_roll, state.turn, state.owner, state.cube) == (0, 0, 0, 2)
    assert state.score == (2, 3)  # the upper player is player 0
    # The upper player's 24 point is the lower player's 1 point.
    assert (position.mine[24], position.mine[13], position.mine[0]) == (2, 3, 1)
    assert (position.theirs[25], position.theirs[6]) == (2, 4)
    assert xgid(position, state) == text


def test_a_double_that_waits_is_shown_in_place_of_dice() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"
    _, state = read_xgid(text)
    assert (state.doubled, state.on_roll, state.turn, state.dice) == (True, 1, 0, None)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "position id '': 0 characters, not 14"),
        ("4HPwATDgc/ABM", "13 characters, not 14"),
        ("4HPwATDgc/ABMAA", "15 characters, not 14"),
        ("4HPwATDgc-ABMA", "'-' is not one of A-Z a-z 0-9"),
        ("4HPwATDgc/ABMé", "'é' is not one of A-Z a-z 0-9"),
        ("4HPwATDgc/ABM=", "'=' is not one of A-Z a-z 0-9"),
        ("4HPwATDgc/ABMB", "the last character 'B' has bits that mean nothing"),
        ("//////////////", "the last character '/' has bits that mean nothing"),
        ("/////////////w", "the opponent has 80 checkers, more than 15"),
        ("AAAA/P///wcAAA", "the player on roll has 33 checkers, more than 15"),
        ("AAAAAAAAAAAAgA", "something follows the two sides"),
        ("AAAAAAAAAAAAAA", "both sides have borne off"),
    ],
)
def test_a_bad_position_id_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(IdError) as caught:
        read_position_id(text)
    assert fault in str(caught.value)


def test_a_position_id_with_a_shared_point_is_refused() -> None:
    both = Position((14, 1, *[0] * 24), (*[0] * 24, 15, 0))
    with pytest.raises(IdError, match="both sides hold a point: the 1 point of the player on roll"):
        read_position_id(position_id(both))


def raw_match_id(**fields: int) -> str:
    """A match id made bit by bit, so that it can be wrong."""
    places = {"cube": 0, "owner": 4, "game": 8, "die1": 15, "die2": 18, "length": 21,
              "score0": 36, "crawford": 7, "beyond": 67}  # fmt: skip
    bits = sum(value << places[name] for name, value in fields.items())
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cAkAAAAAAAA", "11 characters, not 12"),
        ("cAkAAAAAAA:A", "':' is not one of"),
        (raw_match_id(owner=2), "the cube's owner is 2, not 0, 1 or 3"),
        (raw_match_id(game=5), "the state of the game is 5, not 0 to 4"),
        (raw_match_id(die1=7, die2=1), "the dice are 7 1, not two of 1 to 6"),
        (raw_match_id(die1=3), "the dice are 3 0, not two of 1 to 6"),
        (raw_match_id(game=1, length=5, score0=5), "is 5, but the match ends at 5"),
        (raw_match_id(crawford=1), "there is no Crawford game in money play"),
        (raw_match_id(beyond=1), "something follows the last field"),
    ],
)
def test_a_bad_match_id_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(IdError) as caught:
        read_match_id(text)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"cube": 3}, "the cube is 3, not a power of two"),
        ({"cube": 0}, "the cube is 0, not a power of two"),
        ({"cube": -2}, "the cube is -2, not a power of two"),
        ({"owner": 2}, "the cube's owner is 2"),
        ({"on_roll": 2}, "the player on roll is 2"),
        ({"turn": -1}, "the player to decide is -1"),
        ({"game": "won"}, "the state of the game is 'won'"),
        ({"resigned": 4}, "the resignation is 4, not 0 to 3"),
        ({"dice": (6, 7)}, "the dice are 6 7"),
        ({"length": -1}, "the match length is -1"),
        ({"score": (0, 40000)}, "the score of player 1 is 40000"),
        ({"length": 3, "score": (3, 0)}, "the score of player 0 is 3, but the match ends at 3"),
        ({"cube_limit": 16}, "the largest cube is 2 to the 16"),
    ],
)
def test_a_match_state_is_checked(fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(IdError) as caught:
        MatchState(**fields)
    assert fault in str(caught.value)
    assert caught.value.text.format(**caught.value.facts) == str(caught.value)


GOOD = "-b----E-C---eE---c-e----B-"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("XGID=", "1 fields, not 10"),
        (f"XGID={GOOD}:0:0:1:52:0:0:0:0:10:9", "11 fields, not 10"),
        (f"XGID={GOOD[1:]}:0:0:1:52:0:0:0:0:10", "the board has 25 letters, not 26"),
        (f"XGID={GOOD[:3]}?{GOOD[4:]}:0:0:1:52:0:0:0:0:10", "the board has '?' at 3"),
        (f"XGID={GOOD[:3]}P{GOOD[4:]}:0:0:1:52:0:0:0:0:10", "the board has 'P' at 3"),
        (f"XGID=B{GOOD[1:]}:0:0:1:52:0:0:0:0:10", "'B' on the other side's bar"),
        (f"XGID={GOOD[:25]}b:0:0:1:52:0:0:0:0:10", "'b' on the other side's bar"),
        (f"XGID={GOOD[:25]}C:0:0:1:52:0:0:0:0:10", "the lower player has 18 checkers"),
        (f"XGID={GOOD}:x:0:1:52:0:0:0:0:10", "the cube is 'x', no number"),
        (f"XGID={GOOD}:-1:0:1:52:0:0:0:0:10", "the cube is 2 to the -1, not 0 to 15"),
        (f"XGID={GOOD}:0:2:1:52:0:0:0:0:10", "the cube's owner is 2, not one of -1, 0, 1"),
        (f"XGID={GOOD}:0:0:0:52:0:0:0:0:10", "the player on roll is 0, not one of -1, 1"),
        (f"XGID={GOOD}:0:0:1:70:0:0:0:0:10", "the dice are '70', not two of 1 to 6"),
        (f"XGID={GOOD}:0:0:1:B:0:0:0:0:10", "the dice are 'B'"),
        (f"XGID={GOOD}:0:0:1:52:٣:0:0:0:10", "the score of the lower player is '٣'"),
        (f"XGID={GOOD}:0:0:1:52:9:0:0:7:10", "the score of player 1 is 9"),
        (f"XGID={GOOD}:0:0:1:52:0:0:2:7:10", "the rules are 2, not 0 to 1"),
        (f"XGID={GOOD}:0:0:1:52:0:0:4:0:10", "the rules are 4, not 0 to 3"),
        (f"XGID={GOOD}:0:0:1:52:0:0:0:-3:10", "the match length is -3"),
        (f"XGID={GOOD}:0:0:1:52:0:0:0:0:99", "the largest cube is 2 to the 99"),
        (f"XGID={'-' * 26}:0:0:1:52:0:0:0:0:10", "both sides have borne off"),
    ],
)
def test_a_bad_xgid_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(IdError) as caught:
        read_xgid(text)
    assert str(caught.value).startswith("XGID: ")
    assert fault in str(caught.value)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_position_id, read_match_id, read_xgid):
        with suppress(IdError):
            assert read(text)
