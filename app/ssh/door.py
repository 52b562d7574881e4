"""The door: an SSH server that lets friends in to their seats, watchers in to look on, and
nothing else.

Who somebody is follows from how he logged in and from nothing he says later. A public key counts
only once it has signed; an invitation code stands for its seat; `watch` stands for nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh
from textual.app import App

from app.ssh.channel import bound_decompression
from app.ssh.hostkey import host_key
from app.ssh.keys import Doorman
from app.ssh.limits import Census, Limits, address_group
from app.ssh.presence import GRACE, Presence, PresenceEvent, Ticket
from app.ssh.session import AppFactory, GuestSession, PlainFactory
from app.ssh.textual_hooks import keep_tasks_lazy
from app.ssh.threshold import Threshold

log = logging.getLogger("chouette.ssh")

WINDOW = 32 * 1024
CLOSING = 5.0
FIRST_SEES_WITHIN = 0.03
"""Seconds that the news waits for the paint of him who made it."""

ALGORITHMS: dict[str, Any] = {
    # no SHA-1 anywhere, and nothing that only GSSAPI or odd clients use
    "kex_algs": "-gss-*,*-sha1,rsa2048-sha256",
    "mac_algs": "-*sha1*,umac-64*,*@ssh.com",
    "signature_algs": [
        "ssh-ed25519",
        "sk-ssh-ed25519@openssh.com",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
        "sk-ecdsa-sha2-nistp256@openssh.com",
        "rsa-sha2-256",
        "rsa-sha2-512",
    ],
    "compression_algs": ["zlib@openssh.com", "none"],  # whoever types ssh -C gets it
}


class Door:
    """An SSH server for one table.

    `doorman` says who may come in, `app_factory` makes a screen for a guest, `plain_factory`
    serves `ssh -T`. `on_presence` hears who came, was lost, went away and returned, `on_goodbye`
    that a session ended (a moment to collect garbage soon). `translate(language, words)` gives the
    door's own words in a guest's language. Nothing is listened to before `open`; `empty` is set
    while nobody is in.
    """

    def __init__(
        self,
        doorman: Doorman,
        app_factory: AppFactory,
        plain_factory: PlainFactory | None = None,
        *,
        host_key_path: Path,
        limits: Limits | None = None,
        on_presence: Callable[[PresenceEvent], None] = lambda event: None,
        on_goodbye: Callable[[], None] = lambda: None,
        grace: float = GRACE,
        translate: Callable[[str, str], str] = lambda language, words: words,
    ) -> None:
        self.doorman = doorman
        self.app_factory, self.plain_factory = app_factory, plain_factory
        self.translate = translate
        self.limits = limits or Limits()
        self.census = Census(self.limits)
        self.starting = asyncio.Semaphore(self.limits.starting)
        loop = asyncio.get_running_loop()
        self.presence = Presence(on_presence, loop.call_later, grace)
        self.sessions: dict[GuestSession, Ticket | None] = {}
        self._on_goodbye = on_goodbye
        self._key = host_key(host_key_path)
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self.empty = asyncio.Event()
        self.empty.set()

    @property
    def fingerprint(self) -> str:
        """Give the host key's fingerprint, as ssh shows it to friends."""
        return self._key.get_fingerprint()

    @property
    def port(self) -> int:
        """Give the port that is listened on."""
        if self._acceptor is None:
            raise RuntimeError("the door is not open")
        return self._acceptor.get_port()

    async def open(self, host: str = "", port: int = 2222) -> None:
        """Listen. Raises OSError where the port is taken or not allowed."""
        bound_decompression()
        keep_tasks_lazy(asyncio.get_running_loop())
        self._acceptor = await asyncssh.listen(
            host,
            port,
            server_factory=lambda: Threshold(self),
            server_host_keys=[self._key],
            config=None,
            encoding=None,
            line_editor=False,
            window=WINDOW,
            max_pktsize=WINDOW,
            agent_forwarding=False,
            x11_forwarding=False,
            sftp_factory=None,
            allow_scp=False,
            gss_host=None,
            host_based_auth=False,
            password_auth=False,
            login_timeout=self.limits.login_timeout,
            keepalive_interval=20,
            keepalive_count_max=3,
            **ALGORITHMS,
        )

    async def close(self, words: str = "The host closed the table. Good night!") -> None:
        """Listen no more and send everybody home with his terminal in order."""
        if self._acceptor is not None:
            self._acceptor.close()
        self.presence.close()
        for session in list(self.sessions):
            session.end(words)
        try:
            await asyncio.wait_for(self.empty.wait(), CLOSING)
        except TimeoutError:
            for session in list(self.sessions):
                session.connection.abort()

    def kick(self, name: str, why: str = "The host asked you to leave.") -> int:
        """End the sessions of a seat; give how many there were."""
        found = [session for session in self.sessions if session.guest.name == name]
        for session in found:
            session.hang_up(why)
        return len(found)

    async def tell(self, deliver: Callable[[App[Any]], None], first: str | None = None) -> None:
        """Let every screen have the same news: who acted first, then players, then watchers.

        `deliver` is called with each app in the app's own context, and should only post a message
        or set a value. The seat named `first` has his own paint before the others are told.
        """
        order = sorted(self.sessions, key=lambda one: (one.guest.name != first, one.guest.watcher))
        for session in order:
            try:
                driver = session.show(deliver)
            except Exception:
                log.exception("the screen of %s could not be told", session.who)
                continue
            if driver is not None and first is not None and session.guest.name == first:
                await driver.drawn(FIRST_SEES_WITHIN)

    def admit(self, session: GuestSession) -> str | None:
        """Count a session in; give why it is refused, or None."""
        guest = session.guest
        if guest.watcher and not self.doorman.watchers_allowed:
            return "Nobody may look on at this table."
        seated = self.presence.connected()
        kept_free = len(set(self.doorman.seats().values()) - seated) if guest.watcher else 0
        refusal = self.census.enter(address_group(guest.address), guest.key_fingerprint, kept_free)
        if refusal is not None:
            log.info("refused %s: %s", session.who, refusal)
            return refusal
        session.admitted = True
        self.empty.clear()
        self.sessions[session] = None
        log.info("%s came (%s, %s colours)", session.who, guest.term, guest.colors)
        if guest.name is not None:
            self.sessions[session] = self.presence.arrive(guest.name, session.hang_up)
        return None

    def dismiss(self, session: GuestSession) -> None:
        """A session is over, or its connection is lost."""
        if session not in self.sessions:
            return
        guest, ticket = session.guest, self.sessions.pop(session)
        self.census.leave(address_group(guest.address), guest.key_fingerprint)
        log.info("%s is gone", session.who)
        if ticket is not None:
            self.presence.leave(ticket)
        if not self.sessions:
            self.empty.set()
        self._on_goodbye()
