"""The end of a race, exactly: how many rolls a few checkers at home still need."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from rules.plays import legal_plays
from rules.position import CHECKERS, OFF, Position

FEW = 3
"""Checkers of a side up to which it is reckoned out: there are 83 ways to stand at home."""

ROLLS = tuple(
    (dice, 1 if dice[0] == dice[1] else 2) for dice in combinations_with_replacement(range(1, 7), 2)
)
"""Every roll, and how many of 36 it is."""

_DONE = (0,) * 26
_NOBODY = (CHECKERS - 1, 1, *_DONE[2:])


def at_the_end(position: Position) -> bool:
    """Whether both sides have few checkers left, all of them at home, and none is to be hit."""
    return all(CHECKERS - side[OFF] <= FEW and not any(side[7:]) for side in position)


def first_off(position: Position) -> float:
    """Return the chance that the player on roll is off first, of a position `at_the_end`.

    Each side plays to be off soonest on average, which now and then is not quite what wins most.

    >>> first_off(Position.of({6: 1}, {1: 1})) * 36
    27.0
    """
    mine, theirs = rolls_to_go(position.mine), rolls_to_go(position.theirs)
    # Off in the same round is enough: he rolls first.
    return sum(chance * sum(theirs[number:]) for number, chance in enumerate(mine))


@lru_cache(maxsize=4096)
def rolls_to_go(side: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chance to be off in exactly 0, 1, 2 … rolls.

    >>> [round(36 * chance) for chance in rolls_to_go(Position.of({6: 1}, {1: 1}).mine)]
    [0, 27, 9]
    """
    if side[OFF] == CHECKERS:
        return (1.0,)
    total: list[float] = []
    for dice, weight in ROLLS:
        after = [play.after.mine for play in legal_plays(Position(side, _NOBODY), dice)]
        best = min(map(rolls_to_go, after), key=_mean)
        for number, chance in enumerate(best, 1):
            total += [0.0] * (number + 1 - len(total))
            total[number] += chance * weight
    return tuple(chance / 36 for chance in total)


def _mean(chances: tuple[float, ...]) -> float:
    return sum(number * chance for number, chance in enumerate(chances))
