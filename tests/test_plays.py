"""Every legal play: the corpus, the opening, and laws over random positions (club 3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.generator import longest, moved, steps
from rules.ids import position_id
from rules.notation import write_play
from rules.plays import Move, Play, PlayTree, legal_plays, ways
from rules.position import START, Position
from tests import gnubg
from tests.boards import ROLLS, corpus, dice, positions, scattered, wandered

OPENING = {
    (1, 1): 42, (2, 1): 15, (3, 1): 16, (4, 1): 14, (5, 1): 8, (6, 1): 10, (2, 2): 75, (3, 2): 17,
    (4, 2): 18, (5, 2): 8, (6, 2): 14, (3, 3): 73, (4, 3): 17, (5, 3): 9, (6, 3): 14, (4, 4): 52,
    (5, 4): 9, (6, 4): 14, (5, 5): 4, (6, 5): 7, (6, 6): 11,
}  # fmt: skip


def test_club_3_5_every_record_of_the_corpus_gives_exactly_its_results() -> None:
    assert len(corpus()) == 5491
    for record in corpus():
        plays = legal_plays(record.position, record.dice)
        found = [position_id(play.after.flip()) for play in plays]
        assert tuple(sorted(found)) == record.after, (record.identifier, record.dice)
        assert {len(play.moves) for play in plays} == ({record.used} if plays else set())


def test_the_opening_rolls_have_447_results() -> None:
    assert {roll: len(legal_plays(START, roll)) for roll in ROLLS} == OPENING
    assert sum(OPENING.values()) == 447


def test_two_plies_from_the_opening_have_202782_results() -> None:
    total = 0
    for roll in ROLLS:
        for play in legal_plays(START, roll):
            answer = play.after.flip()
            total += sum(len(legal_plays(answer, reply)) for reply in ROLLS)
    assert total == 202_782


@pytest.mark.gnubg
@pytest.mark.skipif(gnubg.PROGRAM is None, reason="gnubg is not installed")
def test_gnu_backgammon_agrees_on_300_fresh_positions() -> None:
    seed = Random().randrange(1 << 30)  # Fresh every time; the seed is in the message.
    random = Random(seed)
    asked: list[tuple[Position, tuple[int, int]]] = []
    while len(asked) < 300:
        position = (wandered, scattered)[len(asked) % 2](random)
        roll = (random.randint(1, 6), random.randint(1, 6))
        # Where no play is legal gnubg gives no hints that could be compared; the corpus has those.
        if not position.over and legal_plays(position, roll):
            asked.append((position, roll))
    answers = gnubg.plays([(position_id(position), roll) for position, roll in asked])
    for (position, roll), answer in zip(asked, answers, strict=True):
        ours = sorted(write_play(play) for play in legal_plays(position, roll))
        assert ours == sorted(answer), (seed, position_id(position), roll)


def brute_force(position: Position, dice: tuple[int, ...]) -> set[tuple[Position, int]]:
    """Every board that single steps reach in any order, with the number of dice used."""
    found = {(position, 0)}
    for index, die in enumerate(dice):
        rest = dice[:index] + dice[index + 1 :]
        for *_, move in steps(*position, die):
            after = brute_force(moved(position, move), rest)
            found |= {(board, used + 1) for board, used in after}
    return found


@given(positions, dice)
def test_plays_are_those_of_every_order_of_single_steps(
    position: Position, roll: tuple[int, int]
) -> None:
    all_dice = roll * 2 if roll[0] == roll[1] else roll
    found = set() if position.over else brute_force(position, all_dice)
    most = max((used for _, used in found), default=0)
    expected = {board for board, used in found if used == most and most}
    if most == 1 and roll[0] != roll[1]:
        larger = [moved(position, move) for *_, move in steps(*position, max(roll))]
        expected = set(larger) or expected
    assert {play.after for play in legal_plays(position, roll)} == expected


def replayed(position: Position, play: Play) -> Position:
    for move in play.moves:
        blot = move.end > 0 and position.theirs[25 - move.end] == 1
        assert position.mine[move.start] > 0
        assert move.hit == blot
        position = moved(position, move)
    return position


@given(positions, dice)
def test_results_are_distinct_and_their_moves_reach_them(
    position: Position, roll: tuple[int, int]
) -> None:
    plays = legal_plays(position, roll)
    assert len({play.after for play in plays}) == len(plays)
    for play in plays:
        assert replayed(position, play) == play.after
        assert Position.checked(*play.after) == play.after  # 15 checkers a side, no shared point
        assert play.after.flip().flip() == play.after


@given(positions, st.integers(1, 6))
def test_all_plays_of_a_double_use_the_same_number_of_dice(position: Position, die: int) -> None:
    lengths = {len(play.moves) for play in legal_plays(position, (die, die))}
    assert len(lengths) <= 1
    if not position.over:
        assert lengths in ({longest(position, (die,) * 4)}, set())


def walks(tree: PlayTree, random: Random) -> Iterator[PlayTree]:
    """One random way down the tree, every place of it."""
    yield tree
    while not tree.complete:
        tree = go(tree, random.choice([m for moves in tree.next.values() for m in moves]))
        yield tree


def go(tree: PlayTree, move: Move) -> PlayTree:
    return tree.go(move.start, move.end)


@given(positions, dice, st.randoms(use_true_random=False))
def test_leaves_of_the_tree_are_the_results(
    position: Position, roll: tuple[int, int], random: Random
) -> None:
    tree = ways(position, roll)
    results = {play.after for play in legal_plays(position, roll)}
    assert tree.leaves() == (results or {position})
    for place in walks(tree, random):
        assert place.leaves() <= (results or {position})
        assert place.play is None or place.now in (results or {position})


@given(positions, dice, st.randoms(use_true_random=False))
def test_undo_goes_back_move_by_move(
    position: Position, roll: tuple[int, int], random: Random
) -> None:
    places = list(walks(ways(position, roll), random))
    for before, after in pairwise(places):
        assert after.undo() is before
        assert len(after.moves) == len(before.moves) + 1
        assert len(after.left) == len(before.left) - 1
    assert places[0].undo() is places[0]


@given(positions, dice)
def test_targets_are_one_checkers_journeys(position: Position, roll: tuple[int, int]) -> None:
    tree = ways(position, roll)
    for start in tree.next:
        targets = tree.targets(start)
        assert {move.end for move in tree.next[start]} <= set(targets)
        for end, chains in targets.items():
            for chain in chains:
                place = tree
                at = start
                for move in chain:
                    assert move.start == at
                    place, at = go(place, move), move.end
                assert at == end


def test_a_wrong_move_in_the_tree_says_why() -> None:
    tree = ways(START, (6, 5))
    with pytest.raises(ValueError, match="24/19 is blocked: the opponent holds the 19 point"):
        tree.go(24, 19)
    with pytest.raises(ValueError, match="no die makes 24/13 at once"):
        tree.go(24, 13)


def test_two_readings_of_a_die_stay_open_in_the_tree() -> None:
    # 5/off takes the 5 or the 6; the other die must still be free to bear off from the 6 point.
    position = Position.of({4: 1, 3: 1}, {24: 2})
    tree = ways(position, (6, 5)).go(4, 0)
    assert tree.go(3, 0).now.over


@pytest.mark.parametrize("roll", [(0, 1), (7, 1), (1, 2, 3), (1,), (True, 1), ("1", 2)])
def test_dice_that_are_none_are_refused(roll: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"a die shows 1 to 6|a roll is two dice"):
        legal_plays(START, roll)
    with pytest.raises(ValueError, match=r"a die shows 1 to 6|a roll is two dice"):
        ways(START, roll)


def test_nobody_moves_in_a_finished_game() -> None:
    won = Position.of({}, {3: 2})
    assert legal_plays(won, (6, 5)) == legal_plays(won.flip(), (6, 5)) == ()
    assert ways(won.flip(), (6, 5)).complete


@pytest.mark.parametrize(
    ("mine", "theirs", "fault"),
    [
        ([0] * 25, START.theirs, "the player on roll has 25 numbers, not 26"),
        ([15.0, *[0] * 25], START.theirs, "which is no whole number"),
        ([16, -1, *[0] * 24], START.theirs, "has 16 checkers at 0, not 0 to 15"),
        (START.mine, [14, *[0] * 25], "the opponent has 14 checkers, not 15"),
        ([0, 15, *[0] * 24], [*[0] * 24, 15, 0], "both sides hold a point: the 1 point"),
        ([15, *[0] * 25], [15, *[0] * 25], "both sides have borne off"),
    ],
)
def test_untrusted_positions_are_checked(mine: list[int], theirs: list[int], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Position.checked(mine, theirs)


@pytest.mark.parametrize(
    ("mine", "fault"), [({26: 1}, "there is no point 26"), ({6: 16}, "a side has 16 checkers")]
)
def test_positions_by_points_are_checked(mine: dict[int, int], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Position.of(mine, {6: 15})
