"""Typed commands: every verb by example, names by unique beginnings, and what is said when not."""

from __future__ import annotations

from typing import Any

import pytest

from app.command_line import CommandError, read_command, read_verb, write_marks
from app.screens.help import COMMANDS
from rules.actions import ACTIONS
from tests.screen_tools import table_for
from tests.test_cube_rounds_on_screen import START, TEAM_TURN

DOUBLED: tuple[dict[str, Any], ...] = (
    *TEAM_TURN,
    {"do": "double", "by": "Ann"},
    {"do": "double", "by": "Ben"},
    {"do": "double", "by": "Cy"},
)
FOUR = ("Dana", "Ann", "Ben", "Cy")


def read(text: str, *actions: dict[str, Any]) -> list[dict[str, Any]]:
    view = table_for(FOUR, *actions).view
    return [action.request() for action in read_command(text, view)]


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("start", {"do": "start", "by": "Dana"}),
        ("STAR", {"do": "start", "by": "Dana"}),
        ("join Eve 2", {"do": "join", "by": "Eve", "stake": 2}),
        ("leave cy", {"do": "leave", "by": "Cy"}),
        ("stake ann 2", {"do": "stake", "by": "Dana", "player": "Ann", "value": 2}),
        ("rules jacoby=no", {"do": "rules", "by": "Dana", "set": {"jacoby": False}}),
        ("proxy cy ann", {"do": "proxy", "by": "Cy", "to": "Ann"}),
        ("proxy cy none", {"do": "proxy", "by": "Cy"}),
        ("away be", {"do": "away", "by": "Ben"}),
        ("note a long evening", {"do": "note", "by": "Dana", "text": "a long evening"}),
        ("ann: salt xyz", {"do": "salt", "by": "Ann", "text": "xyz"}),
        ("transfer ann 3", {"do": "transfer", "by": "Dana", "to": "Ann", "points": 3}),
        ("say hello all", {"do": "say", "by": "Dana", "topic": "table", "to": "all",
                           "text": "hello all"}),
        ("swap ann", {"do": "swap", "by": "Dana", "with": "Ann"}),
        ("close", {"do": "close", "by": "Dana"}),
    ],
)  # fmt: skip
def test_between_games(text: str, request_: dict[str, Any]) -> None:
    made = read(text)
    assert len(made) == 1
    assert {**request_, **made[0]} == made[0]


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("63", {"do": "roll", "by": "Dana", "dice": [6, 3]}),
        ("roll 6 3", {"do": "roll", "by": "Dana", "dice": [6, 3]}),
        ("double", {"do": "double", "by": "Dana"}),
        ("double ann cy", {"do": "double", "by": "Dana", "cubes": ["Ann:Dana", "Cy:Dana"]}),
        ("settle cy 1.5 to cy", {"do": "settle", "cube": "Cy", "points": "1.5", "to": "Cy"}),
        ("ann: buy ben for 2", {"do": "buy", "by": "Ann", "cube": "Ben", "price": "2"}),
        ("sell to cy for 3", {"do": "sell", "to": "Cy", "price": "3"}),
        ("resign gammon ann", {"do": "resign", "kind": "gammon", "cubes": ["Ann:Dana"]}),
        ("box: double ben", {"do": "double", "by": "Dana", "cubes": ["Ben:Dana"]}),
        ("ben: hold", {"do": "hold", "by": "Ben"}),
        ("correct 6 1: 13/7 8/7", {"do": "correct", "dice": [6, 1], "move": "13/7 8/7"}),
        ("flag that was a 5", {"do": "flag", "text": "that was a 5"}),
        ("ann: say team checkers run", {"do": "say", "by": "Ann", "topic": "checkers",
                                        "to": "team", "text": "run"}),
        ("insist off", {"do": "insist", "on": False}),
        ("takeback", {"do": "takeback"}),
        ("abandon", {"do": "abandon"}),
    ],
)  # fmt: skip
def test_before_a_roll(text: str, request_: dict[str, Any]) -> None:
    made = read(text, *START)
    assert len(made) == 1
    assert {**request_, **made[0]} == made[0]


@pytest.mark.parametrize("text", ["13/7 8/7", "13-7 8-7", "13 7 8 7", "bar/22", "6/off(2)", "b/20"])
def test_plays_need_no_verb(text: str) -> None:
    made = read(text, *START[:2])
    assert made == [{"do": "play", "by": "Ann", "move": text}]


def test_answers_by_cube() -> None:
    assert read("take ann ben, drop cy", *DOUBLED) == [
        {"do": "answer", "by": "Dana", "take": ["Ann:Dana", "Ben:Dana"], "drop": ["Cy:Dana"]}
    ]
    assert read("t an be x cy", *DOUBLED) == read("take ann ben, drop cy", *DOUBLED)
    assert read("take ann, drop rest", *DOUBLED)[0]["drop"] == ["Ben:Dana", "Cy:Dana"]
    assert read("drop all", *DOUBLED)[0]["drop"] == ["Ann:Dana", "Ben:Dana", "Cy:Dana"]


def test_marks_are_written_as_they_are_read() -> None:
    view = table_for(FOUR, *DOUBLED).view
    marks = [("Ann:Dana", "take"), ("Cy:Dana", "drop"), ("Ben:Dana", "beaver")]
    text = write_marks(marks, view)
    assert text == "take Ann, drop Cy, beaver Ben"
    answer = read_command(text, view)[0].request()
    assert (answer["take"], answer["drop"], answer["beaver"]) == (
        ["Ann:Dana"], ["Cy:Dana"], ["Ben:Dana"],
    )  # fmt: skip


def test_each_of_several_at_one_terminal_answers_for_himself() -> None:
    made = read("ann: take", *START, {"do": "double", "by": "Dana"})
    assert made == [{"do": "take", "by": "Ann"}]
    made = read("take ann, drop ben cy", *START, {"do": "double", "by": "Dana"})
    assert [(one["do"], one["by"]) for one in made] == [
        ("take", "Ann"), ("drop", "Ben"), ("drop", "Cy"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "type a command"),
        ("fly", "there is no command fly"),
        ("settle", "settle cy 1.5 to cy"),
        ("stake ann many", "not a whole number"),
        ("double zoe", "nobody here is called zoe; there are Dana, Ann, Ben, Cy"),
        ("agree", "no proposal is open for agree"),
        ("roll 7", "two dice"),
        ("finish", "finish box gammon"),
        ("start now", "stands alone"),
    ],
)
def test_what_cannot_be_read_says_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(CommandError) as caught:
        read(text, *START)
    assert said in str(caught.value)


def test_among_several_proposals_the_number_is_asked_for() -> None:
    one = {"do": "settle", "by": "Ann", "cube": "Ann", "points": "1", "to": "Ann"}
    two = {"do": "settle", "by": "Ben", "cube": "Ben", "points": "1", "to": "Ben"}
    assert read("agree", *START, one) == [{"do": "agree", "by": "Dana", "proposal": 1}]
    with pytest.raises(CommandError, match="agree which proposal\\? Open are: 1, 2"):
        read("agree", *START, one, two)


def test_a_name_that_is_no_unique_beginning_is_asked_about() -> None:
    view = table_for(("Dana", "Ann", "Anna")).view
    with pytest.raises(CommandError, match="an may be Ann or Anna"):
        read_command("away an", view)
    assert read_command("away ann", view)[0].by == "Ann", "a whole name is itself"


def test_every_verb_can_be_typed_in_full() -> None:
    for verb in ACTIONS:
        assert read_verb(verb) == verb


def test_every_example_of_the_help_begins_with_a_command() -> None:
    for example, _ in COMMANDS:
        word = example.replace(",", " ").split()[0]
        if not word[0].isdigit() and not word.endswith(":"):
            read_verb(word.strip("[]"))
