"""Bots where dice are thrown by hand or the board is of wood: the room lends them its hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from app.bot_room import lent, needs_hands, sight
from app.character import Character
from app.company import Company
from app.host import Host
from app.live_session import LiveSession
from app.plain import Plain
from app.policy import Policy
from app.verdicts import Judge
from rules.actions import read_action
from rules.ids import position_id
from rules.position import START, Position
from rules.refusals import Refusal
from tests.screen_tools import screen_of, text_of, type_line
from tests.test_bots import BEAVERS, DOUBLE_AND_TAKE, EXPERT, NAMES, WAITING, Oracle, opened
from widgets.asking import asking
from widgets.words import Words


@asynccontextmanager
async def room(
    judge: Judge, bots: list[str], **options: object
) -> AsyncIterator[tuple[Host, LiveSession, Company]]:
    """Give a table with bots, and the session of the people in the room."""
    host = Host(opened(**options))  # type: ignore[arg-type]
    company = host.company = Company(host, judge)
    for name in bots:
        company.seat(name, Character(thinking=0, deals=0))
    company.start()
    people = tuple(name for name in NAMES if name not in bots)
    me = host.join(people[0], people)
    try:
        yield host, me, company
    finally:
        await company.stop()


async def say(me: LiveSession, company: Company, **request: Any) -> Refusal | None:
    """Send something from the room and wait until the bots have done what they want."""
    refusal = await me.send(read_action(request))
    await company.rest()
    return refusal


def phase(host: Host) -> str:
    return host.table.phase


def here(session: LiveSession) -> tuple[str, ...]:
    return session.here


def test_what_the_room_does_for_bots_is_said_beforehand() -> None:
    assert needs_hands(opened(dice={"seed": 1}).table) is None
    assert "throw the dice" in (needs_hands(opened().table) or "")
    assert "wooden board" in (needs_hands(opened(board="physical").table) or "")


async def test_the_room_throws_a_bots_dice_and_the_bot_plays() -> None:
    async with room(Policy(), ["bob", "cy", "dee"]) as (host, me, company):
        assert [str(one) for one in company.notices] == [str(needs_hands(host.table))]
        assert await say(me, company, do="start", by="ann") is None
        assert await say(me, company, do="opening", by="ann", dice=[6, 1]) is None
        assert host.table.roller() == "ann"
        assert here(me) == ("ann",)
        assert await say(me, company, do="play", by="ann", move="13/7 8/7") is None
        assert host.table.roller() == "bob"
        assert here(me) == ("ann", "bob")
        assert {offer.verb for offer in me.view.offers["bob"]} == {"roll"}
        asked = asking(me.view, Words())
        assert (asked.who, asked.detail[0]) == ("bob", "Type the dice: 63")
        assert await say(me, company, do="roll", by="bob", dice=[3, 1]) is None
        assert [turn.by for turn in host.table.game.turns] == ["ann", "bob"]  # type: ignore[union-attr]
        assert here(me) == ("ann",)


async def test_the_room_decides_nothing_for_a_bot_that_knows_the_position() -> None:
    async with room(WAITING, ["bob", "cy", "dee"]) as (host, me, company):
        await say(me, company, do="start", by="ann")
        await say(me, company, do="opening", by="ann", dice=[6, 1])
        await say(me, company, do="play", by="ann", move="13/7 8/7")
        refusal = await say(me, company, do="double", by="bob")
        assert refusal is not None
        assert refusal.code == "not_permitted"
        assert phase(host) == "before_roll"


async def test_no_roll_comes_before_a_bots_double() -> None:
    async with room(DOUBLE_AND_TAKE, ["bob", "cy", "dee"]) as (host, me, company):
        await say(me, company, do="start", by="ann")
        await say(me, company, do="opening", by="ann", dice=[6, 1])
        await say(me, company, do="play", by="ann", move="13/7 8/7")
        assert phase(host) == "answer"
        assert here(me) == ("ann",)


async def test_a_watcher_and_a_guest_throw_nothing() -> None:
    async with room(WAITING, ["bob", "cy"]) as (host, me, company):
        from app.host import People

        host.owner = "ann"
        host.show_people(People(frozenset({"ann", "dee"})))
        dee, watcher = host.join("dee", ["dee"]), host.join(None)
        for request in (
            {"do": "start", "by": "ann"},
            {"do": "opening", "by": "ann", "dice": [6, 1]},
            {"do": "play", "by": "ann", "move": "13/7 8/7"},
        ):
            assert await say(me, company, **request) is None
        assert here(me) == ("ann", "dee", "bob")
        assert dee.here == ("dee",)
        assert watcher.here == ()
        for one in (dee, watcher):
            assert await one.send(read_action({"do": "roll", "by": "bob", "dice": [3, 1]}))
        host.show_people(People(frozenset({"dee"})))
        assert here(dee) == ("dee", "bob"), "the owner is gone, and somebody has to throw"
        assert here(watcher) == ()


async def test_what_the_team_tells_a_bot_is_not_heard_by_who_throws_for_it() -> None:
    async with room(WAITING, ["bob", "cy"]) as (host, me, company):
        me.close()
        box = host.join("ann", ["ann"])
        dee = host.join("dee", ["dee"])
        for one, request in (
            (box, {"do": "start", "by": "ann"}),
            (box, {"do": "opening", "by": "ann", "dice": [6, 1]}),
            (box, {"do": "play", "by": "ann", "move": "13/7 8/7"}),
            (box, {"do": "roll", "by": "bob", "dice": [6, 5]}),
        ):
            assert await say(one, company, **request) is None
        secret = {"do": "say", "by": "dee", "topic": "table", "to": "team", "text": "secret plan"}
        assert await say(dee, company, **secret) is None
        assert box.here == ("ann",)
        assert [entry for entry in dee.entries() if "secret plan" in str(entry)]
        assert not [entry for entry in box.entries() if "secret plan" in str(entry)]


async def test_the_plain_client_asks_for_a_bots_dice() -> None:
    async with room(Policy(), ["bob", "cy", "dee"]) as (host, me, company):
        lines: list[str] = []
        client = Plain(me, Words(), lines.append)
        for line in ("start", "opening 6 1", "13/7 8/7"):
            await client.answer(line)
            await company.rest()
            client.news()
        assert lines[-2:] == ["bob to roll.", "Type the dice: 63"]
        await client.answer("31")
        await company.rest()
        assert len(host.table.game.turns) == 2  # type: ignore[union-attr]


# A wooden board


async def test_on_wood_the_room_moves_and_answers_for_a_bot_that_sees_nothing() -> None:
    async with room(DOUBLE_AND_TAKE, ["bob", "cy"], board="physical") as (host, me, company):
        assert "wooden board" in str(company.notices[0])
        await say(me, company, do="start", by="ann")
        await say(me, company, do="opening", by="ann", first="team")
        assert await say(me, company, do="done", by="bob") is None
        assert await say(me, company, do="double", by="ann", cubes=["bob"]) is None
        assert phase(host) == "answer"
        assert await say(me, company, do="take", by="bob") is None
        assert phase(host) == "before_roll"


async def test_on_wood_a_bot_decides_once_the_position_is_set() -> None:
    async with room(BEAVERS, ["bob", "cy"], board="physical") as (host, me, company):
        await say(me, company, do="start", by="ann")
        await say(me, company, do="opening", by="ann", first="team")
        await say(me, company, do="done", by="bob")
        await say(me, company, do="show", by="ann", position=position_id(START))
        assert phase(host) == "before_roll"
        assert {o.verb for o in me.view.offers["bob"]}.isdisjoint({"take", "double", "answer"})
        await say(me, company, do="double", by="ann", cubes=["bob"])
        assert phase(host) == "beavered"


async def test_on_wood_a_bot_asks_about_the_position_that_was_set() -> None:
    class Watching(Oracle):
        seen: object = None

        def cube(self, position: Any, contract: Any, plies: Any = 3) -> Any:
            self.seen = position
            return super().cube(position, contract, plies)

    judge = Watching(0.6, 0.8)
    later = Position.of({6: 5, 5: 5, 4: 5}, {6: 3, 5: 3, 4: 3, 3: 3, 2: 3})
    async with room(judge, ["bob", "cy"], board="physical") as (host, me, company):
        await say(me, company, do="start", by="ann")
        await say(me, company, do="opening", by="ann", first="box")
        await say(me, company, do="done", by="ann")
        await say(me, company, do="show", by="ann", position=position_id(later))
        assert judge.seen == later
        assert phase(host) in ("declare", "answer")


def test_a_position_that_is_older_than_the_turn_counts_no_more() -> None:
    keeper = opened(board="physical")
    for request in (
        {"do": "start", "by": "ann"},
        {"do": "opening", "by": "ann", "first": "team"},
        {"do": "done", "by": "bob"},
        {"do": "show", "by": "ann", "position": position_id(START)},
    ):
        keeper.ask(read_action(request))
    assert sight(keeper.table, keeper.entries) == START
    keeper.ask(read_action({"do": "roll", "by": "ann"}))
    assert keeper.table.shown is not None
    assert sight(keeper.table, keeper.entries) is None


def test_with_the_programs_dice_nothing_is_lent() -> None:
    table = opened(dice={"seed": 1}).table
    assert lent(table, ["bob"], resting=True, blind=False) == {}
    assert EXPERT.strength == "expert"


async def test_on_the_screen_two_digits_are_a_bots_dice() -> None:
    async with (
        room(Policy(), ["bob", "cy", "dee"]) as (host, me, company),
        screen_of(me) as (app, pilot),
    ):
        for text in ("start", "61", "13/7 8/7"):
            await type_line(pilot, text)
            await company.rest()
        await pilot.pause()
        assert "bob to roll." in text_of(app)
        assert "Type the dice: 63" in text_of(app)
        await type_line(pilot, "31")
        await company.rest()
        await pilot.pause()
        assert [turn.by for turn in host.table.game.turns] == ["ann", "bob"]  # type: ignore[union-attr]
        assert "ann: roll, or double?" in text_of(app)
