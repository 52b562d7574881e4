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
        rows: list[list[Line]] = [[[Bit(self._("LINE"), "title")]]]
        people = list(self._people(self.view))
        for bits in people:
            if rows[-1] and _size([*rows[-1], bits]) > width:
                rows.append([])
            rows[-1].append(bits)
        if len(rows) > height > 0:
            rows = rows[:height]
            # How many have no room takes the place of the last who have.
            while True:
                hidden = len(people) + 1 - sum(map(len, rows))
                more: Line = [Bit(self._("and {n} more", n=hidden), "dim")]
                if len(rows[-1]) < 2 or _size([*rows[-1], more]) <= width:
                    break
                rows[-1].pop()
            rows[-1].append(more)
        return [[bit for bits in row for bit in (Bit("  "), *bits)][1:] for row in rows]

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


def _size(parts: list[Line]) -> int:
    """Return the cells that parts of a row take with two blanks between them."""
    return sum(cell_len(bit.text) for bits in parts for bit in bits) + 2 * (len(parts) - 1)
