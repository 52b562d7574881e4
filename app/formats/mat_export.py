"""Writes a log as match files: one money session for each pair of Box and Team player.

No program knows a chouette. But every cube is a game of its own between two people over checkers
that all share, so each pair's cubes make an ordinary money session, which GNU Backgammon and others
can analyse. What such a game cannot hold (settlements, payments for extras, automatic doubles) goes
into comments above the first game: GNU Backgammon complains of comments further down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from app.export import ExportError
from app.formats.game_trace import Act, GameTrace, across, traces
from app.history import History
from rules import events as ev
from rules.values import Side, other
from widgets.words import Words

_LEFT = 28
"""Width of the left cell; GNU Backgammon's own."""
_RIGHT = 36
"""Width of the right cell. Without its blanks, GNU Backgammon takes an empty one after "Takes" for
a double."""


@dataclass(frozen=True)
class MatSession:
    """The money session of one pair: the Box on the left, the Team player on the right."""

    box: str
    player: str
    text: str
    score: tuple[int, int]
    """The Box's and the player's points, each game's in units of the value its cube began with."""


@dataclass
class _Pair:
    """A session that grows game by game; scores are in games' units."""

    box: str
    player: str
    games: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    score: tuple[int, int] = (0, 0)


def export_mat(history: History, at: int, with_talk: bool, words: Words | None = None) -> str:
    """Return all sessions of a log in one file, one after the other; ExportError as `mat_sessions`.

    A second header or a comment further down would not be read, so the games are numbered on, under
    the names and the score of their own pair, and the comments tell which games are whose.
    """
    pairs, first = _pairs(history, at), 1
    if len(pairs) == 1:
        return mat_sessions(history, at, with_talk)[0].text
    comments: list[str] = []
    games: list[str] = []
    for pair in pairs:
        last = first + len(pair.games) - 1
        which = f"game {first}" if first == last else f"games {first} to {last}"
        comments.append(f"{which} of this file: {pair.box} against {pair.player}")
        comments += [f"{pair.box} against {pair.player} {one}" for one in pair.comments]
        games += pair.games
        first = last + 1
    return _text(list(_header(history, at)), comments + _talk(history, at, with_talk), games)


def parts_mat(history: History, at: int, with_talk: bool) -> dict[str, str]:
    """Return each pair's session by the end of its file's name: other programs read one a file."""
    sessions = mat_sessions(history, at, with_talk)
    return {f"-{_file(one.box)}-{_file(one.player)}": one.text for one in sessions}


def _file(name: str) -> str:
    """Return a name as a part of a file's name.

    >>> _file("a/b c")
    'a_b_c'
    """
    return re.sub(r"[^\w-]", "_", name)


def mat_sessions(history: History, at: int, with_talk: bool = False) -> list[MatSession]:
    """Return the session of each pair, in the order of their first games.

    ExportError on a real board, whose checkers no log knows, and before the first game.
    """
    sessions = []
    for pair in _pairs(history, at):
        names = [f'; [Player 1 "{pair.box}"]', f'; [Player 2 "{pair.player}"]']
        comments = pair.comments + _talk(history, at, with_talk)
        text = _text([*_header(history, at), *names], comments, pair.games)
        sessions.append(MatSession(pair.box, pair.player, text, pair.score))
    return sessions


def _pairs(history: History, at: int) -> list[_Pair]:
    table = history.tables[at]
    if table.board == "physical":
        raise ExportError(
            "this session was played on a real board: its log has no plays, so there is nothing to"
            " export as .mat; csv, md, html and txt have the score"
        )
    pairs: dict[tuple[str, str], _Pair] = {}
    for game in traces(history, at):
        for cube, value in game.values:
            player, box = cube.split(":")
            pair = pairs.setdefault((box, player), _Pair(box, player))
            _add_cube(pair, game, cube, value)
    if not pairs:
        raise ExportError("no game has begun in this session: there is nothing to export as .mat")
    return list(pairs.values())


def _text(head: list[str], comments: list[str], games: list[str]) -> str:
    lines = [*head, *(f"; {_inert(one)}" for one in comments), "", " 0 point match", ""]
    for number, game in enumerate(games, 1):
        lines += [f" Game {number}", game]
    return "\n".join(lines) + "\n"


def _header(history: History, at: int) -> Iterator[str]:
    table = history.tables[at]
    day = (history.entries[0].t or "")[:10].replace("-", ".")
    if day:
        yield f'; [EventDate "{day}"]'
    if table.title:
        yield f'; [Event "{_inert(table.title)}"]'
    yield '; [Variation "Backgammon"]'
    yield f'; [Jacoby "{"On" if table.rules.jacoby else "Off"}"]'
    yield f'; [Beaver "{"On" if table.rules.beavers else "Off"}"]'


def _talk(history: History, at: int, wanted: bool) -> list[str]:
    entries = history.entries[:at] if wanted else []
    return [
        f"{event.by} to {event.to}: {event.text}"
        for entry in entries
        for event in entry.events or ()
        if isinstance(event, ev.Said)
    ]


def _inert(text: str) -> str:
    """Return text that no reader takes for a tag or the beginning of a game.

    >>> _inert('Game "4" [x]')
    "game '4' (x)"
    """
    text = text.replace('"', "'").replace("[", "(").replace("]", ")")
    return re.sub(r"\bGame\b", "game", text)


def _name(name: str) -> str:
    """GNU Backgammon takes any line with "Game " in it for a new game."""
    return name.replace("Game ", "Game_")


# One cube


def _add_cube(pair: _Pair, game: GameTrace, cube: str, scale: int) -> None:
    """Write one cube's game; its values count in units of the value it began with."""
    where = f"(game {game.number})"
    if scale != 1:
        pair.comments.append(
            f"{where} one point here stands for {scale}: the cube began at {scale}"
        )
    cells, closed = _cells(pair, game, cube, where)
    left, right = pair.score
    lines = [f"{f' {_name(pair.box)} : {left}':<{_LEFT + 5}} {_name(pair.player)} : {right}"]
    lines += _rows(cells)
    if closed is not None:
        lines += _result(pair, closed, scale, where)
    pair.games.append("\n".join([*lines, ""]))


def _cells(
    pair: _Pair, game: GameTrace, cube: str, where: str
) -> tuple[list[tuple[Side, str]], Act | None]:
    """Return the cells of a cube's game in order, and how it closed."""
    cells: list[tuple[Side, str]] = []
    value = 1
    for index, act in enumerate(game.acts):
        before = game.acts[: index + 1]
        if act.kind == "roll" and act.side and act.dice:
            cells.append((act.side, f"{act.dice[0]}{act.dice[1]}: {_steps(act.move or '')}"))
        elif act.kind == "remark":
            if cube in act.cubes or (not act.cubes and _concerns(act, pair)):
                pair.comments.append(f"{where} {act.text}")
        elif cube not in act.cubes:
            continue
        elif act.kind == "double" and act.side:
            cells.append((act.side, f" Doubles => {2 * value}"))
        elif act.kind == "take":
            value *= 2
            cells.append((across(before, cube), " Takes"))
        elif act.kind == "beaver":
            value *= 4
            cells.append((across(before, cube), f" Beavers => {value}"))
        elif act.kind == "raccoon":
            value *= 2
            cells.append((other(across(before, cube)), f" Beavers => {value}"))
        elif act.kind == "close":
            return _closing(cells, act, before, cube), act
    return _open_end(cells), None


def _concerns(act: Act, pair: _Pair) -> bool:
    """Whether a remark about no cube names one of the pair."""
    return pair.box in act.text or pair.player in act.text


def _closing(
    cells: list[tuple[Side, str]], act: Act, before: tuple[Act, ...], cube: str
) -> list[tuple[Side, str]]:
    if act.how == "drop":
        return [*cells, (across(before, cube), " Drops")]
    if act.how == "beaver_drop":
        # GNU Backgammon reads a dropped beaver, and then misreads the games after it; the double
        # taken and given up pays the same.
        side = cells[-1][0]
        return [*cells[:-1], (side, " Takes")]
    return _open_end(cells)


def _open_end(cells: list[tuple[Side, str]]) -> list[tuple[Side, str]]:
    """Leave out an offer that nobody answered: it decided nothing."""
    while cells and cells[-1][1].startswith((" Doubles", " Beavers")):
        cells = cells[:-1]
    return cells


def _result(pair: _Pair, act: Act, scale: int, where: str) -> list[str]:
    """Return the result's line and book it; what no line can say becomes a comment."""
    winner, loser = (pair.player, pair.box) if act.points > 0 else (pair.box, pair.player)
    if act.how not in ("drop", "checkers"):
        text = f"{loser} pays {winner} {abs(act.points)}" if act.points else "nobody pays"
        pair.comments.append(f"{where} {_HOW[act.how]}: {text}")
    if act.points == 0 or act.points % scale:
        return []
    points = abs(act.points) // scale
    left, right = pair.score
    right_won = act.points > 0
    pair.score = (left, right + points) if right_won else (left + points, right)
    if act.how in ("settle", "preempt"):
        return []
    indent = " " * (_LEFT + 6 if right_won else 6)
    return [f"{indent}Wins {points} point{'' if points == 1 else 's'}"]


_HOW = {
    "beaver_drop": "the beaver was dropped",
    "settle": "settled",
    "preempt": "bought by the Box before another could",
    "resign": "resigned",
    "void": "void",
}


def _rows(cells: list[tuple[Side, str]]) -> list[str]:
    """Put cells into numbered rows, the Box's on the left."""
    rows: list[tuple[str, str]] = []
    for side, text in cells:
        if side == "box":
            rows.append((text, ""))
        elif rows and not rows[-1][1]:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text))
    return [
        f"{number:3}) {left:<{_LEFT - 1}} {right:<{_RIGHT}}"
        for number, (left, right) in enumerate(rows, 1)
    ]


def _steps(move: str) -> str:
    """Write a play as every reader knows it: 25 for the bar, 0 for off, no chains, no counts.

    >>> _steps("bar/22*/20 6/off(2)")
    '25/22* 22/20 6/0 6/0'
    """
    words = []
    for word in move.replace("bar", "25").replace("off", "0").split():
        path, _, count = word.rstrip(")").partition("(")
        points = path.split("/")
        steps = [f"{start.rstrip('*')}/{end}" for start, end in pairwise(points)]
        words += steps * int(count or 1)
    return " ".join(words)
