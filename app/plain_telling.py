"""What the plain client tells on request: board, pips, cubes, sheet, dice, who, may, log, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from app.may import decider, may, may_not
from app.screens.help import COMMANDS
from app.story import tell
from rules.position import START
from widgets.glyphs import LETTER
from widgets.position_words import board_in_words
from widgets.words import Words, signed

if TYPE_CHECKING:
    from app.session import Session


class Telling:
    """One viewer's session in sentences."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self._ = words

    def board(self) -> Iterator[str]:
        """Where the checkers stand, and the dice."""
        yield from board_in_words(self.session.view, self._)
        game = self.session.view.table.game
        if game is not None and game.dice is not None:
            yield self._("The dice: {a} and {b}.", a=game.dice[0], b=game.dice[1])

    def pips(self) -> Iterator[str]:
        """The pip count of both sides."""
        view = self.session.view
        if view.pips is None:
            yield self._("Pips: {n} each at the start.", n=START.pips[0])
            return
        yield board_in_words(view, self._)[-1]

    def cubes(self) -> Iterator[str]:
        """Each cube: whose, at what value, where."""
        game = self.session.view.table.game
        if game is None:
            yield self._("No game is being played.")
            return
        for cube in game.cubes:
            name = cube.player if not cube.extra else f"{cube.player} against {cube.boxer}"
            if not cube.live:
                yield self._("{name}: out, {points}.", name=name, points=signed(cube.points or 0))
            elif cube.offered:
                yield self._("{name}: doubled to {value}.", name=name, value=cube.offered)
            elif cube.owner is None:
                yield self._("{name}: {value}, in the middle.", name=name, value=cube.value)
            else:
                yield self._(
                    "{name}: {value}, held by {owner}.",
                    name=name, value=cube.value, owner=cube.owner,
                )  # fmt: skip

    def sheet(self) -> Iterator[str]:
        """Each game's points, and the sum."""
        view = self.session.view
        for record in view.table.games:
            points = ", ".join(f"{name} {signed(n)}" for name, n in record.points.items())
            yield self._("Game {n}: {points}.", n=record.game, points=points)
        points = ", ".join(f"{name} {signed(n)}" for name, n in view.scores.items())
        yield self._("All: {points}. sum {n}", points=points, n=sum(view.scores.values()))

    def who(self) -> Iterator[str]:
        """The line, with everybody's part."""
        view = self.session.view
        table = view.table
        for name in table.seated:
            roles = [self._("Box")] if name == table.box else []
            roles += [self._("Captain")] if name == table.captain else []
            roles += [self._("bot")] if name in getattr(self.session, "bots", ()) else []
            roles += [self._("away")] if name in table.away else []
            roles += [self._("to act")] if name in view.to_act else []
            yield f"{name}: {', '.join(roles)}" if roles else name
        yield self._("Checkers: {box} Box, {team} Team.", box=LETTER["box"], team=LETTER["team"])

    def may(self) -> Iterator[str]:
        """What may be done now, and why not the rest."""
        view = self.session.view
        for name in view.here:
            yield f"{name}: {', '.join(may(view, name))}"
        for verbs_not, refusal in may_not(view, decider(view)) if view.here else ():
            why = refusal.told(self._.translate)
            yield self._("Not {verbs}: {why}", verbs=", ".join(verbs_not), why=why)

    def help(self) -> Iterator[str]:
        """Every command, by example."""
        for example, text in COMMANDS:
            yield f"{example}: {self._(text)}"

    def dice(self) -> Iterator[str]:
        """How the dice fell, and the proof."""
        from app.dice_statistics import page, proof, statistics
        from app.replay import LivePast
        from app.verify import verify

        past = LivePast(self.session)
        for text, _look in (*page(statistics(past.entries), self._), *proof(verify(past), self._)):
            if text:
                # Bars are for eyes.
                yield text.strip().rstrip("= ")

    def log(self) -> Iterator[str]:
        """Everything that happened."""
        for entry in self.session.entries():
            if text := tell(entry, self._):
                yield text

    def rules(self) -> Iterator[str]:
        """The house rules, clause by clause."""
        from app.clause_words import all_clauses

        for clause, name, text in all_clauses(self.session.view.table.rules, self._):
            yield f"{clause}: {name.replace('_', ' ')}. {text}"


TELLING: dict[str, Callable[[Telling], Iterator[str]]] = {
    "board": Telling.board,
    "pips": Telling.pips,
    "cubes": Telling.cubes,
    "sheet": Telling.sheet,
    "dice": Telling.dice,
    "who": Telling.who,
    "may": Telling.may,
    "help": Telling.help,
    "log": Telling.log,
}
"""The words that ask for something."""
