"""Club sections 4.1, 4.2, 6 and 10: points, who is Box next, Partners, the sheet."""

from __future__ import annotations

import pytest

from tests.rules.driver import At, Throws, table

SIX = "ann bob cy dee eve fay"


@pytest.mark.parametrize(
    ("kind", "in_game", "middle"), [("single", 2, 1), ("gammon", 4, 1), ("backgammon", 6, 1)]
)
@pytest.mark.parametrize("winner", ["box", "team"])
def test_club_4_1_gammons_count_only_for_a_cube_in_the_game(
    winner: str, kind: str, in_game: int, middle: int
) -> None:
    at = table("club", "ann bob cy").box_on_roll().box_doubles(take="cy").do("ann", "roll")
    at.do("ann", "finish", winner=winner, kind=kind)
    sign = 1 if winner == "team" else -1
    assert at.scores["cy"] == sign * in_game
    assert at.scores["bob"] == sign * middle


def test_club_4_1_a_higher_start_does_not_make_gammons_count() -> None:
    at = table("club", ["ann", "bob", {"name": "cy", "stake": 4}]).opening("box")
    at.finish("box", "gammon")
    assert at.scores == {"ann": 5, "bob": -1, "cy": -4}


def test_club_4_1_without_jacoby_they_count_for_all() -> None:
    at = table({"base": "club", "jacoby": False}).opening("team").finish("team", "backgammon")
    assert at.scores == {"ann": -9, "bob": 3, "cy": 3, "dee": 3}


def partnered(**stakes: int) -> At:
    players = [{"name": name, "stake": stakes.get(name, 1)} for name in SIX.split()]
    return table("club", players).do("ann", "invite", player="fay").agreed("fay")


@pytest.mark.parametrize(
    ("winner", "stake", "box", "partner"),
    [("box", 1, 2, 2), ("team", 1, -2, -2), ("box", 2, 3, 2), ("team", 2, -3, -2)],
)
def test_club_4_2_box_and_partner_share_and_the_odd_point_is_the_boxs(
    winner: str, stake: int, box: int, partner: int
) -> None:
    at = partnered(bob=stake).opening("box").finish(winner)
    assert at.points("ann", "fay") == (box, partner)


def test_club_4_2_the_total_is_shared_not_each_cube() -> None:
    at = partnered().box_on_roll().box_doubles(drop="bob").turn()
    assert at.points("ann", "fay") == (1, 0)
    at.team_doubles("cy", drop="cy")
    assert at.points("ann", "fay") == (0, 0)
    assert at.points("bob", "cy") == (-1, 1)


def test_club_4_2_only_whole_points_are_recorded() -> None:
    at = table().opening("box")
    at.refused("fraction", "club 4.3", "ann", "settle", cube="bob", points="0.3", to="bob")
    at.bad("ann", "settle", cube="bob", points="one", to="bob")
    at.bad("ann", "settle", cube="bob", points=-1, to="bob")


# Rotation


def test_club_6_1_the_winner_of_box_against_captain_is_next_box() -> None:
    box = table().opening("box").finish("box")
    assert box.next == "ann cy dee bob"
    assert box.row["won_by"] == "box"
    captain = table().opening("box").finish("team")
    assert captain.next == "bob cy dee ann"
    assert captain.row["won_by"] == "team"


def test_club_6_1_the_captains_own_cube_decides_and_nothing_else() -> None:
    at = table().box_on_roll().box_doubles(take="bob", drop="cy dee")
    assert at.phase == "extras"
    at.do("cy", "no_extra").do("dee", "no_extra").finish("team")
    assert at.scores == {"ann": 0, "bob": 2, "cy": -1, "dee": -1}
    assert at.next == "bob cy dee ann"


@pytest.mark.parametrize(
    ("kind", "points", "line"),
    [("single", 1, "ann cy dee bob"), ("gammon", -1, "cy dee bob ann")],
)
def test_club_6_1_the_box_must_at_least_break_even(kind: str, points: int, line: str) -> None:
    at = table().box_on_roll().box_doubles(take="dee", drop="bob").turn()
    at.team_doubles("cy", drop="cy")
    at.do("dee", "roll").do("dee", "done").do("ann", "roll")
    if kind == "single":
        at.do("ann", "finish", winner="box", kind="single")
        assert at.scores["ann"] == 2
        assert at.next == "ann cy dee bob"
        return
    at.do("ann", "finish", winner="team", kind="single")
    assert at.scores["ann"] == -2
    assert at.next == line
    assert at.row["circled"] == ["bob", "ann"]
    assert at.row["b"] == "ann"


@pytest.mark.parametrize(
    ("points", "stays"), [(0, True), (1, False)], ids=["breaks even", "loses one"]
)
def test_club_6_1_exactly_even_is_enough(points: int, stays: bool) -> None:
    at = table().box_on_roll().box_doubles(drop="bob")
    at.do("ann", "settle", cube="cy", points=1, to="cy").agreed("cy")
    at.do("ann", "settle", cube="dee", points=points, to="dee").agreed("dee")
    assert at.scores["ann"] == -points
    assert at.next == ("ann cy dee bob" if stays else "cy dee bob ann")


def test_club_6_1_settled_for_zero_both_go() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=0, to="bob").agreed("bob")
    assert at.mover == "cy"
    at.finish("box")
    assert at.row["won_by"] == "none"
    assert at.next == "cy dee bob ann"
    assert at.row["circled"] == ["bob", "ann"]


def test_club_6_1_both_go_in_a_team_of_two_and_of_one() -> None:
    two = table("club", "ann bob cy").opening("box")
    two.do("ann", "settle", cube="bob", points=0, to="bob").agreed("bob").finish("box")
    assert two.next == "cy bob ann"
    one = table("club", "ann bob").opening("box")
    one.do("ann", "settle", cube="bob", points=0, to="bob").agreed("bob")
    assert one.next == "bob ann"


def test_club_6_1_a_player_with_two_ways_to_win_two_players() -> None:
    box = table("club", "ann bob").opening("box").finish("box")
    assert box.next == "ann bob"
    team = table("club", "ann bob").opening("box").finish("team")
    assert team.next == "bob ann"


def test_club_6_1_the_scheduled_box_may_relinquish() -> None:
    at = table().opening("box").finish("team")
    at.refused("not_permitted", "club 6.1", "cy", "relinquish")
    at.do("bob", "relinquish")
    assert at.next == "cy dee ann bob"
    at.do("cy", "relinquish")
    assert at.next == "dee ann bob cy"
    at.start()
    at.refused("not_between_games", "rulebook 4", "dee", "relinquish")


def test_club_6_2_the_next_in_rotation_with_a_cube_acts() -> None:
    at = table("club", "ann bob cy dee eve").box_on_roll().box_doubles(drop="cy").turns(2)
    assert at.mover == "bob"
    at.box_doubles(drop="bob", take="eve")
    assert (at.mover, at.state["captain"]) == ("dee", "bob")
    at.turn().turn().box_doubles(drop="dee")
    assert at.mover == "eve"


def test_club_6_2_the_losing_captain_goes_to_the_end_and_the_next_is_captain() -> None:
    at = table().box_on_roll().box_doubles(drop="bob").finish("box")
    assert at.next == "ann cy dee bob"


def test_club_6_2_who_acted_as_captain_changes_nothing() -> None:
    at = table("club", "ann bob cy dee eve").box_on_roll().box_doubles(drop="bob cy", take="dee")
    assert at.mover == "dee"
    at.finish("box")
    assert at.next == "ann cy dee eve bob"


def test_club_6_2_the_mover_changes_only_when_the_round_is_over() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob", "cy"]).do("bob", "drop")
    assert at.mover == "bob"
    at.do("cy", "beaver")
    assert at.mover == "bob"
    at.do("ann", "accept")
    assert at.mover == "cy"


def test_club_6_2_a_deal_in_mid_roll_leaves_the_new_mover_to_play_it() -> None:
    at = table().team_on_roll().do("bob", "roll")
    at.do("bob", "settle", cube="bob", points=1, to="ann").agreed("ann")
    assert (at.phase, at.mover) == ("play", "cy")
    at.refused("not_permitted", "club 3.5", "bob", "done")
    at.do("cy", "done")


@pytest.mark.parametrize("winner", ["box", "team"])
def test_club_6_3_the_captain_who_wins_with_a_double_is_box_whatever_follows(winner: str) -> None:
    at = table().team_on_roll().team_doubles("bob", drop="bob")
    assert (at.mover, at.state["out"]) == ("cy", ["bob"])
    at.finish(winner)
    assert at.next == "bob cy dee ann"
    assert at.row["circled"] == ["ann"]


def test_club_6_3_the_partner_keeps_the_place_he_had_in_the_line() -> None:
    at = partnered().opening("box").finish("team")
    assert at.next == "bob cy dee eve fay ann"
    assert at.state["next"]["partner"] is None
    at.do("bob", "invite", player="ann").agreed("ann").start()
    assert at.state["partner"] == "ann"


def test_club_6_3_he_stays_partner_while_the_box_stays() -> None:
    at = partnered().opening("box").finish("box")
    assert at.next == "ann cy dee eve fay bob"
    assert at.state["next"]["partner"] == "fay"
    at.opening("box").finish("box")
    assert at.next == "ann dee eve fay bob cy"
    assert at.state["next"]["partner"] == "fay"


def due_as_captain() -> At:
    at = partnered()
    for _ in range(4):
        at.opening("box").finish("box")
    assert at.next == "ann fay bob cy dee eve"
    return at


def test_club_6_4_the_partner_due_as_captain_may_remain_and_drop_to_the_bottom() -> None:
    at = due_as_captain()
    assert at.due == ["fay"]
    at.refused("wrong_phase", "club 6.4", "ann", "start")
    at.refused("not_permitted", "club 6.4", "bob", "remain")
    at.do("fay", "remain")
    assert at.next == "ann bob cy dee eve fay"
    at.start()
    assert (at.state["captain"], at.state["partner"]) == ("bob", "fay")


def test_club_6_4_or_step_down_and_be_captain_and_the_bottom_may_be_asked() -> None:
    at = due_as_captain().do("fay", "step_down")
    at.refused("wrong_phase", "club 6.4", "fay", "remain")
    at.refused("partner_order", "club 1.3", "ann", "invite", player="dee")
    at.do("ann", "invite", player="eve").agreed("eve").start()
    assert (at.state["captain"], at.state["partner"]) == ("fay", "eve")


def test_club_6_4_only_when_he_is_due() -> None:
    at = partnered()
    at.refused("wrong_phase", "club 6.4", "fay", "step_down")
    at.start()
    at.refused("not_between_games", "rulebook 4", "fay", "remain")


def test_club_6_5_the_box_or_any_player_says_yes() -> None:
    for name in ("ann", "bob", "dee"):
        at = table().do("zoe", "join").do(name, "agree", proposal=1)
        assert at.next == "ann bob cy dee zoe"
    refused = table().do("zoe", "join").do("ann", "refuse", proposal=1)
    refused.refused("not_a_party", "club 4.5", "ann", "agree", proposal=1)
    refused.do("cy", "agree", proposal=1)
    assert refused.next == "ann bob cy dee zoe"


def test_club_6_5_when_all_say_no_there_is_no_seat() -> None:
    at = table("club", "ann bob").do("zoe", "join").do("ann", "refuse", proposal=1)
    at.do("bob", "refuse", proposal=1)
    assert at.state["proposals"] == []
    at.do("zoe", "join")


def test_club_6_5_everybody_where_admission_is_for_all() -> None:
    at = table({"base": "club", "admission": "all"}).do("zoe", "join").agreed("ann", "bob", "cy")
    assert "zoe" not in at.next.split()
    at.agreed("dee")
    assert at.next == "ann bob cy dee zoe"


def test_club_6_5_no_more_than_the_table_holds() -> None:
    full = table({"base": "club", "max_players": 4})
    full.refused("full", "rulebook 3", "zoe", "join")
    late = table({"base": "club", "max_players": 5}).do("zoe", "join").do("wat", "join")
    late.do("ann", "agree", proposal=1)
    late.refused("full", "rulebook 3", "ann", "agree", proposal=2)
    ten = table("club", "a b c d e f g h i j")
    ten.refused("full", "club 6.5", "zoe", "join")


def test_club_6_5_by_himself_once_and_not_when_seated() -> None:
    at = table().do("zoe", "join")
    at.refused("wrong_phase", "club 6.5", "zoe", "join")
    at.refused("not_permitted", "club 6.5", "bob", "join")
    at.refused("not_permitted", "club 6.5", "wat", "join", player="dan")
    at.refused("not_permitted", "club 6.5", "wat", "join", player="BOB")


def test_club_6_5_who_joins_in_a_game_plays_from_the_next_at_the_end() -> None:
    at = table().opening("box").do("zoe", "join").do("cy", "agree", proposal=1)
    assert "zoe" not in at.state["in"]
    assert at.scores["zoe"] == 0
    at.finish("box")
    assert at.next == "ann cy dee bob zoe"
    at.start()
    assert at.cube("zoe")["value"] == 1


def test_club_6_5_two_who_join_for_the_same_game_roll_for_their_order() -> None:
    at = table().do("zoe", "join").do("ann", "agree", proposal=1)
    at.do("wat", "join").do("ann", "agree", proposal=2)
    at.refused("needs_draw", "club 6.5", "ann", "start")
    at.bad("ann", "draw", rolls=[["zoe", 3, 3]])
    at.bad("ann", "draw", rolls=[["zoe", 3, 3], ["wat", 4, 3], ["ann", 1, 1]])
    at.do("ann", "draw", rolls=[["zoe", 3, 3], ["wat", 4, 3]])
    assert at.next == "ann bob cy dee wat zoe"
    at.start()


def test_club_6_5_the_program_rolls_for_joiners_at_the_start() -> None:
    at = table(board="tracked", dice={"seed": 2}, chance=Throws(1, 1, 6, 6))
    at.do("zoe", "join").do("ann", "agree", proposal=1)
    at.do("wat", "join").do("ann", "agree", proposal=2).do("ann", "start")
    assert at.state["line"] == ["ann", "bob", "cy", "dee", "wat", "zoe"]


def test_club_6_5_never_a_player_who_is_joining_as_partner() -> None:
    at = table("club", SIX).do("zoe", "join").do("ann", "agree", proposal=1)
    at.refused("partner_order", "club 1.3", "ann", "invite", player="zoe")
    at.do("ann", "invite", player="fay")


def test_leaving_in_a_game_takes_effect_at_its_end() -> None:
    at = table().box_on_roll().do("cy", "leave")
    assert at.state["away"] == ["cy"]
    at.refused("wrong_phase", "club 6.1", "cy", "leave")
    at.box_doubles(take="bob", drop="dee").finish("box")
    assert at.next == "ann dee bob"
    assert at.scores["cy"] == -1


def test_a_box_who_leaves_hands_the_box_to_the_next_in_line() -> None:
    at = table().do("ann", "leave")
    assert at.next == "bob cy dee"
    last = table("club", "ann bob").do("ann", "leave").do("bob", "leave")
    assert last.state["line"] == []


def test_a_leaving_box_is_followed_by_the_next_in_line_after_his_game() -> None:
    at = table().opening("box").do("ann", "leave").finish("box")
    assert at.next == "cy dee bob"
    won = table().opening("box").do("bob", "leave").finish("team")
    assert won.next == "cy dee ann"


# The sheet


def test_club_10_1_points_are_recorded_the_moment_a_cube_closes() -> None:
    at = table().box_on_roll().do("ann", "double").do("bob", "drop")
    assert at.points() == (1, -1, 0, 0)
    at.do("cy", "drop")
    assert at.points() == (2, -1, -1, 0)


def test_club_10_1_what_the_checkers_decided_stays_to_be_seen_in_the_pause() -> None:
    at = table("club", "ann bob cy dee").box_on_roll().box_doubles(take="bob cy", drop="dee")
    at.finish("team", "gammon")
    seen = {one["id"]: (one["status"], one["points"]) for one in at.state["cubes"]}
    assert seen == {"bob:ann": ("played", 4), "cy:ann": ("played", 4), "dee:ann": ("dropped", -1)}
    assert [one["id"] for one in at.start().state["cubes"]] == ["cy:bob", "dee:bob", "ann:bob"]


def test_club_10_1_the_loser_is_circled_and_crossed_when_he_becomes_box() -> None:
    at = table("club", "ann bob cy").opening("box").finish("team")
    assert at.row["circled"] == ["ann"]
    for winner in ("team", "team"):
        at.opening("box").finish(winner)
    assert [row["circled"] for row in at.state["games"]] == [["ann"], ["bob"], ["cy"]]
    assert [row["crossed"] for row in at.state["games"]] == [[], [], []]
    at.start()
    assert [row["crossed"] for row in at.state["games"]] == [["ann"], [], []]


def test_club_10_1_both_are_circled_captain_first_with_a_b_at_the_boxs() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=0, to="bob").agreed("bob")
    at.finish("box")
    assert (at.row["circled"], at.row["b"]) == (["bob", "ann"], "ann")
    one = table().opening("box").finish("box")
    assert (one.row["circled"], one.row["b"]) == (["bob"], None)


def test_club_10_1_one_row_a_game_and_totals_that_sum_to_zero() -> None:
    at = table().opening("box").finish("box").opening("box").finish("team", "gammon")
    assert [row["points"] for row in at.state["games"]] == [
        {"ann": 3, "bob": -1, "cy": -1, "dee": -1},
        {"ann": -3, "cy": 1, "dee": 1, "bob": 1},
    ]
    assert at.scores == {"ann": 0, "bob": 0, "cy": 0, "dee": 0}


def test_club_6_5_a_spectator_with_a_deal_may_ask_for_a_seat_as_well() -> None:
    at = table().opening("box").do("wat", "buy", cube="bob", price=1).do("wat", "join")
    assert [one["action"]["do"] for one in at.state["proposals"]] == ["buy", "join"]
    at.do("cy", "agree", proposal=2).do("bob", "agree", proposal=1).do("ann", "let", proposal=1)
    at.finish("box")
    assert at.scores == {"ann": 3, "bob": 1, "cy": -1, "dee": -1, "wat": -2}
    assert at.next == "ann cy dee bob wat"
