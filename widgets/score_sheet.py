"""The score sheet: a row a game, totals, circles and crosses, and the sum that must be 0."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from rules.state import GameRecord
from widgets.names import beginning, known_names
from widgets.panel import Bit, Line, Panel
from widgets.same import Same
from widgets.words import Words, fit, signed

if TYPE_CHECKING:
    from rules.views import View


class ScoreSheet(Panel):
    """The sheet of a session, the newest games last; it scrolls where players or games are many."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.view: View | None = None
        self.first_player = 0
        self.back = 0

    def show(self, view: View) -> None:
        """Show a view's scores."""
        self.view = view
        self.repaint()

    def scroll_games(self, by: int) -> None:
        """Show older (positive) or newer games."""
        games = len(self.view.table.games) if self.view else 0
        self.back = max(0, min(self.back + by, games - 1))
        self.repaint()

    def scroll_players(self, by: int) -> None:
        """Show players further right or left, where not all fit."""
        names = len(self.view.scores) if self.view else 0
        self.first_player = max(0, min(self.first_player + by, names - 1))
        self.repaint()

    def content(self) -> Hashable:
        """Share the sheet of one view."""
        return Same(self.view), self.first_player, self.back

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the names, as many games as fit, the game being played, and the totals."""
        if self.view is None or not self.view.scores:
            return [[], [Bit(fit(self._("all"), 4), "title"), Bit(self._("sum {n}", n=0))]]
        table = self.view.table
        scores: Mapping[str, int] = self.view.scores
        if height < 2:
            return [self._standing(scores, width)]
        now = {name: scores[name] - table.scores.get(name, 0) for name in scores}
        games = len(table.games) + any(now.values())
        room = 2 if height >= 3 + min(games, 2) else 1
        names, column = self._columns(list(scores), width, room)
        hidden = len(scores) - len(names)
        heads = self._headings(names, column, hidden, room)
        rows = [self._game(record, names, column) for record in table.games]
        if table.game is not None and any(now.values()):
            row = [Bit(fit(str(table.game.number), 3, right=True) + " ", "dim")]
            row += [Bit(fit(signed(now[name]), column, right=True), "dim") for name in names]
            rows.append(row)
        room = max(height - len(heads) - 1, 0)
        end = len(rows) - min(self.back, max(len(rows) - room, 0))
        total = [Bit(fit(self._("all"), 4), "title")]
        total += [Bit(fit(signed(scores[n]), column, right=True), "strong") for n in names]
        total.append(Bit("  " + self._("sum {n}", n=sum(scores.values())), "dim"))
        shown = rows[max(end - room, 0) : end] if room else []
        return [*heads, *shown, total]

    def _standing(self, scores: Mapping[str, int], width: int) -> Line:
        """Draw the totals in one line, each beside its name, as there is no heading."""
        assert self.view is not None
        end = "  " + self._("sum {n}", n=sum(scores.values()))
        first = min(self.first_player, len(scores) - 1)
        line: Line = []
        used, hidden = cell_len(end), first
        for left, name in zip(range(len(scores) - first, 0, -1), list(scores)[first:], strict=True):
            text, figure = f"{'  ' if line else ''}{name} ", signed(scores[name])
            rest = first + left - 1
            size = cell_len(text + figure)
            if line and used + size + len(self._hidden(rest)) > width:
                hidden = first + left
                break
            line += [
                Bit(text, "title" if name == self.view.table.box else ""),
                Bit(figure, "strong"),
            ]
            used += size
        if hidden:
            line.append(Bit(self._hidden(hidden), "dim"))
        return [*line, Bit(end, "dim")]

    def _hidden(self, n: int) -> str:
        """Say how many have no room; beside figures a bare +2 would read as points."""
        return "  " + self._("and {n} more", n=n) if n else ""

    def _columns(self, names: list[str], width: int, rows: int) -> tuple[list[str], int]:
        """Return the players in view and the width of a column, wide enough to tell them apart."""
        room = width - 4 - 8
        longest = max(9, *(cell_len(name) + 1 for name in names))
        column = min(max((room // max(len(names), 1)), 5), longest)
        while column < room and not all(self._short(name, column, rows) for name in names):
            column += 1
        fits = max(room // column, 1)
        if len(names) <= fits:
            return names, column
        fits = max((room - 4) // column, 1)
        first = min(self.first_player, len(names) - fits)
        return names[first : first + fits], column

    def _short(self, name: str, column: int, rows: int) -> str:
        assert self.view is not None
        return beginning(name, known_names(self.view), rows * (column - 1))

    def _headings(self, names: list[str], column: int, hidden: int, rows: int) -> list[Line]:
        """Return the names in one row, or in two where one has no room for all of them whole."""
        assert self.view is not None
        size = column - 1
        two = rows > 1 and any(cell_len(name) > size for name in names)
        upper: Line = [Bit(" " * 4)]
        lower: Line = [Bit(fit(self._("gm"), 4), "title")]
        for name in names:
            look = "title" if name == self.view.table.box else "strong"
            first, last = "", self._short(name, column, rows if two else 1) or fit(name, size)
            if two and cell_len(last) > size:
                first = set_cell_size(last, size)
                while not last.startswith(first):
                    first = first[:-1]  # A blank stood for half of a wide character.
                first, last = first.rstrip(), last[len(first) :].lstrip()
            upper.append(Bit(" " + fit(first, size, right=not last), look))
            lower.append(Bit(" " + fit(last, size, right=not first), look))
        if hidden:
            lower.append(Bit(self._(" +{n}", n=hidden), "dim"))
        return [upper, lower] if two else [lower]

    def _game(self, record: GameRecord, names: list[str], column: int) -> Line:
        line = [Bit(fit(str(record.game), 3, right=True) + ("'" if record.amended else " "))]
        for name in names:
            text = signed(record.points[name]) if name in record.points else ""
            if name in record.circled:
                text = f"({text})"
            if name in record.crossed:
                text = f"x{text}"
            if name == record.b:
                text += "b"
            line.append(Bit(fit(text, column, right=True)))
        return line
