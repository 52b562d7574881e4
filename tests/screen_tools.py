"""What tests of screens share: a real session in memory, and the screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.segment import Segment
from textual.pilot import Pilot

from app.host import Host
from app.keeper import Keeper
from app.launch import seat
from app.live_session import LiveSession
from app.settings import Settings
from app.tui import ChouetteApp, Outcome
from rules.actions import read_action
from rules.refusals import Refusal
from widgets.words import Words

OPEN: dict[str, Any] = {"do": "open", "rules": "club", "dice": "manual"}


def table_for(
    players: Sequence[str] = ("Dana", "Ann", "Ben", "Cy"),
    *actions: dict[str, Any],
    here: tuple[str, ...] = (),
    viewer: str | None = None,
    **opening: Any,
) -> LiveSession:
    """Return a session in memory after some actions; dice are typed unless said otherwise."""
    keeper = Keeper()
    for request in ({**OPEN, "players": list(players), **opening}, *actions):
        answer = keeper.ask(read_action(request))
        assert not isinstance(answer, Refusal), f"{request}: {answer}"
    session = seat(Host(keeper), here)
    if viewer is not None:
        session.viewer = viewer
    return session


def do(session: LiveSession, **request: Any) -> None:
    """Carry out one action at a session's table."""
    answer = session.host.keeper.ask(read_action(request))
    assert not isinstance(answer, Refusal), f"{request}: {answer}"
    session.host._publish()


@asynccontextmanager
async def screen_of(
    session: LiveSession | None,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    **kwargs: Any,
) -> AsyncIterator[tuple[ChouetteApp, Pilot[Outcome]]]:
    """Run the application on a session, without a terminal."""
    app = ChouetteApp(session, words=Words(), settings=settings or quick(), **kwargs)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def quick(**changes: Any) -> Settings:
    """Return settings without the confirming key, which most tests do not want."""
    return Settings(**{"confirm_others": False, "animation": False, **changes})


def strips(app: ChouetteApp) -> list[list[Segment]]:
    """Return the screen's lines as segments, filters (no colour) applied."""
    lines = [list(strip) for strip in app.screen._compositor.render_strips()]
    for line_filter in app.get_line_filters():
        if line_filter.enabled:
            background = app.screen.background_colors[1]
            lines = [line_filter.apply(line, background) for line in lines]
    return lines


def text_of(app: ChouetteApp) -> str:
    """Return the screen as plain text."""
    return "\n".join("".join(s.text for s in line).rstrip() for line in strips(app))


def painted(app: ChouetteApp) -> str:
    """Return the screen as text, each line followed by a line of its colours and styles.

    A letter stands for one style; the key is at the end.
    """
    seen: dict[str, str] = {}
    rows = []
    for line in strips(app):
        text = "".join(segment.text for segment in line)
        looks = ""
        for segment in line:
            style = str(segment.style) if segment.style else ""
            letter = seen.setdefault(style, chr(ord("a") + len(seen)))
            looks += letter * len(segment.text)
        rows += [f"  {text}".rstrip(), f": {looks}"]
    key = [f"{letter} = {style}" for style, letter in seen.items()]
    return "\n".join([*rows, "", *key])


async def type_line(pilot: Pilot[Outcome], text: str) -> None:
    """Type a command and send it."""
    await pilot.press("colon")
    names = {" ": "space", "/": "slash", ",": "comma", ":": "colon", "-": "minus", ".": "full_stop",
             "(": "left_parenthesis", ")": "right_parenthesis", "*": "asterisk", "#": "number_sign",
             "=": "equals_sign", "_": "underscore"}  # fmt: skip
    await pilot.press(*[names.get(c, c) for c in text], "enter")
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[Outcome], *keys: str) -> None:
    """Press keys and wait until what they send has been done."""
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def verbs(session: LiveSession) -> list[str]:
    """Return the verbs of the story so far."""
    return [str(entry.request["do"]) for entry in session.host.keeper.entries]


def requests(session: LiveSession) -> list[dict[str, Any]]:
    """Return the requests of the story so far."""
    return [dict(entry.request) for entry in session.host.keeper.entries]


def golden(name: str) -> Path:
    """Return a golden screen's file."""
    return Path(__file__).parent / "golden" / "screens" / name
