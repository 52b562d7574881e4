"""One parser for typed commands, shared by the prompt, the plain client and the palette.

    take ann ben, drop cy        13/7 8/7          double            settle cy 1.5 to cy
    cy: double                   roll 63           proxy dee ann     agree 4

Verbs and names may be shortened to any unique beginning, in any case. Who speaks is written first
where a terminal acts for several ("cy: take"); otherwise it is whoever the table asks. The parser
makes actions of the protocol and knows no rule: the table itself says what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.command_answers import answers
from app.command_reader import CommandError, Reader
from app.command_verbs import VERBS, plain
from rules.actions import ACTIONS, Action
from rules.saying import Either

if TYPE_CHECKING:
    from rules.views import View

__all__ = ["LOCAL", "CommandError", "local_word", "read_command", "read_verb", "write_marks"]

LOCAL = ("board", "pips", "cubes", "sheet", "who", "may", "dice", "help", "log", "memory",
         "value", "bot", "unbot", "quit")  # fmt: skip
"""Words that ask the program for something, and never reach the table."""

_PLAY = re.compile(r"^(?:bar|b|off|[0-9]{1,2})(?:\*|\b)[\s0-9/\-*(),;baroff]*$", re.IGNORECASE)
_DICE = re.compile(r"^\s*([1-6])[\s,\-/]*([1-6])\s*$")


def read_command(text: str, view: View, by: str = "") -> tuple[Action, ...]:
    """Return the actions that a typed command asks for, in the order in which they are sent.

    Several only where a terminal answers for several players at once. Raises CommandError.
    """
    words = text.strip()
    if not words:
        raise CommandError("type a command, or help")
    reader = Reader(view, by)
    if _PLAY.match(words) and not _looks_like_dice(words, view):
        return (reader.action("play", move=words),)
    words = _speaker(reader, words)
    if not words:
        raise CommandError("what does {name} do? For example: {name}: roll", name=reader.by)
    if _PLAY.match(words):
        if dice := _looks_like_dice(words, view):
            return (
                reader.action("opening" if view.table.phase == "opening" else "roll", dice=dice),
            )
        return (reader.action("play", move=words),)
    first, _, rest = words.partition(" ")
    if first.endswith(":"):
        reader.name(first[:-1])  # Nobody's name, for it would have been the speaker's: says so.
    verb = read_verb(first)
    if verb in LOCAL:
        raise CommandError("{verb} is not for the table", verb=verb)
    if verb in ("take", "drop", "beaver", "answer", "accept", "raccoon"):
        return answers(reader, words)
    make = VERBS.get(verb, plain)
    return make(reader, verb, rest.strip())


def local_word(text: str) -> str:
    """Return the word of `LOCAL` that a command begins with, as it is written whole, or "".

    >>> local_word("he"), local_word("help proxy"), local_word("roll")
    ('help', 'help', '')
    """
    first = text.split()[:1]
    try:
        verb = read_verb(first[0]) if first else ""
    except CommandError:
        return ""
    return verb if verb in LOCAL else ""


def read_verb(word: str) -> str:
    """Return the verb, or the word of `LOCAL`, that a unique beginning means; CommandError if none.

    >>> read_verb("sett"), read_verb("DOUBLE"), read_verb("bea")
    ('settle', 'double', 'beaver')
    """
    wanted = word.strip(":").casefold().replace("-", "_")
    wanted = {"no": "no_extra", "pass": "play", "dance": "play", "bye": "quit", "tell": "say",
              "?": "help", "d": "double", "t": "take", "x": "drop", "r": "roll", "s": "stay",
              "auto": "auto_stay", "step": "step_down", "a": "agree", "undo": "takeback",
              "yes": "agree", "re": "roll"}.get(
        wanted, wanted
    )  # fmt: skip
    every = [*ACTIONS, *LOCAL]
    if wanted in every:
        return wanted
    found = [verb for verb in every if verb.startswith(wanted)]
    likely = [verb for verb in found if verb in _OFTEN]
    if len(found) == 1 or len(likely) == 1:
        return (likely or found)[0]
    if not found:
        raise CommandError("there is no command {word}; type help for all", word=word)
    raise CommandError("{word} may be {names}", word=word, names=Either(sorted(found)))


_OFTEN = ("accept", "agree", "double", "drop", "extra", "play", "refuse", "resign", "roll", "start",
          "settle", "take", "stay", "close", "beaver", "raccoon", "proxy", "opening")  # fmt: skip


def _looks_like_dice(words: str, view: View) -> tuple[int, int] | None:
    """Two numbers are the dice where the table waits for typed dice, and else a play."""
    match = _DICE.match(words)
    if match is None or view.table.dice != "manual":
        return None
    if view.table.phase not in ("opening", "before_roll", "rolloff"):
        return None
    return int(match[1]), int(match[2])


def _speaker(reader: Reader, words: str) -> str:
    """Take off the name of the speaker in front, "cy: take" or "cy take", and return the rest."""
    head, colon, rest = words.partition(":")
    if colon and " " not in head.strip() and reader.is_name(head) and (rest[:1] in ("", " ")):
        name = reader.person(head)
        words = rest.strip()
    else:
        first, _, rest = words.partition(" ")
        if not rest or not reader.is_name(first):
            return words
        try:
            read_verb(first)
        except CommandError:
            name, words = reader.person(first), rest.strip()
        else:
            return words
    if name in reader.view.here or not reader.view.here:
        reader.by = name
    else:
        reader.as_ = name
    return words


def write_marks(marks: Iterable[tuple[str, str]], view: View) -> str:
    """Return answers by cube as the command that gives them; keys and clicks compose it."""
    groups: dict[str, list[str]] = {}
    game = view.table.game
    live = [cube for cube in game.cubes if cube.live] if game else []
    for one_id, mark in marks:
        cube = game.cube(one_id) if game else None
        name = cube.player if cube else one_id
        if sum(one.player == name for one in live) > 1:
            name = one_id
        groups.setdefault(mark, []).append(name.replace(" ", "_"))
    return ", ".join(f"{mark} {' '.join(names)}" for mark, names in groups.items())
