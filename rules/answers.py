"""Which sets of takes, drops and beavers are allowed now.

One value says it for the refusal, for the list of legal actions, for the count on the screen and
for the bots. Long because each house rule about answers is a part with its own sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.clauses import cite
from rules.refusals import Refusal
from rules.rounds import (
    everybody_doubled,
    offers_to,
    pending,
    whole_team_from_middle,
)
from rules.saying import Term, Translate, say, unchanged
from rules.state import Game, Offered, Table
from rules.values import Mark

Marks = Mapping[str, Mark]


@dataclass(frozen=True)
class Part:
    """One rule about the answer as a whole: its code, clause and sentence, and the test.

    `need` and `with_` are what it asks for, where it asks for a number of cubes or for one.
    """

    code: str
    clause: str
    text: str
    holds: Callable[[Marks], bool] = field(compare=False)
    facts: Mapping[str, Any] = field(default_factory=dict)
    need: int = 0
    with_: str | None = None


@dataclass(frozen=True)
class AnswerRule:
    """What one player may answer to his pending cubes.

    `at_least` cubes must be accepted unless none is (`or_none`), `with_` among them. `sentence`
    says so in words.
    """

    cubes: tuple[str, ...]
    beavers: bool
    clause: str
    text: str
    parts: tuple[Part, ...] = ()
    at_least: int = 0
    or_none: bool = True
    with_: str | None = None
    drops: bool = True
    facts: Mapping[str, Any] = field(default_factory=dict)

    def fault(self, marks: Marks) -> Refusal | None:
        """Return why these answers, one a cube, are not allowed together; None if they are."""
        for part in self.parts:
            if not part.holds(marks):
                return Refusal(part.code, part.clause, part.text, part.facts)
        return None

    def allows(self, marks: Marks) -> bool:
        """Whether these answers may be given: to exactly the pending cubes, within the rules."""
        if set(marks) != set(self.cubes):
            return False
        if not self.beavers and "beaver" in marks.values():
            return False
        if not self.drops and "drop" in marks.values():
            return False
        return self.fault(marks) is None

    def sentence(self, translate: Translate = unchanged) -> str:
        """Return the rule in words."""
        facts = {"n": len(self.cubes), "need": self.at_least, "cube": self.with_}
        return say(self.text, {**facts, **self.facts}, translate)

    def offer(self) -> dict[str, Any]:
        """Return the rule as the protocol writes it into a legal answer."""
        return {
            "clause": self.clause,
            "at_least": self.at_least,
            "or_none": self.or_none,
            "with": self.with_,
            "sentence": self.sentence(),
        }


def answer_rule(table: Table, name: str, actor: str | None = None) -> AnswerRule | None:
    """Return the rule for `name`'s pending cubes, answered by `actor`; None if he has none."""
    game = table.game
    if game is None or game.round is None:
        return None
    cubes = pending(game, name)
    if not cubes:
        return None
    if game.round.stage == "extras":
        return _for_lone_taker(table, cubes)
    if game.round.side == "team":
        return _for_box(table, game, name, cubes)
    return _for_team(table, game, name, cubes, actor or name)


def accepted(marks: Marks) -> list[str]:
    """Return the cubes taken or beavered."""
    return [cube for cube, mark in marks.items() if mark != "drop"]


def _for_lone_taker(table: Table, cubes: tuple[str, ...]) -> AnswerRule:
    may_drop = table.rules.lone_taker == "extras_may_drop"
    text = (
        "The lone taker may take or drop each extra."
        if may_drop
        else "The lone taker takes all extras, or drops everything."
    )
    return AnswerRule(
        cubes,
        table.rules.beavers,
        cite(table.rules, "lone_taker"),
        text,
        at_least=0 if may_drop else len(cubes),
        or_none=may_drop,
        drops=may_drop,
    )


def _for_box(table: Table, game: Game, name: str, cubes: tuple[str, ...]) -> AnswerRule:
    """Return the Box's rule: what a whole Team from the middle asks, else any number (5.11)."""
    assert game.round is not None
    offers = offers_to(game.round, name)
    mine = _mover_offer(game, offers)
    parts = list(_captain_first(table, game, name, mine))
    if whole_team_from_middle(game, name):
        parts = [*_both_or_none(table, game), *parts, *_enough(table, offers, mine)]
    summary = next((part for part in parts if part.code != "captain_cube_first"), None)
    summary = summary or next(iter(parts), None)
    text = "Box may take any number of the {n} cubes."
    if len(cubes) == 1:
        text = "Box may take the cube, or drop it."
    return AnswerRule(
        cubes,
        table.rules.beavers,
        summary.clause if summary else cite(table.rules, "any_number"),
        summary.text if summary else text,
        tuple(parts),
        at_least=max((part.need for part in parts), default=0),
        with_=next((part.with_ for part in parts if part.with_), None),
    )


def _both_or_none(table: Table, game: Game) -> Iterator[Part]:
    """Three-handed: both cubes or none (club 5.10a, hungarian 15)."""
    if table.rules.three_handed == "both_or_none" and len(game.team) == 2:
        yield Part(
            "both_or_none",
            cite(table.rules, "three_handed"),
            "Three-handed, Box must take both cubes or drop both.",
            lambda marks: len(accepted(marks)) in (0, 2),
            need=2,
        )


def _captain_first(table: Table, game: Game, name: str, mine: Offered | None) -> Iterator[Part]:
    """The Captain's initial double is taken if any is, but for earlier takes (play65 10)."""
    if table.rules.captain_cube != "first" or mine is None or not mine.center:
        return
    others = (cube for cube in game.cubes if cube.boxer == name and cube.id != mine.cube)
    if not any(cube.id in game.accepted for cube in others):
        yield Part(
            "captain_cube_first",
            cite(table.rules, "captain_cube"),
            "A Box who takes any cube must take the Captain's too: {cube}.",
            _with(mine.cube),
            {"cube": mine.cube},
            with_=mine.cube,
        )


def _enough(table: Table, offers: tuple[Offered, ...], mine: Offered | None) -> Iterator[Part]:
    """What the Box must accept when the whole Team doubles (club 5.10, tavla 7, play65 13)."""
    rule, clause = table.rules.acceptance, cite(table.rules, "acceptance")
    half, facts = (len(offers) + 1) // 2, {"need": (len(offers) + 1) // 2, "n": len(offers)}
    if rule == "half_with_captain" and mine is not None:
        yield Part(
            "half_rule",
            clause,
            "Box must take the Captain's cube, {cube}, and at least {need} of the {n}, "
            "or drop all.",
            lambda marks: _with(mine.cube)(marks) and _at_least(half)(marks),
            {**facts, "cube": mine.cube},
            need=half,
            with_=mine.cube,
        )
    elif rule in ("half", "half_with_captain"):
        text = "Box must take at least {need} of the {n} cubes, or drop all."
        yield Part("half_rule", clause, text, _at_least(half), facts, need=half)
    elif rule == "break_even":
        yield from _break_even(clause, offers, mine)


def _mover_offer(game: Game, offers: tuple[Offered, ...]) -> Offered | None:
    """Return the offer of the mover's own cube, or of one that he bought."""
    his = [offer for offer in offers if offer.by == game.mover]
    own = [offer for offer in his if offer.cube.split(":")[0] == game.mover]
    return next(iter(own or his), None)


def _break_even(clause: str, offers: tuple[Offered, ...], mine: Offered | None) -> Iterator[Part]:
    value = {offer.cube: offer.value for offer in offers}

    def wins_enough(marks: Marks) -> bool:
        taken = accepted(marks)
        would_win = sum(value[c] * (4 if marks[c] == "beaver" else 2) for c in taken)
        lost = sum(value[cube] for cube in marks if cube not in taken)
        return not taken or would_win >= lost

    def not_captain_alone(marks: Marks) -> bool:
        taken = accepted(marks)
        return mine is None or taken != [mine.cube] or marks[mine.cube] == "beaver"

    yield Part(
        "break_even",
        clause,
        "Box must take enough cubes that a single win pays for those dropped, or drop all.",
        wins_enough,
        need=1,
    )
    yield Part(
        "break_even",
        clause,
        "Box may take the Captain's cube alone only with a beaver.",
        not_captain_alone,
    )


def _for_team(
    table: Table, game: Game, name: str, cubes: tuple[str, ...], actor: str
) -> AnswerRule:
    rules = table.rules
    round_ = game.round
    assert round_ is not None
    parts: list[Part] = []
    boxers = {offer.by for offer in round_.offers if offer.cube in cubes}
    if rules.same_answer and round_.first_mark and all(everybody_doubled(game, b) for b in boxers):
        parts.append(
            Part(
                "same_answer",
                cite(rules, "same_answer"),
                "Everybody was doubled: all must give the same answer, and the first was {first}.",
                _alike(round_.first_mark),
                {"first": Term(round_.first_mark)},
            )
        )
    if rules.lone_taker == "must_beaver":
        lonely = tuple(cube for cube in cubes if _would_be_lone(game, cube))
        if lonely:
            parts.append(
                Part(
                    "must_beaver",
                    cite(rules, "lone_taker"),
                    "The lone taker must beaver, or drop.",
                    lambda marks: all(marks[cube] != "take" for cube in lonely),
                )
            )
    if rules.proxy_like_own and (mark := _bound_by_proxy(game, name, actor)):
        parts.append(
            Part(
                "same_answer",
                cite(rules, "proxy_like_own"),
                "A proxy answers alike for both cubes, and the first answer was {first}.",
                _alike(mark),
                {"first": Term(mark)},
            )
        )
    text = "Take, drop or beaver." if rules.beavers else "Take or drop."
    clause, facts = cite(rules, "team_answers"), {}
    if parts:
        last = parts[-1]
        clause, text, facts = last.clause, last.text, dict(last.facts)
    return AnswerRule(cubes, rules.beavers, clause, text, tuple(parts), facts=facts)


def _would_be_lone(game: Game, cube: str) -> bool:
    """Whether all others that the same Box doubled from the middle have dropped and are out.

    Then who takes is a lone taker (play65 11).
    """
    round_ = game.round
    assert round_ is not None
    offer = round_.offer_of(cube)
    if offer is None or not whole_team_from_middle(game, offer.by):
        return False
    others = [o.cube for o in round_.offers if o.by == offer.by and o.cube != cube]
    dropped = all(round_.marks.get(one) == "drop" for one in others)
    return dropped and game.in_players() == {offer.to}


def _bound_by_proxy(game: Game, name: str, actor: str) -> Mark | None:
    """Return the answer that a proxy has already given where his own cube faces the same offer."""
    round_ = game.round
    assert round_ is not None
    own = [offer.cube for offer in round_.offers if offer.to == actor]
    if not own:
        return None
    if actor in round_.proxied:
        return round_.proxied[actor]
    if actor != name:
        return next((round_.marks[cube] for cube in own if cube in round_.marks), None)
    return None


def _alike(first: Mark) -> Callable[[Marks], bool]:
    """A beaver counts as a take (rulebook section 6.3)."""
    return lambda marks: all((mark == "drop") == (first == "drop") for mark in marks.values())


def _at_least(need: int) -> Callable[[Marks], bool]:
    return lambda marks: not accepted(marks) or len(accepted(marks)) >= need


def _with(cube: str) -> Callable[[Marks], bool]:
    return lambda marks: not accepted(marks) or marks[cube] != "drop"
