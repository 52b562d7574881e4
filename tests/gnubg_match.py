"""GNU Backgammon as an independent reader of match files."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.gnubg import PROGRAM


class Read(NamedTuple):
    """What GNU Backgammon made of a file: what it complained of, its score, its own export."""

    complaints: list[str]
    score: tuple[int, int]
    exported: str


_COMPLAINT = re.compile(
    r"(?:warning|unrecognised|invalid|doesn't|garbage|error|illegal|failed|unknown|cannot).*",
    re.IGNORECASE,
)
_SCORE = re.compile(r"^The score \(after \d+ games?\) is: .* (\d+), .* (\d+) \(.*$", re.MULTILINE)


def read_all(texts: Sequence[str], folder: Path) -> list[Read]:
    """Have one GNU Backgammon import match files and export each again."""
    assert PROGRAM is not None, "ask for gnubg only where it is installed"
    commands = "set confirm new off\nset confirm save off\n"
    for index, text in enumerate(texts):
        (folder / f"in{index}.mat").write_text(text, "utf-8")
        commands += f"import mat {folder}/in{index}.mat\nshow score\n"
        commands += f"export match mat {folder}/out{index}.mat\n"
    answer = subprocess.run(
        [PROGRAM, "--tty", "--quiet", "--no-rc"],
        input=commands,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", "")},
        timeout=300,
        check=True,
    )
    said = answer.stdout.split("`show copying' for details.", 1)[-1]
    # The score is asked once for each file, after whatever was to complain of.
    parts = _SCORE.split(said)
    assert len(parts) == 3 * len(texts) + 1, said[-2000:]
    return [
        Read(
            _COMPLAINT.findall(parts[3 * index]),
            (int(parts[3 * index + 1]), int(parts[3 * index + 2])),
            (folder / f"out{index}.mat").read_text("utf-8", "replace"),
        )
        for index in range(len(texts))
    ]
