"""One cube: a contract between one Team player and one player on the Box's side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.values import KINDS, Kind, Side, Value

Status: TypeAlias = Literal["center", "offered", "in_game", "dropped", "settled", "void", "played"]
How: TypeAlias = Literal["drop", "beaver_drop", "settle", "preempt", "resign", "checkers", "void"]

_STATUS: dict[How, Status] = {
    "drop": "dropped",
    "beaver_drop": "dropped",
    "settle": "settled",
    "preempt": "settled",
    "resign": "settled",
    "checkers": "played",
    "void": "void",
}


@dataclass(frozen=True)
class Cube(Value):
    """One contract (rulebook section 1), with `points` as the Team player sees them.

    `team` and `box` are the parties that the id names; `player` and `boxer` are those who play the
    cube now, after an interest or the Box's game was sold. `owner` is one of these two, or nobody.
    """

    id: str
    team: str
    box: str
    player: str
    boxer: str
    value: int
    start: int
    owner: str | None = None
    offered: int | None = None
    beavered: bool = False
    in_game: bool = False
    extra: bool = False
    how: How | None = None
    points: int | None = None

    @property
    def live(self) -> bool:
        """Whether it is still played for."""
        return self.how is None

    @property
    def won(self) -> int:
        """The points that it brought its Team player; nothing yet while it is played for."""
        return self.points or 0

    @property
    def status(self) -> Status:
        """The status in the protocol's words."""
        if self.how is not None:
            return _STATUS[self.how]
        if self.offered is not None:
            return "offered"
        return "in_game" if self.in_game else "center"

    def of(self, side: Side) -> str:
        """Return who plays it on `side`."""
        return self.boxer if side == "box" else self.player

    def open_to(self, side: Side) -> bool:
        """Whether `side` may double with it: it is live, and in the middle or theirs."""
        return self.live and self.owner in (None, self.of(side))

    def worth(self, kind: Kind, jacoby: bool) -> int:
        """Return what it pays for a win of that kind (club 4.1: Jacoby asks each cube alone)."""
        return self.value * (KINDS[kind] if self.in_game or not jacoby else 1)

    def offer(self) -> Cube:
        """Return it doubled: the other party sees twice the value."""
        return self.but(offered=self.value * 2)

    def close(self, how: How, points: int) -> Cube:
        """Return it closed; a cube that leaves the board goes back to its starting value (club
        5.5).
        """
        value = self.start if how in ("drop", "beaver_drop") else self.value
        owner = None if how in ("drop", "beaver_drop") else self.owner
        return self.but(
            how=how, points=points, value=value, owner=owner, offered=None, beavered=False
        )


def cube_id(player: str, boxer: str) -> str:
    """Return the id of the contract between two players.

    >>> cube_id("bob", "ann")
    'bob:ann'
    """
    return f"{player}:{boxer}"
