"""The board as one side sees it: 24 points, the bar and the checkers borne off, for both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.saying import Fault, Term

OFF = 0
"""Index of the checkers borne off, and the `end` of a move that bears off."""

BAR = 25
"""Index of the bar, and the `start` of a move that enters."""

CHECKERS = 15
"""Checkers a side."""


class Position(NamedTuple):
    """One board, seen by the player on roll.

    Both sides count from their own ace point: index 1 to 24 are the points, 25 is the bar and
    0 holds the checkers borne off. My point p is the opponent's point 25 - p.

    A tuple underneath, so that it is hashable and costs nothing to make: the generator of plays
    makes tens of thousands a second. It is therefore not checked; what comes from outside goes
    through `checked` or `of`.

    >>> START.mine[24], START.mine[13], START.mine[8], START.mine[6]
    (2, 5, 3, 5)
    >>> START.pips
    (167, 167)
    >>> START.flip() == START
    True
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]

    @classmethod
    def checked(cls, mine: Iterable[int], theirs: Iterable[int]) -> Position:
        """Make a position of two lists of 26 numbers that are not to be trusted.

        Raises ValueError, which says what is wrong: a list that is not 26 whole numbers from 0 to
        15, a side that has not 15 checkers, a point held by both sides, both sides borne off.

        >>> Position.checked([0] * 25 + [14], START.theirs)
        Traceback (most recent call last):
            ...
        rules.saying.Fault: the player on roll has 14 checkers, not 15
        """
        sides = []
        for name, given in (
            (Term("the player on roll"), mine),
            (Term("the opponent"), theirs),
        ):
            side = tuple(given)
            if len(side) != 26:
                raise Fault(
                    "{name} has {n} numbers, not 26 (off, the points 1 to 24, bar)",
                    name=name,
                    n=len(side),
                )
            for index, count in enumerate(side):
                if not isinstance(count, int) or isinstance(count, bool):
                    raise Fault(
                        "{name} has {count!r} at {index}, which is no whole number",
                        name=name,
                        count=count,
                        index=index,
                    )
                if not 0 <= count <= CHECKERS:
                    raise Fault(
                        "{name} has {count} checkers at {index}, not 0 to 15",
                        name=name,
                        count=count,
                        index=index,
                    )
            if sum(side) != CHECKERS:
                raise Fault("{name} has {n} checkers, not 15", name=name, n=sum(side))
            sides.append(side)
        position = cls(*sides)
        for point in range(1, 25):
            if position.mine[point] and position.theirs[25 - point]:
                raise Fault(
                    "both sides hold a point: the {point} point of the player on roll"
                    " is the opponent's {other} point",
                    point=point,
                    other=25 - point,
                )
        if position.mine[OFF] == CHECKERS and position.theirs[OFF] == CHECKERS:
            raise Fault("both sides have borne off all their checkers")
        return position

    @classmethod
    def of(cls, mine: Mapping[int, int], theirs: Mapping[int, int]) -> Position:
        """Make a position of the points held, {point: checkers}, each side's from its own side.

        25 is the bar; checkers that are not named are borne off. Raises ValueError as `checked`.

        >>> Position.of({6: 2, 25: 1}, {24: 1}).mine[0]
        12
        """
        sides = []
        for points in (mine, theirs):
            for point in points:
                if not 1 <= point <= BAR:
                    raise Fault(
                        "there is no point {point}: points are 1 to 24, 25 is bar", point=point
                    )
            side = [points.get(index, 0) for index in range(26)]
            side[OFF] = CHECKERS - sum(side)
            if side[OFF] < 0:
                raise Fault("a side has {n} checkers, not 15", n=CHECKERS - side[OFF])
            sides.append(side)
        return cls.checked(*sides)

    def flip(self) -> Position:
        """The same board as the opponent sees it."""
        return Position(self.theirs, self.mine)

    @property
    def pips(self) -> tuple[int, int]:
        """Pips that I and the opponent still have to move; a checker on the bar counts 25."""
        return (
            sum(index * count for index, count in enumerate(self.mine)),
            sum(index * count for index, count in enumerate(self.theirs)),
        )

    @property
    def over(self) -> bool:
        """Whether a side has borne off all its checkers."""
        return self.mine[OFF] == CHECKERS or self.theirs[OFF] == CHECKERS


START = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
"""The opening position, the same for both sides."""
