"""`chouette learn --plain`: the guided first game told line by line, step for step the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.lesson import STEPS, Lesson, answers_of
from app.plain import Plain, Write
from rules.actions import Double, PlayMove
from widgets.asking import may
from widgets.words import signed

if TYPE_CHECKING:
    from app.session import Session
    from rules.views import View
    from widgets.words import Words


class PlainLesson(Lesson):
    """The lesson for whoever types: it names commands where the screen's names keys."""

    def _deal(self, number: int) -> str:
        return self._(
            "A deal is proposed to you. Type agree {n}, or refuse {n}.",
            n=number,
        )

    def _done(self) -> str:
        return self._("(All {all} seen; quit leaves.)", all=len(STEPS))

    def _between(self, view: View, mine: bool) -> str:
        table, words = view.table, self._
        if not table.games:
            return words(
                "{me}, you are Box: alone against the Team of {captain} (the Captain) and the "
                "others. Each of them has a cube with you. Type start.",
                me=self.me,
                captain=table.captain,
            )
        won, left = signed(table.games[-1].points.get(self.me, 0)), self._left()
        if not left:
            return words(
                "You have {points} in this game: sheet tells a line for each, and its sum is "
                "zero. {box} is Box next. You know it all now: start plays on, quit leaves.",
                points=won,
                box=table.box,
            )
        return words(
            "You have {points} in this game: sheet tells a line for each, and its sum is zero. "
            "{box} is Box next, {captain} Captain. start plays on; not met yet: {steps}.",
            points=won,
            box=table.box,
            captain=table.captain,
            steps=left,
        )

    def _opening(self, view: View, mine: bool) -> str:
        if not may(view, self.me, "opening"):
            return ""
        return self._(
            "Box and Captain throw one die each; the higher begins, and plays both dice. "
            "Type opening."
        )

    def _before_roll(self, view: View, mine: bool) -> str:
        words, advice = self._, self.advice(view.table)
        if isinstance(advice, Double):
            if view.table.roller() != self.me:
                return words(
                    "Your side is well ahead, and your cube is your own affair: type hold, so that "
                    "the roll waits, and then double."
                )
            return words(
                "You are well ahead: double before you roll, with the command double. Who takes "
                "plays on for twice as much, who drops pays what the cube was worth."
            )
        if not may(view, self.me, "roll"):
            return ""
        if not may(view, self.me, "double"):
            return words("Your roll. Type roll.")
        if "roll" in self.met:
            return words("Your roll: too early to double. Type roll.")
        return words(
            "Your turn. Before the roll you could double; it is too early for that. Type roll."
        )

    def _play(self, view: View, mine: bool) -> str:
        game, advice, words = view.table.game, self.advice(view.table), self._
        if not may(view, self.me, "play") or game is None:
            return ""
        if not isinstance(advice, PlayMove) or not advice.move.strip("- pas"):
            return words("No checker can move. Type pass.")
        if "play" in self.met:
            return words("A good play: {play}. Type it.", play=advice.move)
        sign = "X" if game.turn == "box" else "O"
        return words(
            "You move the {sign}, from high numbers to low, home to 6 to 1 and then off; board "
            "tells where they are. Type from where to where: {play} is good.",
            sign=sign,
            play=advice.move,
        )

    def _declare(self, view: View, mine: bool) -> str:
        if not mine:
            return ""
        if isinstance(self.advice(view.table), Double):
            return self._("Double or stay? You are ahead: type double.")
        return self._("Double or stay? It is too early: type stay.")

    def _answer(self, view: View, mine: bool) -> str:
        words, rule, table = self._, view.answer_rule, view.table
        if not mine:
            return ""
        good = answers_of(self.advice(table), table)
        if rule is not None and rule.at_least > 0:
            return words(
                "The whole Team doubles! Who takes a cube plays on for twice as much, who drops it "
                "pays. Here take {n} at least, or drop all ({rule}). Good, and typed so: {answer}",
                n=rule.at_least,
                rule=rule.clause,
                answer=good,
            )
        return words(
            "You are doubled: who takes plays on for twice as much, who drops pays what the cube "
            "was worth. Good, and typed so: {answer}",
            answer=good,
        )

    def _extras(self, view: View, mine: bool) -> str:
        words = self._
        if may(view, self.me, "extra"):
            return words(
                "All but one dropped. As a dropper you may give the lone taker an extra: pay him "
                "once, and play on beside the Box. Type extra, or no_extra."
            )
        if mine:
            return words(
                "You alone took, and get extras: each pays you once and gives you a cube at twice "
                "the value. take takes them all, drop drops everything."
            )
        return super()._extras(view, mine)

    def _beavered(self, view: View, mine: bool) -> str:
        if not mine:
            return ""
        return self._("A beaver: taken and doubled once more. Type accept, or drop.")


class LessonPlain(Plain):
    """One newcomer's plain client, with a few words about each moment."""

    def __init__(self, session: Session, words: Words, write: Write) -> None:
        super().__init__(session, words, write)
        me = session.view.here[0]
        others = (name for name in session.view.table.seated if name != me)
        self.lesson = PlainLesson(me, others, words)
        self._heard_of = 0
        self._told = ""

    def ask(self) -> None:
        """Say what the moment is, where that is new, and then what the table asks."""
        for entry in self.session.entries(self._heard_of):
            self._heard_of += 1
            self.lesson.hear(entry)
        if (text := self.lesson.text(self.session.view)) != self._told:
            self._told = text
            self.write(text)
        super().ask()
