"""Rows to choose values from, for the setup screen: drawn by lines, explained at the foot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_args

from rich.cells import cell_len

from app.clause_words import heading
from rules.ruleset import Ruleset
from widgets.panel import Bit, Line, Panel
from widgets.words import Words, fit, wrap

_AMOUNT = r"\d+(?:[.,]\d+)?"
_SIGN = r"[^\W\d_]*|[^\w\s.,+-]?"
_MONEY = re.compile(rf"({_SIGN})\s*({_AMOUNT})\s*({_SIGN})")


@dataclass(frozen=True)
class Row:
    """One thing to choose: its name, the value in words, and what explains it."""

    name: str
    value: str
    note: str
    changed: bool = False


class Choices(Panel, can_focus=True):
    """Rows with a value each; the chosen row is explained at the foot."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.rows: list[Row] = []
        self.at = 0

    def show(self, rows: list[Row]) -> None:
        """Show rows; the place stays."""
        self.rows = rows
        self.at = min(self.at, len(rows) - 1)
        self.repaint()

    def move(self, by: int) -> None:
        """Go to another row."""
        self.at = max(0, min(self.at + by, len(self.rows) - 1))
        self.repaint()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the rows about the chosen one, and its explanation."""
        if not self.rows:
            return []
        notes = wrap(self.rows[self.at].note, width)[:3]
        room = max(height - 4, 1)
        first = max(0, min(self.at - room // 2, len(self.rows) - room))
        lines: list[Line] = []
        column = 20 if width >= 60 else 18
        for number, row in enumerate(self.rows[first : first + room], first):
            chosen = number == self.at
            look = "cursor" if chosen and self.has_focus else "strong" if chosen else ""
            sign = ">" if chosen else "*" if row.changed else " "
            name = fit(self._(heading(row.name)), column)
            wide = max(width - column - 4, 1)
            # The clause stands at the foot too, where the row is the chosen one.
            value = row.value if cell_len(row.value) <= wide else row.value.partition(" (")[0]
            value = fit(value, wide).rstrip()
            lines.append(
                [
                    Bit(f"{sign} ", "key", number),
                    Bit(name, "", number),
                    Bit(" "),
                    Bit(value, look, number),
                ]
            )
        more = len(self.rows) - first - room
        hint = self._("{n} more below", n=more) if more > 0 else ""
        return [*lines, [Bit(hint, "dim")], *[[Bit(note, "dim")] for note in notes]]

    def on_focus(self) -> None:
        """Show where the keys go."""
        self.repaint()

    def on_blur(self) -> None:
        """Show that the keys go elsewhere."""
        self.repaint()


class Caption(Panel):
    """A word beside a field."""

    def __init__(self, text: str, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.caption = text

    def lines(self, width: int, height: int) -> list[Line]:
        """Draw it."""
        return [[Bit(fit(self.caption, width), "title")]]


def values_of(option: str) -> list[Any]:
    """Return the values that an option can take, in order.

    >>> values_of("jacoby"), values_of("three_handed")
    ([True, False], ['both_or_none', 'as_usual'])
    """
    kind = Ruleset.model_fields[option].annotation
    if kind is bool:
        return [True, False]
    if kind is int:
        return list(range(3, 25))
    return list(get_args(kind))


def money_in(text: str) -> tuple[str, str]:
    """Return the currency and the stake in a text; ValueError where it is not an amount.

    >>> money_in("$5"), money_in("2,50 EUR"), money_in("")
    (('$', '5'), ('EUR', '2.50'), ('', '1'))
    >>> money_in("-3")
    Traceback (most recent call last):
    ValueError: -3
    """
    if not text.strip():
        return "", "1"
    match = _MONEY.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return (match[1] or match[3]).strip(), match[2].replace(",", ".")
