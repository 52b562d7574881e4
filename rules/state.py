"""The table: everything that is known of a session after some number of actions.

All values are frozen. `Table` is the session, `Game` the game being played, `Round` an open round
of offers. Only `evolve` makes new ones; the methods here answer questions about the value and
decide nothing. Long because every field says what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from rules.cube import Cube
from rules.events import Said
from rules.position import START, Position
from rules.proposals import Proposal
from rules.ruleset import Ruleset, preset
from rules.values import Mark, Side, Value

Phase: TypeAlias = Literal[
    "draw", "between_games", "opening", "before_roll", "declare", "answer", "extras",
    "beavered", "play", "rolloff", "correction",
]  # fmt: skip
Stage: TypeAlias = Literal["declare", "answer", "extras", "beavered"]
Dice: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Offered(Value):
    """A cube as it was when it was doubled."""

    cube: str
    by: str
    to: str
    value: int
    center: bool


@dataclass(frozen=True)
class Round(Value):
    """An open round of offers (rulebook sections 5 and 6).

    `stays` are cubes that their player declared not to double, `marks` the answers so far by cube
    id. In `extras`, `droppers` are asked in turn, `extras` holds what they said, `lone` is the lone
    taker's cube. `proxied` is what a proxy answered for another, `no_raccoon` the cubes whose
    raccoon was refused.
    """

    side: Side
    stage: Stage = "declare"
    offers: tuple[Offered, ...] = ()
    stays: frozenset[str] = frozenset()
    marks: Mapping[str, Mark] = field(default_factory=dict)
    first_mark: Mark | None = None
    proxied: Mapping[str, Mark] = field(default_factory=dict)
    droppers: tuple[str, ...] = ()
    extras: Mapping[str, bool] = field(default_factory=dict)
    lone: str | None = None
    beavers: tuple[str, ...] = ()
    no_raccoon: frozenset[str] = frozenset()

    def offer_of(self, cube: str) -> Offered | None:
        """Return the offer of that cube in this round."""
        return next((offer for offer in self.offers if offer.cube == cube), None)


@dataclass(frozen=True)
class RollOff(Value):
    """A half point to be rolled off between two players (club 4.3); the maker throws first.

    `action` is the deal it belongs to, which is carried out once the half has gone one way.
    """

    maker: str
    other: str
    action: Mapping[str, Any]


@dataclass(frozen=True)
class Turn(Value):
    """One play of the game, as a correction needs it; both positions are the mover's view."""

    side: Side
    by: str
    dice: Dice
    move: str
    before: Position
    after: Position


@dataclass(frozen=True)
class Correction(Value):
    """A corrected play whose opponent may keep his roll or roll again (rulebook section 13)."""

    side: Side
    dice: Dice


@dataclass(frozen=True)
class Bet(Value):
    """A side bet: `by` has put `points` on a side, `with_` on the other."""

    by: str
    with_: str
    points: int
    on: Side


@dataclass(frozen=True)
class Game(Value):
    """The game being played.

    `box` is the player whose contract the cubes name, `boxer` the one who plays the Box's game now
    (another after a sale). `team` are the Team players in rotation order at the start; `mover` the
    Captain or Acting Captain; `acted` those who came to act, in order. `position` is seen by the
    side in `turn`; `dice` are the mover's first, with `team_opened` those of an opening roll that
    the Team won.
    """

    number: int
    box: str
    boxer: str
    captain: str
    mover: str
    line: tuple[str, ...]
    team: tuple[str, ...]
    cubes: tuple[Cube, ...]
    partner: str | None = None
    assistant: str | None = None
    base_phase: Literal["opening", "before_roll", "play"] = "opening"
    turn: Side | None = None
    dice: Dice | None = None
    position: Position = START
    round: Round | None = None
    round_closed: bool = False
    insists: bool = True
    holds: frozenset[str] = frozenset()
    spoken: frozenset[str] = frozenset()
    asked: bool = False
    turned: frozenset[str] = frozenset()
    turners: frozenset[str] = frozenset()
    accepted: frozenset[str] = frozenset()
    raccooned: frozenset[str] = frozenset()
    acted: tuple[str, ...] = ()
    last_closed: tuple[int, tuple[str, ...]] = (0, ())
    equal: int = 0
    automatic: frozenset[str] = frozenset()
    own: Mapping[str, int] = field(default_factory=dict)
    shared: Mapping[str, int] = field(default_factory=dict)
    rolloffs: tuple[RollOff, ...] = ()
    correction: Correction | None = None
    team_opened: bool = False
    bets: tuple[Bet, ...] = ()
    turns: tuple[Turn, ...] = ()

    def cube(self, cube: str) -> Cube | None:
        """Return the cube of that id."""
        return next((one for one in self.cubes if one.id == cube), None)

    @property
    def live(self) -> tuple[Cube, ...]:
        """The cubes still played for."""
        return tuple(cube for cube in self.cubes if cube.live)

    def side_of(self, name: str) -> Side | None:
        """Return the side that a player is on now, in or out; an extra giver is on the Box's."""
        if name in (self.boxer, self.partner, self.assistant):
            return "box"
        if any(cube.live and cube.extra and cube.boxer == name for cube in self.cubes):
            return "box"
        if name in self.team and name != self.boxer:
            return "team"
        return "team" if any(c.live and c.player == name for c in self.cubes) else None

    def on_team(self) -> tuple[str, ...]:
        """Return the Team players in rotation order, then buyers from outside the line."""
        buyers = [c.player for c in self.live if c.player not in self.team]
        return tuple(n for n in self.team if n != self.boxer) + tuple(dict.fromkeys(buyers))

    def in_players(self) -> frozenset[str]:
        """Return the Team players with a live cube (rulebook section 1, "In")."""
        return frozenset(cube.player for cube in self.cubes if cube.live)

    def order(self, side: Side) -> tuple[str, ...]:
        """Return a side's players in the order in which they are asked: mover or Box first."""
        if side == "team":
            team = self.on_team()
            at = team.index(self.mover) if self.mover in team else 0
            return team[at:] + team[:at]
        givers = [c.boxer for c in self.live if c.extra]
        first = [name for name in (self.boxer, self.partner, self.assistant) if name]
        ranked = sorted(set(givers) - set(first), key=_rank(self.line))
        return tuple(first) + tuple(ranked)

    def cubes_of(self, name: str, side: Side) -> Iterator[Cube]:
        """Yield the live cubes that `name` plays on `side`."""
        return (cube for cube in self.cubes if cube.live and cube.of(side) == name)


@dataclass(frozen=True)
class GameRecord(Value):
    """A finished game: one row of the score sheet (rulebook section 14)."""

    game: int
    box: str
    captain: str
    points: Mapping[str, int]
    won_by: Literal["box", "team", "none"]
    circled: tuple[str, ...]
    crossed: tuple[str, ...] = ()
    b: str | None = None
    kind: str | None = None
    cubes: tuple[Cube, ...] = ()
    partner: str | None = None
    amended: bool = False


@dataclass(frozen=True)
class Table(Value):
    """A session after `n` actions.

    `line` is the rotation order: during a game the one it began with, between games the next one,
    Box first. `assistant` (tavla 13) sits outside it. `scores` are the finished games' and
    transfers' totals; `views.scores` adds the game being played. `before` is the table before the
    last action that a takeback can undo.
    """

    n: int = 0
    opened: bool = False
    closed: bool = False
    undrawn: bool = False
    rules: Ruleset = field(default_factory=lambda: preset("club"))
    board: Literal["tracked", "physical"] = "tracked"
    dice: Literal["fair", "manual", "seed"] = "fair"
    seed: int | None = None
    stake: Decimal = Decimal(1)
    currency: str = ""
    title: str = ""
    line: tuple[str, ...] = ()
    multiples: Mapping[str, int] = field(default_factory=dict)
    agreed_box: Mapping[str, str] = field(default_factory=dict)
    joiners: tuple[str, ...] = ()
    joiners_ordered: bool = False
    leaving: frozenset[str] = frozenset()
    unaware: frozenset[str] = frozenset()
    partner: str | None = None
    assistant: str | None = None
    refused_invites: tuple[str, ...] = ()
    doubled_for: str | None = None
    away: tuple[str, ...] = ()
    proxies: Mapping[str, str] = field(default_factory=dict)
    auto_stay: frozenset[str] = frozenset()
    salts: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)
    transfers: tuple[Mapping[str, int], ...] = ()
    games: tuple[GameRecord, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    last_proposal: int = 0
    lapsed: frozenset[int] = frozenset()
    throws: int = 0
    commit: str | None = None
    held_talk: tuple[Said, ...] = ()
    shown: str | None = None
    game: Game | None = None
    before: Table | None = field(default=None, repr=False, compare=False)

    @property
    def phase(self) -> Phase:
        """What the table waits for, in the protocol's words."""
        game = self.game
        if game is None:
            return "draw" if self.undrawn else "between_games"
        if game.rolloffs:
            return "rolloff"
        if game.round is not None:
            return game.round.stage
        return "correction" if game.correction else game.base_phase

    @property
    def box(self) -> str:
        """Who is Box now, or in the next game."""
        return self.game.boxer if self.game else (self.line[0] if self.line else "")

    @property
    def captain(self) -> str:
        """Who is Captain in this game, or due to be in the next."""
        if self.game:
            return self.game.captain
        return self.line[1] if len(self.line) > 1 else ""

    @property
    def partner_due(self) -> bool:
        """Whether the Partner is due as Captain and has to choose (club 6.4)."""
        shared = self.game is None and self.partner is not None
        return shared and len(self.line) > 1 and self.line[1] == self.partner

    @property
    def seated(self) -> tuple[str, ...]:
        """Everybody who sits at the table: the line, then the assistant outside it."""
        return self.line + ((self.assistant,) if self.assistant else ())

    def proposal(self, number: int) -> Proposal | None:
        """Return the open proposal of that id."""
        return next((one for one in self.proposals if one.id == number), None)

    def roller(self) -> str:
        """Return who rolls and moves for the side in turn (rulebook section 10)."""
        game = self.game
        if game is None or game.turn is None:
            return ""
        if game.turn == "box":
            return game.boxer
        return self.acting_mover()

    def acting_mover(self) -> str:
        """Return the mover, or while he is away the next in rotation present and in the game.

        A mover who is out in the middle of a round is mover until the round is over (rulebook 7.1).
        """
        game = self.game
        if game is None:
            return self.captain
        if game.mover not in self.away:
            return game.mover
        present = (
            name
            for name in game.order("team")
            if name not in self.away and name in game.in_players()
        )
        return next(present, game.mover)

    def waiting_purchase(self) -> Proposal | None:
        """Return the purchase that waits for the Box's word, if one does (club 4.4)."""
        return next((one for one in self.proposals if one.for_box), None)


def _rank(line: tuple[str, ...]) -> Callable[[str], int]:
    return lambda name: line.index(name) if name in line else len(line)
