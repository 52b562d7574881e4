"""A session driven through the pipe that is killed again and again: nothing acknowledged is lost.

The test is that of `make test`, which kills 50 times.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent.parent
TEST = "tests/test_crash.py::test_no_kill_loses_an_acknowledged_action"


def kill(times: int) -> tuple[str, list[str]]:
    """Kill so many times; return a line of the report, and what went wrong."""
    begin = monotonic()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", TEST],
        env={**os.environ, "KILLS": str(times)}, cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    line = f"{times:,} kills of a session on the pipe in {monotonic() - begin:.0f} s"
    if ran.returncode == 0:
        return f"{line}: nothing acknowledged was lost", []
    said = [one for one in ran.stdout.splitlines() if one.startswith(("E ", "FAILED", "ERROR"))]
    return f"{line}: failed", [f"kills: {one}" for one in said[:5] or [ran.stderr[-300:]]]
