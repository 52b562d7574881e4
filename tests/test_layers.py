"""Imports go downward only: rules <- widgets <- app, and inside rules down one list."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

ROOT = Path(__file__).resolve().parent.parent

# From the bottom up: a module of rules imports only modules that stand before it.
RULES_ORDER = (
    # How things are said.
    "saying", "forms",
    # Backgammon.
    "position", "generator", "runs", "legality", "plays", "notation", "match_state", "ids",
    # What a chouette is made of.
    "values", "cube", "ruleset", "clauses", "proposals", "refusals", "actions", "events",
    "state", "seats", "rotation", "points", "sheet", "consult", "naming",
    "fold_parts", "evolve_seats", "evolve_turns",
    "evolve_rounds", "evolve_deals", "evolve", "log",
    # What is allowed.
    "checks", "draw", "permit_seats", "permit_house", "rounds", "answers", "permit_doubles",
    "permit_answers", "permit_turns", "permit_deals", "permit_consent", "permit_talk", "permission",
    "offers", "legal",
    # What comes of it, and who sees it.
    "telling", "decide_rounds", "decide_seats", "decide_house", "decide_takeback", "decide_talk",
    "decide_deals", "decide_turns", "decide", "views",
)  # fmt: skip

# Rules have no clock, no files, no chance, no network and no screen.
IMPURE = {
    "asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip

ALLOWED = {
    "rules": {"pydantic", "rules"},
    "widgets": {"rich", "rules", "textual", "widgets"},
}


def imports(source: str) -> Iterator[str]:
    """The dotted names that a module's text imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their package: a relative one hides the layer"
            assert node.module is not None
            # `from rules import state` imports rules.state.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def foreign(package: str, source: str) -> set[str]:
    """What a module of `package` imports from outside its layer."""
    tops = {name.split(".")[0] for name in imports(source)}
    found = tops - ALLOWED[package] - set(sys.stdlib_module_names)
    return found | (tops & IMPURE if package == "rules" else set())


def above(module: str, source: str) -> set[str]:
    """The modules of rules that `module` imports and that do not stand below it."""
    names = {name.split(".")[1] for name in imports(source) if name.startswith("rules.")}
    below = set(RULES_ORDER[: RULES_ORDER.index(module)])
    return (names & set(RULES_ORDER)) - below


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_layers_import_downward_only(package: str) -> None:
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in modules(package)
        if (found := foreign(package, path.read_text("utf-8")))
    }
    assert not wrong


def test_every_module_of_rules_has_its_place_in_the_list() -> None:
    names = {path.stem for path in modules("rules")} - {"__init__"}
    assert names <= set(RULES_ORDER), f"place in RULES_ORDER: {sorted(names - set(RULES_ORDER))}"


def test_rules_import_down_the_list() -> None:
    wrong = {
        path.stem: found
        for path in modules("rules")
        if path.stem in RULES_ORDER and (found := above(path.stem, path.read_text("utf-8")))
    }
    assert not wrong


@pytest.mark.parametrize(
    ("package", "source", "found"),
    [
        ("rules", "import textual.app", {"textual"}),
        ("rules", "def f():\n    from random import choice", {"random"}),
        ("rules", "from widgets.board import Board", {"widgets"}),
        ("widgets", "from app import cli", {"app"}),
        ("widgets", "import asyncssh", {"asyncssh"}),
        ("rules", "from pydantic import BaseModel\nimport re", set()),
    ],
)
def test_the_layer_test_sees_what_it_should(package: str, source: str, found: set[str]) -> None:
    assert foreign(package, source) == found


def test_the_list_test_sees_an_import_up_the_list() -> None:
    assert above("plays", "from rules import notation\nfrom rules.position import START") == {
        "notation"
    }


def test_the_line_protocol_imports_no_screen() -> None:
    """The command line and what `plays` needs never load Textual."""
    code = (
        "import sys; from app.cli import main; main(['plays', '4HPwATDgc/ABMA', '3', '1']);"
        "sys.exit('textual' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)


def test_every_value_of_the_rules_is_frozen() -> None:
    values = [
        value
        for path in modules("rules")
        for value in vars(importlib.import_module(f"rules.{path.stem}")).values()
        if isinstance(value, type) and value.__module__ == f"rules.{path.stem}"
    ]
    models = [value for value in values if issubclass(value, BaseModel)]
    records = [value for value in values if dataclasses.is_dataclass(value)]
    assert len(models) > 50
    assert len(records) > 20
    assert [value for value in models if not value.model_config.get("frozen")] == []
    assert [value for value in records if not vars(value)["__dataclass_params__"].frozen] == []
