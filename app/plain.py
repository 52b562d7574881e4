"""The plain client: the same session line by line, for screen readers, dumb terminals and scripts.

No drawing of boxes, nothing that moves: every screen's information is a sentence on request
(board, pips, cubes, sheet, who, may), and the commands are those of the screen's prompt.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from app.command_line import LOCAL, CommandError, read_command, read_verb
from app.may import decider, may, may_not
from app.preview import WEIGHTY, preview
from app.screens.heard import Heard
from app.screens.help import COMMANDS
from app.story import tell
from app.wooden import MOST_STEPS, is_due, step
from rules.actions import Action
from rules.plays import legal_plays
from rules.position import START
from widgets.asking import asking, who_may
from widgets.glyphs import LETTER
from widgets.position_words import board_in_words
from widgets.talk import spoken
from widgets.words import Words, signed

if TYPE_CHECKING:
    from app.session import Session

Write = Callable[[str], None]


class Plain:
    """One viewer's plain client: `answer` takes a line and writes what it comes to."""

    def __init__(self, session: Session, words: Words, write: Write) -> None:
        self.session = session
        self._ = words
        self.write = write
        self.done = False
        self._read = len(session.entries())
        self._heard = Heard()
        self._shown_how = False
        self._waiting: tuple[Action, ...] = ()

    def greet(self) -> None:
        """Say where the session stands and how to go on."""
        self.write(self._("Chouette, plain. Type help for the commands, quit to leave."))
        self.tell_on()
        self.ask()

    def tell_on(self) -> None:
        """Tell what happened since it was last told."""
        new = self.session.entries(self._read)
        self._read += len(new)
        for entry in new:
            if text := tell(entry, self._):
                self.write(text)
            for event in entry.events or ():
                self._heard.hear(event, self.session.view.here)
        said, self._heard.said = self._heard.said, []
        for words in said:
            if (line := spoken(words, self._)) is not None:
                self.write(line[0])

    def news(self) -> None:
        """Tell what others did, and what the table asks after it; nothing where nothing is new."""
        if len(self.session.entries()) > self._read:
            self.tell_on()
            self.ask()

    def ask(self) -> None:
        """Say what the table asks now, and what an empty line would send."""
        asked = asking(self.session.view, self._)
        for line in (asked.headline, *asked.detail):
            self.write(line)
        if not self._shown_how and who_may(self.session.view, "play"):
            self._shown_how = True
            self.write(self._("Type a play, like 8/5 6/5; board tells where the checkers are."))
        if self._stuck:
            self.write(self._("No checker can move."))
        if step := self._step:
            self.write(self._("An empty line sends: {step}.", step=step))

    @property
    def _step(self) -> str:
        """What an empty line sends, "" where there is a choice to make."""
        return "pass" if self._stuck else asking(self.session.view, self._).step

    @property
    def _stuck(self) -> bool:
        """Whether the roll on the board is to be played from here, and cannot."""
        view, game = self.session.view, self.session.view.table.game
        if game is None or game.dice is None or view.table.board != "tracked":
            return False
        return bool(who_may(view, "play")) and not legal_plays(game.position, game.dice)

    async def answer(self, line: str) -> None:
        """Carry out one typed line."""
        if self._waiting:
            actions, self._waiting = self._waiting, ()
            if line.strip().casefold() in ("y", "yes", self._("yes")):
                await self._send(actions)
            else:
                self.write(self._("Not sent."))
            return
        text = line.strip() or self._step
        if not text:
            self.ask()
            return
        if text.casefold() == "memory":
            done = await go_on_in_memory(self.session)
            text = self._("The session goes on in memory only.")
            self.write(text if done else self._("Only the host can say so."))
            return
        if self._local(text):
            return
        try:
            actions = read_command(text, self.session.view)
        except CommandError as error:
            self.write(self._(error.text, **error.facts))
            return
        if any(action.verb in WEIGHTY for action in actions) and self._shared:
            self._waiting = actions
            what = preview(actions, self.session.view, self._)
            self.write(what.replace(self._("Enter sends: {what}", what=""), ""))
            self.write(self._("Type yes to send it."))
            return
        await self._send(actions)

    @property
    def _shared(self) -> bool:
        return len(self.session.view.here) > 1

    async def _send(self, actions: tuple[Action, ...]) -> None:
        for action in actions:
            for _ in range(MOST_STEPS):
                table = self.session.view.table
                missing = step(table)
                if is_due(table, action, self.session.view) or missing is None:
                    break
                await self.session.send(missing)
            refusal = await self.session.send(action)
            if refusal is not None:
                self.write(f"{refusal.sentence(self._.translate)} ({refusal.rule})")
                return
        self.tell_on()
        self.ask()

    def _local(self, text: str) -> bool:
        first, _, rest = text.partition(" ")
        try:
            verb = read_verb(first)
        except CommandError:
            return False
        if verb == "rules" and not rest:
            self._say(self._rules())
            return True
        if verb not in LOCAL:
            return False
        if verb == "quit":
            self.done = True
            return True
        self._say(_TELLING.get(verb, Plain._help)(self))
        return True

    def _say(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.write(line)

    def _board(self) -> Iterator[str]:
        yield from board_in_words(self.session.view, self._)
        game = self.session.view.table.game
        if game is not None and game.dice is not None:
            yield self._("The dice: {a} and {b}.", a=game.dice[0], b=game.dice[1])

    def _pips(self) -> Iterator[str]:
        view = self.session.view
        if view.pips is None:
            yield self._("Pips: {n} each at the start.", n=START.pips[0])
            return
        yield board_in_words(view, self._)[-1]

    def _cubes(self) -> Iterator[str]:
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

    def _sheet(self) -> Iterator[str]:
        view = self.session.view
        for record in view.table.games:
            points = ", ".join(f"{name} {signed(n)}" for name, n in record.points.items())
            yield self._("Game {n}: {points}.", n=record.game, points=points)
        points = ", ".join(f"{name} {signed(n)}" for name, n in view.scores.items())
        yield self._("All: {points}. sum {n}", points=points, n=sum(view.scores.values()))

    def _who(self) -> Iterator[str]:
        view = self.session.view
        table = view.table
        for name in table.seated:
            roles = [self._("Box")] if name == table.box else []
            roles += [self._("Captain")] if name == table.captain else []
            roles += [self._("away")] if name in table.away else []
            roles += [self._("to act")] if name in view.to_act else []
            yield f"{name}: {', '.join(roles)}" if roles else name
        yield self._("Checkers: {box} Box, {team} Team.", box=LETTER["box"], team=LETTER["team"])

    def _may(self) -> Iterator[str]:
        view = self.session.view
        for name in view.here:
            yield f"{name}: {', '.join(may(view, name))}"
        for verbs_not, refusal in may_not(view, decider(view)) if view.here else ():
            why = refusal.sentence(self._.translate)
            yield self._(
                "Not {verbs}: {why} ({rule})",
                verbs=", ".join(verbs_not),
                why=why,
                rule=refusal.rule,
            )

    def _help(self) -> Iterator[str]:
        for example, text in COMMANDS:
            yield f"{example}: {self._(text)}"

    def _dice(self) -> Iterator[str]:
        from app.dice_statistics import page, proof, statistics
        from app.replay import LivePast
        from app.verify import verify

        past = LivePast(self.session)
        for text, _ in (*page(statistics(past.entries), self._), *proof(verify(past), self._)):
            if text:
                # Bars are for eyes.
                yield text.strip().rstrip("= ")

    def _log(self) -> Iterator[str]:
        for entry in self.session.entries():
            if text := tell(entry, self._):
                yield text

    def _rules(self) -> Iterator[str]:
        from app.clause_words import all_clauses

        for clause, name, text in all_clauses(self.session.view.table.rules, self._):
            yield f"{clause}: {name.replace('_', ' ')}. {text}"


async def go_on_in_memory(session: Session) -> bool:
    """Write no further into a log that cannot be written, as the people at the table said.

    Of a remote table only its host can say so; False where nothing came of it.
    """
    host = getattr(session, "host", None)
    if host is None or not getattr(session, "may_host", True):
        return False
    await host.go_on_in_memory()
    return True


_TELLING: dict[str, Callable[[Plain], Iterator[str]]] = {
    "board": Plain._board,
    "pips": Plain._pips,
    "cubes": Plain._cubes,
    "sheet": Plain._sheet,
    "dice": Plain._dice,
    "who": Plain._who,
    "may": Plain._may,
    "help": Plain._help,
    "log": Plain._log,
}


def play_plain(session: Session, words: Words) -> int:
    """Play on standard input and output until the end of input or quit."""

    def write(text: str) -> None:
        encoding = sys.stdout.encoding or "ascii"
        print(text.encode(encoding, "replace").decode(encoding), flush=True)

    client = Plain(session, words, write)
    company = getattr(getattr(session, "host", None), "company", None)

    async def let_bots_act() -> None:
        if company is not None:
            company.start()
            await company.rest()
            client.news()

    client.greet()
    with asyncio.Runner() as runner:
        runner.run(let_bots_act())
        while not client.done:
            if sys.stdin.isatty():
                print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                break
            runner.run(client.answer(line))
            runner.run(let_bots_act())
        if company is not None:
            runner.run(company.stop())
    return 0
