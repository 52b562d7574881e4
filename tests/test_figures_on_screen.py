"""What the engine says at the table: a cube's worth before a settlement, a correction's gain."""

from __future__ import annotations

import pytest

from app.host import Host
from app.judge import engine_installed
from app.language import words_of
from app.launch import seat
from tests.screen_tools import do, requests, screen_of, table_for, text_of, type_line
from tests.test_cube_rounds_on_screen import START, TEAM_TURN

engine = pytest.mark.skipif(not engine_installed(), reason="needs the engine, bgsage")
FOUR = ("Dana", "Ann", "Ben", "Cy")
SETTLE = {"do": "settle", "by": "Ben", "cube": "Ben", "points": "1", "to": "Ben"}


@engine
async def test_club_4_3_a_value_is_shown_once_both_have_asked() -> None:
    session = table_for(FOUR, *START, SETTLE, here=("Ben",))
    host: Host = session.host
    dana = seat(host, ("Dana",))
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "value")
        assert "first Dana must agree to see the value" in text_of(app)
    async with screen_of(dana) as (app, pilot):
        await type_line(pilot, "value ben")
        assert "Ben's cube is worth " in text_of(app)
        assert "fair are" in text_of(app)
    assert requests(session)[-1]["do"] == "settle", "the log knows nothing of it"


async def test_club_4_3_who_is_no_party_sees_no_value() -> None:
    session = table_for(FOUR, *START, SETTLE, here=("Cy",))
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "value")
        assert "is not Cy's to settle" in text_of(app)


async def test_club_4_3_without_a_settlement_there_is_nothing_to_value() -> None:
    session = table_for(FOUR, *START)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "value")
        assert "propose one first" in text_of(app)


@engine
async def test_club_8_4_a_late_correction_is_sent_with_its_gain() -> None:
    session = table_for(FOUR, *TEAM_TURN)
    do(session, do="roll", by="Ann", dice=[6, 6])
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "dana: correct 31: 24/23 13/10")
        sent = requests(session)[-1]
        assert sent["do"] == "correct", text_of(app)
        assert sent["gain"] >= 0


@pytest.mark.parametrize(("code", "figure"), [("en", "+0.25"), ("hu", "+0,25"), ("tr", "+0,25")])
def test_figures_bear_the_decimal_sign_of_the_language(code: str, figure: str) -> None:
    assert words_of(code).decimal(0.25, 2, "+") == figure
