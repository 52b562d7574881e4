"""What moves and what rings: a play shown checker by checker, the bell, the cubes on the board."""

from __future__ import annotations

from typing import Any

import pytest

from app.screens.moving import boards
from app.screens.table import TableScreen
from app.settings import Bell
from rules.position import START, Position
from rules.state import Turn
from tests.screen_tools import do, quick, screen_of, table_for
from tests.test_cube_rounds_on_screen import START as GAME
from tests.test_cube_rounds_on_screen import TEAM_TURN
from widgets.board import Board, Face
from widgets.board_cubes import lying

TRIO = ("Dana", "Ann", "Ben")


def turn(move: str, after: Position, dice: tuple[int, int] = (3, 1)) -> Turn:
    return Turn("team", "Ann", dice, move, START, after)


def test_a_play_is_shown_move_by_move_up_to_the_last() -> None:
    after = Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    first, second = boards(turn("8/5 6/5", after))
    assert first == START
    assert [second.mine[point] for point in (8, 6, 5)] in ([2, 5, 1], [3, 4, 1])


def test_an_illegal_play_that_stood_and_a_pass_do_not_move() -> None:
    after = Position.of({24: 2, 13: 4, 8: 3, 6: 5, 4: 1}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert boards(turn("13/4", after)) == ()
    assert boards(turn("", START)) == ()


async def test_somebody_elses_play_moves_and_ends_at_the_board_as_it_is() -> None:
    session = table_for(TRIO, *GAME[:2], here=("Dana",))
    async with screen_of(session, settings=quick(animation=True)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        seen: list[Any] = []
        board = screen.query_one(Board)
        show = board.show

        def note(face: Face) -> None:
            seen.append(face.position)
            show(face)

        board.show = note  # type: ignore[method-assign]
        do(session, do="play", by="Ann", move="13/11 13/8")
        while screen._moving.face is not None or len(set(seen)) < 3:
            await pilot.pause()
        assert len(dict.fromkeys(seen)) == 3, "before, between and after"
        game = session.view.table.game
        assert game is not None
        assert seen[-1] == game.position


@pytest.mark.parametrize("settings", [quick(), quick(animation=True)])
async def test_ones_own_play_and_a_quiet_screen_do_not_move(settings: Any) -> None:
    here = TRIO if settings.animation else ("Dana",)
    session = table_for(TRIO, *GAME[:2], here=here)
    async with screen_of(session, settings=settings) as (app, pilot):
        assert isinstance(app.screen, TableScreen)
        do(session, do="play", by="Ann", move="13/11 13/8")
        await pilot.pause()
        assert app.screen.view.table.game == session.view.table.game
        assert app.screen._moving.face is None


RINGS: dict[Bell, dict[str, Any]] = {
    "turn": {"do": "play", "by": "Ann", "move": "13/11 13/8"},
    "talk": {"do": "say", "by": "Ann", "topic": "table", "text": "Good luck", "to": "all"},
}


@pytest.mark.parametrize("chosen", [(), ("turn",), ("talk",), ("turn", "double", "game", "talk")])
@pytest.mark.parametrize("event", RINGS)
async def test_the_bell_rings_for_what_was_chosen(event: Bell, chosen: tuple[Bell, ...]) -> None:
    session = table_for(TRIO, *GAME[:2], here=("Dana",))
    async with screen_of(session, settings=quick(bell=chosen)) as (app, pilot):
        rung: list[str] = []
        app.bell = lambda: rung.append(event)  # type: ignore[method-assign]
        do(session, **RINGS[event])
        await pilot.pause()
        assert bool(rung) == (event in chosen)


def cubes_after(*actions: dict[str, Any]) -> list[tuple[str, tuple[int, ...], int]]:
    game = table_for(TRIO, *GAME, *actions).view.table.game
    return [(one.place, one.values, one.count) for one in lying(game)]


def test_cubes_lie_where_they_may_be_turned_from() -> None:
    turns = TEAM_TURN[len(GAME) :]
    assert cubes_after(*turns) == [("middle", (1,), 2)]
    both = (*turns, {"do": "double", "by": "Ann"}, {"do": "double", "by": "Ben"})
    assert cubes_after(*both) == [("box", (2,), 2)], "before him who is asked, at the new value"
    taken = (*both, {"do": "answer", "by": "Dana", "take": ["Ann", "Ben"]})
    assert cubes_after(*taken) == [("box", (2,), 2)]


@pytest.mark.parametrize(("size", "drawn"), [((80, 24), False), ((120, 40), True)])
async def test_cubes_are_drawn_where_there_is_room(size: tuple[int, int], drawn: bool) -> None:
    async with screen_of(table_for(TRIO, *GAME[:2]), size) as (app, _):
        assert ("[1]" in app.screen.query_one(Board).text) is drawn
        assert "BAR" in app.screen.query_one(Board).text
