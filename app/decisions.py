"""What a review has found: each decision with what it lost, and everybody's sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from rules.saying import marked as _

if TYPE_CHECKING:
    from widgets.words import Words

Kind: TypeAlias = Literal["checkers", "cube"]

SHOWN = 0.0005
"""Equity below which nothing is said to be lost."""

_SAID = {
    "no double": _("no double"),
    "double": _("double"),
    "take": _("take"),
    "drop": _("drop"),
    "beaver": _("beaver"),
    "accept": _("accept"),
    "raccoon": _("raccoon"),
    "no_extra": _("no extra"),
    "extra": _("extra"),
}


def in_words(decided: str, player: str, words: Words) -> str:
    """Return what a player decided as it is read; a play is written alike everywhere.

    Whose cube it was is said where it is not his own.

    >>> from widgets.words import Words
    >>> in_words("take Ann, drop Ben Hur", "Cy", Words()), in_words("drop Cy", "Cy", Words())
    ('Ann: take, Ben Hur: drop', 'drop')
    >>> in_words("8/5 6/5", "Cy", Words())
    '8/5 6/5'
    """
    parts = []
    for part in decided.split(", "):
        mark = next((one for one in _SAID if part == one or part.startswith(f"{one} ")), "")
        name = part[len(mark) :].strip()
        said = words(_SAID[mark]) if mark else ""
        parts.append(f"{name}: {said}" if said and name not in ("", player) else said or part)
    return ", ".join(parts)


@dataclass(frozen=True)
class Decision:
    """One decision: entry `n`, who, what was done, what was best, and the equity it lost.

    `chosen` and `best` are a play, or marks on cubes in the words of the protocol: "take Ann".
    """

    n: int
    game: int
    player: str
    kind: Kind
    chosen: str
    best: str
    lost: float

    def told(self, words: Words) -> str:
        """Return it as a sentence, without what it lost."""
        return words(
            "game {game}, action {n}, {player}: {chosen}; best: {best}",
            game=self.game,
            n=self.n,
            player=self.player,
            chosen=in_words(self.chosen, self.player, words),
            best=in_words(self.best, self.player, words),
        )


@dataclass
class Tally:
    """One player's decisions of a kind, and the equity they lost together."""

    count: int = 0
    lost: float = 0.0

    @property
    def rate(self) -> float:
        """The equity lost a decision."""
        return self.lost / self.count if self.count else 0.0


@dataclass
class Record:
    """One player's summary; luck is the equity his own rolls gave over average ones."""

    checkers: Tally = field(default_factory=Tally)
    cube: Tally = field(default_factory=Tally)
    luck: float = 0.0
    rolls: int = 0


@dataclass
class Review:
    """A log's review. `unjudged` counts what the judge could not say."""

    decisions: list[Decision] = field(default_factory=list)
    players: dict[str, Record] = field(default_factory=dict)
    games: int = 0
    left_out: int = 0
    unjudged: int = 0

    def at(self, n: int) -> tuple[Decision, ...]:
        """Return the decisions of one entry, for a screen that shows it."""
        return tuple(one for one in self.decisions if one.n == n)

    def of(self, name: str) -> Record:
        """Return one player's record."""
        return self.players.setdefault(name, Record())

    def add(self, one: Decision) -> None:
        """Take in a decision."""
        self.decisions.append(one)
        record = self.of(one.player)
        tally = record.checkers if one.kind == "checkers" else record.cube
        tally.count += 1
        tally.lost += one.lost
