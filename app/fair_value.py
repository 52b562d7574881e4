"""What a cube is worth now, for a settlement: shown only once both sides have agreed to see it.

A settlement is for whole or half points (club 4.3), so the value comes with its neighbours among
them: a half is rolled off, which gives either whole number as often as not. Two totals of two dice
are equally likely to be the higher one, and ties are thrown again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor
from typing import TYPE_CHECKING

from app.bot_deals import half_points
from app.bot_views import standing
from app.character import Character
from app.judge import open_engine
from app.verdicts import Judge, JudgeError
from rules.cube import Cube
from rules.naming import find
from rules.proposals import Proposal
from rules.saying import Either, Fault
from rules.state import Table

if TYPE_CHECKING:
    from app.host import Host
    from widgets.words import Words

DECISIONS = ("play", "declare", "answer", "extras", "beavered", "correction")
"""Phases in which somebody decides on a play or a cube: no value is shown then."""


class CannotSay(Fault):
    """There is no value to show; the text says why and what would be right."""


class NotNow(CannotSay):
    """The value may not be shown now."""


@dataclass(frozen=True)
class FairValue:
    """A cube's worth to its Team player in points, and the half-step nearest to it.

    `points` and `to` are what to propose: so many points to that player.
    """

    cube: str
    worth: float
    points: Decimal
    to: str

    @property
    def rolled_off(self) -> tuple[int, int] | None:
        """The whole points that a half comes to, lower and higher, each half the time."""
        if self.points == int(self.points):
            return None
        return floor(self.points), ceil(self.points)

    def told(self, words: Words) -> str:
        """Return it in words: the worth, and what would be a fair settlement."""
        facts = {
            "cube": self.cube.split(":")[0],
            "worth": words.decimal(self.worth, 2, "+"),
            "points": self.points,
            "to": self.to,
        }
        if self.rolled_off:
            low, high = self.rolled_off
            return words(
                "{cube}'s cube is worth {worth}: fair are {points} to {to}, "
                "rolled off to {low} or {high}.",
                **facts,
                low=low,
                high=high,
            )
        return words("{cube}'s cube is worth {worth}: fair are {points} to {to}.", **facts)


def fair_value(table: Table, cube: Cube, judge: Judge) -> FairValue:
    """Return what a live cube is worth; JudgeError if the engine cannot say.

    Who sees it must have agreed first: `FairValues` keeps that.
    """
    worth = standing(table, cube, judge, Character())
    to = cube.player if worth >= 0 else cube.boxer
    return FairValue(cube.id, worth, half_points(abs(worth)), to)


class FairValues:
    """Who at one table has agreed to see which cube's value.

    A word stands for one open settlement of that cube and goes with it; both parties of the cube
    must have given theirs. A screen calls `agree` for its player, and `value`
    before it draws.
    """

    def __init__(self) -> None:
        self._agreed: set[tuple[int, str]] = set()

    def agree(self, table: Table, name: str, cube: str) -> None:
        """Take a party's word for it; NotNow where he is no party or nothing is proposed."""
        one = self._settlement(table, cube)
        if name not in _parties(table, cube):
            raise NotNow("{cube} is not {name}'s to settle", cube=cube, name=name)
        self._agreed.add((one.id, name))

    def agreed(self, table: Table, cube: str) -> tuple[str, ...]:
        """Return who has given his word for the settlement that is open."""
        try:
            one = self._settlement(table, cube)
        except NotNow:
            return ()
        return tuple(name for name in _parties(table, cube) if (one.id, name) in self._agreed)

    def value(self, table: Table, cube: str, judge: Judge) -> FairValue:
        """Return the value; NotNow unless both have agreed and nobody decides on a cube."""
        self._settlement(table, cube)
        if table.board == "physical":
            raise NotNow("a real board cannot be seen from here: settle by your own eyes")
        if table.phase in DECISIONS:
            raise NotNow("somebody is deciding: the value is shown when the next roll is due")
        waiting = set(_parties(table, cube)) - set(self.agreed(table, cube))
        if waiting:
            raise NotNow("first {names} must agree to see the value", names=sorted(waiting))
        assert table.game is not None
        found = table.game.cube(cube)
        assert found is not None
        return fair_value(table, found, judge)

    def _settlement(self, table: Table, cube: str) -> Proposal:
        for one in table.proposals:
            if one.action["do"] == "settle" and cube in one.cubes:
                return one
        raise NotNow("no settlement of {cube} is open: propose one first, settle", cube=cube)


async def seen_by(host: Host, here: Sequence[str], wanted: str = "") -> FairValue:
    """Take the word of the parties who sit at a terminal, and return the value once all gave it.

    `wanted` is a player of the cube, "" for the newest settlement. CannotSay where somebody's word
    is missing, nothing is to be settled, somebody decides, or there is no engine.
    """
    table = host.table
    cube = _cube_to_settle(table, wanted)
    desk = host.values = host.values or FairValues()
    mine = [name for name in _parties(table, cube) if name in here]
    if not mine:
        raise NotNow("{cube} is not {name}'s to settle", cube=cube, name=Either(list(here)))
    for name in mine:
        desk.agree(table, name, cube)
    try:
        with open_engine() as judge:
            return await asyncio.to_thread(desk.value, table, cube, judge)
    except JudgeError as error:
        raise CannotSay("{reason}", reason=error) from None


def _cube_to_settle(table: Table, wanted: str) -> str:
    player = find(table, wanted) if wanted else None
    for one in reversed(table.proposals):
        if one.action["do"] != "settle":
            continue
        for cube in one.cubes:
            if not wanted or player in _parties(table, cube):
                return cube
    raise NotNow("no settlement is open: propose one first, as in: settle cy 1.5 to cy")


def _parties(table: Table, cube: str) -> tuple[str, ...]:
    found = table.game.cube(cube) if table.game else None
    return (found.player, found.boxer) if found else ()
