"""The review: right figures for known mistakes, and nothing about a game that is still on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import COMMANDS, main
from app.decisions import Decision
from app.history import History
from app.judge import engine_installed
from app.keeper import Keeper
from app.language import words_of
from app.policy import Policy
from app.review import review
from app.review_report import as_json, as_text
from app.simulate import Plan, counted_time, simulate
from app.verdicts import Contract, CubeVerdict, Judged, JudgeError, Plies
from rules.actions import read_action
from rules.notation import read_play
from rules.plays import legal_plays
from rules.position import START, Position
from rules.refusals import Refusal
from rules.state import Dice
from widgets.words import Words

needs_engine = pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")


class Known:
    """A judge whose opinions are known: one verdict, and one best play with steps below it."""

    def __init__(self, nd: float, dt: float, best: str = "") -> None:
        self.verdict = CubeVerdict(nd, dt)
        self.best = best

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        plays = list(legal_plays(position, dice))
        if self.best and position == START:
            best = read_play(self.best, position, dice).after
            plays.sort(key=lambda play: play.after != best)
        return tuple(Judged(play, -at / 8) for at, play in enumerate(plays))

    def staged(
        self, position: Position, dice: Dice, contract: Contract, played: Position
    ) -> tuple[Judged, ...]:
        return self.plays(position, dice, contract)

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        return self.verdict

    def luck(
        self, position: Position, dice: Dice, contract: Contract, *, opening: bool = False
    ) -> float:
        return 0.25


class Speechless(Known):
    """A judge that cannot say anything of cubes."""

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        raise JudgeError("no word")


OPEN = {"do": "open", "players": ["ann", "bob", "cy"], "dice": "manual", "rules": "club"}
GAME: list[dict[str, Any]] = [
    {"do": "start", "by": "ann"},
    {"do": "opening", "by": "ann", "dice": [3, 1]},
    {"do": "play", "by": "ann", "move": "8/5 6/5"},
    {"do": "double", "by": "bob"},
    {"do": "stay", "by": "cy"},
    {"do": "take", "by": "ann"},
    {"do": "roll", "by": "bob", "dice": [6, 3]},
    {"do": "play", "by": "bob", "move": "24/15"},
    {"do": "double", "by": "ann"},
    {"do": "drop", "by": "bob"},
    {"do": "drop", "by": "cy"},
]


def history_of(tmp_path: Path, requests: list[dict[str, Any]]) -> History:
    path = tmp_path / "a.chouette"
    keeper = Keeper.on(path, now=counted_time())
    for request in [OPEN, *requests]:
        answer = keeper.ask(read_action(request))
        assert not isinstance(answer, Refusal), (request, answer.sentence())
    keeper.close()
    return History.read(path)


def found(history: History, judge: Known) -> dict[tuple[str, str], float]:
    return {
        (one.player, one.chosen): round(one.lost, 3) for one in review(history, judge).decisions
    }


def test_the_best_play_costs_nothing_and_another_its_distance(tmp_path: Path) -> None:
    history = history_of(tmp_path, GAME)
    assert found(history, Known(0.6, 0.8, "8/5 6/5"))["ann", "8/5 6/5"] == 0
    lost = found(history, Known(0.6, 0.8, "24/20"))["ann", "8/5 6/5"]
    assert lost > 0
    best = {one.n: one.best for one in review(history, Known(0.6, 0.8, "24/20")).decisions}
    assert best[4] == "24/20"


def test_doubles_given_kept_taken_and_dropped_are_each_judged(tmp_path: Path) -> None:
    history = history_of(tmp_path, GAME)
    right = found(history, Known(0.6, 0.8))
    assert right["bob", "double bob"] == 0
    assert right["cy", "no double cy"] == pytest.approx(0.2)
    assert right["ann", "take bob"] == 0
    assert right["ann", "double bob"] == 0
    assert right["bob", "drop bob"] == pytest.approx(0.2)
    too_early = found(history, Known(0.3, -0.1))
    assert too_early["bob", "double bob"] == pytest.approx(0.5)
    assert too_early["ann", "take bob"] == pytest.approx(0.1)  # A beaver was due.
    too_late = found(history, Known(0.9, 1.5))
    assert too_late["ann", "take bob"] == pytest.approx(0.5)
    assert too_late["cy", "drop cy"] == 0


def test_the_summary_adds_up(tmp_path: Path) -> None:
    history = history_of(tmp_path, GAME)
    heard: list[tuple[int, int]] = []
    made = review(history, Known(0.6, 0.8, "24/20"), lambda *at: heard.append(at))
    assert heard[0][0] == 0
    assert heard[-1][0] == heard[-1][1] == len(GAME) - 1
    for name, record in made.players.items():
        mine = [one for one in made.decisions if one.player == name]
        tallies = (record.checkers, record.cube)
        assert sum(tally.count for tally in tallies) == len(mine)
        assert sum(tally.lost for tally in tallies) == pytest.approx(sum(d.lost for d in mine))
    assert (made.players["bob"].rolls, made.players["bob"].luck) == (1, 0.25)
    assert made.at(4) == tuple(one for one in made.decisions if one.n == 4)


def test_a_game_that_is_still_on_is_left_out(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    history = history_of(tmp_path / "one", GAME)
    again = history_of(tmp_path / "two", [*GAME, {"do": "start", "by": "ann"}, GAME[1], GAME[2]])
    assert again.table.game is not None
    whole, partly = review(history, Known(0.6, 0.8)), review(again, Known(0.6, 0.8))
    assert partly.decisions == whole.decisions
    assert (whole.left_out, partly.left_out) == (0, 1)
    assert "left out" in as_text(partly, Words())


def test_what_the_judge_cannot_say_is_counted(tmp_path: Path) -> None:
    made = review(history_of(tmp_path, GAME), Speechless(0, 0))
    assert made.unjudged > 0
    assert {one.kind for one in made.decisions} == {"checkers"}


def test_a_review_is_printed_and_written_as_json(tmp_path: Path) -> None:
    made = review(history_of(tmp_path, GAME), Known(0.6, 0.8, "24/20"))
    text = as_text(made, Words())
    assert all(name in text for name in ("ann", "bob", "cy"))
    written = json.loads(json.dumps(as_json(made)))
    assert written["players"]["cy"]["cube"]["decisions"] >= 1
    assert {"n", "player", "kind", "chosen", "best", "lost"} <= set(written["decisions"][0])


def test_a_session_without_a_finished_game_has_no_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from app.review_report import run

    history = history_of(tmp_path, GAME[:3])
    assert run([str(history.path)]) == 1
    assert "no game is over yet" in capsys.readouterr().err
    assert run([str(tmp_path / "none.chouette")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_without_the_engine_the_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from app.review_report import run

    monkeypatch.setattr("app.judge.engine_installed", lambda: False)
    history = history_of(tmp_path, GAME)
    assert run([str(history.path)]) == 1
    assert "not installed" in capsys.readouterr().err


@needs_engine
@pytest.mark.slow
def test_the_engine_finds_beginners_worse_than_experts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "review" in COMMANDS
    log = tmp_path / "bots.chouette"
    simulate(
        Plan(1, 3, "hungarian", 2, "beginner"), Policy(), Keeper.on(log, now=counted_time())
    ).close()
    assert main(["review", str(log), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["unjudged"] == 0
    assert sum(one["checkers"]["lost"] for one in made["players"].values()) > 0.1


def test_a_cube_is_spoken_of_in_the_readers_language() -> None:
    found = Decision(120, 2, "Ada", "cube", "double Ben", "no double Ben", 0.7)
    assert found.told(words_of("hu")) == (
        "2. parti, 120. lépés, Ada: Ben: dupláz; a legjobb: Ben: nem dupláz"
    )
