"""The tools that prove things: fuzz targets take their examples, mutants are what they say."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tests.fuzz.targets import TARGETS
from tests.mutate.mutants import mutants, mutated

SOURCE = dedent('''
    """A module."""
    from __future__ import annotations

    DRAW: tuple[Check, ...] = (due, done)

    def enough(n: int, name: str) -> bool:
        """Say so."""
        assert n, "some"
        return n >= 2 and name in ("ann", "bob")
''')


@pytest.mark.parametrize("name", TARGETS)
def test_a_fuzz_target_takes_its_examples_and_each_cut_in_two(name: str) -> None:
    target = TARGETS[name]
    for data in target.examples():
        target.run(data)
        target.run(data[: len(data) // 2])


def test_mutants_are_small_changes_of_what_counts() -> None:
    found = [one.name for one in mutants(SOURCE, "m")]
    assert sorted(found) == sorted(
        [
            "m DRAW: DRAW: tuple[Check, ...] = (due, done) -> DRAW: tuple[Check, ...] = (done,)",
            "m DRAW: DRAW: tuple[Check, ...] = (due, done) -> DRAW: tuple[Check, ...] = (due,)",
            "m enough: return n >= 2 and name in ('ann', 'bob') -> return None",
            "m enough: n >= 2 and name in ('ann', 'bob') -> n >= 2 or name in ('ann', 'bob')",
            "m enough: n >= 2 and name in ('ann', 'bob') -> name in ('ann', 'bob')",
            "m enough: n >= 2 and name in ('ann', 'bob') -> n >= 2",
            "m enough: n >= 2 -> n > 2",
            "m enough: n >= 2 -> n >= 3",
            "m enough: name in ('ann', 'bob') -> name not in ('ann', 'bob')",
            "m enough: ('ann', 'bob') -> ('ann_', 'bob')",
            "m enough: ('ann', 'bob') -> ('ann', 'bob_')",
        ]
    )


def test_a_mutant_is_the_module_with_its_one_change() -> None:
    whole = ast.unparse(ast.parse(SOURCE)).splitlines()
    for one in mutants(SOURCE, "m"):
        changed = ast.unparse(mutated(SOURCE, one)).splitlines()
        assert len([1 for a, b in zip(whole, changed, strict=True) if a != b]) == 1
