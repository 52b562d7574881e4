"""The built-in policy's eye: two small neural networks that say how a position will end.

One knows positions in which the sides can still meet, one races. What the first layer adds up for a
position are rows of a table, one for each group of checkers, each pair of made points, and each
blot or made point that the other side's checkers look at. A row's numbers stand side by side in one
whole number, so that Python adds a whole row at once. `tests/bench/teach.py` makes the weights.
"""

from __future__ import annotations

import lzma
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp
from operator import mul
from pathlib import Path
from typing import TypeAlias

from rules.position import BAR, CHECKERS, OFF

Side: TypeAlias = tuple[int, ...]
Chances: TypeAlias = tuple[float, float, float, float, float]
"""To win, to win a gammon, a backgammon, and to lose these: of the side that has just moved."""

WEIGHTS = Path(__file__).with_name("policy.weights")
MAGIC = b"chouette policy 1\n"

COUNTED = 6
"""Checkers on a point that are told apart one by one; those beyond weigh the same each."""

SHOT, BLOCK, PRIME = 12, 6, 5
"""How far behind a blot, and a made point, the other side's checkers are looked at; and how far
apart two made points are looked at together."""

_LANE = 16
_ZERO = 1 << (_LANE - 1)
_RECTIFIED = ([0.0] * _ZERO + [float(lane) for lane in range(_ZERO)]).__getitem__
"""A lane's number as what its unit gives on: nothing where it is negative."""


def rows(contact: bool) -> Iterator[tuple[str, int, int, int]]:
    """Yield what each row of the first layer stands for: a kind, whose (0 the mover), and where.

    `count`: point (0 off, 25 the bar) and that so many are there, or one more beyond them;
    `shot`, `block`: a blot or a made point, and the distance of a checker of the other side;
    `prime`: two made points, by the lower one and the distance.
    """
    for side in (0, 1):
        for count in range(1, COUNTED + 2):
            yield from (("count", side, point, count) for point in range(1, 25))
        yield from (("count", side, BAR, count) for count in range(1, 5))
        yield from (("count", side, OFF, count) for count in range(1, CHECKERS))
    if not contact:
        return
    for side in (0, 1):
        for far in range(1, SHOT + 1):
            yield from (("shot", side, point, far) for point in range(far, 25))
    for side in (0, 1):
        for far in range(1, PRIME + 1):
            yield from (("prime", side, point, far) for point in range(1, 25 - far))
    for side in (0, 1):
        for far in range(1, BLOCK + 1):
            yield from (("block", side, point, far) for point in range(far, 25))


class Net:
    """A network with one hidden layer.

    `first` are the rows of its first layer (see `rows`), each a number for every hidden unit, in
    units of 1/`scale`, 2**15 meaning zero; then come the hidden units' own biases. `second` are the
    outputs' weights and biases.
    """

    def __init__(
        self, hidden: int, scale: int, first: bytes, second: Sequence[float], contact: bool
    ):
        width = 2 * hidden
        self._bytes = width
        self._lanes = struct.Struct(f"<{hidden}H").unpack
        self._zeros = _together(bytes(b for _ in range(hidden) for b in (0, _ZERO >> 8)))
        parts = [first[at : at + width] for at in range(0, len(first), width)]
        named = dict(zip(rows(contact), map(self._row, parts), strict=False))
        self._start = self._row(parts[-1]) + self._zeros
        self._counts = [_counts(named, side) for side in (0, 1)]
        self._looks = [_looks(named, side) for side in (0, 1)]
        self._primes = [_primes(named, side) for side in (0, 1)]
        self._contact = contact
        self._outputs = [
            [weight / scale for weight in second[at : at + hidden]]
            for at in range(0, 5 * hidden, hidden)
        ]
        self._biases = list(second[5 * hidden :])
        self._own = lru_cache(maxsize=8192)(self._of_one_side)

    def _row(self, part: bytes) -> int:
        return _together(part) - self._zeros

    def _of_one_side(self, side: int, checkers: Side) -> int:
        """Return what a side adds up to by itself."""
        counts, primes = self._counts[side], self._primes[side]
        total = 0
        made: list[int] = []
        for point, count in enumerate(checkers):
            if count:
                total += counts[point][count]
                if count > 1 and self._contact and 0 < point < BAR:
                    total += sum(primes[lower][point] for lower in made)
                    made.append(point)
        return total

    def chances(self, mover: Side, other: Side) -> Chances:
        """Return how a position will end, seen by who has just moved; `other` is on roll."""
        total = self._start + self._own(0, mover) + self._own(1, other)
        if self._contact:
            for looks, mine, theirs in (
                (self._looks[0], mover, other),
                (self._looks[1], other, mover),
            ):
                eyes = [point for point in range(1, 26) if theirs[point]]
                for point in range(1, 25):
                    if count := mine[point]:
                        row = looks[point][count > 1]
                        for eye in eyes:
                            total += row[eye]
        lanes = self._lanes(total.to_bytes(self._bytes, "little"))
        hidden = list(map(_RECTIFIED, lanes))
        win, gammon, backgammon, lost, worst = [
            1 / (1 + exp(-bias - sum(map(mul, hidden, weights))))
            for weights, bias in zip(self._outputs, self._biases, strict=True)
        ]
        return win, gammon, backgammon, lost, worst


def _together(lanes: bytes) -> int:
    return int.from_bytes(lanes, "little")


Named: TypeAlias = dict[tuple[str, int, int, int], int]


def _counts(named: Named, side: int) -> list[list[int]]:
    """Return what so many checkers in a place add up to: place -> count -> row."""
    table = []
    for point in range(26):
        most = {OFF: CHECKERS - 1, BAR: 4}.get(point, COUNTED + 1)
        row, total = [0], 0
        for count in range(1, CHECKERS + 1):
            total += named.get(("count", side, point, min(count, most)), 0)
            row.append(total)
        table.append(row)
    return table


def _looks(named: Named, side: int) -> list[tuple[list[int], list[int]]]:
    """Return what the other side's checkers add that look at a point: a blot there, a made one."""
    table = []
    for point in range(26):
        far = [eye - (25 - point) for eye in range(26)]
        blot = [named.get(("shot", side, point, distance), 0) for distance in far]
        made = [named.get(("block", side, point, distance), 0) for distance in far]
        table.append((blot, made))
    return table


def _primes(named: Named, side: int) -> list[list[int]]:
    """Return what two made points add: lower -> upper -> row."""
    return [
        [named.get(("prime", side, lower, upper - lower), 0) for upper in range(26)]
        for lower in range(26)
    ]


@lru_cache(maxsize=1)
def nets() -> tuple[Net, Net]:
    """Return the networks for contact and for races, read when first wanted."""
    return read_nets(WEIGHTS.read_bytes())


def read_nets(data: bytes) -> tuple[Net, Net]:
    """Read two networks as `write_nets` wrote them; ValueError for what are none."""
    if not data.startswith(MAGIC):
        raise ValueError(f"these are no weights of the policy: they do not begin with {MAGIC!r}")
    raw = lzma.decompress(data[len(MAGIC) :])
    found, at = [], 0
    for contact in (True, False):
        hidden, scale = struct.unpack_from("<II", raw, at)
        first = 2 * hidden * (sum(1 for _ in rows(contact)) + 1)
        second = struct.unpack_from(f"<{5 * hidden + 5}f", raw, at + 8 + first)
        found.append(Net(hidden, scale, raw[at + 8 : at + 8 + first], second, contact))
        at += 8 + first + 4 * (5 * hidden + 5)
    return found[0], found[1]
