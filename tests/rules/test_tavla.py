"""The Turkish text's fifteen clauses."""

from __future__ import annotations

import pytest

from tests.rules.driver import At, table

SECOND_BOX = {"base": "tavla", "partner": "second_box", "partner_from": 4}
TALK = {"topic": "checkers", "to": "team", "text": "x"}


def test_tavla_1_no_talk_about_checkers_before_a_cube_was_turned() -> None:
    at = table("tavla").team_on_roll()
    at.refused("no_consult", "tavla 1", "cy", "say", **TALK)
    at.do("dee", "double")
    at.do("cy", "say", **TALK)
    at.do("bob", "stay").do("cy", "stay").do("ann", "drop")
    at.do("cy", "say", **TALK)
    at.refused("no_consult", "tavla 1", "dee", "say", **TALK)
    assert at.state["may_consult"]["checkers"] == ["bob", "cy"]


def test_tavla_1_the_captain_moves_the_checkers() -> None:
    at = table("tavla").opening("team")
    at.refused("not_permitted", "tavla 1", "cy", "done")
    at.do("bob", "done")


def test_tavla_2_the_box_stays_when_he_wins_and_is_not_in_minus() -> None:
    assert table("tavla").opening("box").finish("box").next == "ann cy dee bob"
    even = table("tavla", "ann bob cy").team_on_roll().team_doubles("cy", drop="cy").finish("box")
    assert even.scores["ann"] == 0
    assert even.next == "ann cy bob"
    drop = table("tavla").box_on_roll().box_doubles(drop="bob cy dee")
    assert drop.next == "ann cy dee bob"


def test_tavla_3_the_captain_who_wins_is_box_and_the_box_goes_to_the_end() -> None:
    assert table("tavla").opening("box").finish("team").next == "bob cy dee ann"


def test_tavla_4_a_cube_each_and_the_box_may_hold_five() -> None:
    at = table("tavla", "ann bob cy dee eve fay").team_on_roll()
    at.team_doubles("bob cy dee eve fay", take="bob cy dee eve fay")
    assert [cube["owner"] for cube in at.state["cubes"]] == ["ann"] * 5


def test_tavla_5_captain_loses_and_box_in_minus_both_go() -> None:
    players = ["ann", "bob", "cy", {"name": "dee", "stake": 4}]
    at = table("tavla", players).team_on_roll().team_doubles("dee", drop="dee").finish("box")
    assert at.scores["ann"] == -2
    assert at.next == "cy dee bob ann"
    assert (at.row["circled"], at.row["b"]) == (["bob", "ann"], "ann")


@pytest.mark.parametrize("who_drops", ["cy", "ann"])
def test_tavla_6_who_drops_or_is_dropped_sits_out_to_the_end(who_drops: str) -> None:
    if who_drops == "cy":
        at = table("tavla").box_on_roll().box_doubles(drop="cy").turn()
    else:
        at = table("tavla").team_on_roll().team_doubles("cy", drop="cy").turns(2)
    assert at.state["out"] == ["cy"]
    at.refused("cube_out", "tavla 6", "cy", "double")
    at.refused("cube_out", "tavla 6", "cy", "resign")
    at.do("bob", "double")
    assert at.due == ["dee"]


@pytest.mark.parametrize(
    ("take", "allowed"),
    [
        ("", True),
        ("bob", False),
        ("cy dee", False),
        ("cy dee eve", False),
        ("bob eve", True),
        ("bob cy dee", True),
    ],
)
def test_tavla_7_the_captains_cube_and_at_least_half(take: str, allowed: bool) -> None:
    names = ["bob", "cy", "dee", "eve"]
    at = table("tavla", "ann bob cy dee eve").team_on_roll()
    drop = " ".join(name for name in names if name not in take.split())
    refused = {} if allowed else {"code": "half_rule", "rule": "tavla 7"}
    at.team_doubles(" ".join(names), take=take, drop=drop, **refused)


def test_tavla_7_only_the_whole_team_from_the_middle() -> None:
    part = table("tavla").team_on_roll().team_doubles("bob cy", take="cy", drop="bob")
    assert part.mover == "cy"
    again = table("tavla").box_on_roll().box_doubles(take="bob cy dee").turn()
    again.team_doubles("bob cy dee", take="cy", drop="bob dee")


def test_tavla_7_the_mover_stands_for_the_captain() -> None:
    at = table("tavla", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob").turn()
    at.team_doubles("cy dee eve", take="dee eve", drop="cy", code="half_rule", rule="tavla 7")
    at.box_answers(take="cy eve", drop="dee")


def test_tavla_8_an_acting_captain_for_this_game_only() -> None:
    at = table("tavla").box_on_roll().box_doubles(drop="bob").turn()
    assert at.mover == "cy"
    at.finish("team")
    assert at.row["won_by"] == "box"
    assert at.next == "cy dee bob ann"
    wins = table("tavla").box_on_roll().box_doubles(drop="bob").turn().finish("box")
    assert wins.next == "ann cy dee bob"


def test_tavla_9_the_last_must_drop_too() -> None:
    at = table("tavla").box_on_roll().do("ann", "double").do("bob", "drop").do("cy", "take")
    assert at.phase == "answer"
    at.do("dee", "drop")
    assert at.phase == "between_games"
    assert at.scores == {"ann": 3, "bob": -1, "cy": -1, "dee": -1}


def test_tavla_9_not_when_three_handed_nor_when_part_was_doubled() -> None:
    three = table("tavla", "ann bob cy").box_on_roll().box_doubles(take="cy", drop="bob")
    assert (three.phase, three.mover) == ("before_roll", "cy")
    part = table("tavla").box_on_roll().do("ann", "double", cubes=["bob", "cy"])
    part.do("bob", "drop").do("cy", "take")
    assert part.cube("cy")["status"] == "in_game"


def test_tavla_9_two_left_of_three_are_not_three_handed() -> None:
    at = table("tavla").box_on_roll().box_doubles(drop="dee").turns(2)
    at.box_doubles(take="bob", drop="cy")
    assert at.phase == "between_games"


def test_tavla_10_anybody_may_object_to_an_illegal_move() -> None:
    at = table("tavla").team_on_roll().team_doubles("dee", drop="dee").do("bob", "roll")
    for who in ("ann", "dee", "wat"):
        at.do(who, "flag", text="that was a five")


def alike() -> At:
    rules = {"base": "tavla", "same_answer": True, "beavers": True}
    return table(rules).box_on_roll()


def test_tavla_11_whole_team_doubled_all_answer_alike() -> None:
    at = alike().do("ann", "double").do("cy", "take")
    at.refused("same_answer", "tavla 11", "bob", "drop")
    at.do("bob", "beaver")
    at.refused("same_answer", "tavla 11", "dee", "drop")
    at.do("dee", "take")
    drop = alike().do("ann", "double").do("cy", "drop")
    for verb in ("take", "beaver"):
        drop.refused("same_answer", "tavla 11", "bob", verb)
    drop.do("bob", "drop").do("dee", "drop")


def test_tavla_11_only_when_everybody_was_doubled() -> None:
    at = alike().do("ann", "double", cubes=["bob", "cy"]).do("cy", "take").do("bob", "drop")
    assert at.state["out"] == ["bob"]
    usual = table("tavla").box_on_roll().do("ann", "double").do("cy", "take").do("bob", "drop")
    assert usual.state["out"] == ["bob"]


def test_tavla_12_no_talk_until_ones_own_cube_was_turned() -> None:
    rules = {"base": "tavla", "consult_checkers": "own_cube_turned"}
    at = table(rules).team_on_roll().do("dee", "double").do("bob", "stay").do("cy", "stay")
    at.do("ann", "take").do("bob", "roll")
    at.do("dee", "say", **TALK)
    at.refused("no_consult", "tavla 12", "cy", "say", **TALK)
    at.refused("no_consult", "tavla 12", "bob", "say", **TALK)
    assert at.state["may_consult"]["checkers"] == ["dee"]
    at.do("bob", "done").box_doubles(take="cy")
    at.do("cy", "say", **TALK)


# The second Box


def assisted() -> At:
    at = table(SECOND_BOX, "ann bob cy dee")
    at.refused("partner_order", "tavla 13", "ann", "invite", player="bob")
    at.do("ann", "invite", player="dee").agreed("dee")
    assert at.next == "ann bob cy"
    assert at.state["next"]["assistant"] == "dee"
    return at


def test_tavla_13_the_assistant_has_a_cube_of_his_own_against_everybody() -> None:
    at = assisted().team_on_roll()
    assert [cube["id"] for cube in at.state["cubes"]] == [
        "bob:ann", "bob:dee", "cy:ann", "cy:dee",
    ]  # fmt: skip
    at.do("bob", "double", cubes=["bob:ann", "bob:dee"]).do("cy", "stay")
    assert at.due == ["ann"]
    at.refused("order", "tavla 6", "dee", "take")
    at.do("ann", "take").do("dee", "drop")
    assert at.status()["bob:ann"] == ("in_game", 2)
    assert at.points("ann", "bob", "dee") == (0, 1, -1)


def test_tavla_13_the_rules_about_acceptance_bind_each_of_the_two_alone() -> None:
    at = assisted().team_on_roll().do("bob", "double").do("cy", "double")
    at.refused("half_rule", "tavla 7", "ann", "answer", take=["cy:ann"], drop=["bob:ann"])
    at.do("ann", "answer", take=["bob:ann"], drop=["cy:ann"])
    at.refused("half_rule", "tavla 7", "dee", "answer", take=["cy:dee"], drop=["bob:dee"])
    at.do("dee", "answer", drop=["bob:dee", "cy:dee"])
    assert at.points("ann", "bob", "cy", "dee") == (-1, 1, 2, -2)


def test_tavla_13_box_and_assistant_consult_by_the_teams_own_rule() -> None:
    at = assisted().opening("team")
    talk = {"topic": "checkers", "to": "box", "text": "x"}
    at.refused("no_consult", "tavla 1", "dee", "say", **talk)
    at.do("bob", "done").do("ann", "double", cubes=["bob:ann"])
    at.do("dee", "say", **talk)
    at.refused("no_consult", "rulebook 11", "dee", "say", **{**talk, "topic": "cube"})


def test_tavla_7_the_half_rule_stands_where_the_mover_has_no_cube_among_the_offered() -> None:
    at = table(SECOND_BOX, "ann bob cy eve fay dee").do("ann", "invite", player="dee")
    at.agreed("dee").team_on_roll().do("bob", "double", cubes=["bob:ann"])
    for name in ("cy", "eve", "fay"):
        at.do(name, "stay")
    at.do("ann", "drop", cube="bob:ann").turns(2)
    assert at.mover == "bob", "his cube against the assistant is live"
    at.do("cy", "double", cubes=["cy:ann"]).do("bob", "stay")
    at.do("eve", "double", cubes=["eve:ann"]).do("fay", "double", cubes=["fay:ann"])
    few = {"take": ["cy:ann"], "drop": ["eve:ann", "fay:ann"]}
    at.refused("half_rule", "tavla 7", "ann", "answer", **few)
    at.do("ann", "answer", take=["cy:ann", "eve:ann"], drop=["fay:ann"])


def test_tavla_13_an_assistants_cube_that_is_over_gives_him_no_say() -> None:
    rules = SECOND_BOX | {"consult_checkers": "cube_in_game"}
    at = table(rules).do("ann", "invite", player="dee").agreed("dee").box_on_roll()
    talk = {"topic": "checkers", "to": "box", "text": "x"}
    at.do("dee", "double", cubes=["cy:dee"]).do("ann", "stay").do("cy", "take")
    at.turn().do("dee", "say", **talk)
    at.do("cy", "double", cubes=["cy:dee"]).do("bob", "stay").do("dee", "drop")
    assert at.status()["bob:dee"] == ("center", 1)
    at.refused("no_consult", "club 3.2", "dee", "say", **talk)


def test_tavla_13_the_assistant_doubles_for_himself_at_the_boxs_turn() -> None:
    at = assisted().box_on_roll().do("dee", "double", cubes=["cy:dee"])
    assert at.due == ["ann"]
    at.do("ann", "stay").do("cy", "take")
    at.refused("not_permitted", "tavla 1", "dee", "roll")
    at.refused("not_your_cube", "tavla 3", "dee", "double", cubes=["bob:ann"])


def test_tavla_13_he_stays_outside_the_line_while_the_box_stays() -> None:
    at = assisted().opening("box").finish("box")
    assert at.next == "ann cy bob"
    assert at.state["next"]["assistant"] == "dee"
    assert at.scores == {"ann": 2, "bob": -2, "cy": -2, "dee": 2}


def test_tavla_13_the_captain_wins_the_assistant_is_box_and_he_the_assistant() -> None:
    at = assisted().opening("box").finish("team")
    assert at.next == "dee cy ann"
    assert at.state["next"]["assistant"] == "bob"


def test_tavla_13_captain_and_box_both_lose() -> None:
    at = assisted().team_on_roll()
    at.do("ann", "settle", cube="cy:ann", points=3, to="cy").agreed("cy").finish("box")
    assert at.scores["ann"] == -2
    assert at.next == "dee cy bob ann"
    assert at.state["next"]["assistant"] is None
    at.refused("partner_order", "tavla 13", "dee", "invite", player="cy")
    at.do("dee", "invite", player="bob")


def test_tavla_13_only_from_so_many_players_on() -> None:
    rules = {"base": "tavla", "partner": "second_box"}
    few = table(rules, "ann bob cy dee eve")
    few.refused("needs_players", "club 1.2", "ann", "invite", player="eve")
    table(rules, "ann bob cy dee eve fay").do("ann", "invite", player="dee").agreed("dee")
    off = table("tavla", "ann bob cy dee eve fay")
    off.refused("option_off", "rulebook 8", "ann", "invite", player="dee")


def doubled_by_both(lone_taker: str) -> At:
    """Box and assistant double everybody; Bob takes both cubes and the others drop both."""
    rules = SECOND_BOX | {"lone_taker": lone_taker, "beavers": True}
    at = table(rules, "ann bob cy dee eve").do("ann", "invite", player="eve").agreed("eve")
    at.start().do("ann", "opening", dice=[1, 6]).do("bob", "done")
    at.do("eve", "double").do("ann", "double")
    at.do("bob", "answer", take=["bob:ann", "bob:eve"])
    for name in ("cy", "dee"):
        at.do(name, "answer", drop=[f"{name}:ann", f"{name}:eve"])
    return at


def test_tavla_13_a_lone_taker_is_lone_against_box_and_assistant_alike() -> None:
    dropped = doubled_by_both("must_drop")
    assert dropped.state["phase"] == "between_games"
    assert dropped.state["scores"]["eve"] == dropped.state["scores"]["ann"] == 3
    asked = doubled_by_both("must_beaver")
    assert asked.state["to_act"] == ["bob"]
    one = {"take": ["bob:ann"], "beaver": ["bob:eve"]}
    asked.refused("must_beaver", "play65 11", "bob", "answer", **one)
    asked.do("bob", "answer", drop=["bob:ann"], beaver=["bob:eve"])
    assert asked.state["phase"] == "beavered"


def test_tavla_13_nobody_is_lone_while_others_are_in_against_the_box() -> None:
    rules = SECOND_BOX | {"lone_taker": "must_drop"}
    at = table(rules, "ann bob cy dee eve").do("ann", "invite", player="eve").agreed("eve")
    at.start().do("ann", "opening", dice=[1, 6]).do("bob", "done")
    at.do("eve", "double").do("ann", "stay")
    at.do("bob", "take").do("cy", "drop").do("dee", "drop")
    cubes = {cube["id"]: cube["status"] for cube in at.state["cubes"]}
    assert at.state["phase"] == "before_roll"
    assert cubes["bob:eve"] == "in_game"


def test_tavla_13_the_box_acts_for_an_absent_assistant() -> None:
    at = table(SECOND_BOX, "ann bob cy dee eve").do("ann", "invite", player="eve").agreed("eve")
    at.start().do("ann", "opening", dice=[6, 1]).do("eve", "away").do("ann", "done")
    at.do("bob", "double").do("cy", "stay").do("dee", "stay").do("ann", "take")
    at.refused("not_permitted", "rulebook 10", "cy", "take", **{"as": "eve"})
    at.do("ann", "drop", **{"as": "eve"})
    assert at.state["scores"]["eve"] == -1


# Automatic doubles, side deals


def twice(by: str = "ann") -> At:
    at = table("tavla", "ann bob cy").start().do("ann", "opening", dice=[4, 4])
    at.refused("wrong_phase", "tavla 14", "ann", "automatic", on=True)
    at.do("ann", "opening", dice=[2, 2])
    at.refused("not_permitted", "tavla 14", "bob", "automatic", on=True)
    return at.do(by, "automatic", on=True)


def test_tavla_14_two_equal_rolls_and_the_cubes_start_doubled_in_the_next_game() -> None:
    at = twice()
    assert at.cube("bob")["value"] == 1
    at.refused("round_closed", "tavla 14", "ann", "automatic", on=True)
    at.opening("box").finish("box").start()
    assert at.status() == {"cy:ann": ("center", 2), "bob:ann": ("center", 2)}
    assert not at.cube("bob")["in_game"]
    at.opening("box").finish("box").start()
    assert at.cube("bob")["value"] == 1


def test_tavla_14_only_if_he_is_still_box_then() -> None:
    at = twice().opening("box").finish("team").start()
    assert [cube["value"] for cube in at.state["cubes"]] == [1, 1]
    gone = twice().opening("box").finish("box").do("ann", "relinquish").start()
    assert [cube["value"] for cube in gone.state["cubes"]] == [1, 1]


def test_tavla_14_only_if_the_box_says_so() -> None:
    at = table("tavla", "ann bob cy").start().do("ann", "opening", dice=[4, 4])
    at.do("ann", "opening", dice=[2, 2]).opening("box").finish("box").start()
    assert [cube["value"] for cube in at.state["cubes"]] == [1, 1]


@pytest.mark.parametrize(("on", "winner", "dee"), [("box", "box", 5), ("box", "team", -5)])
def test_tavla_15_side_bets_are_paid_with_the_game(on: str, winner: str, dee: int) -> None:
    at = table("tavla").opening("box").do("dee", "bet", **{"with": "cy", "points": 5, "on": on})
    at.refused("not_a_party", "tavla 15", "bob", "agree", proposal=1)
    at.agreed("cy").finish(winner)
    plain = -1 if winner == "box" else 1
    assert at.scores["dee"] == plain + dee
    assert at.scores["cy"] == plain - dee


def test_tavla_15_a_bet_needs_two_and_is_void_when_nobody_wins() -> None:
    at = table("tavla").opening("box")
    at.bad("dee", "bet", **{"with": "dee", "points": 1, "on": "box"})
    at.do("dee", "bet", **{"with": "cy", "points": 5, "on": "box"}).agreed("cy")
    at.do("ann", "settle", cube="bob", points=0, to="bob").agreed("bob").finish("box")
    assert at.scores == {"ann": 2, "bob": 0, "cy": -1, "dee": -1}


def test_tavla_15_places_are_swapped_between_games() -> None:
    at = table("tavla").do("bob", "swap", **{"with": "dee"})
    at.refused("not_a_party", "tavla 15", "cy", "agree", proposal=1)
    at.agreed("dee")
    assert at.next == "ann dee cy bob"
    at.bad("bob", "swap", **{"with": "bob"})
    at.start().refused("not_between_games", "rulebook 4", "bob", "swap", **{"with": "cy"})


def test_tavla_15_settlements_are_allowed_and_elsewhere_side_deals_are_not() -> None:
    at = table("tavla").opening("box").do("ann", "settle", cube="bob", points=1, to="bob").agreed()
    assert at.scores["bob"] == 1
    club = table()
    club.refused("option_off", "rulebook 12", "bob", "swap", **{"with": "cy"})
    club.start().refused(
        "option_off", "rulebook 12", "bob", "bet", **{"with": "cy", "points": 1, "on": "box"}
    )


def test_tavla_13_a_box_who_steps_down_goes_below_his_assistant() -> None:
    at = assisted().do("ann", "relinquish")
    assert at.next == "bob cy dee ann"
    assert at.state["next"]["assistant"] is None
    gone = assisted().do("ann", "leave")
    assert gone.next == "bob cy dee"
