"""What the commands that read logs print."""

from __future__ import annotations

import csv
import html.parser
import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.history import History
from app.keeper import Keeper
from app.play import parser
from app.saved import new_log, saved_sessions, sessions_folder, slug
from app.screens.settling import settling_lines
from rules.actions import read_action
from rules.refusals import Refusal
from rules.sheet import scores
from rules.views import view
from tests.pipes import HERE, run_pipe
from tests.scripts import opening, ticking
from widgets.words import Words

V1 = HERE / "golden" / "logs" / "v1"
CLUB = V1 / "club-by-hand.chouette"
STATES = json.loads((V1 / "states.json").read_text("utf-8"))


def a_game(path: Path, *more: dict[str, Any], **options: Any) -> Path:
    """Ann, the Box, doubles on the Team's drop: one game of three players on a real board."""
    keeper = Keeper.on(path, now=ticking())
    for request in (
        opening(3, board="physical", **options),
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann", "dice": [1, 6]},
        {"do": "done", "by": "Bob"},
        {"do": "double", "by": "Ann"},
        {"do": "drop", "by": "Bob"},
        {"do": "drop", "by": "Cy"},
        *more,
    ):
        outcome = keeper.ask(read_action(request))
        assert not isinstance(outcome, Refusal), outcome.sentence()
    keeper.close()
    return path


def test_score_shows_the_sheet_and_its_sum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = a_game(tmp_path / "a.chouette", title="Thursday", stake="2.50", currency="EUR")
    assert main(["score", str(log), "--settle"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Thursday",
        "game  Ann   Bob  Cy",
        "   1   +2  (-1)  -1",
        " all   +2    -1  -1  sum 0",
        "Bob pays Ann 1 point = EUR 2.50",
        "Cy pays Ann 1 point = EUR 2.50",
    ]


def test_score_as_json_has_the_protocols_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = a_game(tmp_path / "a.chouette", stake="2.50", currency="EUR")
    assert main(["score", str(log), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scores"] == {"Ann": 2, "Bob": -1, "Cy": -1}
    assert [game["circled"] for game in found["games"]] == [["Bob"]]
    assert found["settle"] == [
        {"from": "Bob", "to": "Ann", "points": 1, "money": "2.50"},
        {"from": "Cy", "to": "Ann", "points": 1, "money": "2.50"},
    ]


@pytest.mark.parametrize("path", sorted(V1.glob("*.chouette")), ids=lambda path: path.stem)
def test_every_kept_session_sums_to_zero_and_settles(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scores"] == STATES[path.name]["scores"]
    left = dict(found["scores"])
    for payment in found["settle"]:
        left[payment["from"]] += payment["points"]
        left[payment["to"]] -= payment["points"]
    assert set(left.values()) == {0}


def test_a_clubs_standing_adds_up_sessions_by_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = a_game(tmp_path / "one.chouette")
    two = a_game(tmp_path / "two.chouette")
    assert main(["score", str(one), str(two), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scores"] == {"Ann": 4, "Bob": -2, "Cy": -2}
    assert [game["log"] for game in found["games"]] == [str(one), str(two)]
    assert main(["score", str(one), str(two)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["game", "one", "two", "all"]


def test_different_stakes_have_no_common_price(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = [
        str(a_game(tmp_path / f"{stake}.chouette", stake=stake, currency="EUR"))
        for stake in ("1", "5")
    ]
    assert main(["score", *logs, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {payment["money"] for payment in found["settle"]} == {None}


def test_score_as_csv_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(CLUB), "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    table = History.read(CLUB).table
    names = list(scores(table))
    assert rows[0][: len(names) + 1] == ["game", *names]
    assert [int(cell) for cell in rows[-1][1 : len(names) + 1]] == list(scores(table).values())
    assert {len(row) for row in rows} == {len(rows[0])}


def test_state_after_any_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["state", str(CLUB)]) == 0
    assert json.loads(capsys.readouterr().out) == STATES[CLUB.name]
    assert main(["state", str(CLUB), "--at", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 3
    count = STATES[CLUB.name]["n"]
    assert main(["state", str(CLUB), "--at", "9999"]) == 2
    assert f"1 to {count}, and no action 9999" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["score", "state", "check", "verify", "export"])
def test_a_file_that_is_no_log_is_said_in_words(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--to", "txt"] if command == "export" else []
    bad = tmp_path / "bad.chouette"
    bad.write_text('{"do": "open"}\n{"do": "start"}\n')
    for path, says in ((tmp_path / "none.chouette", "there is no file"), (bad, "line 1: ")):
        assert main([command, str(path), *more]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"chouette {command}: ")
        assert says in err


MAT = Path(__file__).parent / "data" / "mat" / "03_money.mat"


@pytest.mark.parametrize("command", [["check"], ["play", "--plain", "--log"], ["pipe", "--log"]])
@pytest.mark.parametrize("name", ["x.mat", "named.chouette", "x.xg", "x.bgf"])
def test_where_a_log_is_wanted_another_programs_match_is_told_apart(
    command: list[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    known = {".xg": b"RGMH\x01\x02", ".bgf": b'{"format": "BGF"}\n\x00'}
    path.write_bytes(known.get(path.suffix) or MAT.read_bytes())
    before = path.read_bytes()
    assert main([*command, str(path)]) > 0
    said = capsys.readouterr().err
    assert "a match of another program" in said
    mended = "rename it, as to named.mat, and chouette replay opens it"
    assert (mended if name == "named.chouette" else f"chouette replay {path} opens it") in said
    assert path.read_bytes() == before


def test_noise_without_a_line_break_is_no_empty_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.chouette"
    path.write_bytes(b"\x80noise")
    assert main(["check", str(path)]) == 2
    assert "this is not JSON" in capsys.readouterr().err


def test_money_is_written_in_one_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = a_game(tmp_path / "x.chouette", {"do": "close", "by": "Ann"}, stake="5", currency="EUR")
    assert main(["score", "--settle", str(log)]) == 0
    assert main(["export", "--to", "txt", str(log)]) == 0
    said = capsys.readouterr().out
    assert said.count("pays Ann 1 point = EUR 5") == 4
    shown = [line for line, _ in settling_lines(view(History.read(log).table, None), Words())]
    assert sum("pays Ann 1 = EUR 5" in line for line in shown) == 2


def test_check_is_silent_where_the_rules_agree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = a_game(tmp_path / "a.chouette")
    assert main(["check", str(log)]) == 0
    assert capsys.readouterr().out == ""
    with log.open("a") as file:
        file.write('{"do": "roll", "by": "Ann"}\n')
    assert main(["check", str(log)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{log}:8: wrong_phase (")
    assert len(out.splitlines()) == 1


def test_verify_says_what_each_die_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(V1 / "tavla-fair.chouette")]) == 0
    assert "game 1: " in capsys.readouterr().out
    assert main(["verify", str(CLUB)]) == 0
    assert "thrown by hand" in capsys.readouterr().out


def test_rules_show_each_option_with_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "(club 5.10)" in capsys.readouterr().out
    assert main(["rules", "tavla", "--diff", "club"]) == 0
    out = capsys.readouterr().out
    assert "half_with_captain (tavla 7)" in out
    assert "same_answer" not in out, "what is the same in both is left out"
    assert main(["rules", "golf"]) == 2
    assert "there are club, play65, hungarian, tavla" in capsys.readouterr().err


# Saved sessions


def test_logs_are_named_by_date_and_title(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"
    first = new_log("Thursday: Café", date(2026, 1, 2), folder)
    assert first.name == "2026-01-02-thursday-cafe.chouette"
    first.touch()
    assert new_log("Thursday: Café", date(2026, 1, 2), folder).stem.endswith("-cafe-2")
    assert new_log("", date(2026, 1, 2), folder).name == "2026-01-02.chouette"
    assert slug("../../etc/passwd") == "etc-passwd"


def test_the_usual_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert sessions_folder().name == "sessions"
    assert "chouette" in sessions_folder().parts


def test_list_shows_what_was_played_and_what_cannot_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_game(tmp_path / "good.chouette", title="Thursday")
    a_game(tmp_path / "closed.chouette", {"do": "close", "by": "Ann"})
    (tmp_path / "bad.chouette").write_text("not a log\n{}\n")
    (tmp_path / "notes.txt").write_text("not ours")
    assert main(["list", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "good.chouette  Thursday  1 game  open" in out
    assert "2026-01-01  Ann +2  Bob -1  Cy -1" in out
    assert "closed.chouette  1 game  closed" in out
    assert "cannot be opened: " in out
    assert main(["--language", "hu", "list", str(tmp_path)]) == 0
    assert "ez nem JSON" in capsys.readouterr().out, "the reason too is in the reader's language"
    assert "notes" not in out
    assert main(["list", str(tmp_path), "--json"]) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    by_name = {Path(one["log"]).name: one for one in facts}
    assert by_name["good.chouette"]["players"] == ["Ann", "Cy", "Bob"], "the line of the next game"
    assert by_name["good.chouette"]["scores"] == {"Ann": 2, "Bob": -1, "Cy": -1}
    assert "fault" in by_name["bad.chouette"]
    assert [one.resumable for one in saved_sessions(tmp_path)].count(True) == 1


def test_list_of_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", str(tmp_path)]) == 0
    assert "no sessions" in capsys.readouterr().out
    assert main(["list", str(tmp_path / "nowhere")]) == 2


@pytest.mark.parametrize("arguments", [["tavla", "--diff", "club"], ["tavla"]])
def test_house_rules_break_no_word_at_the_terminals_edge(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 0
    whole = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) > 80, "a file may have any length"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["rules", *arguments]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    assert told.split() == whole.split()


def test_a_saved_session_is_meant_by_the_name_that_list_tells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    folder = sessions_folder()
    folder.mkdir(parents=True)
    a_game(folder / "evening.chouette")
    for name in ("evening", "evening.chouette"):
        assert main(["score", name]) == 0
        assert "+2" in capsys.readouterr().out
    wanted = parser().parse_args(["--log", "evening"])
    assert wanted.log == folder / "evening.chouette", "it is resumed, and no new one is begun"
    Path("evening").write_text("a file of that name comes first")
    assert main(["score", "evening"]) != 0
    assert main(["score", "nothing"]) != 0
    assert "there is no file nothing" in capsys.readouterr().err


def test_list_has_no_sign_before_zero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Keeper.on(tmp_path / "a.chouette").ask(read_action(opening(3)))
    assert main(["list", str(tmp_path)]) == 0
    assert "Ann 0  Bob 0  Cy 0" in capsys.readouterr().out


def test_a_wooden_board_has_nothing_to_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(a_game(tmp_path / "a.chouette"))]) == 1
    assert "real board has no positions to review" in capsys.readouterr().err


# Export


class Cells(html.parser.HTMLParser):
    """The cells of every table row of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "tr" in self.open:
            self.rows[-1][-1] += data


def exported(path: Path, form: str, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["export", str(path), "--to", form, *more]) == 0
    return capsys.readouterr().out


def test_export_as_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = a_game(tmp_path / "a.chouette", title="<b>Tuesday & co</b>")
    page = exported(log, "html", capsys)
    assert "&lt;b&gt;Tuesday &amp; co&lt;/b&gt;" in page
    assert "<b>" not in page
    cells = Cells()
    cells.feed(page)
    assert cells.open == []
    assert cells.rows == [
        ["game", "Ann", "Bob", "Cy", ""],
        ["1", "+2", "-1", "-1", ""],
        ["all", "+2", "-1", "-1", "sum 0"],
    ]


def test_export_as_markdown_and_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = a_game(tmp_path / "a.chouette", title="Tues|day")
    page = exported(log, "md", capsys)
    assert "# Tues\\|day" in page
    assert "| 1 | +2 | (-1) | -1 |  |" in page
    assert "- Bob pays Ann 1 point" in page
    text = exported(log, "txt", capsys)
    assert "house rules: club" in text
    assert " all   +2    -1  -1  sum 0" in text


def test_exports_for_people_follow_the_language_and_data_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say = {"do": "say", "by": "Bob", "topic": "table", "to": "all", "text": "jó"}
    log = a_game(tmp_path / "a.chouette", say, stake="2", currency="Ft")

    def hungarian(form: str) -> str:
        assert main(["--language", "hu", "export", str(log), "--to", form, "--with-talk"]) == 0
        return capsys.readouterr().out

    page = hungarian("md")
    for text in ("| parti |", "**mind**", "össz 0", "## Elszámolás", "egy pont: 2 Ft"):
        assert text in page
    assert '<html lang="hu">' in hungarian("html")
    assert "Bob mindenkinek: jó" in hungarian("txt")
    for form in ("md", "html", "txt"):
        assert not {"game", "sum", "Settling", "house"} & set(hungarian(form).split())
    assert hungarian("csv") == exported(log, "csv", capsys)
    assert hungarian("csv").startswith("game,")


def test_talk_is_left_out_unless_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say = {"do": "say", "by": "Bob", "topic": "table", "to": "all", "text": "well played"}
    log = a_game(tmp_path / "a.chouette", say)
    for form in ("html", "md", "txt", "csv"):
        assert "well played" not in exported(log, form, capsys)
    for form in ("html", "md", "txt"):
        assert "well played" in exported(log, form, capsys, "--with-talk")


def test_export_of_an_earlier_moment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = a_game(tmp_path / "a.chouette")
    assert "+2" not in exported(log, "csv", capsys, "--at", "6").replace("2026", "")
    assert exported(log, "csv", capsys, "--at", "7") == exported(log, "csv", capsys)


def test_a_players_name_is_no_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keeper = Keeper.on(tmp_path / "a.chouette", now=ticking())
    keeper.ask(read_action({**opening(2), "players": ["=1+1", "-x", "Cy"]}))
    keeper.close()
    rows = list(csv.reader(io.StringIO(exported(tmp_path / "a.chouette", "csv", capsys))))
    assert rows[0][1:4] == ["'=1+1", "'-x", "Cy"]


def test_a_running_game_can_be_looked_into(tmp_path: Path) -> None:
    """The log is locked for writing, and anybody may read it."""
    keeper = Keeper.on(tmp_path / "a.chouette")
    keeper.ask(read_action(opening(3)))
    assert History.read(tmp_path / "a.chouette").table == keeper.table
    replies, errors = run_pipe(b"", "--log", str(tmp_path / "a.chouette"), check=False)
    assert "another process" in errors
    assert replies == []
    keeper.close()
