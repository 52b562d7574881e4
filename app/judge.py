"""The engine behind one small interface: plays with equities, cube verdicts, luck, rollouts.

It runs in one child process, started when first needed. Every question has a time limit, past which
the child is killed and the next question starts another: a crash or a position that takes five
seconds never touches the screen. Questions are checked before they are asked, answers are kept, and
which plays are legal is always our own rules' word. Long because what is asked and the child that
answers share its time limit and its restart.
"""

from __future__ import annotations

import importlib.util
import json
import queue
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil, hypot
from typing import Any

from app.verdicts import Contract, CubeVerdict, Judged, JudgeError, Owner, Plies
from rules.notation import write_play
from rules.plays import legal_plays
from rules.position import BAR, Position
from rules.saying import Term
from rules.state import Dice

NO_ENGINE = Term(
    "The engine (bgsage) is not installed here, so bots play by a small built-in policy and there "
    "are no hints or reviews; where there is a wheel for it: pip install 'chouette[judge]'."
)
LIMITS = {"1ply": 5.0, "2ply": 10.0, "3ply": 20.0, "staged": 20.0, "rollout": 120.0}
"""Seconds that a question may take, the start of the child included."""

PART, TRIALS = 36, 144
"""Trials of a rollout between two words about how far it is, one for each roll; and of a whole."""

KEPT = 5000
"""Answers kept in memory."""

_OWNERS: dict[Owner, str] = {"center": "centered", "mine": "player", "theirs": "opponent"}
_LEVELS: dict[Plies, str] = {1: "1ply", 2: "2ply", 3: "3ply"}
_COMMAND = (sys.executable, "-m", "app.judge_child")


def engine_installed() -> bool:
    """Whether the engine can be asked at all."""
    return importlib.util.find_spec("bgsage") is not None


def engine_board(position: Position) -> list[int]:
    """Return a position in the engine's form: 0 the opponent's bar, 25 one's own.

    >>> from rules.position import START
    >>> engine_board(START)[:7]
    [0, -2, 0, 0, 0, 0, 5]
    """
    mine, theirs = position
    points = [mine[point] - theirs[25 - point] for point in range(1, 25)]
    return [theirs[BAR], *points, mine[BAR]]


class EngineJudge:
    """The engine. Any thread may ask; one question is answered at a time."""

    def __init__(self, command: Sequence[str] = _COMMAND, hurry: float = 1.0) -> None:
        """Prepare to ask; `hurry` scales the time limits."""
        self._command = tuple(command)
        self._hurry = hurry
        self._lock = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._asked = 0
        self._kept: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self.starts = 0

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first."""
        return self._plays(position, dice, contract, _LEVELS[plies])

    def staged(
        self, position: Position, dice: Dice, contract: Contract, played: Position
    ) -> tuple[Judged, ...]:
        """Return every legal play for a review: the best ones and the one played at 3-ply."""
        return self._plays(position, dice, contract, "staged", engine_board(played))

    def _plays(
        self,
        position: Position,
        dice: Dice,
        contract: Contract,
        level: str,
        played: list[int] | None = None,
    ) -> tuple[Judged, ...]:
        legal = {tuple(engine_board(p.after)): p for p in legal_plays(_sound(position), dice)}
        if not legal:
            return ()
        ask = _question("plays", position, contract, dice=sorted(dice), level=level)
        if played is not None:
            ask["force"] = [played]
        found = self._ask(ask, LIMITS[level])["plays"]
        judged = [
            Judged(play, equity)
            for board, equity in found
            if (play := legal.pop(tuple(board), None)) is not None
        ]
        if legal:
            play = next(iter(legal.values()))
            raise JudgeError("the engine does not know the play {play}", play=write_play(play))
        return tuple(judged)

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        """Return the equities before the roll; 1 ply is read as 2, for 1 is wrong in bear-offs."""
        if _sound(position).over:
            raise ValueError("the game is over: there is no cube to judge")
        level = _LEVELS[max(plies, 2)]
        answer = self._ask(_question("cube", position, contract, level=level), LIMITS[level])
        return CubeVerdict(answer["nd"], answer["dt"])

    def luck(
        self, position: Position, dice: Dice, contract: Contract, *, opening: bool = False
    ) -> float:
        """Return how much equity a roll gave over the average one."""
        ask = _question("luck", position, contract, dice=sorted(dice), opening=opening)
        legal_plays(_sound(position), dice)  # ValueError for dice that are none.
        return float(self._ask(ask, LIMITS["3ply"])["luck"] or 0.0)

    def rollout(
        self,
        positions: Sequence[Position],
        contract: Contract,
        *,
        trials: int = TRIALS,
        told: Callable[[int, int], None] | None = None,
    ) -> tuple[Rolled, ...]:
        """Return what positions after a play come to when they are played to the end, each often.

        Minutes long where there is contact: only on request. `told` hears (done, of how many) after
        every part of it, and `cancel` ends it. The same question has the same dice for each
        position, so that luck weighs on all alike.
        """
        parts = _parts(trials)
        found: list[list[Rolled]] = [[] for _ in positions]
        for part in range(parts):
            for at, position in enumerate(positions):
                ask = _question("rollout", _sound(position), contract, trials=PART, seed=part + 1)
                found[at] += self._rolled(ask)
                if told is not None:
                    told(part * len(positions) + at + 1, parts * len(positions))
        return tuple(_together(values) for values in found)

    def rollout_cube(
        self,
        position: Position,
        contract: Contract,
        *,
        trials: int = TRIALS,
        told: Callable[[int, int], None] | None = None,
    ) -> tuple[Rolled, Rolled]:
        """Return what no double and a double that is taken come to; otherwise as `rollout`."""
        if _sound(position).over:
            raise ValueError("the game is over: there is no cube to judge")
        parts = _parts(trials)
        found: list[tuple[Rolled, ...]] = []
        for part in range(parts):
            ask = _question("rollout_cube", position, contract, trials=PART, seed=part + 1)
            found.append(self._rolled(ask))
            if told is not None:
                told(part + 1, parts)
        nd, dt = (_together([pair[which] for pair in found]) for which in (0, 1))
        return nd, dt

    def _rolled(self, ask: dict[str, Any]) -> tuple[Rolled, ...]:
        values = self._ask(ask, LIMITS["rollout"])["values"]
        return tuple(Rolled(equity, error or 0.0) for equity, error in values)

    def cancel(self) -> None:
        """End the question under way: who asked it gets a JudgeError."""
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._kill()

    def _ask(self, ask: dict[str, Any], limit: float) -> dict[str, Any]:
        key = json.dumps(ask)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            answer = self._answer(ask, limit * self._hurry)
            self._kept[key] = answer
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return answer

    def _answer(self, ask: dict[str, Any], limit: float) -> dict[str, Any]:
        child = self._running()
        self._asked += 1
        assert child.stdin is not None
        try:
            child.stdin.write(json.dumps({"id": self._asked, **ask}) + "\n")
            child.stdin.flush()
            line = self._answers.get(timeout=limit)
        except OSError as error:
            self._kill()
            raise JudgeError("the engine is gone: {error}", error=error) from None
        except queue.Empty:
            self._kill()
            raise JudgeError(
                "the engine took more than {limit} seconds", limit=f"{limit:g}"
            ) from None
        if line is None:
            self._kill()
            raise JudgeError("the engine died")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise JudgeError("the engine could not answer: {error}", error=answer["error"])
        return answer

    def _running(self) -> subprocess.Popen[str]:
        if self._child is not None and self._child.poll() is None:
            return self._child
        self._kill()
        try:
            self._child = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                # A Ctrl-C at the terminal is the table's to answer, not the engine's.
                start_new_session=True,
            )
        except OSError as error:
            raise JudgeError("the engine cannot be started: {error}", error=error) from None
        self.starts += 1
        self._answers = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._child, self._answers), daemon=True).start()
        return self._child

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        # What was half written has nobody to read it.
        with suppress(OSError):
            if child.stdin is not None:
                child.stdin.close()


@dataclass(frozen=True)
class Rolled:
    """What a position came to on average, for the mover, and the standard error of that."""

    equity: float
    error: float


def _parts(trials: int) -> int:
    if trials < 1:
        raise ValueError("a rollout has one trial or more")
    return ceil(trials / PART)


def _together(parts: Sequence[Rolled]) -> Rolled:
    """Return the mean of parts with other dice.

    >>> _together([Rolled(0.25, 0.03), Rolled(0.75, 0.04)])
    Rolled(equity=0.5, error=0.025)
    """
    count = len(parts)
    return Rolled(sum(p.equity for p in parts) / count, hypot(*(p.error for p in parts)) / count)


def _listen(child: subprocess.Popen[str], answers: queue.SimpleQueue[str | None]) -> None:
    assert child.stdout is not None
    with child.stdout:
        for line in child.stdout:
            answers.put(line)
    answers.put(None)


def _question(do: str, position: Position, contract: Contract, **more: Any) -> dict[str, Any]:
    return {"do": do, "board": engine_board(position), **_terms(contract), **more}


def _terms(contract: Contract) -> dict[str, Any]:
    return {"owner": _OWNERS[contract.owner], "jacoby": contract.jacoby}


def _sound(position: Position) -> Position:
    """Refuse a position that is none: the engine would judge it all the same."""
    return Position.checked(*position)


@contextmanager
def open_engine() -> Iterator[EngineJudge]:
    """Give the engine for a while; JudgeError, with what to do, where it is not installed."""
    if not engine_installed():
        raise JudgeError(NO_ENGINE)
    engine = EngineJudge()
    try:
        yield engine
    finally:
        engine.close()
