"""Whether a correction changes anything: what is won by knowing the opponent's roll (club 8.4).

The rulebook's section 13 calls an offender's choice "substantially the same" where the best legal
play, made in the knowledge of the roll that followed, gains less than 0.02 over the best without
that knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.verdicts import Contract, Judge, Judged, Plies
from rules.plays import Play
from rules.position import Position
from rules.state import Dice

CENTERED = Contract()

MOST_COMPARED = 16
"""How many plays are looked at; one that is worse than all of these gains nothing."""


@dataclass(frozen=True)
class Gain:
    """The figures for the table: both plays, and what the knowing one wins by knowing."""

    without: Play
    knowing: Play
    gain: float


def gain(
    before: Position,
    dice: Dice,
    rolled: Dice,
    judge: Judge,
    contract: Contract = CENTERED,
    plies: Plies = 2,
) -> Gain | None:
    """Return what the offender would win by knowing that his opponent rolls `rolled`.

    `before` is the position that he had to play, seen by him. None where he has no legal play, and
    with one a gain of 0.

    >>> from app.policy import Policy
    >>> from rules.position import START
    >>> found = gain(START, (3, 1), (6, 5), Policy())
    >>> found.gain >= 0
    True
    """
    judged = judge.plays(before, dice, contract, plies)
    if not judged:
        return None
    across = contract.across()

    def knowing(one: Judged) -> float:
        after = one.play.after.flip()
        if after.over:
            return one.equity
        answers = judge.plays(after, rolled, across, plies)
        if answers:
            return -answers[0].equity
        # He dances: what the position is worth with the offender on roll again.
        again = after.flip()
        return judge.cube(again, contract).worth(False, access=contract.owner != "theirs")

    values = {one.play.after: knowing(one) for one in judged[:MOST_COMPARED]}
    best = max(judged[:MOST_COMPARED], key=lambda one: values[one.play.after])
    first = judged[0]
    difference = values[best.play.after] - values[first.play.after]
    return Gain(first.play, best.play, max(difference, 0.0))
