"""Opens files of XG (.xg), BGBlitz (.bgf) and OGXM (.gvab, its JSON .gva), through `gvformat`.

The package is an extra (`pip install 'chouette[formats]'`). It reads the bytes; here its document
becomes the same neutral match that a text file becomes, with the number of the action in place of
the line.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from app.formats.match import Cell, Column, Game, Match, MatError, Result

_XG = b"RGMH"
_OGXM = b"OGXM"
_BGF_MARK = b'"format"'
_ROLLS = range(21)
_SET_POSITION = 31
_CUBE = {21: "double", 22: "take", 23: "drop", 32: "beaver", 33: "beaver"}
_RESIGNS = (27, 28, 29)
_NOTHING = (24, 25, 26, 30, 37)
"""Marks of a game's end and of a turn passed: the result says the same."""


def kind_of(data: bytes, suffix: str = "") -> str | None:
    """Return which of the formats a file's beginning is: xg, bgf, ogxm or gva; None if none.

    >>> kind_of(b"OGXM rest"), kind_of(b" 7 point match")
    ('ogxm', None)
    """
    if data.startswith((_XG, _XG[::-1])):
        return "xg"
    if data.startswith(_OGXM):
        return "ogxm"
    head = data.lstrip()[:4096]
    first = head.split(b"\n", 1)[0]
    if head.startswith(b"{") and _BGF_MARK in first and b'"do"' not in first:
        return "bgf"
    if head.startswith(b"{") and (b'"player_white"' in head or suffix.lower() == ".gva"):
        return "gva"
    return None


def read_gv(data: bytes, kind: str) -> Match:
    """Read a file of one of the formats; MatError says why it cannot be."""
    document = _document(data, kind)
    try:
        return match_of(document)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise MatError(
            "this {kind} file holds something that is not understood: {reason}",
            kind=kind,
            reason=str(error),
        ) from None


def _document(data: bytes, kind: str) -> Mapping[str, Any]:
    try:
        gvformat = importlib.import_module("gvformat")
    except ImportError:
        raise MatError(
            "a file of this kind ({kind}) is opened by the package gammonview, which is not"
            " installed; pip install 'chouette[formats]' adds it",
            kind=kind,
        ) from None
    read = {
        "xg": gvformat.convert_xg,
        "bgf": gvformat.convert_bgf,
        "ogxm": gvformat.read_gvab,
        "gva": json.loads,
    }[kind]
    try:
        document = read(data)
    except Exception as error:
        # A reader of binary files fails in as many ways as a file can be broken.
        raise MatError(
            "this {kind} file cannot be read: {reason}", kind=kind, reason=str(error)
        ) from None
    if not isinstance(document, Mapping) or not isinstance(document.get("games"), list):
        raise MatError("this {kind} file holds no games", kind=kind)
    return document


def match_of(document: Mapping[str, Any]) -> Match:
    """Return an OGXM document as a match: White is the left column."""
    match = Match(length=int(document.get("match_length") or 0), place="action")
    names = (str(document["player_white"] or "White"), str(document["player_black"] or "Black"))
    match.tags = {"player 1": names[0], "player 2": names[1]}
    for tag in ("crawford", "jacoby", "beaver"):
        if tag in document and (tag == "crawford" or match.length == 0):
            match.tags[tag] = "On" if document[tag] else "Off"
    for tag in ("event", "site"):
        if document.get(tag):
            match.tags[tag] = str(document[tag])
    if seconds := document.get("timestamp"):
        day = datetime.fromtimestamp(int(seconds), UTC)
        match.tags["eventdate"] = f"{day:%Y.%m.%d}"
        match.tags["eventtime"] = f"{day:%H:%M}"
    score, number = (0, 0), 0
    for index, written in enumerate(document["games"], 1):
        game, number = _game(written, index, number, names)
        score = _score(written, score)
        game.score = score
        match.games.append(game)
        score = _after(game, score)
    if not match.games:
        raise ValueError("there is no game in it")
    return match


def _game(
    written: Mapping[str, Any], index: int, number: int, names: tuple[str, str]
) -> tuple[Game, int]:
    game = Game(number + 1, index, names)
    for ply in written.get("plies", ()):
        number += 1
        cell = _cell(ply, number)
        if cell is not None:
            game.cells.append(cell)
    winner, points = written.get("winner"), written.get("points_won")
    if winner in (0, 1) and points:
        game.result = Result(number, "left" if winner == 0 else "right", int(points))
    return game, number


def _score(written: Mapping[str, Any], score: tuple[int, int]) -> tuple[int, int]:
    """The score where the document has it, else the one that the games before add up to."""
    if "white_score" in written and "black_score" in written:
        return int(written["white_score"]), int(written["black_score"])
    return score


def _after(game: Game, score: tuple[int, int]) -> tuple[int, int]:
    if game.result is None or game.result.points is None:
        return score
    left = game.result.column == "left"
    won = game.result.points
    return (score[0] + won, score[1]) if left else (score[0], score[1] + won)


def _cell(ply: Mapping[str, Any], number: int) -> Cell | None:
    action, white = int(ply["action_id"]), ply.get("color") == 1
    column: Column = "left" if white else "right"
    if action in _ROLLS:
        text = " ".join(_move(move, white) for move in ply.get("moves", ()))
        return Cell(number, column, "roll", (int(ply["d1"]), int(ply["d2"])), text)
    if action == _SET_POSITION:
        text = _position(ply["set_position"], white)
        dice = (int(ply["d1"]), int(ply["d2"])) if ply.get("d1") and ply.get("d2") else None
        return Cell(number, column, "roll", dice, f"Illegal play {text}")
    if action in _CUBE:
        kind: Any = _CUBE[action]
        return Cell(number, column, kind, text=kind)
    if action in _RESIGNS:
        return Cell(number, column, "resign", text="resigns")
    if action in _NOTHING:
        return None
    return Cell(number, None, "remark", text=f"action {action} of the file has no counterpart here")


def _move(move: Mapping[str, Any], white: bool) -> str:
    """One step as the mover counts: White's points are numbered the other way in the document."""
    start = 25 - int(move["from"]) if white else int(move["from"])
    return f"{start}/{max(start - int(move['pips']), 0)}"


def _position(board: Sequence[int], white: bool) -> str:
    """Write a board as the mover sees it, in Snowie's order.

    In the document point 0 is White's bar, 25 Black's, and Black's checkers are negative.
    """
    points = [int(count) for count in board]
    mine = points[::-1] if white else [-n for n in points]
    numbers = ";".join(str(n) for n in mine)
    return f"(0;0;1;0;0;;;0;0;0;1;0;{numbers};1;1;)"
