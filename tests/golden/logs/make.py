"""Makes logs of the format in force, to be kept for ever: `python -m tests.golden.logs.make`.

Run it for a new format into a folder of its own. The logs of an old one are never made again: they
are what old sessions look like, and what a newer program has to read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from app.history import History
from app.keeper import Keeper
from app.secret import secret_path
from app.store import FORMAT
from rules.actions import read_action
from rules.views import state_of
from tests.pipes import lines
from tests.scripts import counted_entropy, opening, play_on, ticking

SESSIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "club-by-hand": (260, opening(4, title="Thursday", stake="2.50", currency="EUR")),
    "club-real-board": (160, opening(6, board="physical")),
    "club-fair": (240, opening(3, dice="fair", draw=True)),
    "play65-seeded": (200, opening(5, rules="play65", dice={"seed": 7})),
    "hungarian-seeded": (200, opening(4, rules="hungarian", dice={"seed": 20})),
    "tavla-fair": (200, opening(6, rules="tavla", dice="fair", draw=True)),
    "changed-options": (
        160,
        opening(4, rules={"base": "club", "lone_taker": "extras_may_drop", "partner_from": 4}),
    ),
}


def make(folder: Path) -> None:
    """Play and write every session, and what state each of them ends in."""
    folder.mkdir(parents=True)
    states = {}
    for seed, (name, (actions, first)) in enumerate(SESSIONS.items()):
        path = folder / f"{name}.chouette"
        keeper = Keeper.on(path, now=ticking(), entropy=counted_entropy(name))
        keeper.ask(read_action(first))
        play_on(keeper, Random(seed), actions)
        keeper.close()
        secret_path(path).unlink(missing_ok=True)
        states[path.name] = state_of(History.read(path).table)
    path = folder / "written.chouette"
    path.write_bytes(_as_written(History.read(folder / "changed-options.chouette")))
    states[path.name] = states["changed-options.chouette"]
    text = json.dumps(states, ensure_ascii=False, indent=1)
    (folder / "states.json").write_text(text + "\n", "utf-8")


def _as_written(history: History) -> bytes:
    """A session as a person would write it down: what was asked, and nothing else."""
    requests = [dict(entry.request) for entry in history.entries]
    return lines([{"chouette": FORMAT, **requests[0]}, *requests[1:]])


if __name__ == "__main__":
    here = Path(__file__).parent / f"v{FORMAT}"
    if here.exists():
        sys.exit(f"{here} is there: logs of a format that was published are never made again")
    make(here)
