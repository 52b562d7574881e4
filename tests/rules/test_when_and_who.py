"""Every verb has its phases (rulebook 4), and nobody acts for somebody else unasked (club 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.permission import CHECKS
from tests.rules.driver import At, table

QUIET = ("opening", "before_roll", "play")
GAME = (*QUIET, "declare", "answer", "extras", "beavered")


def correction() -> At:
    at = table(board="tracked").start().do("ann", "opening", dice=[3, 1])
    at.do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    return at.do("bob", "correct", move="24/21 6/5")


def three_answers() -> At:
    return table().box_on_roll().do("ann", "double").do("bob", "take")


PHASES: dict[str, Callable[[], At]] = {
    "draw": lambda: table(draw=True),
    "between_games": table,
    "opening": lambda: table().start().do("ann", "opening", dice=[5, 5]),
    "before_roll": lambda: table().team_on_roll(),
    "declare": lambda: table().team_on_roll().do("bob", "double"),
    "answer": lambda: table().team_on_roll().team_doubles("bob cy dee"),
    "extras": lambda: three_answers().do("cy", "drop").do("dee", "drop"),
    "beavered": lambda: table().box_on_roll().box_doubles(beaver="bob"),
    "play": lambda: table().team_on_roll().do("bob", "roll"),
    "rolloff": lambda: table().team_on_roll().do(
        "ann", "settle", cube="dee", points="1.5", to="dee"
    ).agreed("dee"),
}  # fmt: skip
"""How to get to each phase on a real board; a correction needs the plays of the board core."""

ALLOWED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "start": ({}, ("between_games",)),
    "relinquish": ({}, ("between_games",)),
    "invite": ({"player": "dee"}, ("between_games",)),
    "stake": ({"value": 2}, ("between_games",)),
    "rules": ({"set": {"jacoby": False}}, ("between_games",)),
    "swap": ({"with": "dee"}, ("between_games",)),
    "transfer": ({"to": "dee", "points": 1}, ("between_games",)),
    "close": ({}, ("between_games", "draw")),
    "opening": ({"dice": [6, 1]}, ("opening",)),
    "automatic": ({"on": True}, ("opening",)),
    "double": ({}, ("before_roll", "declare")),
    "roll": ({}, ("before_roll",)),
    "done": ({}, ("play",)),
    "finish": ({"winner": "box", "kind": "single"}, ("play",)),
    "play": ({"move": "8/5 6/5"}, ("play",)),
    "suggest": ({"move": "8/5 6/5"}, ("play",)),
    "show": ({"position": "4HPwATDgc/ABMA"}, GAME),
    "answer": ({"take": ["bob"]}, ("answer", "extras")),
    "take": ({"cube": "bob"}, ("answer", "extras")),
    "drop": ({"cube": "bob"}, ("answer", "extras", "beavered")),
    "beaver": ({"cube": "bob"}, ("answer", "extras")),
    "accept": ({"cube": "bob"}, ("beavered",)),
    "raccoon": ({"cube": "bob"}, ("beavered",)),
    "extra": ({}, ("extras",)),
    "no_extra": ({}, ("extras",)),
    "settle": ({"cube": "bob", "points": 1, "to": "bob"}, GAME),
    "buy": ({"cube": "bob", "price": 1}, GAME),
    "bet": ({"with": "dee", "points": 1, "on": "box"}, GAME),
    "sell": ({"to": "bob", "price": 1}, QUIET),
    "resign": ({"kind": "single"}, QUIET),
    "abandon": ({}, (*GAME, "correction")),
    "ask": ({}, GAME),
    "flag": ({"text": "?"}, (*GAME, "rolloff", "correction")),
    "rolloff": ({"dice": [[6, 1], [2, 3]]}, ("rolloff",)),
    "correct": ({"move": "8/5 6/5"}, ("before_roll", "play")),
    "keep": ({}, ("correction",)),
    "reroll": ({}, ("correction",)),
}
"""Verbs with a form that is right, and the phases that the rulebook gives them."""

OUT_OF_PHASE = {"wrong_phase", "not_between_games", "needs_draw"}


@pytest.mark.parametrize("phase", PHASES)
def test_rulebook_4_a_verb_out_of_its_phase_is_refused_for_that(phase: str) -> None:
    at = PHASES[phase]()
    assert at.phase == phase
    for verb, (params, phases) in ALLOWED.items():
        refusal = at.ask("ann", verb, **params) if phase not in phases else None
        if phase not in phases:
            assert refusal is not None, verb
            assert refusal.code in OUT_OF_PHASE, (verb, refusal.reply())


def test_rulebook_13_while_a_correction_is_chosen_nothing_else_is_done() -> None:
    at = correction()
    assert at.phase == "correction"
    by_hand = ALLOWED | {"roll": ({"dice": [6, 1]}, ())}
    for verb, (params, phases) in by_hand.items():
        if "correction" not in phases:
            refusal = at.ask("ann", verb, **params)
            assert refusal is not None, verb
            assert refusal.code in OUT_OF_PHASE, (verb, refusal.reply())


IN_ANOTHERS_NAME: dict[str, tuple[str, str, dict[str, Any]]] = {
    "opening": ("opening", "bob", {"dice": [6, 1]}),
    "automatic": ("opening", "ann", {"on": True}),
    "double": ("before_roll", "bob", {}),
    "roll": ("before_roll", "bob", {}),
    "done": ("play", "bob", {}),
    "finish": ("play", "bob", {"winner": "box", "kind": "single"}),
    "show": ("play", "bob", {"position": "4HPwATDgc/ABMA"}),
    "answer": ("answer", "ann", {"take": ["bob"]}),
    "take": ("answer", "ann", {"cube": "bob"}),
    "extra": ("extras", "cy", {}),
    "accept": ("beavered", "ann", {"cube": "bob"}),
    "raccoon": ("beavered", "ann", {"cube": "bob"}),
    "settle": ("before_roll", "bob", {"cube": "bob", "points": 1, "to": "bob"}),
    "buy": ("before_roll", "cy", {"cube": "bob", "price": 1}),
    "sell": ("before_roll", "ann", {"to": "bob", "price": 1}),
    "resign": ("before_roll", "bob", {"kind": "single"}),
    "abandon": ("before_roll", "bob", {}),
    "ask": ("play", "bob", {}),
    "rolloff": ("rolloff", "dee", {"dice": [[6, 1], [2, 3]]}),
    "start": ("between_games", "bob", {}),
    "relinquish": ("between_games", "ann", {}),
    "stake": ("between_games", "bob", {"value": 2}),
    "rules": ("between_games", "bob", {"set": {"jacoby": False}}),
    "transfer": ("between_games", "bob", {"to": "dee", "points": 1}),
    "leave": ("between_games", "bob", {}),
    "away": ("between_games", "bob", {}),
    "proxy": ("between_games", "bob", {"to": "dee"}),
    "auto_stay": ("before_roll", "bob", {"on": True}),
    "say": ("play", "bob", {"topic": "table", "to": "all", "text": "x"}),
    "flag": ("play", "bob", {"text": "x"}),
    "note": ("play", "bob", {"text": "x"}),
}
"""Verbs with the phase, the player whom they are right for there, and a right form."""


@pytest.mark.parametrize("verb", IN_ANOTHERS_NAME)
def test_club_7_1_nobody_acts_for_who_is_present_and_named_no_proxy(verb: str) -> None:
    phase, who, params = IN_ANOTHERS_NAME[verb]
    at = PHASES[phase]()
    other = "dee" if who != "dee" else "cy"
    at.refused("not_permitted", "club 7.1", other, verb, **{"as": who}, **params)


def test_club_7_1_nobody_plays_or_chooses_for_who_is_present() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[6, 1])
    at.refused("not_permitted", "club 7.1", "dee", "play", move="13/7 8/7", **{"as": "ann"})
    at = table(board="tracked").start().do("ann", "opening", dice=[1, 6])
    at.refused("not_permitted", "club 7.1", "dee", "suggest", move="13/7 8/7", **{"as": "cy"})
    at = correction()
    at.refused("not_permitted", "club 7.1", "dee", "keep", **{"as": "ann"})
    at.refused("not_permitted", "club 7.1", "dee", "reroll", **{"as": "ann"})


def test_every_verb_that_the_table_names_exists() -> None:
    assert set(ALLOWED) | set(IN_ANOTHERS_NAME) <= set(CHECKS)
