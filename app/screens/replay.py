"""A log on the table's own screen: on and back, by itself, and to what matters.

The same screen shows a file, other programs' files too, and the past of a live table. The keys are
those of the table of actions; a number typed goes to that action, words behind / are searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult

from app.composer import Composed
from app.screens.following import Following, talk_in
from app.screens.judging import Judging
from app.screens.layout import Plan, plan
from app.settings import Settings
from app.story import tell
from rules import events as ev
from widgets.panel import Panel
from widgets.prompt import Reply
from widgets.transport import Moved, Transport
from widgets.words import Words

if TYPE_CHECKING:
    from textual.timer import Timer

    from app.replay import ReplaySession
    from app.review import Decision
    from app.session import Session
    from rules.log import Entry

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Actions a second."""

CUBE = (ev.Doubled, ev.Taken, ev.Beavered, ev.BeaverAnswered, ev.ExtraSaid, ev.CubeSold)
MENDED = (ev.Corrected, ev.Chosen, ev.TakenBack, ev.Amended)
DECIDED = ("drop", "beaver_drop", "settle", "preempt")
"""How a cube closes by a decision, and not by the checkers."""


class ReplayScreen(Following):
    """A log, wherever its viewer wants to be in it."""

    looks_on = False

    def __init__(
        self,
        past: ReplaySession,
        words: Words | None = None,
        settings: Settings | None = None,
        live: Session | None = None,
    ) -> None:
        """Make the screen; `live` is the table whose past this is, None for a file."""
        super().__init__(past, words, settings, live)
        self.speed = 1.0
        self.wanted = ""
        self.judging = Judging(past.history, self._judged)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Make the table's panes and the transport."""
        yield from super().compose()
        yield Transport(self._, id="transport")

    def on_unmount(self) -> None:
        """Let the engine go."""
        self.judging.stop()

    def planned(self, width: int, height: int, physical: bool) -> Plan | None:
        """Return the plan for a size, with room for the transport."""
        return plan(
            width,
            height,
            self.front,
            physical=physical,
            transport=True,
            reply=self.reply_rows,
        )

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

    @property
    def playing(self) -> bool:
        """Whether the log goes on by itself."""
        return self._timer is not None

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
        found = self.judging.at(self.past.at)
        if found:
            return "; ".join(map(self._verdict, found)), "strong" if _cost(found) else "dim"
        return "", ""

    def _verdict(self, one: Decision) -> str:
        facts = {"player": one.player, "chosen": one.chosen, "best": one.best}
        if one.lost < 0.0005:
            return self._("{player}: {chosen} is best", **facts)
        return self._(
            "{player}: {chosen} loses {lost}; best: {best}", lost=f"{one.lost:.3f}", **facts
        )

    def say(self, text: str, look: str = "dim") -> None:
        """Say something until the viewer goes elsewhere."""
        self.notice = (text, look)
        self.recompose_text(self.command.value)

    # Going

    def go(self, at: int) -> None:
        """Go to where `at` actions have happened."""
        self.notice = ("", "")
        self.past.go(at)

    def _jump(self, wanted: Callable[[Entry], bool], step: int, none: str) -> None:
        self._pause()
        self.notice = ("", "")
        if not self.past.jump(wanted, step):
            self.say(none)

    def _do_replay_first(self) -> None:
        self._pause()
        self.go(1)

    def _do_replay_last(self) -> None:
        self._pause()
        self.go(self.past.length)

    def _do_replay_back(self) -> None:
        self._pause()
        self.go(self.past.at - 1)

    def _do_replay_forward(self) -> None:
        self._pause()
        self.go(self.past.at + 1)

    def _do_replay_game_forward(self) -> None:
        self._jump(_holds(ev.Started), 1, self._("No later game."))

    def _do_replay_game_back(self) -> None:
        self._jump(_holds(ev.Started), -1, self._("No earlier game."))

    def _do_replay_cube_forward(self) -> None:
        self._jump(cube_decided, 1, self._("No later decision about a cube."))

    def _do_replay_cube_back(self) -> None:
        self._jump(cube_decided, -1, self._("No earlier decision about a cube."))

    def _do_replay_mended_forward(self) -> None:
        self._jump(_holds(*MENDED), 1, self._("No later correction."))

    def _do_replay_mended_back(self) -> None:
        self._jump(_holds(*MENDED), -1, self._("No earlier correction."))

    def _do_replay_remark_forward(self) -> None:
        self._jump(_holds(ev.Remarked), 1, self._("No later flag or note."))

    def _do_replay_remark_back(self) -> None:
        self._jump(_holds(ev.Remarked), -1, self._("No earlier flag or note."))

    def _do_replay_error_forward(self) -> None:
        self._jump(lambda entry: entry.n in self.judging.errors, 1, self._("No later error."))

    def _do_replay_error_back(self) -> None:
        self._jump(lambda entry: entry.n in self.judging.errors, -1, self._("No earlier error."))

    # Searching

    def _do_replay_find(self) -> None:
        self.set_text("/", typing=True)

    def _do_replay_found_forward(self) -> None:
        self._find(1)

    def _do_replay_found_back(self) -> None:
        self._find(-1)

    def _find(self, step: int) -> None:
        if not self.wanted:
            self._do_replay_find()
            return
        words = self.wanted.casefold().split()

        def wanted(entry: Entry) -> bool:
            text = self._story_of(entry)
            return all(word in text for word in words)

        none = (
            self._("{text} is not found from here on.", text=self.wanted)
            if step > 0
            else self._("{text} is not found before this.", text=self.wanted)
        )
        self._jump(wanted, step, none)

    def _story_of(self, entry: Entry) -> str:
        seen = self.past.seen(entry)
        if seen is None:
            return ""
        said = (getattr(one, "text", "") for one in talk_in([seen]))
        return " ".join([tell(seen, self._), *said]).casefold()

    def local(self, text: str) -> bool:
        """Do what was typed; False if it is nothing that can be done in a replay."""
        head, _, rest = text.strip().partition(" ")
        if text.strip().startswith("/"):
            self.wanted = text.strip()[1:].strip()
            self._find(1)
        elif head.isdecimal() and not rest:
            self._go_to(int(head))
        elif head == "game" and rest.strip().isdecimal():
            self._go_to_game(int(rest))
        elif head in ("rules", "help", "quit", "sheet", "log", "cubes", "board", "who", "pips"):
            return super().local(text)
        else:
            return False
        return True

    def _go_to(self, n: int) -> None:
        self._pause()
        if n <= self.past.length:
            self.go(n)
        else:
            self.say(
                self._("There is no action {n}: the log has {all}.", n=n, all=self.past.length),
                "bad",
            )

    def _go_to_game(self, number: int) -> None:
        self._pause()
        for at, entry in enumerate(self.past.history.entries, 1):
            for event in entry.events or ():
                if isinstance(event, ev.Started) and event.game == number:
                    self.go(at)
                    return
        self.say(self._("There is no game {n} in this log.", n=number), "bad")

    # Playing by itself

    def _do_replay_play(self) -> None:
        if self.playing:
            self._pause()
        elif self.past.live:
            self.say(self._("This is the end."))
            return
        else:
            self._timer = self.set_interval(1 / self.speed, self.step_on)
        self.draw()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def step_on(self) -> None:
        """Go on to the next action that there is something to tell of; at the end, stop."""
        at = self.past.at + 1
        entries = self.past.history.entries
        while at < len(entries):
            seen = self.past.seen(entries[at - 1])
            if seen is not None and tell(seen, self._):
                break
            at += 1
        if at >= len(entries):
            self._pause()
        self.go(at)

    def _do_replay_faster(self) -> None:
        self._speed(1)

    def _do_replay_slower(self) -> None:
        self._speed(-1)

    def _speed(self, by: int) -> None:
        at = max(0, min(SPEEDS.index(self.speed) + by, len(SPEEDS) - 1))
        self.speed = SPEEDS[at]
        if self.playing:
            self._pause()
            self._timer = self.set_interval(1 / self.speed, self.step_on)
        self.draw()

    # Talk, judgement, leaving

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

    def _judged(self, trouble: str) -> None:
        """Show how far the engine is, or why it cannot go on."""
        if trouble:
            self.say(trouble, "bad")
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


def _holds(*kinds: type[ev.Happened]) -> Callable[[Entry], bool]:
    return lambda entry: any(isinstance(event, kinds) for event in entry.events or ())


def cube_decided(entry: Entry) -> bool:
    """Whether somebody decided about a cube: a double, an answer, an extra, a settlement."""
    return any(
        isinstance(event, CUBE) or (isinstance(event, ev.CubeClosed) and event.how in DECIDED)
        for event in entry.events or ()
    )


def _cost(found: Iterable[Decision]) -> bool:
    return any(one.lost >= 0.0005 for one in found)


__all__ = ["SPEEDS", "ReplayScreen", "cube_decided"]
