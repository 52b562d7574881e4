"""Writes a match as BGBlitz does: a line of JSON, then Smile, a binary JSON, compressed.

For tests only, and only what a reader needs: names, scores, dice, moves, cubes. No BGBlitz was at
hand; the fields are those that `gvformat`, made from real files, reads.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from typing import Any

from rules import events as ev
from rules.log import Entry
from rules.notation import read_play
from rules.state import Table

GREEN, RED = -1, 1
_PAD = [-1, -1, -1, -1]


def written(tables: Iterable[Table], entries: Iterable[Entry]) -> bytes:
    """Return a session of two as a .bgf file; green is who sits first."""
    tables, entries = list(tables), list(entries)
    green, red = tables[-1].seated
    players = {green: GREEN, red: RED}
    made: list[dict[str, Any]] = []
    score = {green: 0, red: 0}
    for record in tables[-1].games:
        about = [
            (table, entry)
            for table, entry in zip(tables, entries, strict=False)
            if table.game is not None and table.game.number == record.game
        ]
        won = max(record.points.values())
        made.append({
            "scoreGreen": score[green], "scoreRed": score[red], "isCrawford": False,
            "initial": {"cube": 1, "cubeOwner": 0, "points": _start()},
            "wonPoints": won, "wasResignation": False,
            "moves": list(_moves(about, players)),
        })  # fmt: skip
        for name, points in record.points.items():
            score[name] += max(points, 0)
    document = {
        "nameGreen": green, "nameRed": red, "matchlen": 0, "useJacoby": True,
        "finalGreen": score[green], "finalRed": score[red], "games": made,
    }  # fmt: skip
    head = json.dumps({"format": "BGF", "version": "1.0", "useSmile": True}).encode() + b"\n"
    return head + gzip.compress(b":)\n\x00" + _smile(document))


def _start() -> list[int]:
    points = [0] * 26
    for point, count in {24: 2, 13: 5, 8: 3, 6: 5}.items():
        points[24 - point] += count  # green, by red's numbering
        points[point - 1] -= count
    return points


def _moves(
    about: Iterable[tuple[Table, Entry]], players: dict[str, int]
) -> Iterator[dict[str, Any]]:
    waiting: dict[str, Any] | None = None
    for table, entry in about:
        game = table.game
        assert game is not None
        for event in entry.events or ():
            if isinstance(event, ev.Played) and game.dice is not None:
                yield _move(game, event, players)
            elif isinstance(event, ev.Doubled):
                waiting = {"player": players[event.by], "from": _PAD, "to": _PAD}
            elif waiting is not None and isinstance(event, ev.Taken | ev.CubeClosed):
                accepted = isinstance(event, ev.Taken)
                waiting["equity"] = {"cubeDecision": {"hasDoubled": True, "hasAccepted": accepted}}
                yield waiting
                yield {"player": -waiting["player"], "from": _PAD, "to": _PAD}
                waiting = None


def _move(game: Any, event: ev.Played, players: dict[str, int]) -> dict[str, Any]:
    first, second = game.dice
    move: dict[str, Any] = {"player": players[event.by], "red": first, "green": second}
    if not event.move:
        return {**move, "from": [first, *_PAD[1:]], "to": [second, *_PAD[1:]],
                "dancingEquity": -0.5}  # fmt: skip
    moves = read_play(event.move, game.position, game.dice).moves
    move["from"] = [one.start for one in moves] + _PAD[len(moves) :]
    move["to"] = [one.end for one in moves] + _PAD[len(moves) :]
    return move


def _smile(value: object) -> bytes:
    if isinstance(value, dict):
        inside = b"".join(_key(key) + _smile(one) for key, one in value.items())
        return b"\xfa" + inside + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(map(_smile, value)) + b"\xf9"
    if isinstance(value, bool):
        return b"\x23" if value else b"\x22"
    if isinstance(value, int):
        return b"\x24" + _whole(value)
    if isinstance(value, float):
        return b"\xe0" + repr(value).encode() + b"\xfc"
    return b"\xe4" + str(value).encode() + b"\xfc"


def _key(name: str) -> bytes:
    return bytes([0x80 + len(name) - 1]) + name.encode()


def _whole(value: int) -> bytes:
    """Return a whole number, its sign last, in groups of seven bits but six in the last."""
    rest = value << 1 if value >= 0 else (-value << 1) - 1
    groups = [rest & 0x3F | 0x80]
    rest >>= 6
    while rest:
        groups.append(rest & 0x7F)
        rest >>= 7
    return bytes(reversed(groups))
