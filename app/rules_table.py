"""`chouette rules`: what a set of house rules says, option by option, with the clauses."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from app.arguments import Parser, complain
from app.clause_words import words_of
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
from widgets.words import Words


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


BEGIN, END = "<!-- options: made by make keys -->", "<!-- options end -->"


def markdown() -> str:
    """Return the options on which the four texts differ, as a table; `*` where a text is silent.

    >>> markdown().splitlines()[0]
    '| option | club | play65 | hungarian | tavla |'
    """
    rows = [f"| option | {' | '.join(PRESETS)} |", "| --- " * (len(PRESETS) + 1) + "|"]
    for name in option_names():
        texts = texts_of(name)
        if len({str(texts[preset][0]) for preset in PRESETS}) > 1:
            cells = (_published(name, *texts[preset]) for preset in PRESETS)
            rows.append(f"| {name.replace('_', ' ')} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _published(name: str, value: object, clause: str | None) -> str:
    word = words_of(value, name)
    return f"{word} ({clause})" if clause else f"{word}*"


def with_options(text: str) -> str:
    """Return a page with the table between its two marks made anew; ValueError without them."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN} … {END}")
    return f"{before}{BEGIN}\n{markdown()}{END}{after}"


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print a preset's options, or what differs between two presets."""
    parser = Parser("rules", "Show a preset's options with the clause of each.", language)
    words = parser.words
    parser.add_argument(
        "preset", nargs="?", default="club", metavar="PRESET", help=", ".join(PRESETS)
    )
    parser.add_argument(
        "--diff", metavar="PRESET", help="show only what this preset does otherwise"
    )
    arguments = parser.parse_args(argv)
    try:
        rules = read_ruleset(arguments.preset)
        other = read_ruleset(arguments.diff) if arguments.diff else None
    except ValueError as error:
        complain("rules", error, words)
        return 2
    print("\n".join(_compared(rules, other, words) if other else _listed(rules, words)))
    return 0


def _listed(rules: Ruleset, words: Words) -> list[str]:
    rows = []
    for name, option in options_of(rules).items():
        clause = f"({option['clause']})"
        if option["silent"]:
            clause = words("({name} is silent)", name=rules.base)
        rows.append((name, _word(option["value"], words), clause, words(option["meaning"])))
    return _columns(rows, _room())


def _compared(rules: Ruleset, other: Ruleset, words: Words) -> list[str]:
    rows: list[tuple[str, ...]] = [(words("option"), rules.base, other.base, "")]
    for name, one in options_of(rules).items():
        two = options_of(other)[name]
        if one["value"] != two["value"]:
            rows.append((name, _cell(one, words), _cell(two, words), words(one["meaning"])))
    if len(rows) > 1:
        return _columns(rows, _room())
    return [words("{one} and {other} do not differ", one=rules.base, other=other.base)]


def _cell(option: dict[str, Any], words: Words) -> str:
    return _word(option["value"], words) + ("" if option["silent"] else f" ({option['clause']})")


def _word(value: object, words: Words) -> str:
    if isinstance(value, bool):
        return words("yes") if value else words("no")
    # The value as it is typed, which is no word of a language.
    return str(value)


def _columns(rows: Sequence[tuple[str, ...]], room: int) -> list[str]:
    """Return rows in columns; a meaning without room beside them stands beneath its row."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)]
        whole = "  ".join([*cells, row[-1]]).rstrip()
        if room and len(whole) > room:
            lines.append("  ".join(cells).rstrip())
            lines += textwrap.wrap(row[-1], room, initial_indent="    ", subsequent_indent="    ")
        else:
            lines.append(whole)
    return lines


def _room() -> int:
    """Return how long a line may be: as the terminal is wide, 0 for any length in a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
