"""Going about in a log: on and back, by itself, to games, cubes, corrections, remarks and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.screens.following import Following, talk_in
from app.story import tell
from rules import events as ev

if TYPE_CHECKING:
    from textual.timer import Timer

    from rules.log import Entry

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Actions a second."""

CUBE = (ev.Doubled, ev.Taken, ev.Beavered, ev.BeaverAnswered, ev.ExtraSaid, ev.CubeSold)
MENDED = (ev.Corrected, ev.Chosen, ev.TakenBack, ev.Amended)
DECIDED = ("drop", "beaver_drop", "settle", "preempt")
"""How a cube closes by a decision, and not by the checkers."""


class Going(Following):
    """The feet of a replay: everything that leads somewhere in the log."""

    speed = 1.0
    wanted = ""
    _timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """Whether the log goes on by itself."""
        return self._timer is not None

    def say(self, text: str, look: str = "dim") -> None:
        """Say something until the viewer goes elsewhere."""
        self.notice = (text, look)
        self.recompose_text(self.command.value)

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
        self._jump(holds(ev.Started), 1, self._("No later game."))

    def _do_replay_game_back(self) -> None:
        self._jump(holds(ev.Started), -1, self._("No earlier game."))

    def _do_replay_cube_forward(self) -> None:
        self._jump(cube_decided, 1, self._("No later decision about a cube."))

    def _do_replay_cube_back(self) -> None:
        self._jump(cube_decided, -1, self._("No earlier decision about a cube."))

    def _do_replay_mended_forward(self) -> None:
        self._jump(holds(*MENDED), 1, self._("No later correction."))

    def _do_replay_mended_back(self) -> None:
        self._jump(holds(*MENDED), -1, self._("No earlier correction."))

    def _do_replay_remark_forward(self) -> None:
        self._jump(holds(ev.Remarked), 1, self._("No later flag or note."))

    def _do_replay_remark_back(self) -> None:
        self._jump(holds(ev.Remarked), -1, self._("No earlier flag or note."))

    # Searching

    def _do_replay_find(self) -> None:
        self.set_text("/", typing=True)

    def _do_replay_found_forward(self) -> None:
        self._find(1)

    def _do_replay_found_back(self) -> None:
        self._find(-1)

    def _find(self, step: int, *, around: bool = False) -> None:
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
        at = self.past.at
        self._jump(wanted, step, none)
        if around and self.past.at == at and self.past.jump(wanted, -step):
            self.say(self._("{text} is found before this only.", text=self.wanted))

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
            self._find(1, around=True)
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


def holds(*kinds: type[ev.Happened]) -> Callable[[Entry], bool]:
    """Return what says whether an entry has an event of one of these kinds."""
    return lambda entry: any(isinstance(event, kinds) for event in entry.events or ())


def cube_decided(entry: Entry) -> bool:
    """Whether somebody decided about a cube: a double, an answer, an extra, a settlement."""
    return any(
        isinstance(event, CUBE) or (isinstance(event, ev.CubeClosed) and event.how in DECIDED)
        for event in entry.events or ()
    )
