"""The board of a moment as a picture: SVG, the Box at the bottom."""

from __future__ import annotations

import html
from collections.abc import Iterator

from app.export import ExportError
from app.history import History
from rules.cube import Cube
from rules.ids import read_position_id
from rules.position import BAR, OFF, Position
from rules.state import Game, Table
from widgets.words import Words

_POINT, _CHECKER, _BAR, _TRAY, _RACK = 40, 36, 46, 52, 150
_HEIGHT, _EDGE = 440, 14
_BAR_X = _EDGE + 6 * _POINT
_TRAY_X = _BAR_X + _BAR + 6 * _POINT
_RACK_X = _TRAY_X + _TRAY
_WIDTH = _RACK_X + _RACK + _EDGE
_STACK = 5
"""Checkers drawn one by one; more are counted on the last."""
_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_PIPS = {
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
"""Where the pips of a die lie; drawn, so that a picture needs no font to show the roll."""
_COLORS = {"box": ("#f4efe2", "#222222"), "team": ("#8c2f2b", "#ffffff")}


def export_svg(history: History, at: int, with_talk: bool, words: Words | None = None) -> str:
    """Return the board as it was after action `at`; ExportError where none is known."""
    table = history.tables[at]
    game = table.game
    if game is None:
        raise ExportError(
            "no game was being played after action {n}: choose a moment in a game with --at", n=at
        )
    position = game.position
    if table.board == "physical":
        if table.shown is None:
            raise ExportError(
                "this game is played on a real board, and nobody had shown its position"
                " by action {n}",
                n=at,
            )
        position = read_position_id(table.shown)
    return board_svg(table, game, position)


def board_svg(table: Table, game: Game, position: Position) -> str:
    """Return the picture of a position that is seen by the side in turn."""
    if game.turn == "team":
        position = position.flip()
    box, team = position
    title = f"{game.boxer} against {', '.join(game.on_team())}, game {game.number}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT + 60}"'
        ' font-family="sans-serif" role="img">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT + 60}" fill="#ffffff"/>',
        f'<rect x="{_EDGE}" y="30" width="{12 * _POINT + _BAR + _TRAY}" height="{_HEIGHT}"'
        ' fill="#e9dcc3" stroke="#333"/>',
        *_points(),
        f'<rect x="{_BAR_X}" y="30" width="{_BAR}" height="{_HEIGHT}" fill="#b89a6a"/>',
        f'<rect x="{_TRAY_X}" y="30" width="{_TRAY}" height="{_HEIGHT}" fill="#cdb78d"/>',
    ]
    for point in range(1, BAR + 1):
        parts += _stack("box", point, box[point], bottom=point <= 12)
        # The Team's point p is the Box's 25 - p; its bar is drawn below, where it enters from.
        mirrored = 25 - point if point < BAR else BAR
        parts += _stack("team", mirrored, team[point], bottom=mirrored <= 12 or point == BAR)
    parts += _off(box[OFF], "box", _HEIGHT + 10)
    parts += _off(team[OFF], "team", 60)
    parts += _dice(game)
    parts += _rack(game)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _points() -> Iterator[str]:
    for point in range(1, 25):
        x, bottom = _x(point), point <= 12
        base, tip = (_HEIGHT + 30, _HEIGHT - 150) if bottom else (30, 210)
        color = "#c8963c" if point % 2 else "#7a8f5a"
        half = _POINT // 2
        yield f'<path d="M{x - half} {base} L{x + half} {base} L{x} {tip} Z" fill="{color}"/>'
        y = _HEIGHT + 46 if bottom else 24
        yield f'<text x="{x}" y="{y}" font-size="12" text-anchor="middle">{point}</text>'


def _x(point: int) -> int:
    """The middle of a point, as the Box numbers them: 1 at the bottom right."""
    if point == BAR:
        return _BAR_X + _BAR // 2
    column = 12 - point if point <= 12 else point - 13
    return _EDGE + column * _POINT + _POINT // 2 + (_BAR if column >= 6 else 0)


def _stack(side: str, point: int, count: int, *, bottom: bool) -> Iterator[str]:
    fill, ink = _COLORS[side]
    x, radius = _x(point), _CHECKER // 2
    for index in range(min(count, _STACK)):
        step = index * _CHECKER + radius
        y = _HEIGHT + 28 - step if bottom else 32 + step
        yield f'<circle cx="{x}" cy="{y}" r="{radius - 1}" fill="{fill}" stroke="#222"/>'
        if count > _STACK and index == _STACK - 1:
            yield _text(x, y + 5, str(count), ink)


def _off(count: int, side: str, y: int) -> Iterator[str]:
    if count:
        fill, _ = _COLORS[side]
        x = _TRAY_X + _TRAY // 2
        yield f'<circle cx="{x - 12}" cy="{y - 5}" r="7" fill="{fill}" stroke="#222"/>'
        yield _text(x + 10, y, str(count), "#222222")


def _dice(game: Game) -> Iterator[str]:
    if game.dice is None or game.turn is None:
        return
    fill, ink = _COLORS[game.turn]
    for index, die in enumerate(game.dice):
        x, y = _BAR_X + _BAR + 80 + index * 44, _HEIGHT // 2 + 12
        yield f'<rect x="{x}" y="{y}" width="34" height="34" rx="6" fill="{fill}" stroke="#222"/>'
        for dx, dy in _PIPS[die]:
            yield f'<circle cx="{x + 17 + 9 * dx}" cy="{y + 17 + 9 * dy}" r="3" fill="{ink}"/>'


def _rack(game: Game) -> Iterator[str]:
    """Every cube beside the board: at the top with the Team, at the bottom with the Box."""
    places = {"team": 36, "center": _HEIGHT // 2 - 10, "box": _HEIGHT - 10}
    rows = {"team": 0, "center": 0, "box": 0}
    for cube in game.cubes:
        where = _where(cube)
        shift = rows[where] * 30
        rows[where] += 1
        y = places[where] - shift if where == "box" else places[where] + shift
        value, label = (cube.offered or cube.value), f"{cube.player}: {cube.boxer}"
        shade = "1" if cube.live else "0.35"
        yield f'<g opacity="{shade}">'
        yield (
            f'<rect x="{_RACK_X + 8}" y="{y}" width="30" height="26" rx="4" fill="#fff"'
            ' stroke="#222"/>'
        )
        yield _text(_RACK_X + 23, y + 18, str(value), "#222222")
        note = label if cube.live else f"{label} {_closed(cube)}"
        yield f'<text x="{_RACK_X + 44}" y="{y + 17}" font-size="11">{html.escape(note)}</text>'
        yield "</g>"


def _where(cube: Cube) -> str:
    if cube.owner is None:
        return "center"
    return "box" if cube.owner == cube.boxer else "team"


def _closed(cube: Cube) -> str:
    return f"({cube.points:+d})" if cube.points else "(0)"


def _text(x: int, y: int, text: str, ink: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="14" text-anchor="middle" fill="{ink}">'
        f"{html.escape(text)}</text>"
    )
