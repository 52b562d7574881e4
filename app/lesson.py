"""The guided first game: what a newcomer is told at each moment, and what he has met so far.

A lesson looks at the table and at what its person did, and says one short thing: what the moment is
and which key does it. It waits for him and never acts. What it advises, the built-in judge advises.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.bots import choose
from app.character import Character
from app.lesson_words import BY_KEYS
from app.policy import Policy
from rules.actions import Action, Answer, Double, PlayMove
from rules.log import Entry
from rules.saying import marked as _
from widgets.asking import may
from widgets.words import signed

if TYPE_CHECKING:
    from rules.state import Table
    from rules.views import View
    from widgets.words import Words

STEPS = ("seat", "roll", "play", "double", "answer", "half", "extras", "sheet")
"""What a first game has to show; each is met once its person has done it, or seen it done."""

_DONE = {
    "start": "seat",
    "roll": "roll",
    "play": "play",
    "double": "double",
    "answer": "answer",
    "take": "answer",
    "drop": "answer",
    "extra": "extras",
    "no_extra": "extras",
}
_ADVISER = Character("expert", thinking=0, deals=0)
JUDGE = Policy(looks_ahead=False)
"""Who judges a first game, for the bots too: quick, and the same for everybody."""


class Lesson:
    """One person's first game: `met` are the steps behind him, `said` what each moment is told."""

    said = BY_KEYS

    def __init__(self, me: str, bots: Iterable[str], words: Words) -> None:
        self.me = me
        self.met: set[str] = set()
        self._bots = frozenset(bots)
        self._ = words
        self._advised: tuple[Table, Action | None] | None = None
        self._half = False

    def hear(self, entry: Entry) -> None:
        """Take in what somebody did; what this person did counts as met."""
        verb = str(entry.request["do"])
        if entry.request.get("by") == self.me and verb in _DONE:
            self.met.add(_DONE[verb])
            if verb == "answer" and self._half:
                self.met.add("half")
        elif verb in ("extra", "no_extra"):
            self.met.add("extras")

    def text(self, view: View) -> str:
        """Return what to say now: the step's number of all, and its sentences."""
        table = view.table
        if table.phase == "between_games" and table.games:
            self.met.add("sheet")
        rule = view.answer_rule
        self._half = self.me in view.to_act and rule is not None and rule.at_least > 0
        words = self._
        count = words("({n} of {all})", n=len(self.met), all=len(STEPS))
        if len(self.met) == len(STEPS):
            count = self._tell("done", all=len(STEPS))
        return f"{count} {self._say(view)}"

    def _say(self, view: View) -> str:
        table = view.table
        mine = self.me in view.to_act
        for proposal in table.proposals:
            if self.me in proposal.waits_for:
                return self._tell("deal", n=proposal.id)
        if table.phase in _TOLD and (text := getattr(self, f"_{_TOLD[table.phase]}")(view, mine)):
            return str(text)
        names = self._.listed([name for name in view.to_act if name != self.me])
        if not names:
            return self._("The program is thinking.")
        return self._("The table waits for {names}: the program plays there.", names=names)

    def _tell(self, moment: str, **facts: object) -> str:
        """Return what is said of a moment, in this person's language."""
        return self._(self.said[moment], **facts)

    def _between(self, view: View, mine: bool) -> str:
        table = view.table
        if not table.games:
            return self._tell("begin", me=self.me, captain=table.captain)
        won = signed(table.games[-1].points.get(self.me, 0))
        if left := self._left():
            return self._tell("next", points=won, box=table.box, captain=table.captain, steps=left)
        return self._tell("end", points=won, box=table.box)

    def _left(self) -> str:
        """Return what was not met yet, in words."""
        words = self._
        return words.listed([words(_STEP_WORDS[step]) for step in STEPS if step not in self.met])

    def _opening(self, view: View, mine: bool) -> str:
        return self._tell("opening") if may(view, self.me, "opening") else ""

    def _before_roll(self, view: View, mine: bool) -> str:
        advice = self.advice(view.table)
        if isinstance(advice, Double):
            if view.table.roller() != self.me:
                return self._tell("hold")
            return self._tell("double_many" if len(advice.cubes or ()) > 1 else "double")
        if not may(view, self.me, "roll"):
            return ""
        if not may(view, self.me, "double"):
            return self._tell("roll")
        return self._tell("early" if "roll" in self.met else "turn")

    def _play(self, view: View, mine: bool) -> str:
        game, advice = view.table.game, self.advice(view.table)
        if not may(view, self.me, "play") or game is None:
            return ""
        if not isinstance(advice, PlayMove) or not advice.move.strip("- pas"):
            return self._tell("dance")
        if "play" in self.met:
            return self._tell("good", play=advice.move)
        return self._tell("play", sign="X" if game.turn == "box" else "O", play=advice.move)

    def _declare(self, view: View, mine: bool) -> str:
        if not mine:
            return ""
        return self._tell("ahead" if isinstance(self.advice(view.table), Double) else "not_ahead")

    def _answer(self, view: View, mine: bool) -> str:
        if not mine:
            return ""
        rule, good = view.answer_rule, answers_of(self.advice(view.table), view.table)
        if rule is not None and rule.at_least > 0:
            return self._tell("half", n=rule.at_least, rule=rule.clause, answer=good)
        return self._tell("answer", answer=good)

    def _extras(self, view: View, mine: bool) -> str:
        if may(view, self.me, "extra"):
            return self._tell("give")
        return self._tell("lone" if mine else "given")

    def _beavered(self, view: View, mine: bool) -> str:
        return self._tell("beaver") if mine else ""

    def advice(self, table: Table) -> Action | None:
        """Return what the built-in judge would do in this person's place; None for nothing."""
        if self._advised is None or self._advised[0] is not table:
            action = choose(table, self.me, JUDGE, _ADVISER, self._bots | {self.me})
            self._advised = (table, action)
        return self._advised[1]


_TOLD = {
    "between_games": "between",
    "opening": "opening",
    "before_roll": "before_roll",
    "play": "play",
    "declare": "declare",
    "answer": "answer",
    "extras": "extras",
    "beavered": "beavered",
}
"""Phase -> the method that tells it."""

_STEP_WORDS = {
    "seat": _("seats"),
    "roll": _("the roll"),
    "play": _("a play"),
    "double": _("doubling"),
    "answer": _("answering"),
    "half": _("the half rule"),
    "extras": _("extras"),
    "sheet": _("the sheet"),
}


def answers_of(action: Action | None, table: Table) -> str:
    """Return an answer as it is typed: "take Ada, drop Ben Cleo"."""
    game = table.game
    if game is None or action is None:
        return "take"
    if not isinstance(action, Answer):
        return action.verb
    said = []
    for mark in ("take", "drop", "beaver"):
        cubes = [game.cube(one) for one in getattr(action, mark)]
        if names := [cube.player.replace(" ", "_") for cube in cubes if cube is not None]:
            said.append(f"{mark} {' '.join(names)}")
    return ", ".join(said)
