"""The file of friends: which key may sit at which seat, who is invited, who is banned.

The file says who gets in, so it is written whole, 0600, and put in place in one step.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

import asyncssh
from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, ValidationError

from app.ssh.invites import DAY, Invite, Invites, slugs

MOST_PENDING = 20


class Doorman(Protocol):
    """What the door asks about people; `Friends` answers from a file."""

    def seats(self) -> dict[str, str]:
        """Give the seats that exist: login name -> seat's name."""

    def knows(self, login: str, key: str) -> bool:
        """Say whether this public key (a line of OpenSSH form) is among this name's keys."""

    def signed(self, login: str, key: str) -> None:
        """A login with this key is complete: what was pending is bound."""

    def redeem(self, login: str, code: str, offered: Iterable[str]) -> bool:
        """Say whether the code fits, use it up, and keep the keys offered with it as pending."""

    def banned(self, login: str, key: str | None, address: str) -> bool:
        """Say whether this name, key or address may not come in."""

    @property
    def watchers_allowed(self) -> bool:
        """Whether anybody may look on under the name `watch`."""


class KnownKey(BaseModel):
    """A public key and whose it is; pending until its owner has signed with it once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    login: str
    pending: bool = False


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: int = 1
    keys: list[KnownKey] = []
    invites: list[Invite] = []
    banned: list[str] = []


class FriendsFileError(ValueError):
    """The file of friends cannot be read; the message says what to do."""


def default_path() -> Path:
    """Give where the file lies unless told otherwise."""
    return user_data_path("chouette", appauthor=False) / "friends.json"


def key_line(text: str) -> str:
    """Bring a public key in OpenSSH form to the two words that identify it.

    Raises ValueError for what is no public key.
    """
    try:
        line = asyncssh.import_public_key(text.strip()).export_public_key("openssh")
    except (asyncssh.KeyImportError, ValueError) as error:
        raise ValueError(
            f"not a public key: {text.strip()[:40]!r}; expected a line like "
            "'ssh-ed25519 AAAA… name' from a file ending in .pub"
        ) from error
    return " ".join(line.decode("ascii").split()[:2])


def fingerprint(key: str) -> str:
    """Give the "SHA256:..." of a public key line, as ssh-keygen -l shows it."""
    return asyncssh.import_public_key(key).get_fingerprint()


class Friends:
    """The host's own list of who may come in; a Doorman.

    `path` None keeps everything in memory. `clock` gives seconds since 1970.
    """

    def __init__(
        self,
        names: Iterable[str] = (),
        path: Path | None = None,
        *,
        watchers: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.watchers_allowed = watchers
        self._seats = slugs(names)
        kept = self._load()
        self._keys = {known.key: known for known in kept.keys}
        self.invites = Invites(kept.invites, clock)
        self._banned = set(kept.banned)

    # Seats and keys --------------------------------------------------------------------------

    def seats(self) -> dict[str, str]:
        """Give the seats that exist: login name -> seat's name."""
        return dict(self._seats)

    def seat_all(self, names: Iterable[str]) -> None:
        """Say anew which seats there are, as when somebody joins."""
        self._seats = slugs(names)

    def knows(self, login: str, key: str) -> bool:
        """Say whether this key is among this name's keys, bound or pending."""
        known = self._keys.get(key)
        return known is not None and known.login == login

    def signed(self, login: str, key: str) -> None:
        """Bind a pending key that has signed; the others seen with it are forgotten."""
        known = self._keys.get(key)
        if known is None or known.login != login or not known.pending:
            return
        self._keys = {k: v for k, v in self._keys.items() if not (v.login == login and v.pending)}
        self._keys[key] = KnownKey(key=key, login=login)
        self._save()

    def add_key(self, login: str, text: str) -> str:
        """Let a key sit at a seat from now on, as from a friend's .pub file; give its fingerprint.

        Raises ValueError if it is no key, if the seat does not exist, or if the key is another's.
        """
        key = key_line(text)
        if login not in self._seats:
            raise ValueError(f"no seat has the login name {login!r}; there are: {self._names()}")
        known = self._keys.get(key)
        if known is not None and known.login != login and not known.pending:
            raise ValueError(f"this key already sits as {known.login!r}; one key, one seat")
        self._keys[key] = KnownKey(key=key, login=login)
        self._save()
        return fingerprint(key)

    def keys_of(self, login: str) -> list[KnownKey]:
        """Give a name's keys, bound and pending."""
        return [known for known in self._keys.values() if known.login == login]

    def remove(self, login: str) -> int:
        """Forget a name's keys and its invitation; give how many keys there were."""
        mine = [known.key for known in self.keys_of(login)]
        for key in mine:
            del self._keys[key]
        self.invites.revoke(login)
        self._save()
        return len(mine)

    # Invitations -----------------------------------------------------------------------------

    def invite(self, login: str, lasts: float = 7 * DAY) -> str:
        """Make a code for a seat, to be sent to its player; an older one is worth nothing then."""
        if login not in self._seats:
            raise ValueError(f"no seat has the login name {login!r}; there are: {self._names()}")
        code = self.invites.issue(login, lasts)
        self._save()
        return code

    def revoke(self, login: str) -> bool:
        """Make a seat's invitation worthless; say whether there was one."""
        there = self.invites.revoke(login)
        self._save()
        return there

    def redeem(self, login: str, code: str, offered: Iterable[str]) -> bool:
        """Use a code up; keys offered with it wait for the login that proves them.

        A key that is already another's stays his: to offer a key proves nothing.
        """
        if login not in self._seats or not self.invites.redeem(login, code):
            return False
        for key in list(offered)[:MOST_PENDING]:
            self._keys.setdefault(key, KnownKey(key=key, login=login, pending=True))
        self._save()
        return True

    # Bans ------------------------------------------------------------------------------------

    def ban(self, *what: str) -> None:
        """Keep out a login name, a key ("SHA256:...") or an address."""
        self._banned.update(what)
        self._save()

    def unban(self, *what: str) -> None:
        """Let in again what was banned."""
        self._banned.difference_update(what)
        self._save()

    def banned(self, login: str, key: str | None, address: str) -> bool:
        """Say whether this name, key or address may not come in."""
        if not self._banned:
            return False
        marks = {login, address} | ({fingerprint(key)} if key else set())
        return bool(marks & self._banned)

    # The file --------------------------------------------------------------------------------

    def _names(self) -> str:
        return ", ".join(self._seats) or "none"

    def _load(self) -> _File:
        if self.path is None or not self.path.exists():
            return _File()
        try:
            return _File.model_validate_json(self.path.read_bytes())
        except (ValidationError, OSError) as error:
            raise FriendsFileError(
                f"{self.path} cannot be read as a file of friends ({error}); "
                "mend it, or move it away to begin with nobody known"
            ) from error

    def _save(self) -> None:
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = _File(
            keys=list(self._keys.values()),
            invites=self.invites.kept(),
            banned=sorted(self._banned),
        )
        new = self.path.with_suffix(".new")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(kept.model_dump_json(indent=1))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)
