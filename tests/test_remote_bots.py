"""Bots at a table with friends far away: they come and go like players, as the host wishes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.character import Character
from app.company import Company
from app.plain import Plain
from app.policy import Policy
from app.remote.admin import ACTS, AdminSocket
from app.remote.lobby import people
from app.seating import introduced, seat_bot, unseat_bot
from rules.saying import Fault
from tests.remote_tools import Room, open_room
from tests.ssh_client import sitting
from tests.ssh_helpers import until
from tests.test_remote_table import type_in
from widgets.words import Words


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.judge.engine_installed", lambda: False)


async def agreed(room: Room) -> None:
    """Have everybody say yes to what is proposed, as many as it needs."""
    while room.host.table.proposals:
        one = room.host.table.proposals[0]
        await room.ask("agree", by=one.waits_for[0], proposal=one.id)


def lobby(room: Room) -> str:
    return "\n".join(people(room.gathering, Words()))


async def test_the_owner_adds_a_bot_between_games_and_lets_it_leave(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        name = await room.gathering.add_bot("club")
        await agreed(room)
        assert name in room.host.table.seated
        await until(lambda: introduced(room.host.keeper) == {name: "club"})
        assert room.gathering.bots == {name}
        assert room.gathering.state(name) == "connected"
        assert name not in room.gathering.remote.values()
        assert f"{name} (login {name.lower()}): bot" in lobby(room)
        assert await room.gathering.remove_bot(name.lower()) == name
        assert name not in room.host.table.seated
        assert room.gathering.bots == frozenset()
        assert name not in lobby(room)
        assert introduced(room.host.keeper) == {}
        await room.host.company.stop()  # type: ignore[union-attr]


async def test_a_bot_that_leaves_in_a_game_goes_when_it_is_over(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        company = room.host.company = Company(room.host, Policy())
        company.seat("Ben", Character(thinking=0))
        await room.ask("start", by="Ann")
        await room.gathering.remove_bot("ben")
        assert "Ben" in room.host.table.seated
        assert "Ben" in room.host.table.away
        assert "Ben (login ben)" in lobby(room)
        await room.ask("abandon", by="Ann")
        await agreed(room)
        assert "Ben" not in room.host.table.seated
        assert "Ben" not in lobby(room)
        await company.stop()


async def test_only_the_host_seats_bots(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        ann, ben = room.gathering.session_for("Ann"), room.gathering.session_for("Ben")
        watcher = room.gathering.session_for(None)
        for one in (ben, watcher):
            with pytest.raises(Fault, match="Only the host"):
                await seat_bot(one, "expert")
        with pytest.raises(Fault, match="strength is beginner, club or expert, not 'master'"):
            await seat_bot(ann, "master")
        with pytest.raises(Fault, match="Ben is no bot; bots here: none"):
            await unseat_bot(ann, "ben")
        _, name = await seat_bot(ann, "expert")
        await agreed(room)
        with pytest.raises(Fault, match="Only the host"):
            await unseat_bot(ben, name)
        await room.host.company.stop()  # type: ignore[union-attr]


async def test_the_owner_types_it_at_his_terminal_far_away(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path) as room,
        sitting(room, "ann", key="ann") as ann,
        sitting(room, "ben", key="ben") as ben,
    ):
        await ann.sees("YOU: Ann")
        await ben.sees("YOU: Ben")
        type_in(ann, ":bot club\r")
        await ann.sees("Ada would like a seat.")
        await agreed(room)
        await ben.sees("Ada is played by the program (club player).")
        type_in(ben, ":unbot ada\r")
        await ben.sees("Only the host")
        type_in(ann, ":unbot ada\r")
        await ann.sees("Ada has left.")
        assert room.host.table.seated == ("Ann", "Ben", "Eve")
        await room.host.company.stop()  # type: ignore[union-attr]


async def test_an_admin_adds_and_removes_bots_from_a_shell(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        admin = AdminSocket(room.gathering, tmp_path / "socket", lambda: None)
        assert {"bot", "unbot"} <= set(ACTS)
        assert await admin._do("bot", "beginner", "", Words()) == "Ada would like a seat."
        await agreed(room)
        assert await admin._do("unbot", "Ada", "", Words()) == "Ada has left."
        with pytest.raises(Fault, match="is no bot"):
            await admin._do("unbot", "Ann", "", Words())
        await room.host.company.stop()  # type: ignore[union-attr]


async def test_the_plain_client_of_the_owner_does_the_same(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        lines: list[str] = []
        client = Plain(room.gathering.session_for("Ann"), Words(), lines.append)
        await client.answer("bot club")
        assert "Ada would like a seat." in lines
        await agreed(room)
        await client.answer("unbot ada")
        assert "Ada has left." in lines
        guest = Plain(room.gathering.session_for("Ben"), Words(), lines.append)
        await guest.answer("bot")
        assert "Only the host of this table seats bots, and lets them leave." in lines
        await room.host.company.stop()  # type: ignore[union-attr]


async def test_a_bot_that_is_sent_away_wants_no_seat_any_more(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        name = await room.gathering.add_bot()
        assert [one.by for one in room.host.table.proposals] == [name]
        await room.gathering.remove_bot(name)
        assert not room.host.table.proposals
        assert room.gathering.bots == frozenset()
        assert name not in lobby(room)
        refused = await room.gathering.add_bot()
        one = room.host.table.proposals[0]
        for player in one.waits_for:
            if room.host.table.proposals:
                await room.ask("refuse", by=player, proposal=one.id)
        await until(lambda: refused not in room.gathering.bots)
        await room.host.company.stop()  # type: ignore[union-attr]
