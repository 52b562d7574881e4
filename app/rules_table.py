"""`chouette rules`: what a set of house rules says, option by option, with the clauses."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from rules.clauses import cite
from rules.ruleset import (
    PRESETS,
    Ruleset,
    meaning_of,
    option_names,
    read_ruleset,
    texts_of,
    values_of,
)


def options_of(rules: Ruleset) -> dict[str, dict[str, Any]]:
    """Return every option with its value, the clause cited for it, its meaning and its values.

    `silent` marks a value on which the rules' own text says nothing.
    """
    table = {}
    for name in option_names():
        value, clause = texts_of(name)[rules.base]
        chosen = getattr(rules, name)
        table[name] = {
            "value": chosen,
            "clause": cite(rules, name),
            "silent": clause is None,
            "changed": chosen != value,
            "meaning": meaning_of(name),
            "values": values_of(name),
        }
    return table


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print a preset's options, or what differs between two presets."""
    parser = argparse.ArgumentParser(
        prog="chouette rules", description="Show a preset's options with the clause of each."
    )
    parser.add_argument("preset", nargs="?", default="club", metavar="PRESET", help=_presets())
    parser.add_argument(
        "--diff", metavar="PRESET", help="show only what this preset does otherwise"
    )
    arguments = parser.parse_args(argv)
    try:
        rules = read_ruleset(arguments.preset)
        other = read_ruleset(arguments.diff) if arguments.diff else None
    except ValueError as error:
        print(f"chouette rules: {error}", file=sys.stderr)
        return 2
    print("\n".join(_compared(rules, other) if other else _listed(rules)))
    return 0


def _presets() -> str:
    return f"one of {', '.join(PRESETS)} (club)"


def _listed(rules: Ruleset) -> list[str]:
    rows = []
    for name, option in options_of(rules).items():
        clause = f"({option['clause']})" if not option["silent"] else f"({rules.base} is silent)"
        rows.append((name, _word(option["value"]), clause, option["meaning"]))
    return _columns(rows)


def _compared(rules: Ruleset, other: Ruleset) -> list[str]:
    rows = [("option", rules.base, other.base, "")]
    for name, one in options_of(rules).items():
        two = options_of(other)[name]
        if one["value"] != two["value"]:
            rows.append((name, _cell(one), _cell(two), str(one["meaning"])))
    return _columns(rows) if len(rows) > 1 else [f"{rules.base} and {other.base} do not differ"]


def _cell(option: dict[str, Any]) -> str:
    return _word(option["value"]) + ("" if option["silent"] else f" ({option['clause']})")


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    return [
        "  ".join(
            [*(f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)), row[-1]]
        ).rstrip()
        for row in rows
    ]
