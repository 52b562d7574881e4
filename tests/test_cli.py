"""The command `chouette` as a shell sees it, and `chouette plays`."""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import plays
from app.cli import COMMANDS, main
from rules.ids import position_id, read_position_id
from rules.plays import legal_plays
from rules.position import START

ROOT = Path(__file__).resolve().parent.parent


def test_every_command_of_the_table_exists() -> None:
    for name, command in COMMANDS.items():
        assert callable(getattr(importlib.import_module(command.module), command.function)), name


def test_plays_lists_moves_and_ids(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plays", "4HPwATDgc/ABMA", "3", "1"]) == 0
    rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 16
    assert ["8/5 6/5", "sGfwATDgc/ABMA"] in [[row[0], row[-1]] for row in rows]


def test_plays_reads_an_xgid_with_its_player_on_roll(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plays", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:3:0:10", "6", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 7


def test_plays_says_so_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    closed = "27YdAACAfwAAAQ"
    assert not legal_plays(read_position_id(closed), (6, 6))
    assert main(["plays", closed, "6", "6"]) == 0
    assert capsys.readouterr().out == "no legal play\n"


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["nothing", "3", "1"], "position id 'nothing': 7 characters, not 14"),
        (["4HPwATDgc/ABMA", "7", "1"], "a die shows 1 to 6, not 7"),
        (["XGID=x", "3", "1"], "XGID: 1 fields, not 10"),
    ],
)
def test_plays_refuses_with_status_2(
    arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plays", *arguments]) == 2
    assert capsys.readouterr() == ("", f"chouette plays: {fault}\n")


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ("play --bots x", "play: --bots is a whole number, not 'x'"),
        ("play --thinking x", "play: --thinking is a number, not 'x'"),
        # Not the port 34463, which is what is left of it in 16 bits.
        ("host --port 99999", "host: --port is a number from 1 to 65535, not '99999'"),
        ("host --port 0", "host: --port is a number from 1 to 65535, not '0'"),
        ("admin who --port 80x", "admin: --port is a number from 1 to 65535, not '80x'"),
        ("host --grace -1", "host: --grace is a number from 0 to 86400, not '-1'"),
        ("host --grace nan", "host: --grace is a number from 0 to 86400, not 'nan'"),
    ],
)
def test_a_number_that_is_none_is_told_what_it_should_be(
    call: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(call.split())
    assert capsys.readouterr().err.endswith(f"chouette {fault}\n")


def test_what_the_system_says_is_told_without_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--plain", "--players", "A,B,C", "--rules", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"chouette play: {tmp_path} cannot be read: Is a directory\n"


def test_a_form_that_is_wrong_breaks_no_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--plain", "--players", "Ann,Ann,Cy"]) == 2
    assert capsys.readouterr().err == "chouette play: Two players cannot both be Ann.\n"
    assert main(["play", "--plain", "--players", "Ann"]) == 2
    assert capsys.readouterr().err.endswith(" (club 1.2)\n")


def test_an_unknown_command_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["dance"])
    assert "there is no command 'dance'; there are" in capsys.readouterr().err


def test_the_language_stands_before_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[list[str], str | None]] = []

    def run(argv: list[str], language: str | None) -> int:
        heard.append((argv, language))
        return 7

    monkeypatch.setattr(plays, "run", run)
    assert main(["--language", "es", "plays", "a", "--language"]) == 7
    assert main(["plays"]) == 7
    assert heard == [(["a", "--language"], "es"), ([], None)]


def test_rows_are_those_of_the_line_protocol() -> None:
    rows = plays.listed(START, (3, 1))
    assert {"move": "8/5 6/5", "position": "sGfwATDgc/ABMA"} in rows
    assert {row["position"] for row in rows} == {
        position_id(play.after.flip()) for play in legal_plays(START, (3, 1))
    }


def test_a_reader_that_goes_away_brings_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)  # As `| head` does when it has seen enough.
    try:
        done = subprocess.run(
            [sys.executable, "-m", "app.cli", "plays", "4HPwATDgc/ABMA", "1", "1"],
            stdout=write,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_command_that_cannot_begin_leaves_the_search_for_garbage_on(tmp_path: Path) -> None:
    gc.enable()
    main(["replay", str(tmp_path / "none.chouette")])
    assert gc.isenabled()
