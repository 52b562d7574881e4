"""The real table screen for the SSH bench: a game under way, of which each event is a play."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.widgets import Input

from app.host import Host, People
from app.keeper import Keeper
from app.live_session import LiveSession
from app.remote.guest_app import GuestApp
from app.ssh.guest import Guest
from rules.actions import Action, read_action
from rules.notation import write_play
from rules.plays import legal_plays
from rules.refusals import Refusal
from rules.state import Table
from tests.bench.ssh import Subject

PLAYERS = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")
ROLLS = ((3, 1), (6, 5), (4, 2), (5, 3), (2, 1), (6, 4))
PLAYED_BEFORE = 30
TYPED = 12


class TypistApp(GuestApp):
    """The table as its user types a command, and takes it back when it gets long."""

    BINDINGS: ClassVar[list[BindingType]] = []
    CSS_PATH = GuestApp.CSS_PATH

    def on_input_changed(self, event: Input.Changed) -> None:
        if len(event.value) >= TYPED:
            event.input.value = ""


class Evening:
    """One table in the middle of a game, and whoever looks at it: the players first."""

    def __init__(self) -> None:
        self.host = Host(Keeper())
        self.sessions: list[LiveSession] = []
        self.rolled = 0
        self._tasks: set[asyncio.Task[object]] = set()
        self._now(act("open", players=list(PLAYERS), dice="manual", title="Thursday"))
        self._now(act("start", by="Ann"))
        self._now(act("opening", by="Ann", dice=[6, 1]))
        for _ in range(PLAYED_BEFORE):
            self._now(play(self.host.table))
            self._now(self._roll())
        self.host.people = People(frozenset(PLAYERS), 0)

    def _now(self, action: Action) -> None:
        outcome = self.host.keeper.ask(action)
        assert not isinstance(outcome, Refusal), outcome.sentence()

    def _roll(self) -> Action:
        table = self.host.table
        if table.game is None:  # the game is over: the next one
            self._now(act("start", by=table.box))
            return act("opening", by=table.box, dice=[6, 1])
        self.rolled += 1
        return act("roll", by=table.roller(), dice=list(ROLLS[self.rolled % len(ROLLS)]))

    def screen(self, guest: Guest) -> App[Any]:
        """Make the screen of the next who comes; the first is whoever plays."""
        free = [name for name in PLAYERS if name not in {s.viewer for s in self.host._sessions}]
        name = free[0] if free else None
        session = self.host.join(name, (name,) if name else ())
        self.sessions = [one for one in self.sessions if one in self.host._sessions]
        self.sessions.append(session)
        return TypistApp.for_guest(session, guest)

    async def prepare(self) -> None:
        """Roll, so that a play is what comes next."""
        if self.host.table.phase != "play":
            await self.host.ask(self._roll())

    def show(self, apps: list[App[Any]]) -> None:
        """Have whoever is to play do so, from his own screen if he is there."""
        action = play(self.host.table)
        actor = next((one for one in self.sessions if one.viewer == action.by), self.sessions[0])
        task = asyncio.create_task(self.host.ask(action, actor))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def act(do: str, **fields: object) -> Action:
    """Make an action."""
    return read_action({"do": do, **fields})


def play(table: Table) -> Action:
    """Make the first legal play of the roll."""
    game = table.game
    assert game is not None
    assert game.dice is not None
    plays = legal_plays(game.position, game.dice)
    return act("play", by=table.roller(), move=write_play(plays[0]) if plays else "")


def table() -> Subject:
    """Give the table screen."""
    evening = Evening()
    return Subject("the table", evening.screen, evening.show, evening.prepare)
