"""The Hungarian text's twenty-eight clauses."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rules.sheet import money, settle_leaver, settle_up
from tests.rules.driver import At, table

RULES = "hungarian"


def test_hungarian_1_who_loses_goes_to_the_end_and_who_wins_is_box() -> None:
    assert table(RULES).opening("box").finish("box").next == "ann cy dee bob"
    assert table(RULES).opening("box").finish("team").next == "bob cy dee ann"
    one = table(RULES, "ann bob").do("bob", "leave")
    one.refused("needs_players", "hungarian 1", "ann", "start")


def test_hungarian_2_own_cubes_in_the_game_when_turned_and_accepted() -> None:
    at = table(RULES).box_on_roll().do("ann", "double", cubes=["bob", "cy"])
    at.refused("not_permitted", "hungarian 12", "dee", "take")
    at.do("bob", "take").do("cy", "drop")
    assert [cube["in_game"] for cube in at.state["cubes"]] == [True, False, False]
    at.turn()
    at.refused("not_your_cube", "hungarian 2", "dee", "double", cubes=["bob"])


def test_hungarian_3_any_remark_on_play_or_cube_is_consultation() -> None:
    at = table(RULES).box_on_roll().box_doubles(drop="dee").do("ann", "roll")
    for who in ("dee", "wat"):
        for topic in ("checkers", "cube"):
            refusal = at.ask(who, "say", topic=topic, to="team", text="x")
            assert refusal is not None
            assert refusal.code == "no_consult"
    at.refused("no_consult", "hungarian 3", "wat", "say", topic="checkers", to="all", text="x")
    at.do("wat", "say", topic="table", to="all", text="hello")


def test_hungarian_4_two_dice_and_doubles_count_once() -> None:
    at = table(RULES, "ann bob cy", draw=True)
    at.refused("needs_draw", "hungarian 4", "ann", "start")
    at.do("ann", "draw", rolls=[["ann", 1, 1], ["bob", 2, 1], ["cy", 6, 6]])
    assert at.next == "cy bob ann"


def test_hungarian_5_the_base_stake_is_on_the_sheet() -> None:
    at = table(RULES, "ann bob", stake="0.25", currency="Ft")
    assert (at.table.stake, at.table.currency) == (Decimal("0.25"), "Ft")
    assert money(-7, at.table.stake) == Decimal("-1.75")


def test_hungarian_6_a_change_of_stake_needs_the_opponent_only() -> None:
    at = table(RULES).do("cy", "stake", value=4)
    assert at.state["proposals"][0]["waits_for"] == ["ann"]
    at.refused("not_a_party", "rulebook 12", "bob", "agree", proposal=1)
    at.agreed("ann")
    assert at.state["stakes"]["cy"] == 4
    at.do("ann", "stake", value=2)
    assert at.state["proposals"][0]["waits_for"] == ["bob"]


def test_hungarian_6_a_raised_stake_is_no_double_and_both_may_offer_the_first() -> None:
    players = ["ann", "bob", {"name": "cy", "stake": 4}]
    at = table(RULES, players).box_on_roll()
    assert (at.cube("cy")["owner"], at.cube("cy")["in_game"]) == (None, False)
    at.box_doubles(take="cy")
    assert at.cube("cy")["value"] == 8
    team = table(RULES, players).team_on_roll().team_doubles("cy", take="cy")
    assert team.cube("cy")["owner"] == "ann"


def test_hungarian_7_no_talk_about_cubes_and_any_of_the_team_on_checkers() -> None:
    at = table(RULES).opening("team")
    at.refused("no_consult", "hungarian 7", "bob", "say", topic="cube", to="team", text="x")
    at.do("cy", "say", topic="checkers", to="team", text="x")
    at.do("bob", "ask")
    assert at.state["may_consult"]["checkers"] == ["bob", "cy", "dee"]
    at.do("bob", "done").box_doubles(drop="dee")
    at.refused("no_consult", "hungarian 7", "dee", "say", topic="checkers", to="team", text="x")
    assert at.state["may_consult"]["checkers"] == ["bob", "cy"]


def test_hungarian_8_box_and_captain_handle_dice_and_checkers() -> None:
    at = table(RULES).team_on_roll()
    at.refused("not_permitted", "hungarian 8", "cy", "roll")
    at.refused("not_permitted", "hungarian 8", "ann", "roll")
    at.do("bob", "roll").refused("not_permitted", "hungarian 8", "cy", "done")


def test_hungarian_9_a_doubled_player_drops_or_takes() -> None:
    at = table(RULES).box_on_roll().do("ann", "double", cubes=["bob"])
    at.refused("no_beavers", "hungarian 9", "bob", "beaver")
    at.do("bob", "take")
    team = table(RULES).team_on_roll().team_doubles("bob cy")
    team.refused("no_beavers", "hungarian 9", "ann", "answer", beaver=["bob"], take=["cy"])


def test_hungarian_10_a_dropped_cube_goes_back_to_its_base_value_elsewhere() -> None:
    at = table(RULES, ["ann", "bob", {"name": "cy", "stake": 2}]).box_on_roll()
    at.box_doubles(take="bob", drop="cy")
    assert at.status() == {"bob:ann": ("in_game", 2), "cy:ann": ("dropped", 2)}
    at.refused("cube_out", "hungarian 10", "ann", "settle", cube="cy", points=1, to="cy")


def test_hungarian_11_the_box_doubles_and_redoubles_selectively() -> None:
    at = table(RULES).box_on_roll().box_doubles(take="cy").turn().team_doubles("cy", take="cy")
    at.turn().do("ann", "double", cubes=["cy", "dee"])
    at.do("cy", "take").do("dee", "take")
    assert at.status() == {
        "bob:ann": ("center", 1), "cy:ann": ("in_game", 8), "dee:ann": ("in_game", 2),
    }  # fmt: skip


def test_hungarian_12_the_team_answers_in_rotation_order_always() -> None:
    at = table(RULES).box_on_roll()
    at.refused("option_off", "hungarian 12", "ann", "insist", on=False)
    at.do("ann", "double")
    at.refused("order", "hungarian 12", "dee", "drop")
    at.do("bob", "drop")
    at.refused("order", "hungarian 12", "dee", "drop")
    at.do("cy", "take").do("dee", "drop")
    assert at.phase == "before_roll"


def test_hungarian_13_any_of_the_team_doubles_and_the_box_asks_the_others_first() -> None:
    at = table(RULES).team_on_roll().do("dee", "double")
    at.refused("wrong_phase", "hungarian 13", "ann", "take")
    assert at.due == ["bob", "cy"]
    at.do("cy", "stay").do("bob", "double")
    assert at.due == ["ann"]


def test_hungarian_13_hold_your_roll() -> None:
    at = table(RULES).team_on_roll().do("cy", "hold")
    at.refused("held", "hungarian 13", "bob", "roll")
    at.do("cy", "double").do("bob", "stay").do("dee", "stay").do("ann", "take")
    at.refused("round_closed", "hungarian 13", "dee", "double")
    at.do("bob", "roll")


@pytest.mark.parametrize("accepted", [0, 1, 2, 3, 4])
def test_hungarian_14_all_none_or_at_least_half(accepted: int) -> None:
    names = ["bob", "cy", "dee", "eve"]
    at = table(RULES, "ann bob cy dee eve").team_on_roll()
    refused = {"code": "half_rule", "rule": "hungarian 14"} if accepted == 1 else {}
    at.team_doubles(
        " ".join(names),
        take=" ".join(names[:accepted]),
        drop=" ".join(names[accepted:]),
        **refused,
    )


def test_hungarian_15_three_handed_both_or_none() -> None:
    at = table(RULES, "ann bob cy").team_on_roll().team_doubles("bob cy")
    for take, drop in (("bob", "cy"), ("cy", "bob")):
        at.box_answers(take=take, drop=drop, code="both_or_none", rule="hungarian 15")
    at.box_answers(take="bob cy")


def test_hungarian_16_redoubles_and_part_of_the_team_any_number() -> None:
    part = table(RULES).team_on_roll().team_doubles("bob cy", take="cy", drop="bob")
    assert part.mover == "cy"
    again = table(RULES).box_on_roll().box_doubles(take="bob cy dee").turn()
    again.team_doubles("bob cy dee", take="dee", drop="bob cy")


def test_hungarian_17_the_winner_of_captain_against_box_even_in_minus() -> None:
    players = ["ann", "bob", "cy", {"name": "dee", "stake": 4}]
    at = table(RULES, players).team_on_roll().team_doubles("dee", drop="dee").finish("box")
    assert at.scores["ann"] == -2
    assert at.next == "ann cy dee bob"


def test_hungarian_17_settled_for_zero_counts_as_the_boxs_win() -> None:
    at = table(RULES).opening("box").do("ann", "settle", cube="bob", points=0, to="bob").agreed()
    at.finish("box")
    assert at.next == "ann cy dee bob"


def captain_dropped() -> At:
    return table(RULES, "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob").turn()


def test_hungarian_18_the_first_acting_captain_is_next_box_if_he_wins() -> None:
    at = captain_dropped().finish("team")
    assert at.next == "cy dee eve bob ann"


def test_hungarian_18_and_next_captain_if_he_does_not() -> None:
    assert captain_dropped().finish("box").next == "ann cy dee eve bob"


def test_hungarian_18_by_a_drop_as_well_as_by_the_checkers() -> None:
    at = captain_dropped().team_doubles("cy", drop="cy").finish("box")
    assert at.next == "cy dee eve bob ann"


def test_hungarian_18_not_by_a_settlement() -> None:
    at = captain_dropped().do("ann", "settle", cube="cy", points=2, to="cy").agreed("cy")
    assert at.finish("box").next == "ann cy dee eve bob"


def test_hungarian_18_later_acting_captains_do_not_matter() -> None:
    at = captain_dropped().turn().box_doubles(drop="cy").turn()
    assert at.mover == "dee"
    at.finish("team")
    assert at.next == "ann cy dee eve bob"


def test_hungarian_18_the_first_who_came_to_act_not_who_dropped_with_the_captain() -> None:
    at = table(RULES, "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob cy").turn()
    assert at.finish("team").next == "dee cy eve bob ann"


def test_hungarian_18_only_where_the_box_beat_the_captain() -> None:
    at = table(RULES).team_on_roll().team_doubles("bob", drop="bob").finish("team")
    assert at.next == "bob cy dee ann"


@pytest.mark.parametrize("winner", ["box", "team"])
def test_hungarian_19_a_captain_who_wins_with_a_double_is_next_box(winner: str) -> None:
    at = table(RULES).team_on_roll().team_doubles("bob", drop="bob")
    assert (at.mover, "bob" in at.state["out"]) == ("cy", True)
    assert at.finish(winner).next == "bob cy dee ann"


def test_hungarian_20_a_newcomer_needs_everybody() -> None:
    at = table(RULES).do("zoe", "join").agreed("ann", "bob", "cy")
    assert at.next == "ann bob cy dee"
    at.agreed("dee")
    assert at.next == "ann bob cy dee zoe"
    no = table(RULES).do("zoe", "join").do("dee", "refuse", proposal=1)
    no.refused("too_late", "rulebook 12", "ann", "agree", proposal=1)


def test_hungarian_20_two_at_once_roll_for_their_order() -> None:
    at = table(RULES, "ann bob").do("zoe", "join").agreed().do("wat", "join").agreed()
    at.refused("needs_draw", "hungarian 20", "ann", "start")
    at.do("zoe", "draw", rolls=[["zoe", 1, 2], ["wat", 6, 6]])
    assert at.next == "ann bob wat zoe"


def test_hungarian_21_a_proxy_answers_alike_for_his_own_cube_and_the_others() -> None:
    at = table(RULES).box_on_roll().do("cy", "proxy", to="bob").do("ann", "double")
    at.do("bob", "take")
    at.refused("same_answer", "hungarian 21", "bob", "drop", **{"as": "cy"})
    at.do("bob", "take", **{"as": "cy"})


def test_hungarian_21_whichever_he_answers_first() -> None:
    at = table(RULES).box_on_roll().do("bob", "proxy", to="dee").do("ann", "double")
    at.do("dee", "drop", **{"as": "bob"}).do("cy", "take")
    at.refused("same_answer", "hungarian 21", "dee", "take")
    at.do("dee", "drop")


def test_hungarian_21_the_captain_for_want_of_a_proxy_too_but_not_of_who_is_not_doubled() -> None:
    at = table(RULES).box_on_roll().do("cy", "away").do("ann", "double", cubes=["bob", "cy"])
    at.do("bob", "drop")
    at.refused("same_answer", "hungarian 21", "bob", "take", **{"as": "cy"})
    free = table(RULES).box_on_roll().do("cy", "away").do("ann", "double", cubes=["cy"])
    free.do("bob", "drop", **{"as": "cy"})
    chain = table(RULES).do("cy", "proxy", to="dee").box_on_roll()
    chain.refused("not_permitted", "hungarian 21", "dee", "proxy", to="cy")


def test_hungarian_21_who_answers_for_himself_is_free() -> None:
    at = table(RULES).box_on_roll().do("cy", "proxy", to="bob").do("ann", "double")
    at.do("bob", "take").do("cy", "drop")
    assert at.cube("cy")["status"] == "dropped"


def test_hungarian_22_anybody_points_out_an_illegal_play_spectators_too() -> None:
    at = table(RULES).box_on_roll().box_doubles(drop="cy")
    for who in ("cy", "wat", "bob"):
        at.do(who, "flag", text="five, not six")


def corrected(first: list[int], wrong: str, rolled: list[int], right: str) -> At:
    at = table(RULES, "ann bob", board="tracked").start().do("ann", "opening", dice=first)
    at.do("ann", "play", move=wrong).do("bob", "roll", dice=rolled)
    return at.do("bob", "correct", move=right)


def test_hungarian_23_the_roll_stands_if_the_opponents_play_is_not_affected() -> None:
    at = corrected([2, 1], "13/11 6/5", [6, 6], "13/10")
    assert (at.phase, at.state["dice"]) == ("play", [6, 6])


def test_hungarian_23_the_opponent_chooses_if_it_is() -> None:
    at = corrected([3, 1], "8/5 6/5", [6, 5], "24/23 13/10")
    assert (at.phase, at.due) == ("correction", ["bob"])
    at.do("bob", "reroll")
    assert at.phase == "before_roll"


def test_hungarian_23_even_where_the_offender_had_no_choice() -> None:
    at = table(RULES, "ann bob", board="tracked").start().do("ann", "opening", dice=[2, 1])
    at.do("ann", "play", move="13/11 6/5").do("bob", "roll", dice=[4, 1])
    at.do("bob", "play", move="24/20* 6/5").do("ann", "roll", dice=[4, 3])
    at.do("ann", "play", move="bar/21 13/10").do("bob", "roll", dice=[6, 5])
    at.do("ann", "correct", dice=[6, 6], move="")
    assert at.phase == "correction"


def test_hungarian_24_once_the_offender_has_rolled_again_only_if_later_plays_stay_legal() -> None:
    at = corrected([3, 1], "8/5 6/5", [6, 5], "8/5 6/5")
    at.do("bob", "play", move="24/13").do("ann", "roll", dice=[4, 2])
    at.refused("illegal_play", "backgammon", "bob", "correct", back=1, move="24/12")
    at.do("bob", "correct", back=1, move="24/23 13/10")
    assert (at.phase, at.state["dice"]) == ("play", [4, 2])
    at.do("ann", "play", move="8/4 6/4")


def test_hungarian_24_before_that_the_play_is_replaced_and_his_opponents_taken_back() -> None:
    at = corrected([3, 1], "8/5 6/5", [6, 5], "8/5 6/5").do("bob", "play", move="24/13")
    at.do("ann", "correct", back=1, dice=[4, 1], move="24/20 24/23")
    assert (at.phase, at.state["dice"]) == ("correction", [6, 5])


def test_hungarian_24_otherwise_it_is_too_late() -> None:
    at = corrected([3, 1], "8/5 6/5", [6, 5], "8/5 6/5")
    at.do("bob", "play", move="24/13").do("ann", "roll", dice=[4, 2])
    at.do("ann", "play", move="8/4 6/4")
    at.refused("too_late", "hungarian 24", "bob", "correct", back=2, dice=[6, 1], move="13/7 8/7")


def test_hungarian_25_nobody_rolls_before_his_turn() -> None:
    at = table(RULES, "ann bob", board="tracked").start().do("ann", "opening", dice=[3, 1])
    at.refused("wrong_phase", "rulebook 4", "bob", "roll", dice=[6, 5])
    at.do("ann", "play", move="8/5 6/5")
    at.refused("not_permitted", "hungarian 8", "ann", "roll", dice=[6, 5])


def test_hungarian_26_the_pip_count_belongs_to_all() -> None:
    at = table(RULES, "ann bob", board="tracked").start().do("ann", "opening", dice=[3, 1])
    at.do("ann", "play", move="8/5 6/5")
    assert at.state["pips"] == {"box": 163, "team": 167}


def test_hungarian_27_passes_are_noted_at_once_and_the_sheet_sums_to_zero() -> None:
    at = table(RULES).box_on_roll().do("ann", "double").do("bob", "drop")
    assert at.points() == (1, -1, 0, 0)
    at.do("cy", "drop").do("dee", "drop")
    assert sum(at.row["points"].values()) == 0
    assert at.row["points"] == {"ann": 3, "bob": -1, "cy": -1, "dee": -1}


def test_hungarian_28_a_leaver_in_plus_is_paid_by_the_one_most_in_minus() -> None:
    standing = {"ann": 9, "bob": -2, "cy": -6, "dee": -1}
    payments = settle_leaver(standing, "ann")
    assert [(p.frm, p.to, p.points) for p in payments] == [
        ("cy", "ann", 6), ("bob", "ann", 2), ("dee", "ann", 1),
    ]  # fmt: skip
    assert not any(standing.values())


def test_hungarian_28_a_leaver_in_minus_pays_the_one_most_in_plus() -> None:
    standing = {"ann": 1, "bob": 5, "cy": -6}
    payments = settle_leaver(standing, "cy")
    assert [(p.frm, p.to, p.points) for p in payments] == [("cy", "bob", 5), ("cy", "ann", 1)]


def test_hungarian_28_the_whole_table_until_all_are_at_zero() -> None:
    payments = settle_up({"ann": 3, "bob": -4, "cy": 2, "dee": -1})
    assert [(p.frm, p.to, p.points) for p in payments] == [
        ("bob", "ann", 3), ("bob", "cy", 1), ("dee", "cy", 1),
    ]  # fmt: skip
    assert settle_up({}) == []


def test_hungarian_28_anybody_may_pay_a_leaver() -> None:
    at = table(RULES).opening("box").finish("box").do("ann", "transfer", to="dee", points=3)
    at.agreed("dee").do("ann", "leave")
    assert at.scores == {"ann": 0, "bob": -1, "cy": -1, "dee": 2}
    owes = table(RULES).opening("box").finish("team").do("ann", "leave")
    owes.do("cy", "transfer", to="ann", points=3)
    assert owes.scores == {"ann": 0, "bob": 1, "cy": -2, "dee": 1}


def test_hungarian_has_no_partner_no_automatic_doubles_and_no_preemption() -> None:
    at = table(RULES, "ann bob cy dee eve fay")
    at.refused("option_off", "rulebook 8", "ann", "invite", player="fay")
    at.start().do("ann", "opening", dice=[4, 4])
    at.refused("option_off", "rulebook 9", "ann", "automatic")
    at.opening("box").do("bob", "buy", cube="cy", price=1).agreed("cy")
    assert at.cube("cy:ann")["player"] == "bob"
