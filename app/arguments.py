"""The parser of a command's arguments, which speaks the language of whoever typed the command."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from app.language import translator
from widgets.words import Words

if TYPE_CHECKING:
    from rules.saying import Fault

N = TypeVar("N", int, float)

PORTS = (1, 65535)


class Parser(argparse.ArgumentParser):
    """Argparse's parser with every text in one language; help of arguments is given in English."""

    def __init__(
        self, command: str, description: str, language: str | None, **options: Any
    ) -> None:
        """Make the parser of `chouette COMMAND`; `language` is None for the environment's."""
        self.words = translator(language).words()
        super().__init__(
            prog=f"chouette {command}".strip(),
            description=self.words(description),
            formatter_class=lambda prog: _Formatter(prog, self.words),
            add_help=False,
            **options,
        )
        self._optionals.title = self.words("options")
        self._positionals.title = self.words("arguments")
        self.add_argument("-h", "--help", action="help", help="show this help and leave")

    def add_argument(self, *args: Any, **options: Any) -> argparse.Action:
        """Add an argument; its help is translated."""
        if text := options.get("help"):
            # Suppressed help is a word of argparse's own, and no text.
            options["help"] = text if text == argparse.SUPPRESS else self.words(text)
        return super().add_argument(*args, **options)

    def choice(self) -> Choice:
        """Return a group of which one argument at most may be given."""
        return Choice(self)

    def wrong(self, text: str, **facts: Any) -> NoReturn:
        """Say in words of our own what is wrong with the arguments, and end with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {self.words(text, **facts)}\n")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and end with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {in_words(message, self.words)}\n")


class Choice:
    """Arguments of which one at most may be given."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._group = parser.add_mutually_exclusive_group()

    def add_argument(self, *args: Any, **options: Any) -> argparse.Action:
        """Add an argument; its help is translated."""
        if text := options.get("help"):
            options["help"] = self._parser.words(text)
        return self._group.add_argument(*args, **options)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str, words: Words) -> None:
        super().__init__(prog)
        self._words = words

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or self._words("usage:") + " ")


ARGPARSE = {
    r"the following arguments are required: (?P<what>.+)": "missing: {what}",
    r"unrecognized arguments: (?P<what>.+)": "there is no argument {what}",
    r"argument (?P<what>.+): expected (one|\d+|at least one) arguments?": (
        "{what} needs something after it"
    ),
    r"argument (?P<what>.+): invalid choice: (?P<value>.+) \(choose from (?P<known>.+)\)": (
        "{what} cannot be {value}; it is one of {known}"
    ),
    r"argument (?P<what>.+): invalid int value: (?P<value>.+)": (
        "{what} is a whole number, not {value}"
    ),
    r"argument (?P<what>.+): invalid float value: (?P<value>.+)": "{what} is a number, not {value}",
    r"argument (?P<what>.+): outside (?P<least>\d+)-(?P<most>\d+): (?P<value>.+)": (
        "{what} is a number from {least} to {most}, not {value}"
    ),
    r"argument (?P<what>.+): not allowed with argument (?P<other>.+)": (
        "{what} and {other} do not go together"
    ),
}
"""Argparse's own sentences, and what is said instead."""


def within(least: int, most: int, kind: type[N]) -> Callable[[str], N]:
    """Return the type of an argument that is a number in a range, both ends with it.

    >>> within(1, 65535, int)("2222")
    2222
    """

    def number(text: str) -> N:
        try:
            value = kind(text)
        except ValueError:
            value = None
        # Not a number (nan) lies nowhere, and so is outside too.
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"outside {least}-{most}: {text!r}")
        return value

    return number


def in_words(message: str, words: Words) -> str:
    """Return one of argparse's complaints in a language.

    >>> in_words("unrecognized arguments: --jsn", Words())
    'there is no argument --jsn'
    >>> in_words("argument --bots: invalid int value: 'x'", Words())
    "--bots is a whole number, not 'x'"
    """
    for pattern, text in ARGPARSE.items():
        if match := re.fullmatch(pattern, message, re.DOTALL):
            return words(text, **match.groupdict())
    return message


def complain(command: str, fault: Fault | Exception, words: Words) -> None:
    """Say on standard error what went wrong, in the person's language where it can be said so."""
    text, facts = getattr(fault, "text", None), getattr(fault, "facts", {})
    said = words(text, **facts) if text is not None else str(fault)
    print(f"chouette {command}: {said}".replace(" :", ":"), file=sys.stderr)
