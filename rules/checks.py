"""The small checks that permissions are made of.

A check looks at one case, an action asked at a table, and returns a refusal or None. Each verb has
a tuple of them in the protocol's order: the form, the phase, the role, the cube, a closed round, a
held roll, the order, an option that is off, the rule about the answer as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from rules.actions import Action
from rules.clauses import cite
from rules.cube import Cube
from rules.refusals import Refusal
from rules.saying import Term
from rules.seats import may_act_for
from rules.state import Game, Phase, Table
from rules.values import Side

GAME_PHASES: tuple[Phase, ...] = (
    "opening", "before_roll", "declare", "answer", "extras", "beavered", "play",
)  # fmt: skip
QUIET_TURNS: tuple[Phase, ...] = ("opening", "before_roll", "play")
"""The phases of a game in which no round is open and nothing else is waited for."""


@dataclass(frozen=True)
class Case:
    """An action asked at a table; `me` is whom it is for, `by` who asks."""

    table: Table
    action: Any
    by: str
    me: str

    @property
    def game(self) -> Game:
        """The game, which the phase check has made sure of."""
        assert self.table.game is not None
        return self.table.game

    @cached_property
    def side(self) -> Side | None:
        """The side that `me` is on, or None."""
        return self.table.game.side_of(self.me) if self.table.game else None

    def refuse(self, code: str, topic: str, text: str, /, **facts: Any) -> Refusal:
        """Return a refusal that cites the clause of a topic or option."""
        return Refusal(code, cite(self.table.rules, topic), text, facts)

    def cube(self, ref: str) -> Cube:
        """Return a cube that earlier checks have found."""
        cube = self.game.cube(ref)
        assert cube is not None, ref
        return cube


Check: TypeAlias = Callable[[Case], Refusal | None]


def case_of(table: Table, action: Action) -> Case:
    """Return the case of a canonical action."""
    return Case(table, action, action.by, action.as_ or action.by)


def first_refusal(case: Case, checks: Iterable[Check]) -> Refusal | None:
    """Return the first refusal of a row of checks."""
    for check in checks:
        refusal = check(case)
        if refusal is not None:
            return refusal
    return None


# The phase


def in_phase(*phases: Phase) -> Check:
    """Allow the action in these phases, when no purchase waits for the Box's word."""

    def check(case: Case) -> Refusal | None:
        if case.table.phase not in phases:
            return case.refuse(
                "wrong_phase",
                "turn",
                "{verb} is not due now: the table waits for {phase}.",
                verb=case.action.verb,
                phase=_PHASE_WORDS[case.table.phase],
            )
        return _no_purchase_waits(case)

    return check


def _no_purchase_waits(case: Case) -> Refusal | None:
    waiting = case.table.waiting_purchase()
    if waiting is None:
        return None
    return case.refuse(
        "wrong_phase",
        "preempt",
        "The Box may still step into a purchase: first let {id} or preempt {id}.",
        id=waiting.id,
    )


_PHASE_WORDS: dict[Phase, Term] = {
    "draw": Term("the draw"),
    "between_games": Term("the next game"),
    "opening": Term("the opening roll"),
    "before_roll": Term("a roll or a double"),
    "declare": Term("who else doubles"),
    "answer": Term("the answers to a double"),
    "extras": Term("the extras"),
    "beavered": Term("the answer to a beaver"),
    "play": Term("the play of a roll"),
    "rolloff": Term("the roll-off of a half point"),
    "correction": Term("the choice after a correction"),
}


_STATUS_WORDS = {
    "dropped": Term("dropped"),
    "settled": Term("settled"),
    "void": Term("void"),
}
"""What a cube may be while others of its game are still played for."""


def between_games(case: Case) -> Refusal | None:
    """Allow the action in the pause only."""
    if case.table.game is not None:
        return case.refuse(
            "not_between_games",
            "turn",
            "{verb} waits for the end of the game.",
            verb=case.action.verb,
        )
    return drawn(case)


def drawn(case: Case) -> Refusal | None:
    """Ask for the draw first, where the line is still to be drawn."""
    if case.table.undrawn:
        return case.refuse("needs_draw", "draw", "The line is not drawn yet: draw first.")
    return None


# The role


def acts_for(*, own_cube: bool = True) -> Check:
    """Allow who asks for himself, or as a proxy (club 7.1)."""

    def check(case: Case) -> Refusal | None:
        if may_act_for(case.table, case.by, case.me, own_cube=own_cube):
            return None
        return case.refuse(
            "not_permitted",
            "proxies",
            "{by} is not the proxy of {me}; {me} may name {by}: proxy.",
            by=case.by,
            me=case.me,
        )

    return check


own_name_only = acts_for(own_cube=False)


def oneself(case: Case) -> Refusal | None:
    """Allow nobody else, not even a proxy: what one says is one's own."""
    if case.by == case.me:
        return None
    text = "{verb} is for {me} alone: a proxy acts for a cube, and speaks for nobody else."
    return case.refuse("not_permitted", "proxies", text, verb=case.action.verb, me=case.me)


def is_box(topic: str) -> Check:
    """Allow the Box alone; the refusal cites `topic`."""

    def check(case: Case) -> Refusal | None:
        if case.me == case.table.box:
            return None
        return case.refuse(
            "not_permitted",
            topic,
            "{verb} is the Box's: {box} is Box.",
            verb=case.action.verb,
            box=case.table.box,
        )

    return check


def is_roller(case: Case) -> Refusal | None:
    """Allow whoever rolls and moves for the side in turn (club 3.5)."""
    roller = case.table.roller()
    if case.me == roller:
        return None
    return case.refuse(
        "not_permitted",
        "dice_and_checkers",
        "{roller} handles the dice and the checkers now.",
        roller=roller,
    )


# The board and the options


def board_is(kind: str) -> Check:
    """Allow the action on a tracked, or on a physical board."""

    def check(case: Case) -> Refusal | None:
        if case.table.board == kind:
            return None
        text = (
            "The board is a real one: move the checkers there and say done or finish."
            if kind == "tracked"
            else "The program keeps the board: play the checkers on it."
        )
        return case.refuse("option_off", "turn", text)

    return check


def option_on(name: str, text: str) -> Check:
    """Allow the action where a house rule is neither false nor off."""

    def check(case: Case) -> Refusal | None:
        if getattr(case.table.rules, name) not in (False, "off"):
            return None
        return case.refuse("option_off", name, text)

    return check


# Cubes


def cubes_known(*keys: str) -> Check:
    """Ask that every cube named exists in this game."""

    def check(case: Case) -> Refusal | None:
        for key in keys:
            value = getattr(case.action, key)
            for ref in (value,) if isinstance(value, str) else value or ():
                if case.game.cube(ref) is None:
                    return case.refuse(
                        "no_such_cube",
                        "own_cube",
                        "There is no one cube {cube!r}; there are {cubes}.",
                        cube=ref,
                        cubes=[cube.id for cube in case.game.cubes],
                    )
        return None

    return check


def cubes_live(*keys: str) -> Check:
    """Ask that every cube named is still played for."""

    def check(case: Case) -> Refusal | None:
        for key in keys:
            value = getattr(case.action, key)
            for ref in (value,) if isinstance(value, str) else value or ():
                cube = case.cube(ref)
                if not cube.live:
                    return case.refuse(
                        "cube_out",
                        "out",
                        "The cube {cube} is out of the game: {status}.",
                        cube=ref,
                        status=_STATUS_WORDS[cube.status],
                    )
        return None

    return check


def bad_request(text: str, /, **facts: Any) -> Refusal:
    """Return the refusal of a request whose form is wrong for this table."""
    return Refusal("bad_request", "protocol", text, facts)


def dice_form(case: Case) -> Refusal | None:
    """Ask for dice where they are thrown by hand, and for none where the program throws."""
    given = case.action.rolls if case.action.verb == "draw" else case.action.dice
    if case.table.dice == "manual":
        if given is None and case.table.board == "tracked":
            return bad_request("Dice are thrown by hand here: say what they show, such as 6 1.")
        return None
    if given is not None:
        return bad_request("The program throws the dice here: leave them out.")
    return None
