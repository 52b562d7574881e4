"""What each part of a request has to look like, in the words of the game.

Whoever writes a request by hand is told what was wrong with it and what would be right, never what
the library that reads it calls that.
"""

from __future__ import annotations

import json
from typing import Any

from rules.saying import Either, Phrase


def _one_of(*choices: str) -> Phrase:
    return Phrase("{part} is {choices}", choices=Either(choices))


def _whole(least: int, most: int) -> Phrase:
    return Phrase("{part} is a whole number from {least} to {most}", least=least, most=most)


_NAME = Phrase("{part} is a name, such as {example}", example='"bob"')
_SIDE = _one_of('"box"', '"team"')
_SWITCH = _one_of("true", "false")
_AMOUNT = Phrase('{part} is a number from 0 to 1000000, such as 2 or "1.5"')
_MULTIPLE = Phrase("{part} is a power of two from 1 to 1024: 1, 2, 4, 8 …")
_CUBES = Phrase("{part} is a list of cubes, such as {example}", example='["bob:ann"]')
_SHORT = Phrase("{part} is a text of at most 80 characters")

FORMS: dict[str, Phrase] = {
    "by": Phrase("{part} is the name of who asks, such as {example}", example='"bob"'),
    "as": Phrase("{part} is the name of whom a proxy acts for, such as {example}", example='"bob"'),
    "players": Phrase(
        "{part} is a list of names, such as {example}",
        example='["ann", {"name": "bob", "stake": 2}]',
    ),
    "rules": Phrase(
        "{part} is a preset or its changed options, such as {preset} or {example}",
        preset='"club"',
        example='{"base": "club", "jacoby": false}',
    ),
    "board": _one_of('"tracked"', '"physical"'),
    "open.dice": _one_of('"fair"', '"manual"', '{"seed": 7}'),
    "draw": _SWITCH,
    "open.stake": _AMOUNT,
    "currency": _SHORT,
    "title": _SHORT,
    "rolls": Phrase(
        "{part} is a list of names with what each threw, such as {example}",
        example='[["ann", 6, 4], ["bob", 5, 5]]',
    ),
    "player": _NAME,
    "stake": _MULTIPLE,
    "value": _MULTIPLE,
    "set": Phrase(
        "{part} has house rules and their new values, such as {example}",
        example='{"jacoby": false}',
    ),
    "with": _NAME,
    "to": _NAME,
    "proxy.to": Phrase("{part} is a name, such as {example}, or null for nobody", example='"bob"'),
    "say.to": _one_of('"team"', '"box"', '"all"'),
    "points": _whole(1, 1_000_000),
    "amend.points": Phrase(
        "{part} has whole numbers by name, such as {example}", example='{"ann": 2, "bob": -2}'
    ),
    "settle.points": _AMOUNT,
    "price": _AMOUNT,
    "game": _whole(1, 10_000_000),
    "kind": _one_of('"single"', '"gammon"', '"backgammon"'),
    "text": Phrase("{part} is a text of 1 to 500 characters"),
    "dice": Phrase("{part} is two numbers from 1 to 6, such as {example}", example="[6, 1]"),
    "rolloff.dice": Phrase(
        "{part} is two throws, the maker's first, such as {example}", example="[[6, 5], [4, 1]]"
    ),
    "first": _SIDE,
    "winner": _SIDE,
    "on": _SWITCH,
    "bet.on": _SIDE,
    "cubes": _CUBES,
    "take": _CUBES,
    "drop": _CUBES,
    "beaver": _CUBES,
    "cube": Phrase("{part} is one cube, such as {example}", example='"bob:ann"'),
    "move": Phrase(
        '{part} is a play, such as {example}, or "" where none is legal', example='"8/5 6/5"'
    ),
    "position": Phrase(
        "{part} is a position id or XGID, such as {example}", example='"4HPwATDgc/ABMA"'
    ),
    "proposal": _whole(1, 10_000_000),
    "topic": _one_of('"checkers"', '"cube"', '"table"'),
    "back": _whole(0, 500),
    "gain": Phrase("{part} is a number from {least} to {most}", least=0, most=12),
    "steps": _whole(1, 100),
}
"""By parameter, or by `verb.parameter` where a verb has its own: what it is."""


def form_of(verb: str, part: str) -> Phrase:
    """Return the words that say what a part of a request looks like.

    >>> str(form_of("bet", "on")), str(form_of("insist", "on"))
    ('on is "box" or "team"', 'on is true or false')
    """
    own = f"{verb}.{part}"
    form = FORMS[own if own in FORMS else part]
    return Phrase(form.text, part=part, **form.facts)


def shown(value: Any, room: int = 40) -> str:
    """Return a value as it was written, cut where it is long.

    >>> shown([7, None]), shown("x" * 99, 8)
    ('[7, null]', '"xxxxxx…')
    """
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= room else text[: room - 1] + "…"
