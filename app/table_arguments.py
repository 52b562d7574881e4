"""What table it is to be, as it is typed after a command: players, house rules, board, dice."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.arguments import Parser
from app.character import STRENGTHS, THINKING
from app.settings import SettingsError, load_house
from rules.ruleset import PRESETS

if TYPE_CHECKING:
    from app.launch import Spec
    from widgets.words import Words


def table_arguments(made: Parser) -> None:
    """Give a parser the arguments that say what table it is and who sits at this terminal."""
    made.add_argument("--players", metavar="NAMES", help='in the order of the line: "Ann,Ben,Cy"')
    made.add_argument(
        "--bots", type=int, default=0, metavar="N", help="seats that the program plays"
    )
    made.add_argument(
        "--strength", choices=STRENGTHS, default="expert", help="how well bots play (expert)"
    )
    made.add_argument(
        "--thinking",
        type=float,
        default=THINKING,
        metavar="SECONDS",
        help="how long bots seem to think",
    )
    made.add_argument("--rules", metavar="PRESET|FILE", help="a preset, or a file of your house")
    made.add_argument(
        "--board",
        choices=("tracked", "physical"),
        default="tracked",
        help="tracked: on the screen (default); physical: a wooden one beside it",
    )
    made.add_argument("--dice", default="", metavar="HOW", help="fair (default), manual, seed:7")
    made.add_argument("--draw", action="store_true", help="draw for the order of the line")
    made.add_argument("--stake", help="money a point")
    made.add_argument("--currency", help="the sign before the stake")
    made.add_argument("--title", help="the session's title")
    made.add_argument(
        "--log", type=_log, metavar="FILE", help="the log; one that exists is resumed"
    )
    made.add_argument("--here", metavar="NAMES", help="who sits at this terminal (default: all)")


def _log(text: str) -> Path:
    """Return the log's path: that of a saved session too, where it is called by its name."""
    from app.saved import find_log

    return find_log(text)


def spec_of(arguments: argparse.Namespace, words: Words) -> Spec:
    """Return what the arguments of `table_arguments` ask for; SettingsError if it cannot be."""
    from app.launch import Spec

    rules, house = read_rules(arguments.rules)
    players = names_in(arguments.players or "") or (house.players if house else ())
    bots: tuple[str, ...] = ()
    if arguments.bots:
        from app.seating import bot_names, own_name

        players = players or (own_name(),)
        bots = bot_names(arguments.bots, players)
    return Spec(
        players,
        rules,
        arguments.board,
        _dice(arguments.dice),
        arguments.draw,
        # Half of the world writes 2,50, and setup takes it too.
        (arguments.stake or (house.stake if house else "1")).replace(",", "."),
        arguments.currency if arguments.currency is not None else (house.currency if house else ""),
        arguments.title or weekday_title(date.today(), words),
        arguments.log,
        names_in(arguments.here or ""),
        bots,
        arguments.strength,
        arguments.thinking,
    )


def weekday_title(day: date, words: Words) -> str:
    """Return a title for a session that was given none, in the language of who opens it.

    >>> from widgets.words import Words
    >>> weekday_title(date(2026, 12, 3), Words())
    'Thursday chouette'
    """
    titles = (
        words("Monday chouette"),
        words("Tuesday chouette"),
        words("Wednesday chouette"),
        words("Thursday chouette"),
        words("Friday chouette"),
        words("Saturday chouette"),
        words("Sunday chouette"),
    )
    return titles[day.weekday()]


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas.

    >>> names_in("Ann, Ben,Cy")
    ('Ann', 'Ben', 'Cy')
    """
    return tuple(name.strip() for name in text.split(",") if name.strip())


def read_rules(wanted: str | None) -> tuple[Any, Any]:
    """Return house rules by a preset's name or from a house's file, and the house if it was one."""
    if wanted is None or wanted in PRESETS:
        return wanted or "club", None
    path = Path(wanted)
    if not path.exists():
        raise SettingsError(
            "there are no house rules {wanted!r}: name {known}, or a file",
            wanted=wanted,
            known=PRESETS,
        )
    house = load_house(path)
    return house.rules, house


def _dice(text: str) -> Any:
    if text.startswith("seed:"):
        try:
            return {"seed": int(text[5:])}
        except ValueError:
            raise SettingsError(
                "{text!r} needs a number after seed, as in seed:7", text=text
            ) from None
    if text not in ("", "fair", "manual"):
        raise SettingsError("dice are fair, manual or seed:7, not {text!r}", text=text)
    return text
