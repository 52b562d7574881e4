"""`chouette learn`: a guided first game with three bots, which leaves no log behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.arguments import Parser
from app.character import THINKING, Character, Strength
from rules.actions import read_action
from rules.refusals import Refusal
from rules.saying import Fault

if TYPE_CHECKING:
    from app.live_session import LiveSession
    from widgets.words import Words

_STRENGTHS: tuple[Strength, ...] = ("beginner", "club", "beginner")
SEED = 3056
"""Dice with which doubling, extras and the half rule come early to whoever follows the advice."""

BOTS: tuple[Character, ...] = tuple(
    Character(strength, seed=at, deals=0) for at, strength in enumerate(_STRENGTHS, 1)
)
"""They judge alike enough to double together, and unlike enough to answer differently."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Show the first game, and return the exit status."""
    parser = Parser("learn", "A guided first game against bots, in five minutes.", language)
    parser.add_argument("--plain", action="store_true", help="line by line, without a screen")
    given = parser.parse_args(argv)
    from app.play import chosen, show, without_screen

    settings, words = chosen(language)
    if given.plain or without_screen():
        from app.plain import play_plain
        from app.plain_lesson import LessonPlain

        return play_plain(first_game(words, thinking=0), words, LessonPlain)
    from app.screens.lesson import LessonScreen

    return show(first_game(words), words, settings, table=LessonScreen)


def first_game(words: Words, thinking: float = THINKING, me: str = "") -> LiveSession:
    """Return the session of a first game: one person as Box, three bots by the built-in judge."""
    from dataclasses import replace

    from app.company import Company
    from app.host import Host
    from app.keeper import Keeper
    from app.lesson import JUDGE
    from app.seating import bot_names, introduce, own_name

    me = me or own_name()
    names = bot_names(len(BOTS), [me])
    keeper = Keeper()
    request = {"do": "open", "players": [me, *names], "rules": "club", "dice": {"seed": SEED},
               "title": words("A first game")}  # fmt: skip
    answer = keeper.ask(read_action(request))
    if isinstance(answer, Refusal):
        raise Fault(answer.text, **answer.facts)
    for name, bot in zip(names, BOTS, strict=True):
        introduce(keeper, [name], bot.strength)
    host = Host(keeper)
    # The built-in judge even where the engine is installed: the same game for everybody.
    host.company = Company(host, JUDGE)
    for name, bot in zip(names, BOTS, strict=True):
        host.company.seat(name, replace(bot, thinking=thinking))
    return host.join(me, [me])
