"""What reads other people's bytes: a function each that must not fail, and examples to begin with.

A target raises nothing but AssertionError for what is wrong; errors that it is right to raise are
part of its contract, and are taken here.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.composer import Composer
from app.formats.mat import read_mat
from app.formats.mat_session import play_match
from app.formats.match import MatError
from app.history import read_entries
from app.keeper import Keeper
from app.log_lines import split
from app.pipe import Pipe
from app.ssh.cleaning import clean_text
from app.ssh.gate import Gate
from app.ssh.textual_hooks import LenientParser
from app.store import StoreError
from rules.actions import read_action
from rules.ids import read_match_id, read_position_id, read_xgid
from rules.notation import read_play, write_play
from rules.position import START
from rules.saying import Fault
from rules.state import Table
from rules.views import View, state_of, view
from widgets.words import Words

HERE = Path(__file__).resolve().parent.parent
LOGS = HERE / "golden" / "logs" / "v1"
MATCHES = HERE / "data" / "mat"
ROLLS = ((3, 1), (6, 5), (4, 4), (2, 1), (6, 6))


@dataclass(frozen=True)
class Target:
    """One reader: what it is given, and what a first input may look like."""

    run: Callable[[bytes], None]
    examples: Callable[[], tuple[bytes, ...]]


def pipe(data: bytes) -> None:
    """Whatever stands on a line, it is answered; and never by "the program failed"."""
    one, said = Pipe(), io.StringIO()
    with contextlib.redirect_stderr(said):
        for line in data.split(b"\n")[:40]:
            reply = one.reply(line)
            json.dumps(reply)
            fault = reply.get("refused", {}).get("code") == "fault"
            assert not fault, said.getvalue()[-1500:]
    assert sum(one.keeper.table.scores.values()) == 0


def log(data: bytes) -> None:
    """A log is read, or the line that cannot be is named."""
    path = Path("fuzz.chouette")
    tables = [Table()]
    with contextlib.suppress(StoreError):
        tables += [table for _, table in read_entries(path, split(path, data).lines[:60])]
    # What was read can be shown, whatever a hand wrote there.
    json.dumps(state_of(tables[-1]))


def mat(data: bytes) -> None:
    """A match of another program becomes a session, or it is said why not."""
    with contextlib.suppress(MatError):
        imported = play_match(read_mat(data))
        assert len(imported.tables) == len(imported.entries) + 1
        assert sum(imported.tables[-1].scores.values()) == 0


def notation(data: bytes) -> None:
    """A play, an id or an XGID is read, or refused with a reason; what is read is written again."""
    text = data.decode("utf-8", "replace")
    for dice in ROLLS:
        with contextlib.suppress(Fault):
            play = read_play(text, START, dice)
            assert read_play(write_play(play), START, dice).after == play.after
    readers: tuple[Callable[[str], object], ...] = (read_position_id, read_match_id, read_xgid)
    for read in readers:
        with contextlib.suppress(Fault):
            read(text)


def command(data: bytes) -> None:
    """What somebody types at the prompt comes to actions, or to words."""
    text = data.decode("utf-8", "replace")
    for one in _views():
        composed = Composer(one, Words()).read(text)
        for action in composed.actions:
            read_action(action.request())


def ssh(data: bytes) -> None:
    """What a client sends is cut into keys and pastes, and Textual's parser survives them."""
    now = [0.0]
    timers: list[tuple[float, Callable[[], None]]] = []
    parser = LenientParser(debug=False)
    size = 0

    def keys(text: str) -> None:
        nonlocal parser, size
        size += len(text)
        try:
            for message in (*parser.feed(text), *parser.give_up()):
                repr(message)
        except Exception:
            # The driver's own answer to a parser that fails: a new one.
            parser = LenientParser(debug=False)

    def paste(text: str) -> None:
        assert len(text) <= 4096
        assert clean_text(text.replace("\n", " ")) == text.replace("\n", " ")

    class Timer:
        def __init__(self, at: float, call: Callable[[], None]) -> None:
            timers.append((at, call))
            self.entry = timers[-1]

        def cancel(self) -> None:
            with contextlib.suppress(ValueError):
                timers.remove(self.entry)

    gate = Gate(
        keys,
        paste,
        clock=lambda: now[0],
        call_later=lambda delay, call: Timer(now[0] + delay, call),
    )
    step = 1 + len(data) % 17
    for at in range(0, len(data), step):
        gate.feed(data[at : at + step])
    for _ in range(2000):
        if not timers:
            break
        timers.sort(key=lambda one: one[0])
        now[0], call = timers.pop(0)
        call()
    assert gate.waiting == 0, "something waits for ever"


@cache
def _views() -> tuple[View, ...]:
    """Return tables at different moments, seen by who is to act."""
    found = []
    keeper = Keeper()
    requests = (
        {"do": "open", "players": ["Ann", "Ben", "Cy", "Dana"], "rules": "club", "dice": "manual"},
        {"do": "start", "by": "Ann"},
        {"do": "opening", "by": "Ann", "dice": [3, 1]},
        {"do": "play", "by": "Ann", "move": "8/5 6/5"},
        {"do": "double", "by": "Ben"},
        {"do": "double", "by": "Cy"},
        {"do": "stay", "by": "Dana"},
    )
    for request in requests:
        keeper.ask(read_action(request))
        found += [view(keeper.table, name, (name,)) for name in ("Ann", "Ben")]
    return tuple(found)


def _logs() -> tuple[bytes, ...]:
    return tuple(
        b"".join(path.read_bytes().splitlines(keepends=True)[:30])
        for path in sorted(LOGS.glob("*.chouette"))
    )


def _requests() -> tuple[bytes, ...]:
    found = []
    for data in _logs():
        lines = (json.loads(line) for line in data.splitlines())
        kept = ({k: v for k, v in one.items() if k not in ("events", "chouette")} for one in lines)
        found.append(b"\n".join(json.dumps(one).encode() for one in kept))
    return (
        *found,
        b'{"do": "plays", "position": "4HPwATDgc/ABMA", "dice": [3, 1]}\n{"do":"state"}',
    )


def _matches() -> tuple[bytes, ...]:
    return tuple(path.read_bytes()[:3000] for path in sorted(MATCHES.iterdir()))


def _texts() -> tuple[bytes, ...]:
    return (
        b"8/5 6/5", b"24/18*/13", b"bar/22(2)", b"6/off", b"13-7 8-7", b"8 5 6 5", b"", b"0/25",
        b"4HPwATDgc/ABMA", b"4HPwATDgc/ABMA:cAkAAAAAAAAA", b"cAkAAAAAAAAA",
        b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    )  # fmt: skip


def _commands() -> tuple[bytes, ...]:
    return (
        b"take ann ben, drop cy", b"t t x", b"double cy", b"roll 31", b"8/5 6/5", b"say team: hit",
        b"settle cy 1.5 to cy", b"buy cy 2", b"stay", b"resign gammon", b"leave", b"proxy ben",
        "také Ánn".encode(), b":help", b"rules half", b"agree 1", b"d b c",
    )  # fmt: skip


def _keys() -> tuple[bytes, ...]:
    return (
        b"nd?q", b"\x1b[A\x1b[B", b"\x1b", b"\x1b\x1b[<0;10;5M", b"\x1b[200~13/7\n8/7\x1b[201~",
        b"\x1b[48;3000;3000;0;0t", b"\x1b[1114112u", b"\xff\xfe", b"\x1bOP\x1b[5~", b"\x1b]0;x\x07",
        b"\x1bP+q\x1b\\", "ü♥\u202e".encode(), b"\x1b[?1u\x1b[?2026;2$y", b"\x1b[200~",
    )  # fmt: skip


TARGETS: dict[str, Target] = {
    "pipe": Target(pipe, _requests),
    "log": Target(log, _logs),
    "mat": Target(mat, _matches),
    "notation": Target(notation, _texts),
    "command": Target(command, _commands),
    "ssh": Target(ssh, _keys),
}
"""Everything that reads what others wrote."""
