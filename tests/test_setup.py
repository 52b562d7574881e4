"""The setup screen: bots at a table that is opened here, and the draw for the line."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from app.live_session import LiveSession
from app.screens.home import HomeScreen
from app.screens.setup import SetupScreen
from app.seating import introduced
from tests.screen_tools import press, quick, screen_of, table_for, text_of, type_line
from widgets.words import Words


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


async def test_bots_are_chosen_on_the_setup_screen() -> None:
    async with screen_of(None, first=lambda: SetupScreen(Words(), quick())) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.query_one("#players", Input).value = "Zoe"
        screen.query_one("#choices").focus()
        await pilot.press("down", "down", "down", "down", "right", "right", "down", "right")
        await pilot.pause()
        assert "bots play like" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        session = app.session
        assert isinstance(session, LiveSession)
        assert len(session.view.table.seated) == 3
        assert len(introduced(session.host.keeper)) == 2
        assert session.here == ("Zoe",)
        company = session.host.company
        assert company is not None
        await company.stop()
        session.host.keeper.close()


async def test_one_person_and_no_bot_are_no_table() -> None:
    async with screen_of(None, first=lambda: SetupScreen(Words(), quick())) as (app, pilot):
        app.screen.query_one("#players", Input).value = "Zoe"
        await pilot.press(*["enter"] * 3)
        assert "Who plays?" not in text_of(app), "Enter in a field begins nothing"
        await pilot.press("enter")
        await pilot.pause()
        assert "Who plays?" in text_of(app)


async def test_what_is_wrong_is_put_right_in_the_field_where_it_stands() -> None:
    async with screen_of(None, first=lambda: SetupScreen(Words(), quick())) as (app, pilot):
        players, stake = (app.screen.query_one(f"#{name}", Input) for name in ("players", "stake"))
        players.value, stake.value = "Zoe, Zoe", "two"
        app.screen.query_one("#choices").focus()
        await press(pilot, "enter")
        assert app.screen.focused is stake
        stake.value = "2"
        app.screen.query_one("#choices").focus()
        await press(pilot, "enter")
        assert "cannot both be Zoe" in text_of(app)
        assert app.screen.focused is players


async def test_what_is_typed_while_the_screen_is_made_is_in_the_first_field() -> None:
    async with screen_of(None, first=lambda: HomeScreen(Words(), quick())) as (app, pilot):
        setup = SetupScreen(Words(), quick())
        # As a slow machine has it: the keys are there before the screen is.
        waiting = app.push_screen(setup)
        for key in ("Z", "o", "e"):
            app.post_message(events.Key(key, key))
        await waiting
        await pilot.press("comma", "A")
        await pilot.pause()
        assert setup.query_one("#players", Input).value == "Zoe,A"


async def test_only_the_keys_that_do_something_are_shown() -> None:
    async with screen_of(None, first=lambda: SetupScreen(Words(), quick())) as (app, pilot):
        assert "save as a house" not in text_of(app), "a w would go into the name"
        await pilot.press(*["enter"] * 3)
        assert "w save as a house" in text_of(app)
        assert "Enter start" in text_of(app)


async def test_club_1_3_the_draw_shows_its_dice() -> None:
    async with screen_of(None, first=lambda: SetupScreen(Words(), quick())) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.query_one("#players", Input).value = "Ann, Ben, Cy"
        screen.fields["draw"] = True
        screen.start()
        await pilot.pause()
        assert "Draw for the order." in text_of(app)
        await pilot.press("space")
        await app.workers.wait_for_complete()
        await pilot.pause()
        await press(pilot, "l")  # the strip of the log has room for its end only, after equal dice
        assert "The draw: Ann " in text_of(app)
        assert isinstance(app.session, LiveSession)
        app.session.host.keeper.close()


async def test_club_6_5_a_bot_asks_for_a_seat_at_a_table_under_way() -> None:
    session = table_for(("Dana", "Ann"), dice="fair", draw=False)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "bot master")
        assert "strength is" in text_of(app)
        await type_line(pilot, "bot club")
        company = session.host.company
        assert company is not None
        (name,) = company.bots
        if name not in session.view.table.seated:
            await press(pilot, "y", "enter")
        for _ in range(5):
            await pilot.pause()
        assert name in session.view.table.seated, text_of(app)
        assert introduced(session.host.keeper) == {name: "club"}
        await company.stop()
