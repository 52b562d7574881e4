"""What all live panes share: they are drawn by lines, and repaint only the cells that changed.

Textual's Static lays out anew on every update, and RichLog and DataTable cost two to three times
the CPU and the bytes of a widget drawn by lines. A pane therefore says only what its lines are; the
difference to what is on the screen is found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from widgets.words import Words


class Bit(NamedTuple):
    """A piece of a line: its text, how it looks, and what a click on it means."""

    text: str
    look: str = ""
    spot: Any = None


Line = list[Bit]


@dataclass(frozen=True)
class _Spot:
    y: int
    start: int
    end: int
    what: Any


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


class Panel(Widget):
    """A pane that draws its lines and finds out what changed since it last did."""

    DEFAULT_CSS = """
    Panel {
        background: $background;
        color: $foreground;
    }
    """

    class Clicked(Message):
        """Somebody clicked on a spot of a pane."""

        def __init__(self, panel: Panel, what: Any, x: int = 0) -> None:
            super().__init__()
            self.panel = panel
            self.what = what
            self.x = x

        @property
        def control(self) -> Panel:
            """The pane that was clicked."""
            return self.panel

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ = words or Words()
        self._strips: list[Strip] = []
        self._painted: list[Line] = []
        self._spots: list[_Spot] = []
        self._looks: dict[str, Style] = {}

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Return what the pane shows in that many cells; at most `height` lines are drawn."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Draw the lines anew and send to the terminal only the cells that differ."""
        width, height = self.size
        if not width or not height:
            return
        lines = list(self.lines(width, height))[:height]
        lines += [[]] * (height - len(lines))
        old, self._painted = self._painted, lines
        if len(old) != height or not self._strips:
            self._strips = [self._strip(line, width) for line in lines]
            self._find_spots(lines)
            self.refresh()
            return
        changed: list[Region] = []
        for y, (before, now) in enumerate(zip(old, lines, strict=True)):
            if before == now:
                continue
            strip = self._strip(now, width)
            if (span := _difference(self._strips[y], strip)) is not None:
                start, end = span
                changed.append(Region(start, y, end - start, 1))
            self._strips[y] = strip
        self._find_spots(lines)
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Return one line for the compositor."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.rich_style)

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything for the new size."""
        self._strips = []
        self.repaint()

    def notify_style_update(self) -> None:
        """Forget the colours when the theme changes."""
        super().notify_style_update()
        self._looks.clear()
        self._strips = []
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked, if something is there."""
        if (what := self.spot_at(event.x, event.y)) is not None:
            event.stop()
            self.post_message(self.Clicked(self, what, event.x))

    def spot_at(self, x: int, y: int) -> Any:
        """Return what lies under a cell, or None."""
        for spot in self._spots:
            if spot.y == y and spot.start <= x < spot.end:
                return spot.what
        return None

    @property
    def text(self) -> str:
        """The pane as plain text, for tests and for reading aloud."""
        return "\n".join(strip.text.rstrip() for strip in self._strips)

    def _look(self, look: str) -> Style:
        if (style := self._looks.get(look)) is None:
            style = self.rich_style
            for name in look.split():
                style += _style(LOOKS[name], self.app.theme_variables)
            self._looks[look] = style
        return style

    def _strip(self, line: Line, width: int) -> Strip:
        segments = [Segment(bit.text, self._look(bit.look)) for bit in line if bit.text]
        return Strip(segments).adjust_cell_length(width, self._look(""))

    def _find_spots(self, lines: list[Line]) -> None:
        self._spots = []
        for y, line in enumerate(lines):
            x = 0
            for bit in line:
                end = x + cell_len(bit.text)
                if bit.spot is not None:
                    self._spots.append(_Spot(y, x, end, bit.spot))
                x = end


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


def _difference(before: Strip, now: Strip) -> tuple[int, int] | None:
    """Return the first and the last cell that differ, or None where nothing does."""
    if before.cell_length == now.cell_length and (ends := _ends(before, now)) is not None:
        start, end = ends[0], now.cell_length - ends[1]
        return (start, end) if start < end else None
    old, new = _cells(before), _cells(now)
    if len(old) != len(new):
        return 0, max(len(old), len(new))
    start = next((i for i, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]), -1)
    if start < 0:
        return None
    end = len(old)
    while end > start and old[end - 1] == new[end - 1]:
        end -= 1
    return start, end


def _ends(before: Strip, now: Strip) -> tuple[int, int] | None:
    """Count the cells alike at the start and at the end; None where not every cell is a letter.

    Fifty screens are compared after every action: segments are, and letters only where they differ.
    """
    old, new = list(before), list(now)
    if not all(segment.text.isascii() for segment in (*old, *new)):
        return None
    return _alike(old, new, 1), _alike(old, new, -1)


def _alike(old: list[Segment], new: list[Segment], step: Literal[1, -1]) -> int:
    """Count the letters alike from one end, by their style too."""
    cells = at = there = 0
    ones, others = old[::step], new[::step]
    a = b = ""
    style = other = None
    while True:
        if not a:
            if at == len(ones):
                return cells
            a, style, _ = ones[at]
            at += 1
            a = a[::step]
            continue
        if not b:
            if there == len(others):
                return cells
            b, other, _ = others[there]
            there += 1
            b = b[::step]
            continue
        if style is not other and style != other:
            return cells
        n = min(len(a), len(b))
        if a[:n] != b[:n]:
            return cells + next(i for i in range(n) if a[i] != b[i])
        cells += n
        a, b = a[n:], b[n:]


def _cells(strip: Strip) -> list[tuple[str, Style | None]]:
    cells: list[tuple[str, Style | None]] = []
    for text, style, _control in strip:
        for character in text:
            cells.append((character, style))
            cells.extend([("", style)] * (cell_len(character) - 1))
    return cells
