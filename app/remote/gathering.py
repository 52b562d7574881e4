"""The people of a remote table: one door, one host, a seat's player at each end.

Whoever comes through the door gets a session of the one table, by the name that he logged in with;
nothing he says later changes for whom he acts. What the host does about people is an action like
any other: asked of the table, written in its log, and only then done at the door.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

from textual.app import App

from app.host import Host, People
from app.language import translate
from app.live_session import LiveSession
from app.remote.acts import HostActs, PeopleError
from app.remote.guest_app import GuestApp
from app.remote.host_app import HostApp
from app.remote.lines import serve_lines
from app.ssh.door import Door
from app.ssh.guest import Guest
from app.ssh.keys import Friends
from app.ssh.limits import Limits
from app.ssh.plain import LineReader, LineWriter
from app.ssh.presence import GRACE, PresenceEvent, State, Ticket
from app.ssh.quiet import QuietCollector
from rules.actions import Away, Back, Seat
from rules.log import Entry
from widgets.words import Words

log = logging.getLogger("chouette.host")

QUIET_AFTER = 20.0
"""Seconds without a key from anybody after which memory is collected."""


class Gathering(HostActs):
    """Everybody at a remote table. `open` opens the door, `close` sends all home.

    `local` are those who act at the host's own terminal; the program acts for `bots`, and all
    others come through the door. `address` is what friends type after the @, `words` the
    language of what is sent to them. `lobbies` are called when somebody comes or goes.
    """

    def __init__(
        self,
        host: Host,
        friends: Friends,
        *,
        host_key_path: Path,
        address: str = "localhost",
        local: Iterable[str] = (),
        limits: Limits | None = None,
        grace: float = GRACE,
        words: Words | None = None,
        make_screen: Callable[[LiveSession, Guest], GuestApp] | None = None,
    ) -> None:
        words = words or Words()
        super().__init__(host, friends, address=address, words=words)
        self.local = tuple(local)
        self.lobbies: list[Callable[[], None]] = []
        self.make_screen = make_screen or self._usual_screen
        self._names: dict[str, None] = dict.fromkeys(host.table.seated)
        self._bots_known: set[str] = set()
        self._tickets: list[Ticket] = []
        self._running: set[asyncio.Task[object]] = set()
        self._collector = QuietCollector()
        self._tidying: asyncio.TimerHandle | None = None
        self._seat_all()
        self.door = Door(
            friends,
            self._screen,
            self._lines,
            host_key_path=host_key_path,
            limits=limits,
            on_presence=self._presence_changed,
            on_goodbye=self._goodbye,
            grace=grace,
            translate=translate,
        )
        host.on_entry = self._entry
        host.on_bots = self._bots_changed

    async def open(self, interface: str = "", port: int = 2222) -> None:
        """Open the door; OSError where the port is taken or not allowed."""
        await self.door.open(interface, port)
        self._people_changed()
        self._expect_all()
        self._tidy_soon()

    async def close(self, words: str = "The host closed the table. Good night!") -> None:
        """Send everybody home with his terminal in order."""
        if self._tidying is not None:
            self._tidying.cancel()
        await self.door.close(words)
        if self._running:
            await asyncio.wait(self._running, timeout=5)

    # Who is who ------------------------------------------------------------------------------

    @property
    def remote(self) -> dict[str, str]:
        """Give the seats that friends come to: login name -> name."""
        return {
            login: name
            for login, name in self.friends.seats().items()
            if name not in self.local and name not in self.bots
        }

    def state(self, name: str) -> State:
        """Say where a seat's player is now; bots are always here."""
        return "connected" if name in self.bots else self.door.presence.state(name)

    def told(self) -> None:
        """Show every open lobby what is new."""
        for show in tuple(self.lobbies):
            show()

    def admit_newcomer(self, name: str) -> None:
        """Give somebody who has no seat a login name."""
        self._names[name] = None
        self._seat_all()

    def watchers(self) -> int:
        """Count those who look on."""
        return sum(session.guest.watcher for session in self.door.sessions)

    def guests(self) -> list[str]:
        """Give the names of those who came through the door."""
        return [s.guest.name for s in self.door.sessions if s.guest.name is not None]

    def session_for(self, name: str | None) -> LiveSession:
        """Return a session for whoever came by a name; a watcher's, who has none, acts for nobody.

        Who has no seat (yet) looks on like a watcher, and may ask for one.
        """
        if name is None:
            return self.host.join(None)
        if name in self.host.table.seated:
            return self.host.join(name, (name,))
        return self.host.join(None, (name,))

    def sit_here(self, close: Callable[[str], None]) -> None:
        """Let the players at the host's own terminal be here until `stand_up`."""
        self._tickets = [self.door.presence.arrive(name, close) for name in self.local]

    def stand_up(self) -> None:
        """The host's own terminal is left, or gone."""
        tickets, self._tickets = self._tickets, []
        for ticket in tickets:
            self.door.presence.leave(ticket)

    # What follows from the log ---------------------------------------------------------------

    def _entry(self, entry: Entry) -> None:
        """Do at the door what an entry of the log says, whoever asked for it."""
        do, name = entry.request.get("do"), str(entry.request.get("player", ""))
        seated = self.host.table.seated
        if any(one not in self._names for one in seated):
            self._names |= dict.fromkeys(seated)
            self._seat_all()
        self._let_bots_go()
        for new in self._newcomers.intersection(seated):
            self._newcomers.discard(new)
            self._later(self._write_down(Seat(by=self._owner(), player=new)))
            self._sit_down(new)
        if do == "seat" and self.host.table.game is not None:
            self.door.presence.expect(name)  # the entry has called him back; he may not be here
        if do in ("seat", "unseat", "ban"):
            self.done_at_door(str(do), name)
        elif do == "start":
            self._expect_all()

    def _seat_all(self) -> None:
        """Say anew who may come; a login name stays a name's own even when others leave."""
        self.friends.seat_all(self._names)

    def _bots_changed(self) -> None:
        """Show who plays by himself now, and who is played."""
        self._bots_known |= self.bots
        self._let_bots_go()
        self._people_changed()

    def _let_bots_go(self) -> None:
        """Forget the login names of bots that have left: nobody is to come by them."""
        for name in self._bots_known - self.bots - set(self.host.table.seated):
            self._bots_known.discard(name)
            if name in self._names:
                self.friends.remove(self.login_of(name))
                del self._names[name]
                self._seat_all()

    def _sit_down(self, name: str) -> None:
        """Give a newcomer who was looking on the session of his seat, on the same connection."""
        for session in list(self.door.sessions):
            if session.guest.name == name and session.show(self._change_seat(name)) is None:
                session.hang_up("You have a seat now; please connect again.")

    def _change_seat(self, name: str) -> Callable[[App[Any]], None]:
        def change(app: App[Any]) -> None:
            if isinstance(app, GuestApp):
                app.call_later(app.change_session, self.session_for(name))

        return change

    # Who comes and goes ----------------------------------------------------------------------

    def _screen(self, guest: Guest) -> GuestApp:
        if guest.watcher:  # seats tell of themselves, by their presence
            asyncio.get_running_loop().call_soon(self._people_changed)
        return self.make_screen(self.session_for(guest.name), guest)

    def _usual_screen(self, session: LiveSession, guest: Guest) -> GuestApp:
        if guest.name is not None and guest.name == self.host.owner:
            return HostApp.for_host(session, guest, self)
        return GuestApp.for_guest(session, guest)

    async def _lines(self, guest: Guest, reader: LineReader, writer: LineWriter) -> None:
        session = self.session_for(guest.name)
        try:
            await serve_lines(session, guest, reader, writer)
        finally:
            session.close()

    def _presence_changed(self, event: PresenceEvent) -> None:
        log.info("%s: %s", event.seat, event.change)
        table = self.host.table
        if event.seat in table.seated and not table.closed:
            if event.change == "away":
                self._later(self._away(event.seat))
            elif event.change == "came" or event.was_away or event.seat in self._put_away:
                # Who said himself that he is away, and was only cut off for a moment, stays so.
                self._later(self._back(event.seat))
        self._people_changed()

    async def _away(self, name: str) -> None:
        if self.state(name) != "connected" and name not in self.host.table.away:
            await self.host.ask(Away(by=name))

    async def _back(self, name: str) -> None:
        self._put_away.discard(name)
        if self.state(name) == "connected" and name in self.host.table.away:
            await self.host.ask(Back(by=name))

    def _expect_all(self) -> None:
        """Wait the grace time, and no longer, for those whom a game needs and who never came."""
        if self.host.table.game is None:
            return
        for name in self.host.table.seated:
            if name not in self.bots and name not in self.host.table.away:
                self.door.presence.expect(name)

    def _people_changed(self) -> None:
        connected = frozenset(n for n in self._names if self.state(n) == "connected")
        self.host.show_people(People(connected, self.watchers()))
        self.told()

    def _goodbye(self) -> None:
        self._collector.wanted()
        self._people_changed()

    def _tidy_soon(self) -> None:
        self._tidying = asyncio.get_running_loop().call_later(QUIET_AFTER, self._tidy)

    def _tidy(self) -> None:
        """Collect memory if nobody has touched a key for a while, or much has gathered."""
        loop = asyncio.get_running_loop()
        newest = max((s.last_input for s in self.door.sessions), default=float("-inf"))
        busy = loop.time() - newest < QUIET_AFTER / 2 and self.host.table.game is not None
        if not busy or self._collector.urgent:
            self._collector.quiet()
        self._tidy_soon()

    def _later(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what was to be done about people failed: %r", error)


__all__ = ["Gathering", "PeopleError"]
