"""How checkers, dice and borders look: letters, discs or large; shape before colour.

Letters are the default, and pure ASCII: they are read aloud, and never of ambiguous width. Discs
and large use signs that some East Asian terminals draw two cells wide, and so are chosen by a
setting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.values import Side

Style: TypeAlias = Literal["letters", "discs", "large"]


@dataclass(frozen=True)
class Glyphs:
    """One way to draw; `one`, `two`, `three` are a checker's lines at that height."""

    name: Style
    one: dict[Side, str]
    two: dict[Side, tuple[str, str]]
    three: dict[Side, tuple[str, str, str]]
    corner: tuple[str, str, str, str] = ("+", "+", "+", "+")
    across: str = "-"
    down: str = "|"
    pip: str = "o"

    def checker(self, side: Side, tall: int, line: int) -> str:
        """Return one line of a checker that is `tall` lines high."""
        if tall == 1:
            return self.one[side]
        return self.two[side][line] if tall == 2 else self.three[side][line]


LETTERS = Glyphs(
    "letters",
    {"box": "X", "team": "O"},
    {"box": ("\\X/", "/X\\"), "team": ("/O\\", "\\O/")},
    {"box": ("\\|/", "-X-", "/|\\"), "team": ("/-\\", "|O|", "\\-/")},
)
DISCS = Glyphs(
    "discs",
    {"box": "●", "team": "○"},
    {"box": ("▟█▙", "▝▀▘"), "team": ("╭─╮", "╰─╯")},
    {"box": ("▟█▙", "███", "▝▀▘"), "team": ("╭─╮", "│ │", "╰─╯")},
    ("┌", "┐", "└", "┘"),
    "─",
    "│",
    "●",
)
LARGE = Glyphs(
    "large",
    {"box": "■", "team": "□"},
    {"box": ("███", "▀▀▀"), "team": ("┌─┐", "└─┘")},
    {"box": ("▄▄▄▄▄", "██X██", "▀▀▀▀▀"), "team": ("┌───┐", "│ O │", "└───┘")},
    ("┌", "┐", "└", "┘"),
    "─",
    "│",
    "●",
)
GLYPHS: dict[Style, Glyphs] = {"letters": LETTERS, "discs": DISCS, "large": LARGE}
LETTER: dict[Side, str] = {"box": "X", "team": "O"}
"""The letter of each side, in words as well."""
