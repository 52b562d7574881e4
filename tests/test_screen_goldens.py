"""Every screen as text with its looks, at four sizes, with colour and without.

`UPDATE_GOLDENS=1 pytest tests/test_screen_goldens.py` writes them anew; look at the difference
before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len
from textual.screen import Screen

from app.live_session import LiveSession
from app.screens.home import HomeScreen
from app.screens.setup import SetupScreen
from app.settings import Settings
from tests.screen_tools import golden, painted, press, quick, screen_of, table_for, text_of
from tests.test_cube_rounds_on_screen import START, TEAM_TURN
from widgets.words import Words

SIZES = ((44, 24), (60, 20), (80, 24), (120, 40))
MONEY: dict[str, Any] = {"title": "Thursday chouette", "stake": "5", "currency": "$"}
SIX = ("Dana", "Ann", "Ben", "Cy", "Eve", "Finn")
FIRST_GAME: tuple[dict[str, Any], ...] = (
    *TEAM_TURN,
    {"do": "double", "by": "Ann"},
    {"do": "stay", "by": "Ben"},
    {"do": "double", "by": "Cy"},
    {"do": "double", "by": "Eve"},
    {"do": "stay", "by": "Finn"},
    {"do": "answer", "by": "Dana", "take": ["Ann", "Eve"], "drop": ["Cy"]},
    {"do": "roll", "by": "Ann", "dice": [6, 4]},
)
Scene = tuple[Callable[[], LiveSession | None], tuple[str, ...]]


def between() -> LiveSession:
    return table_for(SIX, **MONEY)


def entering() -> LiveSession:
    return table_for(SIX, *START[:2], **MONEY)


def answering() -> LiveSession:
    return table_for(SIX, *TEAM_TURN, **MONEY)


def middle() -> LiveSession:
    return table_for(SIX, *FIRST_GAME, **MONEY)


def wooden() -> LiveSession:
    opening = {"do": "opening", "by": "Dana", "first": "team"}
    return table_for(SIX, START[0], opening, board="physical", **MONEY)


BOARDS: dict[str, Scene] = {
    "entering": (entering, ("1", "3", "slash")),
    "answering": (answering, ("D", "enter", "t", "t", "x", "t", "x")),
    "middle": (middle, ()),
}
PAGES: dict[str, Scene] = {
    "between": (between, ()),
    "refused": (answering, ("D", "enter", "t", "x", "x", "x", "x", "enter")),
    "rules": (answering, ("D", "enter", "t", "x", "x", "x", "x", "enter", "question_mark")),
    "help": (middle, ("question_mark",)),
    "log": (middle, ("l",)),
    "talk": (middle, ("tab", "tab", "tab")),
    "wooden": (wooden, ()),
    "home": (lambda: None, ()),
    "setup": (lambda: None, ()),
}


def first_of(name: str) -> Callable[[], Screen[None]]:
    if name == "setup":
        return lambda: SetupScreen(Words(), Settings())
    return lambda: HomeScreen(Words(), Settings())


@pytest.fixture(autouse=True)
def empty_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)


def cases() -> list[Any]:
    every = [(name, style) for name in BOARDS for style in ("letters", "discs")]
    every += [(name, "letters") for name in PAGES]
    return [
        pytest.param(name, style, size, id=f"{name}-{style}-{size[0]}x{size[1]}")
        for name, style in every
        for size in SIZES
    ]


@pytest.mark.parametrize(("name", "style", "size"), cases())
async def test_screen_is_as_it_was_looked_at(name: str, style: str, size: tuple[int, int]) -> None:
    make, keys = (BOARDS | PAGES)[name]
    settings = quick(checkers=style)
    async with screen_of(make(), size, settings, first=first_of(name)) as (app, pilot):
        await press(pilot, *keys)
        for row in text_of(app).splitlines():
            assert cell_len(row) <= size[0]
        shown = {"color": painted(app)}
        app.no_color = True
        shown["mono"] = painted(app)
    assert "#" not in shown["mono"].split("\n\n")[-1], "without colour nothing names a colour"
    for color, text in shown.items():
        path = golden(f"{name}-{style}-{size[0]}x{size[1]}-{color}.txt")
        if os.environ.get("UPDATE_GOLDENS"):
            path.write_text(text + "\n", encoding="utf-8")
        assert text + "\n" == path.read_text(encoding="utf-8")
