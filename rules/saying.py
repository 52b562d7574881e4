"""A sentence and its facts, kept apart until somebody reads it in his own language.

Rules say things in English templates with named facts in braces; the template is the id by which a
translator finds it. A fact may itself be words: `Term`, `Phrase`, `Either`, or another `Fault`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Translate: TypeAlias = Callable[[str], str]
"""A gettext function: the English template -> the template in another language."""


def unchanged(text: str) -> str:
    """Translate nothing: English."""
    return text


def marked(text: str) -> str:
    """Mark a text, so that it is found and translated; said it is where somebody reads it.

    >>> marked("both or none")
    'both or none'
    """
    return text


class Term(str):
    """A fact that is a word or phrase of the sentence, such as a phase: it is translated too."""

    __slots__ = ()


class Either(tuple[str, ...]):
    """A fact that is a choice: "a or b"."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(say_fact(self, unchanged))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Phrase:
    """A fact that is words around facts of its own, such as "the 6 point"."""

    __slots__ = ("facts", "text")

    def __init__(self, text: str, /, **facts: Any) -> None:
        self.text = text
        self.facts = facts

    def __str__(self) -> str:
        return say(self.text, self.facts)

    def __repr__(self) -> str:
        return f"Phrase({self.text!r}, {self.facts!r})"


class Fault(ValueError):
    """Something wrong with what was given: an English template, and the facts that fill it.

    >>> str(Fault("there are {n} dice, not {wanted}", n=3, wanted=Either(("2", "4"))))
    'there are 3 dice, not 2 or 4'
    """

    def __init__(self, text: str, /, **facts: Any) -> None:
        super().__init__(say(text, facts))
        self.text = text
        self.facts: Mapping[str, Any] = facts

    def sentence(self, translate: Translate = unchanged) -> str:
        """Return it in the language of `translate`."""
        return say(self.text, self.facts, translate)


def say(text: str, facts: Mapping[str, Any], translate: Translate = unchanged) -> str:
    """Return a template in the language of `translate`, with its facts.

    >>> spanish = {"{who} to {do}": "{who}: {do}", "roll": "tirar"}
    >>> say("{who} to {do}", {"who": ["Ann", "Ben"], "do": Term("roll")}, spanish.__getitem__)
    'Ann, Ben: tirar'
    """
    return translate(text).format_map(
        {name: say_fact(value, translate) for name, value in facts.items()}
    )


def say_fact(value: Any, translate: Translate) -> Any:
    """Return a fact as it stands in a sentence: lists with commas, words translated."""
    if isinstance(value, Fault | Phrase):
        return say(value.text, value.facts, translate)
    if isinstance(value, Term):
        return translate(value)
    if isinstance(value, Either):
        words = [str(say_fact(word, translate)) for word in value]
        if len(words) < 2:
            return "".join(words)
        return translate("{first} or {last}").format(first=", ".join(words[:-1]), last=words[-1])
    if isinstance(value, list | tuple):
        return ", ".join(str(say_fact(word, translate)) for word in value)
    return value
