"""`python -m tests.fuzz.guided TARGET FOLDER [libFuzzer's options]`: atheris, guided by coverage.

libFuzzer takes over the process and ends it, so that each target has one of its own.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["app", "rules"]):
    from tests.fuzz.targets import TARGETS


def main() -> None:
    """Fuzz one target until libFuzzer's own time is over, or it fails."""
    name, *options = sys.argv[1:]
    target = TARGETS[name]
    atheris.Setup([sys.argv[0], *options], target.run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
