"""Every legal play of a roll: as distinct results, and as a tree to walk move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.generator import Move, longest, moved, rest_of, results, steps, unpack
from rules.legality import Illegality, why_illegal
from rules.position import Position
from rules.runs import all_dice

__all__ = ["Illegality", "Move", "Play", "PlayTree", "legal_plays", "ways", "why_illegal"]


class Play(NamedTuple):
    """All of a roll: the moves in an order that can be played, and the board after them.

    `after` is still the mover's view; `after.flip()` is what the opponent, next on roll, sees.
    """

    moves: tuple[Move, ...]
    after: Position


def legal_plays(position: Position, dice: tuple[int, int]) -> tuple[Play, ...]:
    """Every legal play of the roll, one for each position that can be reached.

    Backgammon law in full: bar first; both dice if any play uses both; else the larger if it can
    be played; up to four of a double; nobody moves when a side has borne off. Two plays that reach
    one position are one. Empty when no play is legal. Raises ValueError for dice that are none.

    >>> from rules.position import START
    >>> len(legal_plays(START, (3, 1)))
    16
    >>> closed = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 3})
    >>> legal_plays(closed, (6, 5))
    ()
    """
    all_dice(dice)
    if position.over:
        return ()
    make = tuple.__new__
    # As in `unpack`: making the tuple directly is what keeps a roll to a few microseconds.
    return tuple([make(Play, pair) for pair in unpack(position, results(position, *dice))])


class PlayTree:
    """Entry move by move: a place in the tree of all legal plays of a roll.

    A value that never changes: `go` and `undo` give another place. Every move offered is the
    beginning of a legal play, so that nobody can walk into a dead end, and every leaf is one of
    `legal_plays`.

    >>> from rules.position import START
    >>> tree = ways(START, (3, 1))
    >>> sorted(tree.next)
    [6, 8, 13, 24]
    >>> tree = tree.go(8, 5).go(6, 5)
    >>> tree.complete, tree.undo().left
    (True, (1,))
    """

    __slots__ = ("_before", "_lefts", "_next", "dice", "moves", "now", "position")

    position: Position
    """The board before the play."""
    dice: tuple[int, int]
    moves: tuple[Move, ...]
    """The moves made so far."""
    now: Position
    """The board after them, the mover's view."""

    def __init__(self, position: Position, dice: tuple[int, int]) -> None:
        left = all_dice(dice)
        self.position = self.now = position
        self.dice = dice
        self.moves = ()
        # A checker borne off may have used either die: all that is possible is kept.
        self._lefts: tuple[tuple[int, ...], ...] = () if position.over else (left,)
        self._before: PlayTree | None = None
        self._next: dict[int, tuple[Move, ...]] | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """The dice still to be played; where two readings are open, the one that leaves most."""
        return max(self._lefts, key=lambda left: (len(left), sum(left)), default=())

    @property
    def next(self) -> Mapping[int, tuple[Move, ...]]:
        """The moves that can come now, by the point they start from; empty at a leaf."""
        if self._next is None:
            found: dict[int, list[Move]] = {}
            for left in self._lefts:
                for _, move in self._offered(left):
                    moves = found.setdefault(move.start, [])
                    if move not in moves:
                        moves.append(move)
            self._next = {start: tuple(moves) for start, moves in sorted(found.items())}
        return self._next

    def _offered(self, left: tuple[int, ...]) -> list[tuple[int, Move]]:
        """The (die, move) that keep the most dice playable."""
        needed = longest(self.now, left)
        if not needed:
            return []
        dice = sorted(set(left), reverse=True)
        if needed == 1 and len(dice) == 2 and steps(*self.now, dice[0]):
            dice = dice[:1]  # Either die alone but not both: the larger.
        return [
            (die, move)
            for die in dice
            for *_, move in steps(*self.now, die)
            if longest(moved(self.now, move), rest_of(left, die)) == needed - 1
        ]

    def targets(self, start: int) -> Mapping[int, tuple[tuple[Move, ...], ...]]:
        """Where one checker can go from here, with one die or several: end -> ways to get there.

        The ways to one end that reach the same position are one, the shortest.

        >>> from rules.position import START
        >>> sorted(ways(START, (3, 1)).targets(24))
        [20, 21, 23]
        """
        found: dict[int, dict[Position, tuple[Move, ...]]] = {}
        places = [(self, start)]
        while places:
            tree, at = places.pop(0)
            for move in tree.next.get(at, ()):
                place = tree.go(move.start, move.end)
                found.setdefault(move.end, {}).setdefault(place.now, place.moves[len(self.moves) :])
                places.append((place, move.end))
        return {end: tuple(chains.values()) for end, chains in found.items()}

    def go(self, start: int, end: int) -> PlayTree:
        """The place after one more move by one die; raises ValueError, which says why not."""
        chosen = [move for move in self.next.get(start, ()) if move.end == end]
        if not chosen:
            reason = why_illegal(self.position, self.dice, [*self.moves, (start, end)])
            raise ValueError(str(reason) if reason else f"no die makes {start}/{end} at once")
        place = object.__new__(PlayTree)
        place.position, place.dice = self.position, self.dice
        place.moves = (*self.moves, chosen[0])
        place.now = moved(self.now, chosen[0])
        place._lefts = tuple(
            dict.fromkeys(
                rest_of(left, die)
                for left in self._lefts
                for die, move in self._offered(left)
                if move == chosen[0]
            )
        )
        place._before, place._next = self, None
        return place

    def undo(self) -> PlayTree:
        """The place before the last move; the root is its own."""
        return self._before or self

    @property
    def complete(self) -> bool:
        """Whether nothing more can be played: `moves` is then a legal play, maybe of no move."""
        return not self.next

    @property
    def play(self) -> Play | None:
        """The play that has been entered, or None while moves are missing."""
        return Play(self.moves, self.now) if self.complete else None

    def leaves(self) -> frozenset[Position]:
        """Every position in which a play from here on can end."""
        done: set[Position] = set()
        seen: set[tuple[Position, tuple[tuple[int, ...], ...]]] = set()
        places = [self]
        while places:
            place = places.pop()
            key = (place.now, place._lefts)
            if key in seen:
                continue
            seen.add(key)
            if place.complete:
                done.add(place.now)
            places += [place.go(m.start, m.end) for moves in place.next.values() for m in moves]
        return frozenset(done)


def ways(position: Position, dice: tuple[int, int]) -> PlayTree:
    """The tree of all legal plays of a roll, at its root; ValueError for dice that are none."""
    return PlayTree(position, dice)
