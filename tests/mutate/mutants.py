"""The small changes that are tried on a module: each is one that somebody might make by mistake."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Change = Callable[[], None]

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
_NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, what it makes of what, and how to find it again."""

    module: str
    line: int
    function: str
    before: str
    after: str
    node: int
    choice: int

    @property
    def name(self) -> str:
        """What identifies it while lines move: the function, and the text before and after."""
        return f"{self.module} {self.function}: {self.before} -> {self.after}"


def mutants(source: str, module: str) -> Iterator[Mutant]:
    """Yield every change of a module's source."""
    tree = ast.parse(source)
    spared, functions = _spared(tree), _functions(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in spared:
            continue
        # Each choice is made on a fresh tree, since making it changes the node for good.
        for choice in range(len(_changes(node))):
            before, after = _texts(source, number, choice)
            line = getattr(node.iter if isinstance(node, ast.comprehension) else node, "lineno", 0)
            function = functions.get(id(node), "module")
            yield Mutant(module, line, function, before, after, number, choice)


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """Return a module's tree with one change made."""
    tree = ast.parse(source)
    node = list(ast.walk(tree))[mutant.node]
    _changes(node)[mutant.choice]()
    return ast.fix_missing_locations(tree)


def _texts(source: str, number: int, choice: int) -> tuple[str, str]:
    """Return the text before and after; of a number or a word, what it stands in."""
    nodes = list(ast.walk(ast.parse(source)))
    node = shown = nodes[number]
    if isinstance(node, ast.Constant | ast.Name):
        shown = next(one for one in nodes if node in ast.iter_child_nodes(one))
    before = _short(ast.unparse(shown))
    _changes(node)[choice]()
    return before, _short(ast.unparse(ast.fix_missing_locations(shown)))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 110 else words[:107] + "…"


def _changes(node: ast.AST) -> list[Change]:
    """Return what can be changed at a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _SWAPS:
            return [_set(node, "ops", [_SWAPS[type(op)]()])]
        case ast.Compare(ops=[_, _, *_]):
            return [
                _set(node, "ops", [*node.ops[:at], _SWAPS[type(op)](), *node.ops[at + 1 :]])
                for at, op in enumerate(node.ops)
            ]
        case ast.BoolOp(op=op, values=values):
            shorter = [values[:at] + values[at + 1 :] for at in range(len(values))]
            return [
                _set(node, "op", _SWAPS[type(op)]()),
                *(_set(node, "values", kept) for kept in shorter),
            ]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _SWAPS:
            return [_set(node, "op", _SWAPS[type(op)]())]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [_set(node, "operand", ast.UnaryOp(ast.Not(), operand))]
        case ast.UnaryOp(op=ast.USub()):
            return [_set(node, "op", ast.UAdd())]
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if isinstance(test, ast.UnaryOp | ast.Compare):
                return []  # Changed there already.
            return [_set(node, "test", ast.UnaryOp(ast.Not(), test))]
        case ast.comprehension(ifs=[_, *_]):
            return [_set(node, "ifs", [])]
        case ast.Return(value=ast.expr()) if not _is_falsy(node.value):
            return [_set(node, "value", ast.Constant(None))]
        case ast.Name(id=name) if name in _NAMES:
            return [_set(node, "id", _NAMES[name])]
        case ast.Constant(value=bool(value)):
            return [_set(node, "value", not value)]
        case ast.Constant(value=int(value)):
            return [_set(node, "value", value + 1)]
        case ast.Constant(value=str(word)) if word.isidentifier():
            return [_set(node, "value", f"{word}_")]
        case ast.AnnAssign(value=ast.Tuple(elts=elts) as checks) if _of_checks(node):
            return [_set(checks, "elts", elts[:at] + elts[at + 1 :]) for at in range(len(elts))]
    return []


def _set(node: ast.AST, field: str, value: object) -> Change:
    return lambda: setattr(node, field, value)


def _is_falsy(node: ast.AST | None) -> bool:
    """Whether a value is false as None is: who asks only whether there is one sees no change."""
    if isinstance(node, ast.Tuple | ast.List):
        return not node.elts
    return isinstance(node, ast.Constant) and not node.value


def _of_checks(node: ast.AnnAssign) -> bool:
    """Whether this is one of the ordered lists of checks that an action has to pass."""
    return "Check" in ast.unparse(node.annotation)


def _spared(tree: ast.AST) -> set[int]:
    """Return the nodes that nothing is changed at: types, docstrings, names of fields, asserts."""
    found: set[int] = set()
    for node in ast.walk(tree):
        kept: list[ast.AST | None] = []
        match node:
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
                kept.append(annotation)
            case ast.FunctionDef(returns=returns):
                kept += [returns, *node.decorator_list]
            case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
                kept.append(node)
            case ast.Expr(value=ast.Constant()):
                kept.append(node.value)
            case ast.Subscript(value=ast.Name(id="Literal")):
                kept.append(node)
        if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            kept.append(node)
        found |= {id(part) for one in kept if one is not None for part in ast.walk(one)}
    return found


def _functions(tree: ast.AST) -> dict[int, str]:
    """Return the innermost function or assigned name that each node stands in."""
    found: dict[int, str] = {}

    def visit(node: ast.AST, name: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.AnnAssign) and name == "module":
            name = ast.unparse(node.target)
        found[id(node)] = name
        for child in ast.iter_child_nodes(node):
            visit(child, name)

    visit(tree, "module")
    return found
