"""The lines around the command: what is said last is read whole, and wrong words are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.command_line import CommandError, read_command
from app.composer import Composer
from app.language import translator
from app.screens.choices import money_in
from app.screens.home import Choice, Menu
from app.tui import ChouetteApp
from rules.proposals import Proposal
from tests.screen_tools import quick, table_for, text_of
from tests.test_cube_rounds_on_screen import START
from widgets.panel import Panel
from widgets.prompt import Reply, Story
from widgets.proposal_words import proposal_text
from widgets.score_sheet import ScoreSheet
from widgets.words import Words

FOUR = ("Dana", "Ann", "Ben", "Cy Young")
LAST = "Ann plays 1/off(2). Cubes: Ann +2, Ben +2. Game over: Dana -5, Ann +2, Ben +2, Cy +1."


def shown(pane: Panel, width: int, height: int = 1) -> list[str]:
    return ["".join(bit.text for bit in line) for line in pane.lines(width, height)]


def story(*texts: str) -> Story:
    pane = Story(Words())
    pane.show(texts)
    return pane


def test_the_result_of_a_game_is_read_whole_where_the_last_play_before_it_is_not() -> None:
    assert shown(story("Dana rolls 4-3.", LAST), 80) == [LAST.partition(". ")[2]]
    assert shown(story(LAST), 60) == ["Game over: Dana -5, Ann +2, Ben +2, Cy +1."]


def test_a_sentence_too_long_says_that_it_goes_on() -> None:
    assert shown(story("Game over: Dana -5, Ann +2."), 20) == ["Game over: Dana -5,~"]


def test_club_5_10_how_many_to_take_is_read_whole_before_its_clause() -> None:
    rule = "Box must take at least 3 of the 5 cubes, or drop all."
    assert shown(story("Doubled.", f"{rule} (club 5.10)"), 70) == [f"{rule} (club 5.10)"]
    assert shown(story("Doubled.", f"{rule} (club 5.10)"), 60) == [rule]


def test_a_sheet_of_one_line_says_whose_every_figure_is() -> None:
    sheet = ScoreSheet(Words())
    sheet.show(table_for(FOUR, *START).view)
    assert shown(sheet, 60) == ["Dana 0  Ann 0  Ben 0  Cy Young 0  sum 0"]
    assert shown(sheet, 30) == ["Dana 0  and 3 more  sum 0"]
    sheet.scroll_players(3)
    assert shown(sheet, 30) == ["Cy Young 0  and 3 more  sum 0"]


def test_a_note_without_a_stop_does_not_run_into_what_follows() -> None:
    assert shown(story("Ann notes: well played", "Ben rolls 3-1."), 60) == [
        "Ann notes: well played. Ben rolls 3-1."
    ]


def test_what_enter_sends_gets_the_lines_to_be_read_whole() -> None:
    reply = Reply(Words())
    reply.message = "Enter sends: TAKE Ann 2, Ben 2; DROP Cy (Dana -1, Cy +1)"
    assert reply.wanted(80) == 1
    assert reply.wanted(40) == 2
    assert " ".join(shown(reply, 40, 2)) == reply.message


@pytest.mark.parametrize("text", ["abc", "-3", "$", "5-6", "1.2.3", "5 5"])
def test_a_stake_that_is_no_amount_is_not_made_one(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        money_in(text)


def test_amounts_are_read_with_the_sign_on_either_side() -> None:
    assert money_in("€0,50") == ("€", "0.50")
    assert money_in("Ft 100") == ("Ft", "100")
    assert money_in("100Ft") == ("Ft", "100")
    assert money_in("7") == ("", "7")


def test_a_word_the_screen_answers_itself_is_not_called_wrong() -> None:
    composer = Composer(table_for(FOUR).view, Words())
    assert composer.read("help proxy").message == "Enter: help"
    assert composer.read("fred").message == "there is no command fred; type help for all"


def test_a_speaker_nobody_knows_is_named() -> None:
    with pytest.raises(CommandError, match="nobody here is called Zed"):
        read_command("Zed: roll", table_for(FOUR).view)


def test_a_resignation_names_cubes_by_their_players() -> None:
    action = {"do": "resign", "by": "Ben", "cubes": ["Cy Young:Ben", "Ann:Ben"], "kind": "gammon"}
    one = Proposal(id=2, by="Ben", action=action, waits_for=("Ann",))
    assert proposal_text(one, Words()) == "Ben resigns to Cy Young, Ann (gammon)"
    mine = Proposal(id=3, by="Ann", action={**action, "cubes": ["Ann:Ben"]}, waits_for=("Ben",))
    assert proposal_text(mine, Words()) == "Ann resigns to Ben (gammon)"


def test_sessions_that_share_a_title_are_told_apart_before_one_is_chosen(tmp_path: Path) -> None:
    menu = Menu(Words())
    log = tmp_path / "x.chouette"
    menu.show(
        [
            Choice("resume", "Resume: Sunday chouette", "2026-11-29; Ann, Ben; 1 game", log),
            Choice("resume", "Resume: Sunday chouette", "2026-11-22; Ann, Cy; 4 games", log),
            Choice("rules", "House rules", "The four texts."),
        ]
    )
    rows = "\n".join(shown(menu, 60, 10))
    assert "Ann, Ben; 1 game" in rows
    assert "Ann, Cy; 4 games" in rows
    assert "The four texts" not in rows


async def test_the_step_that_space_takes_is_said_in_the_language_of_the_screen() -> None:
    session = table_for(FOUR)
    app = ChouetteApp(session, words=translator("es").words(), settings=quick())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Espacio: empezar" in text_of(app)


def test_what_a_proposal_would_cost_is_a_sentence_before_it_is_sent() -> None:
    composer = Composer(table_for(FOUR, *START[:2]).view, Words())
    said = composer.read("settle ben 1.5 to dana").message
    assert said == "Enter sends: Ben: settle Ben's cube at 1.5 to Dana"
    said = composer.read("ben: transfer dana 2").message
    assert said == "Enter sends: Ben gives Dana 2"
