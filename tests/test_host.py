"""One table, several people: one action at a time, and everybody sees the same."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from pathlib import Path

import pytest

from app.host import Host
from app.keeper import Keeper
from app.live_session import LiveSession
from app.store import RealDisk, read_lines
from rules.actions import Action, read_action
from rules.views import View

CLOCK = "2026-01-01T20:00:00.000Z"


def opened(keeper: Keeper | None = None, **options: object) -> Host:
    keeper = keeper or Keeper(now=lambda: CLOCK)
    keeper.ask(act("open", players=["ann", "bob", "cy"], dice="manual", **options))
    return Host(keeper, owner="ann")


def act(do: str, **fields: object) -> Action:
    return read_action({"do": do, **fields})


class Seen:
    """What one connection was shown, in the order of all connections."""

    def __init__(self, session: LiveSession, name: str, order: list[str]) -> None:
        self.views: list[View] = []
        self.name, self.order = name, order
        self.stop = session.watch(self)

    def __call__(self, view: View) -> None:
        self.views.append(view)
        self.order.append(self.name)


async def settled() -> None:
    """Let everything that was called soon run."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_an_action_reaches_everybody_whose_turn_it_is_first() -> None:
    host = opened()
    order: list[str] = []
    watcher = Seen(host.join(None), "watcher", order)
    bob = Seen(host.join("bob", ["bob"]), "bob", order)
    session = host.join("ann", ["ann"])
    ann = Seen(session, "ann", order)
    assert await session.send(act("start", by="ann")) is None
    await session.send(act("opening", by="ann", dice=[6, 1]))
    await settled()
    assert host.table.roller() == "ann"
    assert order[-3:] == ["ann", "bob", "watcher"]
    assert ann.views[-1].table is bob.views[-1].table is watcher.views[-1].table is host.table
    assert ann.views[-1].viewer == "ann"


async def test_the_newest_view_replaces_one_that_waits() -> None:
    host = opened()
    session = host.join("bob", ["bob"])
    seen = Seen(session, "bob", [])
    for text in ("one", "two", "three"):
        host.keeper.ask(act("note", by="bob", text=text))
        host._publish()
    await settled()
    assert [view.table.n for view in seen.views] == [4]
    seen.stop()
    await session.send(act("note", by="bob", text="four"))
    await settled()
    assert len(seen.views) == 1


async def test_watchers_share_one_view_and_are_computed_nothing() -> None:
    host = opened()
    one, two = host.join(None), host.join(None)
    assert one.view is two.view
    assert one.view.offers == {}
    assert set(host.join("ann", ["ann"]).view.offers) == {"ann"}


async def test_who_asks_is_the_connections_business() -> None:
    host = opened()
    bob = host.join("bob", ["bob"])
    before = host.table
    refusal = await bob.send(act("start", by="ann"))
    assert refusal is not None
    assert refusal.code == "not_permitted"
    assert "acts for bob" in refusal.sentence()
    refusal = await bob.send(act("seat", player="cy"))
    assert refusal is not None
    assert "only the host" in refusal.sentence()
    assert host.table is before
    assert await bob.send(act("start", by="BOB")) is None, "the name in any case"
    both = host.join("ann", ["ann", "cy"])
    assert await both.send(act("note", by="cy", text="one keyboard, two players")) is None


async def test_a_refusal_is_heard_by_its_sender_alone() -> None:
    host = opened()
    ann, bob = host.join("ann", ["ann"]), host.join("bob", ["bob"])
    seen = Seen(bob, "bob", [])
    refusal = await ann.send(act("roll", by="ann"))
    await settled()
    assert refusal is not None
    assert refusal.code == "bad_request", "dice by hand are missing"
    assert seen.views == []


async def test_many_at_once_are_carried_out_one_by_one(tmp_path: Path) -> None:
    host = opened(Keeper.on(tmp_path / "s.chouette", now=lambda: CLOCK))
    sessions = [host.join(name, [name]) for name in ("ann", "bob", "cy")]
    asked = [
        session.send(act("note", by=session.viewer, text=f"{n}"))
        for n in range(20)
        for session in sessions
    ]
    assert await asyncio.gather(*asked) == [None] * 60
    assert [entry.n for entry in host.keeper.entries] == list(range(1, 62))
    await host.close()
    logged = [line.data["n"] for line in read_lines(tmp_path / "s.chouette").lines[1:]]
    assert logged == list(range(2, 62))


class SlowDisk(RealDisk):
    """A disk that takes as long as a test wants, and then may fail."""

    def __init__(self) -> None:
        self.reached, self.go_on = threading.Event(), threading.Event()
        self.full = False
        self.go_on.set()

    def fsync(self, fd: int) -> None:
        self.reached.set()
        assert self.go_on.wait(20)
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().fsync(fd)


async def test_nobody_is_told_before_the_disk_and_nobodys_screen_waits(tmp_path: Path) -> None:
    disk = SlowDisk()
    host = opened(Keeper.on(tmp_path / "s.chouette", disk=disk, now=lambda: CLOCK))
    session = host.join("ann", ["ann"])
    seen = Seen(session, "ann", [])
    disk.reached.clear()
    disk.go_on.clear()
    sending = asyncio.create_task(session.send(act("note", by="ann", text="slow")))
    assert await asyncio.to_thread(disk.reached.wait, 20)
    await settled()
    assert seen.views == []
    assert session.view.table.n == 1, "the loop runs on and shows the table as it is"
    disk.go_on.set()
    assert await sending is None
    await settled()
    assert seen.views[-1].table.n == 2


async def test_a_sender_who_goes_away_stops_nothing(tmp_path: Path) -> None:
    disk = SlowDisk()
    host = opened(Keeper.on(tmp_path / "s.chouette", disk=disk, now=lambda: CLOCK))
    session = host.join("ann", ["ann"])
    disk.reached.clear()
    disk.go_on.clear()
    sending = asyncio.create_task(session.send(act("note", by="ann", text="my last words")))
    assert await asyncio.to_thread(disk.reached.wait, 20)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    disk.go_on.set()
    await host.close()
    assert host.table.n == 2 == len(read_lines(tmp_path / "s.chouette").lines)


async def test_a_full_disk_is_said_and_memory_only_on_request(tmp_path: Path) -> None:
    disk = SlowDisk()
    host = opened(Keeper.on(tmp_path / "s.chouette", disk=disk, now=lambda: CLOCK))
    session = host.join("ann", ["ann"])
    disk.full = True
    refusal = await session.send(act("note", by="ann", text="lost?"))
    assert refusal is not None
    assert refusal.code == "log_failed"
    assert "No space left" in refusal.sentence()
    assert host.trouble == refusal
    assert host.table.n == 1
    await host.go_on_in_memory()
    assert await session.send(act("note", by="ann", text="kept in memory")) is None
    assert not host.trouble
    assert len(read_lines(tmp_path / "s.chouette").lines) == 1


async def test_room_again_and_the_log_goes_on(tmp_path: Path) -> None:
    disk = SlowDisk()
    host = opened(Keeper.on(tmp_path / "s.chouette", disk=disk, now=lambda: CLOCK))
    session = host.join("ann", ["ann"])
    disk.full = True
    assert await session.send(act("note", by="ann", text="first try")) is not None
    disk.full = False
    assert await session.send(act("note", by="ann", text="second try")) is None
    assert host.trouble is None
    assert read_lines(tmp_path / "s.chouette").lines[-1].data["text"] == "second try"


async def test_talk_is_in_the_story_of_those_who_may_hear_it() -> None:
    host = opened(rules={"base": "club", "consult_checkers": "team"})
    for action in (
        act("start", by="ann"),
        act("opening", by="ann", dice=[1, 6]),
        act("say", by="cy", topic="checkers", to="team", text="hit him"),
    ):
        assert await host.join("x", [action.by]).send(action) is None

    def heard(viewer: str | None) -> str:
        return repr([entry.events for entry in host.join(viewer).entries()])

    assert "hit him" in heard("bob")
    assert "hit him" not in heard("ann")
    assert "hit him" not in heard(None)


async def test_a_closed_session_of_one_connection_is_told_nothing_more() -> None:
    host = opened()
    session = host.join("bob", ["bob"])
    seen = Seen(session, "bob", [])
    session.close()
    await host.join("ann", ["ann"]).send(act("note", by="ann", text="x"))
    await settled()
    assert seen.views == []
