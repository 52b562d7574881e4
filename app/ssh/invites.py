"""Invitations: a code that lets one person in once, and the text that carries it."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Callable, Iterable
from hmac import compare_digest

from pydantic import BaseModel, ConfigDict

from widgets.words import Words

ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
"""Letters and digits that nobody confuses on the telephone (about 4.9 bits each)."""
CODE_LENGTH = 12
DAY = 86_400.0
WATCH = "watch"
"""The login name that anybody may use who only looks on."""


class Invite(BaseModel):
    """One invitation as it is kept: never the code itself, only what recognises it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    login: str
    salt: str
    digest: str
    expires: float


def new_code() -> str:
    """Make a code of 12 signs in three groups, some 59 bits, from the system's randomness."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(signs[i : i + 4] for i in range(0, CODE_LENGTH, 4))


def plain_code(text: str) -> str:
    """Read a code the way people type it: blanks, dashes and capitals do not matter.

    >>> plain_code(" ABCD efgh-2345 ")
    'abcdefgh2345'
    """
    return re.sub(r"[^a-z0-9]", "", text[:200].lower())


def _digest(salt: str, code: str) -> str:
    return hashlib.sha256(f"{salt}:{plain_code(code)}".encode()).hexdigest()


class Invites:
    """The invitations that are out: one a login name, single use, with an end.

    >>> invites = Invites(clock=lambda: 0.0)
    >>> code = invites.issue("ann")
    >>> invites.redeem("ben", code), invites.redeem("ann", code), invites.redeem("ann", code)
    (False, True, False)
    """

    def __init__(self, kept: Iterable[Invite] = (), clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._open = {invite.login: invite for invite in kept}

    def issue(self, login: str, lasts: float = 7 * DAY) -> str:
        """Make a new code for a login name; one that was out before is worth nothing any more."""
        code, salt = new_code(), secrets.token_hex(8)
        self._open[login] = Invite(
            login=login, salt=salt, digest=_digest(salt, code), expires=self._clock() + lasts
        )
        return code

    def redeem(self, login: str, code: str) -> bool:
        """Say whether the code fits this login name, and use it up if it does."""
        self._forget_expired()
        invite = self._open.get(login)
        # Compared even where nothing is out, so that time tells nobody which names are invited.
        salt, expected = (invite.salt, invite.digest) if invite else ("0" * 16, "0" * 64)
        fits = compare_digest(_digest(salt, code), expected)
        if not fits or invite is None:
            return False
        del self._open[login]
        return True

    def revoke(self, login: str) -> bool:
        """Make an invitation worthless; say whether there was one."""
        return self._open.pop(login, None) is not None

    def open_for(self, login: str) -> bool:
        """Say whether an invitation is out for this login name."""
        self._forget_expired()
        return login in self._open

    def kept(self) -> list[Invite]:
        """Give what has to be kept in a file."""
        self._forget_expired()
        return list(self._open.values())

    def _forget_expired(self) -> None:
        now = self._clock()
        self._open = {k: v for k, v in self._open.items() if v.expires > now}


def slug(name: str) -> str:
    """Make of a seat's name a login name that every SSH client takes.

    >>> slug("Ann"), slug("Jean-Luc d'Été"), slug("Львів"), slug("Watch"), slug("3rd man")
    ('ann', 'jean-luc-d-ete', 'player', 'watch-player', 'p3rd-man')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    login = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24].strip("-") or "player"
    if login == WATCH:
        return f"{WATCH}-player"
    return login if login[0].isalpha() else f"p{login}"


def slugs(names: Iterable[str]) -> dict[str, str]:
    """Give every seat a login name of its own: login name -> seat's name.

    >>> slugs(["Ann", "ANN", "Ben"])
    {'ann': 'Ann', 'ann-2': 'ANN', 'ben': 'Ben'}
    """
    found: dict[str, str] = {}
    for name in names:
        login, number = slug(name), 2
        while login in found:
            login, number = f"{slug(name)}-{number}", number + 1
        found[login] = name
    return found


def ssh_line(login: str, host: str, port: int) -> str:
    """Give what a friend types at his shell.

    >>> ssh_line("ann", "his.machine", 2222), ssh_line("ann", "fd00::1", 22)
    ('ssh -C -p 2222 ann@his.machine', 'ssh -C ann@fd00::1')
    """
    return f"ssh -C {login}@{host}" if port == 22 else f"ssh -C -p {port} {login}@{host}"


def invitation_text(
    name: str,
    host: str,
    port: int,
    code: str,
    fingerprint: str,
    login: str | None = None,
    words: Words | None = None,
) -> str:
    """Give one ready-to-send text: the line to type, the code, and whose machine it is.

    `login` is the seat's login name where it is not simply `slug(name)`; `words` is the language.
    """
    words = words or Words()
    parts = (
        words(
            "{name}, a seat at the chouette table is kept for you. In a terminal, type", name=name
        ),
        ssh_line(login or slug(name), host, port),
        words("On the first visit ssh asks whether it knows the machine; compare the fingerprint:"),
        fingerprint,
        words("Then it asks for your invitation code, which works once:"),
        code,
        words("From then on your SSH key is your ticket, and no code is asked for."),
    )
    # Said and shown in turn: what is copied stands on a line of its own.
    return "\n\n".join(f"    {p}" if n % 2 else p for n, p in enumerate(parts)) + "\n"
