"""`chouette admin`: the host's acts from a shell, over a socket that only its owner can open.

One line of JSON each way: {"do": "invite", "name": "Ann"} and {"ok": true, "text": "…"}.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path

from app.arguments import PORTS, Parser, complain, within
from app.reason import reason_of
from rules.saying import Fault
from widgets.words import Words

if TYPE_CHECKING:
    from app.remote.gathering import Gathering

log = logging.getLogger("chouette.host")

LONGEST = 64 * 1024
SOCKET_PATH = 100
"""Bytes of a socket's path that every system takes."""

ACTS = ("who", "lobby", "invite", "revoke", "remove", "ban", "unban", "away", "key", "bot", "unbot",
        "stop")  # fmt: skip
NAMED = ("invite", "revoke", "remove", "ban", "unban", "away", "key", "unbot")


class AdminError(Fault):
    """A table that cannot be reached; the text says what would be right."""


def socket_path(port: int) -> Path:
    """Give where the socket of the table on a port lies."""
    path = user_data_path("chouette", appauthor=False) / f"admin-{port}.sock"
    if len(os.fsencode(path)) > SOCKET_PATH:
        raise AdminError(
            "{path} is too long a path for a socket; set XDG_DATA_HOME to a shorter folder",
            path=path,
        )
    return path


class AdminSocket:
    """Serves the host's acts on a Unix socket until it is closed."""

    def __init__(self, gathering: Gathering, path: Path, stop: Callable[[], None]) -> None:
        self.gathering, self.path, self._stop = gathering, path, stop
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, for the owner of the process alone; an old socket is replaced."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path.unlink(missing_ok=True)
        mask = os.umask(0o177)  # there is no moment in which others could connect
        try:
            self._server = await asyncio.start_unix_server(
                self._serve, str(self.path), limit=LONGEST
            )
        finally:
            os.umask(mask)

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await asyncio.wait_for(reader.readline(), 10)
            answer = await self._answer(line)
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        except (ValueError, OSError, TimeoutError) as error:
            log.info("an admin's request failed: %r", error)
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            asked = json.loads(line)
            do, words = str(asked["do"]), _words(asked.get("language"))
        except (ValueError, KeyError, TypeError):
            return {"ok": False, "text": "a request is a JSON object with 'do'"}
        if do not in ACTS:
            return {"ok": False, "text": words("there is no act {do}; there are {known}",
                                               do=do, known=ACTS)}  # fmt: skip
        try:
            text = await self._do(do, str(asked.get("name", "")), str(asked.get("key", "")), words)
        except Fault as fault:
            return {"ok": False, "text": words(fault.text, **fault.facts)}
        log.info("admin: %s %s", do, asked.get("name", ""))
        return {"ok": True, "text": text}

    async def _do(self, do: str, name: str, key: str, words: Words) -> str:
        from app.remote import lobby
        from app.seating import bot_came, bot_goes

        gathering = self.gathering
        if do == "stop":
            self._stop()
            return words("The table closes.")
        if do in ("who", "lobby"):
            lines = [*lobby.people(gathering, words)]
            if do == "lobby":
                lines += [*lobby.door(gathering, words), "", *lobby.invitations(gathering, words)]
            return "\n".join(lines)
        if do == "invite":
            return await gathering.invite(name)
        if do == "bot":
            return bot_came(gathering.host, await gathering.add_bot(name), words)
        if do == "unbot":
            return bot_goes(gathering.host, await gathering.remove_bot(name), words)
        if do == "revoke":
            there = await gathering.revoke(name)
            return words("Revoked.") if there else words("No invitation was open.")
        if do == "key":
            return gathering.add_key(name, key)
        if do == "unban":
            gathering.unban(name)
        else:
            acts: dict[str, Callable[[str], Awaitable[None]]] = {
                "remove": gathering.remove,
                "ban": gathering.ban,
                "away": gathering.put_away,
            }
            await acts[do](name)
        return words("Done.")


def ask(path: Path, request: dict[str, Any]) -> dict[str, Any]:
    """Send one request to a running table; AdminError where there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(20)
        try:
            connection.connect(str(path))
            connection.sendall(json.dumps(request).encode() + b"\n")
            with connection.makefile("rb") as file:
                answer = json.loads(file.readline(LONGEST * 16))
        except (OSError, ValueError) as error:
            raise AdminError(
                "no table of yours answers at {path} ({reason}); is chouette host running, "
                "and on that port?",
                path=path,
                reason=reason_of(error),
            ) from None
    if not isinstance(answer, dict):
        raise AdminError("{path} is no table's socket", path=path)
    return answer


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Ask a running table for one act of its host, and return the exit status."""
    made = parser(language)
    arguments = made.parse_args(argv)
    if arguments.act in NAMED and not arguments.name:
        made.wrong("{act} whom? For example: chouette admin {act} Ann", act=arguments.act)
    try:
        key = _key(arguments.file) if arguments.act == "key" else ""
        answer = ask(
            socket_path(arguments.port),
            {"do": arguments.act, "name": arguments.name or "", "key": key, "language": language},
        )
    except AdminError as error:
        complain("admin", error, made.words)
        return 2
    print(answer.get("text", ""), file=sys.stdout if answer.get("ok") else sys.stderr)
    return 0 if answer.get("ok") else 1


def _key(path: Path | None) -> str:
    if path is None:
        raise AdminError("name the file: chouette admin key Ann ann.pub")
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AdminError(
            "{path} cannot be read: {reason}", path=path, reason=reason_of(error)
        ) from None


def parser(language: str | None = None) -> Parser:
    """Return the parser of the command's own arguments."""
    made = Parser(
        "admin",
        "Do what the host of a running table may do: invite NAME, revoke NAME, remove NAME, "
        "ban NAME, unban NAME, away NAME, key NAME FILE.pub, bot [STRENGTH], unbot NAME, who, "
        "lobby, stop.",
        language,
    )
    made.add_argument("act", choices=ACTS, metavar="ACT", help="what to do")
    made.add_argument("name", nargs="?", metavar="NAME", help="about whom")
    made.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the public key")
    made.add_argument(
        "--port", type=within(*PORTS, int), default=2222, help="the port of the table's door"
    )
    return made


def _words(language: object) -> Words:
    from app.language import UnknownLanguage, words_of

    try:
        return words_of(language if isinstance(language, str) else None)
    except UnknownLanguage:
        return Words()
