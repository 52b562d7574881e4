"""What surrounds a board in GNU Backgammon's and XG's ids: cube, dice, score, whose turn."""

from __future__ import annotations

from dataclasses import dataclass

from rules.saying import Fault

GAME_STATES = ("none", "playing", "over", "resigned", "dropped")
"""In the order of the match id's numbers, from 0."""
_RESIGNATIONS = 4  # none, single, gammon, backgammon


class IdError(Fault):
    """A text that is no id; the sentence names the bad part."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """What surrounds a board, for two players numbered as GNU Backgammon does: 0 above, 1 below.

    Making one checks it: IdError (a ValueError) names the field that is wrong.

    >>> MatchState(cube=3)
    Traceback (most recent call last):
        ...
    rules.match_state.IdError: the cube is 3, not a power of two from 1 to 32768
    """

    cube: int = 1
    owner: int | None = None
    """Who owns the cube; None while it is in the middle."""
    on_roll: int = 1
    """Whose throw it is: the board is drawn up from his side. After a double, the doubler."""
    turn: int = 1
    """Who has to decide now; after a double or an offer to resign the one who answers."""
    crawford: bool = False
    game: str = "playing"
    """none, playing, over, resigned or dropped."""
    doubled: bool = False
    resigned: int = 0
    """The resignation on offer: 0 none, 1 single, 2 gammon, 3 backgammon."""
    dice: tuple[int, int] | None = None
    length: int = 0
    """Points of the match; 0 is money play."""
    score: tuple[int, int] = (0, 0)
    """Points of player 0 and player 1."""
    jacoby: bool = False
    beavers: bool = False
    """Only XGID carries it."""
    cube_limit: int = 10
    """The largest cube as a power of two; only XGID carries it."""

    def __post_init__(self) -> None:
        if not (0 < self.cube <= 1 << 15) or self.cube & (self.cube - 1):
            raise IdError("the cube is {cube}, not a power of two from 1 to 32768", cube=self.cube)
        if self.owner not in (None, 0, 1):
            raise IdError("the cube's owner is {owner}, not 0 or 1", owner=self.owner)
        for name, player in (("player on roll", self.on_roll), ("player to decide", self.turn)):
            if player not in (0, 1):
                raise IdError("the {name} is {player}, not 0 or 1", name=name, player=player)
        if self.game not in GAME_STATES:
            raise IdError("the state of the game is '{game}', which is none", game=self.game)
        if self.resigned not in range(_RESIGNATIONS):
            raise IdError("the resignation is {kind}, not 0 to 3", kind=self.resigned)
        if self.dice is not None and not (
            len(self.dice) == 2 and all(1 <= die <= 6 for die in self.dice)
        ):
            shown = " ".join(map(str, self.dice))
            raise IdError("the dice are {dice}, not two of 1 to 6", dice=shown)
        if not 0 <= self.length < 1 << 15:
            raise IdError("the match length is {length}, not 0 to 32767", length=self.length)
        for player, score in enumerate(self.score):
            if not 0 <= score < 1 << 15:
                raise IdError(
                    "the score of player {player} is {score}, not 0 to 32767",
                    player=player,
                    score=score,
                )
            if self.length and self.game == "playing" and score >= self.length:
                raise IdError(
                    "the score of player {player} is {score}, but the match ends at {length}",
                    player=player,
                    score=score,
                    length=self.length,
                )
        if self.crawford and not self.length:
            raise IdError("there is no Crawford game in money play")
        if not 0 <= self.cube_limit <= 15:
            raise IdError(
                "the largest cube is 2 to the {limit}, not 0 to 15", limit=self.cube_limit
            )
