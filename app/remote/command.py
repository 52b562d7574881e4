"""`chouette host`: a table for friends far away, who come by ssh and need nothing installed.

The host plays at this terminal, in the same process and event loop as his guests' screens; or, with
--headless, nobody sits here. Whatever becomes of this terminal, the table goes on for the guests.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.arguments import PORTS, Parser, complain, within
from app.language import UnknownLanguage
from app.play import words_for
from app.remote.admin import AdminError, ask, socket_path
from app.settings import Settings, SettingsError, load
from app.ssh.environment import scrub_environment
from app.table_arguments import names_in, spec_of, table_arguments
from rules.saying import Fault

if TYPE_CHECKING:
    from app.host import Host
    from widgets.words import Words

LONGEST_GRACE = 24 * 60 * 60
"""Seconds: longer than any evening."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Host a table until it is closed, and return the exit status."""
    made = parser(language)
    arguments = made.parse_args(argv)
    # Before anything imports Textual: what this terminal wishes is not what the guests' wish.
    wishes = scrub_environment()
    if sys.platform == "win32":
        made.wrong("hosting needs Linux, macOS or WSL; your friends may come from anywhere")
    if not arguments.headless and not (sys.stdin.isatty() and sys.stdout.isatty()):
        made.wrong("there is no terminal here: host with --headless, and use chouette admin")
    try:
        settings = load()
        words = words_for(language or settings.language)
    except (SettingsError, UnknownLanguage) as error:
        words, settings = words_for(language), Settings()
        complain("host", error, words)
    if (status := _running_already(arguments, words)) is not None:
        return status
    return _open(arguments, words, settings, wishes)


def _open(
    arguments: argparse.Namespace, words: Words, settings: Settings, wishes: Mapping[str, str]
) -> int:
    from app.remote.hosting import Hosting

    try:
        host = _table(arguments, words)
        hosting = Hosting(
            host,
            words=words,
            settings=settings,
            wishes=wishes,
            port=arguments.port,
            interface=arguments.interface,
            address=arguments.address or guessed_address(),
            headless=arguments.headless,
            watchers=arguments.watchers,
            grace=arguments.grace,
            owner=arguments.owner or "",
            here=names_in(arguments.here or ""),
        )
    except Fault as error:
        complain("host", error, words)
        return 2
    for notice in host.keeper.notices:
        print(f"chouette: {words(notice.text, **notice.facts)}", file=sys.stderr)
    try:
        return asyncio.run(hosting.run())
    finally:
        host.keeper.close()


def _running_already(arguments: argparse.Namespace, words: Words) -> int | None:
    """Say how to take up a table that runs on this port already, and give the status; else None."""
    try:
        answer = ask(socket_path(arguments.port), {"do": "lobby"})
    except AdminError:
        return None
    print(words("A table of yours is open on port {port} already:", port=str(arguments.port)))
    print(answer.get("text", ""))
    print(
        words(
            "Take your seat by ssh; for an invitation: chouette admin invite NAME. "
            "To close it: chouette admin stop"
        )
    )
    return 1


def _table(arguments: argparse.Namespace, words: Words) -> Host:
    """Open or resume the table."""
    from app.launch import launch, resume

    if arguments.log is not None and arguments.log.exists() and not arguments.players:
        session = resume(arguments.log)
    else:
        spec = replace(spec_of(arguments, words), here=())
        if not spec.players:
            spec = replace(spec, players=_asked(arguments, words))
        session = launch(spec)
    session.close()  # Who acts from here is decided with the host's name.
    return session.host


def _asked(arguments: argparse.Namespace, words: Words) -> tuple[str, ...]:
    """Ask at this terminal who plays, where the command did not say."""
    if arguments.headless:
        raise SettingsError('say who plays: --players "Ann,Ben,Cy", or --log FILE of a session')
    try:
        print(words("Who plays? Names with commas, in the order of the line, you first:"))
        return names_in(input("> "))
    except EOFError:
        return ()


def guessed_address() -> str:
    """Give the address that this machine has in its own network, or its name."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses would be used.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname() or os.uname().nodename


def parser(language: str | None = None) -> Parser:
    """Return the parser of the command's own arguments."""
    made = Parser(
        "host",
        "Open a table to friends, who come by ssh from any terminal. You play here, or nobody "
        "does with --headless. The first player is the host unless --owner says who.",
        language,
    )
    table_arguments(made)
    made.add_argument(
        "--port", type=within(*PORTS, int), default=2222, help="the port of the door (2222)"
    )
    made.add_argument(
        "--interface", metavar="ADDRESS", default="", help="listen on this address only"
    )
    made.add_argument("--address", help="what friends type after the @, if it cannot be guessed")
    made.add_argument("--headless", action="store_true", help="nobody sits at this machine")
    made.add_argument("--owner", metavar="NAME", help="whose seat has the host's rights")
    made.add_argument(
        "--grace",
        type=within(0, LONGEST_GRACE, float),
        default=45.0,
        metavar="SECONDS",
        help="how long a lost connection is no absence (45)",
    )
    made.add_argument("--watchers", action="store_true", help="let anybody look on: ssh watch@…")
    return made
