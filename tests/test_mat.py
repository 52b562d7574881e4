"""Match files of other programs: one small file for each quirk, then whatever bytes there are."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.formats.foreign import open_foreign
from app.formats.mat import looks_like_mat, read_mat
from app.formats.mat_plays import readings
from app.formats.mat_session import Imported, is_crawford, play_match, when
from app.formats.match import Match, MatError
from app.history import History, decide_again
from app.store import StoreError
from rules import events as ev
from rules.log import fold, read_entry, write_entry
from rules.plays import legal_plays
from rules.position import START, Position
from rules.refusals import Refusal
from rules.state import Table

DATA = Path(__file__).parent / "data" / "mat"


def opened(name: str) -> Imported:
    """A quirk's file as a session."""
    return play_match(read_mat((DATA / name).read_bytes()))


def said(imported: Imported) -> list[str]:
    """What the file itself says in the log: comments, scores, names."""
    return [str(e.request["text"]) for e in imported.entries if e.request["do"] == "say"]


def moves(imported: Imported) -> list[str]:
    """The plays, as the table writes them."""
    return [
        event.move
        for entry in imported.entries
        for event in entry.events or ()
        if isinstance(event, ev.Played)
    ]


# What each file comes to: its games, the points of the two columns, and the remarks' beginnings.
CLEAN = [
    ("01_no_header.mat", 1, (1, -1)),
    ("02_length_not_indented.mat", 1, (1, -1)),
    ("03_money.mat", 1, (1, -1)),
    ("04_byte_order_mark.mat", 1, (1, -1)),
    ("05_windows_1252.mat", 1, (1, -1)),
    ("06_crlf.mat", 1, (1, -1)),
    ("07_hash_comments.mat", 1, (1, -1)),
    ("08_free_tag_values.mat", 1, (1, -1)),
    ("09_tag_spellings.mat", 1, (1, -1)),
    ("10_jacoby_off.mat", 1, (2, -2)),
    ("11_tags_in_other_order.mat", 1, (1, -1)),
    ("12_names_differ_from_header.mat", 1, (1, -1)),
    ("13_rating_in_name.mat", 1, (1, -1)),
    ("14_no_blank_before_colon.mat", 1, (1, -1)),
    ("15_two_in_one_name.mat", 1, (1, -1)),
    ("16_game_in_name.mat", 1, (1, -1)),
    ("17_game_line_trailing_blank.mat", 1, (1, -1)),
    ("18_begins_at_a_score.mat", 1, (1, -1)),
    ("19_right_begins.mat", 1, (1, -1)),
    ("20_dice_in_either_order.mat", 1, (1, -1)),
    ("21_bar_and_off.mat", 1, (1, -1)),
    ("22_no_hit_marks.mat", 1, (1, -1)),
    ("23_repeat_counts.mat", 1, (1, -1)),
    ("24_combined_steps.mat", 1, (1, -1)),
    ("25_steps_interleaved.mat", 1, (1, -1)),
    ("26_full_column.mat", 1, (1, -1)),
    ("27_right_column_at_33.mat", 1, (1, -1)),
    ("27_right_column_at_37.mat", 1, (1, -1)),
    ("27_right_column_at_41.mat", 1, (1, -1)),
    ("27_right_column_at_48.mat", 1, (1, -1)),
    ("28_dances.mat", 1, (-1, 1)),
    ("29_resigned_after_rolling.mat", 1, (1, -1)),
    ("30_played_by_the_client.mat", 1, (-2, 2)),
    ("33_resigns_1.mat", 1, (-1, 1)),
    ("33_resigns_2.mat", 1, (-1, 1)),
    ("33_resigns_3.mat", 1, (-1, 1)),
    ("33_resigns_4.mat", 1, (-1, 1)),
    ("33_resigns_5.mat", 1, (-1, 1)),
    ("36_double_without_blank.mat", 1, (1, -1)),
    ("37_take_opens_a_row.mat", 1, (2, -2)),
    ("38_beaver_and_raccoon.mat", 1, (8, -8)),
    ("39_result_in_the_row.mat", 1, (-1, 1)),
    ("40_match_in_money.mat", 1, (-2, 2)),
    ("41_points_clipped.mat", 1, (1, -1)),
    ("42_crawford.mat", 2, (2, -2)),
    ("43_row_numbers.mat", 1, (-2, 2)),
    ("44_empty_rows.mat", 1, (1, -1)),
    ("46_comment_inside.mat", 1, (1, -1)),
    ("48_bgnj_comment.mat", 1, (1, -1)),
    ("49_nackgammon.mat", 1, (1, -1)),
    ("50_after_the_match.mat", 2, (2, -2)),
    ("score_a_line.mat", 1, (1, -1)),
]


@pytest.mark.parametrize(("name", "games", "points"), CLEAN)
def test_a_quirk_opens_without_a_remark(name: str, games: int, points: tuple[int, int]) -> None:
    imported = opened(name)
    table = imported.tables[-1]
    assert [str(remark) for remark in imported.remarks] == []
    assert (len(table.games), table.game) == (games, None)
    assert tuple(table.scores.values()) == points


FLAGGED = [
    ("21_off.mat", ["line 7: the file ends in the middle of this game"]),
    ("31_unrecorded.mat", ["line 5: the play of 61 is not recorded"]),
    (
        "31_unrecorded_in_the_middle.mat",
        [
            "line 5: the play of 61 is not recorded; 13/7 8/7 was put in, the only one that fits"
            " what follows"
        ],
    ),
    (
        "32_dice_00.mat",
        [
            "line 6: the dice are not recorded; the game cannot be followed from here",
            "line 6: lines 6 to 7 are not replayed; the game ends with the file's points",
        ],
    ),
    ("32_unrecorded_without_dice.mat", ["line 6: neither dice nor play are recorded here"]),
    (
        "34_illegal_as_a_position.mat",
        [
            "line 5: illegal: Bob played 11 as a position; it stands as written",
            "line 6: the file ends in the middle of this game",
        ],
    ),
    (
        "35_illegal_unmarked.mat",
        [
            "line 5: illegal: Ann played 65 as 24/18 13/10 6/4; it stands as written",
            "line 6: illegal: Ann played 33 as 13/3 8/5; it stands as written",
        ],
    ),
    ("45_ends_in_mid_game.mat", ["line 5: the file ends in the middle of this game"]),
    ("47_set_position.mat", ["line 6: the file ends in the middle of this game"]),
    ("double_out_of_turn.mat", ["line 7: the rules do not let Bob double here; it stands"]),
    ("joined_games.mat", ["line 6: the game has no result; its cube is void"]),
    (
        "not_understood.mat",
        [
            "line 6: this line in game 1 was not understood: an odd line",
            "line 7: this part of the row was not understood: what",
            "line 8: a take without a double to take; passed over",
            "line 8: the file ends in the middle of this game",
        ],
    ),
    (
        "opening_double.mat",
        ["line 5: the first roll is 66; by the rules equal opening dice are rolled again"],
    ),
    (
        "wrong_result.mat",
        ["line 7: the file has Ann win 4; by the cube and the checkers it is 1"],
    ),
]


@pytest.mark.parametrize(("name", "remarks"), FLAGGED)
def test_what_is_wrong_is_said_with_its_line(name: str, remarks: list[str]) -> None:
    imported = opened(name)
    assert [str(remark) for remark in imported.remarks] == remarks
    spoken = [e.request["text"] for e in imported.entries if e.request["do"] in ("flag", "say")]
    assert set(remarks) <= set(spoken), "a remark stands in the log where it belongs"


def test_every_file_has_its_expectation() -> None:
    known = {name for name, *_ in CLEAN} | {name for name, _ in FLAGGED}
    known |= {"49_hypergammon.mat"}
    assert {path.name for path in DATA.iterdir()} == known


def test_another_game_is_refused() -> None:
    with pytest.raises(MatError, match=r"HyperGammon \(1\).*only backgammon and nackgammon"):
        opened("49_hypergammon.mat")


def test_names_come_from_the_score_line() -> None:
    assert opened("11_tags_in_other_order.mat").tables[1].line == ("Ann", "Bob")
    assert opened("05_windows_1252.mat").tables[1].line == ("Jürgen", "Bob")
    assert opened("16_game_in_name.mat").tables[1].line == ("Game Boy", "A 2")
    long = opened("15_two_in_one_name.mat")
    assert long.tables[1].line == ("Uwe & Jörg OʼNeill", "Anna ÉTOILE Béla NAGY T…")
    assert any(
        "is written 'Anna ÉTOILE Béla NAGY Third' in the file" in text for text in said(long)
    )


def test_the_score_of_a_match_is_told() -> None:
    first, second = (text for text in said(opened("42_crawford.mat")) if "match" in text)
    assert first == "line 4: 2 point match: Ann 0, Bob 0"
    assert second == "line 10: 2 point match: Ann 1, Bob 0; the Crawford game"
    over = said(opened("50_after_the_match.mat"))
    assert over[-1].endswith("1 point match: Ann 1, Bob 0; the match was over already")


def test_comments_stay_where_they_stand() -> None:
    imported = opened("46_comment_inside.mat")
    at = next(i for i, e in enumerate(imported.entries) if "forfeit" in str(e.request.get("text")))
    assert imported.tables[at].game is not None
    assert imported.tables[at].game == imported.tables[at + 1].game


def test_repeats_chains_and_orders_are_one_play() -> None:
    assert moves(opened("23_repeat_counts.mat"))[1] == "13/11(2) 6/4(2)"
    assert moves(opened("24_combined_steps.mat")) == ["24/13", "24/16"]
    assert moves(opened("25_steps_interleaved.mat"))[1] == "24/18(2) 13/7(2)"


def test_a_hit_without_a_mark_is_a_hit() -> None:
    assert "24/18 13/11*" in moves(opened("22_no_hit_marks.mat"))


def test_a_play_that_the_client_made_is_put_in() -> None:
    imported = opened("30_played_by_the_client.mat")
    assert any("was the only legal one" in text for text in said(imported))


def test_set_positions_and_other_starts() -> None:
    nack = opened("49_nackgammon.mat")
    game = next(table.game for table in nack.tables if table.game and table.game.dice)
    assert game.position == Position.of(
        {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
    )
    assert moves(opened("21_off.mat"))[1:] == ["3/off(2)", "3/off 1/off", "2/off 1/off"]


def test_an_illegal_play_stands_as_it_was_made() -> None:
    table = opened("34_illegal_as_a_position.mat").tables[-1]
    assert table.game is not None
    bob = table.game.turns[1]
    assert bob.after.mine[6] == 8
    assert bob.after not in {play.after for play in legal_plays(bob.before, bob.dice)}


def test_the_date_of_the_file() -> None:
    assert when(Match(tags={"eventdate": "2026.01.13", "eventtime": "19.15"})) == (
        "2026-01-13T19:15:00Z"
    )
    assert when(Match(tags={"eventdate": "1981"})) == ""


def test_crawford_is_found_in_the_scores() -> None:
    match = read_mat((DATA / "42_crawford.mat").read_bytes())
    assert [is_crawford(match, index) for index in range(2)] == [False, True]
    match.tags["crawford"] = "Off"
    assert not is_crawford(match, 1)


def test_jacoby_follows_the_tag_or_the_results() -> None:
    assert not opened("10_jacoby_off.mat").tables[1].rules.jacoby
    assert opened("03_money.mat").tables[1].rules.jacoby
    text = (DATA / "10_jacoby_off.mat").read_text().split("\n", 2)[2]
    assert not play_match(read_mat(text)).tables[1].rules.jacoby, "a gammon with the cube unturned"


# As a session


@pytest.mark.parametrize("path", sorted(DATA.iterdir()), ids=lambda path: path.name)
def test_what_the_rules_allow_is_decided_by_them(path: Path) -> None:
    """Entries decided anew come out the same; only what the remarks tell of does not."""
    if "hyper" in path.name:
        return
    imported = play_match(read_mat(path.read_bytes()))
    odd = 0
    for table, entry in zip(imported.tables, imported.entries, strict=False):
        outcome = decide_again(table, entry)
        odd += isinstance(outcome, Refusal) or outcome != entry.events
    from_elsewhere = any(start in path.read_text("latin-1") for start in ("Set Pos", "Nack"))
    assert odd <= 2 * len(imported.remarks) + from_elsewhere


def test_an_imported_session_is_a_log(tmp_path: Path) -> None:
    imported = opened("38_beaver_and_raccoon.mat")
    table = Table()
    for entry in imported.entries:
        table = fold(table, read_entry(write_entry(entry), entry.n))
    assert table == imported.tables[-1]


def test_history_reads_a_match_file(tmp_path: Path) -> None:
    history = History.read(DATA / "45_ends_in_mid_game.mat")
    assert [str(notice) for notice in history.notices] == [
        f"{DATA / '45_ends_in_mid_game.mat'}, line 5: the file ends in the middle of this game"
    ]
    assert history.read_on() == 0
    assert len(history.tables) == len(history.entries) + 1


def test_what_a_file_is_its_bytes_tell(tmp_path: Path) -> None:
    unnamed = tmp_path / "match"
    unnamed.write_bytes((DATA / "03_money.mat").read_bytes())
    assert open_foreign(unnamed) is not None
    own = tmp_path / "own.chouette"
    own.write_bytes((DATA / "03_money.mat").read_bytes())
    assert open_foreign(own) is None, "a log of ours that is damaged is a log of ours"
    words = tmp_path / "words.txt"
    words.write_text("a letter")
    with pytest.raises(StoreError, match="no game was found: a match file has"):
        open_foreign(words)
    assert not looks_like_mat(b'{"do": "open"}')
    assert open_foreign(tmp_path / "nothing.mat") is None


# Any bytes


WORDS = st.sampled_from(
    [" Game 1\n", " 5 point match\n", " 0 point match\n", " Ann : 0    Bob : 0\n", "\n", "  1) ",
     " 2)", "31: 8/5 6/5", "61:", "66: Cannot Move", "52: 24/22 13/8", "00: ????", "????", "   ",
     "             ", " Doubles => 2", " Doubles => 4", " Takes", " Drops", " Beavers => 4",
     "Resigns", "Wins 1 point\n", "      Wins 4 points and the match\n", "11: 8/7(2) 6/5(2)",
     "43: bar/21 24/21*", "65: 25/14", "21: 2/off 1/0", "; comment\n", '; [Jacoby "On"]\n', "\t",
     "33: Illegal play (1;0;1;0;0;a;b;0;0;0;1;0;0;-2;5;1;)", "55: 13/3 13/3", "55: 99/1", "Game 2",
     "; Set Pos=-b----E-C---eE---c-e----B-/x\n", "9", ":", "é", "\x00", "64: 24/14 1/20"]
)  # fmt: skip


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(WORDS, max_size=60).map("".join))
@example(" Game 1\n  1) Doubles => 2 Beavers => 4\n Game 2\n")
@example(" Game 1\n 1) 31: 8/5 6/5 Doubles => 2\n 2) Beavers => 4\n Wins 3 points\n")
def test_no_text_makes_a_traceback(text: str) -> None:
    try:
        imported = play_match(read_mat(" Game 1\n" + text))
    except MatError:
        return
    table = imported.tables[-1]
    assert sum(table.scores.values()) == 0
    assert len(imported.tables) == len(imported.entries) + 1


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_make_a_traceback(data: bytes) -> None:
    with contextlib.suppress(MatError):
        play_match(read_mat(data))


def _flip(data: bytes, at: int, byte: int) -> bytes:
    at %= len(data)
    return data[:at] + bytes([byte]) + data[at + 1 :]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(path.name for path in DATA.iterdir())),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), min_size=1, max_size=6),
)
def test_no_damage_makes_a_traceback(name: str, flips: list[tuple[int, int]]) -> None:
    data = (DATA / name).read_bytes()
    for at, byte in flips:
        data = _flip(data, at, byte)
    try:
        imported = play_match(read_mat(data))
    except MatError:
        return
    assert sum(imported.tables[-1].scores.values()) == 0


def test_a_play_is_matched_by_where_checkers_end() -> None:
    spellings = ("13/7 8/7", "8/7, 13/7", "8/7 13/7*")
    assert len({readings(START, (6, 1), text).afters for text in spellings}) == 1
    assert readings(START, (6, 1), "13/6").afters[0].mine[6] == 6
    assert readings(START, (6, 1), "24/17").afters == (), "the opponent holds that point"
