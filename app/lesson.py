"""The guided first game: what a newcomer is told at each moment, and what he has met so far.

A lesson looks at the table and at what its person did, and says one short thing: what the moment is
and which key does it. It waits for him and never acts. What it advises, the built-in judge advises.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.bots import choose
from app.character import Character
from app.policy import Policy
from rules.actions import Action, Answer, Double, PlayMove
from rules.log import Entry
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
    """One person's first game: `met` are the steps behind him."""

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
            count = self._done()
        return f"{count} {self._say(view)}"

    def _say(self, view: View) -> str:
        table = view.table
        mine = self.me in view.to_act
        for proposal in table.proposals:
            if self.me in proposal.waits_for:
                return self._deal(proposal.id)
        if table.phase in _TOLD and (text := getattr(self, f"_{_TOLD[table.phase]}")(view, mine)):
            return str(text)
        names = self._.listed([name for name in view.to_act if name != self.me])
        if not names:
            return self._("The program is thinking.")
        return self._("The table waits for {names}: the program plays there.", names=names)

    def _done(self) -> str:
        return self._("(All {all} seen; q leaves.)", all=len(STEPS))

    def _deal(self, number: int) -> str:
        return self._("A deal is proposed to you: y agrees, n refuses, Enter sends.")

    def _between(self, view: View, mine: bool) -> str:
        table, words = view.table, self._
        if not table.games:
            return words(
                "{me}, you are Box: alone against the Team of {captain} (the Captain) and the "
                "others. Each of them has a cube with you. Space starts the game.",
                me=self.me,
                captain=table.captain,
            )
        won = signed(table.games[-1].points.get(self.me, 0))
        left = self._left()
        if not left:
            return words(
                "You have {points} in this game: the sheet has a row for each, and its sum is "
                "zero. {box} is Box next. You know it all now: Space plays on, q leaves.",
                points=won,
                box=table.box,
            )
        return words(
            "You have {points} in this game: the sheet has a row for each, and its sum is zero. "
            "{box} is Box next, {captain} Captain. Space plays on; not met yet: {steps}.",
            points=won,
            box=table.box,
            captain=table.captain,
            steps=left,
        )

    def _left(self) -> str:
        """Return what was not met yet, in words."""
        words = self._
        return words.listed([words(_STEP_WORDS[step]) for step in STEPS if step not in self.met])

    def _opening(self, view: View, mine: bool) -> str:
        if not may(view, self.me, "opening"):
            return ""
        return self._(
            "Box and Captain throw one die each; the higher begins, and plays both dice. "
            "Space throws."
        )

    def _before_roll(self, view: View, mine: bool) -> str:
        words, advice = self._, self.advice(view.table)
        if isinstance(advice, Double):
            if view.table.roller() != self.me:
                return words(
                    "Your side is well ahead, and your cube is your own affair: h holds the roll, "
                    "then d turns it and Enter sends."
                )
            if len(advice.cubes or ()) > 1:
                return words(
                    "You are well ahead: double before you roll. D turns every cube that you "
                    "may, Enter sends. Each of them then takes, or drops and pays."
                )
            return words(
                "You are well ahead: double before the roll. d turns the cube, Enter sends. Who "
                "takes plays on for twice as much, who drops pays what it was worth."
            )
        if not may(view, self.me, "roll"):
            return ""
        if not may(view, self.me, "double"):
            return words("Your roll: Space rolls.")
        if "roll" in self.met:
            return words("Your roll: too early to double. Space rolls.")
        return words(
            "Your turn. Before the roll you could double (d); it is too early for that. "
            "Space rolls."
        )

    def _play(self, view: View, mine: bool) -> str:
        game, advice, words = view.table.game, self.advice(view.table), self._
        if not may(view, self.me, "play") or game is None:
            return ""
        if not isinstance(advice, PlayMove) or not advice.move.strip("- pas"):
            return words("No checker can move. Space passes.")
        if "play" in self.met:
            return words("A good play: {play}. Type it, or click; Enter sends.", play=advice.move)
        sign = "X" if game.turn == "box" else "O"
        return words(
            "You move the {sign}, from high numbers to low, home to 6 to 1 and then off. Type from "
            "where to where: {play} is good. Or click. u takes it back, Enter sends.",
            sign=sign,
            play=advice.move,
        )

    def _declare(self, view: View, mine: bool) -> str:
        if not mine:
            return ""
        if isinstance(self.advice(view.table), Double):
            return self._("Double or stay? You are ahead: d doubles, Enter sends.")
        return self._("Double or stay? It is too early: s stays, Enter sends.")

    def _answer(self, view: View, mine: bool) -> str:
        words, rule, table = self._, view.answer_rule, view.table
        if not mine:
            return ""
        good = answers_of(self.advice(table), table)
        if rule is not None and rule.at_least > 0:
            return words(
                "The whole Team doubles! t takes a cube and plays on for twice as much, x drops it "
                "and pays. Here take {n} at least, or drop all ({rule}). Good: {answer}. "
                "Enter sends.",
                n=rule.at_least,
                rule=rule.clause,
                answer=good,
            )
        return words(
            "You are doubled: t takes and plays on for twice as much, x drops and pays what the "
            "cube was worth. Up and Down choose a cube. Good: {answer}. Enter sends.",
            answer=good,
        )

    def _extras(self, view: View, mine: bool) -> str:
        words = self._
        if may(view, self.me, "extra"):
            return words(
                "All but one dropped. As a dropper you may give the lone taker an extra: pay him "
                "once, and play on beside the Box. e gives it, n does not; Enter sends."
            )
        if mine:
            return words(
                "You alone took, and get extras: each pays you once and gives you a cube at twice "
                "the value. t takes them all, x drops everything; Enter sends."
            )
        return words(
            "Only one took. The droppers may now give an extra: pay once, and play on beside you."
        )

    def _beavered(self, view: View, mine: bool) -> str:
        if not mine:
            return ""
        return self._("A beaver: taken and doubled once more. a accepts it, x drops. Enter sends.")

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


def _(text: str) -> str:
    """Mark a text for translation; it is translated where it is shown."""
    return text


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
