"""Lines as they are drawn, made once for all who see the same.

Fifty people look at one table from one process. Most lines of their screens are alike, and Textual
keeps what it works out of a strip (its colours for a kind of terminal, its pieces, its escape
codes) with the strip. So equal lines in equal colours are one row with one strip, what differs
between two rows is found once, and a pane whose whole content is alike for many is one picture.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip

MOST_ROWS = 2048
"""Rows kept beyond those on a screen; a table's fifty screens share about two hundred."""

NEAR = 8
"""Cells between two spans of a line up to which it costs less to send them than to step over."""

MOST_PICTURES = 256
"""Whole panes kept: those of the last few actions, as the players and the watchers saw them."""


class Bit(NamedTuple):
    """A piece of a line: its text, how it looks, and what a click on it means.

    A spot is a value, never a widget: rows outlive the screens that they were made for.
    """

    text: str
    look: str = ""
    spot: Any = None


Line = list[Bit]


class Look(NamedTuple):
    """How a bit is drawn: the theme's variables for ink and ground, and what no colour can lose.

    `fade` is how far the ink goes into the background, 0 to 1.
    """

    ink: str = ""
    ground: str = ""
    fade: float = 0.0
    bold: bool = False
    italic: bool = False
    underline: bool = False
    reverse: bool = False


LOOKS: dict[str, Look] = {
    "box": Look("chouette-box", bold=True),
    "team": Look("chouette-team", bold=True),
    "border": Look("foreground", fade=0.3),
    "dark": Look(ground="chouette-point"),
    "light": Look(ground="chouette-point-light"),
    "number": Look("foreground", fade=0.2),
    "dice": Look("background", "foreground", bold=True),
    "used": Look("foreground", fade=0.4),
    "cube": Look("chouette-cube", bold=True),
    "from": Look(bold=True, underline=True),
    "to": Look("background", "chouette-cube", bold=True),
    "chosen": Look(bold=True, reverse=True),
    "last": Look(underline=True),
    "title": Look(bold=True),
    "dim": Look("foreground", fade=0.35),
    "strong": Look(bold=True),
    "good": Look("chouette-good", bold=True),
    "bad": Look("chouette-bad", bold=True),
    "key": Look("chouette-cube", bold=True),
    "ask": Look("chouette-cube", bold=True),
    "cursor": Look(bold=True, reverse=True),
    "wait": Look("foreground", fade=0.35, italic=True),
}
"""How a bit can look.

No component classes of Textual: each would be a node to match against the style sheet in every
pane, and the first paint would take a third longer.
"""


COLORS = tuple(
    sorted({"background"} | {name for look in LOOKS.values() for name in look[:2] if name})
)
"""The theme's variables that any look is made of."""


class Palette:
    """Every look in the colours of one theme, on one ground. Get it from `palette`."""

    def __init__(self, base: Style, colors: Mapping[str, str]) -> None:
        self._styles = {"": base}
        self._colors = colors

    def style(self, look: str) -> Style:
        """Return a look, which may be several names apart by blanks: the last wins."""
        if (style := self._styles.get(look)) is None:
            style = self._styles[""]
            for name in look.split():
                style += _style(LOOKS[name], self._colors)
            self._styles[look] = style
        return style


def palette(base: Style, variables: Mapping[str, str]) -> Palette:
    """Return the palette of a pane's own style in a theme; the same object for the same colours."""
    return _palette(base, tuple((name, variables[name]) for name in COLORS))


@lru_cache(maxsize=64)
def _palette(base: Style, colors: tuple[tuple[str, str], ...]) -> Palette:
    return Palette(base, dict(colors))


class Row:
    """A line in its colours, as wide as its pane. Get it from `row`: equal ones are one object."""

    __slots__ = ("bits", "strip")

    def __init__(self, bits: tuple[Bit, ...], width: int, palette: Palette) -> None:
        self.bits = bits
        segments = [Segment(bit.text, palette.style(bit.look)) for bit in bits if bit.text]
        self.strip = Strip(segments).adjust_cell_length(width, palette.style(""))

    def spot_at(self, x: int) -> Any:
        """Return what a click on a cell means, or None."""
        end = 0
        for bit in self.bits:
            end += cell_len(bit.text)
            if x < end:
                return bit.spot
        return None


@lru_cache(maxsize=MOST_ROWS)
def row(bits: tuple[Bit, ...], width: int, palette: Palette) -> Row:
    """Return the row of a line: the same object for everybody who sees it."""
    return Row(bits, width, palette)


@lru_cache(maxsize=MOST_ROWS)
def changed_cells(before: Row, now: Row) -> tuple[tuple[int, int], ...]:
    """Return the spans of cells that differ, each with its first cell and the one after its last.

    Spans that are nearly beside each other are one: to go to a cell costs bytes too.
    """
    old, new = cells(before.strip), cells(now.strip)
    if len(old) != len(new):
        return ((0, max(len(old), len(new))),)
    spans: list[list[int]] = []
    for x, (was, is_) in enumerate(zip(old, new, strict=True)):
        half = bool(spans) and spans[-1][1] == x and "" in (was[0], is_[0])
        if was == is_ and not half:  # the second half of a changed wide letter goes with the first
            continue
        if spans and x - spans[-1][1] < NEAR:
            spans[-1][1] = x + 1
        else:
            spans.append([x, x + 1])
    return tuple((start, end) for start, end in spans)


def cells(strip: Strip) -> list[tuple[str, Style | None]]:
    """Return what each cell of a strip shows; the second half of a wide letter is empty."""
    found: list[tuple[str, Style | None]] = []
    for text, style, _ in strip:
        if text.isascii():
            found += [(letter, style) for letter in text]
            continue
        for letter in text:
            size = cell_len(letter)
            if size:
                found += [(letter, style), *[("", style)] * (size - 1)]
            elif found:  # a mark upon the letter before it
                found[-1] = (found[-1][0] + letter, found[-1][1])
    return found


class Picture:
    """A whole pane as it is drawn. Get it from `picture` where many may see the same."""

    __slots__ = ("_filtered", "rows")

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        self._filtered: dict[tuple[tuple[LineFilter, ...], Color], list[Strip]] = {}

    def strips(self, filters: tuple[LineFilter, ...], ground: Color) -> list[Strip]:
        """Return the lines as the filters of one kind of terminal leave them."""
        key = filters, ground
        if (found := self._filtered.get(key)) is None:
            found = [row.strip for row in self.rows]
            for one in filters:
                found = [strip.apply_filter(one, ground) for strip in found]
            self._filtered[key] = found
        return found


@lru_cache(maxsize=2 * MOST_PICTURES)
def changes(before: Picture, now: Picture) -> tuple[Region, ...]:
    """Return the cells that differ between two pictures of the same size."""
    found: list[Region] = []
    for y, (old, new) in enumerate(zip(before.rows, now.rows, strict=True)):
        if old is not new:
            spans = changed_cells(old, new)
            found += [Region(start, y, end - start, 1) for start, end in spans]
    return tuple(found)


_PICTURES: dict[Hashable, Picture] = {}


def picture(key: Hashable, make: Callable[[], Iterable[Row]]) -> Picture:
    """Return the picture of a key, made where it is not known yet; the oldest are forgotten."""
    if (found := _PICTURES.get(key)) is None:
        while len(_PICTURES) >= MOST_PICTURES:
            del _PICTURES[next(iter(_PICTURES))]
        found = _PICTURES[key] = Picture(make())
    return found


def _style(look: Look, variables: Mapping[str, str]) -> Style:
    """Return a look in the colours of a theme."""
    ink = ground = None
    if look.ink:
        color = Color.parse(variables[look.ink])
        if look.fade:
            color = color.blend(Color.parse(variables["background"]), look.fade)
        ink = color.rich_color
    if look.ground:
        ground = Color.parse(variables[look.ground]).rich_color
    return Style(
        color=ink,
        bgcolor=ground,
        bold=look.bold or None,
        italic=look.italic or None,
        underline=look.underline or None,
        reverse=look.reverse or None,
    )
