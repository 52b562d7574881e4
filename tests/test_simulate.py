"""Bots alone at a table: no refusal, points that sum to zero, a log that decides alike again."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from app.check import check
from app.cli import main
from app.dice import DiceBox
from app.judge import engine_installed, open_engine
from app.keeper import Keeper
from app.policy import Policy
from app.simulate import Plan, counted_time, simulate
from app.store import read_lines
from rules.actions import read_action
from rules.decide import decide
from rules.log import fold_events
from rules.permission import refusal_of
from rules.ruleset import PRESETS, Ruleset, option_names
from rules.state import Table

SESSIONS = int(os.environ.get("SIMULATED", "24"))
"""How many sessions: 200 in `make deep`."""

QUICK = Policy(looks_ahead=False)


class QuickDisk:
    """A disk that does not wait for the platter; what is written stays readable."""

    def write(self, fd: int, data: bytes) -> int:
        return os.write(fd, data)

    def fsync(self, fd: int) -> None:
        """Leave it to the system."""

    def truncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)


def plan_of(number: int) -> Plan:
    """Vary preset and seats with each session, three to eight; every third one is lively."""
    lively = 0.04 if number % 3 == 2 else 0.0
    deals = 0.03 if number % 3 else 0.004
    return Plan(2, 3 + number // 4 % 6, PRESETS[number % 4], number, deals=deals, lively=lively)


@pytest.mark.parametrize("number", range(SESSIONS))
def test_a_session_of_bots_meets_no_refusal_sums_to_zero_and_checks(
    number: int, tmp_path: Path
) -> None:
    path = tmp_path / "bots.chouette"
    with_log = Keeper.on(path, disk=QuickDisk(), now=counted_time())
    keeper = simulate(plan_of(number), QUICK, with_log)
    keeper.close()
    assert keeper.table.closed
    assert [sum(record.points.values()) for record in keeper.table.games] == [0, 0]
    assert sum(keeper.table.scores.values()) == 0
    assert list(check(path, read_lines(path).lines)) == []


def house_of(random: Random) -> dict[str, object]:
    """Return house rules with most options set at random."""
    house: dict[str, object] = {"base": random.choice(PRESETS), "partner_from": 5}
    for name in option_names():
        values = get_args(Ruleset.model_fields[name].annotation)
        if Ruleset.model_fields[name].annotation is bool:
            values = (True, False)
        if values and random.random() < 0.6:
            house[name] = random.choice(values)
    return house


@pytest.mark.parametrize("number", range(SESSIONS // 3))
def test_under_any_house_rules_nobody_meets_a_refusal(number: int, tmp_path: Path) -> None:
    random = Random(number)
    plan = Plan(
        2, random.randint(3, 8), house_of(random), number, "beginner", deals=0.03, lively=0.03
    )
    path = tmp_path / "house.chouette"
    simulate(plan, QUICK, Keeper.on(path, disk=QuickDisk(), now=counted_time())).close()
    assert list(check(path, read_lines(path).lines)) == []


def test_the_sessions_exercise_every_kind_of_cube_action() -> None:
    verbs: Counter[str] = Counter()
    for seed in range(12):
        plan = Plan(2, 3 + seed % 6, "club", seed, "beginner", 0.03, 0.03)
        for entry in simulate(plan, QUICK, Keeper(now=counted_time())).entries:
            verbs[entry.request["do"]] += 1
    wanted = {
        "double", "stay", "hold", "answer", "settle", "buy", "agree", "refuse", "proxy", "away",
        "join", "leave", "roll", "play", "opening",
    }  # fmt: skip
    assert wanted <= set(verbs)


def test_the_same_seed_gives_the_same_log(tmp_path: Path) -> None:
    logs = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.chouette"
        keeper = Keeper.on(path, disk=QuickDisk(), now=counted_time())
        simulate(Plan(2, 5, "club", 7), QUICK, keeper).close()
        logs.append(path.read_bytes())
    assert logs[0] == logs[1]
    other = simulate(Plan(2, 5, "club", 8), QUICK, Keeper(now=counted_time()))
    assert other.table.scores != Keeper.on(tmp_path / "new.chouette").table.scores


@pytest.mark.slow
@pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")
@pytest.mark.parametrize("number", range(int(os.environ.get("SIMULATED_BY_ENGINE", "1"))))
def test_a_session_with_the_engine_ends_alike(number: int, tmp_path: Path) -> None:
    path = tmp_path / "bots.chouette"
    keeper = Keeper.on(path, disk=QuickDisk(), now=counted_time())
    games = 2 if SESSIONS > 24 else 1
    with open_engine() as engine:
        simulate(Plan(games, 4, PRESETS[number % 4], number, "expert"), engine, keeper).close()
    assert sum(keeper.table.scores.values()) == 0
    assert list(check(path, read_lines(path).lines)) == []


def test_the_command_plays_writes_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "a.chouette"
    call = ["simulate", "--games", "1", "--seats", "4", "--seed", "3", "--log", str(log)]
    assert main(call) == 0
    said = capsys.readouterr().out
    assert said.startswith("game 1: ")
    assert re.search(r"^1 game, \d+ actions: ", said, re.M)
    assert main(["check", str(log)]) == 0
    with pytest.raises(SystemExit):
        main(call)
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--seats", "1"], "from 2 to 10"),
        (["--rules", "chess"], 'no house rules "chess"'),
        (["--games", "0"], "should be 1 or more"),
        (["--deals", "2"], "between 0 and 1"),
    ],
)
def test_a_wrong_call_is_told_what_would_be_right(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *wrong])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def told(*requests: dict[str, object]) -> Table:
    """Return the table after requests that are all allowed."""
    table = Table()
    for request in requests:
        action = read_action(request)
        assert refusal_of(table, action) is None, request
        chance = DiceBox().throw_for(table, {})
        table = fold_events(table, decide(table, action, chance)).but(n=table.n + 1)
    return table


OPEN: dict[str, object] = {
    "do": "open",
    "players": ["ann", "bob", "cy", "dee"],
    "dice": "manual",
    "rules": "hungarian",
}


def test_rulebook_10_who_has_left_for_good_is_nobodys_proxy() -> None:
    table = told(
        OPEN,
        {"do": "proxy", "by": "cy", "to": "dee"},
        {"do": "leave", "by": "dee"},
        {"do": "start", "by": "ann"},
        {"do": "away", "by": "cy"},
        {"do": "opening", "by": "ann", "dice": [1, 6]},
        {"do": "play", "by": "bob", "move": "13/7 8/7"},
        {"do": "double", "by": "ann"},
        {"do": "take", "by": "bob"},
    )
    assert table.proxies == {}
    # Away without a proxy: the mover answers for him.
    assert refusal_of(table, read_action({"do": "take", "by": "bob", "as": "cy"})) is None


def test_hungarian_20_nobody_is_asked_who_has_left() -> None:
    asked = told(OPEN, {"do": "join", "by": "eve"}, {"do": "leave", "by": "dee"})
    assert asked.proposals == ()  # It waited for her word too, and could never be complete.
    game = (
        {"do": "start", "by": "ann"},
        {"do": "leave", "by": "dee"},
        {"do": "join", "by": "eve"},
    )
    (one,) = told(OPEN, *game).proposals  # type: ignore[arg-type]
    assert one.waits_for == ("ann", "bob", "cy")


def test_club_7_1_a_stand_in_plays_a_cube_but_buys_nobodys_game() -> None:
    table = told(
        {**OPEN, "rules": "club"},
        {"do": "start", "by": "ann"},
        {"do": "away", "by": "cy"},
        {"do": "settle", "by": "ann", "cube": "cy:ann", "points": 0, "to": "cy"},
        {"do": "sell", "by": "ann", "to": "cy", "price": 2},
    )
    settles, sells = (
        refusal_of(table, read_action({"do": "agree", "by": "bob", "as": "cy", "proposal": number}))
        for number in (1, 2)
    )
    assert settles is None
    assert sells is not None
    assert sells.code == "not_permitted"
