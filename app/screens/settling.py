"""The end of a session: who pays whom, as text to paste into a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.screens.reading import Paragraph, ReadingScreen
from rules.sheet import money, settle_up
from widgets.words import Words, signed

if TYPE_CHECKING:
    from rules.views import View


class SettlingScreen(ReadingScreen):
    """The standing and the payments that bring everybody to zero."""

    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words("Who pays whom"), words)
        self.view = view

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Yield the standing, then the payments; a search leaves the lines with its words."""
        for line, look in settling_lines(self.view, self._):
            if wanted.casefold() in line.casefold():
                yield line, look


def settling_lines(view: View, words: Words) -> Iterable[Paragraph]:
    """Yield the lines of a settling-up: title, standing, payments in points and money."""
    table = view.table
    standing = dict(view.scores)
    yield table.title or words("Chouette"), "title"
    yield words.count("{n} game", "{n} games", len(table.games)), "dim"
    for name, points in sorted(standing.items(), key=lambda one: -one[1]):
        yield f"{name} {signed(points)}", ""
    yield words("sum {n}", n=sum(standing.values())), "dim"
    yield "", ""
    payments = settle_up(standing)
    if not payments:
        yield words("Nobody owes anybody."), "strong"
    for payment in payments:
        amount = words.money(money(payment.points, table.stake), table.currency)
        facts = {"frm": payment.frm, "to": payment.to, "points": payment.points, "amount": amount}
        if table.currency or table.stake != 1:
            yield words("{frm} pays {to} {points} = {amount}", **facts), "strong"
        else:
            yield words("{frm} pays {to} {points}", **facts), "strong"
