"""Sending from the table screen: the confirming key, the turns nobody typed, refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work

from app.preview import WEIGHTY, forbidding, unfinished
from app.screens.table_base import TableBase
from app.wooden import MOST_STEPS, is_due, step
from rules.actions import Action, Correct, Finish
from rules.refusals import Refusal
from widgets.prompt import Reply

if TYPE_CHECKING:
    from app.session import Session
    from app.settings import Settings
    from widgets.words import Words


class TableSending(TableBase):
    """How actions leave the screen; nothing else here sends anything."""

    def __init__(self, session: Session, words: Words, settings: Settings) -> None:
        super().__init__(session, words, settings)
        self._confirming: tuple[Action, ...] = ()
        self._sending = asyncio.Lock()

    def _send_text(self, text: str) -> None:
        composed = self.composer.read(text)
        if composed.actions:
            self._ask_or_send(composed.actions)

    def _ask_or_send(self, actions: tuple[Action, ...]) -> None:
        """Send, or first ask for one more key where it is somebody else's answer.

        What will be refused is no answer to ask about: the refusal says why, and `?` its clause.
        """
        others = [
            action.by
            for action in actions
            if action.verb in WEIGHTY and action.by != self.view.viewer and len(self.view.here) > 1
        ]
        refused = forbidding(actions, self.view) or unfinished(actions, self.view)
        asked = self.settings.confirm_others and not refused
        if others and asked and not self._confirming:
            self._confirming = actions
            self.command.typing = False
            names = self._.listed(list(dict.fromkeys(others)))
            sends = self._("Enter sends: {what}", what="")
            text = self.composed.message.rpartition(sends)[2]
            self.query_one(Reply).say(
                self._("{names}, is this your word? y sends: {what}", names=names, what=text),
                "ask",
                "confirm",
            )
            self.draw()
            return
        self._confirming = ()
        self.send_actions(actions)

    def _do_confirm(self) -> None:
        actions, self._confirming = self._confirming, ()
        if actions:
            self.send_actions(actions)

    def _do_no(self) -> None:
        self._confirming = ()
        self.recompose_text(self.command.value)

    def send_actions(self, actions: Sequence[Action]) -> None:
        """Send actions one after the other; the first refusal ends it and brings the text back.

        The command is free at once: who types ahead loses nothing.
        """
        text, typing = self.command.value, self.typing
        self.set_text("", typing=False)
        self._send(tuple(actions), text, typing)

    @work(group="send")
    async def _send(self, actions: tuple[Action, ...], text: str, typing: bool) -> None:
        async with self._sending:
            for action in actions:
                refusal = await self._send_with_steps(action)
                if refusal is not None:
                    self._refused(refusal, text, typing)
                    return

    def _refused(self, refusal: Refusal, text: str, typing: bool) -> None:
        if not self.command.value:
            # Marks stay, and yet whoever types something else need not delete first.
            self.command.set(text, typing, chosen=typing)
            self.recompose_text(text)
        self.query_one(Reply).refuse(refusal.sentence(self._.translate), refusal.clause)
        self.draw()

    async def _send_with_steps(self, action: Action) -> Refusal | None:
        """Send an action; on a wooden board the turns that nobody typed go before it."""
        session = self.session
        for _ in range(MOST_STEPS):
            table = session.view.table
            if is_due(table, action):
                break
            missing = step(table)
            if missing is None:
                break
            refusal = await session.send(missing)
            if refusal is not None:
                return refusal
        if isinstance(action, Finish) and not action.by:
            action = action.model_copy(update={"by": session.view.table.box})
        if isinstance(action, Correct) and session.live:
            from app.gain import measured

            action = await asyncio.to_thread(measured, session.view.table, action)
        return await session.send(action)
