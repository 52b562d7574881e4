"""A review as a page: each player's plays and cubes, and what cost most."""

from __future__ import annotations

from collections.abc import Iterable

from app.decisions import SHOWN, Decision, Review
from app.screens.reading import Paragraph, ReadingScreen
from widgets.words import Words


class SummaryScreen(ReadingScreen):
    """What everybody lost, per player and then decision by decision."""

    def __init__(self, review: Review, words: Words) -> None:
        super().__init__(words("What was best"), words)
        self.review = review

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Yield the players and the decisions with the words searched for."""
        words, terms = self._, wanted.casefold().split()

        def fits(text: str) -> bool:
            return all(term in text.casefold() for term in terms)

        for name, record in self.review.players.items():
            if not fits(name):
                continue
            yield name, "title"
            for kind, tally in ((words("plays"), record.checkers), (words("cubes"), record.cube)):
                facts = {"kind": kind, "n": tally.count}
                lost, each = words.decimal(tally.lost, 2), words.decimal(tally.rate, 3)
                yield (
                    words("  {kind}: {n}, lost {lost}, {each} each", lost=lost, each=each, **facts),
                    "",
                )
            yield (
                words(
                    "  luck: {luck} in {n} rolls",
                    luck=words.decimal(record.luck, 2, "+"),
                    n=record.rolls,
                ),
                "",
            )
        yield "", ""
        costly = sorted(
            (one for one in self.review.decisions if one.lost >= SHOWN), key=lambda one: -one.lost
        )
        if costly:
            yield words("What cost most:"), "title"
        for one in costly:
            if fits(text := self._line(one)):
                yield text, ""
        if self.review.left_out:
            yield words("The game that is still being played was left out."), "dim"
        if self.review.unjudged:
            yield words("The engine could not judge {n} decisions.", n=self.review.unjudged), "dim"

    def _line(self, one: Decision) -> str:
        return f"{self._.decimal(one.lost, 3)}  {one.told(self._)}"
