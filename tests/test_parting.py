"""What a guest leaves behind goes without anybody collecting it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakSet, ref

import asyncssh
import pytest
from rich.segment import Segment
from textual.cache import LRUCache
from textual.dom import DOMNode
from textual.events import Paste
from textual.strip import Strip

from app.ssh import parting
from app.ssh import textual_hooks as hooks
from app.ssh.parting import unlink
from tests.remote_tools import open_room
from tests.ssh_client import Client, open_house, sitting
from tests.ssh_helpers import TinyApp, seated, until


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is collected by itself meanwhile, and nothing old is there to be."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has gone is taken apart without much delay."""
    monkeypatch.setattr(parting, "PARTING", 0.1)


def nodes() -> WeakSet[DOMNode]:
    """Give every widget and other node that lives."""
    return WeakSet(one for one in gc.get_objects() if isinstance(one, DOMNode))


def held(node: DOMNode) -> list[str]:
    """Say what a node holds that is more than a plain value."""
    return [name for name, what in vars(node).items() if not isinstance(what, parting.PLAIN)]


@pytest.mark.usefixtures("uncollected")
async def test_textuals_own_app_still_stays_until_it_is_collected() -> None:
    """If this fails one day, app/ssh/parting.py can go."""
    async with TinyApp().run_test() as pilot:
        known = ref(pilot.app.query_one("#line"))
    del pilot
    assert known() is not None


@pytest.mark.usefixtures("uncollected", "soon")
async def test_an_app_that_has_ended_is_gone_but_for_its_shells() -> None:
    before, app = nodes(), TinyApp()
    async with seated(app=app) as ann:
        assert "board" in ann.wire.text
        driver = ref(ann.driver)
        cache: LRUCache[Any, Any] = app.board._box_model_cache
        cache["thing"] = TinyThing()
        thing = ref(cache["thing"])
        assert held(app)
    del ann, cache
    await until(lambda: not any(held(node) for node in nodes() if node not in before))
    assert driver() is None
    assert thing() is None, "what a cache held is gone with it"
    assert not app.post_message(Paste("late")), "who is late is told that it is closed"


@pytest.mark.usefixtures("uncollected", "soon")
async def test_a_guest_of_the_table_leaves_no_memory(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.ask("start", by="Ann")
        await room.ask("opening", by="Ann", dice=[1, 6])
        before = nodes()
        connections: WeakSet[asyncssh.SSHServerConnection] = WeakSet()
        async with sitting(room, "watch") as client:
            await client.sees("Ben")
            connections.update(session.connection for session in room.door.sessions)
            assert len(connections) == 1
            await _open_and_close(client)
            assert len(nodes()) > len(before) + 50
        await until(lambda: not room.door.sessions)

        def gone() -> bool:
            return not any(held(node) for node in nodes() if node not in before)

        await until(gone, "all widgets gone")
        await until(lambda: not connections, "the connection gone")


async def _open_and_close(client: Client) -> None:
    """Open help and palette and close them: their widgets were taken down before the end."""
    client.channel.write(b"?")
    await until(lambda: "Waiting for" not in client.text)
    client.channel.write(b"\x1b[27u")
    await client.sees("Waiting for")
    client.channel.write(b"\x10")
    await client.sees("Search for commands")
    client.channel.write(b"\x1b[27u")
    await until(lambda: "Search for" not in client.text)


@pytest.mark.usefixtures("soon")
async def test_a_failed_screen_is_taken_apart_and_replaced(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as client:
        await client.sees("board")
        first = house.app_of("Ann")
        client.channel.write(b"!")
        await until(lambda: house.app_of("Ann") is not first)
        await until(lambda: not held(first), "taken apart")
        client.channel.write(b"x")
        await client.sees("heard x")


@pytest.mark.usefixtures("uncollected")
def test_textuals_cache_still_leaves_a_ring() -> None:
    """If this fails one day, `unlink` can be `clear`."""
    stays: list[bool] = []
    for empty in (LRUCache.clear, unlink):
        cache: LRUCache[int, TinyThing] = LRUCache(4)
        cache[1] = cache[2] = TinyThing()
        known = ref(cache[1])
        empty(cache)
        assert len(cache) == 0
        stays.append(known() is not None)
    assert stays == [True, False]


class TinyThing:
    """Something that a cache holds."""


def test_a_line_cut_at_its_end_does_not_hold_itself() -> None:
    hooks.uncircle_strips()
    hooks.uncircle_strips()
    strip = Strip([Segment("the lines")])
    assert list(strip.divide([9])) == [strip]
    assert list(strip.divide([9, 12])) == [strip]
    assert not strip._divide_cache
    assert [part.cell_length for part in strip.divide([4, 9])] == [4, 5]
    assert strip.divide([4, 9]) is strip.divide([4, 9]), "other cuts are still remembered"


def test_textuals_own_lines_still_hold_themselves() -> None:
    """If this fails one day, `uncircle_strips` can go."""
    own = hooks.own_divide
    strip = Strip([Segment("a strip")])
    assert list(own(strip, [7])) == [strip]
    assert list(strip._divide_cache.keys()) == [(7,)]
