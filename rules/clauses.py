"""The clause that a refusal cites.

The clause is that of the preset's own text; where the text is silent or the house changed the
option, the clause where the value in force is published; else `rulebook N`, the section of this
project's rulebook.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.ruleset import PRESETS, Ruleset, section_of, texts_of, variation_of

Row: TypeAlias = tuple[str | None, str | None, str | None, str | None, str]
"""Clause of club, play65, hungarian, tavla (None: silent), and what is cited instead."""

TOPICS: dict[str, Row] = {
    "seats": ("1.2", "1", "1", None, "rulebook 3"),
    "partner_order": ("1.3", None, None, None, "club 1.3"),
    "partner_due": ("6.4", None, None, None, "club 6.4"),
    "stakes": ("2.2", None, "6", None, "rulebook 3"),
    "cube_talk": ("3.1", "9", "7", None, "rulebook 11"),
    "partner_talk": ("3.4", None, None, None, "club 3.4"),
    "spectators": ("3.2", "9", "3", None, "rulebook 11"),
    "dice_and_checkers": ("3.5", "8", "8", "1", "rulebook 4"),
    "points": ("4.2", None, None, None, "rulebook 12"),
    "own_cube": ("1.4", "2", "2", "3", "rulebook 5"),
    "out": ("5.5", None, "10", "6", "rulebook 5"),
    "box_answers": ("5.10", "12", "13", "7", "rulebook 5"),
    "team_answers": ("5.8", "7", "12", "6", "rulebook 6"),
    "beaver_answer": ("5.4", "7", None, None, "rulebook 6"),
    "any_number": ("5.11", None, "16", None, "rulebook 5"),
    "one_round": ("5.9", "12", "13", None, "rulebook 4"),
    "box_doubles": ("5.6", "11", "11", "9", "rulebook 6"),
    "rotation": ("6.1", "16", "17", "2", "rulebook 8"),
    "relinquish": ("6.1", "16", None, None, "rulebook 8"),
    "joining": ("6.5", None, "20", None, "rulebook 3"),
    "proxies": ("7.1", None, "21", None, "rulebook 10"),
    "illegal_plays": ("8.1", None, "22", "10", "rulebook 13"),
    "too_late": ("8.5", None, "24", None, "rulebook 13"),
    "sheet": ("10.1", None, "27", None, "rulebook 14"),
    "changes": ("11.1", None, None, None, "rulebook 2"),
    "deals": ("4.5", None, None, "15", "rulebook 12"),
    "buying": ("4.4", None, None, "15", "rulebook 12"),
    "turn": (None, None, None, None, "rulebook 4"),
    "absence": (None, None, None, None, "rulebook 10"),
    "backgammon": (None, None, None, None, "backgammon"),
    "request": (None, None, None, None, "protocol"),
}
"""Rules that are no option: where each text has them."""


def cite(rules: Ruleset, topic: str) -> str:
    """Return the citation for an option's name or one of `TOPICS`.

    >>> from rules.ruleset import preset
    >>> cite(preset("club"), "acceptance"), cite(preset("tavla"), "acceptance")
    ('club 5.10', 'tavla 7')
    >>> cite(preset("hungarian").changed({"acceptance": "break_even"}), "acceptance")
    'play65 13'
    >>> cite(preset("tavla"), "proxies")
    'rulebook 10'
    """
    if topic in TOPICS:
        *clauses, otherwise = TOPICS[topic]
        clause = clauses[PRESETS.index(rules.base)]
        return f"{rules.base} {clause}" if clause else str(otherwise)
    value, texts = getattr(rules, topic), texts_of(topic)
    own = texts[rules.base]
    if own[0] == value and own[1]:
        return f"{rules.base} {own[1]}"
    for name in PRESETS:
        published, clause = texts[name]
        if published == value and clause:
            return f"{name} {clause}"
    return variation_of(topic, value) or f"rulebook {section_of(topic)}"
