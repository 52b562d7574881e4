"""The pipe in full swing: requests a second, and how long one waits for its reply."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from time import perf_counter

from app.history import History
from tests.bench.report import Row, row
from tests.bench.table import LOG, installed

REPEATS = 5
AT_ONCE = 3000
ONE_BY_ONE = 500
PLAYS = b'{"do": "plays", "position": "4HPwATDgc/ABMA", "dice": [6, 5]}\n'


def rows() -> Sequence[Row]:
    """Give the pipe's figures; a ratio is against reading and writing the same lines as JSON."""
    return [*_throughput(), *_latency()]


def _script() -> list[bytes]:
    """Return the kept session's requests, as lines."""
    requests = (entry.request for entry in History.read(LOG).entries)
    return [json.dumps(dict(one)).encode() + b"\n" for one in requests]


def _throughput() -> Iterator[Row]:
    session = _script()
    lines = session + [PLAYS] * (AT_ONCE - len(session))
    data = b"".join(lines)
    rates, alone = [], []
    for _ in range(REPEATS):
        start = perf_counter()
        done = subprocess.run(
            [*installed(), "pipe"], input=data, stdout=subprocess.PIPE, check=True
        )
        rates.append(len(lines) / (perf_counter() - start))
        replies = done.stdout.splitlines()
        assert len(replies) == len(lines)
        assert all(b'"ok":true' in reply for reply in replies)
        start = perf_counter()
        for line in (*lines, *replies):
            json.dumps(json.loads(line))
        alone.append(len(lines) / (perf_counter() - start))
    rival = row("the same lines through json alone", "requests/s", alone)
    ours = row("requests at once, start and end of the process with them", "requests/s", rates)
    yield replace(ours, ratio=ours.median / rival.median, note="against json alone")
    yield rival


def _latency() -> Iterator[Row]:
    """Ask one thing at a time, as a bot at the other end does."""
    waited = []
    with subprocess.Popen(
        [*installed(), "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        script = _script()
        for number in count():
            if number == ONE_BY_ONE:
                break
            start = perf_counter()
            process.stdin.write(script[number] if number < len(script) else PLAYS)
            process.stdin.flush()
            assert b'"ok":true' in process.stdout.readline()
            if number:  # the first waits for the start as well, which is measured elsewhere
                waited.append((perf_counter() - start) * 1000)
        process.stdin.close()
    waited.sort()
    yield row("one request at a time", "ms", waited, f"p95 {waited[int(0.95 * len(waited))]:.2f}")
