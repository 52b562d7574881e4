"""Logs read back: old ones for ever, other hands' as far as they make sense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.check import check
from app.dice import die
from app.history import History
from app.keeper import Keeper
from app.replay import ReplaySession
from app.store import LogDamaged, read_lines
from app.verify import verify
from rules.actions import read_action
from rules.events import Said
from rules.log import Entry
from rules.refusals import Refusal
from rules.views import View, state_of
from tests.pipes import HERE, lines, run_pipe
from tests.scripts import opening

V1 = HERE / "golden" / "logs" / "v1"
LOGS = sorted(V1.glob("*.chouette"))
FIRST = {"chouette": 1, **opening(3)}


def written(path: Path, *requests: object) -> Path:
    path.write_bytes(b"".join(json.dumps(one).encode() + b"\n" for one in requests))
    return path


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_of_the_first_format_opens_for_ever(path: Path) -> None:
    """What the events say counts, whatever later rules would decide."""
    states = json.loads((V1 / "states.json").read_text("utf-8"))
    history = History.read(path)
    assert json.loads(json.dumps(state_of(history.table))) == states[path.name]
    assert [table.n for table in history.tables] == list(range(len(history.entries) + 1))
    assert history.notices == []


@pytest.mark.parametrize("name", ["club-fair", "tavla-fair", "play65-seeded", "hungarian-seeded"])
def test_every_die_of_a_kept_log_can_be_thrown_again(name: str) -> None:
    report = verify(History.read(V1 / f"{name}.chouette"))
    assert report.ok, list(report.lines())
    assert report.thrown > 30


def test_a_kept_log_is_a_script_for_the_pipe() -> None:
    path = V1 / "club-by-hand.chouette"
    replies, errors = run_pipe(path.read_bytes() + b'{"do": "state"}\n')
    assert all(reply["ok"] for reply in replies)
    assert errors == ""
    states = json.loads((V1 / "states.json").read_text("utf-8"))
    assert replies[-1]["state"] == states[path.name]


def test_unknown_fields_do_no_harm_and_stay_known(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.chouette",
        {**FIRST, "club": "Vienna"},
        {"do": "start", "by": "Ann", "x-room": 4, "mood": "good"},
    )
    history = History.read(path)
    assert history.table.phase == "opening"
    assert history.entries[1].more == {"x-room": 4, "mood": "good"}
    before = path.read_bytes()
    with_log = Keeper.on(path)
    with_log.ask(read_action({"do": "opening", "by": "Ann", "dice": [6, 1]}))
    with_log.close()
    assert path.read_bytes().startswith(before)


def test_what_a_person_wrote_is_decided_when_it_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.chouette",
        FIRST,
        {"do": "start", "by": "box"},
        {"do": "opening", "by": "ann", "dice": [3, 1]},
        {"do": "play", "by": "box", "move": "8/5 6/5"},
    )
    table = History.read(path).table
    assert table.game is not None
    assert table.game.turns[0].move == "8/5 6/5"


def test_what_a_person_wrote_wrong_is_named_by_line(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.chouette", FIRST, {"do": "start", "by": "Ann"}, {"do": "roll", "by": "Bob"}
    )
    with pytest.raises(LogDamaged, match=r"line 3: the rules refuse this action: \w+ \("):
        History.read(path)
    path = written(tmp_path / "b.chouette", FIRST, {"do": "jump", "by": "Ann"})
    with pytest.raises(LogDamaged, match=r"line 2: .*'jump', which is no verb"):
        History.read(path)


def test_seeded_dice_need_not_be_written_down(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.chouette",
        {"chouette": 1, **opening(3, dice={"seed": 7})},
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann"},
    )
    (opened,) = History.read(path).entries[2].events or ()
    assert getattr(opened, "dice", None) == (die("7", {}, 1), die("7", {}, 2))


def test_fair_dice_that_nobody_wrote_down_cannot_be_guessed(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.chouette",
        {"chouette": 1, **opening(3, dice="fair")},
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann"},
    )
    with pytest.raises(LogDamaged, match=r"line 3: .*dice"):
        History.read(path)


def test_check_names_each_line_that_the_rules_refuse(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.chouette",
        FIRST,
        {"do": "roll", "by": "Ann", "dice": [1, 2]},
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Zoe", "dice": [3, 1]},
        {"do": "opening", "by": "Ann", "dice": [3, 1]},
    )
    found = [finding.at(Path("F")) for finding in check(path, read_lines(path).lines)]
    assert [text.split(" (")[0] for text in found] == ["F:2: wrong_phase", "F:4: unknown_player"]
    assert found[0] == (
        "F:2: wrong_phase (rulebook 4): roll is not due now: the table waits for the next game."
    )


def test_check_shows_drift_and_goes_on_with_what_happened(tmp_path: Path) -> None:
    """An old game whose events today's rules would decide otherwise."""
    log = tmp_path / "a.chouette"
    keeper = Keeper.on(log)
    for request in (
        opening(3),
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann", "dice": [3, 1]},
        {"do": "play", "by": "Ann", "move": "8/5 6/5"},
        {"do": "double", "by": "Bob"},
    ):
        assert not isinstance(keeper.ask(read_action(request)), Refusal)
    keeper.close()
    logged = [json.loads(line) for line in log.read_bytes().splitlines()]
    logged[2]["events"][0]["dice"] = [4, 1]
    log.write_bytes(lines(logged))
    findings = list(check(log, read_lines(log).lines))
    assert (findings[0].line, findings[0].code) == (3, "drift")
    assert "today's rules give" in str(findings[0].message)
    assert all(one.line in (3, 4) for one in findings)


def test_verify_finds_a_changed_die_and_a_changed_secret(tmp_path: Path) -> None:
    source = (V1 / "tavla-fair.chouette").read_text("utf-8")
    logged = [json.loads(line) for line in source.splitlines()]
    path = tmp_path / "a.chouette"
    rolled = next(line for line in logged for event in line["events"] if event["event"] == "rolled")
    event = next(event for event in rolled["events"] if event["event"] == "rolled")
    event["dice"][0] = event["dice"][0] % 6 + 1
    rolled["dice"] = event["dice"]
    path.write_bytes(lines(logged[: logged.index(rolled) + 1]))
    # The game was not over yet: the change shows when the secret is out.
    assert verify(History.read(path)).ok
    for line in logged:
        for one in line["events"]:
            if one["event"] == "reveal":
                one["secret"] = "0" * 64
    draw_only = [line for line in logged if line["n"] <= 2]
    path.write_bytes(lines(draw_only))
    report = verify(History.read(path))
    assert not report.ok
    assert "not the one committed to" in "\n".join(report.lines())


def test_verify_finds_a_changed_seeded_die(tmp_path: Path) -> None:
    path = tmp_path / "a.chouette"
    keeper = Keeper.on(path)
    keeper.ask(read_action(opening(3, dice={"seed": 7})))
    keeper.ask(read_action({"do": "start", "by": "Ann"}))
    keeper.ask(read_action({"do": "opening", "by": "Ann"}))
    keeper.close()
    assert verify(History.read(path)).ok
    logged = [json.loads(line) for line in path.read_bytes().splitlines()]
    logged[2]["events"][0]["dice"][1] = die("7", {}, 2) % 6 + 1
    path.write_bytes(lines(logged))
    report = verify(History.read(path))
    assert not report.ok
    assert "NOT as the seed gives them" in "\n".join(report.lines())


def test_verify_finds_dice_recorded_otherwise_than_the_events_tell(tmp_path: Path) -> None:
    path = tmp_path / "a.chouette"
    logged = [json.loads(line) for line in (V1 / "tavla-fair.chouette").read_bytes().splitlines()]
    rolled = next(line for line in logged if line["do"] == "roll")
    rolled["dice"] = [rolled["dice"][0], rolled["dice"][1] % 6 + 1]
    path.write_bytes(lines(logged))
    report = verify(History.read(path))
    assert not report.ok
    assert f"entry {rolled['n']}: die 2 is {rolled['dice'][1]}" in "\n".join(report.lines())


# Replay


def test_a_replay_goes_anywhere_and_shows_what_was_live() -> None:
    path = V1 / "club-by-hand.chouette"
    session = ReplaySession.read(path, 0)
    assert session.view.table.n == 0
    assert not session.live
    keeper = Keeper()
    for entry in session.history.entries[:120]:
        keeper.ask(read_action(dict(entry.request)))
    session.go(120)
    assert state_of(session.view.table) == state_of(keeper.table)
    assert session.entries()[-1].n <= 120
    session.go(10**9)
    assert (session.live, session.at) == (True, session.length)


def test_a_replay_jumps_to_what_is_wanted_and_back() -> None:
    session = ReplaySession.read(V1 / "club-by-hand.chouette", 0)

    def is_start(entry: Entry) -> bool:
        return bool(entry.request["do"] == "start")

    places = []
    while session.jump(is_start):
        places.append(session.at)
    assert places == [e.n for e in session.history.entries if is_start(e)]
    assert len(places) > 1
    assert session.jump(is_start, -1)
    assert session.at == places[-2]
    session.go(0)
    assert not session.jump(is_start, -1)
    assert session.at == 0


def test_a_viewer_at_the_end_goes_along_and_one_who_browses_stays(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    keeper = Keeper.on(log)
    keeper.ask(read_action(opening(3)))
    end, browsing = ReplaySession.read(log), ReplaySession.read(log, 0)
    seen: list[View] = []
    stop = end.watch(seen.append)
    keeper.ask(read_action({"do": "start", "by": "Ann"}))
    with log.open("ab") as file:
        file.write(b'{"do":"opening","by":"Ann","di')
    assert (end.refresh(), browsing.refresh()) == (1, 1)
    assert end.live
    assert end.view.table.phase == "opening"
    assert browsing.at == 0
    assert browsing.length == 2
    assert [view.table.n for view in seen] == [2]
    with log.open("ab") as file:
        file.write(b'ce":[6,1]}\n')
    stop()
    assert end.refresh() == 1
    assert end.at == 3
    assert len(seen) == 1
    assert end.refresh() == 0


async def test_nobody_acts_in_a_replay() -> None:
    session = ReplaySession.read(V1 / "club-by-hand.chouette")
    refusal = await session.send(read_action({"do": "roll", "by": "Ann"}))
    assert refusal is not None
    assert "this is a replay" in refusal.sentence()


async def test_a_replay_keeps_a_sides_talk_to_itself_unless_it_is_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    keeper = Keeper.on(log)
    for request in (
        opening(3, rules="hungarian"),
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann", "dice": [1, 6]},
        {"do": "say", "by": "Cy", "topic": "checkers", "to": "team", "text": "hit him"},
    ):
        assert not isinstance(keeper.ask(read_action(request)), Refusal)
    keeper.close()

    def talk(session: ReplaySession) -> list[str]:
        return [
            event.text
            for entry in session.entries()
            for event in entry.events or ()
            if isinstance(event, Said)
        ]

    assert talk(ReplaySession.read(log)) == []
    assert talk(ReplaySession.read(log, with_talk=True)) == ["hit him"]
