"""`python -m tests.soak`: SOAK_SECONDS (3600), SOAK_WATCHERS (30), SOAK_BOTS (8), --json FILE.

SOAK_KILLS (1,000; 50 in runs of less than 15 minutes) says how often another session is killed
afterwards. SOAK_KEEP=FILE keeps what the host said where a fault was found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from socket import socket
from time import monotonic

from app.check import check
from app.history import History
from app.launch import Spec, launch
from app.seating import bot_names
from app.store import read_lines
from app.verify import verify
from tests.bench.report import machine
from tests.soak.kills import kill
from tests.soak.watchers import Watcher

SECONDS = float(os.environ.get("SOAK_SECONDS", "3600"))
WATCHERS = int(os.environ.get("SOAK_WATCHERS", "30"))
BOTS = int(os.environ.get("SOAK_BOTS", "8"))
ROOT = Path(__file__).resolve().parent.parent.parent
CHOUETTE = (sys.executable, "-m", "app.cli")
GROWTH, GROWN_UP = 1.5, 900
"""How many times the memory at the first full house the last may have; asked only of runs of so
many seconds, since caches fill in the first minutes."""

KILLS = int(os.environ.get("SOAK_KILLS", "1000" if SECONDS >= GROWN_UP else "50"))

LEFT = 250
"""MiB that caches and the allocator may hold more than at the start, when everybody has left."""
AFTERWARDS = 90.0
"""Seconds until what the last have left is collected: the host waits for quiet, and does it once a
minute at most."""


@dataclass(frozen=True)
class Sample:
    """What the host's process holds: MiB in memory, open files, threads."""

    memory: float
    files: int
    threads: int

    @classmethod
    def of(cls, pid: int) -> Sample:
        """Look at a process; Linux tells."""
        status = Path(f"/proc/{pid}/status").read_text("ascii")
        fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        files = len(os.listdir(f"/proc/{pid}/fd"))
        return cls(int(fields["VmRSS"].split()[0]) / 1024, files, int(fields["Threads"]))

    def __str__(self) -> str:
        return f"{self.memory:.1f} MiB, {self.files} open files, {self.threads} threads"


class Table:
    """A headless table of bots, in a process and a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "soak.chouette"
        with socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.environment = {
            **os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state"),
        }  # fmt: skip
        self.said = folder / "host.txt"
        self._write_log()
        command = [
            *CHOUETTE, "host", "--headless", "--watchers", "--interface", "127.0.0.1",
            "--port", str(self.port), "--log", str(self.log),
        ]  # fmt: skip
        with self.said.open("wb") as out:
            self.process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )

    def _write_log(self) -> None:
        """Begin a session of bots alone, as a log that the host goes on with."""
        names = bot_names(BOTS, ())
        session = launch(Spec(players=(), bots=names, log=self.log, title="Soak"))
        session.close()
        session.host.keeper.close()

    def sample(self) -> Sample:
        """Look at the process."""
        return Sample.of(self.process.pid)

    def admin(self, act: str) -> int:
        """Do one of the host's acts."""
        command = [*CHOUETTE, "admin", act, "--port", str(self.port)]
        return subprocess.run(
            command, env=self.environment, capture_output=True, timeout=30, check=False
        ).returncode

    async def opened(self) -> None:
        """Wait until the door is open."""
        for _ in range(600):
            if self.process.poll() is not None:
                break
            with socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            await asyncio.sleep(0.1)
        raise SystemExit(f"the table did not open:\n{self.said.read_text('utf-8', 'replace')}")


async def pressure(table: Table, seconds: float, counts: Counter[str]) -> dict[str, Sample]:
    """Let everybody look on for so long, and look at the host's process meanwhile."""
    await table.opened()
    found = {"before anybody came": table.sample()}
    loop = asyncio.get_running_loop()
    begin, until = loop.time(), loop.time() + seconds
    people = [
        asyncio.create_task(Watcher(table.port, n, counts).look_on(until)) for n in range(WATCHERS)
    ]
    peak = found["before anybody came"]
    first: Sample | None = None
    while loop.time() < until:
        await asyncio.sleep(min(5.0, seconds / 20))
        if table.process.poll() is not None:
            break
        now = table.sample()
        peak = max(peak, now, key=lambda one: one.memory)
        if first is None and loop.time() - begin > seconds / 5:
            first = now
    assert first is not None, "the table closed in the first fifth of the time"
    found |= {"full house, first": first, "full house, last": now, "at most": peak}
    await asyncio.gather(*people)
    await asyncio.sleep(AFTERWARDS)
    found["after everybody left"] = table.sample()
    return found


def _complaints(said: str) -> Iterator[str]:
    """Yield the tracebacks of a log in a line each: our innermost frame, and the error."""
    for text in said.split("Traceback (most recent call last):")[1:]:
        lines = text.splitlines()
        ends = (at for at, line in enumerate(lines) if line and not line.startswith(" "))
        end = next(ends, len(lines) - 1)
        frames = [line.strip() for line in lines[:end] if "/app/" in line or "/widgets/" in line]
        place = frames[-1].replace(f"{ROOT}/", "") if frames else "outside"
        yield f"{place}: {lines[end].strip()[:200]}"


def faults_of(table: Table, samples: dict[str, Sample], status: int) -> list[str]:
    """Return what went wrong, in words."""
    found: list[str] = []
    said = table.said.read_text("utf-8", "replace")
    if status:
        found.append(f"the host's process ended with {status}")
    complaints = Counter(_complaints(said))
    found += [f"{count} times: {what}" for what, count in complaints.most_common()]
    before, after = samples["before anybody came"], samples["after everybody left"]
    if after.files > before.files + 5:
        found.append(f"open files grew from {before.files} to {after.files}")
    if after.memory > before.memory + LEFT:
        found.append(f"{after.memory:.0f} MiB are held when everybody has left")
    first, last = samples["full house, first"], samples["full house, last"]
    if last.memory > GROWTH * first.memory and SECONDS >= GROWN_UP:
        found.append(f"memory grew from {first.memory:.0f} to {last.memory:.0f} MiB")
    found += [one.at(table.log) for one in check(table.log, read_lines(table.log).lines)][:5]
    thrown = verify(History.read(table.log))
    if not thrown.ok:
        found.append(f"chouette verify: {list(thrown.lines())[:5]}")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Soak, report, and return 1 where anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here too")
    arguments = parser.parse_args(argv)
    counts: Counter[str] = Counter()
    print(f"{machine()}\n{BOTS} bots, {WATCHERS} watchers, {SECONDS:.0f} s …", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        try:
            samples = asyncio.run(pressure(table, SECONDS, counts))
            begin = monotonic()
            table.admin("stop")
            status = table.process.wait(60)
            closing = monotonic() - begin
        finally:
            if table.process.poll() is None:
                table.process.kill()
                table.process.wait()
        faults = faults_of(table, samples, status)
        said = table.said.read_text("utf-8", "replace")
        history = History.read(table.log)
        entries, games = len(history.entries), len(history.table.games)
    killed, lost = kill(KILLS)
    faults += lost
    for name, sample in samples.items():
        print(f"  {name:22} {sample}")
    print("  " + ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items())))
    print(f"  {entries:,} entries in {games} finished games; closed in {closing:.1f} s")
    print(f"  {killed}")
    print("\n".join(f"FAULT: {fault}" for fault in faults) or "no fault found")
    if faults and (keep := os.environ.get("SOAK_KEEP")):
        Path(keep).write_text(said, "utf-8")
        print(f"what the host said: {keep}")
    if arguments.json:
        report = {
            "machine": machine(), "seconds": SECONDS, "counts": counts, "entries": entries,
            "kills": KILLS,
            "samples": {name: asdict(one) for name, one in samples.items()}, "faults": faults,
        }  # fmt: skip
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
