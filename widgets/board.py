"""The board: one widget drawn by lines, whose cells are places that can be clicked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rules.position import BAR, START, Position
from rules.values import Side, other
from widgets.board_cubes import Lying
from widgets.board_map import PHONE, THEIR_BAR, BoardMap, largest, numbered
from widgets.glyphs import LETTER, LETTERS, Glyphs
from widgets.panel import Bit, Line, Panel
from widgets.words import Words

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: (" o   ", "     ", "   o "),
    3: (" o   ", "  o  ", "   o "),
    4: (" o o ", "     ", " o o "),
    5: (" o o ", "  o  ", " o o "),
    6: (" o o ", " o o ", " o o "),
}


@dataclass(frozen=True)
class Face:
    """What a board shows. Places are numbered by the side at the bottom (see `board_map`).

    `position` is seen by the bottom side, None where nobody has told what lies on a wooden board.
    `dice` are the numbers thrown, `left` those not used yet. `sources` are places that a move can
    start from, `targets` where the chosen checker can go, `last` those the last play touched,
    `ghosts` where checkers of the side in turn would come to lie by a play that is suggested.
    `cubes` are drawn on the two larger boards.
    """

    position: Position | None = START
    bottom: Side = "box"
    turn: Side | None = None
    dice: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    sources: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    chosen: int | None = None
    last: frozenset[int] = frozenset()
    ghosts: tuple[int, ...] = ()
    cubes: tuple[Lying, ...] = ()


@dataclass(frozen=True)
class PlaceClicked:
    """A place on the board, in the numbering of the bottom side."""

    place: int


@dataclass(frozen=True)
class DieClicked:
    """A die on the board, by its number."""

    die: int


class Board(Panel):
    """The board of one viewer, as large as it fits."""

    def __init__(
        self, words: Words | None = None, glyphs: Glyphs = LETTERS, *, id: str | None = None
    ) -> None:
        super().__init__(words, id=id)
        self.face = Face()
        self.glyphs = glyphs
        self._grid: list[list[tuple[str, str]]] = []

    @property
    def map(self) -> BoardMap:
        """The geometry in use."""
        return largest(self.size.width, self.size.height) or PHONE

    def show(self, face: Face) -> None:
        """Show another face; only the cells that differ are sent."""
        if face != self.face:
            self.face = face
            self.repaint()

    def spot_at(self, x: int, y: int) -> PlaceClicked | DieClicked | None:
        """Return the place or the die under a cell."""
        for start, end, die in _dice_at(self.face, self.map):
            if start <= x < end and abs(y - self.map.middle) <= self.map.gap // 2:
                return DieClicked(die)
        place = self.map.at(x, y)
        return None if place is None else PlaceClicked(place)

    def content(self) -> Hashable:
        """Share the face: the many who look at one table see one of two or three."""
        return self.face, self.glyphs.name

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw borders, points, bar, dice and the pointer of the side in turn."""
        board = self.map
        self._grid = [[(" ", "")] * board.width for _ in range(board.height)]
        self._borders(board)
        for point in range(1, 25):
            self._point(board, point)
        self._bar(board)
        self._dice(board)
        if board.gap >= 3:
            self._cubes(board)
        if self.face.turn is not None:
            pointer = "v" if self.face.turn == self.face.bottom else "^"
            self._put(0, board.middle, pointer, self.face.turn)
        return [
            [Bit("".join(c for c, _ in run), look) for look, run in _runs(row)]
            for row in self._grid
        ]

    def _put(self, x: int, y: int, text: str, look: str = "") -> None:
        for offset, character in enumerate(text):
            self._grid[y][x + offset] = (character, look)

    def _borders(self, board: BoardMap) -> None:
        glyphs, bottom = self.glyphs, board.height - 1
        for y in (0, bottom):
            self._put(1, y, glyphs.across * (board.width - 1), "border")
        tl, tr, bl, br = glyphs.corner
        for x, y, corner in ((1, 0, tl), (board.width - 1, 0, tr), (1, bottom, bl)):
            self._put(x, y, corner, "border")
        self._put(board.width - 1, bottom, br, "border")
        for y in range(1, bottom):
            for x in (1, board.bar_column - 1, board.bar_column + board.bar, board.width - 1):
                self._put(x, y, glyphs.down, "border")
        name = self._("BAR")[: board.bar]
        # On a large board the cubes lie in the middle, and the word stands on the border.
        for y in (board.middle,) if board.gap < 3 else (0, bottom):
            self._put(board.bar_column + (board.bar - len(name)) // 2, y, name, "number")
        from_bottom = self.face.turn in (None, self.face.bottom)
        for point in range(1, 25):
            number = str(numbered(point, from_bottom))
            end = board.column(point) + (board.cell - 1) // 2 + (board.cell > 5)
            self._put(end - len(number) + 1, 0 if point > 12 else bottom, number, "number")

    def _held(self, point: int) -> tuple[Side, int] | None:
        position = self.face.position
        if position is None:
            return None
        if count := position.mine[point]:
            return self.face.bottom, count
        if count := position.theirs[25 - point]:
            return other(self.face.bottom), count
        return None

    def _point(self, board: BoardMap, point: int) -> None:
        shade = "light" if point % 2 else "dark"
        marks = self._marks(point)
        held = self._held(point)
        for row in range(board.rows):
            top = board.line(point, row)
            for line in range(board.tall):
                self._put(board.column(point), top + line, " " * board.cell, shade)
            if held is None or row >= held[1]:
                continue
            side, count = held
            outer = row == min(count, board.rows) - 1
            # Only the checker that would move, or did, is marked: a whole column would be noise.
            looks = f"{shade} {side} {marks}" if outer else f"{shade} {side}"
            if row == board.rows - 1 and count > board.rows:
                self._centred(board, point, top + board.tall // 2, str(count), looks)
                continue
            for line in range(board.tall):
                text = self.glyphs.checker(side, board.tall, line)
                self._centred(board, point, top + line, text, looks)
        if point in self.face.targets:
            row = min(held[1], board.rows - 1) if held and held[0] == self.face.turn else 0
            line = board.line(point, row) + board.tall // 2
            self._centred(board, point, line, "*" if self._hit(point) else "+", "to")

        self._ghosts(board, point)

    def _ghosts(self, board: BoardMap, point: int) -> None:
        """Draw small letters where a suggested play would put checkers, a hit blot's place too."""
        held, turn = self._held(point), self.face.turn
        count = self.face.ghosts.count(point)
        if not count or turn is None:
            return
        first = held[1] if held and held[0] == turn else 0
        for row in range(first, first + count):
            line = board.line(point, min(row, board.rows - 1)) + board.tall // 2
            self._centred(board, point, line, LETTER[turn].lower(), "wait")

    def _hit(self, point: int) -> bool:
        held = self._held(point)
        return held is not None and held[0] != self.face.turn

    def _centred(self, board: BoardMap, point: int, y: int, text: str, look: str) -> None:
        left = (board.cell - len(text) + (len(text) == 1 and board.cell % 2 == 0)) // 2
        if board.cell == 4 and len(text) == 1:
            left = 1
        self._put(board.column(point) + left, y, text, look)

    def _marks(self, place: int) -> str:
        if place == self.face.chosen:
            return "chosen"
        if place in self.face.sources:
            return "from"
        return "last" if place in self.face.last else ""

    def _bar(self, board: BoardMap) -> None:
        position = self.face.position
        if position is None:
            return
        for place, side, count in (
            (BAR, self.face.bottom, position.mine[BAR]),
            (THEIR_BAR, other(self.face.bottom), position.theirs[BAR]),
        ):
            marks = self._marks(place)
            shown = min(count, board.rows - 1)
            for row in range(shown):
                # A checker enters on the far side from its home: mine wait in the upper half.
                if place == BAR:
                    top = board.half + 1 - (row + 1) * board.tall
                else:
                    top = board.half + board.gap + 1 + row * board.tall
                number = str(count) if row == shown - 1 and count > shown else ""
                for line in range(board.tall):
                    text = number if line == board.tall // 2 and number else ""
                    text = text or self.glyphs.checker(side, board.tall, line)
                    x = board.bar_column + (board.bar - len(text)) // 2
                    self._put(x, top + line, text, f"{side} {marks}")

    def _cubes(self, board: BoardMap) -> None:
        """Draw a cube in the middle of the bar, and one at the end of the bar of each side."""
        # Checkers on the bar leave the height of one at both ends free.
        tops = {"middle": board.middle - 1, self.face.bottom: board.height - 1 - board.tall}
        for cubes in self.face.cubes:
            top = tops.get(cubes.place, 1)
            height = board.gap if cubes.place == "middle" else board.tall
            rows = [cubes.label, cubes.more]
            rows = rows if height == 2 else ["", *rows]
            for line, text in enumerate(rows):
                block = f"{text:^5}"
                x = board.bar_column + (board.bar - len(block)) // 2
                self._put(x, top + line, block, "to")

    def _dice(self, board: BoardMap) -> None:
        large = board.gap >= 3
        left = list(self.face.left)
        for x, _, die in _dice_at(self.face, board):
            fresh = die in left
            if fresh:
                left.remove(die)
            look = "dice" if fresh else "used"
            if large:
                for row, text in enumerate(_PIPS[die]):
                    pips = text.replace("o", self.glyphs.pip) if fresh else text.replace("o", ".")
                    self._put(x, board.middle - 1 + row, pips, look)
            else:
                self._put(x, board.middle, f"[{die}]" if fresh else f" {die} ", look)


def _dice_at(face: Face, board: BoardMap) -> Iterator[tuple[int, int, int]]:
    """Yield where each die begins, where it ends, and its number."""
    if not face.dice or face.turn is None:
        return
    size, space = (5, 2) if board.gap >= 3 else (3, 1)
    width = len(face.dice) * (size + space) - space
    first = board.right_column if face.turn == face.bottom else 2
    x = first + (6 * board.cell - width) // 2
    for die in face.dice:
        yield x, x + size, die
        x += size + space


def face_of(position: Position | None, bottom: Side, turn: Side | None) -> Face:
    """Return the face of a position that is seen by the side in turn, or by the bottom in none."""
    if position is not None and turn is not None and turn != bottom:
        position = position.flip()
    return replace(Face(), position=position, bottom=bottom, turn=turn)


def _runs(row: list[tuple[str, str]]) -> Iterable[tuple[str, Iterable[tuple[str, str]]]]:
    return groupby(row, key=lambda cell: cell[1])
