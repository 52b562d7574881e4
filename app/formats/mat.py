"""Reads the text of a match (`.mat`, `.txt`), as GNU Backgammon, XG and many servers write it.

The result is neutral: what the file says, cell by cell with its line, before any rule is asked.
`app/formats/mat_session.py` plays it at a table. Nothing is skipped in silence: what cannot be read
is a `Remark` with its line. Long because each kind of line that programs write is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from app.formats.match import Cell, CellKind, Column, Game, Match, MatError, Remark, Result

_LENGTH = re.compile(r"^\s*(\d{1,4})\s+points?\s+match\b", re.IGNORECASE)
_GAME = re.compile(r"^\s*Game\s+(\d{1,5})\s*$", re.IGNORECASE)
_JOINED = re.compile(r"(?<=\s)Game\s+\d{1,5}\s*$")
_ROW = re.compile(r"^\s*\d{1,5}\)(.*)$", re.DOTALL)
_TAG = re.compile(r'^\[\s*([^"\]]+?)\s*"(.*)"\s*\]')
_COMMENT = re.compile(r"^\s*[;#]\s?(.*)$", re.DOTALL)
_POSITION = re.compile(r"Set\s*Pos\s*=\s*([-A-Oa-o]{26})", re.IGNORECASE)
_SCORES = (
    # Two blanks after the first score part "A:1 : 0   B : 2"; else one is enough.
    re.compile(r"^\s*(.+?)\s*:\s*(\d{1,6})\s{2,}(.*?)\s*:\s*(\d{1,6})\s*$"),
    re.compile(r"^\s*(.+?)\s*:\s*(\d{1,6})\s+(.*?)\s*:\s*(\d{1,6})\s*$"),
)
_ONE_SCORE = re.compile(r"^\s*(\S.*?)\s*:\s*(\d{1,6})\s*$")
_SNOWIE = re.compile(r"\(\s*\d+;[^()]*\)|\(\s*\d+;.*?;\s*\)")
_START = re.compile(
    r"""
      (?P<dice>(?<![\d/])[0-6][0-6]:)
    | (?P<double>\b(?:re)?doubles?\b(?:\s*(?:=>|to)\s*(?P<cube>\d+))?)
    | (?P<take>\b(?:takes?|accepts?)\b)
    | (?P<drop>\b(?:drops?|pass(?:es)?|rejects?)\b)
    | (?P<beaver>\b(?:beavers?|raccoons?|racoons?)\b(?:\s*(?:=>|to)\s*(?P<turned>\d+))?)
    | (?P<win>\bwins?\b(?:\s+(?P<won>\d+)\s*(?:points?|pts?)?)?)
    | (?P<resign>\b(?:resigns?|resigned|concedes?|loss(?:es)?|loses?|gives\s+up|forfeits?)\b)
    | (?P<unrecorded>\?{2,})
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DANCE = re.compile(
    r"^\(?(?:can\s*not|cannot|can.?t)\s+move\)?$|^\(?no\s+(?:legal\s+)?(?:move|play)s?\)?$|^dances?$"
    r"|^fan(?:s|ned)?$|^-+$",
    re.IGNORECASE,
)
_LEFT_ENDS = 18
"""A result that starts at this column or after it stands on the right; 0 is the line's start."""
_FAR = 8
"""So many blanks after a row's number mean that the left cell is empty."""
_LONGEST = 4_000
"""Characters of a line that are read; a Snowie position has about two hundred."""
_LONGEST_SCORE = 400
_TAB = 8


def read_mat(data: bytes | str) -> Match:
    """Read a match file; MatError if there is no game in it.

    Bytes are UTF-8 with or without a byte order mark, else Windows-1252.

    >>> match = read_mat(" 5 point match\\n Game 1\\n Ann : 0  Bob : 0\\n 1) 31: 8/5 6/5  52:\\n")
    >>> match.length, match.games[0].names
    (5, ('Ann', 'Bob'))
    >>> [(cell.column, cell.dice, cell.text) for cell in match.games[0].cells]
    [('left', (3, 1), '8/5 6/5'), ('right', (5, 2), '')]
    """
    reader = _Reader()
    for number, line in enumerate(_decoded(data).splitlines(), 1):
        reader.take(number, line)
    if not reader.match.games:
        raise MatError(
            "no game was found: a match file has a line such as ' Game 1', the names with the"
            " score, and numbered rows such as '  1) 31: 8/5 6/5'"
        )
    return reader.match


def looks_like_mat(data: bytes) -> bool:
    """Return whether a file's beginning could be a match in text."""
    text = _decoded(data[:65536])
    return any(_LENGTH.match(line) or _GAME.match(line) for line in text.splitlines())


def is_dance(text: str) -> bool:
    """Return whether the words of a cell say that nothing could be played.

    >>> is_dance("Cannot Move"), is_dance("8/5 6/5"), is_dance("")
    (True, False, False)
    """
    return bool(_DANCE.match(text.strip()))


def _decoded(data: bytes | str) -> str:
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class _Reader:
    """Takes a file line by line."""

    def __init__(self) -> None:
        self.match = Match()
        self._game: Game | None = None
        self._length_seen = False
        self._waits_for_score = False
        self._half: tuple[str, int] | None = None

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if len(line) > _LONGEST:
            self._remark(number, f"the line has {len(line)} characters; it was cut at {_LONGEST}")
            line = line[:_LONGEST]
        line = line.replace("\x00", " ").expandtabs(_TAB)
        if not line.strip():
            return
        for read in (self._comment, self._length, self._game_line, self._score, self._row):
            if read(number, line):
                return
        if self._lone_result(number, line):
            return
        shown = line.strip()
        where = "before the first game" if self._game is None else f"in game {self._game.number}"
        self._fault(number, f"this line {where} was not understood: {_short(shown)}")

    def _comment(self, number: int, line: str) -> bool:
        found = _COMMENT.match(line)
        if not found:
            return False
        text = found[1].strip()
        tag = _TAG.match(text)
        if tag and self._game is None:
            self.match.tags[tag[1].casefold()] = tag[2]
        elif position := _POSITION.search(text):
            self._add(Cell(number, None, "position", text=position[1]))
        elif text:
            if self._game is None:
                self.match.comments.append(Remark(number, text))
            else:
                self._game.cells.append(Cell(number, None, "remark", text=text))
        return True

    def _length(self, number: int, line: str) -> bool:
        found = _LENGTH.match(line)
        if not found:
            return False
        if not self._length_seen and not self.match.games:
            self.match.length, self._length_seen = int(found[1]), True
        else:
            self._fault(
                number,
                f"another match begins here ({found[1]} points); its games follow at this table",
            )
        return True

    def _game_line(self, number: int, line: str) -> bool:
        found = _GAME.match(line)
        if not found:
            return False
        self._game = Game(number, int(found[1]))
        self.match.games.append(self._game)
        self._waits_for_score, self._half = True, None
        return True

    def _score(self, number: int, line: str) -> bool:
        if not self._waits_for_score or self._game is None or _ROW.match(line):
            return False
        if len(line.strip()) > _LONGEST_SCORE:
            return False
        for form in _SCORES:
            if found := form.match(line):
                self._game.names = (found[1].strip(), found[3].strip())
                self._game.score = (int(found[2]), int(found[4]))
                self._waits_for_score = False
                return True
        return self._half_score(line)

    def _half_score(self, line: str) -> bool:
        """One name and score a line, as a few writers have them."""
        found = _ONE_SCORE.match(line)
        if not found or self._game is None:
            return False
        if self._half is None:
            self._half = (found[1].strip(), int(found[2]))
            return True
        self._game.names = (self._half[0], found[1].strip())
        self._game.score = (self._half[1], int(found[2]))
        self._half, self._waits_for_score = None, False
        return True

    def _row(self, number: int, line: str) -> bool:
        found = _ROW.match(line)
        if not found:
            return False
        if self._game is None:
            # Without its "Game" line a row still belongs to a game.
            self._game = Game(number, 1)
            self.match.games.append(self._game)
            self._remark(number, "rows without a 'Game' line above them: taken as game 1")
        self._waits_for_score = False
        # GNU Backgammon writes no line break between a game without a result and the next.
        joined = _JOINED.search(line, found.start(1))
        self._cells(number, line[: joined.start()] if joined else line, found.start(1))
        return self._game_line(number, joined[0]) if joined else True

    def _lone_result(self, number: int, line: str) -> bool:
        """A line of its own: who won, or that somebody gave up."""
        if self._game is None or self._waits_for_score:
            return False
        start = _START.search(line)
        if not start or line[: start.start()].strip():
            return False
        if start["win"] or start["resign"]:
            self._cells(number, line, 0)
            return True
        return False

    def _cells(self, number: int, line: str, begin: int) -> None:
        """Read the cells of a row: split at the words and dice that open one."""
        starts = list(_starts(line, begin))
        places = [start.start() for start in starts] + [len(line)]
        before = line[begin : places[0]].strip()
        if before:
            self._fault(number, f"this part of the row was not understood: {_short(before)}")
        left_used = False
        for start, end in zip(starts, places[1:], strict=True):
            at = start.start()
            right = left_used or at - begin >= _FAR
            column: Column = "right" if right else "left"
            text = line[start.end() : end].strip()
            if start["win"]:
                self._result(number, "right" if at >= _LEFT_ENDS else "left", start["won"])
                continue
            left_used = True
            self._add(_cell(number, column, start, text))

    def _result(self, number: int, column: Column, points: str | None) -> None:
        assert self._game is not None
        if self._game.result is not None:
            self._fault(number, "a second result in one game; the first one stands")
            return
        self._game.result = Result(number, column, int(points) if points else None)

    def _add(self, cell: Cell) -> None:
        if self._game is None:
            self._remark(cell.line, f"before the first game: {cell.text}")
        else:
            self._game.cells.append(cell)

    def _fault(self, number: int, text: str) -> None:
        """Put what is wrong where it stands in the story; before the first game, ahead of it."""
        if self._game is None:
            self._remark(number, text)
        else:
            self._game.cells.append(Cell(number, None, "fault", text=text))

    def _remark(self, number: int, text: str) -> None:
        self.match.remarks.append(Remark(number, text))


def _starts(line: str, begin: int) -> Iterator[re.Match[str]]:
    """Find what opens a cell: dice, or a word that is not the rest of the dice before it."""
    # The names inside a Snowie position are anybody's words.
    masked = _SNOWIE.sub(lambda found: "·" * len(found[0]), line)
    last: re.Match[str] | None = None
    for found in _START.finditer(masked, begin):
        after_dice = last is not None and last["dice"] and not found["dice"] and not found["win"]
        if after_dice and last is not None:
            between = masked[last.end() : found.start()]
            # "62: Concedes" and "43: ????" are one cell, "62:          Concedes" are two.
            if not between.strip() and len(between) <= 2:
                continue
        last = found
        yield found


def _cell(number: int, column: Column, start: re.Match[str], text: str) -> Cell:
    if start["dice"]:
        first, second = int(start["dice"][0]), int(start["dice"][1])
        dice = (first, second) if first and second else None
        return Cell(number, column, "roll", dice, text)
    for kind in ("double", "take", "drop", "beaver", "resign", "unrecorded"):
        if start[kind]:
            value = start["cube"] or start["turned"]
            words = f"{start[0]} {text}".strip()
            return Cell(number, column, _KINDS[kind], None, words, int(value) if value else None)
    raise AssertionError("every start is one of these")


_KINDS: Mapping[str, CellKind] = {
    "double": "double",
    "take": "take",
    "drop": "drop",
    "beaver": "beaver",
    "resign": "resign",
    "unrecorded": "unrecorded",
}


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
