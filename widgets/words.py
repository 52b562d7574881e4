"""Words on the screen: the translator handed down, and text measured in cells."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any

from rich.cells import cell_len, set_cell_size

from rules.saying import say, unchanged


class Words:
    """The sentences of one viewer in his language.

    A translator belongs to one viewer: two people at one table may read two languages. `translate`
    is a gettext function, `plural` an ngettext one, `money` and `number` write amounts; `code` is
    the language's. The English sentence is the id; facts are named and filled in afterwards.

    >>> Words()("{name} to answer.", name="Dana")
    'Dana to answer.'
    >>> Words().count("{n} cube", "{n} cubes", 2)
    '2 cubes'
    """

    def __init__(
        self,
        translate: Callable[[str], str] = unchanged,
        plural: Callable[[str, str, int], str] | None = None,
        money: Callable[[Decimal, str], str] | None = None,
        number: Callable[[Decimal], str] = str,
        code: str = "en",
    ) -> None:
        self.translate = translate
        self.code = code
        self._plural = plural
        self._money = money
        self._number = number

    def __call__(self, text: str, /, **facts: Any) -> str:
        """Return the sentence in this language, with its facts."""
        return say(text, facts, self.translate) if facts else self.translate(text)

    def count(self, one: str, many: str, n: int, /, **facts: Any) -> str:
        """Return the sentence in the form for `n` things; `{n}` is filled in too."""
        if self._plural is not None:
            sentence = self._plural(one, many, n)
        else:
            sentence = self.translate(one if n == 1 else many)
        return sentence.format_map({"n": n, **facts})

    def money(self, amount: Decimal, sign: str) -> str:
        """Return an amount with the table's sign for money, as this language writes it.

        >>> Words().money(Decimal("2.50"), "$"), Words().money(Decimal("2.50"), "EUR")
        ('$2.50', 'EUR 2.50')
        """
        if self._money is not None:
            return self._money(amount, sign)
        # As Translator does in English: letters would run into the figures.
        return f"{sign}{' ' * sign[-1:].isalpha()}{amount}"

    def number(self, value: object) -> str:
        """Return a number as this language writes it; what is no number stays as it is.

        >>> Words(number=lambda n: str(n).replace(".", ",")).number("1.5")
        '1,5'
        """
        try:
            return self._number(Decimal(str(value)))
        except ArithmeticError:
            return str(value)

    def decimal(self, value: float, places: int, sign: str = "") -> str:
        """Return a number with so many places, with this language's decimal sign.

        >>> Words().decimal(0.5, 3), Words().decimal(0.25, 1, "+")
        ('0.500', '+0.2')
        """
        point = self.number("0.5").strip("05")
        return f"{value:{sign}.{places}f}".replace(".", point)

    def listed(self, names: list[str] | tuple[str, ...]) -> str:
        """Return names as a list in words.

        >>> Words().listed(["Ann", "Ben", "Cy"])
        'Ann, Ben and Cy'
        """
        if len(names) < 2:
            return "".join(names)
        return self("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def fit(text: str, width: int, right: bool = False) -> str:
    """Return the text in exactly `width` cells, cut with a tilde where it is longer.

    Wide and combining characters are measured as the terminal shows them.

    >>> fit("Ann", 5), fit("Alexandra", 5), fit("Ann", 5, right=True)
    ('Ann  ', 'Alex~', '  Ann')
    """
    if width <= 0:
        return ""
    size = cell_len(text)
    if size > width:
        return set_cell_size(text, width - 1) + "~"
    pad = " " * (width - size)
    return pad + text if right else text + pad


def cut(rows: list[str], width: int, height: int) -> list[str]:
    """Return at most `height` rows; a tilde at the end says that some were left out.

    >>> cut(["Game over: Player -5,", "Ada +2, Ben +2."], 24, 1)
    ['Game over: Player -5, ~']
    """
    if len(rows) <= height:
        return rows
    last = rows[height - 1]
    last = f"{last} ~" if cell_len(last) < width - 1 else fit(f"{last} ~", width)
    return [*rows[: height - 1], last]


def wrap(text: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` cells, broken at blanks; an indent is kept.

    >>> wrap("Box must take at least 2 of the 3", 20)
    ['Box must take at', 'least 2 of the 3']
    """
    return list(_wrapped(text, width))


@lru_cache(maxsize=8192)
def _wrapped(text: str, width: int) -> list[str]:
    """Wrap; kept, because a log of an evening is wrapped for every screen after every action."""
    indent = text[: len(text) - len(text.lstrip(" "))]
    if indent and len(indent) < width // 2:
        return [indent + line for line in wrap(text.strip(), width - len(indent))]
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while cell_len(word) > width > 0:
            head = set_cell_size(word, width)
            lines.append(head)
            word = word[max(len(head.rstrip()), 1) :]
        line = word
    return [*lines, line] if line else lines or [""]


def signed(points: int) -> str:
    """Return points with their sign, zero without.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '-2', '0')
    """
    return f"{points:+d}" if points else "0"
