"""Club sections 1 to 3: seats, stakes, and who may say what."""

from __future__ import annotations

import pytest

from rules.log import entry_for, read_entry
from tests.rules.driver import Throws, table

SIX = "ann bob cy dee eve fay"


def test_club_1_2_one_box_against_a_team_headed_by_the_captain() -> None:
    at = table().start()
    assert (at.state["box"], at.state["captain"], at.mover) == ("ann", "bob", "bob")
    assert [cube["id"] for cube in at.state["cubes"]] == ["bob:ann", "cy:ann", "dee:ann"]
    at.refused("not_permitted", "club 3.5", "cy", "opening", dice=[6, 1])


def test_club_1_2_two_players_are_enough_and_one_is_not() -> None:
    table("club", "ann bob").team_on_roll().finish("team")
    at = table("club", "ann bob")
    at.do("bob", "leave")
    at.refused("needs_players", "club 1.2", "ann", "start")


def test_club_1_2_a_partner_from_six_players_on() -> None:
    table("club", SIX).do("ann", "invite", player="fay").agreed()
    five = table("club", "ann bob cy dee eve")
    five.refused("needs_players", "club 1.2", "ann", "invite", player="eve")
    small = table({"base": "club", "partner_from": 3}, "ann bob cy")
    small.do("ann", "invite", player="cy").agreed().start()
    assert [cube["id"] for cube in small.state["cubes"]] == ["bob:ann"]
    assert small.state["partner"] == "cy"


def test_club_1_2_only_the_box_asks_for_a_partner_and_only_one() -> None:
    at = table("club", SIX)
    at.refused("not_permitted", "club 1.2", "bob", "invite", player="fay")
    at.do("ann", "invite", player="fay")
    at.refused("wrong_phase", "club 1.2", "ann", "invite", player="eve")
    at.agreed()
    at.refused("wrong_phase", "club 1.2", "ann", "invite", player="eve")
    at.start()
    at.refused("not_between_games", "rulebook 4", "ann", "invite", player="eve")


def test_club_1_2_no_partner_where_the_house_has_none() -> None:
    at = table({"base": "club", "partner": "off"}, SIX)
    at.refused("option_off", "rulebook 8", "ann", "invite", player="fay")


def test_club_1_3_highest_is_box_then_captain_then_the_team() -> None:
    at = table("club", draw=True)
    assert at.phase == "draw"
    at.refused("needs_draw", "club 1.3", "ann", "start")
    rolls = [["ann", 2, 1], ["bob", 5, 5], ["cy", 6, 5], ["dee", 4, 3]]
    at.do("ann", "draw", rolls=rolls)
    assert at.next == "cy bob dee ann"
    at.refused("wrong_phase", "club 1.3", "ann", "draw", rolls=rolls)


def test_club_1_3_doubles_do_not_count_extra() -> None:
    at = table("club", "ann bob", draw=True)
    at.do("ann", "draw", rolls=[["ann", 3, 3], ["bob", 4, 3]])
    assert at.next == "bob ann"


def test_club_1_3_ties_are_rolled_off_among_the_tied_who_keep_their_place() -> None:
    at = table("club", draw=True)
    tie = [["ann", 4, 3], ["bob", 6, 5], ["cy", 5, 2], ["dee", 1, 1]]
    at.bad("ann", "draw", rolls=tie)
    at.bad("ann", "draw", rolls=[*tie, ["ann", 6, 6], ["bob", 6, 6], ["cy", 1, 2]])
    again = [["ann", 2, 2], ["cy", 3, 1]]
    at.bad("ann", "draw", rolls=[*tie, *again])
    at.do("ann", "draw", rolls=[*tie, *again, ["ann", 1, 2], ["cy", 6, 4]])
    assert at.next == "bob cy ann dee"


def test_club_1_3_two_dice_each_not_one() -> None:
    at = table("club", "ann bob", draw=True)
    at.bad("ann", "draw", rolls=[["ann", 3], ["bob", 4]])
    at.bad("ann", "draw")


def test_club_1_3_the_program_draws_and_rolls_ties_off() -> None:
    chance = Throws(3, 4, 5, 2, 6, 6, 1, 1, 2, 3)
    at = table("club", "ann bob cy", board="tracked", dice={"seed": 1}, draw=True, chance=chance)
    at.bad("ann", "draw", rolls=[["ann", 3, 1], ["bob", 4, 2], ["cy", 6, 6]])
    at.do("ann", "draw")
    assert at.next == "cy bob ann"


def test_club_1_3_the_last_of_the_team_is_the_first_choice_as_partner() -> None:
    at = table("club", SIX)
    for name in ("bob", "cy", "dee", "eve"):
        at.refused("partner_order", "club 1.3", "ann", "invite", player=name)
    at.do("ann", "invite", player="fay").do("fay", "refuse", proposal=1)
    at.refused("partner_order", "club 1.3", "ann", "invite", player="fay")
    at.refused("partner_order", "club 1.3", "ann", "invite", player="dee")
    at.do("ann", "invite", player="eve").agreed().start()
    assert at.state["partner"] == "eve"
    assert at.state["line"] == SIX.split()
    assert [cube["id"] for cube in at.state["cubes"]] == [
        "bob:ann", "cy:ann", "dee:ann", "fay:ann",
    ]  # fmt: skip


def test_club_1_3_the_captain_is_not_asked_when_all_have_refused() -> None:
    at = table({"base": "club", "partner_from": 3}, "ann bob cy")
    at.do("ann", "invite", player="cy").do("cy", "refuse", proposal=1)
    at.refused("partner_order", "club 1.3", "ann", "invite", player="bob")


def test_club_1_4_each_of_the_team_has_a_cube_of_his_own() -> None:
    at = table().team_on_roll()
    at.refused("not_your_cube", "club 1.4", "cy", "double", cubes=["dee"])
    at.refused("no_such_cube", "club 1.4", "cy", "double", cubes=["dee:bob"])
    at.do("cy", "double")
    assert at.cube("cy")["offered"] == 2
    assert at.cube("bob")["offered"] is None


def test_club_1_5_a_cube_is_in_the_game_when_turned_and_accepted_whatever_its_value() -> None:
    at = table("club", ["ann", "bob", {"name": "cy", "stake": 4}, "dee"]).start()
    at.do("ann", "opening", dice=[5, 5]).do("ann", "automatic", cubes=["bob"]).agreed("bob")
    at.opening("team").do("bob", "done")
    assert at.status() == {
        "bob:ann": ("center", 2), "cy:ann": ("center", 4), "dee:ann": ("center", 1),
    }  # fmt: skip
    at.do("ann", "double", cubes=["dee"])
    assert not at.cube("dee")["in_game"]
    assert at.cube("dee")["status"] == "offered"
    at.do("dee", "take")
    assert at.cube("dee")["in_game"]
    assert not at.cube("cy")["in_game"]


def test_club_1_5_a_cube_that_was_dropped_never_came_into_the_game() -> None:
    at = table().box_on_roll().box_doubles(take="bob", drop="cy")
    assert at.cube("bob")["in_game"]
    assert not at.cube("cy")["in_game"]


def test_club_2_1_the_base_stake_is_an_amount_with_a_currency() -> None:
    at = table("club", "ann bob", stake="2.50", currency="€")
    assert (str(at.table.stake), at.table.currency) == ("2.50", "€")


def test_club_2_2_a_multiple_starts_the_cube_higher() -> None:
    at = table("club", ["ann", "bob", {"name": "cy", "stake": 2}, {"name": "dee", "stake": 4}])
    at.opening("box")
    assert [cube["value"] for cube in at.state["cubes"]] == [1, 2, 4]
    assert [cube["start"] for cube in at.state["cubes"]] == [1, 2, 4]
    at.finish("box", "gammon")
    assert at.scores == {"ann": 7, "bob": -1, "cy": -2, "dee": -4}


@pytest.mark.parametrize("stake", [0, 3, 6, -2])
def test_club_2_2_a_multiple_is_a_power_of_two(stake: int) -> None:
    assert table("club", "ann bob").ask("bob", "stake", value=stake) is not None
    at = table("club", "ann bob")
    at.bad("zoe", "join", stake=stake)


def test_club_2_2_a_joiners_multiple_is_the_boxs_to_agree_to() -> None:
    at = table("club", "ann bob cy").do("zoe", "join", stake=2)
    assert at.state["proposals"][0]["waits_for"] == ["ann"]
    at.refused("not_a_party", "club 4.5", "cy", "agree", proposal=1)
    at.do("ann", "agree", proposal=1).start()
    assert at.cube("zoe")["value"] == 2


def test_club_2_2_a_new_box_may_object_and_the_old_one_may_not() -> None:
    at = table("club", ["ann", "bob", {"name": "cy", "stake": 2}]).opening("team")
    at.finish("team")
    assert at.next == "bob cy ann"
    at.refused("not_permitted", "club 2.2", "ann", "object", player="cy")
    at.refused("wrong_phase", "club 2.2", "bob", "object", player="ann")
    at.do("bob", "object", player="cy").start()
    assert at.cube("cy")["value"] == 1


def test_club_2_2_who_has_agreed_to_a_multiple_cannot_object_in_the_next_game() -> None:
    at = table("club", ["ann", "bob", {"name": "cy", "stake": 2}]).opening("box")
    at.finish("box")
    at.refused("not_permitted", "club 2.2", "ann", "object", player="cy")


def test_club_2_3_a_change_of_stake_needs_everybody() -> None:
    at = table().do("cy", "stake", value=4)
    assert at.state["proposals"][0]["waits_for"] == ["ann", "bob", "dee"]
    at.agreed("ann", "bob")
    assert at.state["stakes"]["cy"] == 1
    at.agreed("dee")
    assert at.state["stakes"]["cy"] == 4
    assert at.start().cube("cy")["value"] == 4


def test_club_2_3_one_refusal_ends_it_and_it_waits_for_the_pause() -> None:
    at = table().do("cy", "stake", value=4).do("dee", "refuse", proposal=1)
    assert at.state["proposals"] == []
    at.refused("too_late", "club 4.5", "ann", "agree", proposal=1)
    at.refused("not_permitted", "club 2.2", "cy", "stake", player="dee", value=2)
    at.start()
    at.refused("not_between_games", "rulebook 4", "cy", "stake", value=4)


# Consultation


def test_club_3_1_the_team_never_talks_about_cubes() -> None:
    at = table().box_on_roll()
    for name in ("bob", "cy"):
        for to in ("team", "all"):
            at.refused("no_consult", "club 3.1", name, "say", topic="cube", to=to, text="x")
    at.box_doubles(take="bob cy", drop="dee")
    at.refused("no_consult", "club 3.1", "bob", "say", topic="cube", to="team", text="x")
    assert at.state["may_consult"]["cube"] == []


def test_club_3_1_cube_decisions_in_order_captain_first() -> None:
    at = table().team_on_roll().do("dee", "double")
    at.refused("order", "club 5.9", "cy", "double")
    at.do("bob", "stay").do("cy", "double").do("ann", "answer", take=["cy", "dee"])
    at.turns(2)
    box = table().box_on_roll().do("ann", "double")
    box.refused("order", "club 5.8", "cy", "take")
    box.do("bob", "take")
    box.refused("order", "club 5.8", "dee", "take")


def test_club_3_2_only_whose_cube_is_in_the_game_gives_advice() -> None:
    at = table().box_on_roll().box_doubles(take="cy", drop="dee").turn()
    at.do("bob", "roll")
    assert at.state["may_consult"]["checkers"] == ["cy"]
    at.do("bob", "ask").do("cy", "say", topic="checkers", to="team", text="hit")
    for name in ("bob", "dee"):
        at.refused("no_consult", "club 3.2", name, "say", topic="checkers", to="team", text="x")
    at.refused("no_consult", "club 3.2", "cy", "say", topic="checkers", to="all", text="x")
    at.refused("no_consult", "club 3.2", "cy", "say", topic="checkers", to="box", text="x")


def test_club_3_2_the_captain_advises_only_with_his_own_cube_in_the_game() -> None:
    at = table().box_on_roll().box_doubles(take="bob")
    at.do("bob", "say", topic="checkers", to="team", text="x")
    assert at.state["may_consult"]["checkers"] == ["bob"]
    at.refused("no_consult", "club 3.2", "bob", "ask")
    at.refused("not_permitted", "club 3.2", "cy", "ask")


def test_club_3_2_nobody_to_ask_before_a_cube_is_in_the_game() -> None:
    at = table().opening("team")
    at.refused("no_consult", "club 3.2", "bob", "ask")
    at.refused("no_consult", "club 3.2", "wat", "say", topic="checkers", to="team", text="x")
    at.do("wat", "say", topic="table", to="all", text="hello")
    at.refused("no_consult", "club 3.2", "wat", "say", topic="table", to="team", text="x")


def test_club_3_2_an_offer_not_yet_accepted_gives_no_right() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob", "cy"])
    at.refused("no_consult", "club 3.2", "bob", "say", topic="checkers", to="team", text="x")
    at.do("bob", "take")
    at.do("bob", "say", topic="checkers", to="team", text="x")


def test_club_3_2_a_suggestion_is_advice_and_must_be_legal() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[2, 1])
    at.do("ann", "play", move="13/11 6/5").do("cy", "double")
    at.do("bob", "stay").do("dee", "stay").do("ann", "take").do("bob", "roll", dice=[6, 1])
    at.refused("illegal_play", "backgammon", "cy", "suggest", move="13/7 6/4")
    at.refused("no_consult", "club 3.2", "dee", "suggest", move="13/7 8/7")
    at.do("cy", "suggest", move="8/7 13/7")
    assert at.log[-1]["events"][0]["move"] == "13/7 8/7"


def test_club_3_3_box_and_partner_talk_about_cubes_at_any_time() -> None:
    at = table("club", SIX).do("ann", "invite", player="fay").agreed().opening("team")
    for name in ("ann", "fay"):
        at.do(name, "say", topic="cube", to="box", text="double?")
    at.refused("no_consult", "club 3.4", "fay", "say", topic="cube", to="all", text="x")
    alone = table().opening("team")
    alone.refused("no_consult", "club 3.1", "ann", "say", topic="cube", to="box", text="x")


@pytest.mark.parametrize(("take", "drop"), [("bob cy", ""), ("", "bob cy"), ("bob", "cy")])
def test_club_3_4_box_and_partner_on_checkers_once_two_cubes_were_turned(
    take: str, drop: str
) -> None:
    at = table("club", SIX).do("ann", "invite", player="fay").agreed().box_on_roll()
    at.refused("no_consult", "club 3.4", "fay", "say", topic="checkers", to="box", text="x")
    at.box_doubles(take=take, drop=drop)
    at.do("fay", "say", topic="checkers", to="box", text="x")
    at.do("ann", "say", topic="checkers", to="box", text="x")


def test_club_3_4_one_cube_turned_is_not_enough() -> None:
    at = table("club", SIX).do("ann", "invite", player="fay").agreed().box_on_roll()
    at.box_doubles(take="bob")
    at.refused("no_consult", "club 3.4", "ann", "say", topic="checkers", to="box", text="x")


def test_club_3_5_only_box_and_captain_roll_and_play() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[3, 1])
    for name in ("bob", "cy"):
        at.refused("not_permitted", "club 3.5", name, "play", move="8/5 6/5")
    at.do("ann", "play", move="8/5 6/5")
    for name in ("ann", "cy"):
        at.refused("not_permitted", "club 3.5", name, "roll", dice=[3, 1])
    at.do("bob", "roll", dice=[3, 1])
    at.refused("not_permitted", "club 3.5", "dee", "play", move="8/5 6/5")
    at.refused("wrong_phase", "rulebook 4", "bob", "roll", dice=[3, 1])


def test_club_3_5_the_acting_captain_rolls_once_the_captain_is_out() -> None:
    at = table().box_on_roll().box_doubles(drop="bob").turn()
    at.refused("not_permitted", "club 3.5", "bob", "roll")
    at.do("cy", "roll")
    at.refused("not_permitted", "club 3.5", "bob", "done")
    at.do("cy", "done")


# Quiet (rulebook section 11)


def test_table_talk_waits_while_a_roll_is_played() -> None:
    at = table().box_on_roll().box_doubles(take="bob", drop="cy").do("ann", "roll")
    at.do("cy", "say", topic="table", to="all", text="coffee?")
    assert len(at.table.held_talk) == 1
    at.do("ann", "say", topic="table", to="all", text="yes")
    assert len(at.table.held_talk) == 1
    at.do("ann", "done")
    assert [event.event for event in at.events][-1] == "talk_released"
    assert len(at.table.held_talk) == 0


def test_table_talk_does_not_wait_where_the_house_is_not_quiet() -> None:
    at = table({"base": "club", "quiet": False}).box_on_roll().do("ann", "roll")
    at.do("cy", "say", topic="table", to="all", text="coffee?")
    assert len(at.table.held_talk) == 0


def test_a_message_reaches_only_those_it_is_for() -> None:
    at = table("club", SIX).do("ann", "invite", player="fay").agreed().opening("team")
    at.do("fay", "say", topic="cube", to="box", text="double")
    entry = read_entry(at.log[-1], at.table.n)
    for name in ("ann", "fay"):
        assert entry_for(entry, name) == entry
    for name in ("bob", "eve", "wat"):
        assert entry_for(entry, name) is None


def test_what_is_said_to_all_reaches_watchers_too() -> None:
    at = table().opening("team").do("cy", "say", topic="table", to="all", text="hello")
    assert at.phase == "play"
    entry = read_entry(at.log[-1], at.table.n)
    assert entry_for(entry, "cy") == entry
    assert entry_for(entry, "wat") is None
    at.do("bob", "done")
    later = entry_for(read_entry(at.log[-1], at.table.n), "wat")
    assert later is not None
    assert "hello" in str(later.events)


def test_club_2_2_a_box_who_agreed_to_a_joiners_multiple_cannot_object_to_it() -> None:
    at = table("club", "ann bob cy").do("zoe", "join", stake=2).do("ann", "agree", proposal=1)
    at.refused("not_permitted", "club 2.2", "ann", "object", player="zoe")
    at.do("ann", "relinquish").do("bob", "object", player="zoe")
    assert at.state["stakes"]["zoe"] == 1
