"""Guards what app/lean.py takes out of Pydantic's start, and shows that it is gone."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pydantic

PROBE = """
import json, sys
from app.lean import LOADER, skip_plugins
skip_plugins()
from rules.actions import BadRequest, read_action
read_action({"do": "roll", "by": "ann", "dice": [6, 1]})
try:
    read_action({"do": "roll", "by": "ann", "dice": [7, 1]})
    refused = False
except BadRequest:
    refused = True
heavy = [name for name in ("importlib.metadata", "email") if name in sys.modules]
print(json.dumps({"heavy": heavy, "refused": refused, "there": LOADER in sys.modules}))
"""


def imports_of_loader(path: Path) -> set[str]:
    """Return what one of Pydantic's modules takes from the place where plugins are found."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("_loader")
    ]
    return {name.name for node in found for name in node.names}


def test_pydantic_asks_its_loader_for_the_plugins_and_for_nothing_else() -> None:
    folder = Path(pydantic.__file__).parent
    assert (folder / "plugin" / "_loader.py").is_file()
    asked = {path.name: imports_of_loader(path) for path in folder.rglob("*.py")}
    assert {name: names for name, names in asked.items() if names} == {
        "_schema_validator.py": {"get_plugins"}
    }


def test_models_are_built_without_the_library_of_e_mail() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"heavy": [], "refused": True, "there": True}
