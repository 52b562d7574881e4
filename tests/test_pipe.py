"""The line protocol: every scenario, and no line that ends it."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_json

from app.keeper import Keeper
from app.pipe import MAX_LINE, Pipe
from rules.refusals import CODES
from tests.pipes import COMMAND, HERE, InProcess, ask_all, lines, run_pipe, scenario_tool

SCENARIOS = [
    (name, steps)
    for path in sorted((HERE / "scenarios").glob("*.jsonl"))
    for name, steps in scenario_tool().load(path)
]
OPEN = {"do": "open", "players": ["ann", "bob", "cy"], "dice": "manual"}
FUZZED = int(os.environ.get("FUZZED_LINES", "20000"))


@pytest.mark.parametrize(("name", "steps"), SCENARIOS, ids=[name for name, _ in SCENARIOS])
def test_scenario(name: str, steps: list[tuple[int, dict[str, Any]]]) -> None:
    tool = scenario_tool()
    tool.Pipe = InProcess  # type: ignore[attr-defined]
    assert tool.run(name, copy.deepcopy(steps), []) == []


@pytest.mark.parametrize("name", ["acceptance", "checkers"])
def test_scenarios_through_the_real_pipe(name: str) -> None:
    tool = HERE / "tools" / "scenarios.py"
    ran = subprocess.run(
        [sys.executable, str(tool), "--pipe", " ".join(COMMAND), f"{HERE}/scenarios/{name}.jsonl"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_one_reply_a_line_and_status_zero_at_the_end() -> None:
    replies, errors = run_pipe(lines([OPEN, {"do": "start", "by": "ann"}, {"do": "state"}]))
    assert [reply["ok"] for reply in replies] == [True, True, True]
    assert [reply.get("n") for reply in replies] == [1, 2, None]
    assert replies[2]["state"]["phase"] == "opening"
    assert errors == ""


def test_a_last_line_without_its_break_is_answered() -> None:
    replies, _ = run_pipe(lines([OPEN]) + b'{"do": "state"}')
    assert replies[1]["state"]["box"] == "ann"


def test_before_open_only_open_plays_and_rules_are_answered() -> None:
    for verb in ("state", "legal", "start", "note"):
        (reply,) = ask_all([{"do": verb, "by": "ann", **({"text": "x"} if verb == "note" else {})}])
        assert reply["refused"]["code"] == "wrong_phase", verb
    plays, rules = ask_all(
        [
            {"do": "plays", "position": "4HPwATDgc/ABMA", "dice": [3, 1]},
            {"do": "rules", "preset": "tavla"},
        ]
    )
    assert {"move", "position"} == set(plays["plays"][0])
    assert len(plays["plays"]) == 16
    assert rules["rules"]["acceptance"]["value"] == "half_with_captain"
    assert rules["rules"]["acceptance"]["clause"] == "tavla 7"


def test_plays_of_a_shut_out_player_are_an_empty_list() -> None:
    (reply,) = ask_all([{"do": "plays", "position": "sOfgAwB27g8KIA", "dice": [6, 6]}])
    if not reply["ok"]:
        assert reply["refused"]["code"] == "bad_request"
    else:
        assert isinstance(reply["plays"], list)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "not JSON"),
        (b"nonsense", "not JSON"),
        (b"[1]", "a request is an object"),
        (b'"do"', "a request is an object"),
        (b"{}", "has no 'do'"),
        (b'{"do": 7}', "no verb"),
        (b'{"do": "dance"}', "'dance', which is no verb"),
        (b'{"do": "roll", "by": "ann", "dice": [7, 1]}', "two numbers from 1 to 6"),
        (b'{"do": "roll", "by": "ann", "colour": 1}', "there is no 'colour'"),
        (b'{"do": "plays", "position": 4, "dice": [1, 2]}', "position is a text"),
        (b'{"do": "plays", "position": "x", "dice": [1, 2]}', "plays:"),
        (b'{"do": "plays", "position": "4HPwATDgc/ABMA", "dice": [true, 2]}', "two numbers"),
        (b'{"do": "rules", "preset": "golf"}', "preset is one of club"),
        (b'{"do": "state", "at": 3}', "there is no 'at'"),
        (b'{"do": "legal"}', "by is a text"),
        (b"\xff\xfe{\x00", "not JSON"),
        (b'{"do": NaN}', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a":' * 40_000, "not JSON"),
        (b'{"do": "roll", "by": "' + b"x" * 5000 + b'"}', "by"),
        (b" " * (MAX_LINE + 1), "at most"),
    ],
    ids=range(21),
)
def test_what_is_no_request_is_refused_in_words(line: bytes, says: str) -> None:
    reply = Pipe(Keeper()).reply(line)
    assert reply["refused"]["code"] == "bad_request"
    assert says in reply["refused"]["message"]


def test_a_refused_action_changes_nothing_and_is_not_counted() -> None:
    pipe = InProcess()
    pipe.ask(OPEN)
    before = pipe.ask({"do": "state"})
    assert not pipe.ask({"do": "roll", "by": "ann"})["ok"]
    assert pipe.ask({"do": "state"}) == before
    assert pipe.ask({"do": "start", "by": "ann"})["n"] == 2


def test_an_overlong_line_is_refused_and_the_next_one_answered() -> None:
    data = lines([OPEN]) + b'{"do": "' + b"y" * (3 * MAX_LINE) + b'"}\n' + b'{"do": "state"}\n'
    replies, errors = run_pipe(data)
    assert [reply["ok"] for reply in replies] == [True, False, True]
    assert replies[1]["refused"]["code"] == "bad_request"
    assert errors == ""


def test_a_fault_of_ours_is_an_answer_and_no_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(request: object) -> object:
        raise RuntimeError("a bug")

    monkeypatch.setattr("rules.actions.read_action", broken)
    reply = Pipe(Keeper()).reply(b'{"do": "start"}')
    assert reply["refused"]["code"] == "fault"
    assert "a bug" in reply["refused"]["message"]
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(lines([OPEN] * 3))
        process.stdin.close()
        assert b"Traceback" not in process.stderr.read()


def test_textual_is_not_imported_by_the_pipe() -> None:
    code = "import sys, app.pipe; print([m for m in sys.modules if m.split('.')[0] == 'textual'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


# The fuzzer


def corpus() -> list[list[dict[str, Any]]]:
    """Every scenario's requests, without what only the runner reads."""
    sessions = []
    for _, steps in SCENARIOS:
        session = []
        for _, step in steps:
            request = {key: value for key, value in step.items() if key not in ("refused", "rule")}
            if isinstance(request.get("do"), str):
                session.append(request)
            elif "legal" in request:
                session.append({"do": "legal", "by": request["legal"]["by"]})
        sessions.append(session)
    return sessions


ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**30, 2**63, -(2**64), 1e308, "", " ", "box", "captain",
    "mover", "team", "all", "ann", "ANN ", "nobody", "bob:ann", "ann:bob", ":", "bob:", "\0",
    "\u202e", "e\u0301", "{0}", "{name}", "%s", "x" * 3000, "24/18*/13(9)", "bar/off",
    "4HPwATDgc/ABMA",
    [], [[]], {}, {"a": {}}, [1, 2], [6, 6], [[1, 2], [3, 4]], ["bob"], ["bob", "bob"], [None],
    "single",
    {"seed": 7}, {"base": "club"}, {"jacoby": 3}, "1.5", "1e9", "NaN", "Infinity", "0.5",
]  # fmt: skip


Values = dict[str, list[Any]]


def mixed(rng: random.Random, request: dict[str, Any], values: Values) -> bytes:
    """A well-formed line with parts of other requests, so that the rules themselves are asked."""
    request = dict(request)
    for _ in range(rng.choice((0, 1, 1, 2))):
        key = rng.choice([*request, "by", "as"]) if rng.random() < 0.9 else rng.choice([*values])
        request[key] = rng.choice(values[key])
    return json.dumps(request).encode()


def mutated(rng: random.Random, request: dict[str, Any], verbs: list[str]) -> bytes:
    """One line that is nearly a request: in what it says, or in how it is written."""
    request = copy.deepcopy(request)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        key = rng.choice([*request, "by", "as", "cube", "cubes", "dice", "to", "proposal"])
        act = rng.random()
        if act < 0.15:
            request.pop(key, None)
        elif act < 0.3:
            request["do"] = rng.choice(verbs)
        elif act < 0.4:
            request[rng.choice(["x", "DO", "n", "t", "events", "chouette", "rolls"])] = rng.choice(
                ODD
            )
        elif act < 0.5 and isinstance(request.get(key), list):
            request[key] = request[key] + [rng.choice(ODD)]
        else:
            request[key] = rng.choice(ODD)
    line = json.dumps(request, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    act = rng.random()
    if act < 0.6:
        return line
    if act < 0.7:
        return line[: rng.randrange(len(line) + 1)]
    if act < 0.8:
        at = rng.randrange(len(line))
        return line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
    if act < 0.85:
        return line.decode("utf-8", "replace").encode(rng.choice(["utf-16", "utf-32", "utf-7"]))
    if act < 0.9:
        depth = rng.choice((10, 150, 250, 5000))
        return b'{"do": "note", "by": "ann", "text": ' + b"[" * depth + b"]" * depth + b"}"
    if act < 0.95:
        return line.replace(b"1", b"1" * rng.choice((2, 20, 400, 5000)), 1)
    return line + rng.choice([b"}", b"\0", b",", b"\r", b" \t", line, b"\xc3"])


def fuzzed_sessions(count: int, seed: int) -> Iterator[tuple[Pipe, bytes]]:
    rng = random.Random(seed)
    sessions = corpus()
    verbs = sorted({request["do"] for session in sessions for request in session})
    values: Values = {"as": ["ann", "bob", "cy", "box", "mover"]}
    for request in (request for session in sessions for request in session):
        for key, value in request.items():
            values.setdefault(key, []).append(value)
    while count > 0:
        pipe = Pipe(Keeper())
        session = rng.choice(sessions)
        for request in session:
            for _ in range(rng.choice((0, 1, 4))):
                count -= 1
                base = rng.choice((request, rng.choice(session), rng.choice(rng.choice(sessions))))
                if rng.random() < 0.5:
                    yield pipe, mixed(rng, base, values)
                else:
                    yield pipe, mutated(rng, base, verbs)
            pipe.reply(json.dumps(request).encode())


@pytest.mark.slow
def test_no_line_ends_the_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """Mutated lines at every point of every scenario; each gets one well-formed answer."""
    seen: set[str] = set()
    for pipe, line in fuzzed_sessions(FUZZED, seed=20_000):
        before = pipe.keeper.table
        reply = pipe.reply(line)
        json.loads(to_json(reply))
        if reply["ok"]:
            continue
        code = reply["refused"]["code"]
        seen.add(code)
        assert code in CODES, (line, reply, capsys.readouterr().err)
        assert reply["refused"]["rule"], (line, reply)
        assert reply["refused"]["message"], (line, reply)
        assert pipe.keeper.table is before, line
    assert len(seen) > 12, seen


def test_a_stream_of_broken_lines_through_the_real_pipe() -> None:
    broken = [
        line.replace(b"\n", b" ").replace(b"\r", b" ") for _, line in fuzzed_sessions(300, seed=3)
    ]
    replies, errors = run_pipe(b"\n".join([*broken, b'{"do": "rules"}\n']))
    assert len(replies) == len(broken) + 1
    assert replies[-1]["ok"]
    assert "Traceback" not in errors


# With a log


def test_every_accepted_action_is_in_the_log_and_a_session_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "s.chouette"
    replies, _ = run_pipe(lines([OPEN, {"do": "roll", "by": "ann"}]), "--log", str(log))
    assert [reply["ok"] for reply in replies] == [True, False]
    replies, _ = run_pipe(lines([{"do": "start", "by": "Ann"}, {"do": "state"}]), "--log", str(log))
    assert replies[0]["n"] == 2
    logged = [json.loads(line) for line in log.read_bytes().splitlines()]
    assert [line["do"] for line in logged] == ["open", "start"]
    assert logged[0]["chouette"] == 1
    assert logged[1]["by"] == "ann", "the name as seated"


def test_a_log_is_a_script_for_the_pipe(tmp_path: Path) -> None:
    log = tmp_path / "s.chouette"
    steps = [
        {key: value for key, value in step.items() if key != "rule"}
        for _, step in SCENARIOS[0][1]
        if "do" in step and "refused" not in step
    ]
    first, _ = run_pipe(lines([*steps, {"do": "state"}]), "--log", str(log))
    again, _ = run_pipe(log.read_bytes() + b'{"do": "state"}\n')
    assert again[-1]["state"] == first[-1]["state"]


def test_a_log_written_by_another_is_said_at_once(tmp_path: Path) -> None:
    log = tmp_path / "s.chouette"
    with subprocess.Popen(
        [*COMMAND, "--log", str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write(lines([OPEN]))
        first.stdin.flush()
        assert json.loads(first.stdout.readline())["ok"]
        replies, errors = run_pipe(lines([OPEN]), "--log", str(log), check=False)
    assert replies == []
    assert "being written by another process" in errors
    assert "without --log a session lives in memory only" in errors


def test_a_closed_session_is_not_resumed(tmp_path: Path) -> None:
    log = tmp_path / "s.chouette"
    run_pipe(lines([OPEN, {"do": "close", "by": "ann"}]), "--log", str(log))
    replies, errors = run_pipe(
        lines([{"do": "start", "by": "ann"}]), "--log", str(log), check=False
    )
    assert replies == []
    assert "was closed" in errors


def test_a_torn_line_is_a_notice_and_the_session_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "s.chouette"
    run_pipe(lines([OPEN]), "--log", str(log))
    with log.open("ab") as file:
        file.write(b'{"do":"sta')
    replies, errors = run_pipe(lines([{"do": "start", "by": "ann"}]), "--log", str(log))
    assert replies[0]["n"] == 2
    assert "set aside in s.chouette.torn" in errors


def test_no_room_is_said_and_only_then_memory_is_offered(tmp_path: Path) -> None:
    """RLIMIT_FSIZE stands for a full disk."""
    log = tmp_path / "s.chouette"
    note = {"do": "note", "by": "ann", "text": "x" * 400}
    data = lines([OPEN, note, note, {"do": "state"}, {"do": "memory"}, note, {"do": "state"}])
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)); "
        "from app.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "pipe", "--log", str(log)],
        input=data, capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, True, False, True, True, True, True]
    refused = replies[2]["refused"]
    assert refused["code"] == "log_failed"
    assert "File too large" in refused["message"]
    assert "memory only" in refused["message"]
    assert refused["memory"] == {"do": "memory"}
    assert replies[3]["state"]["n"] == 2
    assert replies[6]["state"]["n"] == 3
    assert len(log.read_bytes().splitlines()) == 2
    assert log.read_bytes().endswith(b"\n")
