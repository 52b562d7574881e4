"""Are the dice fair? Counts of what was thrown, how likely they are, and what they mean in words.

Counting never proves that nobody chose a die; a commitment does. So the page says both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import erfc, exp, lgamma, log, pi, sqrt
from typing import TYPE_CHECKING

from app.dice import FACES, flat_dice
from rules import events as ev
from rules.log import Entry
from rules.saying import marked as _
from widgets.words import Words

if TYPE_CHECKING:
    from app.verify import Report

ENOUGH = 60
"""Dice: below ten a face chi-square says nothing."""

RARE = 0.01
"""Chances below this are worth a word."""

Paragraph = tuple[str, str]
"""A text and its look, as a reading screen shows it."""


@dataclass
class Statistics:
    """The dice of a log: how often each face came, and the rolls of two dice by who rolled."""

    faces: Counter[int] = field(default_factory=Counter)
    doubles: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    pips: Counter[str] = field(default_factory=Counter)

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return self.faces.total()

    @property
    def chi_square(self) -> float:
        """The sum over the faces of the squared distance from what is expected, over that."""
        if not self.dice:
            return 0.0
        due = self.dice / FACES
        return sum((self.faces[face] - due) ** 2 / due for face in range(1, FACES + 1))

    @property
    def chance(self) -> float:
        """How often fair dice are at least as uneven."""
        return beyond(self.chi_square)

    @property
    def chance_of_doubles(self) -> float:
        """How often fair dice give a number of doubles at least as unlikely."""
        return as_unlikely(self.doubles.total(), self.rolls.total(), 1 / FACES)


def statistics(entries: Iterable[Entry]) -> Statistics:
    """Count every die of a log, thrown by the program or by hand."""
    found = Statistics()
    for entry in entries:
        for event in entry.events or ():
            if isinstance(event, ev.OpeningRolled | ev.RolledOff):
                found.faces.update(flat_dice(event.dice))
            elif isinstance(event, ev.LineSet):
                found.faces.update(flat_dice(event.rolls))
            elif isinstance(event, ev.Rolled) and event.dice is not None:
                one, other = event.dice
                found.faces.update((one, other))
                found.rolls[event.by] += 1
                found.doubles[event.by] += one == other
                found.pips[event.by] += (one + other) * (2 if one == other else 1)
    return found


def beyond(chi_square: float) -> float:
    """Return how often chi-square with five degrees of freedom is at least that: from 1 to 0.

    >>> [round(beyond(x), 3) for x in (0, 4.351, 11.07, 15.086)]
    [1.0, 0.5, 0.05, 0.01]
    """
    x = chi_square
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


def as_unlikely(found: int, tries: int, chance: float) -> float:
    """Return how often a count is as unlikely as the one found, or more so (binomial, two sides).

    >>> round(as_unlikely(0, 10, 1 / 6), 3), as_unlikely(1, 6, 1 / 6)
    (0.386, 1.0)
    """
    odds = [_log_odds(count, tries, chance) for count in range(tries + 1)]
    total = sum(exp(one) for one in odds if one <= odds[found] + 1e-9)
    return min(total, 1.0)


def _log_odds(count: int, tries: int, chance: float) -> float:
    ways = lgamma(tries + 1) - lgamma(count + 1) - lgamma(tries - count + 1)
    return ways + count * log(chance) + (tries - count) * log(1 - chance)


def page(found: Statistics, words: Words) -> Iterator[Paragraph]:
    """Yield the counts and what they mean."""
    yield words("What was thrown"), "title"
    if not found.dice:
        yield words("No dice have been thrown yet."), ""
        return
    yield words("Each face of {n} dice is expected {due} times:", n=found.dice,
                due=words.decimal(found.dice / FACES, 1)), ""  # fmt: skip
    most = max(found.faces.values())
    for face in range(1, FACES + 1):
        count = found.faces[face]
        yield f"  {face}  {count:5}  {'=' * round(count * 30 / most)}".rstrip(), ""
    facts = {"value": words.decimal(found.chi_square, 2), "percent": _percent(found.chance)}
    if found.dice < ENOUGH:
        yield words("Too few to judge: {n} dice at least say something.", n=ENOUGH), "dim"
    elif found.chance >= RARE:
        yield words(
            "Chi-square {value}: fair dice are as uneven as this, or more, in {percent} of such "
            "sessions. Nothing odd.", **facts
        ), "good"  # fmt: skip
    else:
        yield words(
            "Chi-square {value}: fair dice are as uneven as this in only {percent} of such "
            "sessions. That happens; the proof below says whether anybody chose them.", **facts
        ), "ask"  # fmt: skip
    yield from _doubles(found, words)


def _doubles(found: Statistics, words: Words) -> Iterator[Paragraph]:
    rolls, doubles = found.rolls.total(), found.doubles.total()
    if not rolls:
        return
    yield "", ""
    yield words("Doubles: {n} in {rolls} rolls, {due} expected; fair dice are as far off or "
                "farther in {percent} of such sessions.",
                n=doubles, rolls=rolls, due=words.decimal(rolls / FACES, 1),
                percent=_percent(found.chance_of_doubles)), ""  # fmt: skip
    for name in found.rolls:
        yield words("  {name}: rolls {rolls}, doubles {doubles}, pips a roll {pips} (8.17 is due)",
                    name=name, rolls=found.rolls[name], doubles=found.doubles[name],
                    pips=words.decimal(found.pips[name] / found.rolls[name], 2)), ""  # fmt: skip


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%" if chance >= 0.1 else f"{100 * chance:.2g}%"


def proof(report: Report, words: Words) -> Iterator[Paragraph]:
    """Yield what binds the program to its dice, what was found, and how to check it oneself."""
    yield words("The proof"), "title"
    if report.kind == "manual":
        yield words("These dice were thrown by hand: there is nothing to prove."), ""
        return
    if report.kind == "seed":
        yield (
            words(
                "These dice follow from a seed that stands in the log: the same for everybody who "
                "uses it. Good for practice, no proof for money: who knows the seed knows the dice."
            ),
            "",
        )
        yield from ((line, "good" if report.ok else "bad") for line in report.lines(words))
        return
    yield words(_BOUND), ""
    for one in report.bound:
        yield "", ""
        good = "bad" if one.faults else "good" if one.secret else "dim"
        yield one.sentence(words), good
        yield f"  SHA-256 {one.sha256}", ""
        if one.secret:
            yield "  " + words("secret {secret}", secret=one.secret), ""
    yield "", ""
    yield words(_BY_HAND), ""
    yield words(_NOT_PROVED), "dim"


_BOUND = _(
    "Before a game's first roll the log holds the SHA-256 of a secret, and every die follows from "
    "that secret and the players' salts. When the game is over the secret is shown. Nobody can "
    "find another secret with the same SHA-256, so nobody changed a die in between."
)
_BY_HAND = _(
    "Check it yourself: chouette verify LOG. Or by hand: the secret's SHA-256 is the one above; "
    'die k is read from HMAC-SHA256(secret, "k.0|salts"), the salts as JSON sorted by name: its '
    "first byte below 252, modulo 6, plus 1."
)
_NOT_PROVED = _(
    "What it does not prove: that whoever runs the table did not look at the secret, or throw "
    "secrets away until one pleased. Play with a host whom you trust."
)
