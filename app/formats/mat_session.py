"""Plays a match file at a two-seat table, so that it can be watched like any log.

Each cell becomes the action that a player would have asked for, decided by the rules with the dice
of the file. Where the file holds something that the rules refuse (an illegal play, a double out of
turn) the events are written as it happened, and a flag with the line says so: a log is folded, not
judged. What cannot be followed ends the checkers of that game, with a flag, and its points are
those of the file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.formats.mat_game import GameReplay
from app.formats.match import COLUMNS, Column, Game, Match, MatError, Remark
from app.formats.scribe import Scribe
from rules.actions import RESERVED, check_name
from rules.log import Entry
from rules.position import START, Position
from rules.state import Table

_NACKGAMMON = Position.of({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, {24: 2, 23: 2, 13: 4, 8: 3, 6: 4})
_OTHER_GAMES = ("hyper", "long", "plakoto", "fevga", "tapa", "gul", "nardi", "acey")
_HOUSE = {
    "base": "club",
    "acceptance": "any",
    "three_handed": "as_usual",
    "lone_taker": "plays_on",
    "raccoons": "free",
    "automatic_doubles": "none",
    "double_order": "free",
    "answer_order": "free",
    "box_stays": "beats_captain",
    "quiet": False,
}
"""Two players alone: nothing that only a larger table needs."""


@dataclass(frozen=True)
class Imported:
    """A file of another program as a session: entries with events, the table after each, and what
    a person should know, by line.
    """

    entries: tuple[Entry, ...]
    tables: tuple[Table, ...]
    remarks: tuple[Remark, ...]
    match: Match
    strange: int
    """How many remarks there are, and games whose points no rule explains."""


def play_match(match: Match) -> Imported:
    """Play a match that was read; MatError if it is of another game than backgammon."""
    start = _start_of(match)
    jacoby = match.length == 0 and match.on("jacoby") is not False
    first = _play(match, start, jacoby)
    if match.length == 0 and match.on("jacoby") is None and first.strange:
        # Without the tag the results show which rule was played.
        second = _play(match, start, not jacoby)
        if second.strange < first.strange:
            return second
    return first


def _play(match: Match, start: Position, jacoby: bool) -> Imported:
    names = seat_names(match)
    scribe = Scribe(names, when(match), match.place)
    rules = {**_HOUSE, "jacoby": jacoby, "beavers": _beavers(match)}
    request: dict[str, Any] = {
        "do": "open",
        "players": list(names.values()),
        "rules": rules,
        "dice": "manual",
        "title": _title(match),
    }
    scribe.ask(request)
    for remark in match.comments:
        scribe.say(remark.line, remark.text)
    for remark in match.remarks:
        scribe.remark(remark.line, remark.text)
    _tell_names(match, names, scribe)
    for index, game in enumerate(match.games):
        following = match.games[index + 1] if index + 1 < len(match.games) else None
        _tell_score(match, index, names, scribe)
        GameReplay(scribe, game, start, following, match.length).run()
        if scribe.table.game is not None:
            break
    strange = len(scribe.remarks) + scribe.given
    return Imported(
        tuple(scribe.entries), tuple(scribe.tables), tuple(scribe.remarks), match, strange
    )


def _start_of(match: Match) -> Position:
    variation = match.tags.get("variation", match.tags.get("variant", "")).strip()
    folded = variation.casefold()
    if "nack" in folded:
        return _NACKGAMMON
    if any(word in folded for word in _OTHER_GAMES):
        raise MatError(
            "this is {variation}, as its Variation tag says; only backgammon and nackgammon can"
            " be shown at this table",
            variation=variation,
        )
    return START


def _beavers(match: Match) -> bool:
    """The tag, or that somebody beavered."""
    written = any(cell.kind == "beaver" for game in match.games for cell in game.cells)
    return written or (match.length == 0 and match.on("beaver", "beavers") is not False)


def _title(match: Match) -> str:
    event = match.tags.get("event", "").strip()
    kind = f"{match.length} point match" if match.length else "money session"
    return " ".join(f"{event} ({kind})".split())[:80] if event else kind


def when(match: Match) -> str:
    """Return the date in the header as ISO 8601, or nothing where there is none or half of one."""
    date = re.fullmatch(
        r"\s*(\d{4})[./-](\d{1,2})[./-](\d{1,2})\s*", match.tags.get("eventdate", "")
    )
    if not date or not (1 <= int(date[2]) <= 12 and 1 <= int(date[3]) <= 31):
        return ""
    clock = match.tags.get("eventtime", match.tags.get("time", ""))
    time = re.match(r"\s*([01]?\d|2[0-3])[:.]([0-5]\d)", clock)
    hour, minute = (int(time[1]), int(time[2])) if time else (0, 0)
    return f"{int(date[1]):04}-{int(date[2]):02}-{int(date[3]):02}T{hour:02}:{minute:02}:00Z"


# Names


def seat_names(match: Match) -> dict[Column, str]:
    """Return the names of the two columns as they can sit at a table.

    The score line counts, not the header's tags, whose order says nothing.
    """
    written = next((game.names for game in match.games if game.names), None)
    if written is None:
        tags = (match.tags.get("player 1", ""), match.tags.get("player 2", ""))
        written = tags if all(name.strip() for name in tags) else ("left", "right")
    left = seat_name(written[0], "left")
    right = seat_name(written[1], "right")
    if left.casefold() == right.casefold():
        right = f"{right[:22]} 2"
    return {"left": left, "right": right}


def seat_name(written: str, otherwise: str) -> str:
    """Return a name that the table allows, as near as can be to the one written.

    >>> seat_name("nightowl,1842", "left"), seat_name("O'Neill: the 2nd", "left")
    ('nightowl', 'OʼNeill the 2nd')
    """
    name = re.sub(r",\s*\d[\d.,]*$", "", written)
    name = re.sub("['‘’`]", "ʼ", name)
    name = re.sub('[:,"“”„‟«»]', " ", name)
    name = "".join(c for c in name if unicodedata.category(c)[0] != "C")
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if len(name) > 24:
        name = name[:23].rstrip() + "…"
    if name.casefold() in RESERVED:
        name = f"{name}."
    try:
        return check_name(name)
    except ValueError:
        return otherwise


def _tell_names(match: Match, names: dict[Column, str], scribe: Scribe) -> None:
    for game in match.games:
        if game.names is None:
            continue
        for column, written in zip(COLUMNS, game.names, strict=True):
            if written != names[column] and game is match.games[0]:
                scribe.say(game.line, f"{names[column]} is written '{written}' in the file")
        break
    first = next((game.names for game in match.games if game.names), None)
    for game in match.games:
        if game.names is not None and game.names != first:
            shown = " and ".join(f"'{name}'" for name in game.names)
            scribe.remark(game.line, f"the names change to {shown}; the seats stay as they were")
            first = game.names


# The score of a match


def _tell_score(match: Match, index: int, names: dict[Column, str], scribe: Scribe) -> None:
    game = match.games[index]
    if game.score is None:
        return
    left, right = game.score
    before = match.games[index - 1] if index else None
    expected = _score_after(before, match.length) if before else None
    if expected and game.score not in expected:
        shown = " or ".join(f"{a} to {b}" for a, b in expected)
        text = f"the score is written {left} to {right}; by the game before it should be {shown}"
        scribe.remark(game.line, text)
    if match.length:
        text = f"{match.length} point match: {names['left']} {left}, {names['right']} {right}"
        if max(left, right) >= match.length:
            text += "; the match was over already"
        elif is_crawford(match, index):
            text += "; the Crawford game"
        scribe.say(game.line, text)
    elif index == 0 and (left or right):
        scribe.say(game.line, f"the session begins at {left} to {right}")


def is_crawford(match: Match, index: int) -> bool:
    """Return whether a game is the Crawford game: the first in which somebody needs one point."""
    if match.length < 2 or match.on("crawford") is False:
        return False
    one_away = [
        at
        for at, game in enumerate(match.games)
        if game.score is not None and max(game.score) == match.length - 1
    ]
    return bool(one_away) and one_away[0] == index


def _score_after(game: Game, length: int) -> Sequence[tuple[int, int]]:
    """Return the scores that can follow a game, by the words of its result: whole, or clipped."""
    if game.score is None or game.result is None or game.result.points is None:
        return ()
    left, right = game.score
    points = game.result.points
    both = [(left + points, right), (left, right + points)]
    if length:
        both += [(min(a, length), min(b, length)) for a, b in both]
    return tuple(dict.fromkeys(both))
