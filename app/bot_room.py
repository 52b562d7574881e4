"""What the people in the room do for bots, who throw no dice and see no wooden board."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.log import Entry
from rules.permit_turns import shown_position
from rules.position import Position
from rules.saying import Term
from rules.state import Table
from rules.views import to_act


def needs_hands(table: Table) -> Term | None:
    """Return what the people in the room do for bots at this table, in words; None if nothing."""
    if table.board == "physical":
        return Term(
            "Bots see no wooden board: move their checkers for them, and set the position before "
            "they decide about a cube, or decide for them."
        )
    if table.dice == "manual":
        return Term("Bots have no hands: throw the dice for them and type what they show.")
    return None


def lent(
    table: Table, bots: Collection[str], *, resting: bool, blind: bool
) -> dict[str, frozenset[str]]:
    """Return for which bots people in the room act now, and with which verbs.

    Nobody has to name a proxy for that: the room throws a bot's dice and moves its checkers on a
    wooden board. Where the dice alone are thrown by hand, that is when all bots are `resting`, so
    that no roll comes before a bot's double. A bot that is `blind` cannot decide at all.
    """
    if table.dice != "manual" or table.closed:
        return {}
    if table.board == "physical":
        verbs = _THROWS | _ON_WOOD | (_DECISIONS if blind and table.game else frozenset())
        return dict.fromkeys(bots, verbs)
    return {name: _THROWS for name in to_act(table) if resting and name in bots}


_THROWS = frozenset({"draw", "opening", "roll", "rolloff"})
_ON_WOOD = frozenset({"done", "finish", "show"})
_DECISIONS = frozenset(
    {"double", "stay", "hold", "release", "answer", "take", "drop", "beaver", "accept", "raccoon",
     "extra", "no_extra", "agree", "refuse", "let", "preempt"}
)  # fmt: skip


def sight(table: Table, entries: Sequence[Entry]) -> Position | None:
    """Return the position on a wooden board as it was set since anything moved there, if it was.

    It is the view of the side in turn, as protocol `show` has it.
    """
    for entry in reversed(entries):
        do = entry.request["do"]
        if do == "show":
            return shown_position(table.shown) if table.shown else None
        if do in _MOVES_ON:
            return None
    return None


_MOVES_ON = frozenset({"open", "start", "opening", "roll", "done", "finish", "takeback", "close"})
