"""Nobody's stream holds what he may not hear: marked words in every kind of talk, looked for in
every byte that was sent and on every screen as it was drawn.
"""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path

from tests.remote_tools import Room, open_room
from tests.ssh_client import Client, sitting
from tests.ssh_helpers import until

# Ann is Box and Eve her Partner; Ben, Captain, and Cy have cubes in the game; Dee has not.
PLAYERS = ("Ann", "Ben", "Cy", "Dee", "Eve")
RULES = {"base": "club", "partner_from": 4}
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>]*[A-Za-z]")


class Ear(Client):
    """A client that remembers everything that was ever on its screen."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.drawn: set[str] = set()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        super().data_received(data, datatype)
        self.drawn |= {line.rstrip() for line in self.terminal.display}

    def heard(self, mark: str) -> bool:
        """Whether a mark is in any byte or was on any screen, cut up by colours or not."""
        sent = ESCAPES.sub(b"", self.raw) + self.errors
        return mark.encode() in self.raw + sent or any(mark in line for line in self.drawn)


async def test_rulebook_11_nobody_gets_a_byte_of_what_he_may_not_hear(tmp_path: Path) -> None:
    async with open_room(tmp_path, PLAYERS, rules=RULES) as room, AsyncExitStack() as stack:
        ears = await _everybody(room, stack)
        await _game_with_a_partner(room)

        await room.ask("say", by="Cy", topic="checkers", to="team", text="TEAMMARK hit there")
        await room.ask("say", by="Ann", topic="cube", to="box", text="BOXMARK not yet")
        await room.ask("say", by="Dee", topic="table", to="all", text="HELDMARK who brews tea")
        await room.ask("suggest", by="Cy", move="24/23 13/10")
        await room.ask("say", by="Cy", topic="table", to="team", text="SIDEMARK well done")
        for name in ("Ben", "Cy", "Dee"):
            await until(lambda name=name: ears[name].heard("TEAMMARK"))  # type: ignore[misc]
            await until(lambda name=name: ears[name].heard("SIDEMARK"))  # type: ignore[misc]
        for name in ("Ann", "Eve"):
            await until(lambda name=name: ears[name].heard("BOXMARK"))  # type: ignore[misc]
        await until(lambda: ears["Dee"].heard("HELDMARK"))
        await ears["Ben"].sees("suggests 24/23 13/10")
        # What everybody may hear comes last: whoever has it has everything before it.
        await room.ask("flag", by="Ben", text="OPENMARK")
        for ear in ears.values():
            await until(lambda ear=ear: ear.heard("OPENMARK"))  # type: ignore[misc]

        assert _hearers(ears, "TEAMMARK") == {"Ben", "Cy", "Dee"}
        assert _hearers(ears, "SIDEMARK") == {"Ben", "Cy", "Dee"}
        assert _hearers(ears, "24/23 13/10") == {"Ben", "Cy", "Dee"}
        assert _hearers(ears, "BOXMARK") == {"Ann", "Eve"}
        assert _hearers(ears, "HELDMARK") == {"Dee"}

        await room.ask("play", by="Ben", move="24/23 13/10")
        for ear in ears.values():
            await until(lambda ear=ear: ear.heard("HELDMARK"))  # type: ignore[misc]
        assert _hearers(ears, "TEAMMARK") == {"Ben", "Cy", "Dee"}


async def test_rulebook_11_who_comes_back_hears_again_what_he_may(tmp_path: Path) -> None:
    async with open_room(tmp_path, PLAYERS, rules=RULES) as room:
        await _game_with_a_partner(room)
        await room.ask("say", by="Cy", topic="checkers", to="team", text="TEAMMARK")
        async with AsyncExitStack() as stack:
            ears = await _everybody(room, stack)
            for ear in ears.values():
                await until(lambda ear=ear: ear.heard("3-1"))  # type: ignore[misc]
            await until(lambda: _hearers(ears, "TEAMMARK") >= {"Ben", "Cy", "Dee"})
            assert _hearers(ears, "TEAMMARK") == {"Ben", "Cy", "Dee"}


async def test_what_is_typed_costs_nobody_else_a_repaint(tmp_path: Path) -> None:
    async with open_room(tmp_path, PLAYERS, rules=RULES) as room, AsyncExitStack() as stack:
        ears = await _everybody(room, stack)
        await _game_with_a_partner(room)
        for ear in ears.values():
            await until(lambda ear=ear: ear.heard("3-1"))  # type: ignore[misc]
        # The last strips of the roll may still be on their way to somebody when the first letter is
        # typed, so a line gets a few tries; one that cost a repaint would cost it every time.
        for attempt in range(5):
            before = _sent_to_others(ears)
            mark = f"SECRETLY{attempt}"
            for letter in f":say team checkers: {mark}":
                ears["Cy"].channel.write(letter.encode())
            await ears["Cy"].sees(mark)
            after = _sent_to_others(ears)
            if after == before:
                break
            ears["Cy"].channel.write(b"\x1b")
            await until(lambda mark=mark: mark not in ears["Cy"].text)  # type: ignore[misc]
        assert after == before


def _sent_to_others(ears: dict[str, Ear]) -> dict[str, int]:
    """Count the bytes that everybody but Cy was sent so far."""
    return {name: len(ear.raw) for name, ear in ears.items() if name != "Cy"}


async def _everybody(room: Room, stack: AsyncExitStack) -> dict[str, Ear]:
    """Let every player, a watcher, and two without a terminal come through the door."""
    ears: dict[str, Ear] = {}
    for name in (*PLAYERS, "watch"):
        login = name.lower()
        codes = None
        if name != "watch":
            await room.gathering.invite(name)
            codes = [room.gathering.codes[login]]
        # The Partner has no screen: what he may hear is told him in lines.
        term = None if name == "Eve" else "xterm-256color"
        ears[name] = await _listen(room, stack, login, codes, term)
    ears["lines"] = await _listen(room, stack, "watch", None, term=None)
    await ears["watch"].sees("watching")
    await until(lambda: b"Chouette, plain." in ears["lines"].raw)
    return ears


async def _listen(
    room: Room,
    stack: AsyncExitStack,
    login: str,
    codes: list[str] | None,
    term: str | None = "xterm-256color",
) -> Ear:
    client = await stack.enter_async_context(
        sitting(room, login, codes=codes, size=(120, 40), client=Ear((120, 40)), term=term)
    )
    assert isinstance(client, Ear)
    return client


async def _game_with_a_partner(room: Room) -> None:
    await room.ask("invite", by="Ann", player="Eve")
    await room.ask("agree", by="Eve", proposal=room.host.table.proposals[0].id)
    await room.ask("start", by="Ann")
    await room.ask("opening", by="Ann", dice=[6, 1])
    await room.ask("play", by="Ann", move="13/7 8/7")
    await room.ask("double", by="Ben")
    for name, do in (("Cy", "double"), ("Dee", "stay")):
        await room.ask(do, by=name)
    await room.ask("answer", by="Ann", take=["Ben", "Cy"])
    await room.ask("roll", by="Ben", dice=[3, 1])


def _hearers(ears: dict[str, Ear], mark: str) -> set[str]:
    return {name for name, ear in ears.items() if ear.heard(mark)}
