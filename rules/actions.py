"""What somebody asks: the verbs of the line protocol, one frozen model each.

A request is read by `read_action`, the only door for anything that comes from outside. Names and
cubes stay as they were written; `naming.canonical` finds whom they mean at a table. Long because
the protocol has 66 verbs, and each is its own model.
"""

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictBool,
    ValidationError,
)

from rules.forms import form_of, shown
from rules.saying import Fault, Phrase
from rules.values import Kind, Side

RESERVED = ("box", "captain", "mover", "team", "all", "watch")
ENVELOPE = ("n", "t", "events", "rolls", "chouette")
"""What a log's line has besides the request, so that a log can be fed to the pipe."""
LISTED = ("open", "rule")
"""What `legal` lists besides the request, so that what it lists can be sent as it stands."""

_BAD_IN_NAMES = re.compile("[:,\"'`“”„‟‘’‚«»]")


def clean_text(text: str) -> str:
    """Return text fit for other people's terminals: NFC, one line, no control characters."""
    text = unicodedata.normalize("NFC", re.sub(r"\s+", " ", text))
    kept = "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return kept.strip()


def check_name(name: str) -> str:
    """Return a player's name, trimmed and NFC; ValueError says what is wrong with it."""
    name = unicodedata.normalize("NFC", name).strip()
    if any(unicodedata.category(c)[0] == "C" for c in name):
        raise Fault("a name has no control or invisible characters")
    if not 1 <= len(name) <= 24:
        raise Fault("a name has 1 to 24 characters")
    if found := _BAD_IN_NAMES.search(name):
        raise Fault("a name has no {sign} in it", sign=found[0])
    if name.casefold() in RESERVED:
        raise Fault("{name!r} cannot be a player's name: it is a word of the game", name=name)
    return name


def _check_text(text: str) -> str:
    text = clean_text(text)
    if not 1 <= len(text) <= 500:
        raise Fault("a text has 1 to 500 characters")
    return text


def _check_short(text: str) -> str:
    text = clean_text(text)
    if len(text) > 80:
        raise Fault("at most 80 characters")
    return text


def _read_amount(value: object) -> Decimal:
    """Read a number of points or of money: 2, 1.5 or "1.5", never less than zero."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise ValueError
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        raise ValueError from None
    if not amount.is_finite() or not 0 <= amount <= 1_000_000 or len(str(amount)) > 12:
        raise ValueError
    return amount


def _check_power(value: int) -> int:
    if value & (value - 1):
        raise Fault("a stake multiple is a power of two: 1, 2, 4, 8 …")
    return value


Name: TypeAlias = Annotated[str, Field(max_length=80)]
NewName: TypeAlias = Annotated[str, AfterValidator(check_name)]
Text: TypeAlias = Annotated[str, Field(max_length=4000), AfterValidator(_check_text)]
Short: TypeAlias = Annotated[str, Field(max_length=400), AfterValidator(_check_short)]
CubeRef: TypeAlias = Annotated[str, Field(max_length=80)]
MoveText: TypeAlias = Annotated[str, Field(max_length=120)]
Die: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=6)]
TwoDice: TypeAlias = tuple[Die, Die]
Int: TypeAlias = Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)]
Id: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=10_000_000)]
Amount: TypeAlias = Annotated[
    Decimal, BeforeValidator(_read_amount), PlainSerializer(str, return_type=str)
]
Multiple: TypeAlias = Annotated[
    int, Field(strict=True, ge=1, le=1024), AfterValidator(_check_power)
]


class Request(BaseModel):
    """What all requests share: who asks, and for whom when a proxy acts."""

    # Sixty models are built when their verb is first asked for: the pipe has to start at once.
    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        serialize_by_alias=True,
        defer_build=True,
    )

    by: Name = ""
    as_: Name | None = Field(default=None, alias="as")

    @property
    def verb(self) -> str:
        """The verb, as in `do`."""
        return str(self.do)  # type: ignore[attr-defined]

    def request(self) -> dict[str, Any]:
        """Return the request as the protocol writes it, without what was left out."""
        fields = self.model_dump(mode="json", exclude_defaults=True)
        return {"do": self.verb, **fields}


class Seating(BaseModel):
    """A player who sits down, with his stake multiple (club 2.2)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: NewName
    stake: Multiple = 1


class Seed(BaseModel):
    """Dice that anybody can throw again from a number."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seed: Annotated[int, Field(strict=True, ge=0, le=2**63)]


def _read_seating(value: object) -> object:
    return {"name": value} if isinstance(value, str) else value


class Open(Request):
    """Starts the session."""

    do: Literal["open"] = "open"
    players: tuple[Annotated[Seating, BeforeValidator(_read_seating)], ...] = Field(max_length=1000)
    rules: str | dict[str, Any] = "club"
    board: Literal["tracked", "physical"] = "tracked"
    dice: Literal["fair", "manual"] | Seed | None = None
    draw: StrictBool = False
    stake: Amount = Decimal(1)
    currency: Short = ""
    title: Short = ""


class Draw(Request):
    """Settles the line by dice; `rolls` are the throws when dice are manual."""

    do: Literal["draw"] = "draw"
    rolls: tuple[tuple[Name, Die] | tuple[Name, Die, Die], ...] | None = Field(
        default=None, max_length=500
    )


class Start(Request):
    """Starts the next game."""

    do: Literal["start"] = "start"


class Join(Request):
    """A newcomer asks for a seat from the next game on."""

    do: Literal["join"] = "join"
    player: NewName | None = None
    stake: Multiple = 1


class Leave(Request):
    """A player leaves for good."""

    do: Literal["leave"] = "leave"
    player: Name | None = None


class Relinquish(Request):
    """The scheduled Box steps down."""

    do: Literal["relinquish"] = "relinquish"


class Invite(Request):
    """The Box asks a Partner, or an assistant."""

    do: Literal["invite"] = "invite"
    player: Name


class Remain(Request):
    """The Partner due as Captain stays Partner."""

    do: Literal["remain"] = "remain"


class StepDown(Request):
    """The Partner due as Captain becomes Captain."""

    do: Literal["step_down"] = "step_down"


class Stake(Request):
    """A change of a stake multiple."""

    do: Literal["stake"] = "stake"
    player: Name | None = None
    value: Multiple


class Rules(Request):
    """A change of house rules."""

    do: Literal["rules"] = "rules"
    set: dict[str, Any] = Field(min_length=1, max_length=40)


class Swap(Request):
    """Two players exchange places."""

    do: Literal["swap"] = "swap"
    with_: Name = Field(alias="with")


class Acknowledge(Request):
    """A newcomer has seen the changed options."""

    do: Literal["acknowledge"] = "acknowledge"


class Object(Request):
    """A new Box does not play a player's multiple."""

    do: Literal["object"] = "object"
    player: Name


class Transfer(Request):
    """Points that change hands outside the games."""

    do: Literal["transfer"] = "transfer"
    to: Name
    points: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]


class Amend(Request):
    """A finished game's record is mended."""

    do: Literal["amend"] = "amend"
    game: Id
    points: dict[Name, Int] | None = None
    kind: Kind | None = None


class Salt(Request):
    """A player's own share in the next game's fair dice."""

    do: Literal["salt"] = "salt"
    text: Text


class Close(Request):
    """Ends the session."""

    do: Literal["close"] = "close"


class Note(Request):
    """A remark for the log."""

    do: Literal["note"] = "note"
    text: Text


class Abandon(Request):
    """Ends the game with every live cube void."""

    do: Literal["abandon"] = "abandon"


class Opening(Request):
    """The opening roll."""

    do: Literal["opening"] = "opening"
    dice: TwoDice | None = None
    first: Side | None = None


class Automatic(Request):
    """Automatic doubles after equal opening dice."""

    do: Literal["automatic"] = "automatic"
    cubes: tuple[CubeRef, ...] | None = Field(default=None, max_length=30)
    on: StrictBool | None = None


class Double(Request):
    """Opens or joins a round of offers."""

    do: Literal["double"] = "double"
    cubes: tuple[CubeRef, ...] | None = Field(default=None, max_length=30)


class Stay(Request):
    """Declares no double."""

    do: Literal["stay"] = "stay"


class AutoStay(Request):
    """Declares no double until lifted."""

    do: Literal["auto_stay"] = "auto_stay"
    on: StrictBool = True


class Hold(Request):
    """Holds the roll."""

    do: Literal["hold"] = "hold"


class Release(Request):
    """Lets the roll go."""

    do: Literal["release"] = "release"


class Insist(Request):
    """The Box wants the order of rotation, or waives it."""

    do: Literal["insist"] = "insist"
    on: StrictBool = True


class Answer(Request):
    """All of one's pending cubes at once."""

    do: Literal["answer"] = "answer"
    take: tuple[CubeRef, ...] = Field(default=(), max_length=30)
    drop: tuple[CubeRef, ...] = Field(default=(), max_length=30)
    beaver: tuple[CubeRef, ...] = Field(default=(), max_length=30)


class OneCube(Request):
    """An answer on one's only pending cube, or on the one named."""

    cube: CubeRef | None = None


class Take(OneCube):
    """Takes."""

    do: Literal["take"] = "take"


class Drop(OneCube):
    """Drops."""

    do: Literal["drop"] = "drop"


class Beaver(OneCube):
    """Beavers."""

    do: Literal["beaver"] = "beaver"


class Accept(OneCube):
    """The doubler plays on at the beaver's value."""

    do: Literal["accept"] = "accept"


class Raccoon(OneCube):
    """The doubler turns a beavered cube again."""

    do: Literal["raccoon"] = "raccoon"


class Extra(Request):
    """A dropper offers the lone taker an extra."""

    do: Literal["extra"] = "extra"


class NoExtra(Request):
    """A dropper offers none."""

    do: Literal["no_extra"] = "no_extra"


class Roll(Request):
    """Throws."""

    do: Literal["roll"] = "roll"
    dice: TwoDice | None = None


class PlayMove(Request):
    """Plays the roll."""

    do: Literal["play"] = "play"
    move: MoveText


class Done(Request):
    """The turn's checkers have been moved on the real board."""

    do: Literal["done"] = "done"


class Finish(Request):
    """The checkers have decided the game on the real board."""

    do: Literal["finish"] = "finish"
    winner: Side
    kind: Kind


class Show(Request):
    """The position on the real board, for those who cannot see it."""

    do: Literal["show"] = "show"
    position: Annotated[str, Field(max_length=120)]


class Resign(Request):
    """Offers to lose chosen cubes at once."""

    do: Literal["resign"] = "resign"
    kind: Kind = "single"
    cubes: tuple[CubeRef, ...] | None = Field(default=None, max_length=30)


class Settle(Request):
    """Proposes to settle a cube."""

    do: Literal["settle"] = "settle"
    cube: CubeRef
    points: Amount
    to: Name


class Buy(Request):
    """Proposes to buy another's interest."""

    do: Literal["buy"] = "buy"
    cube: CubeRef
    price: Amount


class Sell(Request):
    """The Box proposes to sell his game."""

    do: Literal["sell"] = "sell"
    to: Name
    price: Amount


class ToProposal(Request):
    """An answer to a proposal."""

    proposal: Id


class Agree(ToProposal):
    """Agrees."""

    do: Literal["agree"] = "agree"


class Refuse(ToProposal):
    """Refuses."""

    do: Literal["refuse"] = "refuse"


class Withdraw(ToProposal):
    """The maker takes his proposal back."""

    do: Literal["withdraw"] = "withdraw"


class Preempt(ToProposal):
    """The Box steps in before the buyer."""

    do: Literal["preempt"] = "preempt"


class Let(ToProposal):
    """The Box lets the purchase stand."""

    do: Literal["let"] = "let"


class RollOff(Request):
    """Throws for the half point; the maker's dice first."""

    do: Literal["rolloff"] = "rolloff"
    dice: tuple[TwoDice, TwoDice] | None = None


class Ask(Request):
    """The Captain asks for advice."""

    do: Literal["ask"] = "ask"


class Say(Request):
    """Talk."""

    do: Literal["say"] = "say"
    topic: Literal["checkers", "cube", "table"]
    to: Literal["team", "box", "all"]
    text: Text


class Suggest(Request):
    """Advice in the form of a legal play."""

    do: Literal["suggest"] = "suggest"
    move: MoveText


class Flag(Request):
    """Points out an illegal play."""

    do: Literal["flag"] = "flag"
    text: Text


class Correct(Request):
    """Replaces the last play, or the one `back` plays before it.

    `gain` is the engine's figure where one is installed: what the best legal play wins by knowing
    the roll.
    """

    do: Literal["correct"] = "correct"
    move: MoveText
    dice: TwoDice | None = None
    back: Annotated[int, Field(strict=True, ge=0, le=500)] = 0
    gain: Annotated[float, Field(ge=0, le=12, allow_inf_nan=False)] | None = None


class Keep(Request):
    """The opponent keeps his roll after a correction."""

    do: Literal["keep"] = "keep"


class Reroll(Request):
    """The opponent rolls again after a correction."""

    do: Literal["reroll"] = "reroll"


class Bet(Request):
    """A side bet on the game."""

    do: Literal["bet"] = "bet"
    with_: Name = Field(alias="with")
    points: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
    on: Side


class OfHost(Request):
    """An act of the host of a remote table."""

    player: Name


class Seat(OfHost):
    """Seats a player's connection."""

    do: Literal["seat"] = "seat"


class Unseat(OfHost):
    """Removes a player's connection."""

    do: Literal["unseat"] = "unseat"


class Ban(OfHost):
    """Removes a player's connection and lets it in no more."""

    do: Literal["ban"] = "ban"


class Away(Request):
    """Leaves the table for a while."""

    do: Literal["away"] = "away"


class Back(Request):
    """Is at the table again."""

    do: Literal["back"] = "back"


class Proxy(Request):
    """Names who acts for one's cube; nobody (null) ends it."""

    do: Literal["proxy"] = "proxy"
    to: Name | None


class Takeback(Request):
    """Proposes to undo the last actions."""

    do: Literal["takeback"] = "takeback"
    steps: Annotated[int, Field(strict=True, ge=1, le=100)] = 1


Action: TypeAlias = (
    Open
    | Draw
    | Start
    | Join
    | Leave
    | Relinquish
    | Invite
    | Remain
    | StepDown
    | Stake
    | Rules
    | Swap
    | Acknowledge
    | Object
    | Transfer
    | Amend
    | Salt
    | Close
    | Note
    | Abandon
    | Opening
    | Automatic
    | Double
    | Stay
    | AutoStay
    | Hold
    | Release
    | Insist
    | Answer
    | Take
    | Drop
    | Beaver
    | Accept
    | Raccoon
    | Extra
    | NoExtra
    | Roll
    | PlayMove
    | Done
    | Finish
    | Show
    | Resign
    | Settle
    | Buy
    | Sell
    | Agree
    | Refuse
    | Withdraw
    | Preempt
    | Let
    | RollOff
    | Ask
    | Say
    | Suggest
    | Flag
    | Correct
    | Keep
    | Reroll
    | Bet
    | Seat
    | Unseat
    | Ban
    | Away
    | Back
    | Proxy
    | Takeback
)

ACTIONS: dict[str, type[Request]] = {
    model.model_fields["do"].default: model for model in get_args(Action)
}
"""Every verb and its model."""


class BadRequest(Fault):
    """A request that is not of the protocol's form; the sentence says what would be."""


def read_action(request: Mapping[str, Any]) -> Action:
    """Read one request; BadRequest says which part is wrong and what would be right.

    >>> read_action({"do": "roll", "by": "ann", "dice": [6, 1]}).dice
    (6, 1)
    >>> read_action({"do": "roll", "by": "ann", "dice": [7, 1]})
    Traceback (most recent call last):
    rules.actions.BadRequest: roll: dice is two numbers from 1 to 6, such as [6, 1], not [7, 1]
    """
    verb = request.get("do")
    if verb is None:
        text = "the request has no 'do', which is no verb; verbs are {verbs}"
        raise BadRequest(text, verbs=tuple(ACTIONS))
    if not isinstance(verb, str) or verb not in ACTIONS:
        text = "the request asks for {verb!r}, which is no verb; verbs are {verbs}"
        raise BadRequest(text, verb=str(verb)[:40], verbs=tuple(ACTIONS))
    besides = ENVELOPE + LISTED
    fields = {key: value for key, value in request.items() if key not in besides}
    if verb == "draw" and "rolls" in request:
        fields["rolls"] = request["rolls"]
    if verb == "answer" and "rule" in request:
        fields.pop("cubes", None)
    try:
        return cast(Action, ACTIONS[verb].model_validate(fields))
    except ValidationError as error:
        raise _fault(error, verb, fields) from None


def construct(request: Mapping[str, Any]) -> Action:
    """Make an action of parts that are known to be right and of their final types, unchecked.

    >>> construct({"do": "roll", "by": "ann", "dice": (6, 1)}).request()
    {'do': 'roll', 'by': 'ann', 'dice': [6, 1]}
    """
    fields = {key: value for key, value in request.items() if key != "do"}
    return cast(Action, ACTIONS[request["do"]].model_construct(**fields))


def _fault(error: ValidationError, verb: str, fields: Mapping[str, Any]) -> Fault:
    """Return the first fault in the game's own words: which part is wrong, and what is right."""
    fault = error.errors()[0]
    part = str(fault["loc"][0])
    if fault["type"] == "extra_forbidden" and len(fault["loc"]) == 1:
        known = tuple(
            field.alias or name
            for name, field in ACTIONS[verb].model_fields.items()
            if name != "do"
        )
        extra = Phrase("there is no {place!r}; it may have {known}", place=part[:40], known=known)
        return BadRequest("{place}: {fault}", place=verb, fault=extra)
    own = fault.get("ctx", {}).get("error")
    if isinstance(own, Fault):
        return BadRequest("{verb}: {part}: {fault}", verb=verb, part=part, fault=own)
    right = form_of(verb, part)
    if part not in fields:
        text = "{verb} lacks {part}: {right}"
        return BadRequest(text, verb=verb, part=part, right=right)
    text = "{verb}: {right}, not {wrong}"
    return BadRequest(text, verb=verb, right=right, wrong=shown(fields[part]))
