"""Bots at a live table: they sit down like players, think for a while, and act by their sessions.

One task asks them one after another, who rolls last of all, so that nobody's double comes too late
because another was quicker. Judging is done in a thread. A bot that fails is away from then on: its
cubes are played by its proxy or the mover like any absent player's, and the table goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress

from app.bot_room import lent, needs_hands, sight
from app.bots import advice, choose, in_order
from app.character import Character
from app.host import Host
from app.live_session import LiveSession
from app.verdicts import Judge
from rules.actions import Action, Away, Join, Leave, Withdraw
from rules.saying import Fault, Phrase, Term
from rules.state import Table
from rules.views import View

log = logging.getLogger("chouette.bots")

AT_ONCE = ("hold", "release", "stay", "agree", "refuse", "let", "preempt", "acknowledge")
"""What a bot says without thinking: somebody waits for it."""


class Company:
    """The bots at one table.

    `thinking` is who thinks now, for the screen; `notices` what people should know: what went
    wrong, and what the room does for bots, in plain words.
    """

    def __init__(self, host: Host, judge: Judge, notice: Term | None = None) -> None:
        self.host = host
        self.judge = judge
        self.bots: dict[str, Character] = {}
        self.thinking: str | None = None
        self.notices: list[Phrase] = [Phrase(notice)] if notice else []
        self.failed: set[str] = set()
        self._sessions: dict[str, LiveSession] = {}
        self._unwatch: list[Callable[[], None]] = []
        self._changed = asyncio.Event()
        self._idle = asyncio.Event()
        self._errands: set[asyncio.Task[object]] = set()
        self._told: list[Callable[[], None]] = []
        self._noted = 0
        self._resting_at: Table | None = None
        self._advised: dict[str, tuple[int, int]] = {}
        self._task: asyncio.Task[None] | None = None

    def seat(self, name: str, character: Character) -> None:
        """Let a bot play for a seated player's name; Fault where one does already."""
        if name in self.bots:
            raise Fault("{name} is a bot already", name=name)
        if not self.bots and (help_wanted := needs_hands(self.host.table)) is not None:
            self.notices.append(Phrase(help_wanted))
        session = self.host.join(name, [name])
        self._sessions[name] = session
        self._unwatch.append(session.watch(self._see))
        self.bots[name] = character
        self.host.on_bots()
        self._wake()

    async def add(self, name: str, character: Character) -> None:
        """Let a new bot ask for a seat, as anybody who joins; Fault says why it may not."""
        self.seat(name, character)
        if name not in self.host.table.seated:
            refusal = await self._sessions[name].send(Join(by=name))
            if refusal is not None:
                self._forget(name)
                raise Fault(refusal.text, **refusal.facts)

    async def remove(self, name: str) -> None:
        """Let a bot leave, in a game as its end; until then it is away. Fault says why it may not.

        A bot that still waits for a seat wants none any more.
        """
        if name not in self.bots:
            raise Fault("{name} is no bot here", name=name)
        table, session = self.host.table, self._sessions[name]
        farewells: list[Action] = [
            Withdraw(by=name, proposal=one.id) for one in table.proposals if one.by == name
        ]
        if name in table.seated:
            farewells.append(Leave(by=name))
        for action in farewells:
            refusal = await session.send(action)
            if refusal is not None:
                raise Fault(refusal.text, **refusal.facts)
        self._forget(name)

    def lent(self) -> dict[str, frozenset[str]]:
        """Return for which bots the room acts now, and with which verbs."""
        table = self.host.table
        blind = table.board == "physical" and sight(table, self.host.keeper.entries) is None
        return lent(table, self.bots, resting=self._resting_at is table, blind=blind)

    def start(self, told: Callable[[], None] | None = None) -> None:
        """Begin to play, inside a running event loop; `told` is called when `thinking` changes.

        Every screen at the table may call this; the bots begin once.
        """
        if told is not None and told not in self._told:
            self._told.append(told)
        if self._task is None:
            self._wake()
            self._task = asyncio.create_task(self._play())

    async def rest(self) -> None:
        """Wait until no bot has anything to do, as when the table waits for a person."""
        # What was just done is told in the loop's next turns.
        for _ in range(3):
            await asyncio.sleep(0)
        if self._task is not None:
            await self._idle.wait()

    def later(self, errand: Coroutine[object, object, object]) -> None:
        """Have something done in the loop's next turns."""
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _wake(self) -> None:
        self._idle.clear()
        self._changed.set()

    async def stop(self) -> None:
        """Stop playing and leave the table; the seats stay as they are."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for name in tuple(self.bots):
            self._forget(name)
        await asyncio.to_thread(self.end)

    def end(self) -> None:
        """End the judge's process when the event loop is gone already."""
        close = getattr(self.judge, "close", None)
        if close is not None:
            close()

    def _forget(self, name: str) -> None:
        self.bots.pop(name, None)
        session = self._sessions.pop(name, None)
        if session is not None:
            session.close()
            self.host.on_bots()

    def _see(self, view: View) -> None:
        self._wake()

    async def _play(self) -> None:
        while True:
            if not self._changed.is_set():
                self._idle.set()
            await self._changed.wait()
            self._changed.clear()
            table = self.host.table
            if table.closed:
                self._idle.set()
                return
            for name in in_order(table, self.bots):
                if await self._let_act(table, name):
                    break
            else:
                await self._advise(table)
                self._rest_at(table)
            self._note_judge()

    def _rest_at(self, table: Table) -> None:
        """Let the room throw for a bot, once no bot has anything to do before."""
        if self.host.table is table and self._resting_at is not table:
            self._resting_at = table
            if self.lent():
                self.host.show_again()

    async def _let_act(self, table: Table, name: str) -> bool:
        """Let one bot act; whether it did, or the table has changed meanwhile."""
        if name in self.failed or name not in self.bots:
            return False
        character = self.bots[name]
        began = asyncio.get_running_loop().time()
        self._think(name)
        try:
            seen = sight(table, self.host.keeper.entries) if table.board == "physical" else None
            action = await asyncio.to_thread(
                choose, table, name, self.judge, character, frozenset(self.bots), seen
            )
            if action is None:
                return False
            if action.verb not in AT_ONCE:
                spent = asyncio.get_running_loop().time() - began
                await self._wait(character.thinking * _weight(action) - spent)
            if self.host.table is not table:
                self._wake()
                return True
            await self._send(table, name, action)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("%s failed", name)
            await self._fail(name, Phrase("{error}", error=error))
        finally:
            self._think(None)
        return True

    async def _send(self, table: Table, name: str, action: Action) -> None:
        refusal = await self._sessions[name].send(action)
        self._wake()
        if refusal is None or self.host.trouble is not None:
            return
        if self.host.table is table:
            await self._fail(name, Phrase(refusal.text, **refusal.facts))

    async def _wait(self, seconds: float) -> None:
        """Seem to think; a change at the table ends it."""
        if seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)

    async def _fail(self, name: str, reason: Phrase) -> None:
        """Make a bot that cannot go on an absent player (rulebook section 10)."""
        self.failed.add(name)
        text = "{name} cannot go on ({reason}) and is away now"
        self.notices.append(Phrase(text, name=name, reason=reason))
        if name not in self.host.table.away and name in self._sessions:
            await self._sessions[name].send(Away(by=name))
        self._wake()

    async def _advise(self, table: Table) -> None:
        """Let those who may advise a person at the checkers do it, once a roll."""
        game = table.game
        if game is None or game.dice is None or table.roller() in self.bots:
            return
        roll = (game.number, len(game.turns))
        for name in tuple(self.bots):
            if self._advised.get(name) == roll or name in self.failed:
                continue
            character = self.bots[name]
            action = await asyncio.to_thread(advice, table, name, self.judge, character)
            self._advised[name] = roll
            if action is not None and self.host.table is table:
                await self._sessions[name].send(action)
                return

    def _think(self, name: str | None) -> None:
        if self.thinking != name:
            self.thinking = name
            for told in self._told:
                try:
                    told()
                except Exception:
                    # A screen that cannot draw just now must not stop the bots.
                    log.exception("cannot show that %s thinks", name)

    def _note_judge(self) -> None:
        for notice in getattr(self.judge, "notices", ())[self._noted :]:
            self._noted += 1
            self.notices.append(notice)


def _weight(action: Action) -> float:
    """Return how much of its thinking time a bot spends on an action."""
    return 1.0 if action.verb in ("play", "answer", "double", "take", "drop", "beaver") else 0.5
