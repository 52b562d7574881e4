"""Every refusal code is reached, and no other; and which comes first of several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.refusals import CODES, Refusal
from tests.rules.driver import At, table

FIVE = "ann bob cy dee eve"


def doubled(rules: Any = "club", players: str = "ann bob cy dee") -> At:
    """The whole Team doubles; the Box is to answer."""
    return table(rules, players).team_on_roll().team_doubles(" ".join(players.split()[1:]))


def answer(rules: Any, take: str, drop: str, players: str = "ann bob cy dee") -> Refusal | None:
    return doubled(rules, players).ask("ann", "answer", take=take.split(), drop=drop.split())


REACHED: dict[str, Callable[[], Refusal | None]] = {
    "bad_request": lambda: table().ask("ann", "dance"),
    "unknown_player": lambda: table().ask("zed", "start"),
    "wrong_phase": lambda: table().ask("ann", "roll"),
    "not_permitted": lambda: table().team_on_roll().ask("cy", "roll"),
    "no_such_cube": lambda: table().team_on_roll().ask("cy", "double", cubes=["cy:bob"]),
    "cube_out": lambda: table().box_on_roll().box_doubles(drop="cy").turn().ask("cy", "double"),
    "not_your_cube": lambda: table().box_on_roll().box_doubles(take="cy").turns(2).ask(
        "ann", "double", cubes=["cy"]
    ),
    "order": lambda: table().team_on_roll().do("bob", "double").ask("dee", "double"),
    "held": lambda: table().team_on_roll().do("cy", "hold").ask("bob", "roll"),
    "round_closed": lambda: table().box_on_roll().box_doubles(take="cy").ask("ann", "double"),
    "half_rule": lambda: answer("club", "bob", "cy dee"),
    "both_or_none": lambda: answer("club", "bob", "cy", "ann bob cy"),
    "captain_cube_first": lambda: answer("play65", "cy dee", "bob"),
    "break_even": lambda: answer("play65", "bob", "cy dee eve", FIVE),
    "must_beaver": lambda: table("play65", "ann bob cy").box_on_roll().do("ann", "double").do(
        "bob", "drop"
    ).ask("cy", "take"),
    "same_answer": lambda: table({"base": "tavla", "same_answer": True}).box_on_roll().do(
        "ann", "double"
    ).do("bob", "drop").ask("cy", "take"),
    "no_beavers": lambda: table("hungarian").box_on_roll().do("ann", "double").ask("bob", "beaver"),
    "no_raccoons": lambda: table({"base": "club", "raccoons": "off"}).box_on_roll().box_doubles(
        beaver="bob"
    ).ask("ann", "raccoon"),
    "illegal_play": lambda: table(board="tracked").start().do("ann", "opening", dice=[3, 1]).ask(
        "ann", "play", move="24/18"
    ),
    "no_consult": lambda: table().opening("team").ask(
        "cy", "say", topic="cube", to="team", text="x"
    ),
    "fraction": lambda: table().opening("box").ask(
        "ann", "settle", cube="cy", points="0.2", to="cy"
    ),
    "not_a_party": lambda: table().opening("box").ask(
        "bob", "settle", cube="cy", points=1, to="cy"
    ),
    "no_preempt": lambda: table({"base": "club", "preempt": False}).opening("box").do(
        "bob", "buy", cube="cy", price=1
    ).ask("ann", "preempt", proposal=1),
    "partner_order": lambda: table("club", "ann bob cy dee eve fay").ask(
        "ann", "invite", player="eve"
    ),
    "needs_players": lambda: At().ask("", "open", players=["ann"]),
    "full": lambda: table("club", "a b c d e f g h i j").ask("zoe", "join"),
    "too_late": lambda: table().ask("ann", "takeback"),
    "option_off": lambda: table("hungarian", FIVE + " fay").ask("ann", "invite", player="fay"),
    "not_between_games": lambda: table().start().ask("ann", "relinquish"),
    "needs_draw": lambda: table(draw=True).ask("ann", "start"),
}  # fmt: skip


def test_every_code_of_the_protocol_is_reached_and_no_other() -> None:
    assert set(REACHED) == set(CODES)
    found = {code: reach() for code, reach in REACHED.items()}
    assert {code: refusal and refusal.code for code, refusal in found.items()} == {
        code: code for code in CODES
    }


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_says_in_a_sentence_what_would_be_right(code: str) -> None:
    refusal = REACHED[code]()
    assert refusal is not None
    reply = refusal.reply()
    assert reply["code"] == code
    assert reply["rule"].split()[0] in (
        "club", "play65", "hungarian", "tavla", "rulebook", "protocol", "backgammon",
    )  # fmt: skip
    assert len(reply["message"]) > 10
    assert "{" not in reply["message"]
    assert ("why" in reply) == (code == "illegal_play")


ILLEGAL = [
    ([4, 1], "24/23 24/20", [6, 5], "24/18 24/19", "blocked"),
    ([4, 1], "24/23 24/20", [6, 5], "23/17 13/8", "not_your_checker"),
    ([4, 1], "24/23 24/20", [6, 5], "13/9 13/8", "wrong_dice"),
    ([4, 1], "24/23 24/20", [6, 5], "6/off 13/8", "not_home"),
    ([4, 1], "24/23 24/20", [6, 4], "24/18", "use_both"),
]


@pytest.mark.parametrize(("first", "opening", "dice", "move", "why"), ILLEGAL)
def test_an_illegal_play_says_why(
    first: list[int], opening: str, dice: list[int], move: str, why: str
) -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=first)
    at.do("ann", "play", move=opening).do("bob", "roll", dice=dice)
    refusal = at.ask("bob", "play", move=move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("illegal_play", "backgammon")
    assert refusal.reply()["why"] == why


def test_an_illegal_play_from_the_bar_says_so() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[2, 1])
    at.do("ann", "play", move="13/11 6/5").do("bob", "roll", dice=[4, 1])
    at.do("bob", "play", move="24/20* 6/5").do("ann", "roll", dice=[4, 3])
    refusal = at.ask("ann", "play", move="13/9 13/10")
    assert refusal is not None
    assert refusal.reply()["why"] == "bar_first"


# Of several faults the first is named (protocol section 2)


def test_the_form_comes_before_the_player_and_the_phase() -> None:
    at = table()
    at.bad("zed", "roll", dice=[7, 1])
    at.bad("ann", "opening", dice=[0, 1])


def test_an_unknown_player_comes_before_the_phase() -> None:
    table().refused("unknown_player", "club 1.2", "zed", "roll")
    table("tavla").refused("unknown_player", "rulebook 3", "zed", "roll")
    table().team_on_roll().refused("unknown_player", "club 1.2", "wat", "double")


def test_the_phase_comes_before_the_role() -> None:
    at = table().start()
    at.refused("wrong_phase", "rulebook 4", "cy", "roll")
    at.refused("not_between_games", "rulebook 4", "cy", "relinquish")
    at.opening("box")
    at.refused("wrong_phase", "rulebook 4", "cy", "double", cubes=["bob"])
    at.do("ann", "done").do("bob", "double")
    for name in ("ann", "bob", "cy"):
        at.refused("wrong_phase", "club 5.10", name, "answer", take=["bob"])


def test_the_role_comes_before_the_cube() -> None:
    at = table().team_on_roll()
    at.refused("not_permitted", "club 1.4", "ann", "double", cubes=["zed"])
    at.refused("not_permitted", "club 7.1", "cy", "double", cubes=["zed"], **{"as": "dee"})


def test_an_unknown_cube_comes_before_a_closed_one_and_a_foreign_one_before_the_round() -> None:
    at = table().team_on_roll().team_doubles("bob dee", take="bob", drop="dee")
    at.refused("no_such_cube", "club 1.4", "cy", "double", cubes=["dee", "zed"])
    at.refused("cube_out", "club 5.5", "dee", "double")
    at.refused("not_your_cube", "club 1.4", "bob", "double")
    at.refused("round_closed", "club 5.9", "cy", "double")


def test_the_order_comes_before_the_option_and_the_option_before_the_answer() -> None:
    at = table("hungarian").box_on_roll().do("ann", "double")
    at.refused("order", "hungarian 12", "cy", "beaver")
    at.refused("no_beavers", "hungarian 9", "bob", "beaver")
    tavla = doubled("tavla")
    tavla.refused("no_beavers", "hungarian 9", "ann", "answer", beaver=["cy"], drop=["bob", "dee"])
    alike = table({"base": "tavla", "same_answer": True}).box_on_roll().do("ann", "double")
    alike.do("bob", "drop")
    alike.refused("no_beavers", "hungarian 9", "cy", "beaver")
    alike.refused("same_answer", "tavla 11", "cy", "take")


def test_the_cubes_named_come_before_the_rule_about_them() -> None:
    at = doubled()
    at.bad("ann", "answer", take=["bob"], drop=["cy"])
    at.refused("half_rule", "club 5.10", "ann", "answer", take=["bob"], drop=["cy", "dee"])


def test_the_captains_cube_comes_before_breaking_even() -> None:
    at = doubled("play65", FIVE)
    at.box_answers(take="cy", drop="bob dee eve", code="captain_cube_first", rule="play65 10")


def test_role_before_option_in_deals_and_option_before_fraction() -> None:
    at = table({"base": "club", "settlements": False}).opening("box")
    at.refused("not_a_party", "rulebook 12", "bob", "settle", cube="cy", points="0.1", to="cy")
    at.refused("option_off", "rulebook 12", "ann", "settle", cube="cy", points="0.1", to="cy")


# The clause cited


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        ("club", "club 5.10"),
        ("hungarian", "hungarian 14"),
        ("tavla", "tavla 7"),
        ({"base": "hungarian", "acceptance": "half_with_captain"}, "tavla 7"),
        ({"base": "play65", "acceptance": "half", "captain_cube": "free"}, "club 5.10"),
        ({"base": "tavla", "acceptance": "half"}, "club 5.10"),
    ],
)
def test_a_refusal_cites_the_presets_own_clause_or_where_the_value_is_published(
    rules: Any, rule: str
) -> None:
    refusal = answer(rules, "bob", "cy dee eve", FIVE)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("half_rule", rule)


def test_a_value_that_no_text_publishes_cites_the_rulebook() -> None:
    at = table({"base": "club", "settlements": False}).opening("box")
    at.refused("option_off", "rulebook 12", "ann", "settle", cube="cy", points=1, to="cy")
    late = table("tavla", "ann bob cy").opening("box")
    late.refused("fraction", "tavla 15", "ann", "settle", cube="cy", points="0.1", to="cy")
