"""What the host does about people: invites, removes, bans; and what follows at the door."""

from __future__ import annotations

from abc import ABC, abstractmethod

from app.host import Host
from app.ssh.door import Door
from app.ssh.invites import invitation_text
from app.ssh.keys import Friends, fingerprint
from app.ssh.presence import State
from rules.actions import Action, Away, Ban, Seat, Unseat, check_name
from rules.naming import find, fold
from rules.refusals import Refusal
from rules.saying import Fault
from widgets.words import Words


class PeopleError(Fault):
    """What the host cannot do about somebody; the text says why."""


class HostActs(ABC):
    """The acts of a remote table's host, as part of its `Gathering`.

    About a seated player each is an action that the table writes in its log, and only then is it
    done at the door. `codes` are the invitations made since the program started.
    """

    door: Door

    def __init__(self, host: Host, friends: Friends, *, address: str, words: Words) -> None:
        self.host, self.friends, self.address = host, friends, address
        self.words = words
        self.codes: dict[str, str] = {}
        self._newcomers: set[str] = set()
        self._done: set[tuple[str, str]] = set()
        self._put_away: set[str] = set()

    @property
    def bots(self) -> frozenset[str]:
        """The seats for which the program plays: they change as bots come and go."""
        return self.host.bots

    @abstractmethod
    def state(self, name: str) -> State:
        """Say where a seat's player is now."""

    @abstractmethod
    def told(self) -> None:
        """Show an open lobby what is new."""

    @abstractmethod
    def admit_newcomer(self, name: str) -> None:
        """Give somebody who has no seat a login name."""

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

    async def invite(self, name: str) -> str:
        """Make an invitation to a seat, or to one who may ask for a seat; give the text to send."""
        name = self._name(name)
        if name in self.bots:
            raise PeopleError("{name} is a bot", name=name)
        if name not in self.friends.seats().values():
            self._newcomers.add(name)
            self.admit_newcomer(name)
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
            name,
            self.address,
            self.door.port,
            code,
            self.door.fingerprint,
            login,
            self.words,
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

    async def add_bot(self, strength: str = "") -> str:
        """Let one more bot ask for a seat, and return its name; Fault says why it may not."""
        from app.seating import add_bot

        return await add_bot(self.host, strength or "expert")

    async def remove_bot(self, name: str) -> str:
        """Let a bot leave, in a game as its end, and return its name; Fault says why it may not."""
        from app.seating import remove_bot

        return await remove_bot(self.host, name)

    async def put_away(self, name: str) -> None:
        """Declare a player away who is not connected, so that others may act for him."""
        name = self.friends.seats()[self.login_of(name)]
        if self.state(name) == "connected":
            raise PeopleError("{name} is here; nobody else can say away for {name}", name=name)
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

    def done_at_door(self, do: str, name: str) -> None:
        """Do at the door what an entry of the log says, unless it was done before."""
        if (do, name) in self._done:
            return
        login = self.login_of(name)
        if do == "seat":
            self._invited(login)
        elif do == "ban":
            self._banned(login, name)
        else:
            self._removed(login, name)

    def _invited(self, login: str) -> None:
        """Make the code to a seat that the host gave."""
        if self.friends.seats()[login] not in self.bots:
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
