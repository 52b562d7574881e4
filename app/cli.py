"""The command `chouette`: one word chooses what to do, and only that is imported.

A script that drives `chouette pipe` must not wait for the screen's library to load, so a command is
a row of `COMMANDS` and its module is imported when it is asked for.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from app.lean import skip_plugins

if TYPE_CHECKING:
    from app.arguments import Parser

Run = Callable[[Sequence[str], str | None], int]
"""A command: its own arguments, the language asked for (None: the environment's) -> exit status."""


class Command(NamedTuple):
    """Where a command lives and what it does."""

    module: str
    function: str
    help: str


COMMANDS: dict[str, Command] = {
    "play": Command("app.play", "run", "play at this terminal"),
    "learn": Command("app.learn", "run", "a guided first game against bots, in five minutes"),
    "host": Command("app.remote.command", "run", "open a table to friends who come by ssh"),
    "admin": Command("app.remote.admin", "run", "do what the host of a running table may do"),
    "replay": Command("app.watching", "replay", "go through a log or a match file"),
    "watch": Command("app.watching", "watch", "show a running table to the room, read only"),
    "plays": Command("app.plays", "run", "list the legal plays of a roll"),
    "pipe": Command("app.pipe", "run", "speak the line protocol, for programs and scripts"),
    "list": Command("app.saved", "run", "list the saved sessions"),
    "score": Command("app.score", "run", "show a score sheet, or a standing over several logs"),
    "state": Command("app.state", "run", "print a log's state object"),
    "check": Command("app.check", "run", "decide a log's actions anew by today's rules"),
    "verify": Command("app.verify", "run", "recompute a log's dice"),
    "rules": Command("app.rules_table", "run", "show the house rules with their clauses"),
    "review": Command("app.review_report", "run", "say what cost most, when a game is over"),
    "simulate": Command("app.simulate", "run", "let bots play alone, for test data"),
    "export": Command("app.export", "run", "write a log in another form"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run `chouette` and return its exit status: 2 for a call that cannot be understood."""
    skip_plugins()
    argv = sys.argv[1:] if argv is None else list(argv)
    language: str | None = None
    if argv and argv[0] in COMMANDS:
        # The usual call, understood without the weight of argparse: a script waits for the pipe.
        name, rest = argv[0], argv[1:]
    else:
        try:
            parser = _parser(_language(argv))
        except ValueError as error:
            print(f"chouette: {error}", file=sys.stderr)
            return 2
        arguments = parser.parse_args(argv)
        language, rest = arguments.language, arguments.arguments
        if arguments.command is None:
            return _home(language)
        name = arguments.command
        if name not in COMMANDS:
            parser.wrong(
                "there is no command '{name}'; there are {known}", name=name, known=tuple(COMMANDS)
            )
    command = COMMANDS[name]
    run = cast(Run, getattr(importlib.import_module(command.module), command.function))
    try:
        status = run(rest, language)
        sys.stdout.flush()  # Here, where a reader that has gone can still be answered.
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (`chouette plays … | head`). Python would complain once
        # more when it flushes at exit, so the output is led nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    finally:
        gc.enable()  # A command that begins without it may end before it has begun.


def _home(language: str | None) -> int:
    """Show the home screen; it is imported only now."""
    from app.play import home

    return home(language)


def _language(argv: Sequence[str]) -> str | None:
    """Return the language asked for before the command, in which its own faults are told.

    >>> _language(["--language", "hu", "pipe"]), _language(["--language=es"]), _language(["pipe"])
    ('hu', 'es', None)
    """
    for at, word in enumerate(argv):
        if word == "--language":
            return argv[at + 1] if at + 1 < len(argv) else None
        if word.startswith("--language="):
            return word.partition("=")[2]
        if not word.startswith("-"):
            break
    return None


def _parser(language: str | None) -> Parser:
    import argparse
    from importlib.metadata import version

    from app.arguments import Parser

    parser = Parser("", "A table for chouette backgammon.", language)
    words = parser.words
    width = max(map(len, COMMANDS))
    rows = "\n".join(f"  {name:{width}}  {words(one.help)}" for name, one in COMMANDS.items())
    more = words("chouette COMMAND --help tells more about one.")
    parser.epilog = f"{words('commands')}:\n{rows}\n\n{more}"
    parser.add_argument(
        "--version",
        action="version",
        version=f"chouette {version('chouette')}",
        help="show the version and leave",
    )
    parser.add_argument(
        "--language", metavar="CODE", help="language of messages, for example es; before a command"
    )
    parser.add_argument("command", nargs="?", metavar="COMMAND", help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
