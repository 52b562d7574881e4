"""The engine room of `plays`: every distinct result of a roll, as fast as plain Python goes.

A side's 26 counts are packed into one integer, eight bits an entry, and a move of one checker is
then one addition. Above the counts stands one bit for each point where an opponent's blot was hit.
So the result of a play is a single number: two plays that reach the same position have the same
one, and a dictionary keeps one of them.

Which plays there are is decided by what can interact. Far from home two dice are independent,
and the plays are all pairs of a step with one die and a step with the other, plus one checker
that moves with both. A checker on the bar makes the first step certain. Only when no more than
one checker is outside home does the order of the dice matter, and there both orders are tried.
Doubles are walked from the highest point down: every sequence of equal steps can be put in that
order (bar first, and a checker that bears off from a lower point does so when no higher one is
left), so each set of steps is met exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.position import BAR, OFF, Position


class Move(NamedTuple):
    """One checker's move by one die, in the mover's own numbering; 25 is the bar, 0 is off.

    `hit` says whether it sends an opponent's blot to the bar.
    """

    start: int
    end: int
    hit: bool


_Step = tuple[int, int, int, Move]  # start, end, what it adds to the packed number, the move
Results = dict[int, tuple[Move, ...]]

_HITS = 26 * 8  # where the bits of the blots hit begin
_COUNTS = (1 << _HITS) - 1


def _step(start: int, die: int, hit: bool) -> _Step:
    end = max(start - die, OFF)
    added = (1 << 8 * end) - (1 << 8 * start) + (hit << _HITS + end)
    return start, end, added, Move(start, end, hit)


# _STEPS[blots on the end][die][start]
_STEPS = [
    [[_step(start, die, hit) for start in range(26)] for die in range(7)] for hit in (False, True)
]


def steps(mine: Sequence[int], theirs: Sequence[int], die: int) -> list[_Step]:
    """Every legal step of one checker by one die, from the highest point down.

    The law of the single step and no more: bar first, no point that the opponent holds with two
    or more, bearing off only when all are home, from a lower point only when none is higher.

    >>> from rules.position import START
    >>> [move.start for *_, move in steps(START.mine, START.theirs, 5)]
    [13, 8]
    """
    if mine[BAR]:
        guard = theirs[die]
        return [_STEPS[guard and not mine[BAR - die]][die][BAR]] if guard < 2 else []
    found = []
    highest = 0
    for start in range(24, 0, -1):
        if not mine[start]:
            continue
        if not highest:
            highest = start
        if start > die:
            guard = theirs[25 - start + die]
            if guard < 2:
                # A checker of mine there has hit the blot already, within this same play.
                found.append(_STEPS[guard and not mine[start - die]][die][start])
        elif highest <= 6 and start in (die, highest):
            found.append(_STEPS[0][die][start])
    return found


def results(position: Position, die1: int, die2: int) -> Results:
    """Every result of a roll, packed, with moves that reach it; empty when no play is legal."""
    mine, theirs = position
    base = int.from_bytes(bytes(mine), "little")
    if die1 == die2:
        return _doubles(base, mine, theirs, die1)
    high, low = (die1, die2) if die1 > die2 else (die2, die1)
    if mine[BAR]:
        return _from_the_bar(base, mine, theirs, high, low)
    if sum(mine[7:25]) < 2:
        return _near_home(base, mine, theirs, high, low)
    return _far_from_home(base, mine, theirs, high, low)


def moved(position: Position, move: Move) -> Position:
    """The board after one legal step, still seen by the mover."""
    mine, theirs = list(position.mine), position.theirs
    mine[move.start] -= 1
    mine[move.end] += 1
    if move.hit:
        side = list(theirs)
        side[25 - move.end] -= 1
        side[BAR] += 1
        theirs = tuple(side)
    return Position(tuple(mine), theirs)


def rest_of(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice without one that has been used.

    >>> rest_of((4, 4, 4), 4)
    (4, 4)
    """
    at = left.index(die)
    return left[:at] + left[at + 1 :]


def longest(position: Position, left: tuple[int, ...]) -> int:
    """How many of the dice left can be played at most, by any checkers in any order."""
    if not left:
        return 0
    if len(left) == 4 or len(set(left)) == 2:
        found = results(position, left[0], left[1])
        return len(next(iter(found.values()))) if found else 0
    best = 0
    for _, _, _, move in steps(position.mine, position.theirs, left[0]):
        best = max(best, 1 + longest(moved(position, move), left[1:]))
        if best == len(left):
            break
    return best


def unpack(position: Position, packed: Results) -> list[tuple[tuple[Move, ...], Position]]:
    """Turn packed results into positions, still seen by the mover."""
    theirs = position.theirs
    after_hits: dict[int, tuple[int, ...]] = {}
    found = []
    # Twice as fast as calling the class, which would only check the number of arguments.
    make = tuple.__new__
    for key, moves in packed.items():
        if key <= _COUNTS:
            found.append((moves, make(Position, (tuple(key.to_bytes(26, "little")), theirs))))
            continue
        hits = key >> _HITS
        if hits not in after_hits:
            side = list(theirs)
            for point in range(1, 25):
                if hits >> point & 1:
                    side[25 - point] -= 1
                    side[BAR] += 1
            after_hits[hits] = tuple(side)
        mine = tuple((key & _COUNTS).to_bytes(26, "little"))
        found.append((moves, make(Position, (mine, after_hits[hits]))))
    return found


def _single(base: int, high: list[_Step], low: list[_Step]) -> Results:
    """Only one die can be played: the larger if it can, else the smaller."""
    return {base + added: (move,) for _, _, added, move in high or low}


def _far_from_home(
    base: int, mine: tuple[int, ...], theirs: tuple[int, ...], high: int, low: int
) -> Results:
    """Two or more checkers are outside home, none on the bar: nothing can be borne off."""
    quiet_high, quiet_low = _STEPS[0][high], _STEPS[0][low]
    with_high: list[_Step] = []
    with_low: list[_Step] = []
    for start in range(24, low, -1):
        if mine[start]:
            guard = theirs[25 - start + low]
            if guard < 2:
                with_low.append(_STEPS[1][low][start] if guard else quiet_low[start])
            if start > high:
                guard = theirs[25 - start + high]
                if guard < 2:
                    with_high.append(_STEPS[1][high][start] if guard else quiet_high[start])
    found: Results = {}
    both = high + low
    for rest, firsts in ((low, with_high), (high, with_low)):
        for start, middle, added, move in firsts:
            # One checker with both dice. Where I hold the point between already, the pair of two
            # checkers reaches the same position.
            if start > both and not mine[middle]:
                guard = theirs[25 - start + both]
                if guard < 2:
                    second = _STEPS[guard][rest][middle]
                    found[base + added + second[2]] = (move, second[3])
    for start1, end1, added1, move1 in with_high:
        key1 = base + added1
        clash = end1 + low if move1[2] else OFF
        alone = start1 if mine[start1] == 1 else OFF
        for start2, _, added2, move2 in with_low:
            if start2 == alone:
                continue
            if start2 == clash:
                # Both arrive on the same blot, and it is hit once.
                _, _, added2, move2 = quiet_low[start2]
            found[key1 + added2] = (move1, move2)
    return found or _single(base, with_high, with_low)


def _from_the_bar(
    base: int, mine: tuple[int, ...], theirs: tuple[int, ...], high: int, low: int
) -> Results:
    """A checker on the bar: it enters with one die, and the other die is what is left."""
    found: Results = {}
    enter: list[list[_Step]] = []
    for die in (high, low):
        enter.append([_STEPS[theirs[die]][die][BAR]] if theirs[die] < 2 else [])
    if mine[BAR] > 1:
        if enter[0] and enter[1]:
            first, second = enter[0][0], enter[1][0]
            return {base + first[2] + second[2]: (first[3], second[3])}
        return _single(base, *enter)
    after = list(mine)
    after[BAR] -= 1
    for entry, die in ((enter[0], low), (enter[1], high)):
        for _, end, added, move in entry:
            after[end] += 1
            for step in steps(after, theirs, die):
                found[base + added + step[2]] = (move, step[3])
            after[end] -= 1
    return found or _single(base, *enter)


def _near_home(
    base: int, mine: tuple[int, ...], theirs: tuple[int, ...], high: int, low: int
) -> Results:
    """At most one checker outside home: bearing off depends on the order, so try both."""
    found: Results = {}
    with_high = steps(mine, theirs, high)
    with_low = steps(mine, theirs, low)
    counts = list(mine)
    for firsts, die in ((with_low, high), (with_high, low)):
        for start, end, added, move in firsts:
            counts[start] -= 1
            counts[end] += 1
            key = base + added
            for step in steps(counts, theirs, die):
                found[key + step[2]] = (move, step[3])
            counts[start] += 1
            counts[end] -= 1
    return found or _single(base, with_high, with_low)


def _doubles(base: int, mine: tuple[int, ...], theirs: tuple[int, ...], die: int) -> Results:
    """Up to four steps of one die, from the highest point down."""
    counts = list(mine)
    # The points that a step can leave, highest first: where it ends, and whether a blot is there.
    leave = [
        (start, start - die, theirs[25 - start + die])
        for start in range(BAR, die, -1)
        if theirs[25 - start + die] < 2 and any(mine[start : start + 3 * die + 1 : die])
    ]
    if mine[BAR] and theirs[die] > 1:
        return {}
    leave += [(start, OFF, 0) for start in range(die, 0, -1)]
    found: list[Results] = [{}, {}, {}, {}, {}]
    quiet, hitting = _STEPS[0][die], _STEPS[1][die]

    def walk(index: int, left: int, outside: int, key: int, moves: tuple[Move, ...]) -> None:
        stuck = True
        for at in range(index, len(leave)):
            start, end, guard = leave[at]
            if not counts[start]:
                continue
            if not end and (outside or (start < die and any(counts[start + 1 : 7]))):
                break  # No lower checker may be borne off either.
            stuck = False
            _, _, added, move = (hitting if guard and not counts[end] else quiet)[start]
            if left == 1:
                found[4][key + added] = (*moves, move)
            else:
                counts[start] -= 1
                counts[end] += 1
                walk(at, left - 1, outside - (end < 7 <= start), key + added, (*moves, move))
                counts[start] += 1
                counts[end] -= 1
            if start == BAR:
                break
        if stuck:
            found[4 - left][key] = moves

    walk(0, 4, sum(mine[7:]), base, ())
    return found[4] or found[3] or found[2] or found[1]
