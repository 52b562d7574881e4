"""The house rules with their clauses, opened at the one that a refusal cited."""

from __future__ import annotations

from collections.abc import Iterable

from app.clause_words import all_clauses, explain, heading, words_of
from app.screens.reading import Paragraph, ReadingScreen
from rules.ruleset import Ruleset
from widgets.words import Words


class RulesScreen(ReadingScreen):
    """Every option and clause in force; searching narrows them down."""

    def __init__(self, rules: Ruleset, words: Words, rule: str = "") -> None:
        super().__init__(words("House rules: {name}", name=rules.base), words, rule)
        self.rules = rules

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Yield the clause searched for first, then every row with the words in it."""
        words, rules = self._, self.rules
        exact = explain(rules, wanted.strip(), words) if wanted.strip() else []
        if exact:
            yield wanted.strip(), "ask"
            for line in exact:
                yield line, ""
            yield "", ""
        changes = rules.changes()
        if changes and not wanted.strip():
            yield words("Changed from the text (club 11.1):"), "strong"
            for name, value in changes.items():
                yield f"  {self._named(name)}: {words(words_of(value, name))}", ""
            yield "", ""
        found = False
        terms = wanted.casefold().split()
        for clause, name, text in all_clauses(rules, words):
            hay = f"{clause} {name} {self._named(name)} {text}".casefold()
            if exact and clause == wanted.strip():
                continue
            if exact or all(term in hay for term in terms):
                found = True
                yield f"{clause}  {self._named(name)}", "strong"
                yield f"  {text}", ""
        if not found and not exact:
            yield words("Nothing in these rules says {text}.", text=wanted), "dim"

    def _named(self, name: str) -> str:
        """Return a heading; with the name as it is typed, where that is another."""
        said = self._(heading(name))
        return said if said == heading(name) else f"{said} [{name}]"
