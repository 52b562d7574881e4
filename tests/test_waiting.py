"""A table that waits for somebody elsewhere: how long, a nudge, and who may act for him."""

from __future__ import annotations

from app.screens.table import TableScreen
from app.screens.waiting import EVERY, OFFER_AFTER, PATIENCE, Waiting
from rules.actions import read_action
from tests.screen_tools import do, press, requests, screen_of, table_for, text_of, type_line
from tests.test_cube_rounds_on_screen import START

FOUR = ("Dana", "Ann", "Ben", "Cy")
BEN_DOUBLED = (
    *START,
    {"do": "away", "by": "Ben"},
    {"do": "double", "by": "Dana", "cubes": ["Ben"]},
)


async def test_after_a_minute_the_screen_says_how_long_and_offers_a_nudge() -> None:
    now = [0.0]
    session = table_for(FOUR, *START, here=("Ann",))
    async with screen_of(session) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.waiting = Waiting(lambda: now[0])
        screen.show_view(session.view)
        now[0] = PATIENCE - 1
        screen.look_at_clock()
        assert "Waiting for Dana." in text_of(app)
        await press(pilot, "exclamation_mark")
        assert screen.command.value == "", "nobody is nudged so soon"
        now[0] = 2 * PATIENCE + EVERY
        screen.look_at_clock()
        await pilot.pause()
        assert "Waiting for Dana, 2 minutes." in text_of(app)
        assert "! nudge" in text_of(app)
        await press(pilot, "exclamation_mark", "enter")
        assert requests(session)[-1] == {
            "do": "say", "by": "Ann", "topic": "table", "to": "all",
            "text": "Dana: the table waits for you.",
        }  # fmt: skip
        assert "2 minutes" in text_of(app), "words do not end the waiting"
        do(session, do="roll", by="Dana", dice=[3, 1])
        await pilot.pause()
        assert "Waiting for Dana." in text_of(app), "a roll does: Dana thinks about her play now"


async def test_rulebook_10_who_stands_in_answers_with_the_same_keys() -> None:
    session = table_for(FOUR, *BEN_DOUBLED, here=("Ann",))
    async with screen_of(session) as (app, pilot):
        assert "Ben: take or drop?" in text_of(app)
        assert "Ann may act for Ben." in text_of(app)
        await press(pilot, "t", "enter")
        assert requests(session)[-1] == {
            "do": "take", "by": "Ann", "as": "Ben", "cube": "Ben:Dana",
        }  # fmt: skip


async def test_rulebook_10_who_stands_in_answers_by_typing_too() -> None:
    for text in ("take", "ben: take", "take ben"):
        session = table_for(FOUR, *BEN_DOUBLED, here=("Ann",))
        async with screen_of(session) as (app, pilot):
            await type_line(pilot, text)
            sent = requests(session)[-1]
            assert (sent["do"], sent["by"], sent["as"]) == ("take", "Ann", "Ben"), text_of(app)


async def test_rulebook_10_who_may_not_act_for_another_is_not_asked() -> None:
    session = table_for(FOUR, *BEN_DOUBLED, here=("Cy",))
    async with screen_of(session) as (app, _):
        assert "take or drop?" not in text_of(app)
        assert "Waiting for Ben." in text_of(app)


async def test_club_5_1_an_automatic_double_has_a_key() -> None:
    session = table_for(
        ("Dana", "Ann", "Ben"),
        {"do": "start", "by": "Dana"},
        {"do": "opening", "by": "Dana", "dice": [4, 4]},
        rules={"base": "club", "automatic_doubles": "by_agreement"},
    )
    async with screen_of(session) as (app, pilot):
        assert "j automatic" in text_of(app)
        await press(pilot, "j", "enter")
        assert requests(session)[-1]["do"] == "automatic", text_of(app)


async def test_rulebook_10_who_is_slow_is_offered_a_proxy_and_names_him_with_one_key() -> None:
    now = [0.0]
    ann = table_for(FOUR, *START, here=("Ann",))
    dana = ann.host.join("Dana", ("Dana",))
    async with screen_of(ann) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.waiting = Waiting(lambda: now[0])
        screen.show_view(ann.view)
        now[0] = OFFER_AFTER * PATIENCE - 1
        screen.look_at_clock()
        assert "@ offer to act" not in text_of(app), "a nudge comes first"
        now[0] += EVERY
        screen.look_at_clock()
        assert "@ offer to act" in text_of(app)
        await press(pilot, "at", "enter")
        assert requests(ann)[-1]["text"] == "Dana: Ann would act for you; @ says yes."
    async with screen_of(dana) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        began = now[0]
        screen.waiting = Waiting(lambda: now[0])
        screen.show_view(dana.view)
        assert "lets" not in text_of(app)
        now[0] = began + OFFER_AFTER * PATIENCE
        screen.look_at_clock()
        assert "waited for you for 2 minutes; @ lets Ann act for you." in text_of(app)
        await press(pilot, "at", "enter")
        assert requests(dana)[-1] == {"do": "proxy", "by": "Dana", "to": "Ann"}
        await pilot.pause()
        assert "lets Ann" not in text_of(app)
    async with screen_of(ann) as (app, pilot):
        assert "Ann may act for Dana." in text_of(app)


async def test_rulebook_10_nobody_acts_for_who_is_here_without_his_word() -> None:
    now = [0.0]
    session = table_for(FOUR, *START, here=("Ann",))
    async with screen_of(session) as (app, _):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.waiting = Waiting(lambda: now[0])
        now[0] = 60 * PATIENCE
        screen.look_at_clock()
        roll = read_action({"do": "roll", "by": "Ann", "as": "Dana", "dice": [3, 1]})
        refusal = await session.send(roll)
        assert refusal is not None
        assert "may act for Dana" not in text_of(app)
