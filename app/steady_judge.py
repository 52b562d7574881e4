"""The judge of a table's bots: the engine while it answers, and else the built-in policy."""

from __future__ import annotations

from app import judge
from app.policy import Policy
from app.verdicts import Contract, CubeVerdict, Judge, Judged, JudgeError, Plies
from rules.position import Position
from rules.saying import Phrase, Term
from rules.state import Dice


class SteadyJudge:
    """The engine while it answers, the built-in policy when it does not.

    `notices` says in plain words when that happened; `troubles` how often.
    """

    PATIENCE = 3
    """Failures after which the engine is asked no more."""

    def __init__(self, engine: Judge, policy: Judge | None = None) -> None:
        self.engine = engine
        self.policy = policy or Policy()
        self.notices: list[Phrase] = []
        self.troubles = 0

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first."""
        if self.troubles < self.PATIENCE:
            try:
                return self.engine.plays(position, dice, contract, plies)
            except JudgeError as error:
                self._note(error)
        return self.policy.plays(position, dice, contract, plies)

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        """Return the equities before the roll."""
        if self.troubles < self.PATIENCE:
            try:
                return self.engine.cube(position, contract, plies)
            except JudgeError as error:
                self._note(error)
        return self.policy.cube(position, contract, plies)

    def close(self) -> None:
        """End the engine's process."""
        if isinstance(self.engine, judge.EngineJudge):
            self.engine.close()

    def _note(self, error: JudgeError) -> None:
        self.troubles += 1
        if self.troubles == 1:
            text = "{error}; the bots decide by the built-in policy"
            self.notices.append(Phrase(text, error=error))


def table_judge() -> tuple[Judge, Term | None]:
    """Return the judge of a table's bots, and the notice to show where the engine is missing."""
    if judge.engine_installed():
        return SteadyJudge(judge.EngineJudge()), None
    return Policy(), judge.NO_ENGINE
