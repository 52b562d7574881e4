"""A session that is killed at random moments loses nothing that was acknowledged."""

from __future__ import annotations

import json
import os
import random
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import pytest

from app.history import History
from app.keeper import Keeper
from app.secret import read_secret, secret_path, write_secret
from app.store import LogFile, StoreError, read_lines
from app.verify import verify
from rules.actions import read_action
from rules.refusals import Refusal
from tests.pipes import COMMAND, HERE, lines
from tests.scripts import opening

KILLS = int(os.environ.get("KILLS", "50"))
SCRIPT = HERE / "golden" / "logs" / "v1" / "club-by-hand.chouette"


def requests() -> list[dict[str, Any]]:
    """A scripted session: the requests of a kept log, whose dice were thrown by hand."""
    history = History.read(SCRIPT)
    return [dict(entry.request) for entry in history.entries]


def feed(pipe: IO[bytes], script: Sequence[dict[str, Any]]) -> None:
    """Write all of it at once; the process may die meanwhile."""
    try:
        pipe.write(lines(script))
        pipe.close()
    except OSError:
        pass


def killed_after(replies: int, script: Sequence[dict[str, Any]], log: Path) -> int:
    """Drive the real pipe, kill it after so many replies, and return how many it gave in all."""
    with subprocess.Popen(
        [*COMMAND, "--log", str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        feeder = threading.Thread(target=feed, args=(process.stdin, script))
        feeder.start()
        told: list[bytes] = []
        while len(told) < replies and (line := process.stdout.readline()):
            told.append(line)
        process.kill()
        told += process.stdout.readlines()
        feeder.join()
    whole = [json.loads(line) for line in told if line.endswith(b"\n")]
    assert all(reply["ok"] for reply in whole)
    return len(whole)


@pytest.mark.slow
def test_no_kill_loses_an_acknowledged_action(tmp_path: Path) -> None:
    rng = random.Random(50)
    script, log, done = requests(), tmp_path / "0.chouette", 0
    for kill in range(KILLS):
        told = killed_after(rng.choice((0, 1, 2, 5, 10, 20, 40)), script[done:], log)
        logged = [line.data for line in read_lines(log).lines] if log.exists() else []
        assert len(logged) >= done + told, f"kill {kill}: an acknowledged action is lost"
        assert [line["n"] for line in logged] == list(range(1, len(logged) + 1))
        if logged:
            history = History.read(log)
            assert [e.request for e in history.entries] == script[: len(logged)]
        done = len(logged)
        if done == len(script):
            log, done = tmp_path / f"{kill + 1}.chouette", 0


def fair(log: Path) -> Keeper:
    keeper = Keeper.on(log)
    ask(keeper, **opening(2, dice="fair"))
    ask(keeper, do="salt", by="Bob", text="my own share")
    ask(keeper, do="start", by="Ann")
    return keeper


def ask(keeper: Keeper, **request: Any) -> None:
    outcome = keeper.ask(read_action(request))
    assert not isinstance(outcome, Refusal), outcome.sentence()


def play_to_an_end(keeper: Keeper, most: int = 400) -> None:
    """Roll and play the first legal play until the game is over."""
    from rules.legal import legal

    for _ in range(most):
        table = keeper.table
        if table.game is None:
            return
        if table.phase == "opening":
            ask(keeper, do="opening", by="Ann")
        elif table.phase == "before_roll":
            ask(keeper, do="roll", by=table.roller())
        else:
            plays = [o for o in legal(table, table.roller()) if o.verb == "play"]
            ask(keeper, **plays[0].sample.request())
    raise AssertionError("the game does not end")


def test_a_killed_fair_game_goes_on_with_the_dice_it_was_bound_to(tmp_path: Path) -> None:
    log = tmp_path / "fair.chouette"
    keeper = fair(log)
    ask(keeper, do="opening", by="Ann")
    secret = read_secret(log)
    assert secret is not None
    commit = keeper.table.commit
    keeper.close()  # as the death of the process does

    resumed = Keeper.on(log)
    assert resumed.table.commit == commit
    play_to_an_end(resumed)
    assert not secret_path(log).exists(), "revealed, it is no secret any more"
    resumed.close()
    report = verify(History.read(log))
    assert report.ok, list(report.lines())
    assert report.bound[-1].secret == secret
    assert report.bound[-1].salts == {"Bob": "my own share"}
    assert len(report.bound[-1].dice) > 20


def test_without_its_secret_a_fair_game_says_so_and_throws_nothing(tmp_path: Path) -> None:
    log = tmp_path / "fair.chouette"
    fair(log).close()
    secret_path(log).unlink()
    keeper = Keeper.on(log)
    outcome = keeper.ask(read_action({"do": "opening", "by": "Ann"}))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "dice_lost"
    assert "put the .secret file back" in outcome.sentence()
    assert keeper.table.n == 3


def test_a_secret_whose_game_never_began_is_forgotten(tmp_path: Path) -> None:
    """The process died between writing the secret and writing the commitment."""
    log = tmp_path / "fair.chouette"
    keeper = Keeper.on(log)
    ask(keeper, **opening(2, dice="fair"))
    keeper.close()
    write_secret(log, "a" * 64)
    Keeper.on(log).close()
    assert not secret_path(log).exists()


def test_the_secret_is_on_the_disk_before_the_commitment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str | None] = []
    log = tmp_path / "fair.chouette"
    keeper = Keeper.on(log)
    ask(keeper, **opening(2, dice="fair"))
    decided = keeper.decide(read_action({"do": "start", "by": "Ann"}))
    assert not isinstance(decided, Refusal)
    assert not secret_path(log).exists(), "nothing is written by deciding"
    monkeypatch.setattr(LogFile, "append", lambda self, record: seen.append(read_secret(log)))
    assert keeper.write(decided) is None
    assert seen == [decided.throw.new_secret]


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda e: e.update(n=9), "line 3: .*number 9, and 3 is due"),
        (lambda e: e.update(events=[{"event": "golf"}]), "line 3: event"),
        (lambda e: e.update(events=[{"event": "taken", "cube": "x:y", "value": 2, "owner": "x"}]),
         "line 3: its events do not fit"),
        (lambda e: e.pop("do"), "line 3: .*no 'do'"),
    ],
)  # fmt: skip
def test_what_was_tampered_with_is_reported_by_line(tmp_path: Path, tamper: Any, says: str) -> None:
    log = tmp_path / "fair.chouette"
    fair(log).close()
    logged = [json.loads(line) for line in log.read_bytes().splitlines()]
    tamper(logged[2])
    data = lines(logged)
    log.write_bytes(data)
    with pytest.raises(StoreError, match=says):
        Keeper.on(log)
    assert log.read_bytes() == data
