"""What is left out at the start: a script waits for the pipe, and a person for the first paint."""

from __future__ import annotations

import os
import sys
from types import ModuleType

LOADER = "pydantic.plugin._loader"
"""Where Pydantic looks for plugins: a private place, guarded by tests/test_lean.py."""


def skip_plugins() -> None:
    """Have Pydantic look for no plugins, of which the program has none; before the first model.

    The switch for it is an environment variable, and is set; but even then what would read all
    packages' metadata is imported, and with it the library of e-mail: a tenth of the pipe's start.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if LOADER not in sys.modules:
        nothing = ModuleType(LOADER, "Stands in for what would look for plugins.")
        setattr(nothing, "get_plugins", tuple)  # noqa: B010 (mypy)
        sys.modules[LOADER] = nothing
