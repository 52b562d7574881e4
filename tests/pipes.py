"""The pipe for tests: in-process, or as the process that everybody else starts."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from pydantic_core import to_json

from app.keeper import Keeper
from app.pipe import Pipe

HERE = Path(__file__).parent
COMMAND = (sys.executable, "-m", "app.cli", "pipe")


def scenario_tool() -> ModuleType:
    """The runner in tests/tools as a module: it is a script, and stays one."""
    spec = importlib.util.spec_from_file_location("scenarios", HERE / "tools" / "scenarios.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class InProcess:
    """Stands where the runner starts a process; every request goes through the pipe's own door."""

    def __init__(self, command: object = None) -> None:
        self.pipe = Pipe(Keeper())
        self.process = SimpleNamespace(returncode=0, poll=lambda: 0)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send one request as a line and read the reply as a line."""
        line = json.dumps(request, ensure_ascii=False).encode()
        reply: dict[str, Any] = json.loads(to_json(self.pipe.reply(line)))
        return reply

    def close(self) -> None:
        """End the input."""


def ask_all(requests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Send requests to a fresh table and return the replies."""
    pipe = InProcess()
    return [pipe.ask(request) for request in requests]


def run_pipe(
    data: bytes, *arguments: str, cwd: Path | None = None, check: bool = True
) -> tuple[list[dict[str, Any]], str]:
    """Feed the real process its whole input; the replies, and what it said on standard error."""
    ran = subprocess.run(
        [*COMMAND, *arguments], input=data, capture_output=True, cwd=cwd, check=check, timeout=60
    )
    return [json.loads(line) for line in ran.stdout.splitlines()], ran.stderr.decode()


def lines(requests: Sequence[dict[str, Any]]) -> bytes:
    """Requests as the pipe reads them."""
    return b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in requests)
