"""The line that commands are typed into; the screen hands it every key, in order.

It is no focusable field: keys to a focused widget and keys to the screen wait in two queues, and
who types fast would see them overtake each other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from rich.cells import cell_len

from widgets.panel import Bit, Line, Panel
from widgets.words import Words

LONGEST = 600
"""Characters; more is no command."""


@dataclass(frozen=True)
class EntryClicked:
    """The line that is typed into."""


class EntryLine(Panel):
    """Text with a cursor; `typing` says that letters go into it."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.value = ""
        self.cursor = 0
        self.typing = False
        self.chosen = False

    def set(self, value: str, typing: bool | None = None, chosen: bool = False) -> None:
        """Show another text with the cursor at its end; `chosen` text is replaced by typing."""
        self.value, self.cursor, self.chosen = value, len(value), chosen and bool(value)
        if typing is not None:
            self.typing = typing
        self.repaint()

    def insert(self, text: str) -> None:
        """Put text at the cursor, without what a terminal would obey."""
        text = unicodedata.normalize("NFC", " ".join(text.split("\n")))
        text = "".join(c for c in text if unicodedata.category(c)[0] != "C")
        before = "" if self.chosen else self.value[: self.cursor]
        after = "" if self.chosen else self.value[self.cursor :]
        joined = (before + text + after)[:LONGEST]
        self.value, self.cursor = joined, min(len(before + text), LONGEST)
        self.chosen = False
        self.repaint()

    def key(self, key: str, character: str | None) -> bool:
        """Do what a key does to the text; False if it does nothing here."""
        if character is not None and character.isprintable():
            self.insert(character)
            return True
        if key not in _KEYS:
            return False
        if self.chosen and key in ("backspace", "delete"):
            self.value, self.cursor = "", 0
        else:
            self.value, self.cursor = _KEYS[key](self.value, self.cursor)
        self.chosen = False
        self.repaint()
        return True

    def place(self, x: int) -> None:
        """Put the cursor at a column."""
        column, self.chosen = x - 2 + self._skipped(self.size.width), False
        at = 0
        while at < len(self.value) and cell_len(self.value[: at + 1]) <= column:
            at += 1
        self.cursor = at
        self.repaint()

    def content(self) -> Hashable:
        """Share the text: mostly nobody types."""
        return self.value, self.cursor, self.typing, self.chosen

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the sign, the text about the cursor, and the cursor while there is typing."""
        text, at = self.value[self._skipped(width) :], self.cursor - self._skipped(width)
        spot = EntryClicked()
        sign = Bit("> ", "strong", spot)
        if not self.typing:
            return [[sign, Bit(text or " ", "", spot), Bit(" " * width, "", spot)]]
        if self.chosen:
            return [[sign, Bit(text, "chosen", spot), Bit(" " * width, "", spot)]]
        under = text[at : at + 1] or " "
        return [
            [
                sign,
                Bit(text[:at], "", spot),
                Bit(under, "cursor", spot),
                Bit(text[at + 1 :] + " " * width, "", spot),
            ]
        ]

    def _skipped(self, width: int) -> int:
        room = max(width - 3, 1)
        skipped = 0
        while cell_len(self.value[skipped : self.cursor]) > room:
            skipped += 1
        return skipped


def _word_left(text: str, at: int) -> int:
    return len(text[:at].rstrip()[: text[:at].rstrip().rfind(" ") + 1])


_KEYS: dict[str, Callable[[str, int], tuple[str, int]]] = {
    "backspace": lambda t, at: (t[: max(at - 1, 0)] + t[at:], max(at - 1, 0)),
    "delete": lambda t, at: (t[:at] + t[at + 1 :], at),
    "left": lambda t, at: (t, max(at - 1, 0)),
    "right": lambda t, at: (t, min(at + 1, len(t))),
    "home": lambda t, at: (t, 0),
    "end": lambda t, at: (t, len(t)),
    "ctrl+a": lambda t, at: (t, 0),
    "ctrl+e": lambda t, at: (t, len(t)),
    "ctrl+u": lambda t, at: (t[at:], 0),
    "ctrl+k": lambda t, at: (t[:at], at),
    "ctrl+w": lambda t, at: (t[: _word_left(t, at)] + t[at:], _word_left(t, at)),
}
