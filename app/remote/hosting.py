"""One evening of hosting: the door, the host's own terminal if he has one, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_log_path

from app.drivers.tty import TerminalWire, run_on_terminal
from app.host import Host
from app.play import knows_unicode
from app.reason import reason_of
from app.remote import lobby
from app.remote.admin import AdminSocket, socket_path
from app.remote.gathering import Gathering, PeopleError
from app.remote.host_app import HostApp
from app.settings import Settings, SettingsError
from app.ssh.guest import Guest, colors_of
from app.ssh.hostkey import default_host_key_path
from app.ssh.keys import Friends, FriendsFileError, default_path
from app.ssh.presence import GRACE
from app.ssh.quiet import settle_memory
from rules.naming import find
from widgets.words import Words

log = logging.getLogger("chouette.host")


class Hosting:
    """What `chouette host` runs: `run` lasts until the table is closed."""

    def __init__(
        self,
        host: Host,
        *,
        words: Words,
        settings: Settings,
        wishes: Mapping[str, str],
        port: int = 2222,
        interface: str = "",
        address: str = "localhost",
        headless: bool = False,
        watchers: bool = False,
        grace: float = GRACE,
        owner: str = "",
        here: tuple[str, ...] = (),
    ) -> None:
        """Say how the table is hosted; Fault where a name does not sit, or a file is broken."""
        self.host, self.settings = host, settings
        self._ = words
        self.wishes, self.port, self.interface, self.address = wishes, port, interface, address
        self.headless, self.grace = headless, grace
        named = [self._seat(name) for name in here]
        people = [name for name in host.table.seated if name not in host.bots]
        if owner:
            host.owner = self._seat(owner)
        elif not headless:
            host.owner = (named or people)[0]
        self.here = () if headless else tuple(named) or (str(host.owner),)
        self.socket = socket_path(port)
        try:
            self.friends = Friends(host.table.seated, default_path(), watchers=watchers)
        except FriendsFileError as error:
            raise SettingsError("{error}", error=error) from None
        self._stop = asyncio.Event()
        self._hung_up = asyncio.Event()
        self._left = asyncio.Event()
        self._wire: TerminalWire | None = None
        self._app: HostApp | None = None
        self.gathering: Gathering

    def _seat(self, word: str) -> str:
        name = find(self.host.table, word)
        if name is None:
            raise SettingsError(
                "{name} does not sit at this table; there are {players}",
                name=word,
                players=self.host.table.seated,
            )
        return name

    async def run(self) -> int:
        """Host until the table is stopped; give the exit status."""
        self._log_to(None if self.headless else user_log_path("chouette", appauthor=False))
        self._print(*lobby.trust(self._))
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._stop.set)
        loop.add_signal_handler(signal.SIGINT, self._stop.set)
        loop.add_signal_handler(signal.SIGHUP, self._hung_up.set)
        if not self.headless:
            self._print(self._("Enter opens the door; Ctrl+C leaves."))
            if not await self._enter():
                return 0
        self.gathering = Gathering(
            self.host,
            self.friends,
            host_key_path=default_host_key_path(),
            address=self.address,
            local=self.here,
            grace=self.grace,
            words=self._,
        )
        try:
            await self.gathering.open(self.interface, self.port)
        except OSError as error:
            text = "the door cannot be opened on port {port}: {reason}"
            said = self._(text, port=str(self.port), reason=reason_of(error))
            print(f"chouette host: {said}", file=sys.stderr)
            return 2
        admin = AdminSocket(self.gathering, self.socket, self._stop.set)
        company = self.host.company
        try:
            await admin.open()
            await self._invite_all()
            settle_memory()
            if company is not None:
                company.start()
                self._print(*(self._(one.text, **one.facts) for one in company.notices))
            self._print(*lobby.door(self.gathering, self._))
            self._print("", *lobby.invitations(self.gathering, self._))
            if self.headless:
                await self._stop.wait()
            else:
                await self._at_terminal()
        finally:
            await admin.close()
            if self.host.company is not None:  # maybe one that came later
                await self.host.company.stop()
            await self.gathering.close()
            await self.host.close()
        self._print(self._("The table is closed; its log: {path}", path=self._log_path()))
        return 0

    def _log_path(self) -> str:
        kept = self.host.keeper.log
        return str(kept.path) if kept is not None else "-"

    async def _invite_all(self) -> None:
        """Make an invitation for every seat that nobody could come to otherwise."""
        for login, name in self.gathering.remote.items():
            if self.friends.keys_of(login) or self.friends.invites.open_for(login):
                continue
            try:
                await self.gathering.invite(name)
            except PeopleError as error:
                self._print(self._(error.text, **error.facts))

    # The host's own terminal -----------------------------------------------------------------

    async def _at_terminal(self) -> None:
        """Let the host sit down, leave and sit down again; go on without a terminal if need be."""
        self._print(self._("Enter: sit down. Ctrl+C: close the table."))
        while await self._enter():
            error = await self._sit()
            if self._stop.is_set() or self._hung_up.is_set():
                break
            if error is not None:
                log.error("the host's screen failed: %r", error)
                self._print(self._("The screen failed; the table goes on. The log says why."))
            elif not self.gathering.guests():
                return
            if names := self.gathering.guests():
                self._print(self._("The table goes on for {names}.", names=self._.listed(names)))
            self._print(self._("Enter: sit down. Ctrl+C: close the table."))
        if self._hung_up.is_set() and not self._stop.is_set() and self.gathering.guests():
            log.info("the host's terminal is gone; the table goes on without it")
            self._let_go()
            await self._stop.wait()

    async def _enter(self) -> bool:
        """Wait for Enter; False where the table is to be stopped, or the terminal is gone."""
        loop, line = asyncio.get_running_loop(), asyncio.Event()

        def typed() -> None:
            try:
                data = os.read(0, 1024)
            except OSError:
                data = b""
            if not data:
                self._hung_up.set()
            elif b"\n" in data:
                line.set()

        loop.add_reader(0, typed)
        try:
            await first(line, self._stop, self._hung_up)
        finally:
            loop.remove_reader(0)
        return line.is_set() and not (self._stop.is_set() or self._hung_up.is_set())

    async def _sit(self) -> Exception | None:
        """Show the table at this terminal until it is left; give what its screen failed of."""
        loop = asyncio.get_running_loop()
        try:
            wire = TerminalWire(os.ttyname(0), self._hung_up.set)
        except OSError:
            self._hung_up.set()
            return None
        session = self.host.join(self.here[0] if len(self.here) == 1 else None, self.here)
        app = HostApp(session, self.gathering, words=self._, settings=self.settings)
        loop.add_signal_handler(signal.SIGWINCH, wire.resized)
        self.gathering.sit_here(lambda why: app.exit())
        try:
            wire.open()
            task = asyncio.create_task(run_on_terminal(app, wire, self._guest(wire)))
            ended = asyncio.Event()
            task.add_done_callback(lambda _: ended.set())
            await first(ended, self._stop, self._hung_up)
            if not task.done():
                app.exit()
                await asyncio.wait((task,), timeout=5)
            return task.result() if task.done() else None
        except OSError:
            self._hung_up.set()
            return None
        finally:
            self.gathering.stand_up()
            loop.remove_signal_handler(signal.SIGWINCH)
            wire.close()

    def _guest(self, wire: TerminalWire) -> Guest:
        environ = {**os.environ, **self.wishes}
        term = environ.get("TERM", "xterm")
        return Guest(
            name=self.here[0],
            watcher=False,
            term=term,
            colors=colors_of(term, environ),
            unicode=knows_unicode(),
            size=wire.size,
        )

    def _let_go(self) -> None:
        """Hold on to nothing of a terminal that is gone."""
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)
        self.headless = True

    def _print(self, *lines: str) -> None:
        width = max(shutil.get_terminal_size().columns - 1, 20)
        try:
            for line in "\n".join(lines).split("\n"):
                # Lines that are copied into a message stay whole.
                print(line if line.startswith(" ") else textwrap.fill(line, width))
            sys.stdout.flush()
        except OSError:
            self._hung_up.set()

    def _log_to(self, folder: Path | None) -> None:
        """Write the program's own log to standard error, or to a file beside a drawn screen."""
        handler: logging.Handler = logging.StreamHandler()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            handler = logging.FileHandler(folder / "host.log", encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        root = logging.getLogger()
        root.addHandler(handler)
        logging.getLogger("chouette").setLevel(logging.INFO)


async def first(*events: asyncio.Event) -> None:
    """Wait for any of several events."""
    tasks = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


__all__ = ["Hosting", "first"]
