"""The score sheet: standing, and settling up (rulebook section 14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from rules.points import game_points
from rules.state import Table


@dataclass(frozen=True)
class Payment:
    """One payment of a settling-up, in points."""

    frm: str
    to: str
    points: int


def scores(table: Table) -> dict[str, int]:
    """Return everybody's total now, the game being played included (club 10.1); the sum is zero."""
    total = dict(table.scores)
    if table.game is not None:
        for name, points in game_points(table.game).items():
            total[name] = total.get(name, 0) + points
    return total


def settle_up(standing: Mapping[str, int]) -> list[Payment]:
    """Return who pays whom until all are at zero (hungarian 28).

    The player most in plus is paid first, by the one most in minus, then by the next.

    >>> settle_up({"ann": 5, "bob": -3, "cy": -2})
    [Payment(frm='bob', to='ann', points=3), Payment(frm='cy', to='ann', points=2)]
    """
    left = dict(standing)
    payments = []
    while any(left.values()):
        winner = max(left, key=lambda name: left[name])
        payments += settle_leaver(left, winner)
    return payments


def settle_leaver(standing: dict[str, int], leaver: str) -> list[Payment]:
    """Settle one leaver's account and bring `standing` up to date.

    In plus he is paid by the player most in minus, then by the next; in minus he pays the one most
    in plus first.
    """
    payments = []
    while standing[leaver]:
        ahead = standing[leaver] > 0
        best = max if not ahead else min
        partner = best(
            (name for name in standing if name != leaver), key=lambda name: standing[name]
        )
        points = min(abs(standing[leaver]), abs(standing[partner]))
        frm, to = (partner, leaver) if ahead else (leaver, partner)
        payments.append(Payment(frm, to, points))
        standing[frm] += points
        standing[to] -= points
    return payments


def money(points: int, stake: Decimal) -> Decimal:
    """Return what points are worth, in the stake's own precision.

    >>> money(5, Decimal("2.50"))
    Decimal('12.50')
    """
    return points * stake
