"""A small built-in judge, where the engine cannot be installed: pure Python and a file of weights.

Two networks (`app/policy_net.py`) say how a position will end; that becomes an equity by Janowski's
formulas for money. Plays that look alike are looked at one roll further on.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from app.bearing_off import ROLLS, at_the_end, first_off
from app.policy_net import Chances, nets
from app.verdicts import Contract, CubeVerdict, Judged, Plies
from rules.plays import legal_plays
from rules.position import BAR, CHECKERS, OFF, Position
from rules.state import Dice

LIVE = 0.68
"""How much of a cube's perfect use a player gets, between a dead cube (0) and a live one (1)."""

NEAR, MOST = 0.08, 4
"""Plays that are looked at closely: so many at most, and within so much equity of the best."""

ENOUGH, TOO_MANY = 800, 1500
"""Boards looked at closely after which no third or fourth play is, and that are too many for one
play: a double may have a hundred answers, and nobody is to wait. The first look is good enough."""


class Policy:
    """The built-in judge; the same question always has the same answer.

    `looks_ahead` is whether it looks a roll further on where plays look alike: a few hundredths of
    a second a play instead of one thousandth.
    """

    def __init__(self, looks_ahead: bool = True) -> None:
        self.looks_ahead = looks_ahead

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first."""
        judged = [
            Judged(play, _moved(play.after, contract)) for play in legal_plays(position, dice)
        ]
        judged.sort(key=lambda one: (-one.equity, one.play.after))
        if plies > 1 and self.looks_ahead and len(judged) > 1:
            return tuple(_closer(judged, contract))
        return tuple(judged)

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        """Return the equities before the roll."""
        if position.over:
            raise ValueError("the game is over: there is no cube to judge")
        ahead = plies > 1 and self.looks_ahead
        chances = _ahead(position) if ahead else _inverse(_chances(position.flip()))
        nd = _equity(chances, contract)
        return CubeVerdict(nd, 2 * _equity(chances, Contract("theirs")))


def winning_chance(position: Position) -> float:
    """Return the chance of the player on roll to win.

    >>> from rules.position import START
    >>> round(winning_chance(START), 2)
    0.53
    """
    return _inverse(_chances(position.flip()))[0]


def contact(position: Position) -> bool:
    """Whether the sides can still meet."""
    mine, theirs = position
    behind = max((p for p in range(1, 26) if mine[p]), default=0)
    ahead = max((p for p in range(1, 26) if theirs[p]), default=0)
    return behind + ahead > BAR


def _closer(judged: list[Judged], contract: Contract) -> list[Judged]:
    """Return plays with the best of them looked at a roll further on."""
    best = judged[0].equity
    near = [one for one in judged[:MOST] if one.equity >= best - NEAR]
    if len(near) == 1:
        return judged
    seen: list[Judged] = []
    boards = 0
    for one in near:
        if len(seen) > 1 and boards > ENOUGH:
            break
        found = _later(one.play.after, contract)
        if found is None:
            return judged
        seen.append(Judged(one.play, found[0]))
        boards += found[1]
    rest = judged[len(seen) :]
    seen.sort(key=lambda one: (-one.equity, one.play.after))
    floor = seen[-1].equity
    return seen + [Judged(one.play, min(one.equity, floor)) for one in rest]


def _moved(position: Position, contract: Contract) -> float:
    """Return the equity of who has just moved, and whose view a position is."""
    if position.over:
        return _finished(position, contract)
    return _equity(_chances(position), contract)


def _later(position: Position, contract: Contract) -> tuple[float, int] | None:
    """Return the same, by the best answer to every roll, and how many boards were looked at.

    None where there are too many.
    """
    if position.over:
        return _finished(position, contract), 0
    across, theirs = contract.across(), position.flip()
    total, boards = 0.0, 0
    for dice, weight in ROLLS:
        after = [play.after for play in legal_plays(theirs, dice)] or [theirs]
        total += weight * max(_moved(one, across) for one in after)
        boards += len(after)
        if boards > TOO_MANY:
            return None
    return -total / 36, boards


@lru_cache(maxsize=1_000)
def _ahead(position: Position) -> Chances:
    """Return how a game will end for the player on roll, by the best play of every roll."""
    sums = [0.0] * 5
    for dice, weight in ROLLS:
        after = [play.after for play in legal_plays(position, dice)] or [position]
        best = max((_ending(one) for one in after), key=_cubeless)
        for at, chance in enumerate(best):
            sums[at] += weight * chance
    win, gammon, backgammon, lost, worst = (total / 36 for total in sums)
    return win, gammon, backgammon, lost, worst


def _ending(position: Position) -> Chances:
    if position.over:
        kind = abs(_finished(position, Contract("mine")))
        won = _finished(position, Contract("mine")) > 0
        by = (float(kind > 1), float(kind > 2))
        return (1.0, *by, 0.0, 0.0) if won else (0.0, 0.0, 0.0, *by)
    return _chances(position)


def _cubeless(chances: Chances) -> float:
    win, gammon, backgammon, lost, worst = chances
    return 2 * win - 1 + gammon + backgammon - lost - worst


@lru_cache(maxsize=20_000)
def _chances(position: Position) -> Chances:
    """Return how a game will end for who has just moved, and whose view a position is."""
    mine, theirs = position
    if at_the_end(position):
        return 1 - first_off(position.flip()), 0.0, 0.0, 0.0, 0.0
    meeting, racing = nets()
    found = (meeting if contact(position) else racing).chances(mine, theirs)
    return _possible(found, mine, theirs)


def _possible(chances: Chances, mine: tuple[int, ...], theirs: tuple[int, ...]) -> Chances:
    """Return chances without what cannot be any more: nobody who has borne off is gammoned."""
    win, gammon, backgammon, lost, worst = chances
    gammon = 0.0 if theirs[OFF] else min(gammon, win)
    lost = 0.0 if mine[OFF] else min(lost, 1 - win)
    return win, gammon, min(backgammon, gammon), lost, min(worst, lost)


def _inverse(chances: Chances) -> Chances:
    """Return chances as the other side sees them."""
    win, gammon, backgammon, lost, worst = chances
    return 1 - win, lost, worst, gammon, backgammon


def _finished(position: Position, contract: Contract) -> float:
    winner = 1 if position.mine[OFF] == CHECKERS else -1
    loser = position.theirs if winner == 1 else position.mine
    kind = 1
    if loser[OFF] == 0 and not contract.jacoby:
        kind = 3 if any(loser[19:]) else 2
    return float(winner * kind)


def _equity(chances: Chances, contract: Contract) -> float:
    """Return the equity of the side whose chances these are, for a cube used as people use it."""
    win, gammon, backgammon, lost_by, worst = chances
    won = 1 + (gammon + backgammon) / win if win > 0.001 else 1.0
    lost = 1 + (lost_by + worst) / (1 - win) if win < 0.999 else 1.0
    dead = 2 * win - 1 if contract.jacoby else win * (won + lost) - lost
    return (1 - LIVE) * dead + LIVE * _live(win, won, lost, contract)


def _live(chance: float, won: float, lost: float, contract: Contract) -> float:
    """Return the equity of a perfectly used cube: straight lines between take and cash points.

    With Jacoby a cube that was not turned neither wins nor loses more than itself.
    """
    take, cash = _points(won, lost)
    low, high = (1.0, 1.0) if contract.jacoby else (lost, won)
    if contract.owner == "mine":
        corners = [(0.0, -lost), (cash, 1.0), (1.0, won)]
    elif contract.owner == "theirs":
        corners = [(0.0, -lost), (take, -1.0), (1.0, won)]
    else:
        corners = [(0.0, -low), (take, -1.0), (cash, 1.0), (1.0, high)]
    for (x, from_), (end, to) in pairwise(corners):
        if chance <= end:
            return from_ + (to - from_) * (chance - x) / (end - x)
    return won


def _points(won: float, lost: float) -> tuple[float, float]:
    """Return the chance from which on a double is taken, and from which on it is dropped."""
    span = won + lost + 0.5
    return (lost - 0.5) / span, (lost + 1) / span
