"""The question in words, what Enter will send, and a refusal with its clause."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from widgets.panel import Bit, Line, Panel
from widgets.words import Words, cut, fit, wrap

_CITED = re.compile(r" \([^()]*\d[^()]*\)$")
_SENTENCE_ENDS = re.compile(r"(?<=[.?!]) (?!\()")


@dataclass(frozen=True)
class ClauseClicked:
    """The clause that a refusal cites."""

    rule: str


class Story(Panel):
    """What happened last and what is asked, in a line above the command."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.sentences: tuple[str, ...] = ()

    def show(self, sentences: Iterable[str]) -> None:
        """Show sentences, the most important last."""
        # A note ends as its writer ended it; the next sentence must not run on from it.
        sentences = tuple(s + "." * s[-1].isalnum() for s in sentences if s)
        if sentences != self.sentences:
            self.sentences = sentences
            self.repaint()

    def content(self) -> Hashable:
        """Share the sentences."""
        return self.sentences

    def needed(self, width: int) -> int:
        """Return the lines without which the last sentence would be cut, two at most."""
        least = min((len(wrap(" ".join(part), width)) for part in self._parts()), default=1)
        return min(least, 2)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the last texts that fit whole; of the very last its last sentences at least."""
        rows: list[str] = []
        for part in self._parts():
            rows = wrap(" ".join(part), width)
            if len(rows) <= height:
                return [[Bit(row)] for row in rows]
        return [[Bit(row)] for row in cut(rows, width, height)]

    def _parts(self) -> list[list[str]]:
        """Return what could be told, as much as there is first, the last sentence alone last."""
        texts = list(self.sentences)
        parts = [texts[start:] for start in range(len(texts))]
        if texts:
            # What comes last in a text matters most: who won, the line that was drawn.
            last = _SENTENCE_ENDS.split(texts[-1])
            parts += [last[start:] for start in range(1, len(last))]
            # The clause is cited again by whatever is refused; the sentence is said only here.
            parts.append([_CITED.sub("", last[-1])])
        return parts


class Reply(Panel):
    """Beneath the command: what Enter sends, or why not and under which clause."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.message = ""
        self.refused = False
        self.rule = ""
        self.clause = ""
        self.look = ""
        self.action = ""

    def say(self, message: str, look: str = "", action: str = "", clause: str = "") -> None:
        """Say what Enter would send, or a notice; a click on it does `action`.

        `clause` is the one that the message cites, where `?` opens it.
        """
        told = (message, "", clause, look, action)
        self.refused = False
        if told != (self.message, self.rule, self.clause, self.look, self.action):
            self.message, self.rule, self.clause, self.look, self.action = told
            self.repaint()

    def refuse(self, message: str, rule: str) -> None:
        """Say why not, with the clause that `?` opens, where there is one."""
        self.refused = True
        self.message, self.rule, self.look, self.action = message, rule, "bad", ""
        self.clause = rule
        self.repaint()

    @property
    def _tail(self) -> str:
        return f" ({self.rule}) ?" if self.rule else " ?" if self.clause else ""

    def wanted(self, width: int) -> int:
        """Return the lines needed to read it whole, at most three."""
        return max(min(len(wrap(self.message + self._tail, width)), 3), 1)

    def content(self) -> Hashable:
        """Share the message."""
        return self.message, self.refused, self.rule, self.clause, self.look, self.action

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the message, the clause at its end."""
        tail = self._tail
        rows, kept = wrap(self.message + tail, width), self.message
        while len(rows) > height and kept:
            # Whole words go, so that the clause at the end stays.
            kept = kept.rpartition(" ")[0]
            rows = wrap(f"{kept} ~{tail}", width)
        spot = ClauseClicked(self.clause) if self.clause else self.action or None
        return [[Bit(row, self.look, spot)] for row in rows[:height]]


class KeyLine(Panel):
    """The keys that do something now; each can be clicked."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.keys: tuple[tuple[str, str, str], ...] = ()

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Show keys, each as (key, label, action id)."""
        keys = tuple(keys)
        if keys != self.keys:
            self.keys = keys
            self.repaint()

    def content(self) -> Hashable:
        """Share the keys."""
        return self.keys

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw as many as fit, the most important first."""
        rows: list[Line] = [[]]
        used = 0
        for key, label, action in self.keys:
            size = len(key) + len(label) + 3
            if used + size - 2 > width:
                if len(rows) == height:
                    break
                rows.append([])
                used = 0
            rows[-1] += [Bit(key, "key", action), Bit(f" {label}", "", action), Bit("  ")]
            used += size
        return rows


class TitleLine(Panel):
    """The first line: the session, the game, the stake, who looks, and LIVE."""

    def __init__(self, words: Words | None = None, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.parts: tuple[str, ...] = ()
        self.right = ""

    def show(self, parts: Iterable[str], right: str) -> None:
        """Show the parts that fit from the left, and `right` at the end."""
        self.parts, self.right = tuple(part for part in parts if part), right
        self.repaint()

    def content(self) -> Hashable:
        """Share the line."""
        return self.parts, self.right

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the line."""
        room = width - len(self.right) - 1
        text = ""
        for part in self.parts:
            joined = f"{text}  {part}" if text else part
            if len(joined) > room and text:
                break
            text = joined
        return [[Bit(fit(text, room), "title"), Bit(" " + self.right, "strong")]]
