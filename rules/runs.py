"""What a person says about checkers, "13/7 8/7", and every way the dice make it.

A run is one checker's journey, by one die or several; the runs of a play come in any order. `plays`
and `notation` stand on this, and so does `legality`, which says why no way is a legal play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.generator import Move, moved, rest_of, steps
from rules.position import BAR, OFF, Position
from rules.saying import Fault


class Run(NamedTuple):
    """What a person said about one checker: where it starts and where it stops, in order.

    Between two stops it may use several dice. `started` is where it stood before the play.
    """

    started: int
    at: int
    stops: tuple[int, ...]


class Reached(NamedTuple):
    """One way to make the runs with the dice, step by step: the moves, the board, the dice left."""

    moves: tuple[Move, ...]
    after: Position
    left: tuple[int, ...]


def all_dice(dice: tuple[int, int]) -> tuple[int, ...]:
    """The dice to be played: two, or four of a double; larger first.

    Raises ValueError when they are not two whole numbers from 1 to 6.

    >>> all_dice((1, 3)), all_dice((2, 2))
    ((3, 1), (2, 2, 2, 2))
    """
    if len(dice) != 2:
        raise Fault("a roll is two dice, not {n}", n=len(dice))
    for die in dice:
        if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
            raise Fault("a die shows 1 to 6, not {die!r}", die=die)
    first, second = dice
    if first == second:
        return (first,) * 4
    return (first, second) if first > second else (second, first)


def point_name(point: int) -> str:
    """A point as it is written: "bar", "off" or its number."""
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def run_name(start: int, end: int) -> str:
    """A run as it is written.

    >>> run_name(25, 22), run_name(6, 0)
    ('bar/22', '6/off')
    """
    return f"{point_name(start)}/{point_name(end)}"


def reachable(position: Position, dice: tuple[int, int], runs: Sequence[Run]) -> Iterator[Reached]:
    """Every way to make all the runs by single steps, each legal by itself, in any order.

    Two ways that differ in nothing but their order come once.
    """
    seen: set[tuple[Position, tuple[int, ...], tuple[Run, ...]]] = set()
    left = all_dice(dice)
    if sum(len(run.stops) for run in runs) > len(left):
        return iter(())

    def search(reached: Reached, runs: tuple[Run, ...]) -> Iterator[Reached]:
        key = (reached.after, reached.left, tuple(sorted(runs)))
        if key in seen:
            return
        seen.add(key)
        if not runs:
            yield reached
            return
        for index, run in enumerate(runs):
            others = runs[:index] + runs[index + 1 :]
            for die in sorted(set(reached.left), reverse=True):
                for start, end, _, move in steps(*reached.after, die):
                    if start != run.at or end < run.stops[0]:
                        continue
                    stops = run.stops[1:] if end == run.stops[0] else run.stops
                    rest = (*others, Run(run.started, end, stops)) if stops else others
                    yield from search(
                        Reached(
                            (*reached.moves, move),
                            moved(reached.after, move),
                            rest_of(reached.left, die),
                        ),
                        rest,
                    )

    return search(Reached((), position, left), tuple(runs))


def by_pips(
    run: Run, die: int, left: tuple[int, ...], others: tuple[Run, ...]
) -> tuple[Run, ...] | None:
    """The runs after one more step, or None when the dice cannot make them, whatever the board."""
    end = max(run.at - die, OFF)
    if end < run.stops[0]:
        return None
    stops = run.stops[1:] if end == run.stops[0] else run.stops
    runs = (*others, Run(run.started, end, stops)) if stops else others
    return runs if pips_fit(rest_of(left, die), runs) else None


def pips_fit(left: tuple[int, ...], runs: tuple[Run, ...]) -> bool:
    """Whether the dice make the runs, whatever the board."""
    if not runs:
        return True
    run, others = runs[0], runs[1:]
    return any(by_pips(run, die, left, others) is not None for die in set(left))
