"""From keys, clicks and fingers to one text, and from the text to what would be sent.

The text of the command is all the state there is. A key or a click returns another text; reading
the text gives marks for the rack, a half-made play for the board and the line beneath the command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.command_line import CommandError, local_word, read_command, write_marks
from app.preview import forbidding, marks_of, preview
from app.wooden import assumed
from rules.actions import Action
from rules.notation import write_play
from rules.runs import point_name
from widgets.asking import Asking, asking, asks_who_begins, may, requests, verbs, who_may
from widgets.play_entry import Entry, begin, follow
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View


@dataclass(frozen=True)
class Composed:
    """What a text comes to: the actions it sends, its marks and play, and the line beneath it.

    `clause` is the one that the line beneath cites, where the rules forbid what it says.
    """

    text: str = ""
    actions: tuple[Action, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    entry: Entry | None = None
    message: str = ""
    look: str = ""
    clause: str = ""

    @property
    def complete(self) -> bool:
        """Whether a whole play is entered."""
        return self.entry is not None and self.entry.play is not None


class Composer:
    """The command being composed against one view."""

    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self._ = words
        self.asked: Asking = asking(view, words)
        self._start = self._begin()

    def _begin(self) -> Entry | None:
        table, game = self.view.table, self.view.table.game
        if table.phase != "play" or game is None or game.dice is None or table.board != "tracked":
            return None
        return begin(game.position, game.dice)

    @property
    def mine(self) -> bool:
        """Whether the roll is to be played from this terminal."""
        return self._start is not None and bool(who_may(self.view, "play"))

    def read(self, text: str) -> Composed:
        """Return what a text comes to; a colon that a habit puts before it is skipped."""
        text = text.lstrip(" :")
        if not text.strip():
            return self._nothing()
        if self._start is not None and self.is_play(text):
            return self._play(text)
        try:
            actions = read_command(text, self.view)
        except CommandError as error:
            if word := local_word(text):
                return Composed(text, entry=self._start, message=self._("Enter: {what}", what=word))
            message = self._(error.text, **error.facts)
            return Composed(text, entry=self._start, message=message, look="wait")
        marks = marks_of(actions, self.view)
        message = preview(actions, self.view, self._)
        clause = forbidding(actions, self.view)
        return Composed(text, actions, marks, self._start, message, "strong", clause)

    def _nothing(self) -> Composed:
        entry = self._start
        if entry is not None and self.mine and entry.play is not None:
            actions = read_command("play", self.view)
            return Composed(
                "", actions, {}, entry, self._("No legal play: Space passes."), "strong"
            )
        return Composed(entry=entry if self.mine else None)

    def is_play(self, text: str) -> bool:
        """Whether a text, not blank, begins as a play does."""
        head = text.strip().casefold()
        return head[0].isdigit() or head.split("/")[0] in ("bar", "b")

    def _play(self, text: str) -> Composed:
        assert self._start is not None
        entry = follow(self._start, text)
        if entry.play is not None:
            written = write_play(entry.play)
            actions = read_command(written or "pass", self.view)
            message = self._("Enter sends: {what}", what=written or "-")
            return Composed(text, actions, {}, entry, message, "strong")
        if entry.problem:
            message = self._(entry.problem, **dict(entry.facts))
            return Composed(text, (), {}, entry, message, "bad")
        left = " ".join(map(str, entry.left))
        message = self._("Still to play: {dice}", dice=left)
        if entry.chosen is not None:
            points = " ".join(point_name(p) for p in sorted(entry.targets, reverse=True))
            message = self._(
                "From {point} to: {points}", point=point_name(entry.chosen), points=points
            )
        return Composed(text, (), {}, entry, message, "wait")

    def landing(self, text: str) -> tuple[int, ...]:
        """Return the points where a whole play puts checkers, the mover's numbering; one each."""
        entry = follow(self._start, text) if self._start is not None and text else None
        if self._start is None or entry is None or entry.play is None:
            return ()
        before, after = self._start.now.mine, entry.play.after.mine
        return tuple(p for p in range(1, 25) for _ in range(after[p] - before[p]))

    def click(self, text: str, point: int) -> str:
        """Return the text after a point (the mover's numbering) was clicked."""
        entry = self._entry(text)
        return text if entry is None else entry.click(point).text

    def die(self, text: str, die: int) -> str:
        """Return the text after a die was clicked."""
        entry = self._entry(text)
        return text if entry is None else entry.die(die).text

    def undo(self, text: str) -> str:
        """Return the text one step back: a move of the play, or the last mark."""
        entry = self._entry(text)
        if entry is not None and text and self._start is not None:
            # What cannot be read or played goes first; the moves before it were good.
            bad = self.is_play(text) and bool(follow(self._start, text).problem)
            return entry.text if bad else entry.undo().text
        marks = list(self.read(text).marks.items())
        return write_marks(marks[:-1], self.view)

    def _entry(self, text: str) -> Entry | None:
        if self._start is None or not self.mine:
            return None
        if text.strip() and not self.is_play(text):
            return self._start
        entry = follow(self._start, text)
        return Entry(entry.tree) if entry.problem else entry

    def mark(self, text: str, cube: str | None, mark: str) -> tuple[str, str | None]:
        """Return the text with one cube marked, and the cube that the cursor goes to next."""
        waiting = self.asked.open if mark == "double" else self.asked.pending
        if not waiting:
            return text, cube
        marks = {c: m for c, m in self.read(text).marks.items() if c in waiting}
        at = cube if cube in waiting else next((c for c in waiting if c not in marks), waiting[0])
        if mark == "double" and marks.get(at) == mark:
            del marks[at]
        else:
            marks[at] = mark
        ordered = [(c, marks[c]) for c in waiting if c in marks]
        following = [c for c in waiting[waiting.index(at) + 1 :] if c not in marks]
        rest = following or [c for c in waiting if c not in marks]
        return write_marks(ordered, self.view), rest[0] if rest else at

    def cycle(self, text: str, cube: str) -> tuple[str, str | None]:
        """Return the text after a click on a cube: the next of the answers that it can have."""
        if cube in self.asked.open:
            return self.mark(text, cube, "double")
        choices = self.choices()
        if cube not in self.asked.pending or not choices:
            return text, cube
        now = self.read(text).marks.get(cube)
        following = (
            choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]
        )
        return self.mark(text, cube, following)[0], cube

    def choices(self) -> list[str]:
        """Return the answers that a pending cube can have, taking first."""
        if self.view.table.phase == "beavered":
            answers = ["accept", "drop"]
            return [*answers, "raccoon"] if who_may(self.view, "raccoon") else answers
        rule = self.view.answer_rule
        return ["take", "drop", "beaver"] if rule is None or rule.beavers else ["take", "drop"]

    def double_all(self) -> str:
        """Return the text that doubles with every cube that may be doubled."""
        return write_marks([(cube, "double") for cube in self.asked.open], self.view)

    def verb(self, verb: str) -> str:
        """Return the text of a verb, with its speaker where several sit here."""
        name = who_may(self.view, verb)
        if verb in ("agree", "refuse", "let", "preempt"):
            named = [
                request["proposal"]
                for one in self.view.here
                for request in requests(self.view, one)
                if request["do"] == verb
            ]
            return f"{verb} {max(named)}" if named else ""
        if not name:
            return ""
        shared = len(self.view.here) > 1
        return f"{name.replace(' ', '_')}: {verb}" if shared else verb

    def holds(self) -> list[str]:
        """Return the texts by which those who sit here hold the roll, or let it go again."""
        shared = len(self.view.here) > 1
        return [
            f"{name.replace(' ', '_')}: {verb}" if shared else verb
            for verb in ("hold", "release")
            for name in self.view.here
            if may(self.view, name, verb)
        ]

    def moments(self, composed: Composed) -> frozenset[str]:
        """Return the words by which the table of keys says what can be done now."""
        found = set(verbs(self.view))
        if self.asked.step:
            found.add("step")
        if composed.complete and self.mine:
            found.add("complete")
        if composed.text:
            found.add("entry")
        if self.asked.pending and self.view.table.phase != "beavered":
            found |= {"answer", "taking"}
            if "beaver" in self.choices():
                found.add("beaver")
        if self.view.table.phase == "beavered":
            found -= {"take", "beaver"}
            found |= {"answer"} if self.asked.pending else set()
        else:
            found -= {"accept", "raccoon"}
        if len(self.asked.open) > 1:
            found.add("many")
        if self.view.table.closed:
            found.add("closed")
        if asks_who_begins(self.view):
            found.add("first")
        if self.view.table.board == "physical" and self.view.table.phase in ("before_roll", "play"):
            found |= {"physical", "double", "finish"}
            found |= {"many"} if assumed(self.view.table) == "box" else set()
        return frozenset(found)


__all__ = ["Composed", "Composer"]
