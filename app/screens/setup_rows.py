"""The rows of the setup screen: what can be chosen, what is chosen, and what explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.clause_words import words_of
from app.screens.choices import Row
from rules.clauses import cite
from rules.ruleset import Ruleset, meaning_of, option_names

if TYPE_CHECKING:
    from app.settings import House
    from widgets.words import Words


def rows_of(
    words: Words, rules: Ruleset, house: House | None, fields: Mapping[str, Any]
) -> list[Row]:
    """Return the rows: what belongs to a session, and then every option with its clause."""
    name = house.name if house else rules.base
    rows = [
        Row(words("house rules"), name, words("The text that the game is played by.")),
        Row(
            words("board"),
            words("a wooden board") if fields["board"] == "physical" else words("on the screen"),
            words("On the screen, or a real wooden board: then the screen keeps cubes and sheet."),
        ),
        Row(
            words("dice"),
            words("typed as they fall") if fields["dice"] == "manual" else words("by the program"),
            words("By the program, or typed as they fall."),
        ),
        Row(
            words("order of the line"),
            words("drawn by dice") if fields["draw"] else words("as the names stand"),
            words("Throw for the order of the line, or keep the order of the names."),
        ),
        Row(
            words("bots"),
            str(fields["bots"] or words("none")),
            words("Seats behind the people's that the program plays."),
        ),
        Row(
            words("bots play like"),
            {
                "beginner": words("beginners"),
                "club": words("club players"),
                "expert": words("experts"),
            }[fields["strength"]],
            words("How well bots play."),
        ),
    ]
    changes = rules.changes()
    for option in option_names():
        value = words(words_of(getattr(rules, option), option))
        clause = cite(rules, option)
        note = f"{words(meaning_of(option))} ({clause})"
        rows.append(Row(option, f"{value} ({clause})", note, option in changes))
    return rows
