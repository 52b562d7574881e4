"""One connection before and while it logs in, and what it may ask for once it is inside."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import asyncssh

from app.ssh.channel import Pacer
from app.ssh.invites import WATCH
from app.ssh.limits import address_group
from app.ssh.parting import let_go
from app.ssh.session import GuestSession

if TYPE_CHECKING:
    from app.ssh.door import Door

log = logging.getLogger("chouette.ssh")

NAME_CHANGES = 5
IDLE_LOGIN = 20.0
"""Seconds after login in which a session has to be asked for."""

BANNER = (
    "The chouette table. Passwords are not used here: your SSH key is your ticket,\n"
    "or the invitation code the host sent you.\n"
)


class Threshold(asyncssh.SSHServer):
    """One connection before and while it logs in."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self._knocked = False
        self._address = ""
        self._offers = self._wrong = self._names = 0
        self._session: GuestSession | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._forget()

    def _forget(self) -> None:
        """Nothing that was shown under one login name counts under another."""
        self._offered: dict[str, None] = {}
        self._key: str | None = None
        self._by_code = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection, and close it at once where there are too many."""
        self._conn = conn
        self._address = (conn.get_extra_info("peername") or ("",))[0]
        refusal = self.door.census.knock(address_group(self._address))
        if refusal is None:
            self._knocked = True
            if self.door.doorman.banned("", None, self._address):
                refusal = "Your address is banned from this table."
        if refusal is not None:
            log.info("turned away %s: %s", self._address, refusal)
            conn.abort()
            return
        Pacer(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self._through()
        if self._timer is not None:
            self._timer.cancel()
        # asyncssh may be in the midst of a packet.
        asyncio.get_running_loop().call_soon(let_go, self._conn)

    def _through(self) -> None:
        if self._knocked:
            self._knocked = False
            self.door.census.through(address_group(self._address))

    # Logging in ------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        """Watchers need show nothing; for everybody else the login begins anew."""
        self._forget()
        self._names += 1
        if self._names > NAME_CHANGES:
            self._refuse("Too many names tried.")
        if self.door.doorman.banned(username, None, self._address):
            self._refuse("You are banned from this table.")
        if username == WATCH:
            if self.door.doorman.watchers_allowed:
                return False
            self._refuse("Nobody may look on at this table; ask the host for a seat.")
        if self._names == 1:
            self._conn.send_auth_banner(BANNER)
        return True

    def password_auth_supported(self) -> bool:
        """Passwords are not used."""
        return False

    def public_key_auth_supported(self) -> bool:
        """Keys are."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Answer only whether this key is among this name's keys.

        Called for offers that nothing was signed with yet as well: it must not change who
        anybody is.
        """
        self._offers += 1
        if self._offers > self.door.limits.key_offers:
            if self._offers > self.door.limits.key_offers * 2:
                self._refuse("Too many keys offered.")
            return False
        line = " ".join(key.export_public_key("openssh").decode("ascii").split()[:2])
        self._key = line
        self._offered[line] = None
        doorman = self.door.doorman
        if doorman.banned(username, line, self._address):
            return False
        return username in doorman.seats() and doorman.knows(username, line)

    def kbdint_auth_supported(self) -> bool:
        """Invitation codes are asked for."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        """Ask for the code, whether or not the name exists: the door gives no names away."""
        if not self.door.census.may_try_codes(address_group(self._address)):
            self._refuse("Too many wrong codes lately; wait a minute.")
        words = (
            f"No key of yours is known for the seat '{_shown(username)}'. With an invitation, "
            "give its code; otherwise ask the host for one."
        )
        if self._wrong:
            words = f"That code does not fit; look again. {words}"
        return "Chouette table", words, "", [("Invitation code: ", True)]

    async def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Use a code up. Wrong ones are slow, counted, and soon the end of the connection."""
        doorman, census = self.door.doorman, self.door.census
        code = responses[0] if len(responses) == 1 else ""
        offered = [k for k in self._offered if not doorman.banned(username, k, self._address)]
        if code and doorman.redeem(username, code, offered):
            self._by_code = True
            return True
        self._wrong += 1
        census.wrong_code(address_group(self._address))
        log.info("wrong invitation code for %r from %s", username, self._address)
        await asyncio.sleep(self.door.limits.code_delay)
        if self._wrong >= self.door.limits.wrong_codes:
            self._refuse("That code does not fit. Ask the host for a new one.")
        return False

    def auth_completed(self) -> None:
        """Somebody is in; who he is follows from the name that was authenticated."""
        self._through()
        username = self._conn.get_extra_info("username")
        if username == WATCH:
            self._name = self._fingerprint = None
        else:
            self._name = self.door.doorman.seats().get(username)
            self._fingerprint = None
            if not self._by_code and self._key is not None:
                # The last key looked at is the one that signed: asyncssh asks before it verifies.
                self.door.doorman.signed(username, self._key)
                self._fingerprint = asyncssh.import_public_key(self._key).get_fingerprint()
            if self._name is None:
                self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, "That seat is gone.")
                return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(IDLE_LOGIN, self._nothing_asked)

    def _nothing_asked(self) -> None:
        if self._session is None or not self._session.started:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, "No session was asked for.")

    def _refuse(self, why: str) -> None:
        log.info("login from %s ended: %s", self._address, why)
        raise asyncssh.DisconnectError(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, why)

    # What may be asked for once inside -------------------------------------------------------

    def session_requested(self) -> GuestSession:
        """Give the one session that a connection may have."""
        if self._session is not None:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "one session a connection"
            )
        self._session = GuestSession(
            self.door,
            self._conn,
            name=self._name,
            address=self._address,
            key=self._fingerprint,
        )
        return self._session

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Refuse to forward connections."""
        raise _no_forwarding()

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Refuse to forward to sockets."""
        raise _no_forwarding()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Refuse to listen for a client."""
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Refuse to listen for a client."""
        return False

    def tun_requested(self, unit: int | None) -> bool:
        """Refuse tunnels."""
        raise _no_forwarding()

    def tap_requested(self, unit: int | None) -> bool:
        """Refuse tunnels."""
        raise _no_forwarding()


def _no_forwarding() -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(
        asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "nothing is forwarded here"
    )


def _shown(username: str) -> str:
    return "".join(c for c in username[:32] if c.isprintable())
