"""Colour depth per session, as Textual line filters that are made once for the whole process.

Everything is drawn in 24 bit and brought down on the way out, because Rich and Textual cache the
escape codes of a style for the process and not for a terminal. The filters are singletons because
the caches of drawn lines go by the filter's identity.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter

from app.ssh.cleaning import harmless
from app.ssh.guest import Colors

_SYSTEMS = {"256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
_DEFAULT = RichColor.default()
_LIGHT = 127.0


def _luminance(color: RichColor) -> float:
    red, green, blue = color.get_truecolor()
    return 0.299 * red + 0.587 * green + 0.114 * blue


class Clean(LineFilter):
    """Takes whatever a terminal would obey out of drawn text."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Give the segments with the same styles, and text that cannot steer a terminal."""
        return [Segment(harmless(text), style, None) for text, style, _ in segments]


class Depth(LineFilter):
    """Brings colours down to what one kind of terminal shows."""

    def __init__(self, colors: Colors) -> None:
        super().__init__()
        self.colors = colors

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Give the segments in this filter's colours; text and widths stay."""
        change = _without_color if self.colors == "none" else _reduced
        return [
            Segment(text, None if style is None else change(style, self.colors), None)
            for text, style, _ in segments
        ]


@lru_cache(8192)
def _reduced(style: Style, colors: Colors) -> Style:
    system = _SYSTEMS[colors]
    front, back = style.color, style.bgcolor
    new_front = None if front is None else front.downgrade(system)
    new_back = None if back is None else back.downgrade(system)
    fell_together = new_front is not None and new_front == new_back and front != back
    if fell_together:
        # Two shades fell together: the text would vanish.
        dark = _luminance(back if back is not None else _DEFAULT) < _LIGHT
        new_front = RichColor.from_ansi(15 if dark else 0)
    return style + Style.from_color(new_front, new_back)


@lru_cache(8192)
def _without_color(style: Style, _colors: Colors) -> Style:
    front, back = style.color, style.bgcolor
    plain = style + Style.from_color(_DEFAULT, _DEFAULT)
    if (
        front is not None
        and back is not None
        and ColorType.DEFAULT not in (front.type, back.type)
        and _luminance(back) > _LIGHT > _luminance(front)
    ):
        # Dark on light is how a cursor or a chosen row is drawn: without colours it is reverse.
        return plain + Style(reverse=not style.reverse)
    return plain


class Chain(LineFilter):
    """Several filters as one: a drawn line then has one cached form, and is looked up once."""

    def __init__(self, *filters: LineFilter) -> None:
        super().__init__()
        self.filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Give the segments as they come out of the last filter."""
        for one in self.filters:
            segments = one.apply(segments, background)
        return segments


CLEAN = Clean()
DEPTHS: dict[Colors, Depth] = {"256": Depth("256"), "16": Depth("16"), "none": Depth("none")}
_CHAINS: dict[tuple[int, Colors], tuple[TerminalTheme | None, tuple[LineFilter, ...]]] = {}


def filters_for(colors: Colors, theme: TerminalTheme | None) -> tuple[LineFilter, ...]:
    """Give the filters of one terminal, the same object for every session alike.

    `theme` gives the ANSI colours their 24 bit values; None leaves them as they are.
    """
    known = _CHAINS.get((id(theme), colors))
    if known is None:
        chain: list[LineFilter] = [CLEAN]
        if theme is not None:
            chain.insert(0, ANSIToTruecolor(theme))
        if colors != "true":
            chain.append(DEPTHS[colors])
        # the theme is kept with them, so that its id stays its own
        known = _CHAINS[id(theme), colors] = (theme, (Chain(*chain),))
    return known[1]
