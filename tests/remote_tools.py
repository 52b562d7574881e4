"""A remote table on 127.0.0.1, whose players come through its door."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.host import Host
from app.keeper import Keeper
from app.remote.gathering import Gathering
from app.ssh.keys import Friends
from app.ssh.limits import Limits
from rules.actions import read_action
from rules.log import Entry
from rules.refusals import Refusal
from tests.ssh_client import GENEROUS, KEYS, House, public


class Room(House):
    """A remote table, with what tests ask of it; also the House of tests/ssh_client.py."""

    def __init__(self, gathering: Gathering) -> None:
        super().__init__(gathering.door, gathering.friends)
        self.gathering = gathering

    @property
    def host(self) -> Host:
        return self.gathering.host

    async def ask(self, do: str, **fields: object) -> Entry:
        """Have something happen at the table, whoever is allowed to ask for it."""
        outcome = await self.host.ask(read_action({"do": do, **fields}))
        assert not isinstance(outcome, Refusal), outcome.sentence()
        return outcome

    def log(self, *verbs: str) -> list[dict[str, Any]]:
        """Give the requests in the log with these verbs."""
        entries = self.host.keeper.entries
        return [dict(e.request) for e in entries if e.request["do"] in verbs]


@asynccontextmanager
async def open_room(
    folder: Path,
    players: Iterable[str] = ("Ann", "Ben", "Eve"),
    *,
    owner: str | None = "Ann",
    local: Iterable[str] = (),
    watchers: bool = True,
    limits: Limits = GENEROUS,
    grace: float = 30.0,
    in_memory: bool = True,
    **spec: object,
) -> AsyncIterator[Room]:
    """Open a table with dice by hand and a door to it until the block ends; keys are known."""
    keeper = Keeper() if in_memory else Keeper.on(folder / "table.chouette")
    if not keeper.table.opened:
        request = {"do": "open", "players": list(players), "dice": "manual", **spec}
        outcome = keeper.ask(read_action(request))
        assert not isinstance(outcome, Refusal), outcome.sentence()
    friends = Friends(keeper.table.seated, folder / "friends.json", watchers=watchers)
    for login in friends.seats():
        if login in KEYS:
            friends.add_key(login, public(login))
    gathering = Gathering(
        Host(keeper, owner),
        friends,
        host_key_path=folder / "host_key",
        address="127.0.0.1",
        local=local,
        limits=limits,
        grace=grace,
    )
    await gathering.open("127.0.0.1", 0)
    try:
        yield Room(gathering)
    finally:
        await gathering.close()
        await gathering.host.close()


__all__ = ["Room", "open_room"]
