"""Positions for tests: the shared corpus, and random ones."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from rules.ids import read_position_id
from rules.plays import legal_plays
from rules.position import START, Position

CORPUS = Path(__file__).parent / "data" / "legal_plays.jsonl.gz"

ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, the larger die first."""


class Record(NamedTuple):
    """One position of the corpus with a roll and the ids after every legal play."""

    identifier: str
    dice: tuple[int, int]
    used: int
    after: tuple[str, ...]
    tags: tuple[str, ...]

    @property
    def position(self) -> Position:
        return read_position_id(self.identifier)


@cache
def corpus() -> tuple[Record, ...]:
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return tuple(
        Record(
            row["pos"],
            (row["dice"][0], row["dice"][1]),
            row["used"],
            tuple(row["after"]),
            tuple(row["tags"]),
        )
        for row in rows
    )


def wandered(random: Random) -> Position:
    """A position of a game played at random, from the opening to the bear-off."""
    position = START
    for _ in range(random.randrange(80)):
        plays = legal_plays(position, (random.randint(1, 6), random.randint(1, 6)))
        after = random.choice(plays).after if plays else position
        if after.over:
            break
        position = after.flip()
    return position


def scattered(random: Random) -> Position:
    """Checkers anywhere, so that the bar, gaps and blots come far more often than in games."""
    mine, theirs = [0] * 26, [0] * 26
    for side, other in ((mine, theirs), (theirs, mine)):
        for _ in range(random.randint(1, 15)):
            free = [point for point in range(1, 25) if not other[25 - point]]
            at = 25 if random.random() < 0.08 else random.choice(free)
            side[at] += 1
        side[0] = 15 - sum(side)
    return Position.checked(mine, theirs)


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))

positions = st.one_of(
    st.builds(wandered, st.randoms(use_true_random=False)),
    st.builds(scattered, st.randoms(use_true_random=False)),
    st.sampled_from(corpus()).map(lambda record: record.position),
)
