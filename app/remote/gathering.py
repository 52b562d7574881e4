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

from app.host import Host, LiveSession, People
from app.language import for_guest, translate
from app.plain import Plain
from app.remote.guest_app import GuestApp
from app.ssh.door import Door
from app.ssh.guest import Guest
from app.ssh.invites import invitation_text
from app.ssh.keys import Friends, fingerprint
from app.ssh.limits import Limits
from app.ssh.plain import LineReader, LineWriter
from app.ssh.presence import GRACE, PresenceEvent, State, Ticket
from app.ssh.quiet import QuietCollector
from rules.actions import Action, Away, Back, Ban, Seat, Unseat, check_name
from rules.log import Entry
from rules.naming import find, fold
from rules.refusals import Refusal
from rules.saying import Fault

log = logging.getLogger("chouette.host")

QUIET_AFTER = 20.0
"""Seconds without a key from anybody after which memory is collected."""


class PeopleError(Fault):
    """What the host cannot do about somebody; the text says why."""


class Gathering:
    """Everybody at a remote table. `open` opens the door, `close` sends all home.

    `local` are those who act at the host's own terminal, `bots` those for whom the program does;
    all others come through the door. `address` is what friends type after the @.
    """

    def __init__(
        self,
        host: Host,
        friends: Friends,
        *,
        host_key_path: Path,
        address: str = "localhost",
        local: Iterable[str] = (),
        bots: Iterable[str] = (),
        limits: Limits | None = None,
        grace: float = GRACE,
        make_screen: Callable[[LiveSession, Guest], GuestApp] | None = None,
    ) -> None:
        self.host, self.friends, self.address = host, friends, address
        self.local, self.bots = tuple(local), frozenset(bots)
        self.codes: dict[str, str] = {}
        self.told: Callable[[], None] = lambda: None
        self._make_screen = make_screen or GuestApp.for_guest
        self._names: dict[str, None] = dict.fromkeys(host.table.seated)
        self._newcomers: set[str] = set()
        self._done: set[tuple[str, str]] = set()
        self._put_away: set[str] = set()
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

    async def open(self, interface: str = "", port: int = 2222) -> None:
        """Open the door; OSError where the port is taken or not allowed."""
        await self.door.open(interface, port)
        self._people_changed()
        self._expect_all()

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

    def login_of(self, name: str) -> str:
        """Give the login name of a seat; PeopleError where there is none."""
        for login, one in self.friends.seats().items():
            if fold(one) == fold(name) or login == name:
                return login
        raise PeopleError(
            "{name} has no seat here; there are {players}",
            name=name,
            players=tuple(self.friends.seats().values()),
        )

    def state(self, name: str) -> State:
        """Say where a seat's player is now; bots are always here."""
        return "connected" if name in self.bots else self.door.presence.state(name)

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

    # What the host does ----------------------------------------------------------------------

    async def invite(self, name: str) -> str:
        """Make an invitation to a seat, or to one who may ask for a seat; give the text to send."""
        name = self._name(name)
        if name in self.bots:
            raise PeopleError("{name} is a bot", name=name)
        if name not in self.friends.seats().values():
            self._newcomers.add(name)
            self._names[name] = None
            self._seat_all()
        login = self.login_of(name)
        if name in self.host.table.seated:
            await self._ask(Seat(by=self._owner(), player=name))
        else:
            self._invited(login)
        return self.invitation(login)

    def invitation(self, login: str) -> str:
        """Return an invitation's text, ready to send; "" where none is open."""
        code = self.codes.get(login)
        if code is None or not self.friends.invites.open_for(login):
            return ""
        name = self.friends.seats()[login]
        return invitation_text(
            name, self.address, self.door.port, code, self.door.fingerprint, login
        )

    async def revoke(self, name: str) -> bool:
        """Make an invitation worthless; say whether there was one. Who sits stays."""
        login = self.login_of(name)
        name = self.friends.seats()[login]
        if not self.friends.invites.open_for(login):
            return False
        self._revoked(login)
        if name in self.host.table.seated and self.state(name) != "connected":
            await self._write_down(Unseat(by=self._owner(), player=name))
        return True

    async def remove(self, name: str) -> None:
        """Close a player's connection and forget his keys: he needs a new invitation."""
        login = self.login_of(name)
        name = self.friends.seats()[login]
        if name in self.host.table.seated:
            await self._ask(Unseat(by=self._owner(), player=name))
        else:
            self._removed(login, name)

    async def ban(self, name: str) -> None:
        """Close a player's connection and let neither his name nor his keys in any more."""
        login = self.login_of(name)
        name = self.friends.seats()[login]
        if name in self.host.table.seated:
            await self._ask(Ban(by=self._owner(), player=name))
        else:
            self._banned(login, name)

    def unban(self, name: str) -> None:
        """Let a name in again; he needs a new invitation."""
        self.friends.unban(self.login_of(name))
        self.told()

    async def put_away(self, name: str) -> None:
        """Declare a player away who is not connected, so that others may act for him."""
        name = self.friends.seats()[self.login_of(name)]
        if self.state(name) == "connected":
            raise PeopleError("{name} is here; only he can say that he is away", name=name)
        await self._ask(Away(by=name))
        self._put_away.add(name)

    def add_key(self, name: str, line: str) -> str:
        """Let a friend's public key sit at his seat; give its fingerprint."""
        try:
            mark = self.friends.add_key(self.login_of(name), line)
        except ValueError as error:
            raise PeopleError("{error}", error=error) from None
        self.told()
        return mark

    async def _ask(self, action: Action) -> None:
        outcome = await self.host.ask(action)
        if isinstance(outcome, Refusal):
            raise PeopleError(outcome.text, **outcome.facts)

    async def _write_down(self, action: Seat | Unseat) -> None:
        """Have an act in the log that was done at the door already."""
        mark = (action.verb, action.player)
        self._done.add(mark)
        try:
            await self._ask(action)
        finally:
            self._done.discard(mark)

    def _owner(self) -> str:
        return self.host.owner or ""

    def _name(self, word: str) -> str:
        known = find(self.host.table, word)
        if known is not None:
            return known
        for login, name in self.friends.seats().items():
            if word == login or fold(word) == fold(name):
                return name
        try:
            return check_name(word)
        except Fault as fault:
            raise PeopleError(fault.text, **fault.facts) from None

    # What follows from the log ---------------------------------------------------------------

    def _entry(self, entry: Entry) -> None:
        """Do at the door what an entry of the log says, whoever asked for it."""
        do, name = entry.request.get("do"), str(entry.request.get("player", ""))
        seated = self.host.table.seated
        if any(one not in self._names for one in seated):
            self._names |= dict.fromkeys(seated)
            self._seat_all()
        for new in self._newcomers.intersection(seated):
            self._newcomers.discard(new)
            self._later(self._write_down(Seat(by=self._owner(), player=new)))
            self._sit_down(new)
        if do == "seat" and self.host.table.game is not None:
            self.door.presence.expect(name)  # the entry has called him back; he may not be here
        if do in ("seat", "unseat", "ban") and (do, name) not in self._done:
            login = self.login_of(name)
            if do == "seat":
                self._invited(login)
            elif do == "ban":
                self._banned(login, name)
            else:
                self._removed(login, name)
        elif do == "start":
            self._expect_all()
        if self.host.table.game is None:
            self._tidy_soon()

    def _invited(self, login: str) -> None:
        """Make the code to a seat that the host gave."""
        self.codes[login] = self.friends.invite(login)
        self.told()

    def _revoked(self, login: str) -> None:
        self.codes.pop(login, None)
        self.friends.revoke(login)
        self.told()

    def _removed(self, login: str, name: str) -> None:
        self.codes.pop(login, None)
        self.friends.remove(login)
        self.door.kick(name)
        self.told()

    def _banned(self, login: str, name: str) -> None:
        keys = [fingerprint(known.key) for known in self.friends.keys_of(login)]
        self.friends.remove(login)
        self.codes.pop(login, None)
        self.friends.ban(login, *keys)
        self.door.kick(name, "The host banned you from this table.")
        self.told()

    def _seat_all(self) -> None:
        """Say anew who may come; a login name stays a name's own even when others leave."""
        self.friends.seat_all(self._names)

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
        return self._make_screen(self.session_for(guest.name), guest)

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
        self._tidy_soon()

    def _tidy_soon(self) -> None:
        """Collect memory once nobody has touched a key for a while."""
        if self._tidying is None:
            loop = asyncio.get_running_loop()
            self._tidying = loop.call_later(QUIET_AFTER, self._tidy)

    def _tidy(self) -> None:
        self._tidying = None
        loop = asyncio.get_running_loop()
        newest = max((s.last_input for s in self.door.sessions), default=float("-inf"))
        if loop.time() - newest < QUIET_AFTER / 2 and self.host.table.game is not None:
            self._tidy_soon()
        else:
            self._collector.quiet()

    def _later(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what was to be done about people failed: %r", error)


async def serve_lines(
    session: LiveSession, guest: Guest, reader: LineReader, writer: LineWriter
) -> None:
    """Serve the plain client to somebody whose end shows lines only, until he leaves."""
    words = for_guest(guest.language).words()
    client = Plain(session, words, lambda text: writer.write(text + "\n"))
    news = asyncio.Event()
    stop = session.watch(lambda view: news.set())
    client.greet()
    line = asyncio.ensure_future(reader.readline())
    changed = asyncio.ensure_future(news.wait())
    try:
        while not client.done:
            await asyncio.wait((line, changed), return_when=asyncio.FIRST_COMPLETED)
            if changed.done():
                news.clear()
                client.news()
                changed = asyncio.ensure_future(news.wait())
            if line.done():
                if (text := line.result()) is None:
                    return
                await client.answer(text)
                line = asyncio.ensure_future(reader.readline())
            await writer.drain()
    finally:
        stop()
        line.cancel()
        changed.cancel()


__all__ = ["Gathering", "PeopleError", "serve_lines"]
