"""The guided first game: every step comes to whoever follows the advice, and it can be left."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from app.bots import choose
from app.learn import BOTS, first_game
from app.lesson import STEPS, Lesson
from app.live_session import LiveSession
from app.plain_lesson import LessonPlain, PlainLesson
from app.screens.lesson import LessonScreen, Telling
from rules.actions import Action, Answer, Double
from rules.refusals import Refusal
from tests.screen_tools import press, quick, screen_of, text_of
from widgets.words import Words

MOST = 120
"""Actions after which a lesson that has not shown everything has failed."""


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> LiveSession:
    monkeypatch.setattr("app.seating.own_name", lambda: "Nina")
    return first_game(Words(), thinking=0)


def bots_do(session: LiveSession) -> Action | None:
    """Return what some bot does now, as the company would ask them."""
    table, company = session.host.table, session.host.company
    assert company is not None
    for name, bot in company.bots.items():
        if (action := choose(table, name, company.judge, bot, frozenset(company.bots))) is not None:
            return action
    return None


def follow(
    session: LiveSession, kind: type[Lesson] = Lesson
) -> tuple[Lesson, list[str], list[Action]]:
    """Play by the advice until every step is met; the lesson, what it said, and what was done."""
    keeper, me = session.host.keeper, session.here[0]
    lesson = kind(me, (name for name in session.view.table.seated if name != me), Words())
    said: list[str] = []
    done: list[Action] = []
    read = 0
    for _ in range(MOST):
        for entry in session.entries(read):
            read += 1
            lesson.hear(entry)
        said.append(lesson.text(session.view))
        if lesson.met == set(STEPS):
            return lesson, said, done
        mine = lesson.advice(session.view.table)
        action = bots_do(session)
        if action is None or (isinstance(mine, Double) and action.verb == "roll"):
            action = mine
        assert action is not None, f"nobody acts in {session.view.table.phase}"
        answer = keeper.ask(action)
        assert not isinstance(answer, Refusal), answer
        session.host._views.clear()
        if action.by == me:
            done.append(action)
    raise AssertionError(f"only {sorted(lesson.met)} were met:\n" + "\n".join(said))


def test_whoever_follows_the_advice_meets_every_step(session: LiveSession) -> None:
    lesson, said, done = follow(session)
    assert [said[0][:8], said[-1][:23]] == ["(0 of 8)", "(All 8 seen; q leaves.)"]
    assert {action.verb for action in done} >= {"start", "roll", "play", "double"}
    assert lesson.met == set(STEPS)


def test_the_plain_lesson_shows_the_same_steps_and_names_no_key(session: LiveSession) -> None:
    lesson, said, done = follow(session, PlainLesson)
    assert [said[0][:8], said[-1][:26]] == ["(0 of 8)", "(All 8 seen; quit leaves.)"]
    assert lesson.met == set(STEPS)
    assert not [text for text in said if re.search(r"Space|Enter|\b[dDtxeyhq]\b(?! )", text)]
    assert any("take 2 at least, or drop all (club 5.10)" in text for text in said)
    assert {action.verb for action in done} >= {"start", "roll", "play", "double"}


async def test_the_plain_lesson_is_told_line_by_line(session: LiveSession) -> None:
    lines: list[str] = []
    client = LessonPlain(session, Words(), lines.append)
    client.greet()
    assert any("Nina, you are Box" in line for line in lines)
    lines.clear()
    await client.answer("")
    await client.answer("opening")
    told = [line for line in lines if line.startswith("(1 of 8)")]
    assert "Type opening." in told[0]
    assert session.view.table.phase == "play"
    lines.clear()
    await client.answer("")
    assert not [line for line in lines if line.startswith("(")], "what was said is not said again"


def test_club_5_10_the_half_rule_is_told_with_its_clause(session: LiveSession) -> None:
    _, said, done = follow(session)
    (told,) = {text for text in said if "whole Team doubles" in text}
    assert "take 2 at least, or drop all (club 5.10)" in told
    answer = next(action for action in done if isinstance(action, Answer))
    assert len(answer.take) + len(answer.beaver) >= 2 or len(answer.drop) == 3


def test_lesson_is_the_same_for_everybody(session: LiveSession) -> None:
    first = follow(session)[1]
    assert first == follow(first_game(Words(), thinking=0))[1]


def test_bots_of_the_lesson_make_no_deals() -> None:
    assert all(bot == replace(bot, deals=0) for bot in BOTS)


SIZES = ((44, 24), (60, 20), (80, 24), (120, 40))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_lesson_stands_whole_above_the_command(
    session: LiveSession, size: tuple[int, int]
) -> None:
    settings, table = quick(), LessonScreen
    async with screen_of(session, size, settings, table=table) as (app, pilot):
        shown = " ".join(text_of(app).split())
        assert "Space starts the game." in shown
        assert app.screen.query_one(Telling).size.height >= 2
        await press(pilot, "space")
        shown = " ".join(text_of(app).split())
        assert "(1 of 8) Box and Captain throw one die each" in shown
        assert ">" in text_of(app)


async def test_lesson_can_be_left_at_any_time(session: LiveSession) -> None:
    kwargs: dict[str, Any] = {"table": LessonScreen}
    async with screen_of(session, **kwargs) as (app, pilot):
        await press(pilot, "space", "q")
        assert app.return_code == 0
    assert session.host.keeper.log is None, "a lesson leaves no file behind"
