"""`python -m tests.mutate [MODULE…] [--sample N] [--seed N] [--json FILE] [--again FILE]`."""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType

from coverage import CoverageData

from tests.bench.report import machine
from tests.mutate.equivalent import EQUIVALENT
from tests.mutate.mutants import Mutant, mutants, mutated

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = (
    "permission", "permit_consent", "permit_deals", "permit_doubles", "permit_answers",
    "permit_house", "permit_seats", "permit_talk",
    "permit_turns", "checks", "answers", "rotation", "points", "consult",
)  # fmt: skip
"""What says who may do what, who is Box next, what a cube pays and who may talk."""
TESTS = ("tests/rules", "--deselect", "tests/rules/test_laws.py")
"""What has to notice a change: the named tests. Random sessions are no proof of a clause."""
PATIENCE = 60.0
"""Seconds after which a mutant that still runs counts as noticed: it does not end."""


class Killer:
    """Knows which tests run which lines, and lets them run on one mutant after the other."""

    def __init__(self) -> None:
        self.sources = {
            name: (ROOT / "rules" / f"{name}.py").read_text("utf-8") for name in MODULES
        }
        self.runners: dict[tuple[str, int], set[str]] = {}
        with tempfile.TemporaryDirectory() as folder:
            self._measure(Path(folder) / "lines")
        # Everything heavy that no mutant touches is imported once, before the forks.
        for name in ("pytest", "pydantic", "hypothesis", "pytest_asyncio", "xdist"):
            importlib.import_module(name)
        # A mutant is noticed when its tests fail, so they have to pass, found by their names, on
        # a module that is as it was.
        named = sorted(set().union(*self.runners.values()))
        if not self.passes("points", ast.parse(self.sources["points"]), named):
            raise SystemExit("the tests fail when they are run by their names")

    def _measure(self, file: Path) -> None:
        """Run the tests once, noting which of them comes by which line."""
        command = [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS,
            "--cov=rules", "--cov-context=test", "--cov-report=",
        ]  # fmt: skip
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(file)}, check=False,
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"the tests fail as things are:\n{done.stdout[-2000:]}")
        data = CoverageData(str(file))
        data.read()
        for path in data.measured_files():
            module = Path(path).stem
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {context.partition("|")[0] for context in contexts if context}
                self.runners[module, line] = tests

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run a mutant's line; all, where it runs on import."""
        return sorted(self.runners.get((mutant.module, mutant.line), ())) or list(TESTS)

    def survives(self, mutant: Mutant) -> bool:
        """Whether no test notices; a fresh process each, so that nothing is left of another."""
        tree = mutated(self.sources[mutant.module], mutant)
        return self.passes(mutant.module, tree, self.tests_of(mutant))

    def passes(self, module: str, tree: ast.Module, tests: Sequence[str]) -> bool:
        """Whether the tests pass with a module as the tree has it."""
        context = multiprocessing.get_context("fork")
        process = context.Process(target=self._run, args=(module, tree, tests))
        process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
        return process.exitcode == 0

    def _run(self, module: str, tree: ast.Module, tests: Sequence[str]) -> None:
        import pytest

        nothing = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nothing, stream)
        sys.meta_path.insert(0, _Finder(f"rules.{module}", tree))
        os.chdir(ROOT)
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-cov", *tests])
        os._exit(int(status))


class _Finder(MetaPathFinder, Loader):
    """Gives a mutated module where Python asks for it by name."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree
        self.file = str(ROOT / f"{name.replace('.', '/')}.py")

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self, origin=self.file) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, self.file, "exec"), module.__dict__)


def main(argv: Sequence[str] | None = None) -> int:
    """Try the mutants of the modules named, or of all; the status is 1 where one survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    parser.add_argument("--sample", type=int, metavar="N", help="so many of each module, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of that chance (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the survivors here too")
    parser.add_argument("--again", type=Path, metavar="FILE", help="those alone that it lists")
    arguments = parser.parse_args(argv)
    again = json.loads(arguments.again.read_text("utf-8")) if arguments.again else []
    # Where a mutant stood is left out: lines move.
    wanted = {one.partition(" ")[2] for one in again}
    if unknown := set(arguments.modules) - set(MODULES):
        parser.error(f"no module {', '.join(sorted(unknown))}; there are {', '.join(MODULES)}")
    start = perf_counter()
    print(f"{machine()}\nwhich test runs which line …", flush=True)
    killer = Killer()
    rng = Random(arguments.seed)
    survivors: list[Mutant] = []
    counts: Counter[str] = Counter()
    for module in arguments.modules or MODULES:
        found = list(mutants(killer.sources[module], module))
        tried = [one for one in found if one.name in wanted] if arguments.again else found
        if arguments.sample and arguments.sample < len(found):
            tried = sorted(rng.sample(found, arguments.sample), key=lambda one: one.line)
        left = 0
        for mutant in tried:
            if mutant.name in EQUIVALENT:
                counts["explained"] += 1
            elif killer.survives(mutant):
                left += 1
                survivors.append(mutant)
                print(f"  survives: rules/{module}.py:{mutant.line} {mutant.name}", flush=True)
            else:
                counts["killed"] += 1
        print(f"{module}: {len(tried)} of {len(found)} tried, {left} survive", flush=True)
    minutes = (perf_counter() - start) / 60
    print(
        f"{counts['killed']} killed, {counts['explained']} explained, {len(survivors)} survive, "
        f"in {minutes:.0f} min"
    )
    if arguments.json:
        listed = [f"{one.module}:{one.line} {one.name}" for one in survivors]
        arguments.json.write_text(json.dumps(listed, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
