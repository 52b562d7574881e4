"""Words typed at the table that ask the program, and not the table, for something."""

from __future__ import annotations

from textual import work

from app.command_line import CommandError, read_verb
from app.screens.table_sending import TableSending
from rules.saying import Fault
from widgets.position_words import board_in_words
from widgets.prompt import Reply


class TableLocal(TableSending):
    """What the screen itself answers; nothing of it reaches the log."""

    def do(self, action: str) -> None:
        """Do what a key, a click on the key line or the palette names by its id."""
        raise NotImplementedError

    def local(self, text: str) -> bool:
        """Answer a word that asks the screen for something; False if it is for the table."""
        words = text.split()
        try:
            verb = read_verb(words[0]) if words else ""
        except CommandError:
            return False
        if verb == "rules" and len(words) == 1:
            self.do("rules")
        elif verb == "help":
            self.query_one(Reply).say("")
            self.do("help")
        elif verb == "quit":
            self.do("quit")
        elif verb in ("sheet", "log"):
            self.turn_to("sheet" if verb == "sheet" else "log")
        elif verb in ("cubes", "board"):
            self.turn_to("rack")
        elif verb == "who":
            self.turn_to("line")
        elif verb == "pips":
            self.query_one(Reply).say(board_in_words(self.view, self._)[-1])
        elif verb == "may":
            self.do("help")
        elif verb == "dice":
            self.do("dice")
        elif verb == "memory":
            self._memory()
        elif verb == "value":
            self._value(words[1:])
        elif verb == "bot":
            self._bot(words[1] if len(words) > 1 else "expert")
        elif verb == "unbot":
            self._unbot(" ".join(words[1:]))
        else:
            return False
        return True

    @work
    async def _memory(self) -> None:
        from app.plain import go_on_in_memory

        done = await go_on_in_memory(self.session)
        text = self._("The session goes on in memory only.")
        self.query_one(Reply).say(text if done else self._("Only the host can say so."), "ask")

    @work(group="bot")
    async def _bot(self, strength: str) -> None:
        """Let one more bot ask for a seat."""
        from app.seating import bot_came, seat_bot
        from app.tui import ChouetteApp

        reply = self.query_one(Reply)
        try:
            host, name = await seat_bot(self.session, strength)
        except Fault as fault:
            reply.say(self._(fault.text, **fault.facts), "bad")
            return
        if isinstance(self.app, ChouetteApp) and host.company is not None:
            self.app.play_with(host.company)
        reply.say(bot_came(host, name, self._), "dim")

    @work(group="bot")
    async def _unbot(self, name: str) -> None:
        """Let a bot leave."""
        from app.seating import bot_goes, unseat_bot

        reply = self.query_one(Reply)
        try:
            host, name = await unseat_bot(self.session, name)
        except Fault as fault:
            reply.say(self._(fault.text, **fault.facts), "bad")
        else:
            reply.say(bot_goes(host, name, self._), "dim")

    @work(group="value")
    async def _value(self, words: list[str]) -> None:
        """Agree to see what a cube is worth that is to be settled; show it once both have."""
        from app.fair_value import CannotSay, seen_by

        reply = self.query_one(Reply)
        host = getattr(self.session, "host", None)
        if host is None:
            reply.say(self._("A value is for a settlement at a live table."), "bad")
            return
        reply.say(self._("The engine is asked …"), "dim")
        try:
            found = await seen_by(host, self.view.here, words[0] if words else "")
        except CannotSay as fault:
            reply.say(self._(fault.text, **fault.facts), "ask")
        else:
            reply.say(found.told(self._), "strong")
