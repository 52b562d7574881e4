"""The plain client: the same session line by line, for screen readers, dumb terminals and scripts.

No drawing of boxes, nothing that moves: every screen's information is a sentence on request
(board, pips, cubes, sheet, who, may), and the commands are those of the screen's prompt.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from app.clause_words import explain
from app.command_line import LOCAL, CommandError, local_word, read_command, read_verb
from app.plain_telling import TELLING, Telling
from app.preview import WEIGHTY, preview
from app.screens.heard import Heard
from app.story import tell
from app.wooden import MOST_STEPS, is_due, step
from rules.actions import Action
from rules.permission import refusal_of
from rules.plays import legal_plays
from rules.refusals import Refusal
from rules.saying import Fault
from widgets.asking import asking, asks_who_begins, who_may
from widgets.talk import spoken
from widgets.words import Words

if TYPE_CHECKING:
    from app.company import Company
    from app.host import Host
    from app.session import Session

Write = Callable[[str], None]


class Plain(Telling):
    """One viewer's plain client: `answer` takes a line and writes what it comes to."""

    def __init__(self, session: Session, words: Words, write: Write) -> None:
        super().__init__(session, words)
        self.write = write
        self.done = False
        self._read = len(session.entries())
        self._heard = Heard()
        self._shown_how = False
        self._asked = ""
        self._rule = ""
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
        elif asking(self.session.view, self._).who != self._asked:
            self.ask()  # A bot's dice are to be thrown here now.

    def ask(self) -> None:
        """Say what the table asks now, and what an empty line would send."""
        asked = asking(self.session.view, self._)
        self._asked = asked.who
        for line in (asked.headline, *asked.detail):
            self.write(line)
        if not self._shown_how and who_may(self.session.view, "play"):
            self._shown_how = True
            self.write(self._("Type a play, like 8/5 6/5; board tells where the checkers are."))
        if asks_who_begins(self.session.view):
            self.write(self._("Type opening box, or opening team."))
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
        text, rule = line.strip() or self._step, self._rule
        self._rule = ""
        if text == "?" and rule:
            self._say(iter(explain(self.session.view.table.rules, rule, self._)))
            return
        if not text:
            self.ask()
            return
        if text.casefold() == "memory":
            done = await go_on_in_memory(self.session)
            text = self._("The session goes on in memory only.")
            self.write(text if done else self._("Only the host can say so."))
            return
        if self._local(text) or await self._bots(text) or await self._value(text):
            return
        try:
            actions = read_command(text, self.session.view)
        except CommandError as error:
            self.write(self._(error.text, **error.facts))
            return
        if any(action.verb in WEIGHTY for action in actions) and self._shared:
            if refusal := self._refused_now(actions):
                self._refuse(refusal)
                return
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
                if is_due(table, action) or missing is None:
                    break
                await self.session.send(missing)
            refusal = await self.session.send(action)
            if refusal is not None:
                self._refuse(refusal)
                return
        self.tell_on()
        self.ask()

    def _refuse(self, refusal: Refusal) -> None:
        self.write(refusal.told(self._.translate))
        self._rule = refusal.clause

    def _refused_now(self, actions: tuple[Action, ...]) -> Refusal | None:
        """Return why the first action is refused: nobody is asked to confirm what cannot be.

        None on a wooden board where turns that nobody typed go before it.
        """
        table = self.session.view.table
        missing = step(table) is not None and not is_due(table, actions[0])
        return None if missing else refusal_of(table, actions[0])

    def _local(self, text: str) -> bool:
        first, _, rest = text.partition(" ")
        try:
            verb = read_verb(first)
        except CommandError:
            return False
        if verb == "rules" and not rest:
            self._say(self.rules())
            return True
        if verb not in LOCAL or verb in ("bot", "unbot", "value"):
            return False
        if verb == "quit":
            self.done = True
            return True
        self._say(TELLING.get(verb, Telling.help)(self))
        return True

    async def _bots(self, text: str) -> bool:
        """Seat one more bot, or let one leave; False where the line is about something else."""
        from app.seating import bot_came, bot_goes, seat_bot, unseat_bot

        first, _, rest = text.partition(" ")
        if (verb := local_word(first)) not in ("bot", "unbot"):
            return False
        try:
            if verb == "bot":
                host, name = await seat_bot(self.session, rest.strip() or "expert")
                said = bot_came(host, name, self._)
            else:
                host, name = await unseat_bot(self.session, rest.strip())
                said = bot_goes(host, name, self._)
        except Fault as fault:
            said = self._(fault.text, **fault.facts)
        self.write(said)
        self.news()
        return True

    async def _value(self, text: str) -> bool:
        """Agree to see what a cube is worth that is to be settled; False for another line."""
        first, _, rest = text.partition(" ")
        host: Host | None = getattr(self.session, "host", None)
        if local_word(first) != "value" or host is None:
            return False
        from app.fair_value import CannotSay, seen_by

        try:
            found = await seen_by(host, self.session.view.here, rest.strip())
        except CannotSay as fault:
            self.write(self._(fault.text, **fault.facts))
        else:
            self.write(found.told(self._))
        return True

    def _say(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.write(line)


async def go_on_in_memory(session: Session) -> bool:
    """Write no further into a log that cannot be written, as the people at the table said.

    Of a remote table only its host can say so; False where nothing came of it.
    """
    host = getattr(session, "host", None)
    if host is None or not getattr(session, "may_host", True):
        return False
    await host.go_on_in_memory()
    return True


def play_plain(session: Session, words: Words, kind: type[Plain] = Plain) -> int:
    """Play on standard input and output until the end of input or quit; `kind` is the client."""

    def write(text: str) -> None:
        encoding = sys.stdout.encoding or "ascii"
        print(text.encode(encoding, "replace").decode(encoding), flush=True)

    client = kind(session, words, write)

    def company() -> Company | None:
        return getattr(getattr(session, "host", None), "company", None)

    async def let_bots_act() -> None:
        if (bots := company()) is not None:
            bots.start()
            await bots.rest()
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
        if (bots := company()) is not None:
            runner.run(bots.stop())
    return 0
