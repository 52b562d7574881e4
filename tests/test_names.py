"""Names where there is little room: nobody's name is cut where it could be another's."""

from __future__ import annotations

import re

import pytest

from app.command_reader import CommandError, Reader
from tests.screen_tools import press, screen_of, table_for, text_of
from tests.test_cube_rounds_on_screen import TEAM_TURN
from widgets.line_up import LineUp
from widgets.log_view import LogView
from widgets.names import beginning, known_names
from widgets.panel import Bit
from widgets.rack_rows import in_view

TEN = ("Alexandra", "Bartholomew", "Christopher", "Dominique", "Alexander", "Finn", "Gwendolyn",
       "Hugo", "Boxer", "Anna Maria")  # fmt: skip


def opened(players: tuple[str, ...] = TEN) -> tuple[dict[str, object], ...]:
    """The Team's turn, with the names of these players."""
    named = dict(zip(("Dana", "Ann"), players, strict=False))
    return tuple(one | {"by": named.get(one["by"], one["by"])} for one in TEAM_TURN)


def meant(word: str) -> str:
    """Whom a word means in a command, whoever has that part where it is an alias; "" if nobody."""
    try:
        return Reader(table_for(TEN).view).name(word.strip().replace(" ", "_"))
    except CommandError:
        return ""


@pytest.mark.parametrize("width", range(1, 12))
def test_a_beginning_is_a_name_that_commands_understand(width: int) -> None:
    for name in TEN:
        short = beginning(name, TEN, width)
        assert name.startswith(short)
        assert meant(short or name[:width]) == name or not short
        assert bool(short) == (meant(name[:width]) == name)


def test_everybody_with_a_cube_is_known() -> None:
    assert known_names(table_for(TEN).view) == list(TEN)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_no_name_is_cut_in_the_rack_or_the_sheet(size: tuple[int, int]) -> None:
    async with screen_of(table_for(TEN, *opened()), size) as (app, pilot):
        for keys in ((), ("D", "enter"), ("t", "x", "t")):
            await press(pilot, *keys)
            screen = text_of(app)
            cut = [row for row in screen.splitlines() if re.search(r"\w~", row)]
            assert not cut, screen


async def test_two_lines_hold_a_name_that_has_no_room_in_one() -> None:
    players = ("Dana", "Bartholomew the Second", "Ben")
    async with screen_of(table_for(players, *opened(players)), (80, 24)) as (app, pilot):
        await press(pilot, "D", "enter")
        rows = text_of(app).splitlines()
        at = next(n for n, row in enumerate(rows) if "> Bartholomew the Second CAPT" in row)
        assert "1>2 middle" in rows[at + 1]
        assert "Ben" in rows[at + 2]


async def test_players_who_have_no_column_are_scrolled_to() -> None:
    async with screen_of(table_for(TEN, *opened()), (60, 20)) as (app, pilot):
        assert "Gwendolyn" not in text_of(app).splitlines()[-4]
        await press(pilot, *["right"] * 9)
        assert "Anna Mar" in text_of(app).splitlines()[-3] + text_of(app).splitlines()[-4]
        await press(pilot, *["left"] * 9)
        assert "Alexandr" in text_of(app).splitlines()[-3] + text_of(app).splitlines()[-4]


async def test_who_is_away_is_said_beside_his_cube() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *TEAM_TURN, {"do": "away", "by": "Ben"})
    async with screen_of(session) as (app, _):
        assert re.search(r"Ben +away 1 +middle", text_of(app))


@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("room", range(2, 12))
def test_the_row_of_the_cursor_is_in_view(at: int, room: int) -> None:
    rows = [[[Bit(f"{n}{half}")] for half in ("a", "b")[: 1 + n % 2]] for n in range(6)]
    lines, hidden = in_view(rows, at, room)
    shown = [bit.text for line in lines for bit in line]
    assert f"{at}a" in shown
    assert len(shown) + bool(hidden) <= room
    assert hidden == 6 - len({text[0] for text in shown})
    assert shown == sorted(shown), "in their order, without a gap"


def test_the_line_says_how_many_have_no_room() -> None:
    line = LineUp()
    line.show(table_for(TEN).view)
    assert len(list(line.lines(60, 5))) == 3
    rows = ["".join(bit.text for bit in row) for row in line.lines(40, 2)]
    assert rows[0].startswith("LINE  Alexandra BOX")
    assert rows[1].endswith("and 6 more")
    assert all(len(row) <= 40 for row in rows)


def test_a_note_that_has_no_room_beside_the_title_stands_below_it() -> None:
    talk = LogView("TALK")
    talk.show([("Ann: good roll", "")], "may advise: Bartholomew, Christopher and Dominique")
    rows = ["".join(bit.text for bit in row) for row in talk.lines(40, 4)]
    assert rows == [
        "TALK",
        "may advise: Bartholomew, Christopher and",
        "Dominique",
        "Ann: good roll",
    ]
    assert "".join(bit.text for bit in next(iter(talk.lines(70, 4)))).startswith("TALK  may advise")
