"""Screens that are told to go while they come, or twice: what hasty keys do to them."""

from __future__ import annotations

import pytest
from textual.screen import Screen

from app.replay import ReplaySession
from app.screens.replay import ReplayScreen
from app.screens.rules import RulesScreen
from app.screens.table import TableScreen
from rules.ruleset import preset
from tests.pipes import HERE
from tests.screen_tools import do, screen_of, table_for, text_of
from widgets.words import Words

LOG = HERE / "golden" / "logs" / "v1" / "club-by-hand.chouette"


def rules() -> Screen[None]:
    return RulesScreen(preset("club"), Words())


def replay() -> Screen[None]:
    from app.settings import Settings

    return ReplayScreen(ReplaySession.read(LOG), Words(), Settings())


@pytest.mark.parametrize("make", [rules, replay])
async def test_a_screen_dismissed_as_it_comes_and_once_more_is_gone_and_no_more(
    make: object,
) -> None:
    session = table_for()
    async with screen_of(session) as (app, pilot):
        assert callable(make)
        one = make()
        app.push_screen(one)
        one.dismiss()
        one.dismiss()
        await pilot.pause()
        assert len(app.screen_stack) == 2
        do(session, do="start", by="Dana")
        await pilot.pause()
        assert "CUBES" in text_of(app)


async def test_keys_in_one_burst_open_and_close_help_again_and_again() -> None:
    session = table_for()
    async with screen_of(session) as (app, pilot):
        for _ in range(3):
            await pilot.press("question_mark", "q", "question_mark", "question_mark", "escape")
        await pilot.pause()
        assert "CUBES" in text_of(app)


async def test_news_of_the_table_find_a_screen_that_has_gone() -> None:
    session = table_for()
    async with screen_of(session) as (app, pilot):
        screen = app.screen
        await screen.remove_children()
        do(session, do="start", by="Dana")
        await pilot.resize_terminal(60, 20)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(screen, TableScreen)
        screen.do("won_team")
        assert not screen.here
