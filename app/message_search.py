"""Finding every sentence that a person reads, in the source itself.

Texts reach a translator in few ways, and each is found in the source itself, so that nobody has to
list them: `_("…")`, `words("…")` and `words.count("…", "…", n)` in screens, the arguments of the
calls in `SAID` in the rules, and the meanings of the options. Where the argument is a name, the
texts assigned to that name are meant.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from app.clause_words import headings, words_of
from rules.ruleset import Ruleset, option_names

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "widgets", "app")

SAID: dict[str, tuple[int, ...]] = {
    # Screens: the translator under its usual names.
    "_": (0,), "words": (0,), "w": (0,), "self": (0,), "_say": (0,),
    "translate": (0, 1), "count": (0, 1),
    # Rules: a text and its facts.
    "refuse": (2,), "bad_request": (0,), "Refusal": (2,), "Silence": (1,), "Part": (2,),
    "option": (0,), "option_on": (1,), "Illegality": (1,), "AnswerRule": (3,),
    # Words and faults.
    "Term": (0,), "Phrase": (0,), "Fault": (0,), "BadRequest": (0,), "IdError": (0,),
    "DrawFault": (0,), "Unreadable": (0,), "CommandError": (0,), "UnknownLanguage": (0,),
    "StoreError": (0,), "LogError": (0,), "LaunchError": (0,), "ExportError": (0,),
    "MatError": (0,), "PeopleError": (0,), "AdminError": (0,),
    "SettingsError": (0,), "DiceError": (0,), "Misfit": (0,), "JudgeError": (0,),
    "NotNow": (0,), "NoRollout": (0,), "__init__": (0,),
    # The command line.
    "Command": (2,), "Parser": (1,), "add_argument": (), "wrong": (0,), "_words": (0,),
}  # fmt: skip
"""Calls by the last name of what is called -> which arguments a person reads."""

NAMED = {("add_argument", "help"), ("Refusal", "text"), ("AnswerRule", "text")}
"""Arguments that are given by name."""

DOOR = ("app/ssh/", "app/remote/")
_PROSE = re.compile(r"[A-Z].* .*[.!?)]", re.DOTALL)

CONSTANTS = {"LABELS", "ARGPARSE"}
"""Module constants whose texts are all read."""


@dataclass
class Found:
    """The messages of some sources: id -> where; and texts that no translator could find."""

    places: dict[str | tuple[str, str], list[tuple[str, int]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, message: str | tuple[str, str], file: str, line: int) -> None:
        """Note a message and where it stands."""
        self.places.setdefault(message, []).append((file, line))


def scan(packages: Sequence[str] = PACKAGES) -> Found:
    """Return the messages of all modules of these packages."""
    found = Found()
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            scan_source(path.read_text("utf-8"), name, found)
    for text in (*option_values(), *headings()):
        found.add(text, "app/clause_words.py", 0)
    return found


def option_values() -> Iterator[str]:
    """Yield the values of the house rules as screens show them: "both or none"."""
    yield from (words_of(True), words_of(False))
    for name in option_names():
        for value in get_args(Ruleset.model_fields[name].annotation):
            yield words_of(value, name)


def scan_source(source: str, name: str, found: Found) -> None:
    """Add the messages of one module to what was found.

    >>> found = Found()
    >>> scan_source('def f(w, n):\\n    text = "two" if n else "none"\\n    w(text)', "m.py", found)
    >>> list(found.places), found.faults
    (['two', 'none'], [])
    >>> scan_source('_(f"{n} cubes")', "m.py", found)
    >>> found.faults
    ['m.py:1: an f-string cannot be translated: name the facts instead']
    """
    tree = ast.parse(source)
    _Reader(tree, name, found).visit(tree)


class _Reader(ast.NodeVisitor):
    """Walks one module, knowing in which functions it is."""

    def __init__(self, tree: ast.Module, name: str, found: Found) -> None:
        self.name = name
        self.found = found
        self.scopes: list[ast.AST] = [tree]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Look for assigned texts in the innermost function first."""
        self.scopes.append(node)
        self.generic_visit(node)
        self.scopes.pop()

    def visit_Assign(self, node: ast.Assign) -> None:
        """Take the texts of the constants that are all messages."""
        if any(isinstance(one, ast.Name) and one.id in CONSTANTS for one in node.targets):
            self._take(node.value)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Pass by what stands alone: a docstring is for whoever reads the source."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Take whole sentences at the door: its session translates whatever it says."""
        if (
            self.name.startswith(DOOR)
            and not self.name.endswith("textual_hooks.py")
            and isinstance(node.value, str)
            and _PROSE.fullmatch(node.value)
        ):
            self.found.add(node.value, self.name, node.lineno)

    def visit_Call(self, node: ast.Call) -> None:
        """Take the texts that a call says."""
        called = _last_name(node.func)
        wanted = [node.args[at] for at in SAID.get(called, ()) if at < len(node.args)]
        wanted += [one.value for one in node.keywords if (called, one.arg) in NAMED]
        if called == "count" and len(node.args) >= 3:
            one, many = (list(self._texts(arg)) for arg in node.args[:2])
            if len(one) == len(many) == 1:
                self.found.add((one[0], many[0]), self.name, node.lineno)
        elif called == "_" and isinstance(node.func, ast.Name) and "_" in _loop_names(self.scopes):
            pass
        else:
            for arg in wanted:
                if called != "__init__" or not isinstance(arg, ast.JoinedStr):
                    self._take(arg)
        self.generic_visit(node)

    def _take(self, node: ast.expr) -> None:
        for text in self._texts(node):
            if any(letter.isalpha() for letter in _without_facts(text)):
                self.found.add(text, self.name, node.lineno)

    def _texts(self, node: ast.expr) -> Iterator[str]:
        """Yield the texts that an expression may be; what is not known here is said elsewhere."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr():
                place = f"{self.name}:{node.lineno}"
                self.found.faults.append(
                    f"{place}: an f-string cannot be translated: name the facts instead"
                )
            case ast.IfExp():
                yield from self._texts(node.body)
                yield from self._texts(node.orelse)
            case ast.BoolOp():
                for value in node.values:
                    yield from self._texts(value)
            case ast.Dict():
                for value in node.values:
                    yield from self._texts(value)
            case ast.Tuple() | ast.List():
                for value in node.elts:
                    yield from self._texts(value)
            case ast.Subscript():
                yield from self._texts(node.value)
            case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get")):
                yield from self._texts(table)
            case ast.Name(id=name):
                yield from self._assigned(name)

    def _assigned(self, name: str) -> Iterator[str]:
        for scope in reversed(self.scopes):
            values = list(_assignments(scope, name))
            if values:
                for value in values:
                    if not (isinstance(value, ast.Name) and value.id == name):
                        yield from self._texts(value)
                return


def _assignments(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    body = ast.walk(scope) if not isinstance(scope, ast.Module) else scope.body
    for node in body:
        if isinstance(node, ast.Assign):
            if any(isinstance(one, ast.Name) and one.id == name for one in node.targets):
                yield node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target = node.target
            if isinstance(target, ast.Name) and target.id == name:
                yield node.value


def _last_name(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    if isinstance(func, ast.BoolOp):
        return "words"  # (words or Words())("…")
    return func.id if isinstance(func, ast.Name) else ""


def _loop_names(scopes: list[ast.AST]) -> set[str]:
    """Return the variables of loops: `for _ in …` is no translator."""
    if isinstance(scopes[-1], ast.Module):
        return set()
    return {
        node.target.id
        for node in ast.walk(scopes[-1])
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name)
    }


def _without_facts(text: str) -> str:
    """Return a template without its facts: `{by} {id}` says nothing by itself."""
    kept, depth = [], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            kept.append(letter)
    return "".join(kept)
