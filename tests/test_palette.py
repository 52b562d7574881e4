"""The command palette under keys that outrun it, and in terminals without room for it."""

from __future__ import annotations

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot

from app.language import words_of
from app.screens.palette import Palette
from app.tui import ChouetteApp, Outcome
from tests.screen_tools import screen_of, table_for
from tests.ssh_helpers import until

SMALL = ((1, 1), (2, 24), (5, 8), (9, 3), (20, 5), (80, 1), (80, 2), (80, 5), (80, 7))


async def opened(app: ChouetteApp, pilot: Pilot[Outcome], palette: CommandPalette) -> CommandList:
    """Open a palette, and wait until it has found its commands."""
    await app.push_screen(palette)
    found = palette.query_one(CommandList)
    while not found.option_count:
        await pilot.pause()
    return found


@pytest.mark.parametrize("size", SMALL)
async def test_pages_are_turned_in_a_list_of_any_size(size: tuple[int, int]) -> None:
    async with screen_of(table_for(), size) as (app, pilot):
        found = await opened(app, pilot, Palette())
        await pilot.press("pagedown", "pageup", "down", "pagedown", "pagedown", "pageup")
        assert app.screen.query_one(CommandList) is found
        await pilot.press("escape")
        assert len(app.screen_stack) == 2


async def test_a_page_down_shows_another_page_where_there_is_room() -> None:
    async with screen_of(table_for()) as (app, pilot):
        found = await opened(app, pilot, Palette())
        await pilot.press("pagedown")
        assert found.highlighted


async def test_textuals_own_palette_still_fails_without_room() -> None:
    """If this fails one day, `Palette._action_command_list` can go."""
    async with screen_of(table_for(), (1, 1)) as (app, pilot):
        found = await opened(app, pilot, CommandPalette())
        with pytest.raises(KeyError):
            found._move_page(1)


async def nothing_found(pilot: Pilot[Outcome], palette: CommandPalette) -> None:
    """Type what no command is called, and wait until that is to be said soon."""
    await pilot.press("z", "q", "x", "z")
    while palette._no_matches_timer is None:
        await pilot.pause()


async def test_a_closed_palette_has_nothing_more_to_say() -> None:
    async with screen_of(table_for()) as (app, pilot):
        palette = Palette()
        await opened(app, pilot, palette)
        await nothing_found(pilot, palette)
        await pilot.press("escape")
        assert palette._no_matches_timer is None
        assert len(app.screen_stack) == 2


async def test_an_open_palette_says_that_nothing_was_found() -> None:
    async with screen_of(table_for()) as (app, pilot):
        palette = Palette()
        found = await opened(app, pilot, palette)
        await nothing_found(pilot, palette)
        await until(lambda: found.option_count, "words that nothing was found")
        assert found.get_option_at_index(0).id == "--no-matches"


async def test_textuals_own_palette_still_counts_down_after_its_end() -> None:
    """If this fails one day, `Palette._cancel_gather_commands` can go."""
    async with screen_of(table_for()) as (app, pilot):
        palette = CommandPalette()
        await opened(app, pilot, palette)
        await nothing_found(pilot, palette)
        await pilot.press("escape")
        assert palette._no_matches_timer is not None


async def test_what_does_nothing_now_is_found_by_its_name_alone() -> None:
    async with screen_of(table_for()) as (app, _):
        commands = list(app.get_system_commands(app.screen))
        shown = {one.title for one in commands if one.discover}
        assert {"leave", "help"} <= shown
        assert not {"Box begins", "take", "drop"} & shown
        assert {"Box begins", "take", "drop"} <= {one.title for one in commands}


async def test_ctrl_c_says_how_one_leaves_in_the_viewers_words() -> None:
    async with screen_of(table_for()) as (app, pilot):
        app.words = words_of("hu")
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert [one.message for one in app._notifications] == [
            "Esc, majd q: kilépés; semmi sem vész el."
        ]
