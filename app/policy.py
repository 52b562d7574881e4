"""A small built-in judge by pips, race and contact, where the engine cannot be installed.

It has no tables and looks no roll ahead. Every position becomes a lead in pips: the race, and what
points, primes, anchors and blots are worth. The lead becomes a chance to win, and that an equity by
Janowski's formulas for money.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt

from app.verdicts import Contract, CubeVerdict, Judged, Plies
from rules.plays import legal_plays
from rules.position import BAR, CHECKERS, OFF, Position
from rules.state import Dice

LIVE = 0.68
"""How much of a cube's perfect use a player gets, between a dead cube (0) and a live one (1)."""

ON_ROLL = 4.0
"""Pips that being on roll is worth: half an average roll."""

POINTS = (0, 0.5, 1.5, 3, 4.5, 5.5, 5, 4.5, 2, 1, 1)
"""Pips that a made point is worth, 1 to 10."""

ANCHORS = {18: 3, 19: 3, 20: 6, 21: 5, 22: 3.5, 23: 1.5, 24: 1}
"""Pips that two checkers on a far point are worth, while there is contact."""

SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""Rolls of 36 that hit a blot at a distance of 1 to 12, over open points."""


class Policy:
    """The built-in judge; the same question always has the same answer."""

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first."""
        across = contract.across()
        judged = [
            Judged(play, -_equity(play.after.flip(), across))
            for play in legal_plays(position, dice)
        ]
        judged.sort(key=lambda one: (-one.equity, one.play.after))
        return tuple(judged)

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        """Return the equities before the roll."""
        if position.over:
            raise ValueError("the game is over: there is no cube to judge")
        nd = _equity(position, contract)
        return CubeVerdict(nd, 2 * _equity(position, Contract("theirs")))


@lru_cache(maxsize=20_000)
def _equity(position: Position, contract: Contract) -> float:
    """Return the equity of the player on roll."""
    if position.over:
        return _finished(position, contract)
    chance = winning_chance(position)
    won, lost = (1.0, 1.0) if contract.jacoby else (_gain(position), _gain(position.flip()))
    dead = chance * (won + lost) - lost
    return (1 - LIVE) * dead + LIVE * _live(chance, won, lost, contract)


def _finished(position: Position, contract: Contract) -> float:
    winner = 1 if position.mine[OFF] == CHECKERS else -1
    loser = position.theirs if winner == 1 else position.mine
    kind = 1
    if loser[OFF] == 0 and not contract.jacoby:
        kind = 3 if any(loser[19:]) else 2
    return float(winner * kind)


def _live(chance: float, won: float, lost: float, contract: Contract) -> float:
    """Return the equity of a perfectly used cube: straight lines between take and cash points."""
    span = won + lost + 0.5
    take, cash = (lost - 0.5) / span, (lost + 1) / span
    if contract.owner == "mine":
        corners = [(0.0, -lost), (cash, 1.0), (1.0, won)]
    elif contract.owner == "theirs":
        corners = [(0.0, -lost), (take, -1.0), (1.0, won)]
    else:
        corners = [(0.0, -lost), (take, -1.0), (cash, 1.0), (1.0, won)]
    for (x, low), (end, high) in pairwise(corners):
        if chance <= end:
            return low + (high - low) * (chance - x) / (end - x)
    return won


def winning_chance(position: Position) -> float:
    """Return the chance of the player on roll to win.

    In a race it is Kleinman's formula over the pips and the wasted ones. Contact makes the same
    lead count for less.

    >>> from rules.position import START
    >>> round(winning_chance(START), 2)
    0.53
    """
    mine, theirs = position
    mine_pips, their_pips = position.pips
    if contact(position):
        lead = their_pips - mine_pips + ON_ROLL
        lead += _structure(mine, theirs, 0.1) - _structure(theirs, mine, 0.3)
        spread = 18.0 * (mine_pips + their_pips) + 40
        return 0.5 + 0.5 * erf(lead / sqrt(spread))
    lead = their_pips + _wasted(theirs) - mine_pips - _wasted(mine) + ON_ROLL
    total = max(mine_pips + their_pips - 4, 6)
    return 0.5 + 0.5 * erf(lead / sqrt(total))


def contact(position: Position) -> bool:
    """Whether the sides can still meet."""
    mine, theirs = position
    behind = max((p for p in range(1, 26) if mine[p]), default=0)
    ahead = max((p for p in range(1, 26) if theirs[p]), default=0)
    return behind + ahead > BAR


def _wasted(side: tuple[int, ...]) -> float:
    """Return pips that a bear-off wastes: checkers left, gaps, and stacks on low points."""
    left = CHECKERS - side[OFF]
    gaps = sum(1 for point in (4, 5, 6) if not side[point])
    return left * 0.7 + gaps * 0.8 + 1.8 * side[1] + 0.9 * side[2]


def _structure(side: tuple[int, ...], other: tuple[int, ...], danger: float) -> float:
    """Return what a side's points, primes and anchors are worth in pips, less its blots' danger."""
    back = sum(other[19:])
    held = [count >= 2 for count in side]
    value = sum(POINTS[p] for p in range(1, 11) if held[p])
    value += 1.5 * other[BAR] * sum(held[1:7])
    run = best = 0
    for point in range(2, 13):
        run = run + 1 if held[point] else 0
        best = max(best, run)
    if back and best >= 4:
        value += (best - 3) * 4.0
    value += max((worth for point, worth in ANCHORS.items() if held[point]), default=0.0)
    value -= sum(0.9 * (count - 3) for count in side[1:25] if count > 3)
    value -= 1.2 * sum(side[1:3])
    wall = sum(1 for point in range(3, 8) if other[point] >= 2)
    value -= 0.6 * wall * sum(side[22:])
    return value - danger * _danger(side, other)


def _danger(side: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the pips that a side loses on average by being hit on the next roll."""
    board = 1 + 0.25 * sum(1 for point in range(1, 7) if other[point] >= 2)
    lost = 0.0
    for point in range(1, 25):
        if side[point] != 1:
            continue
        missed = 1.0
        for distance in range(1, 13):
            origin = 25 - point + distance
            if origin <= BAR and other[origin]:
                missed *= 1 - SHOTS[distance] / 36
        lost += (1 - missed) * (25 - point + 6) * board
    return lost


def _gain(position: Position) -> float:
    """Return what a win of the player on roll is worth on average, gammons counted."""
    mine, theirs = position
    if theirs[OFF]:
        return 1.0
    outside = sum(count * (point - 6) for point, count in enumerate(theirs) if point > 6)
    if contact(position):
        return 1.15 + min(0.35, 0.05 * sum(theirs[19:]) + 0.06 * theirs[BAR])
    rolls_left = max(position.pips[0] / 8.17, (CHECKERS - mine[OFF]) / 2)
    return 1.0 + (1.0 if outside / 8.17 > rolls_left + 0.5 else 0.0)
