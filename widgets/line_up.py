"""The line with everybody's role: who is Box and Captain, away, acted for, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len

from widgets.panel import Bit, Line, Panel
from widgets.same import Same
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View


class LineUp(Panel):
    """The line in rotation order, as many to a row as fit."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.view: View | None = None
        self.present: frozenset[str] = frozenset()
        self.bots: frozenset[str] = frozenset()

    def show(
        self, view: View, present: frozenset[str] = frozenset(), bots: frozenset[str] = frozenset()
    ) -> None:
        """Show a view's line.

        `present` are those connected, where it is a table of many; for `bots` the program plays.
        """
        self.bots = bots
        self.view, self.present = view, present
        self.repaint()

    def content(self) -> Hashable:
        """Share the line of one view."""
        return Same(self.view), self.present, self.bots

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the title, then everybody with his role."""
        if self.view is None:
            return []
        rows: list[Line] = [[Bit(self._("LINE"), "title")]]
        used = len(rows[0][0].text)
        for bits in self._people(self.view):
            size = sum(cell_len(bit.text) for bit in bits)
            if used + 2 + size > width and used:
                rows.append([])
                used = -2
            rows[-1] += [Bit("  " if used >= 0 else ""), *bits]
            used += 2 + size
        return rows

    def _people(self, view: View) -> Iterable[Line]:
        table = view.table
        for name in (*table.seated, *table.joiners):
            bits = [Bit(name, "ask" if name in view.to_act else "")]
            words = []
            if name == table.box:
                words.append(self._("BOX"))
            if name == table.captain:
                words.append(self._("CAPT"))
            if table.game and name == table.game.mover != table.captain:
                words.append(self._("ACT"))
            if name in (table.partner, table.assistant):
                words.append(self._("PART"))
            if name in table.away:
                words.append(self._("away"))
            if name in table.proxies:
                words.append(self._("by {name}", name=table.proxies[name]))
            if name in table.joiners and name not in table.seated:
                words.append(self._("joins"))
            if name in self.bots:
                words.append(self._("bot"))
            elif name in self.present:
                words.append("*")
            if words:
                bits.append(Bit(" " + " ".join(words), "dim"))
            yield bits
