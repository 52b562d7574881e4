"""A log as match files: every pair's cubes as a money session, read back by GNU Backgammon."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.export import ExportError
from app.formats.game_trace import traces
from app.formats.mat import read_mat
from app.formats.mat_export import MatSession, export_mat, mat_sessions
from app.formats.mat_session import play_match
from app.formats.match import Match
from app.history import History
from rules import events as ev
from tests.gnubg import PROGRAM
from tests.gnubg_match import read_all

GOLDEN = sorted((Path(__file__).parent / "golden" / "logs" / "v1").glob("*.chouette"))
SIMULATED = [("club", 4, 1), ("club", 2, 5), ("play65", 4, 9), ("hungarian", 5, 2), ("tavla", 5, 9)]


def simulated(folder: Path, rules: str, seats: int, seed: int) -> History:
    """A session of bots, with deals now and then."""
    path = folder / "bots.chouette"
    call = ["--games", "5", "--seats", str(seats), "--rules", rules, "--seed", str(seed)]
    assert main(["simulate", *call, "--deals", "0.02", "--log", str(path)]) == 0
    return History.read(path)


def log(folder: Path, *lines: dict[str, Any]) -> History:
    """A log that a person wrote: the rules decide it when it is read."""
    path = folder / "hand.chouette"
    head = {"chouette": 1, **lines[0]}
    path.write_text("\n".join(map(json.dumps, [head, *lines[1:]])) + "\n")
    return History.read(path)


def sessions(history: History) -> list[MatSession]:
    return mat_sessions(history, len(history.entries))


def cells(match: Match) -> list[list[tuple[Any, ...]]]:
    """What a reader sees, apart from how plays are spelled."""
    return [[(c.kind, c.column, c.dice) for c in game.cells] for game in match.games]


def results(match: Match) -> list[tuple[str, int | None] | None]:
    return [
        (game.result.column, game.result.points) if game.result else None for game in match.games
    ]


def positions(match: Match) -> list[str | None]:
    return [
        event.position
        for entry in play_match(match).entries
        for event in entry.events or ()
        if isinstance(event, ev.Played)
    ]


def total(match: Match) -> tuple[int, int]:
    """The score after the last game: what stands above it, and its result."""
    last = match.games[-1]
    assert last.score is not None
    left, right = last.score
    if last.result is None or last.result.points is None:
        return left, right
    won = last.result.points
    return (left + won, right) if last.result.column == "left" else (left, right + won)


def check_with_gnubg(written: Sequence[MatSession], folder: Path) -> None:
    answers = read_all([session.text for session in written], folder)
    for session, answer in zip(written, answers, strict=True):
        ours = read_mat(session.text)
        theirs = read_mat(answer.exported)
        assert answer.complaints == [], session.text
        assert cells(ours) == cells(theirs)
        assert results(ours) == results(theirs)
        assert positions(ours) == positions(theirs)
        assert answer.score == total(ours)


@pytest.mark.gnubg
@pytest.mark.skipif(PROGRAM is None, reason="gnubg is not installed")
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_gnubg_reads_every_golden_session(path: Path, tmp_path: Path) -> None:
    history = History.read(path)
    if history.table.board == "physical":
        with pytest.raises(ExportError, match=r"real board.*nothing to export"):
            sessions(history)
        return
    check_with_gnubg(sessions(history), tmp_path)


@pytest.mark.gnubg
@pytest.mark.skipif(PROGRAM is None, reason="gnubg is not installed")
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_gnubg_reads_all_pairs_in_one_file(path: Path, tmp_path: Path) -> None:
    history = History.read(path)
    if history.table.board == "physical":
        pytest.skip("a real board has nothing to export, as the test above has it")
    text = export_mat(history, len(history.entries), True)
    ours, (answer,) = read_mat(text), read_all([text], tmp_path)
    theirs = read_mat(answer.exported)
    assert answer.complaints == [], text
    assert (cells(ours), results(ours)) == (cells(theirs), results(theirs))
    apart = [game for session in sessions(history) for game in read_mat(session.text).games]
    assert [(g.names, g.score, len(g.cells)) for g in ours.games] == [
        (g.names, g.score, len(g.cells)) for g in apart
    ]


@pytest.mark.gnubg
@pytest.mark.skipif(PROGRAM is None, reason="gnubg is not installed")
@pytest.mark.parametrize(("rules", "seats", "seed"), SIMULATED)
def test_gnubg_reads_sessions_of_bots(rules: str, seats: int, seed: int, tmp_path: Path) -> None:
    check_with_gnubg(sessions(simulated(tmp_path, rules, seats, seed)), tmp_path)


def automatic_doubles(history: History) -> Counter[tuple[int, str]]:
    """Count by game and cube: an export begins where equal opening dice have left the cube."""
    turned: Counter[tuple[int, str]] = Counter()
    game = 0
    for entry in history.entries:
        for event in entry.events or ():
            if isinstance(event, ev.Started):
                game = event.game
            elif isinstance(event, ev.CubeTurned):
                turned.update((game, cube) for cube in event.cubes)
    return turned


@pytest.mark.parametrize(("rules", "seats", "seed"), SIMULATED)
def test_each_cube_is_a_game_with_its_points(
    rules: str, seats: int, seed: int, tmp_path: Path
) -> None:
    history = simulated(tmp_path, rules, seats, seed)
    turned = automatic_doubles(history)
    wanted: dict[tuple[str, str], list[tuple[str, int] | None]] = {}
    for record in history.table.games:
        for cube in record.cubes:
            points = cube.points or 0
            decided = cube.how in ("drop", "checkers", "beaver_drop")
            at_start = cube.start * 2 ** turned[record.game, cube.id]
            row = ("right" if points > 0 else "left", abs(points) // at_start)
            wanted.setdefault((cube.box, cube.team), []).append(row if decided else None)
    found = {(one.box, one.player): results(read_mat(one.text)) for one in sessions(history)}
    assert found.keys() == wanted.keys()
    for pair, rows in wanted.items():
        for wished, result in zip(rows, found[pair], strict=True):
            assert wished is None or wished == result


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_plays_are_those_of_the_table_at_every_moment(path: Path) -> None:
    """Corrections and takebacks leave no trace of what was undone."""
    history = History.read(path)
    seen = 0
    for at in range(1, len(history.entries) + 1):
        game = history.tables[at].game
        if game is None or history.table.board == "physical":
            continue
        acts = traces(history, at)[-1].acts
        played = [(a.side, a.dice, a.move) for a in acts if a.kind == "roll" and a.move is not None]
        assert played == [(t.side, t.dice, t.move) for t in game.turns]
        waiting = [a.dice for a in acts if a.kind == "roll" and a.move is None]
        assert waiting == ([game.dice] if game.dice else [])
        seen += 1
    assert seen or history.table.board == "physical"


THREE = {"do": "open", "players": ["Ann", "Bob", "Cy"], "rules": "club", "dice": "manual"}


def test_a_drop_ends_one_cubes_game_only(tmp_path: Path) -> None:
    history = log(
        tmp_path,
        THREE,
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann", "dice": [6, 1]},
        {"do": "play", "by": "Ann", "move": "13/7 8/7"},
        {"do": "double", "by": "Bob"},
        {"do": "stay", "by": "Cy"},
        {"do": "drop", "by": "Ann"},
        {"do": "roll", "by": "Cy", "dice": [3, 1]},
        {"do": "play", "by": "Cy", "move": "8/5 6/5"},
    )
    bob, cy = sessions(history)
    assert bob.text.split("\n", 8)[-1] == (
        " Game 1\n"
        " Ann : 0                          Bob : 0\n"
        "  1) 61: 13/7 8/7                 Doubles => 2                       \n"
        "  2)  Drops                                                          \n"
        + " " * 34
        + "Wins 1 point\n\n"
    )
    assert [cell.text for cell in read_mat(cy.text).games[0].cells] == ["13/7 8/7", "8/5 6/5"]
    assert (bob.score, cy.score) == ((0, 1), (0, 0))


def test_what_no_line_can_say_is_a_comment(tmp_path: Path) -> None:
    history = log(
        tmp_path,
        THREE | {"players": [{"name": "Ann"}, {"name": "Bob", "stake": 2}, {"name": "Cy"}]},
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann", "dice": [6, 1]},
        {"do": "play", "by": "Ann", "move": "13/7 8/7"},
        {"do": "settle", "by": "Bob", "cube": "Bob", "points": 3, "to": "Ann"},
        {"do": "agree", "by": "Ann", "proposal": 1},
        {"do": "say", "by": "Cy", "topic": "table", "to": "all", "text": 'a Game [1 "move"]'},
    )
    bob, cy = sessions(history)
    assert "; (game 1) settled: Bob pays Ann 3\n" in bob.text
    assert "; (game 1) the cube began at 2: a point" in bob.text or "stands for 2" in bob.text
    assert "Wins" not in bob.text + cy.text
    assert "settled" not in cy.text
    talk = export_mat(history, len(history.entries), True)
    assert "; Cy to all: a game (1 'move')\n" in talk
    assert "Cy to all" not in export_mat(history, len(history.entries), False)


def test_nothing_to_export(tmp_path: Path) -> None:
    history = log(tmp_path, THREE)
    with pytest.raises(ExportError, match="no game has begun"):
        sessions(history)


def test_one_file_a_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = simulated(tmp_path, "club", 3, 4)
    capsys.readouterr()
    folder = tmp_path / "out"
    call = ["export", str(history.path), "--to", "mat", "--into", str(folder)]
    assert main(call) == 0
    files = capsys.readouterr().out.split()
    assert len(files) == len(sessions(history)) > 1
    texts = {Path(name).read_text() for name in files}
    assert texts == {session.text for session in sessions(history)}
    assert main(call) == 2
    assert "is there already" in capsys.readouterr().err
    assert {Path(name).read_text() for name in files} == texts
