"""Makes the weights of the built-in policy, `app/policy.weights`, from the engine's opinions.

`make teach`, or `python -m tests.bench.teach [--positions N] [--hidden H] [--epochs E] [--seed S]
[--out FILE]`

The engine plays games against itself, some with whims, so that positions of bad play come up too.
Of every roll its best plays and some others are kept, each with the engine's chances at 1-ply. Two
networks learn these: one for positions in which the sides can still meet, one for races. The
weights are numbers of our own making; the engine (MPL-2.0) was asked, and nothing of it was copied.

It needs the engine, numpy, and scipy, which nothing else here needs. With the two million
positions of the weights in the repository it took half an hour on one core.
"""

from __future__ import annotations

import argparse
import importlib
import lzma
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from app.policy_net import COUNTED, MAGIC, WEIGHTS, rows
from rules.position import BAR, CHECKERS, OFF

WHIMS = {0.0: 0.2, 0.02: 0.2, 0.05: 0.25, 0.1: 0.2, 0.2: 0.1, 0.5: 0.05}
"""How far off a game's opinions are (standard deviation) -> how often that is so."""

BEST, OTHERS = 4, 4
"""Plays of a roll that are kept: so many of the best, and so many of the others."""

TABLES = 1500
"""Games played side by side."""

SCALE = 256
BATCH = 1024
LEFT_OUT = 33
"""Of so many rolls one is not learned from but tried on."""

CENTERED = {"cube_value": 1, "cube_owner": "centered"}

START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
"""The engine's boards: one's own checkers count up, 25 is one's bar and 0 the other's."""


def games(wanted: int, seed: int) -> Iterator[tuple[list[int], tuple[float, ...], int]]:
    """Yield boards after a play as the mover sees them, with his chances and the roll's number.

    Where the other side is on the bar, the board comes once more with sides changed, as if that
    side had rolled and stayed there: in games this is seldom so, and nothing else tells of it.
    """
    np: Any = importlib.import_module("numpy")
    sage: Any = importlib.import_module("bgsage")
    random = np.random.default_rng(seed)

    def whim() -> float:
        return float(random.choice(list(WHIMS), p=list(WHIMS.values())))

    boards, whims = [list(START) for _ in range(TABLES)], [whim() for _ in range(TABLES)]
    made = roll = 0
    while made < wanted:
        dice = random.integers(1, 7, size=(TABLES, 2))
        asked = [
            {"board": board, "die1": int(a), "die2": int(b), **CENTERED}
            for board, (a, b) in zip(boards, dice, strict=True)
        ]
        stuck: list[list[int]] = []
        for at, answer in enumerate(sage.batch_checker_play(asked, "1ply", jacoby=False)):
            plays = answer.moves
            roll += 1
            for play in _kept(plays, random):
                made += 1
                yield play.board, _chances(play), roll
                if play.board[0] and not sage.check_game_over(play.board):
                    stuck.append(sage.flip_board(play.board))
            off = random.normal(0, 1, len(plays)) * whims[at]
            worth = [play.cubeless_equity + more for play, more in zip(plays, off, strict=True)]
            board = plays[worth.index(max(worth))].board if plays else boards[at]
            if sage.check_game_over(board):
                boards[at], whims[at] = list(START), whim()
            else:
                boards[at] = sage.flip_board(board)
        found = sage.batch_post_move_evaluate([{"board": one, **CENTERED} for one in stuck], "1ply")
        for board, one in zip(stuck, found, strict=True):
            roll += 1
            made += 1
            yield board, _chances(one), roll


def _chances(judged: Any) -> tuple[float, ...]:
    p = judged.probs
    return p.win, p.gammon_win, p.backgammon_win, p.gammon_loss, p.backgammon_loss


def _kept(plays: Sequence[Any], random: Any) -> list[Any]:
    others = list(plays[BEST:])
    chosen = random.choice(len(others), min(OTHERS, len(others)), replace=False) if others else ()
    return [*plays[:BEST], *(others[at] for at in chosen)]


def seen(boards: Any, contact: bool) -> Any:
    """Return which rows of the first layer each board adds up, as a sparse matrix."""
    np: Any = importlib.import_module("numpy")
    sparse: Any = importlib.import_module("scipy.sparse")
    sides = _sides(boards)
    columns = []
    for kind, side, point, number in rows(contact):
        mine, theirs = sides[side], sides[1 - side]
        if kind == "count":
            most = {OFF: CHECKERS - 1, BAR: 4}.get(point, COUNTED + 1)
            beyond = point != OFF and number == most
            column = (
                np.maximum(mine[:, point] - most + 1, 0) if beyond else mine[:, point] >= number
            )
        elif kind == "prime":
            column = (mine[:, point] > 1) & (mine[:, point + number] > 1)
        else:
            there = mine[:, point] == 1 if kind == "shot" else mine[:, point] > 1
            column = there & (theirs[:, 25 - point + number] > 0)
        columns.append(sparse.csc_matrix(column[:, None].astype(np.float32)))
    return sparse.hstack(columns).tocsr()


def _sides(boards: Any) -> tuple[Any, Any]:
    np: Any = importlib.import_module("numpy")
    mine = np.maximum(boards, 0)
    theirs = np.maximum(-boards, 0)[:, ::-1].copy()
    mine[:, 0] = theirs[:, 0] = 0
    theirs[:, BAR] = boards[:, 0]
    for side in (mine, theirs):
        side[:, OFF] = CHECKERS - side[:, 1:].sum(axis=1)
    return mine, theirs


def meets(boards: Any) -> Any:
    """Return for each board whether the sides can still meet, and nobody is done."""
    np: Any = importlib.import_module("numpy")
    mine, theirs = _sides(boards)
    places = np.arange(26)
    rearmost = [((side > 0) * places)[:, 1:].max(axis=1) for side in (mine, theirs)]
    return rearmost[0] + rearmost[1] > BAR


class Pupil:
    """A network that learns: one hidden layer of rectified units, five chances as outputs."""

    def __init__(self, width: int, hidden: int, seed: int) -> None:
        self.np: Any = importlib.import_module("numpy")
        np = self.np
        random = np.random.default_rng(seed)
        first = random.normal(0, 0.1, (width, hidden))
        second = random.normal(0, hidden**-0.5, (hidden, 5))
        self.values = [first, np.zeros(hidden), second, np.array([0, -1.5, -3.5, -1.5, -3.5])]
        self.values = [value.astype(np.float32) for value in self.values]
        self._slopes = [np.zeros_like(value) for value in self.values]
        self._squares = [np.zeros_like(value) for value in self.values]
        self._steps = 0

    def look(self, rows_seen: Any) -> tuple[Any, Any]:
        """Return the hidden units and the chances of boards."""
        np, (first, bias, second, base) = self.np, self.values
        hidden = np.maximum(rows_seen @ first + bias, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ second + base)))

    def learn(self, rows_seen: Any, wanted: Any, rate: float) -> None:
        """Come nearer to the chances that were wanted: a step of Adam.

        What is lost is the square of each chance's error, and of the equity's.
        """
        np = self.np
        equity = np.array([2, 1, 1, -1, -1], np.float32)
        hidden, chances = self.look(rows_seen)
        off = chances - wanted
        slope = off * np.array([1, 1, 0.5, 1, 0.5], np.float32)
        slope += 0.5 * (off @ equity)[:, None] * equity
        slope *= chances * (1 - chances) * (2 / len(wanted))
        back = (slope @ self.values[2].T) * (hidden > 0)
        slopes = [rows_seen.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self._steps += 1
        for at, one in enumerate(slopes):
            self._slopes[at] += 0.1 * (one - self._slopes[at])
            self._squares[at] += 0.001 * (one * one - self._squares[at])
            mean = self._slopes[at] / (1 - 0.9**self._steps)
            square = self._squares[at] / (1 - 0.999**self._steps)
            self.values[at] -= rate * mean / (np.sqrt(square) + 1e-8)

    def written(self) -> bytes:
        """Return the weights as `app/policy_net.py` reads them."""
        np, (first, bias, second, base) = self.np, self.values
        whole = np.rint(np.vstack([first, bias[None]]) * SCALE).astype(int) + 2**15
        if whole.min() <= 0 or whole.max() >= 2**16:
            raise ValueError("a weight is too large to be written")
        parts = (whole.astype("<u2"), second.T.astype("<f4"), base.astype("<f4"))
        head = struct.pack("<II", first.shape[1], SCALE)
        return head + b"".join(bytes(part.tobytes()) for part in parts)


def taught(boards: Any, chances: Any, rolls: Any, *, contact: bool, **how: Any) -> Pupil:
    """Return a network that has learned; what it loses on rolls it never saw is printed."""
    np: Any = importlib.import_module("numpy")
    sparse: Any = importlib.import_module("scipy.sparse")
    parts = [seen(boards[at : at + 50_000], contact) for at in range(0, len(boards), 50_000)]
    whole = sparse.vstack(parts).tocsr()
    known = rolls % LEFT_OUT != 0
    learned, wanted = whole[known], chances[known]
    pupil = Pupil(whole.shape[1], how["hidden"], how["seed"])
    random = np.random.default_rng(how["seed"])
    steps = max(int(how["epochs"] * len(wanted) / BATCH), 1)
    order, at = random.permutation(len(wanted)), 0
    for step in range(steps):
        if at + BATCH > len(order):
            order, at = random.permutation(len(wanted)), 0
        batch = order[at : at + BATCH]
        at += BATCH
        falling = 0.5 * (1 + np.cos(np.pi * step / steps)) * 0.99 + 0.01
        pupil.learn(learned[batch], wanted[batch], 0.002 * min(1, (step + 1) / 300) * falling)
    lost = _lost(pupil.look(whole[~known])[1], chances[~known], rolls[~known])
    name = "contact" if contact else "races"
    print(f"{name}: {len(wanted)} boards learned, {lost:.4f} lost a play on others", flush=True)
    return pupil


def _lost(found: Any, wanted: Any, rolls: Any) -> float:
    """Return the equity that a roll's best play in the pupil's eyes loses in the teacher's."""
    equity = [2, 1, 1, -1, -1]
    best: dict[int, tuple[float, float]] = {}
    most: dict[int, float] = {}
    for roll, mine, true in zip(rolls, found @ equity, wanted @ equity, strict=True):
        best[roll] = max(best.get(roll, (-9.0, 0.0)), (float(mine), float(true)))
        most[roll] = max(most.get(roll, -9.0), float(true))
    return sum(most[roll] - best[roll][1] for roll in most) / max(len(most), 1)


def main(argv: Sequence[str] | None = None) -> int:
    """Have the engine play, teach both networks, and write their weights."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.teach", description=__doc__)
    parser.add_argument("--positions", type=int, default=2_000_000)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=float, default=14)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args(argv)
    try:
        np: Any = importlib.import_module("numpy")
        importlib.import_module("scipy.sparse")
        importlib.import_module("bgsage")
    except ImportError as error:
        print(f"{error}; see the first lines of this module", file=sys.stderr)
        return 1
    found = list(games(given.positions, given.seed))
    boards = np.array([board for board, _, _ in found], np.int8)
    chances = np.array([one for _, one, _ in found], np.float32)
    rolls = np.array([roll for _, _, roll in found], np.int32)
    mine, theirs = _sides(boards)
    going = (mine[:, OFF] < CHECKERS) & (theirs[:, OFF] < CHECKERS)
    raw = b""
    if meets(boards)[going].all():
        parser.error("--positions: too few, for no game came to a race; try 200000")
    for contact, hidden, epochs in (
        (True, given.hidden, given.epochs),
        (False, given.hidden // 4, 2 * given.epochs),
    ):
        which = going & (meets(boards) == contact)
        pupil = taught(
            boards[which], chances[which], rolls[which],
            contact=contact, hidden=hidden, epochs=epochs, seed=given.seed,
        )  # fmt: skip
        raw += pupil.written()
    given.out.write_bytes(MAGIC + lzma.compress(raw, preset=9))
    print(f"{given.out}: {given.out.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
