"""What shows between the panes of a screen: nothing, and that need not be worked out anew."""

from __future__ import annotations

from rich.style import Style
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from widgets.panel import Dress, dress_of
from widgets.rows import picture, row


class Ground(Screen[None]):
    """A screen whose ground is of one colour, and drawn once for all of its size and colours.

    A screen is a widget beneath the others: without this, every letter that anybody types would
    have all its lines made again.
    """

    _dress: Dress | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region for the compositor."""
        if self._dress is None:
            color = self.styles.background.rich_color
            self._dress = dress_of(self, Style.from_color(bgcolor=color))
        dress, size = self._dress, self.size
        if not dress.plain or crop != size.region:
            return super().render_lines(crop)
        blank = picture(
            (Ground, size, dress.colors),
            lambda: [row((), size.width, dress.colors)] * size.height,
        )
        return blank.strips(dress.filters, dress.ground)

    def notify_style_update(self) -> None:
        """Forget the colours when the theme changes."""
        super().notify_style_update()
        self._dress = None
