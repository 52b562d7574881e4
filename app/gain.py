"""Whether a correction changes anything: what is won by knowing the opponent's roll (club 8.4).

The rulebook's section 13 calls an offender's choice "substantially the same" where the best legal
play, made in the knowledge of the roll that followed, gains less than 0.02 over the best without
that knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.judge import open_engine
from app.verdicts import Contract, Judge, Judged, JudgeError, Plies, contract_of
from rules.actions import Correct
from rules.checks import case_of
from rules.permit_turns import too_late_for_choice, turn_to_correct
from rules.plays import Play
from rules.position import Position
from rules.state import Dice, Table

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


def with_gain(table: Table, action: Correct, judge: Judge) -> Correct:
    """Return a correction with the figure that decides whether the opponent may roll again.

    Unchanged where nothing hangs on it: the opponent has not rolled yet, the offender has gone on
    too far, or the house lets the opponent's own play decide (`late_correction`). A screen passes a
    correction through here before it is sent, where an engine is installed.
    """
    case = case_of(table, action)
    game = table.game
    if game is None or action.gain is not None or action.back >= len(game.turns):
        return action
    if table.rules.late_correction != "offender_choice" or too_late_for_choice(case):
        return action
    turn = turn_to_correct(case)
    rolled = game.turns[-1].dice if action.back else game.dice
    if rolled is None:
        return action
    cubes = tuple(game.cubes_of(turn.by, turn.side)) or game.live
    biggest = max(cubes, key=lambda cube: cube.value)
    contract = contract_of(biggest, turn.side, table.rules)
    found = gain(turn.before, action.dice or turn.dice, rolled, judge, contract)
    if found is None:
        return action
    return action.model_copy(update={"gain": round(found.gain, 4)})


def measured(table: Table, action: Correct) -> Correct:
    """Return a correction with its figure by the engine; as it was where none can say."""
    try:
        with open_engine() as judge:
            return with_gain(table, action, judge)
    except JudgeError:
        return action
