"""The plain client: the same session line by line, every screen's information in sentences."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from app.history import History
from app.plain import Plain
from tests.screen_tools import requests, table_for, verbs
from tests.test_cube_rounds_on_screen import START, TEAM_TURN
from tests.test_figures_on_screen import engine
from widgets.words import Words


class Desk:
    """A plain client with what it has written."""

    def __init__(self, *actions: dict[str, Any], **opening: Any) -> None:
        self.session = table_for(("Dana", "Ann", "Ben", "Cy"), *actions, **opening)
        self.said: list[str] = []
        self.client = Plain(self.session, Words(), self.said.append)

    async def type(self, *lines: str) -> str:
        """Type lines and return what the client answers to the last."""
        for line in lines:
            self.said.clear()
            await self.client.answer(line)
        return "\n".join(self.said)


async def test_a_game_is_played_line_by_line() -> None:
    desk = Desk()
    assert "The opening roll" in await desk.type("")
    await desk.type("25", "13/8 13/11")
    assert verbs(desk.session)[-3:] == ["start", "opening", "play"]
    said = await desk.type("double")
    assert "Dana doubles Ann, Ben and Cy." in said
    assert "Ann: take or drop?" in said


async def test_an_answer_at_a_shared_terminal_wants_a_yes() -> None:
    desk = Desk(*START, {"do": "double", "by": "Dana"})
    assert "Type yes to send it." in await desk.type("drop")
    assert "Not sent." in await desk.type("")
    await desk.type("drop", "yes")
    assert requests(desk.session)[-1] == {"do": "drop", "by": "Ann"}


async def test_club_5_10_a_refusal_says_its_clause() -> None:
    doubles = ({"do": "double", "by": name} for name in ("Ann", "Ben", "Cy"))
    desk = Desk(*TEAM_TURN, *doubles)
    assert "(club 5.10)" in await desk.type("take ann, drop ben cy")
    assert "Here: half." in await desk.type("?"), "and what it says on request"
    assert "13/7 8/7: play" in await desk.type("?"), "after that it is help again"


async def test_every_information_is_a_sentence_on_request() -> None:
    desk = Desk(*TEAM_TURN)
    assert "Box (Dana): 2 on 24, 5 on 13, 2 on 8, 4 on 6, 2 on 5" in await desk.type("board")
    assert "Pips: box 163, team 160." in await desk.type("pips")
    assert "Cy: 1, in the middle." in await desk.type("cubes")
    assert "sum 0" in await desk.type("sheet")
    assert "Ann: Captain, to act" in await desk.type("who")
    assert "double" in await desk.type("may")
    assert "take ann ben, drop cy" in await desk.type("help")
    assert "Dana plays 8/5 6/5." in await desk.type("log")
    assert "club 5.10" in await desk.type("rules")
    for line in desk.said:
        assert not set(line) & set("│┌└─+"), "nothing is drawn"


async def test_a_wooden_board_sends_the_missing_turns() -> None:
    opening = ({"do": "start", "by": "Dana"}, {"do": "opening", "by": "Dana", "first": "team"})
    desk = Desk(*opening, board="physical")
    await desk.type("box: double ann", "finish team gammon")
    assert "done" in verbs(desk.session)


async def test_why_not_is_said_with_the_clause() -> None:
    desk = Desk(*TEAM_TURN)
    said = await desk.type("may")
    assert "Dana: resign, takeback, " in said, "those of the game first"
    assert "accept, extra: opening is not due now: the table waits for a roll" in said
    assert "Not raccoon: No cube of Ann's was raccooned just now. (club 5.4)" in said
    assert "What was thrown" in await desk.type("dice")


async def test_backgammon_without_a_legal_play_an_empty_line_passes() -> None:
    desk = Desk(*START)
    await desk.type("roll 64", "24/14*")
    said = await desk.type("roll 66")
    assert said.endswith("No checker can move.\nAn empty line sends: pass.")
    await desk.type("")
    assert requests(desk.session)[-1]["do"] == "play"
    assert desk.session.view.table.roller() == "Dana"


def test_a_whole_game_with_bots_through_a_pipe(tmp_path: Path) -> None:
    """The bots answer between the lines, and the log is that of a real game."""
    log = tmp_path / "game.chouette"
    lines = ["", "", "", "may", "board", "resign", "sheet", "who", "quit"]
    command = [sys.executable, "-m", "app.cli", "play", "--plain", "--bots", "2", "--thinking", "0"]
    command += ["--players", "Nina", "--dice", "seed:9", "--log", str(log)]
    places = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120,
        env={**os.environ, **places},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert said.index("Nina is Box") < said.index("Opening roll") < said.index("Ada plays")
    assert "Type a play, like 8/5 6/5; board tells where the checkers are." in said
    assert "Game 1: Nina -2, Ada +1, " in said.replace("Cleo", "Ben")
    assert not set(said) & set("│┌└─┐┘├┤"), "nothing is drawn"
    history = History.read(log)
    assert history.table.scores == {"Nina": -2, "Ada": 1, "Ben": 1}


@engine
async def test_club_4_3_a_value_is_told_without_a_screen_too() -> None:
    desk = Desk(*TEAM_TURN)
    assert "propose one first" in await desk.type("value")
    await desk.type("settle ann 1 to ann")
    assert "Ann's cube is worth " in await desk.type("value ann")


async def test_nobody_is_asked_to_confirm_what_is_refused() -> None:
    desk = Desk(*TEAM_TURN)
    said = await desk.type("take")
    assert "yes" not in said
    assert said.rstrip().endswith(")"), "the clause at once"
    assert "Type yes" in await desk.type("resign gammon")


async def test_what_is_typed_wrong_is_told_as_it_is_typed() -> None:
    desk = Desk(*TEAM_TURN)
    assert "type two dice, as in roll 6 3" in await desk.type("roll 9 9")
    assert "rolloff 6 4 5 2" in await desk.type("rolloff 6 4 9 2")
    assert "draw ann 6 4, ben 5 2" in await desk.type("draw ann 7")
    assert "draw ann 6 4, ben 5 2" in await desk.type("draw ann, ben 6")
    assert "say what?" in await desk.type("say team")
    assert "show 4HPwATDgc/ABMA" in await desk.type("show")
