"""A log on the table's own screen: on and back, by itself, and to what matters.

The same screen shows a file, other programs' files too, and the past of a live table. The keys are
those of the table of actions; a number typed goes to that action, words behind / are searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult

from app.composer import Composed
from app.decisions import SHOWN, in_words
from app.screens.going import Going
from app.screens.judging import Judging
from widgets.panel import Panel
from widgets.prompt import Reply
from widgets.transport import Moved, Transport

if TYPE_CHECKING:
    from app.decisions import Decision
    from app.rollout import Choice
    from rules.saying import Fault


class ReplayScreen(Going):
    """A log, wherever its viewer wants to be in it."""

    looks_on = False
    transport = True

    @cached_property
    def judging(self) -> Judging:
        """What the engine says of this log; it is asked when somebody wants to know."""
        return Judging(self.past.history, self._judged)

    def compose(self) -> ComposeResult:
        """Make the table's panes and the transport."""
        yield from super().compose()
        yield Transport(self._, id="transport")

    def on_unmount(self) -> None:
        """Let the engine go."""
        self.judging.stop()

    @property
    def moments(self) -> frozenset[str]:
        """What can be done now, in the words of the table of keys."""
        found = {"replay"}
        if self._table is None:
            found.add("replay_file")
            if self.judging.possible:
                found.add("reviewable")
        if self.judging.errors:
            found.add("reviewed")
        return frozenset(found)

    # What is shown

    def recompose_text(self, text: str) -> None:
        """Say what the text would do, or what is known about the action shown."""
        message, look = self._comes_to(text) if text.strip() else self._about_here()
        self.composed = Composed(text, message=message, look=look)
        self.query_one(Reply).say(message, look)
        self.draw()

    def draw(self) -> None:
        """Show the view and the transport."""
        super().draw()
        speed = self._("x{speed}", speed=f"{self.speed:g}")
        self.query_one(Transport).show(
            self.past.at, self.past.length, self.playing, bool(self.judging.errors), speed
        )

    def _comes_to(self, text: str) -> tuple[str, str]:
        head, _, rest = text.strip().partition(" ")
        if text.startswith("/"):
            return self._("Enter searches the story."), "strong"
        if head.isdecimal():
            return self._("Enter goes to action {n} of {all}.", n=head, all=self.past.length), (
                "strong"
            )
        if head == "game" and rest.strip().isdecimal():
            return self._("Enter goes to game {n}.", n=rest.strip()), "strong"
        return self._("A number goes to that action, game 2 to a game; / searches."), "wait"

    def _about_here(self) -> tuple[str, str]:
        if self.notice[0]:
            return self.notice
        if self.judging.running:
            done, due = self.judging.progress
            return self._("The engine judges: {done} of {due}.", done=done, due=due), "wait"
        if self.judging.rolling:
            done, due = self.judging.progress
            n = self.judging.rolling
            text = self._(
                "Action {n} is played on to the end: {done} of {due}.", n=n, done=done, due=due
            )
            return text, "wait"
        if choices := self.judging.rolled.get(self.past.at):
            return "; ".join(map(self._rolled, choices)), "strong"
        found = self.judging.at(self.past.at)
        if found:
            return "; ".join(map(self._verdict, found)), "strong" if _cost(found) else "dim"
        return "", ""

    def _verdict(self, one: Decision) -> str:
        chosen, best = (in_words(what, one.player, self._) for what in (one.chosen, one.best))
        facts = {"player": one.player, "chosen": chosen, "best": best}
        if one.lost < SHOWN:
            return self._("{player}: {chosen} is best", **facts)
        return self._(
            "{player}: {chosen} loses {lost}; best: {best}",
            lost=self._.decimal(one.lost, 3),
            **facts,
        )

    def _rolled(self, one: Choice) -> str:
        what = f"{one.cube}: {self._(one.what)}" if one.cube else one.what
        value = self._.decimal(one.rolled.equity, 3, "+")
        return f"{'*' * one.chosen}{what} {value} ± {self._.decimal(one.rolled.error, 3)}"

    def _do_replay_error_forward(self) -> None:
        self._jump(lambda entry: entry.n in self.judging.errors, 1, self._("No later error."))

    def _do_replay_error_back(self) -> None:
        self._jump(lambda entry: entry.n in self.judging.errors, -1, self._("No earlier error."))

    # Errors, talk, judgement, leaving

    def _do_replay_talk(self) -> None:
        on_now = not self.past.with_talk
        self.past.tell_talk(on_now)
        if on_now:
            self.turn_to("talk")
            self.say(self._("Each side's talk is shown."))
        else:
            self.say(self._("Each side's talk is hidden."))

    def _do_replay_review(self) -> None:
        if self.judging.done and self.judging.review is not None:
            from app.screens.summary import SummaryScreen

            self.app.push_screen(SummaryScreen(self.judging.review, self._))
            return
        self.judging.start(self)
        self.recompose_text(self.command.value)

    def _do_replay_rollout(self) -> None:
        self.notice = ("", "")
        self.judging.roll_out(self, self.past.at)
        self.recompose_text(self.command.value)

    def _judged(self, trouble: Fault | None) -> None:
        """Show how far the engine is, or why it cannot go on."""
        if trouble is not None:
            self.say(self._(trouble.text, **trouble.facts), "bad")
        else:
            self.recompose_text(self.command.value)

    def _do_escape(self) -> None:
        if self.command.value or self._table is None:
            self.set_text("")
        else:
            self.dismiss()

    def _do_quit(self) -> None:
        # Whoever came from another screen goes back to it; under it lies Textual's own blank one.
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.app.exit()

    @on(Panel.Clicked)
    def _moved(self, event: Panel.Clicked) -> None:
        if isinstance(event.what, Moved):
            self.do(f"replay_{event.what.motion}")


def _cost(found: Iterable[Decision]) -> bool:
    return any(one.lost >= SHOWN for one in found)
