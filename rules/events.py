"""What happened: changes of state, past tense, one frozen model each.

Events are what a log keeps and `evolve` folds. They say what changed, never why it was allowed, so
that a rule mended later changes no old game. New fields get defaults; an event's meaning never
changes. Long because each kind of event is its own model.
"""

from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rules.cube import How
from rules.values import Side

Dice: TypeAlias = tuple[int, int]


class Happened(BaseModel):
    """What all events share."""

    # Built when one first happens, or all when a log is read: the pipe has to start at once.
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True, defer_build=True)


class Opened(Happened):
    """A session was opened with these house rules and seats."""

    event: Literal["opened"] = "opened"
    rules: dict[str, Any]
    board: Literal["tracked", "physical"]
    dice: Literal["fair", "manual", "seed"]
    seed: int | None = None
    stake: Decimal
    currency: str = ""
    title: str = ""
    players: tuple[str, ...]
    multiples: dict[str, int] = {}
    draw: bool = False


class LineSet(Happened):
    """The order of rotation between games is this; `why` tells what set it."""

    event: Literal["line"] = "line"
    line: tuple[str, ...]
    why: Literal["draw", "join_roll", "rotation", "relinquish", "leave", "swap", "partner"]
    rolls: tuple[tuple[str | int, ...], ...] = ()
    thrown: int = 0
    partner: str | None = None
    assistant: str | None = None


class Joined(Happened):
    """A player sat down, at the end of the line."""

    event: Literal["joined"] = "joined"
    player: str
    stake: int = 1
    must_acknowledge: bool = False


class Left(Happened):
    """A player left; during a game he only says so, and is away until its end."""

    event: Literal["left"] = "left"
    player: str
    after_game: bool = False


class SeatSet(Happened):
    """A player is away or back, acts by a proxy, stays by habit, has acknowledged, or salts the
    dice.
    """

    event: Literal["seat"] = "seat"
    player: str
    what: Literal["away", "back", "proxy", "auto_stay", "acknowledged", "salt"]
    to: str | None = None
    on: bool = True


class StakeSet(Happened):
    """A player's stake multiple is this from the next game on."""

    event: Literal["stake"] = "stake"
    player: str
    value: int


class RulesSet(Happened):
    """The house rules are these from now on."""

    event: Literal["rules"] = "rules"
    rules: dict[str, Any]


class Started(Happened):
    """A game began."""

    event: Literal["started"] = "started"
    game: int
    box: str
    captain: str
    team: tuple[str, ...]
    partner: str | None = None
    assistant: str | None = None
    values: dict[str, tuple[int, int]]
    """Each cube's value and starting value."""


class Committed(Happened):
    """The program bound itself to its dice: the SHA-256 of a secret, and the players' salts."""

    event: Literal["commit"] = "commit"
    sha256: str
    salts: dict[str, str] = {}


class Revealed(Happened):
    """The secret behind the game's dice."""

    event: Literal["reveal"] = "reveal"
    secret: str


class OpeningRolled(Happened):
    """The opening dice, Box's and Captain's; `first` moves, or nobody yet where they are equal."""

    event: Literal["opening"] = "opening"
    dice: Dice | None = None
    first: Side | None = None
    thrown: int = 0


class Rolled(Happened):
    """Dice were thrown for the side in turn."""

    event: Literal["rolled"] = "rolled"
    by: str
    dice: Dice | None = None
    thrown: int = 0


class Played(Happened):
    """The checkers were moved: the play, and the position afterwards with the mover on roll."""

    event: Literal["played"] = "played"
    by: str
    side: Side
    move: str = ""
    position: str | None = None


class TurnPassed(Happened):
    """The other side is on roll."""

    event: Literal["turn"] = "turn"
    to: Side


class Shown(Happened):
    """The position on the wooden board."""

    event: Literal["shown"] = "shown"
    position: str


class HoldSet(Happened):
    """A player holds the roll, or lets it go."""

    event: Literal["hold"] = "hold"
    player: str
    on: bool


class Insisted(Happened):
    """The Box wants the order of rotation, or waives it."""

    event: Literal["insist"] = "insist"
    on: bool


class Doubled(Happened):
    """Cubes were offered, doubled."""

    event: Literal["doubled"] = "doubled"
    by: str
    side: Side
    cubes: tuple[str, ...]


class Stayed(Happened):
    """A player declared not to double with these cubes."""

    event: Literal["stayed"] = "stayed"
    player: str
    cubes: tuple[str, ...] = ()


class RoundMoved(Happened):
    """The round of offers goes on to another stage, or is over."""

    event: Literal["round"] = "round"
    stage: Literal["answer", "extras", "beavered", "over"]
    lone: str | None = None
    droppers: tuple[str, ...] = ()


class Taken(Happened):
    """A cube was taken at this value."""

    event: Literal["taken"] = "taken"
    cube: str
    value: int
    owner: str
    proxy: str | None = None


class Beavered(Happened):
    """A cube was beavered; it plays on at this value if the doubler accepts."""

    event: Literal["beavered"] = "beavered"
    cube: str
    value: int
    owner: str
    proxy: str | None = None


class BeaverAnswered(Happened):
    """A beaver was accepted, or turned once more as a raccoon; the cube plays on at this value."""

    event: Literal["accepted", "raccooned"] = "accepted"
    cube: str
    value: int


class AskedAgain(Happened):
    """A lone taker who had taken is asked again (play65 11)."""

    event: Literal["asked_again"] = "asked_again"
    cube: str


class ExtraSaid(Happened):
    """A dropper gives the lone taker an extra, or does not."""

    event: Literal["extra"] = "extra"
    player: str
    gives: bool


class CubeMade(Happened):
    """An extra is offered: a contract of its own, undoubled until the lone player takes it (club
    5.7).
    """

    event: Literal["cube_made"] = "cube_made"
    cube: str
    value: int
    start: int


class CubeClosed(Happened):
    """A cube closed; points as the Team player sees them."""

    event: Literal["closed"] = "closed"
    cube: str
    how: How
    points: int
    proxy: str | None = None


class CubeTurned(Happened):
    """An automatic double: a new value, still in the middle."""

    event: Literal["automatic"] = "automatic"
    cubes: tuple[str, ...]
    next_game: bool = False


class CubeSold(Happened):
    """A cube is played by another from now on, on the Team's side or the Box's."""

    event: Literal["sold"] = "sold"
    cube: str
    side: Side
    to: str


class BoxSold(Happened):
    """The Box's game is another's."""

    event: Literal["box_sold"] = "box_sold"
    to: str


class Paid(Happened):
    """Points changed hands beside the cubes: an extra, a price, a bet, a transfer."""

    event: Literal["paid"] = "paid"
    frm: str
    to: str
    points: int
    why: Literal["extra", "price", "bet", "transfer"]


class MoverSet(Happened):
    """Another Team player rolls and moves from now on."""

    event: Literal["mover"] = "mover"
    player: str


class Proposed(Happened):
    """A proposal waits for consent."""

    event: Literal["proposed"] = "proposed"
    id: int
    action: dict[str, Any]
    by: str
    waits_for: tuple[str, ...]
    needs: Literal["all", "one"] = "all"
    cubes: tuple[str, ...] = ()
    in_game: bool = False


class Consented(Happened):
    """A proposal's party said yes, or one of several said no; `for_box` when the Box may still step
    in.
    """

    event: Literal["agreed"] = "agreed"
    proposal: int
    player: str
    for_box: bool = False
    yes: bool = True


class ProposalGone(Happened):
    """A proposal is over: done, refused, withdrawn or lapsed."""

    event: Literal["proposal"] = "proposal"
    proposal: int
    how: Literal["done", "refused", "withdrawn", "lapsed"]
    player: str | None = None


class RollOffDue(Happened):
    """A half point is to be rolled off."""

    event: Literal["rolloff_due"] = "rolloff_due"
    maker: str
    other: str
    action: dict[str, Any]


class RolledOff(Happened):
    """The dice for a half point, the maker's first; nobody's where they tie."""

    event: Literal["rolled_off"] = "rolled_off"
    dice: tuple[Dice, Dice]
    winner: str | None = None
    thrown: int = 0


class Said(Happened):
    """Somebody spoke; `hearers` is nobody in particular (None) when all may hear."""

    event: Literal["said"] = "said"
    by: str
    topic: Literal["checkers", "cube", "table"]
    to: Literal["team", "box", "all"]
    text: str
    hearers: tuple[str, ...] | None = None
    held: bool = False
    move: str | None = None


class TalkReleased(Happened):
    """Table talk that was held back is delivered."""

    event: Literal["talk_released"] = "talk_released"
    said: tuple[Said, ...] = ()


class Asked(Happened):
    """The Captain asked for advice on this roll."""

    event: Literal["asked"] = "asked"
    by: str


class Remarked(Happened):
    """A note, a flag, or an act of the host, for the log."""

    event: Literal["note", "flag", "host"] = "note"
    by: str
    text: str


class BetMade(Happened):
    """A side bet stands."""

    event: Literal["bet"] = "bet"
    by: str
    with_: str = Field(alias="with")
    points: int
    on: Side


class Corrected(Happened):
    """A play was replaced.

    `positions` are the new ones after it and after each later play that stands, the mover on roll;
    `undone` later plays are taken back with it; with `choice` its opponent may keep his roll or
    roll again.
    """

    event: Literal["corrected"] = "corrected"
    back: int
    dice: Dice
    move: str
    positions: tuple[str, ...]
    undone: int = 0
    choice: bool = False
    gain: float | None = None


class Chosen(Happened):
    """The opponent kept his roll or takes a new one."""

    event: Literal["chosen"] = "chosen"
    reroll: bool


class GameOver(Happened):
    """The game is over: its row of the sheet."""

    event: Literal["game_over"] = "game_over"
    points: dict[str, int]
    won_by: Literal["box", "team", "none"]
    circled: tuple[str, ...]
    b: str | None = None
    kind: str | None = None


class Amended(Happened):
    """A finished game's points were mended by consent."""

    event: Literal["amended"] = "amended"
    game: int
    points: dict[str, int]
    kind: str | None = None


class InviteRefused(Happened):
    """A player will not be Partner; the next one up may be asked."""

    event: Literal["invite_refused"] = "invite_refused"
    player: str


class TakenBack(Happened):
    """The last actions that can be undone are undone."""

    event: Literal["taken_back"] = "taken_back"
    steps: int


class Closed(Happened):
    """The session is over; who pays whom, in points (hungarian 28)."""

    event: Literal["session_closed"] = "session_closed"
    payments: tuple[tuple[str, str, int], ...] = ()


Event: TypeAlias = (
    Opened | LineSet | Joined | Left | SeatSet | StakeSet | RulesSet | Started | Committed
    | Revealed | OpeningRolled | Rolled | Played | TurnPassed | Shown | HoldSet | Insisted
    | Doubled | Stayed | RoundMoved | Taken | Beavered | BeaverAnswered | AskedAgain | ExtraSaid
    | CubeMade | CubeClosed | CubeTurned | CubeSold | BoxSold | Paid | MoverSet | Proposed
    | Consented | ProposalGone | RollOffDue | RolledOff | Said | TalkReleased | Asked | Remarked
    | BetMade | Corrected | Chosen | GameOver | Amended | InviteRefused | TakenBack | Closed
)  # fmt: skip

AnyEvent: TypeAlias = Annotated[Event, Field(discriminator="event")]


@cache
def _reader() -> TypeAdapter[tuple[Event, ...]]:
    return TypeAdapter(tuple[AnyEvent, ...])


def read_events(lines: object) -> tuple[Event, ...]:
    """Read a log entry's events; pydantic's ValidationError names a bad part."""
    return _reader().validate_python(lines)


def write_event(event: Event) -> dict[str, Any]:
    """Return an event as the protocol writes it.

    >>> write_event(Taken(cube="bob:ann", value=2, owner="ann"))
    {'event': 'taken', 'cube': 'bob:ann', 'value': 2, 'owner': 'ann'}
    """
    fields = event.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"event": event.event, **fields}
