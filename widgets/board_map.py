"""Where things lie on a drawn board: pure geometry, the same function for drawing and for reading.

Places are in the numbering of the side at the bottom: 1 to 24 are the points, 25 (`BAR`) and 0
(`OFF`) its own bar and tray, 26 (`THEIR_BAR`) and 27 (`THEIR_OFF`) those of the side at the top.
Its home is at the lower right.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.position import BAR, OFF

THEIR_BAR = 26
THEIR_OFF = 27


@dataclass(frozen=True)
class BoardMap:
    """A board of one size.

    `cell` columns a point, `rows` checkers a point of `tall` lines each, `bar` columns, `gap` lines
    between halves.
    """

    cell: int = 3
    rows: int = 5
    tall: int = 1
    bar: int = 3
    gap: int = 1

    @property
    def width(self) -> int:
        """Columns of the whole board, with the pointer's."""
        return 2 + 6 * self.cell + 1 + self.bar + 1 + 6 * self.cell + 1

    @property
    def height(self) -> int:
        """Lines of the whole board, with both borders."""
        return 2 * self.half + 2 + self.gap

    @property
    def half(self) -> int:
        """Lines from a border to the middle."""
        return self.rows * self.tall

    @property
    def middle(self) -> int:
        """The middle line between the two halves."""
        return self.half + 1 + self.gap // 2

    @property
    def bar_column(self) -> int:
        """The first column of the bar."""
        return 3 + 6 * self.cell

    @property
    def right_column(self) -> int:
        """The first column of the right-hand quadrants."""
        return self.bar_column + self.bar + 1

    def column(self, point: int) -> int:
        """Return the first column of a point.

        >>> BoardMap().column(24), BoardMap().column(1), BoardMap().column(12)
        (40, 40, 2)
        """
        index = 12 - point if point <= 12 else point - 13
        if index < 6:
            return 2 + index * self.cell
        return self.right_column + (index - 6) * self.cell

    def line(self, point: int, checker: int) -> int:
        """Return the first line of the checker-th checker (0 at the border) of a point.

        >>> BoardMap().line(24, 0), BoardMap().line(1, 0), BoardMap().line(1, 4)
        (1, 11, 7)
        """
        if point > 12:
            return 1 + checker * self.tall
        return self.height - 1 - (checker + 1) * self.tall

    def at(self, x: int, y: int) -> int | None:
        """Return the place under a cell, or None on a border of the board.

        >>> BoardMap().at(41, 1), BoardMap().at(41, 11), BoardMap().at(22, 3), BoardMap().at(0, 0)
        (24, 1, 25, None)
        >>> all(LARGE.at(LARGE.column(p), LARGE.line(p, 0)) == p for p in range(1, 25))
        True
        """
        if not (0 <= y < self.height and 0 < x < self.width):
            return None
        upper = y < self.middle
        if x == self.width - 1:
            return THEIR_OFF if upper else OFF
        if self.half < y <= self.half + self.gap:
            return None
        if self.bar_column - 1 <= x <= self.bar_column + self.bar:
            return BAR if upper else THEIR_BAR
        left = x < self.bar_column
        index = (x - 2) // self.cell if left else 6 + (x - self.right_column) // self.cell
        if x < 2 or not 0 <= index < 12:
            return None
        return 13 + index if upper else 12 - index


def numbered(place: int, from_bottom: bool) -> int:
    """Return a place as the side in turn counts it, or that side's number as a place.

    The function is its own inverse. `from_bottom` says that the side in turn is the one at the
    bottom.

    >>> numbered(24, True), numbered(24, False), numbered(BAR, False), numbered(THEIR_OFF, False)
    (24, 1, 26, 0)
    """
    if from_bottom:
        return place
    swapped = {BAR: THEIR_BAR, THEIR_BAR: BAR, OFF: THEIR_OFF, THEIR_OFF: OFF}
    return swapped[place] if place in swapped else 25 - place


PHONE = BoardMap()
WIDE = BoardMap(cell=4, rows=6)
LARGE = BoardMap(cell=5, rows=5, tall=2, bar=5, gap=3)
HUGE = BoardMap(cell=7, rows=5, tall=3, bar=7, gap=3)
SIZES = (HUGE, LARGE, WIDE, PHONE)
"""The sizes that a board is drawn in, the largest first."""


def largest(width: int, height: int) -> BoardMap | None:
    """Return the largest board that fits, or None where none does."""
    return next((size for size in SIZES if size.width <= width and size.height <= height), None)
