"""Panes that show the same are drawn once, and look as Textual itself would draw them."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from rich.style import Style
from textual.geometry import Region
from textual.widget import Widget

from app.language import words_of
from app.screens.lesson import Telling
from app.tui import ChouetteApp
from tests.screen_tools import press, quick, screen_of, table_for
from tests.test_cube_rounds_on_screen import TEAM_TURN
from widgets.log_view import LogView
from widgets.panel import Panel
from widgets.prompt import Story
from widgets.rows import COLORS, Bit, changes, palette, row
from widgets.words import Words

SIZE = (100, 40)
WORDS = Words()


def panes(app: ChouetteApp) -> dict[str | None, Panel]:
    return {pane.id: pane for pane in app.screen.query(Panel) if pane.size}


async def drawn(session: Any, *keys: str, words: Words = WORDS) -> dict[str | None, Any]:
    app = ChouetteApp(session, words=words, settings=quick())
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, *keys)
        return {name: pane._drawn for name, pane in panes(app).items()}


async def test_two_who_see_the_same_share_every_pane() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    ann, ben = await drawn(session), await drawn(session)
    assert len(ann) >= 9
    assert {name for name in ann if ann[name] is not ben[name]} == set()


async def test_who_types_shares_what_his_typing_does_not_touch() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    ann, ben = await drawn(session), await drawn(session, "colon", "n")
    assert ann["command"] is not ben["command"]
    assert ann["board"] is ben["board"]
    assert changes(ann["command"], ben["command"])


async def test_two_languages_share_no_pane() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    ann, ben = await drawn(session), await drawn(session, words=words_of("hu"))
    assert [name for name in ann if ann[name] is ben[name]] == []


async def test_panes_are_what_textual_itself_would_draw() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session, SIZE) as (app, pilot):
        await press(pilot, "D", "colon")
        for pane in (*panes(app).values(), app.screen):
            width, height = pane.size
            for crop in (Region(0, 0, width, height), Region(1, 0, width // 2, height)):
                own, stock = pane.render_lines(crop), Widget.render_lines(pane, crop)
                assert [list(strip) for strip in own] == [list(strip) for strip in stock], pane.id


async def test_a_pane_with_a_frame_is_drawn_with_it() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session, SIZE) as (app, pilot):
        talk = app.screen.query_one("#log", Panel)
        talk.styles.border = ("round", "red")
        talk.notify_style_update()
        await pilot.pause()
        (first, *_) = talk.render_lines(Region(0, 0, talk.outer_size.width, 1))
        assert first.text.startswith("╭─")


async def test_no_row_keeps_a_widget_and_so_a_screen_alive() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    for name, picture in (await drawn(session, "colon", "n")).items():
        for line in picture.rows:
            assert not [bit for bit in line.bits if isinstance(bit.spot, Widget)], name


def test_other_lines_without_another_content_are_shared_with_nobody() -> None:
    class Loud(Story):
        def lines(self, width: int, height: int) -> list[list[Bit]]:
            return [[Bit("!")]]

    assert Loud.content is Panel.content
    assert Telling.content is Panel.content
    assert Story.content is not Panel.content


def kinds(of: type[Panel] = Panel) -> list[type[Panel]]:
    return [one for kind in of.__subclasses__() for one in (kind, *kinds(kind))]


SHARING = [
    kind for kind in kinds() if "content" in kind.__dict__ and kind.content is not Panel.content
]


@pytest.mark.parametrize("kind", SHARING)
def test_what_is_shared_names_all_that_a_pane_is_told(kind: type[Panel]) -> None:
    """Else a pane would be shown as another pane was, which was told something else."""
    pane = LogView("LOG") if kind is LogView else kind()
    told = {name for name in vars(pane) if not name.startswith("_")} - set(vars(Panel()))
    source = inspect.getsource(kind.content)
    assert told, kind
    assert {name for name in told if f"self.{name}" not in source} == set(), kind


def test_equal_lines_are_one_row() -> None:
    colors = palette(Style(color="white"), dict.fromkeys(COLORS, "#ffffff"))
    again = palette(Style(color="white"), dict.fromkeys(COLORS, "#ffffff"))
    other = palette(Style(color="white"), dict.fromkeys(COLORS, "#ff0000"))
    assert row((Bit("Ann", "box"),), 9, colors) is row((Bit("Ann", "box"),), 9, again)
    assert row((Bit("Ann", "box"),), 9, colors) is not row((Bit("Ann", "box"),), 8, colors)
    assert row((Bit("Ann", "box"),), 9, colors) is not row((Bit("Ann", "box"),), 9, other)
