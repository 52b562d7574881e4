"""GNU Backgammon as an independent reader of match files."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.gnubg import PROGRAM


class Read(NamedTuple):
    """What GNU Backgammon made of a file: what it complained of, its score, its own export."""

    complaints: list[str]
    score: tuple[int, int]
    position: str
    exported: str


_COMPLAINT = re.compile(
    r"(?:warning|unrecognised|invalid|doesn't|garbage|error|illegal|failed|unknown|cannot).*",
    re.IGNORECASE,
)
_SCORE = re.compile(r"^The score \(after \d+ games?\) is: .* (\d+), .* (\d+) \(", re.MULTILINE)
_POSITION = re.compile(r"Position ID: (\S+)")


def read(text: str, folder: Path) -> Read:
    """Have GNU Backgammon import a match file and export it again."""
    assert PROGRAM is not None, "ask for gnubg only where it is installed"
    source, target = folder / "in.mat", folder / "out.mat"
    source.write_text(text, "utf-8")
    target.unlink(missing_ok=True)
    commands = f"import mat {source}\nshow score\nshow board\nexport match mat {target}\n"
    answer = subprocess.run(
        [PROGRAM, "--tty", "--quiet", "--no-rc"],
        input=commands,
        capture_output=True,
        text=True,
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", "")},
        timeout=300,
        check=True,
    )
    said = (answer.stdout + answer.stderr).split("`show copying' for details.", 1)[-1]
    score = _SCORE.search(said)
    assert score, said[-2000:]
    positions = _POSITION.findall(said)
    return Read(
        _COMPLAINT.findall(said),
        (int(score[1]), int(score[2])),
        positions[-1],
        target.read_text("utf-8", "replace") if target.exists() else "",
    )
