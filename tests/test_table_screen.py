"""The table screen beyond cubes: sizes, physical boards, typing, confirmations, help, watchers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from app.screens.rules import RulesScreen
from app.settings import Settings
from rules.position import Position
from tests.screen_tools import (
    do,
    painted,
    press,
    quick,
    requests,
    screen_of,
    table_for,
    text_of,
    type_line,
    verbs,
)
from tests.test_cube_rounds_on_screen import START, TEAM_TURN

PHYSICAL: tuple[dict[str, Any], ...] = (
    {"do": "start", "by": "Dana"},
    {"do": "opening", "by": "Dana", "first": "team"},
)
LONG = (
    "Bartholomew Featherstone", "Ágnes", "Çağrı Öztürk", "王小明", "Αλέξανδρος", "Іван Сірко",
    "Ñandú", "Zoë", "O Brien", "Ann", "Anna", "Annabel", "Ben", "Benedict", "Cy", "Dana", "Eve",
    "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee",
)  # fmt: skip


@pytest.mark.parametrize("size", [(44, 24), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60)])
async def test_24_players_with_long_and_foreign_names_do_no_harm(size: tuple[int, int]) -> None:
    session = table_for(LONG, rules={"base": "club", "max_players": 24})
    do(session, do="start", by="Ann")
    async with screen_of(session, size) as (app, pilot):
        for row in text_of(app).splitlines():
            assert cell_len(row) <= size[0]
        for pane in ("l", "tab", "tab", "g", "c"):
            await press(pilot, pane)
        assert "CUBES" in text_of(app)
        assert "more" in text_of(app) or size[1] >= 40


async def test_a_storm_of_sizes_does_no_harm() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        for width, height in ((20, 5), (1, 1), (300, 100), (44, 20), (79, 24), (80, 23), (45, 24),
                              (120, 40), (20, 5), (80, 24)):  # fmt: skip
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        assert "CUBES" in text_of(app)
        await press(pilot, "D", "enter")
        assert session.view.table.phase == "answer"


async def test_a_terminal_that_is_too_small_is_told_what_serves() -> None:
    session = table_for()
    async with screen_of(session, (30, 8)) as (app, _):
        assert "--plain" in text_of(app)


async def test_a_key_press_repaints_only_what_changed() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "D", "enter")
        painted: dict[str, int] = {}
        for pane in ("board", "sheet", "rack", "title"):
            widget = app.screen.query_one(f"#{pane}")

            def counting(
                *regions: Any, _pane: str = pane, _old: Any = widget.refresh, **kw: Any
            ) -> Any:
                for region in regions:
                    painted[_pane] = painted.get(_pane, 0) + region.area
                painted.setdefault(_pane, 0)
                return _old(*regions, **kw)

            widget.refresh = counting  # type: ignore[method-assign]
        await press(pilot, "t")
        assert set(painted) == {"rack"}, "nothing else was drawn again"
        assert 0 < painted["rack"] < 120


async def test_backgammon_an_illegal_entry_is_explained_before_it_is_sent() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START[:2])
    async with screen_of(session) as (app, pilot):
        await press(pilot, "1", "3", "slash", "7")
        assert "13/7 is 6 pips" in text_of(app)
        await press(pilot, "enter")
        assert verbs(session)[-1] == "opening", "nothing was sent"


async def test_undo_is_free_before_sending() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START[:2])
    async with screen_of(session) as (app, pilot):
        await press(pilot, "1", "3", "slash", "8", "escape")
        assert "Still to play: 2" in text_of(app)
        await press(pilot, "u")
        assert "Still to play" not in text_of(app)
        assert verbs(session)[-1] == "opening"


async def test_while_a_play_is_typed_the_key_line_shows_what_works_then() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START[:2])
    async with screen_of(session) as (app, pilot):
        await press(pilot, "1", "3", "slash", "8", "space", "9", "slash", "9")
        assert "wrong way" in text_of(app)
        keys = text_of(app).rstrip().splitlines()[-1]
        assert "u undo" in keys
        assert "talk" not in keys, "k would be typed"
        await press(pilot, "u")
        assert "Still to play: 2" in text_of(app), "what is wrong goes, what was good stays"
        await press(pilot, "u")
        assert "Still to play" not in text_of(app)
        await press(pilot, *"say sure")
        assert "> say sure" in text_of(app), "in words every letter is a letter"
        assert "u undo" not in text_of(app)
        await press(pilot, "escape", "escape", "1", "3", "question_mark")
        assert "Keys" in text_of(app)


async def test_space_is_never_a_cube_answer_and_enter_alone_sends_nothing() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (_, pilot):
        await press(pilot, "D", "enter")
        before = verbs(session)
        await press(pilot, "space", "enter", "space", "enter")
        assert verbs(session) == before


async def test_another_persons_answer_wants_a_confirming_key() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session, settings=Settings()) as (app, pilot):
        await press(pilot, "D", "enter", "x", "enter")
        assert "Ann, is this your word?" in text_of(app)
        assert verbs(session)[-1] == "double"
        await press(pilot, "enter")
        assert verbs(session)[-1] == "double", "Enter by habit confirms nothing"
        await press(pilot, "enter", "y")
        assert verbs(session)[-1] == "drop"


async def test_club_5_10_what_will_be_refused_is_nobodys_word_to_confirm() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session, settings=Settings()) as (app, pilot):
        await press(pilot, "D", "enter", "t", "x", "x", "enter")
        screen = text_of(app)
        assert "is this your word?" not in screen
        assert "(club 5.10)" in screen
        await press(pilot, "up", "t", "enter")
        assert "y sends: TAKE" in text_of(app), "what is sent, and only once that it is"


async def test_club_5_8_answers_that_leave_cubes_out_are_counted_and_refused() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session, settings=Settings()) as (app, pilot):
        await press(pilot, "D", "enter", "t")
        assert "1 of 3 answered." in text_of(app)
        assert "Enter sends" not in text_of(app)
        await press(pilot, "enter")
        assert "is this your word?" not in text_of(app)
        assert "each of your cubes once: Ann, Ben, Cy." in text_of(app)


async def test_space_is_not_offered_where_something_else_waits_in_the_line() -> None:
    session = table_for(("Dana", "Ann", "Ben"), dice={"seed": 1})
    async with screen_of(session) as (app, pilot):
        assert "Space start" in text_of(app)
        await press(pilot, "colon", *"note", "escape")
        assert "> note" in text_of(app)
        assert "Space start" not in text_of(app)
        await press(pilot, "escape")
        assert "Space start" in text_of(app)


async def test_a_resignation_says_its_kind_before_it_is_sent() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "colon")
        await pilot.press(*"resign")
        await pilot.pause()
        assert "RESIGN Dana (single)" in text_of(app)


async def test_a_colon_begins_anew_where_it_cannot_go_on() -> None:
    session = table_for(
        ("Dana", "Ann", "Ben"), *START, {"do": "roll", "by": "Dana", "dice": [6, 1]}
    )
    async with screen_of(session) as (app, pilot):
        await press(pilot, "colon", *"bet", "enter", "colon", *"note a")
        assert "> note a" in text_of(app)
        await press(pilot, "escape", "escape", *"13/7", "colon", *"ben")
        assert "> ben" in text_of(app)
        await press(pilot, "colon", "space", *"hold")
        assert "> ben: hold" in text_of(app), "behind a name it says who speaks"


async def test_pasted_text_is_shown_and_never_sent() -> None:
    from textual import events

    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        before = verbs(session)
        app.screen.post_message(events.Paste("nnd\nroll 63\n\x1b[2J"))
        await pilot.pause()
        assert verbs(session) == before
        assert "> nnd roll 63 [2J" in text_of(app)


async def test_names_in_commands_are_unique_beginnings_in_any_case() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Bea"), *TEAM_TURN)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "be: double")
        assert "be may be Ben or Bea" in text_of(app) or "Bea or Ben" in text_of(app)
        await press(pilot, "escape", "escape")
        await type_line(pilot, "BEA: doub")
        assert requests(session)[-1]["by"] == "Bea"


async def test_club_4_3_a_settlement_is_proposed_and_agreed_by_commands() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "ben: settle ben 1 to ben")
        assert "#1" in text_of(app)
        await press(pilot, "y", "enter")
        assert session.view.scores["Ben"] == 1


async def test_club_7_1_a_proxy_is_named_by_command() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (_, pilot):
        await type_line(pilot, "proxy ben ann")
        assert session.view.table.proxies == {"Ben": "Ann"}


async def test_rules_can_be_searched() -> None:
    session = table_for()
    async with screen_of(session) as (app, pilot):
        await press(pilot, "i", "slash", *"beaver")
        assert isinstance(app.screen, RulesScreen)
        screen = text_of(app)
        assert "club 5.3" in screen
        assert "club 6.5" not in screen


async def test_remapped_keys_are_shown_and_work() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN)
    settings = quick(keys={"take": "1", "drop": "2"})
    async with screen_of(session, settings=settings) as (app, pilot):
        await press(pilot, "D", "enter", "1", "1", "2")
        assert "1 take" in text_of(app)
        assert text_of(app).count("[TAKE]") == 2


async def test_a_player_at_his_own_terminal_sees_his_side_below() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START, here=("Ben",))
    async with screen_of(session) as (app, _):
        rows = text_of(app).splitlines()
        assert "YOU: Ben (team)" in rows[0]
        assert "Team" in rows[13]
        assert "X Dana BOX" in rows[1]


async def test_a_watcher_is_offered_nothing() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    watcher = session.host.join(None, ())
    async with screen_of(watcher) as (app, pilot):
        assert "watching" in text_of(app)
        await press(pilot, "space", "d", "enter")
        assert verbs(session)[-1] == "play"
        do(session, do="roll", by="Dana", dice=[6, 1])
        await pilot.pause()
        assert "[6]" in text_of(app), "and sees what the others do"


async def test_wooden_board_one_key_for_each_real_event() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *PHYSICAL, board="physical")
    async with screen_of(session) as (app, pilot):
        assert "CUBES" in text_of(app)
        assert "+12-11" not in text_of(app), "the board is on the table"
        await press(pilot, "d", "enter")
        assert verbs(session)[-2:] == ["done", "double"], "the missing done goes before it"
        assert requests(session)[-1]["by"] == "Dana"
        await type_line(pilot, "ann: take")
        await press(pilot, "right_square_bracket")
        assert "Team wins: single" in text_of(app)
        await press(pilot, "right_square_bracket")
        assert "Team wins: gammon" in text_of(app)
        await press(pilot, "enter")
        assert verbs(session)[-2:] == ["roll", "finish"]
        assert session.view.table.games[0].won_by == "team"
        assert requests(session)[-1]["kind"] == "gammon"


@pytest.mark.parametrize(
    ("key", "side"), [("left_square_bracket", "box"), ("right_square_bracket", "team")]
)
async def test_wooden_board_who_moves_first_is_one_key(key: str, side: str) -> None:
    session = table_for(("Dana", "Ann", "Ben"), PHYSICAL[0], board="physical")
    async with screen_of(session) as (app, pilot):
        assert "Who moves first, Box or Team?" in text_of(app)
        assert "[ Box begins  ] Team begins" in text_of(app)
        await press(pilot, key)
        assert requests(session)[-1] == {"do": "opening", "by": "Dana", "first": side}


async def test_wooden_board_the_assumed_turn_is_corrected_with_one_key() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *PHYSICAL, board="physical")
    async with screen_of(session) as (_, pilot):
        await press(pilot, "o")
        assert verbs(session)[-1] == "done"
        await press(pilot, "o")
        assert verbs(session)[-1] == "roll"
        await press(pilot, "d", "enter")
        game = session.view.table.game
        assert game is not None
        assert game.turn == "team"
        assert requests(session)[-1]["by"] == "Ann"


async def test_wooden_board_shows_a_position_for_remote_friends() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *PHYSICAL, board="physical")
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "show 4HPwATDgc/ABMA")
        assert "+13-14" in text_of(app), text_of(app)


async def test_closing_shows_who_pays_whom() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START, stake="5", currency="$")
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "ben: settle ben 2 to ben")
        await press(pilot, "y", "enter", "D", "enter", "x", "enter")
        assert session.view.table.game is None, text_of(app)
        await type_line(pilot, "close")
        screen = text_of(app)
        assert "Who pays whom" in screen
        assert "Ann pays Ben 1 = $5" in screen


async def test_a_log_that_cannot_be_written_is_told_and_asked_about(tmp_path: Path) -> None:
    from app.launch import Spec, launch
    from app.store import NOT_SAVED, WriteFailed

    session = launch(Spec(("Dana", "Ann", "Ben"), log=tmp_path / "x.chouette"))
    log = session.host.keeper.log
    assert log is not None

    def full(record: Any) -> None:
        raise WriteFailed(log.path, OSError(28, "No space left on device"))

    log.append = full  # type: ignore[method-assign]
    async with screen_of(session) as (app, pilot):
        await press(pilot, "space")
        assert session.host.trouble is not None
        assert session.host.trouble.code == NOT_SAVED
        assert "No space left" in text_of(app)
        await type_line(pilot, "memory")
        await press(pilot, "space")
        assert verbs(session)[-1] == "start"
    session.host.keeper.close()


def test_the_fifth_row_bears_the_count() -> None:
    from widgets.board import Board, face_of
    from widgets.board_map import PHONE

    board = Board()
    board.face = face_of(Position.of({6: 8, 25: 1}, {6: 7}), "box", "box")
    rows = ["".join(bit.text for bit in line) for line in board.lines(PHONE.width, PHONE.height)]
    column = PHONE.column(6) + 1
    assert [row[column] for row in rows[7:12]] == ["8", "X", "X", "X", "X"]
    assert any(row[PHONE.bar_column + 1] == "X" for row in rows)


async def test_a_change_of_theme_changes_every_pane() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (app, pilot):
        dark = painted(app)
        app.theme = "chouette-light"
        await pilot.pause()
        light = painted(app)
        assert "#f0b44c" in dark
        assert "#f0b44c" not in light
        assert "#8a4b00" in light


async def test_wooden_board_the_box_doubles_several_or_all() -> None:
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *PHYSICAL, board="physical")
    async with screen_of(session) as (app, pilot):
        await press(pilot, "d", "d")
        assert "> Dana: double Ann Ben" in text_of(app)
        await press(pilot, "up", "up", "d")
        assert "> Dana: double Ben" in text_of(app), "once more takes it back"
        await press(pilot, "D")
        assert "> Dana: double Ann Ben Cy" in text_of(app)
        await press(pilot, "enter")
        assert verbs(session)[-2:] == ["done", "double"]
        game = session.view.table.game
        assert game is not None
        assert [cube.offered for cube in game.cubes] == [2, 2, 2]


async def test_a_closed_session_shows_again_who_pays_whom() -> None:
    session = table_for(("Dana", "Ann", "Ben"), {"do": "close", "by": "Dana"})
    async with screen_of(session) as (app, pilot):
        assert "Space shows who pays whom" in text_of(app)
        await press(pilot, "space")
        assert "Nobody owes anybody." in text_of(app)


async def test_at_a_shared_terminal_h_goes_from_one_to_the_next() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (app, pilot):
        await press(pilot, "h")
        assert "> Ann: hold" in text_of(app)
        await press(pilot, "h", "enter")
        assert requests(session)[-1] == {"do": "hold", "by": "Ben"}
        await press(pilot, "h", "h")
        assert "> Ben: release" in text_of(app)


async def test_club_4_3_a_settlement_is_proposed_by_a_party_to_it() -> None:
    session = table_for(("Dana", "Ann", "Ben"), *START)
    async with screen_of(session) as (app, pilot):
        await type_line(pilot, "settle ben 1 to dana")
        assert requests(session)[-1]["by"] == "Ben"
        await press(pilot, "y")
        assert "AGREE Dana #1: settle Ben's cube at 1 to Dana" in text_of(app)


@pytest.mark.parametrize(("size", "shown"), [((80, 24), 7), ((100, 30), 9), ((120, 40), 9)])
async def test_wooden_board_cubes_have_room_before_the_sheet(
    size: tuple[int, int], shown: int
) -> None:
    ten = ("Dana", "Ann", "Ben", "Cy", "Eve", "Finn", "Gwen", "Hugo", "Ines", "Jack")
    async with screen_of(table_for(ten, *PHYSICAL, board="physical"), size) as (app, _):
        assert text_of(app).count("middle") == shown, text_of(app)
        assert "sum 0" in text_of(app)


@pytest.mark.parametrize(("key", "verb"), [("y", "let"), ("p", "preempt")])
async def test_club_4_4_the_box_has_a_key_for_a_purchase(key: str, verb: str) -> None:
    buy = {"do": "buy", "by": "Ann", "cube": "Ben", "price": "2"}
    agree = {"do": "agree", "by": "Ben", "proposal": 1}
    session = table_for(("Dana", "Ann", "Ben", "Cy"), *START, buy, agree)
    async with screen_of(session) as (app, pilot):
        await press(pilot, key)
        assert f"{verb.upper()} Dana #1: Ann buys Ben for 2" in text_of(app)
        await press(pilot, "enter")
        assert requests(session)[-1] == {"do": verb, "by": "Dana", "proposal": 1}
