"""`python -m tests.bench [SECTION…] [--json FILE]`."""

from __future__ import annotations

import argparse
import compileall
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import cast

from tests.bench.report import Row, as_json, notice, text

SECTIONS: dict[str, str] = {
    "plays": "tests.bench.plays:rows",
    "table": "tests.bench.table:rows",
    "screen": "tests.bench.screen:rows",
    "replay": "tests.bench.replay:rows",
    "bots": "tests.bench.bots:rows",
    "pipe": "tests.bench.pipe:rows",
    "review": "tests.bench.review:rows",
    "ssh": "tests.bench.ssh:few",
}
"""Name -> module:function of each section, in the order of the report."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the sections asked for, or all, and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here too")
    arguments = parser.parse_args(argv)
    unknown = [name for name in arguments.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    # The rivals were compiled when they were installed, and so is the program where it is played.
    for package in ("rules", "widgets", "app"):
        compileall.compile_dir(package, quiet=1)
    found: dict[str, Sequence[Row]] = {}
    for name in arguments.sections or SECTIONS:
        notice(f"measuring {name} …")
        start = perf_counter()
        module, _, function = SECTIONS[name].partition(":")
        section = cast(
            Callable[[], Sequence[Row]], getattr(importlib.import_module(module), function)
        )
        found[name] = section()
        notice(f"  in {perf_counter() - start:.0f} s")
    print(text(found))
    if arguments.json:
        arguments.json.write_text(as_json(found) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
