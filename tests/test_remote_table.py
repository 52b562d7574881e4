"""A table whose players come by ssh: seats, presence, proxies, and the acts of the host."""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest

from app.remote.gathering import PeopleError
from app.remote.guest_app import GuestApp
from rules.actions import Away, Roll, Unseat
from tests.remote_tools import Room, open_room
from tests.ssh_client import GENEROUS, Client, connect, sitting
from tests.ssh_helpers import until


async def begin(room: Room) -> None:
    """Start a game in which Ann is Box and the Team moves first."""
    await room.ask("start", by="Ann")
    await room.ask("opening", by="Ann", dice=[1, 6])


def type_in(client: Client, text: str) -> None:
    """Press keys, a letter a packet, as fingers do."""
    for letter in text:
        client.channel.write(letter.encode())


async def test_two_friends_and_a_watcher_see_one_table(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path) as room,
        sitting(room, "ann", key="ann") as ann,
        sitting(room, "ben", key="ben") as ben,
        sitting(room, "watch") as watcher,
    ):
        await ann.sees("YOU: Ann")
        await ben.sees("YOU: Ben")
        await watcher.sees("watching")
        type_in(ann, " ")
        for one in (ann, ben, watcher):
            await one.sees("The opening roll: one die each.")
        type_in(ann, ":opening 1 6\r")
        await ben.sees("Ben plays 6-1.")
        await watcher.sees("Ben plays 6-1.")
        type_in(ben, "13/7 8/7\r")
        await watcher.sees("Ann to roll.")
        assert [entry["by"] for entry in room.log("start", "opening", "play")] == [
            "Ann",
            "Ann",
            "Ben",
        ]


async def test_watchers_see_the_board_before_the_first_game(tmp_path: Path) -> None:
    async with open_room(tmp_path, draw=True) as room, sitting(room, "watch") as watcher:
        await watcher.sees("BAR")
        await watcher.sees("+13-14-15-16-17-18")
        await watcher.sees("watching")
        type_in(watcher, ":start\r")
        await watcher.sees("Who looks on acts for nobody.")
        assert not room.log("start")


async def test_protocol_nobody_acts_for_another(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room, sitting(room, "ben", key="ben") as ben:
        await begin(room)
        await room.ask("play", by="Ben", move="13/7 8/7")
        await ben.sees("Ann to roll.")
        type_in(ben, ":roll 6 5\r")
        await ben.sees("(club")
        session = room.gathering.session_for("Ben")
        refusal = await session.send(Roll(by="Ann", dice=(6, 5)))
        assert refusal is not None
        assert refusal.code == "not_permitted"
        assert not room.log("roll")


async def test_club_10_a_lost_player_is_away_and_comes_back(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path, grace=0.05) as room,
        sitting(room, "ann", key="ann"),
    ):
        async with sitting(room, "eve", key="eve") as eve:
            await eve.sees("YOU: Eve")
            await begin(room)
        await until(lambda: {"do": "away", "by": "Eve"} in room.log("away"))
        await until(lambda: "Eve" in room.host.table.away)
        async with sitting(room, "eve", key="eve") as eve:
            await until(lambda: {"do": "back", "by": "Eve"} in room.log("back"))
            await eve.sees("Eve is back.")
            assert "Eve" not in room.host.table.away


async def test_club_10_who_never_came_is_away_once_a_game_needs_him(tmp_path: Path) -> None:
    async with open_room(tmp_path, grace=0.05) as room, sitting(room, "ann", key="ann") as ann:
        await ann.sees("YOU: Ann")
        assert not room.log("away")
        await begin(room)
        await until(lambda: {"Ben", "Eve"} <= set(room.host.table.away))
        assert "Ann" not in room.host.table.away


async def test_club_7_1_a_proxy_acts_for_the_absent_and_the_log_says_so(tmp_path: Path) -> None:
    async with open_room(tmp_path, grace=0.05) as room, sitting(room, "ann", key="ann") as ann:
        async with sitting(room, "ben", key="ben") as ben:
            await ben.sees("YOU: Ben")
            type_in(ben, ":proxy eve\r")
            await until(lambda: room.log("proxy"))
            async with sitting(room, "eve", key="eve"):
                await begin(room)
                await ben.sees("Ben plays 6-1.")
        async with sitting(room, "eve", key="eve") as eve:
            await until(lambda: "Ben" in room.host.table.away)
            type_in(eve, "13/7 8/7\r")
            await ann.sees("Ann: roll")
            [play] = room.log("play")
            assert play["by"] == "Eve"


async def test_a_second_terminal_of_a_seat_closes_the_first(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room, sitting(room, "ben", key="ben") as first:
        await first.sees("YOU: Ben")
        async with sitting(room, "ben", key="ben") as second:
            await second.sees("YOU: Ben")
            await until(lambda: first.gone)
            assert b"another terminal" in first.raw
            assert not room.log("away")


async def test_who_is_connected_and_how_many_watch_is_shown(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room, sitting(room, "ann", key="ann", size=(100, 40)) as ann:
        await ann.sees("Ann BOX *")
        async with sitting(room, "watch"):
            await ann.sees("watching: 1")
        await until(lambda: "watching: 1" not in ann.text)


async def test_idle_watchers_are_let_go(tmp_path: Path) -> None:
    from dataclasses import replace

    limits = replace(GENEROUS, idle_watcher=0.2)
    async with open_room(tmp_path, limits=limits) as room, sitting(room, "watch") as watcher:
        await until(lambda: watcher.gone)
        assert b"come back when you like" in watcher.raw


# What the host does about people


async def test_the_hosts_acts_are_in_the_log_and_done_at_the_door(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path) as room,
        sitting(room, "ann", key="ann") as ann,
        sitting(room, "eve", key="eve") as eve,
    ):
        await ann.sees("YOU: Ann")
        await eve.sees("YOU: Eve")
        type_in(ann, ":unseat eve\r")
        await until(lambda: eve.gone)
        assert b"The host asked you to leave." in eve.raw
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(room, "eve", key="eve")
        type_in(ann, ":seat eve\r")
        await until(lambda: room.log("seat"))
        code = room.gathering.codes["eve"]
        async with sitting(room, "eve", key="eve", codes=[code]) as eve:
            await eve.sees("YOU: Eve")
            type_in(ann, ":ban eve\r")
            await until(lambda: eve.gone)
        with pytest.raises(asyncssh.DisconnectError, match="banned"):
            await connect(room, "eve", key="eve", codes=[code])
        acts = room.log("seat", "unseat", "ban")
        assert [(act["do"], act["by"], act["player"]) for act in acts] == [
            ("unseat", "Ann", "Eve"),
            ("seat", "Ann", "Eve"),
            ("ban", "Ann", "Eve"),
        ]
        await ann.sees("The host bans Eve.")


async def test_the_host_has_the_lobby_at_his_own_terminal_far_away_too(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path, ("Ann", "Ben", "Dee")) as room,
        sitting(room, "ann", key="ann", size=(100, 40)) as ann,
        sitting(room, "ben", key="ben") as ben,
    ):
        await ann.sees("YOU: Ann")
        type_in(ann, ":seat dee\r")
        await until(lambda: "dee" in room.gathering.codes)
        type_in(ann, "p")
        await ann.sees("Dee (login dee): not here, invited")
        await ann.sees(room.gathering.codes["dee"])
        await ann.sees(room.door.fingerprint)
        async with sitting(room, "dee", codes=[room.gathering.codes["dee"]]):
            await ann.sees("Dee (login dee): here")
        await ann.sees("Dee (login dee): connection lost a moment ago")
        type_in(ben, "p")
        await ben.sees("YOU: Ben")
        assert "login dee" not in ben.text


async def test_only_the_host_removes_people(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path) as room,
        sitting(room, "ann", key="ann") as ann,
        sitting(room, "ben", key="ben") as ben,
    ):
        await ben.sees("YOU: Ben")
        type_in(ben, ":unseat ann\r")
        await ben.sees("only the host")
        session = room.gathering.session_for("Ben")
        assert await session.send(Unseat(by="Ann", player="Ann")) is not None
        assert not ann.gone
        assert not room.log("unseat")


async def test_a_code_is_revoked_and_the_name_let_in_again_after_a_ban(tmp_path: Path) -> None:
    async with open_room(tmp_path, ("Ann", "Ben", "Dee")) as room:
        gathering = room.gathering
        text = await gathering.invite("dee")
        code = gathering.codes["dee"]
        assert code in text
        assert await gathering.revoke("Dee")
        assert not await gathering.revoke("Dee")
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(room, "dee", codes=[code])
        await gathering.ban("Dee")
        gathering.unban("Dee")
        await gathering.invite("Dee")
        async with sitting(room, "dee", codes=[gathering.codes["dee"]]) as dee:
            await dee.sees("YOU: Dee")
            with pytest.raises(PeopleError, match="is here"):
                await gathering.put_away("Dee")
        with pytest.raises(PeopleError, match="there are"):
            await gathering.remove("Zoe")


async def test_an_invited_newcomer_looks_on_and_asks_for_a_seat(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path, ("Ann", "Ben")) as room,
        sitting(room, "ann", key="ann"),
    ):
        await room.gathering.invite("Eve")
        assert not room.log("seat"), "she has no seat yet"
        async with sitting(room, "eve", key="eve", codes=[room.gathering.codes["eve"]]) as eve:
            await eve.sees("Next: Ann is Box")
            type_in(eve, ":join Eve\r")
            await until(lambda: room.host.table.proposals)
            [one] = room.host.table.proposals
            await room.ask("agree", by=one.waits_for[0], proposal=one.id)
            await eve.sees("YOU: Eve")
            await until(lambda: room.log("seat"))
            assert room.log("seat") == [{"do": "seat", "by": "Ann", "player": "Eve"}]


async def test_login_names_stay_with_their_owners_when_others_leave(tmp_path: Path) -> None:
    async with open_room(tmp_path, ("Ánn", "Ann", "Ben")) as room:
        before = {name: login for login, name in room.friends.seats().items()}
        await room.ask("leave", by="Ánn")
        assert "Ánn" not in room.host.table.seated
        after = {name: login for login, name in room.friends.seats().items()}
        assert after["Ann"] == before["Ann"] == "ann-2"


# A failure, and lines instead of a screen


class Fragile(GuestApp):
    def on_key(self, event: object) -> None:
        if getattr(event, "key", "") == "exclamation_mark":
            raise RuntimeError("this screen fails")


async def test_a_failed_screen_is_one_persons_and_the_table_goes_on(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path) as room,
        sitting(room, "ben", key="ben") as ben,
    ):
        await ben.sees("YOU: Ben")
        room.gathering.make_screen = Fragile.for_guest
        async with sitting(room, "eve", key="eve") as eve:
            await eve.sees("YOU: Eve")
            eve.channel.write(b"!")
            await eve.sees("failed and was")
            assert not ben.gone
            await begin(room)
            await ben.sees("Ben plays 6-1.")
            await eve.sees("Ben plays 6-1.")
            room.gathering.make_screen = GuestApp.for_guest
        await until(lambda: len(room.host._sessions) == 1, "no session is left behind")


async def test_without_a_terminal_the_line_client_serves(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room, sitting(room, "ben", key="ben", term=None) as ben:
        await until(lambda: b"Chouette, plain." in ben.raw)
        await begin(room)
        await until(lambda: b"Ben plays 6-1." in ben.raw)
        ben.channel.write(b"board\n13/7 8/7\n")
        await until(lambda: room.log("play"))
        await until(lambda: b"Ann to roll." in ben.raw)
        ben.channel.write(b"quit\n")
        await until(lambda: ben.gone)
        assert b"\x1b" not in ben.raw


async def test_a_session_is_taken_up_again_with_the_same_friends(tmp_path: Path) -> None:
    async with open_room(tmp_path, in_memory=False) as room:
        await begin(room)
        await room.host.ask(Away(by="Ben"))
    async with (
        open_room(tmp_path, in_memory=False) as room,
        sitting(room, "ben", key="ben") as ben,
    ):
        await ben.sees("Ben plays 6-1.")
        await until(lambda: "Ben" not in room.host.table.away)


async def test_only_the_host_gives_up_the_log(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path, in_memory=False) as room,
        sitting(room, "ann", key="ann") as ann,
        sitting(room, "ben", key="ben") as ben,
    ):
        await ben.sees("YOU: Ben")
        type_in(ben, ":memory\r")
        await ben.sees("Only the host can say so.")
        assert room.host.keeper.log is not None
        type_in(ann, ":memory\r")
        await ann.sees("The session goes on in memory only.")
        assert room.host.keeper.log is None
