"""Every kind of cube round, played on the real screen with keys alone."""

from __future__ import annotations

from typing import Any

from tests.screen_tools import press, requests, screen_of, table_for, text_of, type_line

START: tuple[dict[str, Any], ...] = (
    {"do": "start", "by": "Dana"},
    {"do": "opening", "by": "Dana", "dice": [2, 5]},
    {"do": "play", "by": "Ann", "move": "13/8 13/11"},
)
"""Up to the Box's turn."""

TEAM_TURN = (
    *START,
    {"do": "roll", "by": "Dana", "dice": [3, 1]},
    {"do": "play", "by": "Dana", "move": "8/5 6/5"},
)
"""Up to the Team's turn."""


async def test_club_5_10_team_doubles_and_box_answers_with_three_keys() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter")
        assert session.view.table.phase == "answer", text_of(app)
        await press(pilot, "t", "t", "x")
        screen = text_of(app)
        assert "[TAKE]" in screen
        assert "[DROP]" in screen
        assert "2 of 3, need 2. Enter sends: TAKE Ann 2, Ben 2; DROP Cy (Dana -1, Cy +1)" in screen
        await press(pilot, "enter")
        table = session.view.table
        assert table.game is not None
        assert [cube.status for cube in table.game.cubes] == ["in_game", "in_game", "dropped"]
        assert requests(session)[-1] == {
            "do": "answer", "by": "Dana", "take": ["Ann:Dana", "Ben:Dana"], "drop": ["Cy:Dana"],
        }  # fmt: skip


async def test_club_5_10_a_refused_answer_keeps_its_marks_and_shows_the_clause() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter", "t", "x", "x")
        assert "not allowed (club 5.10)" in text_of(app)
        assert "Enter sends" not in text_of(app), "what would be refused is not offered"
        await press(pilot, "question_mark")
        assert "Here: half" in text_of(app), "and the clause is opened before it is refused"
        await press(pilot, "q")
        await press(pilot, "enter")
        screen = text_of(app)
        assert "at least 2 of the 3" in screen
        assert "(club 5.10)" in screen
        assert "[TAKE]" in screen, "the marks stay"
        assert session.view.table.phase == "answer"
        await press(pilot, "question_mark")
        assert "Here: half" in text_of(app)
        await press(pilot, "q")
        assert "CUBES" in text_of(app)


async def test_club_5_6_box_doubles_one_of_three_and_he_drops() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *START)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "down", "d", "enter")
        assert requests(session)[-1]["cubes"] == ["Ben:Dana"], text_of(app)
        await press(pilot, "x", "enter")
        assert session.view.scores["Ben"] == -1


async def test_club_5_8_everybody_answers_his_own_cube_in_order() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *START)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter")
        assert "Ann: take or drop?" in text_of(app)
        await press(pilot, "t", "enter")
        assert "Ben: take or drop?" in text_of(app)
        await press(pilot, "x", "enter", "x", "enter")
        assert session.view.table.phase == "extras"


async def test_club_5_7_lone_taker_is_given_extras() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *START)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter", "t", "enter", "x", "enter", "x", "enter")
        assert "an extra to the lone taker?" in text_of(app)
        await press(pilot, "e", "enter", "n", "enter")
        assert session.view.table.phase == "extras", text_of(app)
        await press(pilot, "t", "enter")
        game = session.view.table.game
        assert game is not None
        assert [cube.id for cube in game.live] == ["Ann:Dana", "Ann:Ben"], text_of(app)


async def test_club_5_3_box_is_beavered_and_raccoons_with_consent() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter", "b", "enter", "t", "enter")
        assert session.view.table.phase == "beavered", text_of(app)
        await press(pilot, "w", "enter")
        assert session.view.table.proposals, text_of(app)
        await press(pilot, "y", "enter")
        game = session.view.table.game
        assert game is not None
        assert game.cubes[0].value == 8


async def test_club_5_3_a_beaver_is_accepted() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter", "b", "t", "enter")
        assert session.view.table.phase == "beavered", text_of(app)
        await press(pilot, "a", "enter")
        game = session.view.table.game
        assert game is not None
        assert [cube.value for cube in game.cubes] == [4, 2]


async def test_club_5_9_a_declaration_round_with_a_stay() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "d", "enter")
        assert "Ben: double or stay?" in text_of(app)
        await press(pilot, "s", "enter", "s", "enter")
        assert session.view.table.phase == "answer"
        assert "take or drop" in text_of(app)


async def test_club_5_9_who_declares_is_not_said_to_answer() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "d", "enter")
        screen = text_of(app)
        assert "Double or stay: Ben to say." in screen
        assert "to answer" not in screen


async def test_club_5_9_holding_the_roll() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "ben: hold")
        assert "holds" in text_of(app)
        await type_line(pilot, "roll 62")
        assert "(club 5.9)" in text_of(app)
        await type_line(pilot, "ben: release")
        await type_line(pilot, "62")
        assert session.view.table.phase == "play", text_of(app)


async def test_play65_11_the_lone_taker_must_beaver() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START, rules="play65")
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter")
        await type_line(pilot, "ann: drop")
        await type_line(pilot, "ben: take")
        assert "(play65 11)" in text_of(app)


async def test_a_redouble_by_its_owner_alone() -> None:
    session = table_for(
        ("Dana", "Ann", "Ben"),
        *START,
        {"do": "double", "by": "Dana", "cubes": ["Ann"]},
        {"do": "take", "by": "Ann"},
        {"do": "roll", "by": "Dana", "dice": [3, 1]},
        {"do": "play", "by": "Dana", "move": "8/5 6/5"},
    )
    async with screen_of(session) as (app, pilot):
        await press(pilot, "d", "enter")
        await press(pilot, "s", "enter")
        assert session.view.table.phase == "answer", text_of(app)
        await press(pilot, "t", "enter")
        game = session.view.table.game
        assert game is not None
        assert (game.cubes[0].value, game.cubes[0].owner) == (4, "Dana")
