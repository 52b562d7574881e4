"""`python -m tests.fuzz [TARGET…] [--seconds N] [--only hypothesis|atheris]`."""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.bench.report import machine
from tests.fuzz.targets import TARGETS, Target

SECONDS = float(os.environ.get("FUZZ_SECONDS", "60"))
EXAMPLES = 200


def inputs(examples: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return bytes made of examples: cut, doubled, swapped and spoilt; or bytes of any kind."""
    pieces = st.sampled_from(examples).flatmap(
        lambda one: st.tuples(st.integers(0, len(one)), st.integers(0, len(one))).map(
            lambda ends: one[min(ends) : max(ends)]
        )
    )
    spoilt = st.tuples(
        st.sampled_from(examples),
        st.lists(st.tuples(st.integers(0, 1 << 16), st.binary(max_size=3)), max_size=8),
    ).map(_spoil)
    mixed = st.lists(pieces | st.binary(max_size=8) | st.text(max_size=8).map(_bytes), max_size=6)
    return spoilt | mixed.map(b"".join) | st.binary(max_size=200)


def _spoil(made: tuple[bytes, list[tuple[int, bytes]]]) -> bytes:
    data = bytearray(made[0])
    for at, more in made[1]:
        at %= len(data) + 1
        data[at : at + max(1, len(more))] = more
    return bytes(data)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def by_hypothesis(target: Target, seconds: float, chance: Random) -> int:
    """Try a target for so long and return how many inputs it had; what fails is raised, shrunk."""
    tried = 0

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, print_blob=False,
        phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(inputs(target.examples()))
    def run(data: bytes) -> None:
        nonlocal tried
        tried += 1
        target.run(data)

    until = monotonic() + seconds
    while monotonic() < until:
        # Another seed each time, or the same examples would come again.
        seed(chance.getrandbits(32))(run)()
    return tried


def by_atheris(name: str, seconds: float) -> tuple[int, str]:
    """Let atheris try a target in a process of its own; give its status and its last words."""
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(TARGETS[name].examples()):
            (Path(folder) / f"{number}").write_bytes(data)
        done = subprocess.run(
            [
                sys.executable, "-m", "tests.fuzz.guided", name, folder,
                f"-max_total_time={seconds:.0f}", "-max_len=4096", "-timeout=30",
                f"-artifact_prefix={folder}/found-",
            ],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            check=False,
        )  # fmt: skip
        found = [path.read_bytes() for path in Path(folder).glob("found-*")]
    words = done.stdout[-3000:] if done.returncode else done.stdout.strip().splitlines()[-1]
    return done.returncode, "\n".join((words, *(f"input: {data!r}" for data in found)))


def main(argv: Sequence[str] | None = None) -> int:
    """Try the targets named, or all; the status is 1 where one fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each way and target")
    parser.add_argument("--only", choices=("hypothesis", "atheris"), help="one way of the two")
    parser.add_argument("--seed", type=int, help="of hypothesis' chance (a new one)")
    arguments = parser.parse_args(argv)
    if unknown := set(arguments.targets) - set(TARGETS):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    print(machine(), flush=True)
    guided = importlib.util.find_spec("atheris") is not None
    if not guided and arguments.only != "hypothesis":
        print("atheris is not installed: pip install -c constraints.txt -e '.[fuzz]'")
    chance, failed = Random(arguments.seed), 0
    for name in arguments.targets or TARGETS:
        if arguments.only != "atheris":
            try:
                tried = by_hypothesis(TARGETS[name], arguments.seconds, chance)
                print(f"{name}: hypothesis, {tried:,} inputs, nothing found", flush=True)
            except Exception as error:
                failed += 1
                notes = "\n".join(getattr(error, "__notes__", ()))
                print(f"{name}: hypothesis FOUND {type(error).__name__}: {error}\n{notes}")
        if guided and arguments.only != "hypothesis":
            status, words = by_atheris(name, arguments.seconds)
            failed += bool(status)
            print(f"{name}: atheris{' FOUND' if status else ','} {words}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
