"""Are the dice fair? What was thrown at this table, and the proof."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.dice_statistics import page, proof, statistics
from app.screens.reading import Paragraph, ReadingScreen
from app.verify import verify

if TYPE_CHECKING:
    from app.replay import Past
    from widgets.words import Words


class DiceScreen(ReadingScreen):
    """Counts of every die, chi-square in words, commitments, and how to verify them."""

    def __init__(self, past: Past, words: Words) -> None:
        super().__init__(words("Are the dice fair?"), words)
        past.read_on()
        self._all = [
            *page(statistics(past.entries), words),
            ("", ""),
            *proof(verify(past), words),
        ]

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Yield the page, or its lines with the words searched for."""
        terms = wanted.casefold().split()
        for text, look in self._all:
            if all(term in text.casefold() for term in terms):
                yield text, look
