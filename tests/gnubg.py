"""Debian's GNU Backgammon as an independent judge of plays: its hints, in its own notation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

# Debian puts games where root's and a service's PATH do not look.
PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

_SETUP = """\
set automatic game off
set automatic roll off
set automatic bearoff off
set automatic move off
set player 0 human
set player 1 human
set evaluation chequerplay evaluation plies 0
set evaluation movefilter 1 0 0 0 0
new session
"""
_HINT = re.compile(r"^ +\d+\. +Cubeful \d-ply +(?:\[[^]]*\] +)?(.+?) +Eq\.:", re.MULTILINE)


def plays(cases: Sequence[tuple[str, tuple[int, int]]]) -> list[list[str]]:
    """The plays GNU Backgammon knows for each (position id, dice), as it writes them."""
    commands = _SETUP + "".join(
        f"set turn 1\nset board {identifier}\nset dice {dice[0]} {dice[1]}\nhint 4000\n"
        for identifier, dice in cases
    )
    return [_HINT.findall(part) for part in answers(commands, len(cases))]


def said(commands: str, seconds: float = 300) -> str:
    """Return all that GNU Backgammon says to commands."""
    assert PROGRAM is not None, "ask for gnubg only where it is installed"
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "commands"
        script.write_text(commands, "ascii")
        with script.open() as lines:
            return subprocess.run(
                [PROGRAM, "--tty", "--quiet", "--no-rc"],
                stdin=lines,
                capture_output=True,
                text=True,
                env={"HOME": home, "LC_ALL": "C", "PATH": os.environ.get("PATH", "")},
                timeout=seconds,
                check=True,
            ).stdout


def answers(commands: str, questions: int, seconds: float = 300) -> list[str]:
    """Return what it says to each of so many questions, which set the dice once each."""
    whole = said(commands, seconds)
    parts = re.split(r"^The dice have been set to.*$", whole, flags=re.MULTILINE)[1:]
    assert len(parts) == questions, f"{len(parts)} answers to {questions} questions"
    return parts
