"""Play65's sixteen rules."""

from __future__ import annotations

import pytest

from rules.legal import legal
from tests.rules.driver import At, table

SEVEN = "ann bob cy dee eve fay gus"


def test_play65_1_one_die_each_settles_the_order_and_ties_roll_again() -> None:
    at = table("play65", "ann bob cy", draw=True)
    at.bad("ann", "draw", rolls=[["ann", 3, 1], ["bob", 4, 1], ["cy", 6, 1]])
    at.refused("needs_draw", "play65 1", "ann", "start")
    at.do("ann", "draw", rolls=[["ann", 5], ["bob", 5], ["cy", 2], ["ann", 1], ["bob", 3]])
    assert at.next == "bob ann cy"


def test_play65_2_each_of_the_team_has_his_own_cube() -> None:
    at = table("play65").team_on_roll()
    assert len(at.state["cubes"]) == 3
    at.refused("not_your_cube", "play65 2", "bob", "double", cubes=["cy"])


def test_play65_1_joiners_may_roll_for_their_order_with_the_one_die_too() -> None:
    for rolls in ([["eve", 2], ["fay", 5]], [["eve", 2, 1], ["fay", 6, 5]]):
        at = table("play65").do("eve", "join").agreed("ann").do("fay", "join").agreed("ann")
        at.refused("bad_request", "protocol", "ann", "draw", rolls=[["eve", 2], ["fay", 6, 5]])
        at.do("ann", "draw", rolls=rolls)
        assert at.next.split()[-2:] == ["fay", "eve"]


def test_play65_3_captain_and_box_roll_one_die_each() -> None:
    at = table("play65", board="tracked").start()
    at.refused("not_permitted", "play65 8", "cy", "opening", dice=[3, 5])
    at.do("bob", "opening", dice=[3, 5])
    assert (at.state["turn"], at.state["dice"], at.phase) == ("team", [3, 5], "play")
    at.do("bob", "play", move="8/3 6/3")


def test_play65_4_equal_opening_dice_double_all_cubes_which_stay_in_the_middle() -> None:
    at = table("play65", ["ann", "bob", {"name": "cy", "stake": 2}]).start()
    at.do("ann", "opening", dice=[5, 5])
    assert at.status() == {"bob:ann": ("center", 2), "cy:ann": ("center", 4)}
    assert not at.cube("bob")["in_game"]
    at.refused("wrong_phase", "play65 5", "ann", "automatic", on=True)


def test_play65_5_later_ones_are_the_boxs_to_say() -> None:
    at = table("play65", "ann bob cy").start()
    for _ in range(2):
        at.do("ann", "opening", dice=[5, 5])
    assert at.cube("bob")["value"] == 2
    at.refused("not_permitted", "play65 5", "bob", "automatic", on=True)
    at.do("ann", "automatic", on=True)
    assert at.cube("bob")["value"] == 4
    at.refused("round_closed", "play65 5", "ann", "automatic", on=True)
    at.do("ann", "opening", dice=[1, 1]).do("ann", "automatic", on=True)
    assert at.cube("bob")["value"] == 8
    at.do("ann", "opening", dice=[2, 2]).do("ann", "automatic", on=False)
    assert at.cube("bob")["value"] == 8
    at.opening("box")
    at.refused("wrong_phase", "rulebook 4", "ann", "automatic", on=True)


def test_play65_6_gammons_only_where_the_cube_was_turned_and_taken() -> None:
    at = table("play65", "ann bob cy").box_on_roll().box_doubles(take="bob").do("ann", "roll")
    at.do("ann", "finish", winner="box", kind="gammon")
    assert at.scores == {"ann": 5, "bob": -4, "cy": -1}


def test_play65_7_beaver_and_a_raccoon_that_stays_with_the_taker() -> None:
    at = table("play65").box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.refused("not_permitted", "play65 7", "bob", "raccoon")
    at.do("ann", "raccoon")
    assert (at.cube("bob")["value"], at.cube("bob")["owner"]) == (8, "bob")
    assert at.phase == "before_roll"
    at.refused("round_closed", "play65 12", "ann", "double", cubes=["cy"])


def test_play65_8_the_captain_plays_all_moves() -> None:
    at = table("play65").opening("team")
    at.refused("not_permitted", "play65 8", "cy", "done")
    at.do("bob", "done")
    at.refused("not_permitted", "play65 8", "bob", "roll")


def test_play65_9_advice_by_those_who_offered_or_accepted_a_cube() -> None:
    at = table("play65").opening("team")
    talk = {"topic": "checkers", "to": "team", "text": "x"}
    at.refused("no_consult", "play65 9", "cy", "say", **talk)
    at.do("bob", "done").box_doubles(take="cy", drop="dee")
    at.do("cy", "say", **talk)
    at.refused("no_consult", "play65 9", "bob", "say", **talk)
    at.refused("no_consult", "play65 9", "dee", "say", **talk)
    assert at.state["may_consult"]["checkers"] == ["cy"]
    at.turn().do("bob", "double")
    at.do("bob", "say", **talk)


def test_play65_9_or_anybody_in_the_game_once_the_captain_asks_until_the_play() -> None:
    at = table("play65").box_on_roll().box_doubles(drop="dee").turn().all_stay()
    talk = {"topic": "checkers", "to": "team", "text": "x"}
    at.refused("not_permitted", "play65 9", "cy", "ask")
    at.do("bob", "roll").do("bob", "ask").do("cy", "say", **talk)
    at.refused("no_consult", "play65 9", "dee", "say", **talk)
    assert at.state["may_consult"]["checkers"] == ["cy"]
    at.refused("no_consult", "play65 9", "cy", "say", **{**talk, "topic": "cube"})
    at.do("bob", "done")
    at.refused("no_consult", "play65 9", "cy", "say", **talk)


def test_play65_9_a_captain_asks_only_where_somebody_else_is_in_the_game() -> None:
    at = table("play65").box_on_roll().box_doubles(drop="cy dee").turn()
    at.refused("no_consult", "play65 9", "bob", "ask")


def test_play65_10_the_captains_cube_must_be_taken_if_any_is() -> None:
    at = table("play65").team_on_roll()
    at.team_doubles("bob cy", take="cy", drop="bob", code="captain_cube_first", rule="play65 10")
    at.box_answers(take="bob", drop="cy")
    none = table("play65").team_on_roll().team_doubles("bob cy", drop="bob cy")
    assert none.mover == "dee"


def test_play65_10_unless_another_was_accepted_in_an_earlier_round() -> None:
    at = table("play65").team_on_roll().team_doubles("cy", take="cy").turns(2)
    at.team_doubles("bob dee", take="dee", drop="bob")
    refused = table("play65").team_on_roll().team_doubles("cy", drop="cy").turns(2)
    refused.team_doubles(
        "bob dee", take="dee", drop="bob", code="captain_cube_first", rule="play65 10"
    )


def test_play65_10_initial_doubles_only() -> None:
    at = table("play65").box_on_roll().box_doubles(take="bob").turn()
    at.team_doubles("bob cy", take="cy", drop="bob")


def test_play65_10_when_the_captain_does_not_double_any_may_be_taken() -> None:
    at = table("play65").team_on_roll().team_doubles("cy dee", take="dee", drop="cy")
    assert at.mover == "bob"


def test_play65_11_the_lone_taker_must_beaver_or_drop() -> None:
    at = table("play65").box_on_roll().do("ann", "double").do("dee", "drop").do("bob", "drop")
    at.refused("must_beaver", "play65 11", "cy", "take")
    at.do("cy", "beaver").do("ann", "accept")
    assert at.cube("cy")["value"] == 4
    drops = table("play65").box_on_roll().box_doubles(drop="bob cy dee")
    assert drops.phase == "between_games"


def test_play65_11_who_took_before_the_others_dropped_is_asked_again() -> None:
    at = table("play65").box_on_roll().do("ann", "double").do("cy", "take").do("bob", "drop")
    assert at.cube("cy")["status"] == "in_game"
    at.do("dee", "drop")
    assert (at.phase, at.due) == ("answer", ["cy"])
    assert (at.cube("cy")["status"], at.cube("cy")["value"]) == ("offered", 1)
    at.refused("must_beaver", "play65 11", "cy", "take")
    at.do("cy", "beaver").do("ann", "drop")
    assert at.points("ann", "bob", "cy", "dee") == (0, -1, 2, -1)


def test_play65_11_not_when_others_are_in_or_not_all_were_doubled() -> None:
    at = table("play65").box_on_roll().do("ann", "double", cubes=["bob", "cy"])
    at.do("bob", "drop").do("cy", "take")
    two = table("play65").box_on_roll().do("ann", "double").do("bob", "drop")
    two.do("cy", "take").do("dee", "take")
    assert two.phase == "before_roll"


def test_play65_12_everybody_has_a_chance_before_the_roll() -> None:
    at = table("play65").team_on_roll()
    assert at.due == ["bob", "cy", "dee"]
    at.refused("held", "play65 12", "bob", "roll")
    at.do("dee", "stay").do("bob", "stay")
    at.refused("held", "play65 12", "bob", "roll")
    at.refused("wrong_phase", "rulebook 4", "dee", "stay")
    at.do("cy", "stay").do("bob", "roll")


def test_play65_12_once_the_box_has_answered_nobody_doubles_before_the_next_throw() -> None:
    at = table("play65").team_on_roll().team_doubles("cy", take="cy")
    at.refused("round_closed", "play65 12", "dee", "double")
    at.refused("wrong_phase", "rulebook 4", "bob", "stay")
    at.do("bob", "roll")


def test_play65_12_staying_by_habit_until_it_is_lifted() -> None:
    at = table("play65").team_on_roll().do("cy", "auto_stay", on=True)
    at.do("dee", "auto_stay", on=True).do("bob", "stay").do("bob", "roll").do("bob", "done")
    at.do("ann", "roll").do("ann", "done")
    assert at.due == ["bob"]
    at.do("dee", "auto_stay", on=False)
    assert at.due == ["bob", "dee"]
    at.do("bob", "double")
    assert at.due == ["dee"]


def test_play65_12_holding_is_not_needed() -> None:
    at = table("play65").team_on_roll()
    at.refused("option_off", "play65 12", "dee", "hold")


def test_play65_12_who_is_away_without_a_proxy_counts_as_stay() -> None:
    at = table("play65").team_on_roll().do("dee", "away").do("bob", "stay").do("cy", "stay")
    at.do("bob", "roll")
    other = table("play65").team_on_roll().do("dee", "proxy", to="ann").do("dee", "away")
    other.do("bob", "stay").do("cy", "stay")
    other.refused("held", "play65 12", "bob", "roll")
    other.do("ann", "stay", **{"as": "dee"}).do("bob", "roll")


# Break even


@pytest.mark.parametrize(
    ("accepted", "verb", "enough"),
    [(1, "take", False), (1, "beaver", False), (2, "take", True), (3, "take", True)],
)
def test_play65_13_a_single_win_pays_for_what_is_dropped(
    accepted: int, verb: str, enough: bool
) -> None:
    names = SEVEN.split()[1:]
    at = table("play65", SEVEN).team_on_roll()
    answer = {verb: " ".join(names[:accepted]), "drop": " ".join(names[accepted:])}
    code = {} if enough else {"code": "break_even", "rule": "play65 13"}
    at.team_doubles(" ".join(names), **answer, **code)


@pytest.mark.parametrize(("eve", "enough"), [(1, True), (2, False)])
def test_play65_13_exactly_even_is_enough(eve: int, enough: bool) -> None:
    players = ["ann", "bob", {"name": "cy", "stake": 2}, "dee", {"name": "eve", "stake": eve}]
    at = table("play65", players).team_on_roll()
    code = {} if enough else {"code": "break_even", "rule": "play65 13"}
    at.team_doubles("bob cy dee eve", beaver="bob", drop="cy dee eve", **code)


def test_play65_13_values_count_not_cubes() -> None:
    players = ["ann", {"name": "bob", "stake": 1}, {"name": "cy", "stake": 4}, "dee"]
    at = table("play65", players).team_on_roll()
    at.team_doubles("bob cy dee", take="bob dee", drop="cy")
    low = table("play65", players).team_on_roll()
    low.team_doubles("bob cy dee", beaver="bob", drop="cy dee", code="break_even", rule="play65 13")
    low.box_answers(take="bob cy", drop="dee")


def test_play65_13_the_captains_cube_alone_only_with_a_beaver() -> None:
    at = table("play65", "ann bob cy").team_on_roll()
    at.team_doubles("bob cy", take="bob", drop="cy", code="break_even", rule="play65 13")
    at.box_answers(beaver="bob", drop="cy")
    assert at.phase == "beavered"


def test_play65_13_only_when_all_double_at_the_same_time_from_the_middle() -> None:
    at = table("play65", "ann bob cy dee eve").team_on_roll()
    at.team_doubles("bob cy dee", take="bob", drop="cy dee")
    redouble = table("play65").box_on_roll().box_doubles(take="bob cy dee").turn()
    redouble.team_doubles("bob cy dee", take="bob", drop="cy dee")


def test_play65_13_the_box_stays_if_he_wins_the_game_and_is_at_least_even() -> None:
    at = table("play65").team_on_roll().team_doubles("cy", drop="cy").finish("box")
    assert at.scores["ann"] == 1
    assert at.next == "ann cy dee bob"
    even = table("play65", "ann bob cy").team_on_roll().team_doubles("cy", drop="cy").finish("box")
    assert even.scores["ann"] == 0
    assert even.next == "ann cy bob"
    minus = table("play65", ["ann", "bob", {"name": "cy", "stake": 4}]).team_on_roll()
    minus.team_doubles("cy", drop="cy").finish("box")
    assert minus.row["won_by"] == "box"
    assert minus.next == "cy bob ann"


def test_play65_13_the_game_is_won_by_the_side_that_won_the_cubes_closed_last() -> None:
    at = table("play65").box_on_roll().box_doubles(take="bob", drop="cy").turn()
    at.team_doubles("bob", drop="bob").finish("box")
    assert at.row["won_by"] == "box"
    assert at.scores == {"ann": 0, "bob": 2, "cy": -1, "dee": -1}
    assert at.next == "ann cy dee bob"


# The captaincy


def dropped_captain() -> At:
    return table("play65").team_on_roll().team_doubles("bob", drop="bob")


def test_play65_14_a_dropped_captain_is_box_if_the_team_wins() -> None:
    at = dropped_captain()
    assert (at.mover, at.state["captain"]) == ("cy", "bob")
    at.finish("team")
    assert at.next == "bob cy dee ann"


def test_play65_14_and_goes_to_the_end_if_the_box_wins() -> None:
    assert dropped_captain().finish("box").next == "ann cy dee bob"


def test_play65_14_who_merely_acted_for_him_keeps_his_place() -> None:
    at = table("play65", "ann bob cy dee eve").team_on_roll().team_doubles("bob", drop="bob")
    at.finish("box")
    assert at.next == "ann cy dee eve bob"


def test_play65_15_a_captain_who_rejects_hands_the_captaincy_on() -> None:
    won = table("play65").box_on_roll().box_doubles(drop="bob").turn().finish("team")
    assert won.next == "cy dee bob ann"
    lost = table("play65", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob")
    lost.turn().finish("box")
    assert lost.next == "ann dee eve bob cy"


def test_play65_15_several_go_to_the_end_in_the_order_they_rejected() -> None:
    at = table("play65", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob").turns(2)
    at.box_doubles(drop="cy").turns(2)
    assert at.mover == "dee"
    assert table_after(at, "team") == "dee eve bob cy ann"


def test_play65_15_and_the_last_captain_after_them_if_he_loses() -> None:
    at = table("play65", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob").turns(2)
    at.box_doubles(drop="cy").turns(2)
    assert table_after(at, "box") == "ann eve bob cy dee"


def table_after(at: At, winner: str) -> str:
    return at.finish(winner).next


def test_play65_15_dropping_in_the_same_round_is_not_rejecting_as_captain() -> None:
    at = table("play65", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob cy").turn()
    assert at.mover == "dee"
    assert table_after(at, "team") == "dee cy eve bob ann"


def test_play65_15_a_new_captain_dropped_by_the_box_has_the_claim() -> None:
    at = table("play65").box_on_roll().box_doubles(drop="bob").turn()
    at.team_doubles("cy", drop="cy")
    assert at.mover == "dee"
    assert table_after(at, "team") == "cy dee bob ann"


def test_play65_15_a_losing_box_goes_behind_all() -> None:
    players = ["ann", "bob", "cy", {"name": "dee", "stake": 8}]
    at = table("play65", players).box_on_roll().box_doubles(drop="bob").turn()
    at.team_doubles("dee", drop="dee").finish("box")
    assert at.row["won_by"] == "box"
    assert at.next == "dee bob cy ann"


def test_play65_16_who_vacates_the_box_is_followed_by_the_next_in_line() -> None:
    at = table("play65").do("ann", "leave")
    assert (at.next, at.state["next"]["captain"]) == ("bob cy dee", "cy")
    down = table("play65").do("ann", "relinquish")
    assert down.next == "bob cy dee ann"
    down.refused("not_permitted", "play65 16", "ann", "relinquish")


def test_play65_has_no_partner_and_no_preemption() -> None:
    at = table("play65", SEVEN)
    at.refused("option_off", "rulebook 8", "ann", "invite", player="gus")
    at.opening("box").do("bob", "buy", cube="cy", price=1)
    at.refused("no_preempt", "rulebook 12", "ann", "preempt", proposal=1)


def test_play65_15_the_captaincy_goes_to_the_last_winner_where_the_game_ends_in_that_round() -> (
    None
):
    at = table("play65").box_on_roll().do("ann", "double").do("bob", "drop").do("cy", "drop")
    at.do("dee", "beaver").do("ann", "drop")
    assert at.row["won_by"] == "team"
    assert at.next == "dee cy bob ann"
    lost = table("play65").box_on_roll().do("ann", "double").do("bob", "drop").do("dee", "drop")
    lost.do("cy", "drop")
    assert lost.next == "ann cy dee bob"


def test_play65_15_who_won_his_cube_before_that_round_is_not_its_last_winner() -> None:
    at = table("play65").team_on_roll().team_doubles("cy", drop="cy").turn()
    at.box_doubles(drop="bob dee")
    assert at.next == "ann cy dee bob"


def test_play65_15_a_captain_who_drops_the_boxs_beaver_rejects_it() -> None:
    at = table("play65").team_on_roll().team_doubles("bob", beaver="bob").do("bob", "drop")
    assert (at.mover, at.scores["bob"]) == ("cy", -2)
    assert table_after(at, "box") == "ann dee bob cy"


def test_play65_11_the_legal_answer_says_so() -> None:
    at = table("play65").box_on_roll().do("ann", "double").do("bob", "drop").do("dee", "drop")
    offers = [one.request() for one in legal(at.table, "cy")]
    rule = next(one["rule"] for one in offers if one["do"] == "answer")
    assert (rule["clause"], rule["sentence"]) == (
        "play65 11", "The lone taker must beaver, or drop.",
    )  # fmt: skip
    assert [one["do"] for one in offers].count("drop") == 2
    assert {"do": "take", "by": "cy"} not in offers


def test_play65_an_answer_that_has_to_be_like_the_first_says_what_that_was() -> None:
    rules = {"base": "play65", "same_answer": True, "lone_taker": "plays_on"}
    at = table(rules).box_on_roll().do("ann", "double").do("bob", "drop")
    rule = next(one.request()["rule"] for one in legal(at.table, "cy") if one.verb == "answer")
    assert rule["clause"] == "tavla 11"
    assert rule["sentence"].endswith("the first was drop.")


def test_play65_7_one_raccoon_is_free_and_anything_further_needs_consent() -> None:
    at = table("play65").box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "raccoon")
    assert at.cube("bob")["value"] == 8
    at.do("bob", "raccoon")
    assert at.cube("bob")["value"] == 8
    at.agreed("ann")
    assert (at.cube("bob")["value"], at.cube("bob")["owner"]) == (16, "bob")
