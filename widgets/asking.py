"""What the table asks at this terminal: who decides, in which words, and what one key would do.

Everything here is read from the view; whether something is allowed is never decided again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.cube import Cube
from rules.saying import marked as _
from widgets.offers import (
    asked_here,
    asks_who_begins,
    invited,
    may,
    requests,
    stand_in,
    verbs,
    who_may,
)
from widgets.proposal_words import proposal_lines
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View


__all__ = [
    "Asking",
    "asked_here",
    "asking",
    "asks_who_begins",
    "may",
    "requests",
    "stand_in",
    "step_words",
    "verbs",
    "who_may",
]


@dataclass(frozen=True)
class Asking:
    """The question of the moment.

    `who` decides at this terminal, "" where nobody here does; `waits` are all whom the table waits
    for. `step` is the one obvious next command (Space), "" where there is a choice to make.
    `pending` are the cubes to be answered from here, `open` those that may be doubled from here.
    """

    who: str
    waits: tuple[str, ...]
    headline: str
    detail: tuple[str, ...] = ()
    step: str = ""
    pending: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


_STEPS = {
    "draw": _("draw the line"),
    "start": _("start"),
    "opening": _("opening roll"),
    "roll": _("roll"),
    "done": _("played"),
    "rolloff": _("roll off"),
}
"""The obvious next commands as they are read. They are typed in English everywhere."""


def step_words(step: str, words: Words) -> str:
    """Return the one obvious next step in words.

    >>> step_words("opening", Words())
    'opening roll'
    """
    return words(_STEPS.get(step, step))


def asking(view: View, words: Words) -> Asking:
    """Return what the table asks at this terminal now."""
    phase = view.table.phase
    here = asked_here(view)
    proposals = tuple(proposal_lines(view, words))
    asked = Asking(here[0] if here else "", tuple(view.to_act), "", proposals)
    if view.table.closed:
        return _but(asked, words("The session is closed."))
    if not view.table.opened:
        return _but(asked, words("No session yet."))
    make = _PHASES[phase]
    headline, detail, step, pending, choices = make(view, words, asked.who)
    if actor := stand_in(view, asked.who):
        detail = (words("{actor} may act for {name}.", actor=actor, name=asked.who), *detail)
    return Asking(asked.who, asked.waits, headline, (*detail, *proposals), step, pending, choices)


def _but(asked: Asking, headline: str) -> Asking:
    return Asking(asked.who, asked.waits, headline, asked.detail)


_Answer = tuple[str, tuple[str, ...], str, tuple[str, ...], tuple[str, ...]]


def _say(headline: str, *detail: str, step: str = "") -> _Answer:
    return headline, tuple(line for line in detail if line), step, (), ()


def _draw(view: View, words: Words, who: str) -> _Answer:
    if view.table.dice == "manual":
        return _say(words("Draw for the order."), words("Type each throw: draw ann 6 4, ben 5 2"))
    return _say(words("Draw for the order."), step="draw")


def _pause(view: View, words: Words, who: str) -> _Answer:
    table = view.table
    headline = words("Next: {box} is Box, {captain} Captain.", box=table.box, captain=table.captain)
    if who_may(view, "remain"):
        name = table.line[1]
        return _say(headline, words("{name}: remain Partner, or step down?", name=name))
    step = "start" if who_may(view, "start") else ""
    first = next(invited(view), "")
    partner = words("Or with a Partner: invite {name}", name=first) if first else ""
    return _say(headline, partner if step else _wait(view, words), step=step)


def _opening(view: View, words: Words, who: str) -> _Answer:
    headline = words("The opening roll: one die each.")
    if not who_may(view, "opening"):
        return _say(headline, _wait(view, words))
    if view.table.board == "physical":
        return _say(headline, words("Who moves first, Box or Team?"))
    if view.table.dice == "manual":
        return _say(headline, words("Type Box's die, then Captain's: 61"))
    return _say(headline, step="opening")


def _before_roll(view: View, words: Words, who: str) -> _Answer:
    game = view.table.game
    assert game is not None
    roller = view.table.roller()
    wanted = {cube for name in view.here for cube in _may_double(view, name)}
    choices = tuple(cube.id for cube in game.cubes if cube.id in wanted)
    names = words.listed(sorted(game.holds))
    held = words.count(
        "{names} holds the roll.", "{names} hold the roll.", len(game.holds), names=names
    )
    held = held if names else ""
    rolls = who_may(view, "roll")
    if rolls:
        first = words("{name}: roll, or double?", name=roller) if choices else ""
        headline = first or words("{name} to roll.", name=roller)
        manual = view.table.dice == "manual" and view.table.board == "tracked"
        hint = words("Type the dice: 63") if manual else ""
        return headline, _some(hint, held), "" if manual else "roll", (), choices
    if choices:
        return (
            words("{name} to roll.", name=roller),
            _some(words("You may double."), held),
            "",
            (),
            choices,
        )
    spoken = who_may(view, "stay")
    if spoken:
        return _say(words("{name}: double or stay?", name=spoken), held)
    return _say(words("{name} to roll.", name=roller), held)


def _declare(view: View, words: Words, who: str) -> _Answer:
    if not who:
        return _say(words("Doubling."), _wait(view, words))
    choices = tuple(_may_double(view, who))
    return words("{name}: double or stay?", name=who), (), "", (), choices


def _answer(view: View, words: Words, who: str) -> _Answer:
    pending = tuple(_pending(view))
    if not pending:
        return _say(words("A double is being answered."), _wait(view, words))
    game = view.table.game
    assert game is not None
    rule = view.answer_rule
    if len({cube.of("team") for cube in _cubes(view, pending)}) > 1 and who == game.boxer:
        headline = words.count(
            "Doubled: answer {n} cube", "Doubled: answer {n} cubes", len(pending)
        )
    else:
        headline = words("{name}: take or drop?", name=who)
    detail = (f"{rule.sentence(words.translate)} ({rule.clause})",) if rule is not None else ()
    return headline, detail, "", pending, ()


def _extras(view: View, words: Words, who: str) -> _Answer:
    if not who:
        return _say(words("Extras are being offered."), _wait(view, words))
    if may(view, who, "extra"):
        return _say(words("{name}: an extra to the lone taker?", name=who))
    pending = tuple(_pending(view))
    return words("{name}: take the extras, or drop all?", name=who), (), "", pending, ()


def _beavered(view: View, words: Words, who: str) -> _Answer:
    if not who:
        return _say(words("Beavered."), _wait(view, words))
    pending = tuple(_pending(view))
    if not pending:
        return _say(words("{name}: does the raccoon stand?", name=who))
    return words("{name}: accept the beaver, or drop?", name=who), (), "", pending, ()


def _play(view: View, words: Words, who: str) -> _Answer:
    game = view.table.game
    assert game is not None
    roller = view.table.roller()
    if view.table.board == "physical":
        step = "done" if who_may(view, "done") else ""
        return _say(words("{name} plays.", name=roller), step=step)
    dice = "-".join(map(str, game.dice or ()))
    return _say(words("{name} plays {dice}.", name=roller, dice=dice))


def _rolloff(view: View, words: Words, who: str) -> _Answer:
    headline = words("A half point is rolled off.")
    if not who_may(view, "rolloff"):
        return _say(headline, _wait(view, words))
    if view.table.dice == "manual":
        game = view.table.game
        maker = game.rolloffs[0].maker if game is not None and game.rolloffs else who
        hint = words("Type both throws, first that of {name}: rolloff 6 4 5 2", name=maker)
        return _say(headline, hint)
    return _say(headline, step="rolloff")


def _correction(view: View, words: Words, who: str) -> _Answer:
    headline = words("The play was corrected.")
    return _say(headline, words("{name}: keep the roll, or reroll?", name=who) if who else "")


_PHASES = {
    "draw": _draw,
    "between_games": _pause,
    "opening": _opening,
    "before_roll": _before_roll,
    "declare": _declare,
    "answer": _answer,
    "extras": _extras,
    "beavered": _beavered,
    "play": _play,
    "rolloff": _rolloff,
    "correction": _correction,
}


def _wait(view: View, words: Words) -> str:
    if not view.to_act:
        return ""
    return words("Waiting for {names}.", names=words.listed(list(view.to_act)))


def _some(*lines: str) -> tuple[str, ...]:
    return tuple(line for line in lines if line)


def _cubes(view: View, ids: tuple[str, ...]) -> list[Cube]:
    game = view.table.game
    return [cube for cube in (game.cubes if game else ()) if cube.id in ids]


def _may_double(view: View, name: str) -> Iterator[str]:
    for one in view.here:
        for offer in view.offers.get(one, ()):
            if offer.verb == "double" and (offer.as_ or offer.by) == name:
                yield from offer.cubes


def _pending(view: View) -> Iterator[str]:
    """Yield the cubes that somebody here has to answer now, in the order of the rack."""
    answers = {"answer", "take", "drop", "beaver", "accept", "raccoon"}
    wanted = set()
    for name in view.here:
        for request in requests(view, name):
            if request["do"] in answers:
                wanted |= set(request.get("cubes") or ())
                wanted |= {request["cube"]} if request.get("cube") else set()
    game = view.table.game
    for cube in game.cubes if game else ():
        if cube.id in wanted or (cube.offered is not None and _is_mine(view, cube)):
            yield cube.id


def _is_mine(view: View, cube: Cube) -> bool:
    game = view.table.game
    if game is None or game.round is None:
        return False
    asked = asked_here(view)
    offer = game.round.offer_of(cube.id)
    if cube.beavered:
        return offer is not None and offer.by in asked
    return offer is not None and offer.to in asked and cube.id not in game.round.marks
