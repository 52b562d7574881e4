"""Club 4.3 to 4.5, 7.1, 8, 9 and 11: deals, proxies, corrections, changes of the rules."""

from __future__ import annotations

import pytest

from rules.refusals import CODES
from tests.rules.driver import At, Throws, table

SIX = "ann bob cy dee eve fay"


# Settling


@pytest.mark.parametrize(("to", "points"), [("bob", 2), ("ann", -2)])
def test_club_4_3_a_cube_is_settled_for_whole_points_either_way(to: str, points: int) -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=2, to=to)
    assert at.state["proposals"][0]["waits_for"] == ["bob"]
    at.agreed("bob")
    assert (at.cube("bob")["status"], at.cube("bob")["points"]) == ("settled", points)
    assert at.scores["bob"] == points


@pytest.mark.parametrize("points", ["0.25", "1.1", "0.333"])
def test_club_4_3_other_fractions_than_halves_are_refused(points: str) -> None:
    at = table().opening("box")
    at.refused("fraction", "club 4.3", "ann", "settle", cube="bob", points=points, to="bob")
    at.refused("fraction", "club 4.3", "cy", "buy", cube="bob", price=points)
    at.refused("fraction", "club 4.3", "ann", "sell", to="bob", price=points)


@pytest.mark.parametrize(
    ("maker", "dice", "points"),
    [
        ("ann", [[6, 5], [4, 1]], 1),
        ("ann", [[2, 1], [4, 1]], 2),
        ("bob", [[6, 5], [4, 1]], 2),
        ("bob", [[3, 3], [4, 3]], 1),
    ],
)
def test_club_4_3_a_half_is_rolled_off_the_makers_dice_first(
    maker: str, dice: list[list[int]], points: int
) -> None:
    at = table().opening("box").do(maker, "settle", cube="bob", points="1.5", to="bob").agreed()
    assert (at.phase, set(at.due)) == ("rolloff", {"ann", "bob"})
    at.refused("not_permitted", "club 4.3", "cy", "rolloff", dice=dice)
    at.refused("wrong_phase", "rulebook 4", "ann", "done")
    at.bad("ann", "rolloff")
    at.do("ann", "rolloff", dice=dice)
    assert at.cube("bob")["points"] == points
    assert at.phase == "play"


def test_club_4_3_to_the_box_at_a_half_and_ties_again() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points="1.5", to="ann").agreed()
    at.do("bob", "rolloff", dice=[[5, 2], [4, 3]])
    assert at.phase == "rolloff"
    at.do("bob", "rolloff", dice=[[2, 1], [2, 2]])
    assert at.scores["bob"] == -1


def test_club_4_3_the_program_rolls_off_at_once() -> None:
    chance = Throws(3, 1, 2, 2, 1, 3, 6, 1, 1, 2)
    at = table(board="tracked", dice={"seed": 4}, chance=chance).start().do("ann", "opening")
    at.do("ann", "settle", cube="bob", points="0.5", to="bob").agreed()
    assert at.cube("bob")["points"] == 0
    assert at.phase == "play"


def test_club_4_3_between_the_parties_only_and_not_on_an_offered_cube() -> None:
    at = table().team_on_roll()
    at.refused("not_a_party", "club 4.3", "cy", "settle", cube="bob", points=1, to="bob")
    at.refused("not_a_party", "club 4.3", "ann", "settle", cube="bob", points=1, to="cy")
    at.refused("no_such_cube", "club 1.4", "ann", "settle", cube="bob:cy", points=1, to="bob")
    at.do("bob", "double")
    at.refused("wrong_phase", "club 4.3", "ann", "settle", cube="bob", points=1, to="bob")
    at.do("ann", "settle", cube="cy", points=1, to="cy").agreed("cy")
    assert at.phase == "declare"
    at.do("dee", "stay").do("ann", "drop")
    at.refused("cube_out", "club 5.5", "ann", "settle", cube="bob", points=1, to="bob")


def test_club_4_3_no_settlements_where_the_house_has_none() -> None:
    at = table({"base": "club", "settlements": False}).opening("box")
    at.refused("option_off", "rulebook 12", "ann", "settle", cube="bob", points=1, to="bob")
    at.refused("option_off", "rulebook 12", "cy", "buy", cube="bob", price=1)
    at.refused("option_off", "rulebook 12", "ann", "sell", to="bob", price=1)


def test_a_deal_waits_for_consent_can_be_withdrawn_and_lapses() -> None:
    at = table().team_on_roll().do("ann", "settle", cube="bob", points=1, to="bob")
    at.refused("not_a_party", "club 4.5", "cy", "agree", proposal=1)
    at.refused("not_a_party", "club 4.5", "bob", "withdraw", proposal=1)
    at.bad("bob", "agree", proposal=2)
    at.do("ann", "withdraw", proposal=1)
    at.refused("too_late", "club 4.5", "bob", "agree", proposal=1)
    at.do("ann", "settle", cube="bob", points=1, to="bob").do("bob", "refuse", proposal=2)
    at.do("bob", "settle", cube="bob", points=1, to="bob")
    at.do("cy", "settle", cube="cy", points=1, to="cy").team_doubles("bob", take="bob")
    at.refused("too_late", "club 4.5", "ann", "agree", proposal=3)
    at.do("ann", "agree", proposal=4)
    assert at.cube("cy")["status"] == "settled"


# Buying


def test_club_4_4_the_box_may_step_in_before_the_buyer() -> None:
    at = table().team_on_roll().do("bob", "double").do("bob", "buy", cube="cy", price="1")
    assert at.phase == "declare"
    at.refused("wrong_phase", "club 4.4", "ann", "preempt", proposal=1)
    at.do("cy", "agree", proposal=1)
    assert at.due == ["ann"]
    at.refused("wrong_phase", "club 4.4", "dee", "double")
    at.refused("not_permitted", "club 4.4", "bob", "let", proposal=1)
    at.do("ann", "preempt", proposal=1)
    assert (at.cube("cy")["status"], at.cube("cy")["points"]) == ("settled", 1)
    assert at.points() == (-1, 0, 1, 0)
    assert (at.phase, at.due) == ("declare", ["dee"])


def test_club_4_4_or_let_it_be_and_the_buyer_plays_the_cube_under_its_id() -> None:
    at = table().team_on_roll().do("bob", "double").do("bob", "buy", cube="cy", price=1)
    at.do("cy", "agree", proposal=1).do("ann", "let", proposal=1)
    assert at.points() == (0, -1, 1, 0)
    assert at.cube("cy:ann")["player"] == "bob"
    assert at.state["out"] == ["cy"]
    at.do("bob", "double").do("dee", "stay")
    at.do("ann", "answer", take=["bob:ann"], drop=["cy:ann"])
    assert at.points() == (-1, 0, 1, 0)


@pytest.mark.parametrize(("dice", "price"), [([[6, 5], [1, 2]], 0), ([[1, 2], [6, 5]], 1)])
def test_club_4_4_a_half_price_is_rolled_off_between_the_two(
    dice: list[list[int]], price: int
) -> None:
    at = table().team_on_roll().do("bob", "buy", cube="cy", price="0.5").agreed("cy")
    at.do("ann", "let", proposal=1)
    assert set(at.due) == {"bob", "cy"}
    at.do("bob", "rolloff", dice=dice)
    assert at.points() == (0, -price, price, 0)
    assert at.cube("cy:ann")["player"] == "bob"


def test_club_4_4_a_half_price_that_the_box_pays_is_rolled_off_with_him() -> None:
    at = table().team_on_roll().do("bob", "buy", cube="cy", price="0.5").agreed("cy")
    at.do("ann", "preempt", proposal=1)
    assert set(at.due) == {"ann", "cy"}
    at.do("ann", "rolloff", dice=[[1, 2], [6, 5]])
    assert at.points() == (-1, 0, 1, 0)
    assert at.cube("cy")["status"] == "settled"


def test_club_4_4_spectators_and_players_out_of_the_game_buy_too_and_are_preempted() -> None:
    at = table().box_on_roll().box_doubles(drop="dee").turn()
    at.do("wat", "buy", cube="cy", price=1).agreed("cy").do("ann", "preempt", proposal=1)
    assert at.scores["cy"] == 1
    at.do("dee", "buy", cube="bob", price=1).agreed("bob").do("ann", "let", proposal=2)
    assert at.mover == "dee"
    at.do("dee", "roll").do("dee", "done").do("ann", "roll")
    at.do("ann", "finish", winner="team", kind="single")
    assert at.scores == {"ann": -1, "bob": 1, "cy": 1, "dee": -1}
    assert at.next == "bob cy dee ann"


def test_club_4_4_a_spectator_who_bought_plays_and_is_on_the_sheet() -> None:
    at = table().team_on_roll().do("wat", "buy", cube="cy", price=2).agreed("cy")
    at.do("ann", "let", proposal=1)
    at.do("wat", "double").do("bob", "stay").do("dee", "stay").do("ann", "take")
    at.finish("team", "gammon")
    assert at.scores == {"ann": -6, "bob": 1, "cy": 2, "dee": 1, "wat": 2}
    assert at.next == "bob cy dee ann"


def test_club_4_4_not_the_boxs_side_and_not_an_offered_cube() -> None:
    at = table("club", SIX).do("ann", "invite", player="fay").agreed().team_on_roll()
    at.refused("not_permitted", "club 4.4", "ann", "buy", cube="bob", price=1)
    at.refused("not_permitted", "club 4.4", "fay", "buy", cube="bob", price=1)
    at.refused("not_permitted", "club 4.4", "bob", "buy", cube="bob", price=1)
    at.do("cy", "double")
    at.refused("wrong_phase", "club 4.3", "bob", "buy", cube="cy", price=1)


def test_club_4_4_without_preemption_the_owner_is_enough() -> None:
    at = table({"base": "club", "preempt": False}).team_on_roll()
    at.do("bob", "buy", cube="cy", price=1)
    at.refused("no_preempt", "rulebook 12", "ann", "preempt", proposal=1)
    at.agreed("cy")
    assert at.cube("cy:ann")["player"] == "bob"
    at.do("ann", "settle", cube="bob", points=0, to="bob")
    at.refused("no_preempt", "rulebook 12", "ann", "let", proposal=2)


# Selling the box, offers to part of the Team


def test_club_4_5_the_box_need_not_offer_all_the_same() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=1, to="bob")
    at.do("ann", "settle", cube="cy", points=1, to="ann")
    at.do("bob", "agree", proposal=1).do("cy", "agree", proposal=2)
    assert at.points() == (0, 1, -1, 0)
    assert at.cube("dee")["status"] == "center"


def test_club_4_5_the_box_sells_his_game_to_a_team_player_whose_cube_is_void() -> None:
    at = table().box_on_roll().box_doubles(take="bob").do("ann", "sell", to="dee", price=3)
    at.refused("not_a_party", "club 4.5", "bob", "agree", proposal=1)
    at.agreed("dee")
    assert at.points() == (3, 0, 0, -3)
    assert (at.cube("dee")["status"], at.cube("dee")["points"]) == ("void", 0)
    assert at.state["box"] == "dee"
    assert at.cube("bob")["box"] == "dee"
    at.refused("not_permitted", "club 3.5", "ann", "roll")
    at.do("dee", "roll")
    at.do("dee", "finish", winner="box", kind="gammon")
    assert at.scores == {"ann": 3, "bob": -4, "cy": -1, "dee": 2}
    assert at.next == "ann cy dee bob"


@pytest.mark.parametrize("buyer", ["cy", "wat"])
def test_club_4_5_to_who_is_out_or_a_spectator(buyer: str) -> None:
    at = table().box_on_roll().box_doubles(drop="cy").do("ann", "sell", to=buyer, price=1)
    at.agreed(buyer)
    assert at.state["box"] == buyer
    at.do(buyer, "roll").do(buyer, "finish", winner="team", kind="single")
    assert at.scores["ann"] == 2
    assert at.next == "bob cy dee ann"


def test_club_4_5_the_seller_is_treated_as_box_by_the_rotation() -> None:
    at = table().opening("box").do("ann", "sell", to="wat", price=0).agreed("wat")
    at.finish("box")
    assert at.scores == {"ann": 0, "bob": -1, "cy": -1, "dee": -1, "wat": 3}
    assert at.next == "ann cy dee bob"


def test_club_4_5_only_the_box_sells_and_not_to_himself() -> None:
    at = table().opening("box")
    at.refused("not_permitted", "club 4.5", "bob", "sell", to="cy", price=1)
    at.refused("not_a_party", "club 4.5", "ann", "sell", to="ann", price=1)
    at.do("ann", "done").do("bob", "double")
    at.refused("wrong_phase", "rulebook 4", "ann", "sell", to="cy", price=1)


# Resigning


def test_resigning_is_an_offer_to_each_opponent_for_his_own_cube() -> None:
    at = table().box_on_roll().box_doubles(take="bob").do("ann", "resign", kind="gammon")
    assert [one["waits_for"] for one in at.state["proposals"]] == [["bob"], ["cy"], ["dee"]]
    at.do("bob", "agree", proposal=1).do("cy", "refuse", proposal=2).do("dee", "agree", proposal=3)
    assert at.points() == (-5, 4, 0, 1)
    assert (at.cube("cy")["status"], at.cube("bob")["status"]) == ("center", "settled")


def test_a_team_player_resigns_his_own_cube_only() -> None:
    at = table().opening("box")
    at.refused("not_your_cube", "club 1.4", "bob", "resign", cubes=["cy"])
    at.do("bob", "resign", kind="single").agreed("ann")
    assert at.points() == (1, -1, 0, 0)
    at.refused("cube_out", "club 5.5", "bob", "resign")
    at.refused("unknown_player", "club 1.2", "wat", "resign")


# Proxies


def test_club_7_1_any_participant_may_be_proxy_and_name_another() -> None:
    at = table().box_on_roll().box_doubles(drop="dee").turns(2)
    at.do("cy", "proxy", to="dee").do("cy", "away")
    at.do("dee", "proxy", to="ann").do("ann", "double")
    at.do("bob", "take")
    at.refused("not_permitted", "club 7.1", "bob", "take", **{"as": "cy"})
    at.do("ann", "drop", **{"as": "cy"})
    assert at.cube("cy")["status"] == "dropped"
    assert at.log[-1]["as"] == "cy"
    assert at.log[-1]["by"] == "ann"


def test_club_7_1_a_chain_does_not_close_on_itself() -> None:
    at = table().opening("box").do("bob", "proxy", to="cy").do("cy", "proxy", to="dee")
    at.refused("not_permitted", "club 7.1", "dee", "proxy", to="bob")
    at.refused("not_permitted", "club 7.1", "cy", "proxy", to="bob")
    at.refused("not_permitted", "club 7.1", "dee", "proxy", to="dee")
    at.refused("unknown_player", "club 1.2", "dee", "proxy", to="wat")
    at.do("dee", "proxy", to="ann")
    at.do("bob", "proxy", to=None)
    at.refused("not_permitted", "club 7.1", "cy", "hold", **{"as": "bob"})


def test_club_7_1_without_a_proxy_the_captain_acts_and_nobody_else() -> None:
    at = table().box_on_roll().do("dee", "away").do("ann", "double", cubes=["dee"])
    for name in ("ann", "cy"):
        at.refused("not_permitted", "club 7.1", name, "take", **{"as": "dee"})
    at.do("bob", "take", **{"as": "dee"})
    assert at.cube("dee")["owner"] == "dee"


def test_club_7_1_an_acting_captain_acts_for_the_absent_and_if_he_is_away_the_next() -> None:
    at = table("club", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob").turn()
    at.do("eve", "away").do("cy", "double", **{"as": "eve"})
    other = table("club", "ann bob cy dee eve").team_on_roll().do("eve", "away").do("bob", "away")
    assert other.mover == "cy"
    other.refused("not_permitted", "club 7.1", "dee", "double", **{"as": "eve"})
    other.do("cy", "double", **{"as": "eve"}).do("cy", "stay", **{"as": "bob"})
    other.do("cy", "stay").do("dee", "stay").do("ann", "take")
    other.do("cy", "roll").do("cy", "done")


def test_club_7_1_for_an_absent_box_only_his_partner_acts() -> None:
    at = table().team_on_roll().do("ann", "away").team_doubles("bob")
    at.refused("not_permitted", "club 7.1", "bob", "take", **{"as": "ann"})
    pair = table("club", SIX).do("ann", "invite", player="fay").agreed().team_on_roll()
    pair.do("ann", "away").team_doubles("bob").do("fay", "take", **{"as": "ann"})
    assert pair.cube("bob")["owner"] == "ann"


def test_club_7_1_who_is_back_acts_for_himself_and_his_proxy_no_more() -> None:
    at = table().box_on_roll().do("cy", "proxy", to="dee").do("cy", "away").do("cy", "back")
    at.do("ann", "double", cubes=["cy"])
    at.refused("not_permitted", "club 7.1", "dee", "take", **{"as": "cy"})
    at.do("cy", "take")
    at.refused("wrong_phase", "rulebook 10", "cy", "back")
    at.do("cy", "away").refused("wrong_phase", "rulebook 10", "cy", "away")


def test_club_7_1_a_proxy_acts_for_the_cube_and_not_for_the_tongue() -> None:
    at = table().box_on_roll().box_doubles(take="cy").do("cy", "proxy", to="dee")
    say = {"topic": "checkers", "to": "team", "text": "x", "as": "cy"}
    at.refused("not_permitted", "club 7.1", "dee", "say", **say)
    at.refused("not_permitted", "club 7.1", "dee", "note", text="x", **{"as": "cy"})


def test_no_answer_alike_is_asked_of_a_proxy_by_default() -> None:
    at = table().box_on_roll().do("cy", "proxy", to="bob").do("ann", "double", cubes=["bob", "cy"])
    at.do("bob", "take").do("bob", "drop", **{"as": "cy"})
    assert at.cube("cy")["status"] == "dropped"


# Illegal plays


def tracked(first: list[int], rules: str = "club") -> At:
    at = table(rules, "ann bob cy", board="tracked").start()
    return at.do("ann", "opening", dice=first)


def test_club_8_1_anybody_may_flag_an_illegal_play() -> None:
    at = table().box_on_roll().box_doubles(drop="dee").turn()
    for name in ("ann", "bob", "dee", "wat"):
        at.do(name, "flag", text="that checker went five")
    at.finish("box")
    at.refused("wrong_phase", "rulebook 4", "wat", "flag", text="too late")


def test_club_8_1_a_correction_gives_the_normal_position() -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5")
    at.do("bob", "correct", move="24/21 6/5")
    assert at.state["pips"] == {"box": 163, "team": 167}
    assert at.log[-1]["events"][0]["event"] == "corrected"


def test_club_8_2_before_the_opponent_rolls_the_play_is_replaced() -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5")
    at.refused("illegal_play", "backgammon", "ann", "correct", move="8/4 6/4")
    at.do("ann", "correct", dice=[4, 1], move="24/23 13/9")
    assert (at.phase, at.state["pips"]["box"]) == ("before_roll", 162)
    at.do("bob", "roll", dice=[6, 5])


def test_club_8_2_only_what_was_played_and_where_dice_are_thrown_by_hand() -> None:
    at = tracked([3, 1])
    at.refused("wrong_phase", "club 8.1", "ann", "correct", move="8/5 6/5")
    chance = Throws(3, 1)
    own = table("club", "ann bob", board="tracked", dice={"seed": 1}, chance=chance).start()
    own.do("ann", "opening").do("ann", "play", move="8/5 6/5")
    own.refused("option_off", "club 8.1", "ann", "correct", move="24/20")


def test_club_8_3_no_choice_and_the_roll_stands() -> None:
    at = tracked([2, 1]).do("ann", "play", move="13/11 6/5").do("bob", "roll", dice=[4, 1])
    at.do("bob", "play", move="24/20* 6/5").do("ann", "roll", dice=[4, 3])
    at.do("ann", "play", move="bar/21 13/10").do("bob", "roll", dice=[6, 5])
    at.do("ann", "correct", dice=[6, 6], move="")
    assert (at.phase, at.state["dice"]) == ("play", [6, 5])
    assert at.state["pips"]["box"] == 167 - 3 + 20


def test_club_8_4_the_offender_had_a_choice_and_the_opponent_may_roll_again() -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    at.do("ann", "correct", move="24/23 13/10")
    assert (at.phase, at.due) == ("correction", ["bob"])
    at.refused("not_permitted", "club 3.5", "cy", "keep")
    at.do("bob", "reroll")
    assert at.phase == "before_roll"
    at.refused("round_closed", "club 5.9", "cy", "double")
    at.do("bob", "roll", dice=[2, 1])


def test_club_8_4_or_keep_the_roll() -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    at.do("ann", "correct", move="24/23 13/10").do("bob", "keep")
    assert (at.phase, at.state["dice"]) == ("play", [6, 5])
    at.refused("wrong_phase", "rulebook 4", "bob", "keep")


def test_club_8_4_his_play_is_taken_back_with_it() -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    at.do("bob", "play", move="24/13")
    at.do("ann", "correct", back=1, move="24/23 13/10")
    assert (at.phase, at.due, at.state["dice"]) == ("correction", ["bob"], [6, 5])
    assert at.state["pips"] == {"box": 163, "team": 167}
    at.do("bob", "keep").do("bob", "play", move="13/7 13/8")


@pytest.mark.parametrize(("gain", "phase"), [(0.019, "play"), (0.02, "correction")])
def test_club_8_3_and_8_4_an_engine_says_what_is_substantially_the_same(
    gain: float, phase: str
) -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    at.do("ann", "correct", move="24/23 13/10", gain=gain)
    assert at.phase == phase


def long_game() -> At:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    at.do("bob", "play", move="24/13").do("ann", "roll", dice=[4, 2])
    return at.do("ann", "play", move="8/4 6/4").do("bob", "roll", dice=[2, 1])


def test_club_8_5_later_only_if_every_play_since_stays_legal() -> None:
    at = long_game()
    at.do("bob", "correct", back=2, dice=[2, 1], move="13/11 6/5")
    assert (at.phase, at.state["dice"]) == ("play", [2, 1])
    assert at.state["pips"]["box"] == 167 - 3 - 6


def test_club_8_5_otherwise_it_is_too_late() -> None:
    at = long_game()
    at.refused("too_late", "club 8.5", "ann", "correct", back=2, dice=[6, 1], move="13/7 8/7")


def test_club_8_5_until_he_moves_again_the_opponent_still_has_his_choice() -> None:
    at = tracked([3, 1]).do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    at.do("bob", "play", move="24/13").do("ann", "roll", dice=[4, 2])
    at.do("bob", "correct", back=1, move="24/23 13/10")
    assert at.phase == "correction"


def test_club_9_1_the_pip_count_is_common_knowledge() -> None:
    at = tracked([3, 1])
    assert at.state["pips"] == {"box": 167, "team": 167}
    at.do("ann", "play", move="8/5 6/5").do("bob", "roll", dice=[6, 5])
    assert at.state["pips"] == {"box": 163, "team": 167}
    at.do("bob", "play", move="24/13")
    assert at.state["pips"] == {"box": 163, "team": 156}
    assert table().opening("box").state["pips"] is None


# Changing the rules


def test_club_11_1_everybody_must_agree_to_a_change() -> None:
    at = table().do("cy", "rules", set={"jacoby": False, "raccoons": "free"})
    assert at.state["proposals"][0]["waits_for"] == ["ann", "bob", "dee"]
    at.agreed("ann", "bob")
    assert at.table.rules.changes() == {}
    at.agreed("dee")
    assert at.table.rules.changes() == {"jacoby": False, "raccoons": "free"}
    no = table().do("cy", "rules", set={"jacoby": False}).do("ann", "refuse", proposal=1)
    assert no.table.rules.jacoby


@pytest.mark.parametrize(
    "options", [{}, {"jacobi": False}, {"jacoby": "no"}, {"max_players": 99}, {"base": "house"}]
)
def test_club_11_1_only_options_that_exist(options: dict[str, object]) -> None:
    table().bad("cy", "rules", set=options)


def test_club_11_1_a_newcomer_acknowledges_the_changed_options() -> None:
    at = table({"base": "club", "jacoby": False}).do("zoe", "join").do("ann", "agree", proposal=1)
    at.refused("wrong_phase", "club 11.1", "ann", "start")
    assert at.due == ["zoe"]
    at.refused("wrong_phase", "club 11.1", "bob", "acknowledge")
    at.do("zoe", "acknowledge").start()
    plain = table().do("zoe", "join").do("ann", "agree", proposal=1)
    plain.refused("wrong_phase", "club 11.1", "zoe", "acknowledge")
    plain.start()


def test_club_11_1_not_during_a_game() -> None:
    at = table().start()
    at.refused("not_between_games", "rulebook 4", "cy", "rules", set={"jacoby": False})


def test_the_codes_are_those_of_the_protocol() -> None:
    assert len(CODES) == len(set(CODES)) == 30


@pytest.mark.parametrize("name", ["b:c", "", " ", "x" * 25, "team"])
def test_club_4_5_a_buyer_of_the_game_has_a_name_that_a_player_can_have(name: str) -> None:
    table().opening("box").bad("ann", "sell", to=name, price=1)
