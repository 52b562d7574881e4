"""Legal plays: decisions a second on the shared corpus, beside other people's generators.

Each generator answers in its own form, from boards made in its own form beforehand: ours and
bgsage's are distinct results with the whole board (ours with the moves as well), gnubg-nn's are
packed keys, gym-backgammon's are sets of moves without the boards after them.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.plays import legal_plays
from rules.position import Position
from tests.bench.report import Row, notice, row, seconds
from tests.boards import Record, corpus

Run = Callable[[], object]


def rows() -> Sequence[Row]:
    """Decisions a second; the ratio is ours against each."""
    records = corpus()
    runs: dict[str, Run] = {"chouette": _ours(records)}
    makers: dict[str, Callable[[Sequence[Record]], Run]] = {
        "gym-backgammon (Python)": _gym,
        "bgsage (C++)": _bgsage,
        "gnubg-nn (C)": _gnubg_nn,
    }
    for name, make in makers.items():
        try:
            runs[name] = make(records)
        except ImportError as error:
            notice(f"{name} is left out: {error}")
    taken = seconds(runs, repeats=7)
    found = [
        row(name, "decisions/s", [len(records) / second for second in taken[name]]) for name in runs
    ]
    ours = found[0].median
    return [
        found[0],
        *(replace(other, ratio=ours / other.median, note="ours / theirs") for other in found[1:]),
    ]


def _ours(records: Sequence[Record]) -> Run:
    cases = [(record.position, record.dice) for record in records]

    def run() -> int:
        return sum(len(legal_plays(position, dice)) for position, dice in cases)

    assert run() == sum(len(record.after) for record in records)
    return run


def _signed(position: Position) -> list[int]:
    """Twenty-six numbers, mine positive: the opponent's bar, the points from mine, my bar."""
    board = [position.mine[at] - position.theirs[25 - at] for at in range(1, 25)]
    return [position.theirs[25], *board, position.mine[25]]


def _bgsage(records: Sequence[Record]) -> Run:
    possible_moves: Any = importlib.import_module("bgsage").possible_moves
    cases = [(_signed(record.position), *record.dice) for record in records]

    def run() -> int:
        return sum(len(possible_moves(board, die1, die2)) for board, die1, die2 in cases)

    # It gives the unchanged board where no play is legal.
    assert run() == sum(len(record.after) or 1 for record in records)
    return run


def _gnubg_nn(records: Sequence[Record]) -> Run:
    gnubg: Any = importlib.import_module("gnubg_nn")
    cases = [(gnubg.board_from_position_id(record.identifier), *record.dice) for record in records]

    def run() -> int:
        return sum(len(gnubg.moves(board, die1, die2)) for board, die1, die2 in cases)

    assert run() == sum(len(record.after) for record in records)
    return run


def _gym(records: Sequence[Record]) -> Run:
    # Its package wants a drawing library as soon as it is imported; the rules are one file.
    package = importlib.util.find_spec("gym_backgammon")
    if package is None or not package.submodule_search_locations:
        raise ImportError("No module named 'gym_backgammon'")
    path = Path(package.submodule_search_locations[0]) / "envs" / "backgammon.py"
    spec = importlib.util.spec_from_file_location("gym_backgammon_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    white, black = module.WHITE, module.BLACK
    cases = []
    for record in records:
        position, game = record.position, module.Backgammon()
        game.board = [
            (position.mine[at], white)
            if position.mine[at]
            else (position.theirs[25 - at], black)
            if position.theirs[25 - at]
            else (0, None)
            for at in range(1, 25)
        ]
        game.bar = [position.mine[25], position.theirs[25]]
        game.off = [position.mine[0], position.theirs[0]]
        game.players_positions = game.get_players_positions()
        # White moves downward, and its dice are negative.
        cases.append((game, (-record.dice[0], -record.dice[1])))

    def run() -> int:
        return sum(bool(game.get_valid_plays(white, roll)) for game, roll in cases)

    assert run() == sum(bool(record.after) for record in records)
    return run
