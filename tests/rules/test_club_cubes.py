"""Club section 5: doubles, answers, extras, beavers."""

from __future__ import annotations

import pytest

from rules.legal import legal
from tests.rules.driver import At, Throws, table

FIVE_A_TEAM = "ann bob cy dee eve fay"
MAY_DROP = {"base": "club", "lone_taker": "extras_may_drop"}
CUBES = ("bob", "cy", "dee", "eve", "fay")


# Automatic doubles


def test_club_5_1_equal_dice_turn_a_cube_where_box_and_player_agree() -> None:
    at = table().start()
    at.refused("wrong_phase", "club 5.1", "ann", "automatic")
    at.do("ann", "opening", dice=[4, 4]).do("ann", "automatic", cubes=["bob", "cy"])
    assert [one["waits_for"] for one in at.state["proposals"]] == [["bob"], ["cy"]]
    at.do("bob", "agree", proposal=1).do("cy", "refuse", proposal=2)
    assert at.status() == {
        "bob:ann": ("center", 2), "cy:ann": ("center", 1), "dee:ann": ("center", 1),
    }  # fmt: skip
    assert at.cube("bob")["start"] == 1
    at.refused("round_closed", "club 5.1", "ann", "automatic", cubes=["bob"])


def test_club_5_1_a_player_asks_for_his_own_cube_only() -> None:
    at = table().start().do("ann", "opening", dice=[4, 4])
    at.refused("not_your_cube", "club 1.4", "bob", "automatic", cubes=["cy"])
    at.do("bob", "automatic")
    assert at.state["proposals"][0]["waits_for"] == ["ann"]
    at.agreed("ann")
    assert at.cube("bob")["value"] == 2


def test_club_5_1_each_equal_roll_is_a_chance_and_the_next_roll_ends_it() -> None:
    at = table().start().do("ann", "opening", dice=[4, 4])
    at.do("ann", "automatic", cubes=["bob"]).agreed()
    at.do("ann", "automatic", cubes=["cy"]).do("bob", "opening", dice=[2, 2])
    assert at.state["proposals"] == []
    at.refused("too_late", "club 4.5", "cy", "agree", proposal=2)
    at.do("ann", "automatic", cubes=["bob"]).agreed()
    assert at.cube("bob")["value"] == 4
    at.opening("box")
    at.refused("wrong_phase", "rulebook 4", "ann", "automatic", cubes=["bob"])


def test_club_5_1_no_automatic_doubles_without_consent_nor_without_the_option() -> None:
    at = table().start().do("ann", "opening", dice=[4, 4]).opening("box")
    assert at.cube("bob")["value"] == 1
    none = table({"base": "club", "automatic_doubles": "none"}).start()
    none.do("ann", "opening", dice=[4, 4])
    none.refused("option_off", "rulebook 9", "ann", "automatic")


# Doubling and answering


def test_club_5_2_the_captain_turns_the_cube_of_a_player_who_asks_him_to() -> None:
    at = table().team_on_roll()
    at.refused("not_permitted", "club 7.1", "bob", "double", **{"as": "cy"})
    at.do("cy", "proxy", to="bob").do("bob", "double", **{"as": "cy"})
    assert at.cube("cy")["offered"] == 2
    at.do("bob", "stay")
    at.do("dee", "stay").do("ann", "take").turns(2)
    at.refused("not_your_cube", "club 1.4", "cy", "double")


@pytest.mark.parametrize(
    ("verb", "value", "status", "points"),
    [("take", 2, "in_game", None), ("drop", 1, "dropped", -1), ("beaver", 1, "offered", None)],
)
def test_club_5_3_a_doubled_player_drops_takes_or_beavers(
    verb: str, value: int, status: str, points: int | None
) -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", verb)
    cube = at.cube("bob")
    assert (cube["value"], cube["status"], cube["points"]) == (value, status, points)


def test_club_5_3_a_beaver_turns_the_cube_once_more_and_the_taker_holds_it() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    assert (at.cube("bob")["offered"], at.cube("bob")["owner"]) == (4, "bob")
    at.do("ann", "accept")
    assert (at.cube("bob")["value"], at.cube("bob")["owner"]) == (4, "bob")
    at.refused("round_closed", "club 5.9", "ann", "double", cubes=["cy"])
    at.refused("not_your_cube", "club 1.4", "ann", "double", cubes=["bob"])


def test_club_5_3_the_box_beavers_too() -> None:
    at = table().team_on_roll().team_doubles("bob cy", beaver="bob", take="cy")
    assert at.due == ["bob"]
    at.refused("not_permitted", "club 5.4", "cy", "accept")
    at.do("bob", "drop")
    assert at.points() == (2, -2, 0, 0)
    assert at.mover == "cy"


def test_club_5_3_no_beavers_where_the_house_has_none() -> None:
    at = table({"base": "club", "beavers": False}).box_on_roll().do("ann", "double")
    at.refused("no_beavers", "hungarian 9", "bob", "beaver")
    at.refused("no_beavers", "hungarian 9", "bob", "answer", beaver=["bob"])


def test_club_5_4_the_doubler_may_drop_a_beaver_for_the_value_before_it() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "drop")
    assert at.points() == (-2, 2, 0, 0)
    assert (at.cube("bob")["status"], at.cube("bob")["points"]) == ("dropped", 2)


def test_club_5_4_a_redoubled_cube_is_dropped_after_a_beaver_at_the_redoubled_value() -> None:
    at = table().box_on_roll().box_doubles(take="bob cy dee").turn()
    at.team_doubles("bob", beaver="bob").do("bob", "drop")
    assert at.points() == (4, -4, 0, 0)


def test_club_5_4_a_raccoon_needs_the_other_players_consent() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "raccoon")
    assert at.due == ["bob"]
    assert at.cube("bob")["status"] == "offered"
    at.refused("wrong_phase", "club 5.4", "ann", "accept")
    at.agreed("bob")
    assert (at.cube("bob")["value"], at.cube("bob")["owner"]) == (8, "bob")


def test_club_5_4_a_raccoon_refused_leaves_accept_and_drop() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "raccoon").do("bob", "refuse", proposal=1)
    at.refused("no_raccoons", "club 5.4", "ann", "raccoon")
    at.do("ann", "drop")
    assert at.scores["bob"] == 2


def test_club_5_4_a_raccoon_withdrawn_is_gone_too() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "raccoon").do("ann", "withdraw", proposal=1).do("ann", "accept")
    assert at.cube("bob")["value"] == 4


def test_club_5_4_each_of_several_beavers_is_answered_by_itself() -> None:
    at = table().box_on_roll().box_doubles(beaver="bob cy dee")
    at.bad("ann", "accept")
    at.bad("ann", "drop")
    at.refused("no_such_cube", "club 1.4", "ann", "accept", cube="ann")
    at.do("ann", "accept", cube="cy").do("ann", "drop", cube="bob").do("ann", "accept")
    assert at.mover == "cy"
    assert at.phase == "before_roll"


def test_club_5_4_raccoons_off_and_free_by_option() -> None:
    off = table({"base": "club", "raccoons": "off"}).box_on_roll()
    off.do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    off.refused("no_raccoons", "hungarian 9", "ann", "raccoon")
    free = table({"base": "club", "raccoons": "free"}).box_on_roll()
    free.do("ann", "double", cubes=["bob"]).do("bob", "beaver").do("ann", "raccoon")
    assert free.cube("bob")["value"] == 8
    assert free.phase == "before_roll"


@pytest.mark.parametrize("stake", [1, 2])
def test_club_5_5_a_dropped_cube_goes_back_to_its_initial_value(stake: int) -> None:
    at = table("club", ["ann", "bob", {"name": "cy", "stake": stake}]).start()
    at.do("ann", "opening", dice=[4, 4]).do("ann", "automatic", cubes=["cy"]).agreed()
    at.opening("team").do("bob", "done").box_doubles(drop="cy")
    cube = at.cube("cy")
    assert (cube["status"], cube["value"], cube["owner"]) == ("dropped", stake, None)
    assert cube["points"] == -2 * stake
    assert "cy" in at.state["out"]


def test_club_5_5_a_redoubled_cube_too_and_a_taken_one_shows_the_new_value() -> None:
    at = table().box_on_roll().box_doubles(take="bob cy").turn()
    at.team_doubles("bob cy", take="bob", drop="cy")
    assert at.status()["cy:ann"] == ("dropped", 1)
    assert at.status()["bob:ann"] == ("in_game", 4)
    assert at.cube("cy")["points"] == 2


def test_club_5_6_the_box_doubles_and_redoubles_whom_he_likes() -> None:
    at = table().box_on_roll().box_doubles(take="cy")
    assert at.status() == {
        "bob:ann": ("center", 1), "cy:ann": ("in_game", 2), "dee:ann": ("center", 1),
    }  # fmt: skip
    at.turn()
    at.team_doubles("cy", take="cy").turn()
    at.box_doubles(take="cy", drop="dee")
    assert at.status()["cy:ann"] == ("in_game", 8)
    assert at.status()["bob:ann"] == ("center", 1)
    assert at.points() == (1, 0, 0, -1)


def test_club_5_6_all_he_may_when_he_names_none_and_each_cube_once() -> None:
    at = table().box_on_roll().box_doubles(take="cy").turn().turn()
    at.bad("ann", "double", cubes=[])
    at.bad("ann", "double", cubes=["bob", "bob:ann"])
    at.refused("not_your_cube", "club 1.4", "ann", "double", cubes=["cy"])
    at.do("ann", "double")
    assert [name for name, (status, _) in at.status().items() if status == "offered"] == [
        "bob:ann", "dee:ann",
    ]  # fmt: skip


# The lone taker


def lone(rules: object = "club", verb: str = "take") -> At:
    at = table(rules if isinstance(rules, str | dict) else "club").box_on_roll()
    at.do("ann", "double").do("bob", "drop").do("cy", verb).do("dee", "drop")
    return at


def test_club_5_7_extras_are_offered_in_order_and_all_taken() -> None:
    at = lone()
    assert (at.phase, at.due) == ("extras", ["bob"])
    at.refused("wrong_phase", "club 5.7", "cy", "take")
    at.refused("order", "club 5.7", "dee", "extra")
    at.refused("not_permitted", "club 5.7", "ann", "extra")
    at.do("bob", "extra")
    at.refused("wrong_phase", "club 5.7", "bob", "no_extra")
    at.do("dee", "extra")
    assert at.due == ["cy"]
    at.refused("not_permitted", "club 5.7", "cy", "answer", take=["cy:bob"], drop=["cy:dee"])
    at.refused("not_permitted", "club 5.7", "cy", "drop", cube="cy:dee")
    at.bad("cy", "answer", take=["cy:bob"])
    at.refused("not_permitted", "club 5.7", "bob", "take")
    at.do("cy", "take")
    assert at.points() == (2, -2, 2, -2)
    for cube in ("cy:ann", "cy:bob", "cy:dee"):
        assert at.cube(cube)["owner"] == "cy"
        assert at.cube(cube)["value"] == 2
        assert at.cube(cube)["in_game"]


def test_club_5_7_the_extra_is_at_double_the_droppers_own_undoubled_value() -> None:
    players = ["ann", {"name": "bob", "stake": 4}, "cy", {"name": "dee", "stake": 2}]
    at = table("club", players).box_on_roll()
    at.do("ann", "double").do("bob", "drop").do("cy", "take").do("dee", "drop")
    at.do("bob", "extra").do("dee", "extra").do("cy", "take")
    assert (at.cube("cy:bob")["value"], at.cube("cy:dee")["value"]) == (8, 4)
    assert at.points() == (6, -8, 6, -4)


def test_club_5_7_the_lone_taker_may_drop_instead_and_the_extras_are_void() -> None:
    at = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "drop")
    assert at.phase == "between_games"
    assert at.points("ann", "bob", "cy", "dee") == (3, -1, -1, -1)


def test_club_5_7_without_extras_the_take_stands() -> None:
    at = lone().do("bob", "no_extra").do("dee", "no_extra")
    assert (at.phase, at.mover) == ("before_roll", "cy")
    assert at.points() == (2, -1, 0, -1)


def test_club_5_7_extras_can_be_beavered_and_their_givers_answer() -> None:
    at = lone().do("bob", "extra").do("dee", "extra")
    at.do("cy", "answer", take=["cy:bob"], beaver=["cy:dee"])
    assert (at.phase, at.due) == ("beavered", ["dee"])
    at.refused("not_permitted", "club 5.4", "ann", "accept")
    at.do("dee", "accept")
    assert at.cube("cy:dee")["value"] == 4
    dropped = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "beaver")
    dropped.do("bob", "drop")
    assert dropped.points() == (2, -4, 3, -1)
    raccoon = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "beaver")
    raccoon.do("bob", "raccoon").agreed("cy")
    assert raccoon.cube("cy:bob")["value"] == 8
    assert raccoon.cube("cy:bob")["owner"] == "cy"


def test_club_5_7_a_lone_beaver_is_answered_after_the_extras() -> None:
    at = lone(verb="beaver").do("bob", "extra").do("dee", "no_extra").do("cy", "take")
    assert (at.phase, at.due) == ("beavered", ["ann"])
    at.do("ann", "accept")
    assert at.status()["cy:ann"] == ("in_game", 4)
    assert at.status()["cy:bob"] == ("in_game", 2)


def test_club_5_7_giver_and_lone_taker_have_independent_cube_action() -> None:
    at = lone().do("bob", "extra").do("dee", "extra").do("cy", "take").turn()
    at.do("cy", "double", cubes=["cy:dee"])
    assert at.due == ["dee"]
    at.do("dee", "take")
    assert (at.cube("cy:dee")["owner"], at.cube("cy:dee")["value"]) == ("dee", 4)
    assert at.cube("cy:ann")["owner"] == "cy"
    at.turn()
    at.refused("not_your_cube", "club 1.4", "ann", "double", cubes=["cy:dee"])
    at.do("dee", "double", cubes=["cy:dee"])
    assert at.due == ["cy"]
    at.do("cy", "drop", cube="cy:dee")
    assert at.cube("cy:dee")["points"] == -4


def test_club_5_8_givers_answer_in_any_order_after_the_box_where_none_is_in_force() -> None:
    at = table().box_on_roll().do("ann", "insist", on=False)
    at.box_doubles(drop="bob dee", take="cy").do("bob", "extra").do("dee", "extra")
    at.do("cy", "take").turn().do("cy", "double")
    at.refused("order", "club 5.8", "dee", "take").do("ann", "take")
    assert at.due == ["bob", "dee"]
    at.do("dee", "drop").do("bob", "take")
    assert at.phase == "before_roll"


def test_club_5_7_who_gave_an_extra_may_not_consult() -> None:
    at = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "take")
    for topic in ("cube", "checkers"):
        at.refused("no_consult", "club 5.7", "bob", "say", topic=topic, to="box", text="x")
    assert at.state["out"] == ["bob", "dee"]


def test_club_5_7_all_from_the_middle_and_nobody_else_in() -> None:
    held = table().box_on_roll().box_doubles(take="dee").turns(2)
    held.box_doubles(take="bob", drop="cy")
    assert held.phase == "before_roll"
    redouble = table("club", "ann bob cy").box_on_roll().box_doubles(take="bob cy").turn()
    redouble.team_doubles("bob cy", take="bob cy").turn()
    redouble.box_doubles(take="bob", drop="cy")
    assert redouble.phase == "before_roll"
    one = table("club", "ann bob").box_on_roll().box_doubles(take="bob")
    assert one.phase == "before_roll"


def test_club_5_7_who_is_out_before_does_not_hinder_the_extras() -> None:
    at = table().box_on_roll().box_doubles(drop="dee").turns(2)
    at.box_doubles(take="bob", drop="cy")
    assert (at.phase, at.due) == ("extras", ["cy"])


def test_club_5_7_the_game_goes_on_for_an_extra_alone_and_the_rotation_counts_the_boxs_cubes() -> (
    None
):
    at = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "take").turn()
    at.do("cy", "double", cubes=["cy:ann"])
    at.do("ann", "drop")
    assert (at.phase, at.mover) == ("before_roll", "cy")
    at.turn().do("ann", "roll")
    at.finish("team", "gammon")
    assert at.scores == {"ann": 0, "bob": -6, "cy": 7, "dee": -1}
    assert at.next == "ann cy dee bob"


def test_club_5_7a_the_box_keeps_his_cube_and_extras_are_dropped_for_a_net_of_one() -> None:
    at = lone(MAY_DROP).do("bob", "extra").do("dee", "extra")
    at.do("cy", "answer", drop=["cy:bob", "cy:dee"])
    assert at.points() == (2, 0, -2, 0)
    assert at.cube("cy:ann")["status"] == "in_game"
    assert at.cube("cy:bob")["points"] == -2


def test_club_5_7a_in_the_droppers_own_stake() -> None:
    at = table(MAY_DROP, ["ann", {"name": "bob", "stake": 2}, "cy"]).box_on_roll()
    at.do("ann", "double").do("bob", "drop").do("cy", "take").do("bob", "extra").do("cy", "drop")
    assert at.points() == (2, 0, -2)
    assert at.phase == "before_roll"


def test_club_5_7a_a_beaver_of_the_double_stays_and_is_answered_last() -> None:
    at = lone(MAY_DROP, "beaver").do("bob", "extra").do("dee", "extra")
    at.do("cy", "answer", take=["cy:dee"], drop=["cy:bob"])
    assert (at.phase, at.due) == ("beavered", ["ann"])
    at.do("ann", "drop")
    assert at.cube("cy:ann")["points"] == 2
    assert at.phase == "before_roll"
    assert at.state["in"] == ["ann", "cy"]


def test_club_5_7a_extras_may_be_beavered() -> None:
    at = lone(MAY_DROP).do("bob", "extra").do("dee", "no_extra").do("cy", "beaver")
    assert at.due == ["bob"]
    at.do("bob", "accept")
    assert at.cube("cy:bob")["value"] == 4


def test_a_lone_taker_plays_on_where_there_are_no_extras() -> None:
    at = lone({"base": "club", "lone_taker": "plays_on"})
    assert (at.phase, at.mover) == ("before_roll", "cy")


# Order and holds


def test_club_5_8_the_box_may_insist_on_the_order_and_waive_it() -> None:
    at = table().box_on_roll()
    at.refused("not_permitted", "club 5.8", "bob", "insist", on=False)
    at.do("ann", "double")
    at.refused("order", "club 5.8", "dee", "take")
    at.refused("wrong_phase", "rulebook 4", "ann", "insist", on=False)
    free = table().box_on_roll().do("ann", "insist", on=False)
    assert free.state["order_in_force"] == {"double": False, "answer": False}
    free.do("ann", "double")
    assert free.due == ["bob", "cy", "dee"]
    free.do("dee", "take").do("bob", "take").do("cy", "take")
    again = table().box_on_roll().do("ann", "insist", on=False).do("ann", "insist", on=True)
    again.do("ann", "double").refused("order", "club 5.8", "dee", "take")


def test_club_5_8_nobody_is_hurried_and_nobody_answers_for_another() -> None:
    at = table().box_on_roll().do("ann", "insist", on=False).do("ann", "double", cubes=["bob"])
    at.refused("not_permitted", "club 5.8", "cy", "take")
    at.refused("wrong_phase", "rulebook 4", "ann", "roll")
    at.do("bob", "take")
    at.refused("wrong_phase", "rulebook 4", "bob", "take")


def test_club_5_8_the_order_is_waived_for_this_game_only() -> None:
    at = table().team_on_roll().do("ann", "insist", on=False).finish("box").start()
    assert at.state["order_in_force"] == {"double": True, "answer": True}


def test_club_5_9_everybody_is_asked_before_the_box_answers() -> None:
    at = table().team_on_roll().do("cy", "double")
    assert (at.phase, at.due) == ("declare", ["bob"])
    at.refused("wrong_phase", "club 5.10", "ann", "take")
    at.do("bob", "double").do("dee", "stay")
    assert at.due == ["ann"]
    at.refused("wrong_phase", "rulebook 4", "dee", "double")


def test_club_5_9_redoubles_too_and_only_who_may_is_asked() -> None:
    at = table().box_on_roll().box_doubles(take="bob cy", drop="dee").turn()
    at.do("cy", "double")
    assert at.due == ["bob"]
    at.do("bob", "stay").do("ann", "take").turns(2)
    at.do("bob", "double")
    assert at.phase == "answer"


def test_club_5_9_order_of_doubles_only_while_the_box_insists() -> None:
    at = table().team_on_roll().do("ann", "insist", on=False).do("dee", "double")
    assert at.due == ["bob", "cy"]
    at.do("cy", "double").do("bob", "stay")
    assert at.due == ["ann"]


def test_club_5_9_hold_your_roll() -> None:
    at = table().opening("box").do("dee", "hold").do("ann", "done")
    at.refused("held", "club 5.9", "bob", "roll")
    at.refused("wrong_phase", "rulebook 4", "dee", "hold")
    at.do("dee", "stay")
    at.do("bob", "roll")
    at.refused("wrong_phase", "club 5.9", "cy", "hold")


def test_club_5_9_a_hold_ends_with_a_double_a_release_or_its_players_game() -> None:
    at = table().team_on_roll().do("dee", "hold").do("cy", "hold").do("dee", "double")
    at.do("bob", "stay").do("cy", "stay").do("ann", "take")
    at.do("bob", "roll")
    out = table().box_on_roll().do("dee", "hold").box_doubles(take="bob", drop="dee").turn()
    out.do("bob", "roll")
    free = table().team_on_roll().do("dee", "hold").do("dee", "release").do("bob", "roll")
    free.refused("wrong_phase", "club 5.9", "dee", "release")


def test_club_5_9_who_cannot_double_cannot_hold() -> None:
    at = table().team_on_roll().team_doubles("bob dee", take="bob", drop="dee").turns(2)
    at.refused("not_your_cube", "club 1.4", "bob", "hold")
    at.refused("cube_out", "club 5.5", "dee", "hold")
    at.refused("not_permitted", "club 5.9", "ann", "hold")


def test_club_5_9_one_round_a_turn() -> None:
    at = table().team_on_roll().team_doubles("bob", take="bob")
    at.refused("round_closed", "club 5.9", "cy", "double")
    at.refused("round_closed", "club 5.9", "cy", "hold")
    at.turns(2)
    at.do("cy", "double")


def test_club_5_9_not_before_the_first_play_nor_out_of_turn() -> None:
    at = table().start()
    at.refused("wrong_phase", "rulebook 4", "ann", "double")
    at.opening("box")
    at.refused("wrong_phase", "rulebook 4", "bob", "double")
    at.do("ann", "done")
    at.refused("not_permitted", "club 1.4", "ann", "double")


# The half rule


@pytest.mark.parametrize(("n", "enough"), [(3, 2), (4, 2), (5, 3)])
def test_club_5_10_at_least_half_of_the_cubes_or_none(n: int, enough: int) -> None:
    names = CUBES[:n]
    players = " ".join(("ann", *names))
    for accepted in range(1, enough):
        for verb in ("take", "beaver"):
            at = table("club", players).team_on_roll()
            answer = {verb: " ".join(names[:accepted]), "drop": " ".join(names[accepted:])}
            at.team_doubles(" ".join(names), **answer, code="half_rule", rule="club 5.10")
    for accepted in (0, *range(enough, n + 1)):
        at = table("club", players).team_on_roll()
        at.team_doubles(
            " ".join(names), take=" ".join(names[:accepted]), drop=" ".join(names[accepted:])
        )


def test_club_5_10_values_do_not_matter() -> None:
    at = table("club", ["ann", {"name": "bob", "stake": 8}, "cy", "dee"]).team_on_roll()
    at.team_doubles("bob cy dee", take="bob", drop="cy dee", code="half_rule", rule="club 5.10")
    at.box_answers(take="cy dee", drop="bob")
    assert at.scores["ann"] == -8


def test_club_5_10_takes_and_beavers_count_alike() -> None:
    at = table().team_on_roll().team_doubles("bob cy dee", take="bob", beaver="cy", drop="dee")
    assert at.phase == "beavered"


def test_club_5_10_who_is_out_is_no_part_of_the_whole_team() -> None:
    at = table("club", "ann bob cy dee eve").box_on_roll().box_doubles(drop="eve").turn()
    at.team_doubles("bob cy dee", take="dee", drop="bob cy", code="half_rule", rule="club 5.10")


def test_club_5_10_the_legal_answer_carries_its_rule() -> None:
    at = table().team_on_roll().team_doubles("bob cy dee")
    offer = next(o.request() for o in legal(at.table, "ann") if o.verb == "answer")
    assert offer["cubes"] == ["bob:ann", "cy:ann", "dee:ann"]
    assert offer["rule"] == {
        "clause": "club 5.10",
        "at_least": 2,
        "or_none": True,
        "with": None,
        "sentence": "Box must take at least 2 of the 3 cubes, or drop all.",
    }


def test_club_5_10_the_answer_names_exactly_the_pending_cubes() -> None:
    at = table().team_on_roll().team_doubles("bob cy")
    at.bad("ann", "answer", take=["bob"])
    at.bad("ann", "answer", take=["bob", "cy", "dee"])
    at.bad("ann", "answer", take=["bob", "cy"], drop=["cy"])
    at.bad("ann", "answer", take=["bob", "cy", "bob"])
    at.bad("ann", "answer")
    at.bad("ann", "take")
    at.refused("no_such_cube", "club 1.4", "ann", "answer", take=["bob", "zed"])
    at.do("ann", "answer", take=["BOB", "cy:ANN"])


@pytest.mark.parametrize(("take", "drop"), [("bob", "cy"), ("cy", "bob")])
def test_club_5_10a_three_handed_both_or_none(take: str, drop: str) -> None:
    at = table("club", "ann bob cy").team_on_roll()
    at.team_doubles("bob cy", take=take, drop=drop, code="both_or_none", rule="club 5.10a")
    at.box_answers(beaver=take, drop=drop, code="both_or_none", rule="club 5.10a")
    at.box_answers(take="bob cy")
    at.turns(2)
    none = table("club", "ann bob cy").team_on_roll().team_doubles("bob cy", drop="bob cy")
    assert none.phase == "between_games"


def test_club_5_10a_only_when_both_come_from_the_middle_together() -> None:
    one = table("club", "ann bob cy").team_on_roll().team_doubles("bob", take="bob").turns(2)
    one.team_doubles("cy", drop="cy")
    redoubles = table("club", "ann bob cy").box_on_roll().box_doubles(take="bob cy").turn()
    redoubles.team_doubles("bob cy", take="bob", drop="cy")


def test_club_5_10a_two_left_of_three_are_not_three_handed() -> None:
    at = table().box_on_roll().box_doubles(drop="dee").turn()
    at.team_doubles("bob cy", take="bob", drop="cy")


def test_club_5_10a_as_usual_where_the_house_says_so() -> None:
    at = table({"base": "club", "three_handed": "as_usual"}, "ann bob cy").team_on_roll()
    at.team_doubles("bob cy", take="bob", drop="cy")


def test_club_5_10a_extras_three_handed_as_in_5_7() -> None:
    at = table("club", "ann bob cy").box_on_roll().box_doubles(take="bob", drop="cy")
    assert (at.phase, at.due) == ("extras", ["cy"])


def test_club_5_11_any_number_of_redoubles() -> None:
    for take, drop in (("bob", "cy dee"), ("cy", "bob dee"), ("bob cy dee", ""), ("", "bob")):
        at = table().box_on_roll().box_doubles(take="bob cy dee").turn()
        at.team_doubles(f"{take} {drop}", take=take, drop=drop)


def test_club_5_11_any_number_when_not_the_whole_team_doubles() -> None:
    at = table().team_on_roll().team_doubles("bob cy", take="bob", drop="cy")
    assert at.state["out"] == ["cy"]
    mixed = table().team_on_roll().team_doubles("bob", take="bob").turns(2)
    mixed.team_doubles("cy dee", drop="cy", take="dee")


def test_club_5_11_the_whole_team_with_a_redouble_among_them_is_free() -> None:
    at = table().box_on_roll().box_doubles(take="bob").turn()
    at.team_doubles("bob cy dee", take="bob", drop="cy dee")


def test_acceptance_any_takes_any_number() -> None:
    rules = {"base": "club", "acceptance": "any", "three_handed": "as_usual"}
    table(rules).team_on_roll().team_doubles("bob cy dee", take="bob", drop="cy dee")


def test_the_program_throws_the_dice_where_it_keeps_them() -> None:
    at = table(board="tracked", dice={"seed": 3}, chance=Throws(3, 1, 6, 5)).start()
    at.bad("ann", "opening", dice=[3, 1])
    at.do("ann", "opening").do("ann", "play", move="8/5 6/5")
    at.bad("bob", "roll", dice=[3, 1])
    at.do("bob", "roll")
    assert at.state["dice"] == [6, 5]


def test_club_5_4_further_immediate_redoubles_need_consent_too() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "raccoon").agreed("bob")
    at.refused("wrong_phase", "club 5.4", "cy", "raccoon")
    at.do("bob", "raccoon")
    assert at.state["proposals"][-1]["waits_for"] == ["ann"]
    at.agreed("ann")
    assert (at.cube("bob")["value"], at.cube("bob")["owner"]) == (16, "bob")
    at.do("ann", "raccoon").do("bob", "refuse", proposal=3)
    assert at.cube("bob")["value"] == 16
    at.do("ann", "roll")
    at.refused("wrong_phase", "rulebook 4", "bob", "raccoon")
    at.do("ann", "done")
    at.refused("wrong_phase", "club 5.4", "bob", "raccoon")
