"""`python -m tests.fuzz.guided TARGET FOLDER [libFuzzer's options]`: atheris, guided by coverage.

libFuzzer takes over the process and ends it, so that each target has one of its own.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Fuzz one target until libFuzzer's own time is over, or it fails."""
    # Here and not above: pytest imports every module, and not everybody has atheris.
    import atheris

    with atheris.instrument_imports(include=["app", "rules"]):
        from tests.fuzz.targets import TARGETS

    name, *options = sys.argv[1:]
    atheris.Setup([sys.argv[0], *options], TARGETS[name].run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
