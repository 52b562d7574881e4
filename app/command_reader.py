"""What every typed command needs to know: who speaks, whom a word means, which cube.

Unique beginnings of names are enough, in any case; a blank in a name is typed as an underscore.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.actions import Action, BadRequest, read_action
from rules.naming import fold
from rules.saying import Either, Fault
from widgets.asking import asked_here, stand_in, who_may
from widgets.names import ALIASES, known_names

if TYPE_CHECKING:
    from rules.views import View


class CommandError(Fault):
    """A typed command that cannot be read; the sentence says what would be right."""


@dataclass
class Reader:
    """What the reading of one command knows: the view, and who was named as the speaker."""

    view: View
    by: str = ""
    as_: str = ""

    @property
    def names(self) -> list[str]:
        return known_names(self.view)

    def is_name(self, word: str) -> bool:
        wanted = fold(word.replace("_", " "))
        if wanted in ALIASES:
            return True
        return bool(wanted) and any(fold(name).startswith(wanted) for name in self.names)

    def person(self, word: str) -> str:
        """Return the player that a word means, by his name even where it is an alias."""
        table, name = self.view.table, self.name(word)
        mover = table.acting_mover() if table.game else table.captain
        return {"box": table.box, "captain": table.captain, "mover": mover}.get(name, name)

    def name(self, word: str) -> str:
        """Return the player that a word means: his name, a unique beginning, or an alias."""
        wanted = fold(word.replace("_", " "))
        if wanted in ALIASES:
            return wanted
        exact = [name for name in self.names if fold(name) == wanted]
        found = exact or [name for name in self.names if fold(name).startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if not found:
            players = ", ".join(self.names)
            raise CommandError(
                "nobody here is called {word}; there are {players}", word=word, players=players
            )
        raise CommandError("{word} may be {names}", word=word, names=Either(found))

    def cube(self, word: str) -> str:
        """Return a cube's reference: a name, or both names as player:player."""
        return ":".join(self.name(part) for part in word.split(":"))

    def speaker(self, verb: str) -> str:
        """Return who asks for it: the one named, else whom the table asks, else whoever may."""
        if self.by:
            return self.by
        found = who_may(self.view, verb)
        if found:
            return found
        here = asked_here(self.view)
        everybody = here or list(self.view.here)
        return everybody[0] if everybody else self.view.viewer or ""

    def action(self, verb: str, /, **fields: Any) -> Action:
        """Make the action; CommandError says what is missing or wrong in it."""
        by = fields.pop("by", None) or self.as_ or self.speaker(verb)
        request = {"do": verb, "by": by}
        request |= {key: value for key, value in fields.items() if value is not None}
        if actor := stand_in(self.view, by):
            request |= {"by": actor, "as": by}
        elif self.as_:
            request |= {"by": self.speaker(verb), "as": self.as_}
        try:
            return read_action(request)
        except BadRequest as error:
            raise CommandError(error.text, **error.facts) from None


def beavered(view: View, ref: str) -> bool:
    cube = view.table.game.cube(cube_id(view, ref)) if view.table.game else None
    return cube is not None and cube.beavered


def pending_for(view: View, name: str) -> list[str]:
    game = view.table.game
    if game is None or game.round is None:
        return []
    offers = game.round.offers
    return [o.cube for o in offers if o.to == name and o.cube not in game.round.marks]


def pending(view: View) -> list[str]:
    asked = asked_here(view) or list(view.here)
    return [cube for name in asked for cube in pending_for(view, name)]


def cube_id(view: View, ref: str) -> str:
    """Return the cube that a name means among those pending, else the reference as it is."""
    game = view.table.game
    if game is None or ":" in ref:
        return ref
    wanted = fold(ref.replace("_", " "))
    word = {"captain": game.captain, "mover": game.mover, "box": game.boxer}.get(wanted, wanted)
    waiting = set(pending(view))
    mine = [c for c in game.cubes if c.live and fold(word) in (fold(c.player), fold(c.team))]
    first = [cube for cube in mine if cube.id in waiting] or mine
    if len(first) == 1:
        return first[0].id
    others = [c for c in game.cubes if c.id in waiting and fold(word) == fold(c.boxer)]
    return others[0].id if len(others) == 1 else ref


def answerer(reader: Reader, ref: str, mark: str) -> str:
    game = reader.view.table.game
    cube = game.cube(cube_id(reader.view, ref)) if game else None
    if game is not None and game.round is not None and cube is not None:
        offer = game.round.offer_of(cube.id)
        if offer is not None:
            return offer.by if cube.beavered else offer.to
    return reader.speaker(mark)
