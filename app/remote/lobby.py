"""The lobby in words: who is here, who is invited, and what a host should know beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.ssh.invites import WATCH, ssh_line
from widgets.words import Words

if TYPE_CHECKING:
    from app.remote.gathering import Gathering

Paragraph = tuple[str, str]
"""A text and its look, as a reading screen shows it."""


def trust(words: Words) -> Iterator[str]:
    """Yield what everybody at a remote table should know of its host, before anybody comes."""
    yield words(
        "Before you host: the log on this machine holds everything said at the table, the Team's "
        "talk too, and you can read it."
    )
    yield words(
        "You can also read the secret of the fair dice while a game is on. It is published after "
        "each game, so that afterwards everybody can check that no roll was changed."
    )
    yield words(
        "Your friends trust you not to look, as they would at your own table; tell them so. "
        "Exports leave talk out unless it is asked for."
    )


def people(gathering: Gathering, words: Words) -> Iterator[str]:
    """Yield a line for each seat, and one for the watchers."""
    states = {
        "connected": words("here"),
        "grace": words("connection lost a moment ago"),
        "away": words("not here"),
    }
    table = gathering.host.table
    for login, name in gathering.friends.seats().items():
        parts = [states[gathering.state(name)]]
        if name in gathering.bots:
            parts = [words("bot")]
        elif name in gathering.local:
            parts.append(words("at the host's terminal"))
        if name == gathering.host.owner:
            parts.append(words("host"))
        if name not in table.seated:
            parts.append(words("no seat yet"))
        if name in table.away:
            parts.append(words("away"))
        if gathering.friends.banned(login, None, ""):
            parts.append(words("banned"))
        elif gathering.state(name) != "connected":
            if gathering.friends.invites.open_for(login):
                parts.append(words("invited"))
            elif gathering.friends.keys_of(login):
                parts.append(words("comes with a key"))
        yield words("{name} (login {login}): {state}", name=name, login=login, state=_list(parts))
    if gathering.friends.watchers_allowed:
        yield words("Watching: {n}", n=gathering.watchers())


def _list(parts: list[str]) -> str:
    return ", ".join(parts)


def door(gathering: Gathering, words: Words) -> Iterator[str]:
    """Yield where the door is and how to recognise it."""
    address, port = gathering.address, gathering.door.port
    yield words("The door is open on port {port}.", port=str(port))
    yield words("Its fingerprint: {fingerprint}", fingerprint=gathering.door.fingerprint)
    if gathering.friends.watchers_allowed:
        yield words("To look on: {line}", line=ssh_line(WATCH, address, port))


def invitations(gathering: Gathering, words: Words) -> Iterator[str]:
    """Yield the texts to send, a seat each; and who needs none, or got one before."""
    for login, name in gathering.remote.items():
        if text := gathering.invitation(login):
            yield text
        elif gathering.state(name) == "connected":
            continue
        elif gathering.friends.invites.open_for(login):
            yield words(
                "{name} was sent an invitation before, which still counts; a new one: seat {name}",
                name=name,
            )
        elif gathering.friends.keys_of(login):
            yield words(
                "{name} comes with a key: {line}",
                name=name,
                line=ssh_line(login, gathering.address, gathering.door.port),
            )


def paragraphs(gathering: Gathering, words: Words) -> Iterator[Paragraph]:
    """Yield the lobby as a reading screen shows it."""
    yield words("At the table"), "title"
    for line in people(gathering, words):
        yield line, ""
    yield "", ""
    for line in door(gathering, words):
        yield line, ""
    yield "", ""
    yield words("The host may type: seat ben (a new invitation), unseat ben, ban ben."), "dim"
    yield words("One more bot: bot, bot club, or bot beginner. It leaves by: unbot ada"), "dim"
    for text in invitations(gathering, words):
        yield "", ""
        for line in text.rstrip().splitlines():
            yield line, ""
    yield "", ""
    yield words("Trust"), "title"
    for line in trust(words):
        yield line, ""
