"""Text and play: all that GNU Backgammon and FIBS users type is read, GNU Backgammon's is written.

Three different answers say no: `Unreadable` (no notation at all), `Ambiguous` (legal in more than
one way, with the readings) and `Illegal` (readable, with the reason). Each keeps its English
template and its facts apart, so that a translator can make the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.legality import Fact, Illegality, why_no_play
from rules.plays import Play, legal_plays
from rules.position import BAR, OFF, Position
from rules.runs import Run, point_name, reachable
from rules.saying import Either, Fault

__all__ = ["Ambiguous", "Illegal", "NotationError", "Unreadable", "read_play", "write_play"]

_LONGEST = 120  # Characters; the longest sensible play has about forty.

_SEPARATORS = re.compile(r"[\s,;]+")
_AROUND_SLASH = re.compile(r"\s*[/\-‐-―−]\s*")
_BEFORE_SIGN = re.compile(r"\s+(?=[*(])")
_POINT = r"(?:bar|b|off|o|[0-9]{1,2})"
_CHAIN = re.compile(rf"({_POINT}\*?(?:/{_POINT}\*?)+)(?:\(([1-4])\))?")
_BARE = re.compile(rf"{_POINT}\*?")


class NotationError(Fault):
    """A text that is no play."""

    def __init__(self, template: str, facts: Mapping[str, Any]) -> None:
        super().__init__(template, **facts)

    @property
    def template(self) -> str:
        """The English template that `facts` fill."""
        return self.text


class Unreadable(NotationError):
    """The text is no notation."""


class Ambiguous(NotationError):
    """The text fits several legal plays; `readings` writes each of them out."""

    def __init__(self, text: str, readings: tuple[str, ...]) -> None:
        facts = {"text": text, "readings": Either(readings)}
        super().__init__("'{text}' can be {readings}", facts)
        self.readings = readings


class Illegal(NotationError):
    """The text is notation, and no legal play; `why` is the protocol's word for the reason."""

    def __init__(self, reason: Illegality) -> None:
        super().__init__(reason.template, reason.facts)
        self.why = reason.why

    @property
    def message(self) -> str:
        """The English sentence."""
        return str(self)


def read_play(text: str, position: Position, dice: tuple[int, int]) -> Play:
    """Read a play, from the mover's own side, and return it as `legal_plays` lists it.

    Points are 1 to 24, `bar` (b, 25) and `off` (o, 0); `/` and `-` join them, blanks and commas
    part the moves, `(2)` repeats one, bare numbers are read in pairs. The moves may come in any
    order and a checker may use several dice at once. Hits may be marked with `*` or not: marks
    choose between readings, and without any a checker is read as passing without a hit where it
    can. The empty text is the empty play where no play is legal.

    Raises Unreadable, Ambiguous or Illegal; ValueError for dice that are none.

    >>> from rules.position import START
    >>> write_play(read_play("6-5, 8-5", START, (3, 1)))
    '8/5 6/5'
    >>> read_play("13//7", START, (6, 1))
    Traceback (most recent call last):
        ...
    rules.notation.Unreadable: cannot read '13//7'
    >>> read_play("24/18 13/8", START, (6, 5)).moves[0]
    Move(start=24, end=18, hit=False)
    """
    runs, marks = _parse(text)
    plays = {play.after: play for play in legal_plays(position, dice)}
    if not runs:
        if not plays:
            return Play((), position)
        reason = why_no_play(position, dice, ())
        assert reason is not None, "where plays are legal, none is not"
        raise Illegal(reason)
    hits_of: dict[Position, set[int]] = {}
    for way in reachable(position, dice, runs):
        if way.after in plays:
            hits_of[way.after] = {move.end for move in way.moves if move.hit}
    if not hits_of:
        reason = why_no_play(position, dice, runs)
        assert reason is not None, "what reaches no legal result is not legal"
        raise Illegal(reason)
    fitting = (
        [after for after, hits in hits_of.items() if hits == marks]
        or [after for after, hits in hits_of.items() if hits >= marks]
        or list(hits_of)
    )
    if len(fitting) > 1:
        readings = sorted(write_play(plays[after]) for after in fitting)
        raise Ambiguous(_shown(text), tuple(readings))
    return plays[fitting[0]]


def write_play(play: Play) -> str:
    """Write a play in GNU Backgammon's form; the empty play is the empty text.

    The highest checker first, one checker's moves as one, hits marked once, repeats counted.

    >>> from rules.plays import Move
    >>> from rules.position import START
    >>> write_play(Play((Move(6, 4, True), Move(13, 11, False), Move(13, 11, False)), START))
    '13/11(2) 6/4*'
    >>> write_play(Play((Move(25, 22, True), Move(22, 20, False), Move(2, 0, False)), START))
    'bar/22*/20 2/off'
    """
    moves = play.moves
    hits = {move.end for move in moves if move.hit}
    # Each path is the points of one checker; a point passed stays only where a blot was hit.
    paths: list[list[int]] = []
    for start, end, _ in sorted(moves, key=lambda move: (-move.start, -move.end)):
        for path in paths:
            if path[-1] == start:
                if start not in hits:
                    path.pop()
                path.append(end)
                break
        else:
            paths.append([start, end])
    words = []
    marked: set[int] = set()
    while paths:
        path = paths[0]
        count = paths.count(path)
        paths = [other for other in paths if other != path]
        word = point_name(path[0])
        for point in path[1:]:
            word += f"/{point_name(point)}"
            if point in hits and point not in marked:
                word += "*"
                marked.add(point)
        words.append(f"{word}({count})" if count > 1 else word)
    return " ".join(words)


def _shown(text: str) -> str:
    """The text as it can stand in a message: one line, not too long."""
    text = " ".join("".join(c if c.isprintable() else "?" for c in text.strip()).split())
    return text if len(text) <= 40 else f"{text[:39]}…"


def _parse(text: str) -> tuple[list[Run], set[int]]:
    """Turn text into what it says of each checker, and the points marked as hits."""
    if len(text) > _LONGEST:
        raise Unreadable("cannot read '{text}': too long", {"text": _shown(text)})
    cleaned = _BEFORE_SIGN.sub("", _AROUND_SLASH.sub("/", text.strip().casefold()))
    runs: list[Run] = []
    marks: set[int] = set()
    waiting: str | None = None  # A bare point whose partner is still to come.
    for word in filter(None, _SEPARATORS.split(cleaned)):
        chain = _CHAIN.fullmatch(word)
        if chain and waiting is None:
            points, count = chain[1].split("/"), int(chain[2] or 1)
        elif _BARE.fullmatch(word):
            if waiting is None:
                waiting = word
                continue
            points, count, waiting = [waiting, word], 1, None
        else:
            raise Unreadable("cannot read '{text}'", {"text": _shown(waiting or word)})
        stops = [_point(point, word, index) for index, point in enumerate(points)]
        marks |= {stop for stop, point in zip(stops, points, strict=True) if "*" in point}
        runs += [Run(stops[0], stops[0], tuple(stops[1:]))] * count
    if waiting is not None:
        raise Unreadable(
            "cannot read '{text}': a move needs two points, as in 13/7", {"text": _shown(waiting)}
        )
    return runs, marks


def _point(point: str, word: str, index: int) -> int:
    """A point's number; `index` is its place in the chain, 0 where the checker starts."""
    name = point.rstrip("*")
    number = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF}.get(name)
    if number is None:
        number = int(name)
    facts: dict[str, Fact] = {"text": _shown(word), "point": number}
    if number > BAR:
        raise Unreadable(
            "cannot read '{text}': there is no point {point}, they are 1 to 24, bar and off", facts
        )
    if index and number == BAR:
        raise Unreadable("cannot read '{text}': no move ends on the bar", facts)
    if not index and number == OFF:
        raise Unreadable("cannot read '{text}': no move starts with a checker borne off", facts)
    return number
