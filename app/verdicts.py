"""What a judge says of a position: plays with equities, and cube verdicts for money.

Each cube is a money game of its own (rulebook section 1), so every question names one contract: who
owns the cube and whether Jacoby holds. Equities are for the player on roll, in units of that cube's
value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from rules.cube import Cube
from rules.plays import Play
from rules.position import Position
from rules.ruleset import Ruleset
from rules.saying import Fault
from rules.state import Dice
from rules.values import Side

Owner: TypeAlias = Literal["center", "mine", "theirs"]
"""Who may double next, as the player on roll sees it."""

Plies: TypeAlias = Literal[1, 2, 3]
"""How far a judge looks ahead; one who cannot look ahead pays no heed."""

TIE = 0.001
"""Equities closer than this are the same; among equal choices a double is turned."""

ACROSS: dict[Owner, Owner] = {"center": "center", "mine": "theirs", "theirs": "mine"}
"""The owner as the other side sees him."""


class JudgeError(Fault):
    """A judge could not answer: it took too long, died, or is not installed."""


@dataclass(frozen=True)
class Contract:
    """What a cube makes of a position: its owner, and whether gammons count only once turned."""

    owner: Owner = "center"
    jacoby: bool = False

    def across(self) -> Contract:
        """Return the contract as the other side sees it."""
        return Contract(ACROSS[self.owner], self.jacoby)


@dataclass(frozen=True)
class Judged:
    """A legal play and its equity for the mover."""

    play: Play
    equity: float


@dataclass(frozen=True)
class CubeVerdict:
    """Equities of the player on roll: without a double, and with one that is taken.

    A double that is dropped is worth 1. Of a cube that the other side owns only `nd` means
    anything.

    >>> close = CubeVerdict(nd=0.71, dt=0.98)
    >>> close.doubles(beavers=True), close.takes
    (True, True)
    >>> CubeVerdict(nd=-0.2, dt=-0.3).beavers
    True
    """

    nd: float
    dt: float

    @property
    def takes(self) -> bool:
        """Whether the other side should rather take than drop."""
        return self.dt <= 1

    @property
    def beavers(self) -> bool:
        """Whether the other side is ahead even with the cube turned, and should turn it again."""
        return self.dt < 0

    def doubled(self, beavers: bool) -> float:
        """Return what a double is worth against the best answer."""
        answer = 2 * self.dt if beavers and self.beavers else self.dt
        return min(answer, 1.0)

    def doubles(self, beavers: bool) -> bool:
        """Whether to double; where it makes no difference, yes."""
        return self.doubled(beavers) >= self.nd - TIE

    def worth(self, beavers: bool, *, access: bool) -> float:
        """Return the equity of who may double now (`access`) or may not."""
        return max(self.nd, self.doubled(beavers)) if access else self.nd


class Judge(Protocol):
    """Somebody who knows the value of a position; JudgeError when he cannot say now."""

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first; empty when no play is legal."""
        ...

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        """Return the equities before the roll; ValueError for a finished game."""
        ...


def contract_of(cube: Cube, side: Side, rules: Ruleset) -> Contract:
    """Return the contract that a cube is, as the side on roll sees it."""
    owner: Owner = "center"
    if cube.owner is not None:
        owner = "mine" if cube.owner == cube.of(side) else "theirs"
    return Contract(owner, rules.jacoby and not cube.in_game)
