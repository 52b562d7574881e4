"""The story in sentences, and talk: lines that grow at the end and can be read back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from rich.cells import cell_len

from widgets.panel import Bit, Line, Panel
from widgets.words import Words, wrap

MOST_READ = 2000
"""Entries that can be read back to."""


class LogView(Panel):
    """Lines of text with the newest at the bottom; reading back is never pulled away from.

    `live` says that the newest is in view. A line is its text and its look.
    """

    def __init__(self, title: str, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.title = title
        self.story: list[tuple[str, str]] = []
        self.note = ""
        self.back = 0
        self._wrapped: tuple[int, int, list[Line]] = (0, -1, [])

    @property
    def live(self) -> bool:
        """Whether the newest line is in view."""
        return self.back == 0

    def show(self, story: Sequence[tuple[str, str]], note: str = "") -> None:
        """Show the lines of a story; `note` stands beside the title."""
        grown = len(story) - len(self.story)
        if self.back and grown > 0:
            before = len(self._all(self.size.width))
            self.story = list(story)
            self._wrapped = (0, -1, [])
            self.back += len(self._all(self.size.width)) - before
        self.story, self.note = list(story), note
        self._wrapped = (0, -1, [])
        self.repaint()

    def scroll(self, by: int) -> None:
        """Read back (positive) or forward."""
        most = max(len(self._all(self.size.width)) - max(self.size.height - 1, 1), 0)
        self.back = max(0, min(self.back + by, most))
        self.repaint()

    def content(self) -> Hashable:
        """Share what is in view while the newest is, which depends on the last entries alone."""
        if self.back:
            return None
        return self.title, self.note, tuple(self.story[-self.size.height :])

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the title and the last lines that fit above the place read back to."""
        heads = self._heads(width)
        room = max(height - len(heads), 0)
        if self.back:
            wrapped = self._all(width)
            end = len(wrapped) - self.back
            shown = wrapped[max(end - room, 0) : end]
        else:
            last = _wrapped(self.story[-height:], width)
            shown = last[max(len(last) - room, 0) :]
        return [*heads, *shown]

    def _heads(self, width: int) -> list[Line]:
        """Return the title with the note beside it, below it where it has no room there."""
        head = [Bit(self.title, "title")]
        heads: list[Line] = [head]
        if self.note and cell_len(f"{self.title}  {self.note}") <= width:
            head.append(Bit(f"  {self.note}", "dim"))
        elif self.note:
            heads += [[Bit(row, "dim")] for row in wrap(self.note, width)]
        if self.back:
            head.append(Bit("  " + self._("{n} newer lines below", n=self.back), "ask"))
        return heads

    def _all(self, width: int) -> list[Line]:
        if self._wrapped[:2] != (width, len(self.story)):
            self._wrapped = (width, len(self.story), _wrapped(self.story[-MOST_READ:], width))
        return self._wrapped[2]


def _wrapped(story: Sequence[tuple[str, str]], width: int) -> list[Line]:
    lines: list[Line] = []
    for text, look in story:
        first, *more = wrap(text, max(width - 2, 8))
        lines.append([Bit(first, look)])
        lines += [[Bit("  " + part, look)] for part in more]
    return lines
