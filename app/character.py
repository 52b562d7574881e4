"""What a bot is like: how strong, how fast, how fond of deals; and its moods, made of a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias, get_args

from app.verdicts import CubeVerdict, Judged, Plies
from rules.saying import Either, Fault
from rules.state import Table

Strength: TypeAlias = Literal["beginner", "club", "expert"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)

THINKING = 0.6
"""Seconds that a bot seems to think over a play, where nobody said otherwise."""

_ERRORS: dict[Strength, tuple[float, Plies, Plies]] = {
    "beginner": (0.12, 1, 1),
    "club": (0.04, 1, 2),
    "expert": (0.0, 2, 3),
}
"""How far off a bot's own equities are (standard deviation), and the plies of plays and cubes."""


@dataclass(frozen=True)
class Character:
    """A bot's character.

    `thinking` is how long it seems to think, in seconds; `deals` how likely it is to propose one
    when it could, from 0 to 1. All its moods follow from `seed` and the number of the action.

    >>> Character("master")
    Traceback (most recent call last):
        ...
    rules.saying.Fault: a bot's strength is beginner, club or expert, not 'master'
    """

    strength: Strength = "expert"
    thinking: float = THINKING
    deals: float = 0.004
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be; Fault says what would be right."""
        if self.strength not in STRENGTHS:
            text = "a bot's strength is {known}, not {given!r}"
            raise Fault(text, known=Either(STRENGTHS), given=self.strength)
        if not 0 <= self.thinking <= 60:
            raise Fault("a bot thinks for 0 to 60 seconds, not {given}", given=self.thinking)
        if not 0 <= self.deals <= 1:
            text = "a bot's fondness of deals lies between 0 and 1, not {given}"
            raise Fault(text, given=self.deals)

    @property
    def play_plies(self) -> Plies:
        """How far it looks ahead with the checkers."""
        return _ERRORS[self.strength][1]

    @property
    def cube_plies(self) -> Plies:
        """How far it looks ahead with the cubes."""
        return _ERRORS[self.strength][2]


class Mood:
    """One bot's own view at one moment: the same table always finds it in the same mood."""

    def __init__(self, character: Character, table: Table, name: str) -> None:
        self.character = character
        self._random = Random(f"{character.seed}|{table.n}|{name}")
        self._error = _ERRORS[character.strength][0]
        self._cube_error = self._random.gauss(0, self._error)

    def likes(self, chance: float) -> bool:
        """Return yes as often as `chance` says, from 0 to 1."""
        return self._random.random() < chance

    def choice(self, judged: tuple[Judged, ...]) -> Judged:
        """Return the play that seems best to it; there must be one."""
        if not self._error:
            return judged[0]
        return max(judged, key=lambda one: one.equity + self._random.gauss(0, self._error))

    def opinion(self, verdict: CubeVerdict) -> CubeVerdict:
        """Return how a cube looks to it."""
        return CubeVerdict(verdict.nd + self._cube_error, verdict.dt + 2 * self._cube_error)
