"""Help: the pane in front, what may be done now, and why not the rest, with the clause."""

from __future__ import annotations

import pytest

from app.may import EXPLAINED, decider, may, may_not
from app.screens.help import COMMANDS, PANES, HelpScreen
from app.screens.layout import TURNING
from app.screens.rules import RulesScreen
from rules.actions import ACTIONS, read_action
from rules.permission import refusal_of
from tests.screen_tools import press, screen_of, table_for, text_of, type_line
from tests.test_cube_rounds_on_screen import START, TEAM_TURN
from widgets.prompt import Reply

TRIO = ("Dana", "Ann", "Ben")


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("actions", [(), START[:1], START[:2], START, TEAM_TURN])
def test_what_help_calls_allowed_is_allowed_and_the_rest_is_refused(
    actions: tuple[dict[str, object], ...],
) -> None:
    view = table_for(TRIO, *actions).view
    name = decider(view)
    refused = dict[str, str]()
    for verbs, refusal in may_not(view, name):
        refused |= dict.fromkeys(verbs, refusal.code)
    assert not set(refused) & set(may(view, name))
    for verb, code in refused.items():
        dice = {"dice": [6, 1]} if verb in ("opening", "roll") else {}
        action = read_action({"do": verb, "by": name, **EXPLAINED[verb], **dice})
        again = refusal_of(view.table, action)
        assert again is not None
        assert again.code == code


async def test_help_says_why_not_with_the_clause() -> None:
    async with screen_of(table_for(TRIO, *START), (80, 60)) as (app, pilot):
        await press(pilot, "question_mark")
        shown = flat(text_of(app))
        assert "Dana may: " in shown
        assert "hold: A Team player with a cube may hold the roll. (club 5.9)" in shown


def test_every_pane_that_can_be_in_front_is_explained() -> None:
    assert set(PANES) == set(TURNING)


async def test_help_explains_the_pane_in_front() -> None:
    async with screen_of(table_for(TRIO, *START), (80, 60)) as (app, pilot):
        await press(pilot, "question_mark")
        assert "In front, the cubes" in text_of(app)
        await press(pilot, "q", "l", "question_mark")
        assert "In front, the log" in text_of(app)


@pytest.mark.parametrize("keys", [("colon", "question_mark"), ("question_mark",)])
async def test_a_question_mark_opens_help_from_the_command_line_too(keys: tuple[str, ...]) -> None:
    async with screen_of(table_for(TRIO, *START)) as (app, pilot):
        await press(pilot, *keys)
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "q")
        await type_line(pilot, "help")
        assert isinstance(app.screen, HelpScreen)


async def test_club_5_10a_after_a_refusal_the_question_mark_opens_its_clause() -> None:
    doubles = ({"do": "double", "by": name} for name in ("Ann", "Ben"))
    async with screen_of(table_for(TRIO, *TEAM_TURN, *doubles)) as (app, pilot):
        await type_line(pilot, "take ann, drop ben")
        assert "(club 5.10a) ?" in flat(text_of(app))
        await press(pilot, "question_mark")
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.wanted == "club 5.10a"


def test_help_has_an_example_of_every_verb_that_is_typed() -> None:
    examples = " ".join(example for example, _ in COMMANDS).replace(",", " ").split()
    hosts = {"open", "seat", "unseat", "ban", "salt"}
    # "take all", "13/7 8/7" and "beaver ann" say these.
    said = {"answer", "play", "beaver"}
    assert {"take", "13/7"} <= set(examples)
    assert not set(ACTIONS) - set(examples) - hosts - said


REFUSED = (
    (START, "ann: roll"),
    (START, "raccoon ann"),
    (START, "settle ben 1.25 to ben"),
    (START, "buy ann 0"),
    (START, "start"),
    (START, "close"),
    (START, "extra"),
    (START, "agree 7"),
    (START, "ben: double ann"),
    (START, "amend 3 ann=2 ben=-2"),
    (START, "say box cube: take it"),
    (START, "invite ann"),
    (START, "bet ann 2 on box"),
    (TEAM_TURN, "dana: double"),
    (TEAM_TURN, "join ann"),
    (START[:2], "roll 63"),
    (START[:1], "play 13/7"),
    ((), "invite dana"),
    ((), "remain"),
    (START, "stake ann 2"),
    ((), "rules acceptance=most"),
    ((), "swap dana"),
    ((), "opening"),
)


WRONG_FORM = {
    "ann: roll", "agree 7", "amend 3 ann=2 ben=-2", "rules acceptance=most", "swap dana", "opening"
}  # fmt: skip
"""Of these what breaks no clause, for the table could not even read it: `?` opens the help."""


@pytest.mark.parametrize("rules", ["club", "tavla"])
@pytest.mark.parametrize(("actions", "command"), REFUSED, ids=[text for _, text in REFUSED])
async def test_after_every_refusal_the_clause_is_opened(
    actions: tuple[dict[str, object], ...], command: str, rules: str
) -> None:
    session = table_for(TRIO, *actions, rules=rules)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, command)
        reply = app.screen.query_one(Reply)
        rule = reply.rule
        if rules == "tavla" and command.startswith("bet"):
            assert not reply.refused, "tavla 15 allows it"
            return
        assert reply.refused
        await press(pilot, "question_mark")
        if command in WRONG_FORM:
            assert not rule
            assert isinstance(app.screen, HelpScreen)
            return
        assert isinstance(app.screen, RulesScreen), f"{command}: {rule}"
        lines = [line for line, look in app.screen.paragraphs(rule) if look == "ask"]
        assert lines == [rule], f"{command}: {rule} says nothing"
