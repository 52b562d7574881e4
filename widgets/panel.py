"""What all live panes share: they are drawn by lines, and repaint only the cells that changed.

Textual's Static lays out anew on every update, and RichLog and DataTable cost two to three times
the CPU and the bytes of a widget drawn by lines. A pane therefore says only what its lines are; the
difference to what is on the screen is found here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from rich.style import Style
from textual import events
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from widgets.rows import Bit, Line, Palette, Picture, Row, changes, palette, picture, row
from widgets.same import Same
from widgets.words import Words


class Dress(NamedTuple):
    """What a theme and a terminal make of a widget: worked out once, for every frame asks for it.

    `plain` says that nothing is drawn but the lines: no border, padding, tint or opacity.
    """

    colors: Palette
    ground: Color
    filters: tuple[LineFilter, ...]
    plain: bool


def dress_of(widget: Widget, base: Style | None = None) -> Dress:
    """Return how a widget is dressed now; it changes with the style (`notify_style_update`).

    `base` is what a bit without a look is drawn in, the widget's own style if None.
    """
    styles = widget.styles
    plain = (
        not any(widget.gutter)
        and not any(edge for edge, _ in styles.outline)
        and widget.opacity == styles.background.a == 1
        and not styles.tint.a
    )
    return Dress(
        palette(base or widget.rich_style, widget.app.theme_variables),
        widget.background_colors[1],
        tuple(widget.get_line_filters()),
        plain,
    )


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
        self._room = Size(0, 0)
        self._drawn: Picture | None = None
        self._dress: Dress | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        """Let nobody share what other lines than those of `content` are drawn of."""
        super().__init_subclass__(**options)
        if "lines" in cls.__dict__ and "content" not in cls.__dict__:
            setattr(cls, "content", Panel.content)  # noqa: B010 (mypy)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Return what the pane shows in that many cells; at most `height` lines are drawn."""
        raise NotImplementedError

    def content(self) -> Hashable:
        """Return all that the lines are made of but size and words, None to share with nobody.

        A process draws panes of the same kind and content once for all its screens. Who gives
        other `lines` gives another `content` too, or shares nothing.
        """
        return None

    def repaint(self) -> None:
        """Draw the lines anew and send to the terminal only the cells that differ."""
        width, height = self._room
        if not width or not height:
            return
        before, colors = self._drawn, self._dressed().colors
        content = self.content()
        if content is None:
            self._drawn = Picture(self._made(width, height, colors))
        else:
            key = type(self), content, Same(self._), width, height, colors
            self._drawn = picture(key, lambda: self._made(width, height, colors))
        if before is None or len(before.rows) != height:
            self.refresh()
        elif before is not self._drawn and (changed := changes(before, self._drawn)):
            self.refresh(*changed)

    def _made(self, width: int, height: int, colors: Palette) -> list[Row]:
        lines = list(self.lines(width, height))[:height]
        lines += [[]] * (height - len(lines))
        return [row(tuple(line), width, colors) for line in lines]

    def render_line(self, y: int) -> Strip:
        """Return one line for the compositor."""
        if self._drawn is not None and y < len(self._drawn.rows):
            return self._drawn.rows[y].strip
        return Strip.blank(self.size.width, self.rich_style)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region for the compositor.

        Textual works out border, padding and opacity for every pane in every frame of every
        viewer. Where a pane has none, its lines are what is drawn.
        """
        dress = self._dressed()
        if self._drawn is None or not dress.plain or crop.bottom > len(self._drawn.rows):
            return super().render_lines(crop)
        strips = self._drawn.strips(dress.filters, dress.ground)[crop.y : crop.bottom]
        if crop.column_span != (0, self._room.width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything for the new size; Textual works a size out anew whenever asked."""
        self._room = self.size
        self._drawn = None
        self.repaint()

    def on_hide(self, event: events.Hide) -> None:
        """Draw nothing until there is room again."""
        self._room = Size(0, 0)

    def notify_style_update(self) -> None:
        """Forget the colours when the theme changes."""
        super().notify_style_update()
        self._dress = None
        self._drawn = None
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked, if something is there."""
        if (what := self.spot_at(event.x, event.y)) is not None:
            event.stop()
            self.post_message(self.Clicked(self, what, event.x))

    def spot_at(self, x: int, y: int) -> Any:
        """Return what lies under a cell, or None."""
        rows = self._drawn.rows if self._drawn is not None else ()
        return rows[y].spot_at(x) if 0 <= y < len(rows) else None

    @property
    def text(self) -> str:
        """The pane as plain text, for tests and for reading aloud."""
        return "\n".join(row.strip.text.rstrip() for row in self._drawn.rows) if self._drawn else ""

    def _dressed(self) -> Dress:
        if self._dress is None:
            self._dress = dress_of(self)
        return self._dress


__all__ = ["Bit", "Line", "Panel"]
