"""Finds the play that a match file means: by the position it makes, never by its spelling.

Writers differ in order, in combined steps and in whether hits are marked. A play is therefore
matched by where the mover's own checkers end, then by hits, then by whether the rolls that follow
can still be played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from app.formats.mat import is_dance
from rules.notation import Ambiguous, NotationError, read_play
from rules.plays import legal_plays
from rules.position import BAR, OFF, Position

Following: TypeAlias = Sequence[tuple[tuple[int, int] | None, str, bool]]
"""The rolls that come after a play: dice, text, and whether the same side moves again."""

_MOVE = re.compile(
    r"(bar|off|\d{1,2})\*?((?:\s*/\s*(?:bar|off|\d{1,2})\*?)+)(?:\s*\(([1-4])\))?", re.IGNORECASE
)
_SNOWIE = re.compile(r"\((\d+(?:;[^;()]*){8,}[^()]*)\)")
_DEPTH = 6
"""Rolls to look ahead; six tell apart nearly all plays that one roll leaves open."""
_WIDTH = 400
"""Positions to look at for one candidate; a game of which much is missing has no end of them."""


class Reading(NamedTuple):
    """The positions that a text can mean, the likelier first, and what could not be read in it."""

    afters: tuple[Position, ...]
    left_over: str = ""


def readings(position: Position, dice: tuple[int, int], text: str) -> Reading:
    """Return what a play's text can mean among the legal plays; nothing where it is not legal.

    >>> from rules.position import START
    >>> len(readings(START, (3, 1), "8/5 6/5").afters), len(readings(START, (3, 1), "8/2").afters)
    (1, 0)
    """
    cleaned, left_over = clean(text)
    if not cleaned:
        return Reading((), left_over)
    found: list[Position] = []
    try:
        found.append(read_play(cleaned, position, dice).after)
    except Ambiguous as error:
        found += [read_play(one, position, dice).after for one in error.readings]
    except NotationError:
        pass
    if "*" not in cleaned or not found:
        # Many writers leave the star out, and some writers of stars forget one.
        after = carried_out(position, cleaned)
        mine = after.mine if after else (found[0].mine if found else None)
        found += [play.after for play in legal_plays(position, dice) if play.after.mine == mine]
    return Reading(tuple(dict.fromkeys(found)), left_over)


def clean(text: str) -> tuple[str, str]:
    """Return the moves in a text, written plainly, and the rest of it that is none.

    >>> clean("Bar/20 6/4*(2) !")
    ('bar/20 6/4*(2)', '!')
    """
    moves = [re.sub(r"\s+", "", found[0].casefold()) for found in _MOVE.finditer(text)]
    return " ".join(moves), " ".join(_MOVE.sub(" ", text).replace(",", " ").split())


def carried_out(position: Position, text: str) -> Position | None:
    """Return the board after moving the checkers as written, legal or not; None if that cannot be.

    >>> from rules.position import START
    >>> carried_out(START, "14/8") is None, carried_out(START, "13/7 6/8").mine[8]
    (True, 4)
    """
    mine, theirs = list(position.mine), list(position.theirs)
    for found in _MOVE.finditer(text):
        words = re.findall(r"(bar|off|\d{1,2})(\*?)", found[0].split("(")[0].casefold())
        stops = [(_number(word), bool(star)) for word, star in words]
        if any(point > BAR for point, _ in stops) or stops[0][0] == OFF:
            return None
        for _ in range(int(found[3] or 1)):
            mine[stops[0][0]] -= 1
            mine[stops[-1][0]] += 1
            for point, star in stops[1:]:
                last = point == stops[-1][0]
                if 1 <= point <= 24 and (star or last) and theirs[25 - point] == 1:
                    theirs[25 - point] -= 1
                    theirs[BAR] += 1
    try:
        return Position.checked(mine, theirs)
    except ValueError:
        return None


def likeness(position: Position, text: str, after: Position) -> int:
    """Return by how many checkers a play misses the one written; 0 is the same."""
    mine = list(position.mine)
    for found in _MOVE.finditer(text):
        words = re.findall(r"bar|off|\d{1,2}", found[0].split("(")[0].casefold())
        start, end = _number(words[0]), _number(words[-1])
        if start <= BAR and end <= BAR:
            mine[start] -= int(found[3] or 1)
            mine[end] += int(found[3] or 1)
    return sum(abs(a - b) for a, b in zip(mine, after.mine, strict=True))


def snowie_position(text: str) -> Position | None:
    """Return the board of an illegal play written as a Snowie position, seen by its mover.

    Twenty-six numbers before the two dice: the opponent's bar, points 1 to 24, the mover's bar;
    the opponent's checkers are negative.
    """
    found = _SNOWIE.search(text)
    if not found:
        return None
    try:
        numbers = [int(part) for part in found[1].strip().rstrip(";").split(";")[-28:-2]]
    except ValueError:
        return None
    if len(numbers) != 26:
        return None
    mine = [max(count, 0) for count in numbers]
    theirs = [max(-numbers[25 - point], 0) for point in range(26)]
    mine[0] = theirs[0] = 0
    mine[0], theirs[0] = 15 - sum(mine), 15 - sum(theirs)
    try:
        return Position.checked(mine, theirs)
    except ValueError:
        return None


def choose(candidates: Sequence[Position], following: Following) -> tuple[Position, int]:
    """Return the candidate after which the rolls that follow fit best, and how many fit as well.

    The candidates are the mover's view after his play; at least one.
    """
    scored = [(_fitting(after.flip(), following, 0, [_WIDTH]), after) for after in candidates]
    best = max(score for score, _ in scored)
    good = [after for score, after in scored if score == best]
    return good[0], len(good)


def fits_all(after: Position, following: Following) -> bool:
    """Return whether the next rolls, as far as one looks, can be played after this position."""
    looked = min(len(following), _DEPTH)
    return _fitting(after.flip(), following, 0, [_WIDTH]) >= looked


def _fitting(position: Position, following: Following, at: int, width: list[int]) -> int:
    """Return how many of the next rolls can be played as written; the player on roll is next."""
    if at >= min(len(following), _DEPTH) or width[0] <= 0:
        return at
    width[0] -= 1
    dice, text, again = following[at]
    if again:
        position = position.flip()
    if dice is None:
        return _DEPTH  # What is not recorded contradicts nothing.
    cleaned, _ = clean(text)
    if cleaned:
        afters = readings(position, dice, cleaned).afters
    else:
        plays = legal_plays(position, dice)
        if is_dance(text):
            return at if plays else _fitting(position.flip(), following, at + 1, width)
        if len(plays) > 1:
            return _DEPTH
        afters = (plays[0].after,) if plays else (position,)
    return max((_fitting(one.flip(), following, at + 1, width) for one in afters), default=at)


def _number(word: str) -> int:
    return {"bar": BAR, "off": OFF}.get(word) or (int(word) if word.isdigit() else 0)
