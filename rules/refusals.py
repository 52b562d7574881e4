"""A refusal: why an action is not allowed, with the clause and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.saying import Translate, say, unchanged

CODES = (
    "bad_request", "unknown_player", "wrong_phase", "not_permitted", "no_such_cube", "cube_out",
    "not_your_cube", "order", "held", "round_closed", "half_rule", "both_or_none",
    "captain_cube_first", "break_even", "must_beaver", "same_answer", "no_beavers", "no_raccoons",
    "illegal_play", "no_consult", "fraction", "not_a_party", "no_preempt", "partner_order",
    "needs_players", "full", "too_late", "option_off", "not_between_games", "needs_draw",
)  # fmt: skip
"""The codes of the protocol, section 4."""


@dataclass(frozen=True)
class Refusal:
    """Why not: the protocol's code, the clause, and a sentence with its facts kept apart.

    `text` is the English sentence with `{facts}` in braces; it is also the id by which a translator
    finds it.
    """

    code: str
    rule: str
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, translate: Translate = unchanged) -> str:
        """Return the sentence in the language of `translate` (a gettext function)."""
        return say(self.text, self.facts, translate)

    @property
    def clause(self) -> str:
        """The clause that a person is told; "" where only the form of the request was wrong."""
        return "" if self.rule == "protocol" else self.rule

    def told(self, translate: Translate = unchanged) -> str:
        """Return the sentence with its clause in brackets, as a person reads it.

        >>> Refusal("half_rule", "club 5.10", "Take two cubes, or none.").told()
        'Take two cubes, or none. (club 5.10)'
        >>> Refusal("wrong_phase", "protocol", "First open a session: open.").told()
        'First open a session: open.'
        """
        sentence = self.sentence(translate)
        return f"{sentence} ({self.clause})" if self.clause else sentence

    def reply(self, translate: Translate = unchanged) -> dict[str, Any]:
        """Return it as the protocol's `refused` object."""
        reply = {"code": self.code, "rule": self.rule, "message": self.sentence(translate)}
        return reply | ({"why": self.facts["why"]} if "why" in self.facts else {})


class Refused(Exception):
    """Carries a refusal out of a nested check."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence())
        self.refusal = refusal
