"""The engine's look at a log while its replay is on the screen; only games that are over."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from app.history import History
from app.replay import Past
from rules.saying import Fault

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

    from app.decisions import Decision, Review
    from app.judge import EngineJudge
    from app.rollout import Choice

ERROR = 0.02
"""Equity from which on a decision is an error to jump to."""

TELL_EVERY = 0.2
"""Seconds between two words about how far the engine is."""


class _Stopped(Exception):
    """The screen is gone, and nobody wants to know any more."""


class Judging:
    """A review made in a thread; what is judged already can be read while it goes on.

    `told` is called on the screen's side when there is something new: with None or with what went
    wrong. `rolled` are the rollouts of single actions, and `rolling` the action that is being
    rolled out, 0 for none.
    """

    def __init__(self, past: Past, told: Callable[[Fault | None], None]) -> None:
        self.review: Review | None = None
        self.running = False
        self.rolling = 0
        self.rolled: dict[int, tuple[Choice, ...]] = {}
        self.progress = (0, 0)
        self.errors: frozenset[int] = frozenset()
        self._past = past
        self._told = told
        self._engine: EngineJudge | None = None
        self._stopped = False
        self._installed: bool | None = None
        self._read = 0
        self._found: dict[int, list[Decision]] = {}

    @property
    def possible(self) -> bool:
        """Whether there is an engine, and a game of a file that it may be asked about."""
        past = self._past
        if not isinstance(past, History) or past.table.board == "physical":
            return False
        if self._installed is None:
            from app.judge import engine_installed

            self._installed = engine_installed()
        return bool(past.table.games) and self._installed

    @property
    def done(self) -> bool:
        """Whether every game that is over has been judged."""
        if self.review is None or self.running or not isinstance(self._past, History):
            return False
        return self.review.games == len(self._past.table.games)

    def at(self, n: int) -> tuple[Decision, ...]:
        """Return what was judged of an action, the costliest first."""
        self._read_on()
        return tuple(sorted(self._found.get(n, ()), key=lambda one: -one.lost))

    def start(self, screen: Screen[None]) -> None:
        """Begin, in a thread of the screen's; a second call while it runs does nothing.

        A wooden board's positions nobody knows: that is said instead.
        """
        if isinstance(self._past, History) and self._past.table.board == "physical":
            self._news(Fault("a session on a real board has no positions to review"))
        elif not self.busy and isinstance(self._past, History):
            # Imported when it is wanted: most replays are opened without a question to the engine.
            from app.decisions import Review

            self.running, self.progress = True, (0, 0)
            self.review, self._read, self._found = Review(), 0, {}
            history, found, app = self._past, self.review, screen.app
            screen.run_worker(
                lambda: self._run(history, found, app), thread=True, group="judging", name="judging"
            )

    @property
    def busy(self) -> bool:
        """Whether the engine has something to do."""
        return self.running or self.rolling > 0

    def roll_out(self, screen: Screen[None], n: int) -> None:
        """Play one action on to its end many times, in a thread; nothing while the engine works."""
        if not self.busy and isinstance(self._past, History) and n:
            self.rolling, self.progress = n, (0, 0)
            history, app = self._past, screen.app
            screen.run_worker(
                lambda: self._roll(history, n, app), thread=True, group="judging", name="rollout"
            )

    def stop(self) -> None:
        """End it, as when the screen is left."""
        self._stopped = True
        if self._engine is not None:
            self._engine.cancel()

    def _run(self, history: History, found: Review, app: App[object]) -> None:
        from app.judge import open_engine
        from app.review import review
        from app.verdicts import JudgeError

        trouble: Fault | None = None
        try:
            with open_engine() as self._engine:
                review(history, self._engine, self._teller(app), found)
        except _Stopped:
            return
        except JudgeError as error:
            trouble = error
        finally:
            self._engine = None
            self.running = False
        if not self._stopped:
            app.call_from_thread(self._news, trouble)

    def _roll(self, history: History, n: int, app: App[object]) -> None:
        from app.judge import open_engine
        from app.rollout import NoRollout, roll_out
        from app.verdicts import JudgeError

        trouble: Fault | None = None
        try:
            with open_engine() as self._engine:
                self.rolled[n] = roll_out(history, n, self._engine, told=self._teller(app))
        except _Stopped:
            return
        except (JudgeError, NoRollout) as error:
            trouble = error
        finally:
            self._engine = None
            self.rolling = 0
        if not self._stopped:
            app.call_from_thread(self._news, trouble)

    def _teller(self, app: App[object]) -> Callable[[int, int], None]:
        """Return what hears how far the engine is, and passes it on now and then."""
        last = monotonic()

        def told(done: int, due: int) -> None:
            nonlocal last
            if self._stopped:
                raise _Stopped
            self.progress = (done, due)
            if monotonic() - last >= TELL_EVERY:
                last = monotonic()
                app.call_from_thread(self._news, None)

        return told

    def _news(self, trouble: Fault | None) -> None:
        self._read_on()
        self._told(trouble)

    def _read_on(self) -> None:
        if self.review is None:
            return
        for one in self.review.decisions[self._read :]:
            self._read += 1
            self._found.setdefault(one.n, []).append(one)
            if one.lost >= ERROR:
                self.errors |= {one.n}
