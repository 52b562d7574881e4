"""A person sits down with bots: from the command line, from the home screen, and again later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.bots import choose
from app.character import Character
from app.launch import LaunchError, Spec, launch, resume
from app.plain import Plain
from app.play import parser
from app.policy import Policy
from app.screens.table import TableScreen
from app.screens.waiting import OFFER_AFTER, PATIENCE, Waiting
from app.seating import bot_names, introduced, own_name
from app.tui import ChouetteApp
from rules.actions import check_name, read_action
from rules.saying import Fault
from tests.screen_tools import press, screen_of, text_of
from tests.test_bots import until
from widgets.words import Words


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play by the policy: how well is another test's business."""
    monkeypatch.setattr("app.judge.engine_installed", lambda: False)


def spec(path: Path, **more: object) -> Spec:
    return Spec(("Ann",), dice={"seed": 5}, log=path, bots=("Ben", "Cy"), thinking=0, **more)  # type: ignore[arg-type]


def test_bots_sit_behind_the_person_who_alone_acts_at_this_terminal(tmp_path: Path) -> None:
    session = launch(spec(tmp_path / "a.chouette", strength="club"))
    assert session.view.table.line == ("Ann", "Ben", "Cy")
    assert (session.viewer, session.here) == ("Ann", ("Ann",))
    company = session.host.company
    assert company is not None
    assert {name: one.strength for name, one in company.bots.items()} == {
        "Ben": "club",
        "Cy": "club",
    }
    assert "not installed" in str(company.notices[0])
    session.host.keeper.close()


def test_a_session_that_is_resumed_knows_its_bots(tmp_path: Path) -> None:
    path = tmp_path / "a.chouette"
    launch(spec(path, strength="beginner")).host.keeper.close()
    again = resume(path)
    assert introduced(again.host.keeper) == {"Ben": "beginner", "Cy": "beginner"}
    assert again.here == ("Ann",)
    assert again.host.company is not None
    again.host.keeper.close()
    taken_over = resume(path, ("Ann", "Ben"))
    assert taken_over.host.company is not None
    assert set(taken_over.host.company.bots) == {"Cy"}
    taken_over.host.keeper.close()


def test_a_table_that_is_open_elsewhere_is_not_resumed(tmp_path: Path) -> None:
    session = launch(spec(tmp_path / "a.chouette"))
    with pytest.raises(LaunchError, match="is open in another window"):
        resume(tmp_path / "a.chouette")
    session.host.keeper.close()


async def test_rulebook_10_no_bot_is_offered_as_a_proxy(tmp_path: Path) -> None:
    now = [0.0]
    for players, offered in ((("Ann",), ""), (("Ann", "Dee"), "Dee")):
        one = replace(spec(tmp_path / f"{offered}.chouette"), players=players, here=("Ann",))
        session = launch(one)
        async with screen_of(session) as (app, pilot):
            await press(pilot, "space")
            screen = app.screen
            assert isinstance(screen, TableScreen)
            screen.waiting = Waiting(lambda: now[0])
            screen.show_view(session.view)
            now[0] += OFFER_AFTER * PATIENCE
            assert screen.proxy_for_me == offered
            company = session.host.company
            assert company is not None
            await company.stop()
        session.host.keeper.close()


@pytest.mark.parametrize(("board", "dice"), [("physical", ""), ("tracked", "manual")])
def test_bots_sit_down_where_they_need_the_rooms_hands(
    tmp_path: Path, board: str, dice: str
) -> None:
    session = launch(Spec(("Ann",), board=board, dice=dice, log=tmp_path / "a", bots=("Ben",)))
    company = session.host.company
    assert company is not None
    assert "Bots" in str(company.notices[-1])
    session.host.keeper.close()


def test_names_for_bots() -> None:
    assert bot_names(2, ["ada"]) == ("Ben", "Cleo")
    assert check_name(own_name())
    with pytest.raises(Fault, match="0 to 24 bots, not 25"):
        bot_names(25)


def test_the_command_knows_how_many_how_strong_and_how_slow(tmp_path: Path) -> None:
    given = parser().parse_args(["--bots", "3", "--strength", "club", "--thinking", "0.2"])
    assert (given.bots, given.strength, given.thinking) == (3, "club", 0.2)
    with pytest.raises(LaunchError, match="0 to 60 seconds"):
        launch(Spec(("Ann",), log=tmp_path / "a", bots=("Ben",), thinking=99))


async def test_a_whole_game_against_bots_on_the_screen(tmp_path: Path) -> None:
    session = launch(spec(tmp_path / "a.chouette"))
    company = session.host.company
    assert company is not None
    me = Character(thinking=0, deals=0)
    app = ChouetteApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, TableScreen)
        await session.send(read_action({"do": "start", "by": "Ann"}))
        while not session.host.table.games:
            table = session.host.table
            action = choose(table, "Ann", Policy(), me, {"Ann", *company.bots})
            if action is None:
                await until(session.host, lambda now, n=table.n: now.n > n)  # type: ignore[misc]
            else:
                assert await session.send(action) is None
        await pilot.pause()
        assert company.failed == set()
        assert sum(session.host.table.games[0].points.values()) == 0
    await company.stop()
    session.host.keeper.close()


async def test_the_line_says_who_is_a_bot(tmp_path: Path) -> None:
    session = launch(spec(tmp_path / "a.chouette"))
    app = ChouetteApp(session)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "Ben CAPT bot" in text_of(app)
        assert "Ben is played by the program (expert)." in text_of(app)
    lines: list[str] = []
    client = Plain(session, Words(), lines.append)
    await client.answer("who")
    assert "Cy: bot" in "\n".join(lines)
    assert session.host.company is not None
    await session.host.company.stop()
    session.host.keeper.close()
