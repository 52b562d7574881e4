"""Proposals, the pause, taking back, mending (rulebook sections 3, 12, 14; protocol 2)."""

from __future__ import annotations

import pytest

from rules.legal import legal
from rules.log import fold, read_entry
from rules.state import Table
from rules.views import state_of
from tests.rules.driver import At, Throws, table


def two_games() -> At:
    return table().opening("box").finish("box").opening("box").finish("team")


# Mending a finished game


def test_amend_by_points_asks_all_whose_points_change() -> None:
    at = two_games()
    assert at.state["games"][0]["points"] == {"ann": 3, "bob": -1, "cy": -1, "dee": -1}
    at.do("cy", "amend", game=1, points={"ann": 3, "bob": -2, "cy": 0, "dee": -1})
    assert at.state["proposals"][0]["waits_for"] == ["bob"]
    at.agreed("bob")
    assert at.state["games"][0]["points"] == {"ann": 3, "bob": -2, "cy": 0, "dee": -1}
    assert at.state["games"][0]["amended"]
    assert at.scores == {"ann": 0, "bob": -1, "cy": 1, "dee": 0}


def test_amend_is_zero_sum_about_a_finished_game_and_those_who_played_it() -> None:
    at = two_games()
    at.bad("cy", "amend", game=1, points={"ann": 3, "bob": -1, "cy": 0, "dee": -1})
    at.bad("cy", "amend", game=3, points={"ann": 0})
    at.bad("cy", "amend", game=1)
    at.bad("cy", "amend", game=1, kind="gammon", points={"ann": 0})
    at.refused("unknown_player", "club 1.2", "cy", "amend", game=1, points={"zoe": 0})
    at.do("zoe", "join").do("ann", "agree", proposal=1)
    at.bad("cy", "amend", game=1, points={"ann": 1, "zoe": -1})


def test_amend_by_kind_counts_what_the_checkers_decided() -> None:
    at = table().box_on_roll().box_doubles(take="bob", drop="cy").do("ann", "roll")
    at.do("ann", "finish", winner="box", kind="single")
    assert at.scores == {"ann": 4, "bob": -2, "cy": -1, "dee": -1}
    at.do("ann", "amend", game=1, kind="gammon")
    assert at.state["proposals"][0]["waits_for"] == ["bob"]
    at.agreed()
    assert at.scores == {"ann": 6, "bob": -4, "cy": -1, "dee": -1}
    assert at.row["kind"] == "gammon"
    dropped = table("club", "ann bob").box_on_roll().box_doubles(drop="bob")
    dropped.bad("ann", "amend", game=1, kind="gammon")


def test_amend_by_kind_shares_with_the_partner() -> None:
    at = table("club", "ann bob cy dee eve fay").do("ann", "invite", player="fay").agreed()
    at.box_on_roll().box_doubles(take="bob").do("ann", "roll")
    at.do("ann", "finish", winner="box", kind="single")
    assert at.points("ann", "fay", "bob") == (3, 2, -2)
    at.do("ann", "amend", game=1, kind="gammon").agreed()
    assert at.points("ann", "fay", "bob") == (4, 3, -4)


# Points outside the games


def test_transfer_is_proposed_to_the_receiver_and_sums_to_zero() -> None:
    at = two_games().do("ann", "transfer", to="bob", points=4)
    assert at.state["proposals"][0]["waits_for"] == ["bob"]
    before = dict(at.scores)
    at.agreed("bob")
    assert at.scores["ann"] == before["ann"] - 4
    assert at.scores["bob"] == before["bob"] + 4
    assert at.table.transfers == ({"ann": -4, "bob": 4},)
    at.bad("ann", "transfer", to="ann", points=1)
    at.bad("ann", "transfer", to="bob", points=0)
    at.bad("ann", "transfer", to="bob", points="1.5")
    at.refused("unknown_player", "club 1.2", "ann", "transfer", to="zoe", points=1)
    at.start().refused("not_between_games", "rulebook 4", "ann", "transfer", to="bob", points=1)


# Abandoning and closing


def test_abandon_needs_all_and_voids_every_live_cube() -> None:
    at = table().box_on_roll().box_doubles(drop="bob").do("cy", "abandon")
    assert at.state["proposals"][0]["waits_for"] == ["ann", "bob", "dee"]
    at.agreed("ann", "bob")
    assert at.phase == "before_roll"
    at.agreed("dee")
    assert at.phase == "between_games"
    assert at.scores == {"ann": 1, "bob": -1, "cy": 0, "dee": 0}
    at.refused("wrong_phase", "rulebook 4", "cy", "abandon")


def test_close_ends_the_session_for_good() -> None:
    at = two_games()
    at.start().refused("not_between_games", "rulebook 4", "ann", "close")
    at.opening("box").finish("box")
    at.do("ann", "close")
    assert at.state["closed"]
    assert at.due == []
    at.refused("wrong_phase", "protocol", "ann", "start")
    at.refused("wrong_phase", "protocol", "ann", "note", text="x")
    at.refused("wrong_phase", "protocol", "ann", "open", players=["ann", "bob"])


# Proposals


def test_starting_a_game_lapses_the_proposals_of_the_pause() -> None:
    at = table().do("cy", "stake", value=2).do("zoe", "join").start()
    assert at.state["proposals"] == []
    at.refused("too_late", "club 4.5", "ann", "agree", proposal=1)
    at.do("zoe", "join")
    assert at.state["proposals"][0]["id"] == 3


def test_a_game_that_ends_lapses_its_deals_and_not_who_asks_to_join() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=1, to="bob")
    at.do("zoe", "join").do("cy", "abandon").finish("box")
    assert [one["action"]["do"] for one in at.state["proposals"]] == ["join"]
    at.do("cy", "agree", proposal=2)
    assert at.next == "ann cy dee bob zoe"


def test_a_joiner_may_withdraw_and_others_not_for_him() -> None:
    at = table().do("zoe", "join")
    at.refused("not_a_party", "club 4.5", "ann", "withdraw", proposal=1)
    at.do("zoe", "withdraw", proposal=1)
    assert at.state["proposals"] == []


def test_an_agreement_to_what_is_no_longer_allowed_is_refused_for_that_reason() -> None:
    at = table().do("cy", "stake", value=2)
    at.do("ann", "agree", proposal=1).do("bob", "agree", proposal=1)
    at.start()
    at.refused("too_late", "club 4.5", "dee", "agree", proposal=1)


# Taking back


def test_takeback_is_agreed_by_the_other_sides_mover_and_leaves_its_entry() -> None:
    at = table("club", "ann bob cy", board="tracked").start().do("ann", "opening", dice=[3, 1])
    at.do("ann", "play", move="8/5 6/5").do("ann", "takeback")
    assert at.state["proposals"][0]["waits_for"] == ["bob"]
    entries = len(at.log)
    at.agreed("bob")
    assert (at.phase, at.state["dice"], at.state["pips"]["box"]) == ("play", [3, 1], 167)
    assert len(at.log) == entries + 1
    assert at.state["n"] == len(at.log)


def test_takeback_asks_every_player_whose_cube_it_touches() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["cy"]).do("cy", "take")
    at.do("ann", "takeback")
    assert at.state["proposals"][0]["waits_for"] == ["bob", "cy"]
    at.agreed("bob", "cy")
    assert (at.phase, at.cube("cy")["status"]) == ("answer", "offered")
    at.do("cy", "drop")


def test_takeback_over_several_steps_with_one_agreement() -> None:
    at = table().team_on_roll().team_doubles("bob cy", take="bob", drop="cy").turn()
    at.do("ann", "takeback", steps=3).agreed()
    assert (at.phase, at.due) == ("answer", ["ann"])
    at.box_answers(drop="bob cy")
    assert at.points() == (-2, 1, 1, 0)


def test_takeback_goes_back_over_the_end_of_a_game() -> None:
    at = table().box_on_roll().box_doubles(take="bob cy dee").turn()
    at.do("bob", "roll").do("bob", "finish", winner="team", kind="gammon")
    assert at.phase == "between_games"
    at.do("bob", "takeback")
    assert set(at.state["proposals"][0]["waits_for"]) == {"ann", "cy", "dee"}
    at.agreed()
    assert (at.phase, at.state["games"], at.scores["bob"]) == ("play", [], 0)
    at.do("bob", "finish", winner="team", kind="single")
    assert at.scores["bob"] == 2


def test_takeback_does_not_reach_over_a_start_and_not_further_than_there_is() -> None:
    at = table().start()
    at.refused("too_late", "club 8.5", "ann", "takeback")
    at.opening("box").do("ann", "done")
    at.refused("too_late", "club 8.5", "ann", "takeback", steps=3)
    at.do("ann", "takeback", steps=2).agreed()
    assert at.phase == "opening"


def test_takeback_leaves_who_sits_and_who_is_away_as_they_are() -> None:
    at = table().team_on_roll().do("cy", "away").do("zoe", "join").do("dee", "agree", proposal=1)
    at.do("bob", "roll").do("bob", "takeback").agreed("ann")
    assert at.state["away"] == ["cy"]
    assert "zoe" in at.table.line
    at.finish("box")
    assert at.next == "ann cy dee bob zoe"


def test_a_takeback_lapses_when_the_game_goes_on() -> None:
    at = table().team_on_roll().do("ann", "takeback").do("bob", "roll")
    at.refused("too_late", "club 4.5", "bob", "agree", proposal=1)


# Notes, hosts, fair dice


def test_notes_flags_and_acts_of_the_host_have_no_say_over_the_game() -> None:
    at = table().opening("box")
    before = state_of(at.table)
    at.do("cy", "note", text="what a roll").do("ann", "flag", text="?")
    after = state_of(at.table)
    assert {**before, "n": 0} == {**after, "n": 0}
    at.do("", "unseat", player="cy")
    assert at.state["away"] == ["cy"]
    at.do("", "seat", player="cy")
    assert at.state["away"] == []
    at.do("", "ban", player="dee")
    assert at.state["away"] == ["dee"]
    at.bad("cy", "note", text="   ")


def test_salt_is_for_fair_dice_between_games() -> None:
    manual = table()
    manual.refused("option_off", "rulebook 4", "cy", "salt", text="mine")
    at = table("club", "ann bob", board="tracked", dice="fair", chance=Throws(3, 1))
    at.do("bob", "salt", text="mine").start()
    at.refused("not_between_games", "rulebook 4", "bob", "salt", text="late")
    assert at.do("ann", "opening").state["dice"] == [3, 1]


# The form of a table


@pytest.mark.parametrize(
    "players",
    [
        ["ann", "ANN"], ["ann", "box"], ["ann", "Captain"], ["ann", "a:b"], ["ann", ""],
        ["ann", "x" * 25], ["ann", "b,c"], ["ann", "Straße", "STRASSE"], ["ann", 'b"c'],
    ],
)  # fmt: skip
def test_names_are_one_to_24_characters_and_no_words_of_the_game(players: list[str]) -> None:
    refusal = At().ask("", "open", players=players)
    assert refusal is not None
    assert refusal.code == "bad_request"


def test_names_in_any_case_and_aliases_mean_who_is_seated() -> None:
    at = table("club", ["Ann", "Bob", "Zoë"]).do("BOX", "start").do("ANN", "opening", dice=[6, 1])
    at.do("box", "done").do("captain", "double", cubes=["BOB"]).do("ZOË", "stay")
    at.do("Box", "answer", take=["bob:ANN"])
    at.do("mover", "roll")
    assert at.cube("Bob:Ann")["owner"] == "Ann"


def test_a_session_has_two_players_at_least_and_no_more_than_may_sit() -> None:
    assert_refused("needs_players", players=["ann"])
    assert_refused("full", players=[f"p{n}" for n in range(11)])
    assert_refused("bad_request", players=["ann", "bob"], rules="whist")
    assert_refused("bad_request", players=["ann", "bob"], rules={"base": "club", "jacoby": 1})
    assert_refused("bad_request", players=["ann", "bob"], board="physical", dice="fair")
    assert_refused("bad_request", players=["ann", {"name": "bob", "stake": 3}])


def assert_refused(code: str, **request: object) -> None:
    refusal = At().ask("", "open", **request)
    assert refusal is not None
    assert refusal.code == code


def test_nothing_before_open() -> None:
    at = At()
    for verb in ("start", "join", "note"):
        params = {"text": "x"} if verb == "note" else {}
        at.refused("wrong_phase", "protocol", "ann", verb, **params)


# Boards of wood


def test_a_wooden_board_takes_done_and_finish_and_shows_a_position() -> None:
    at = table().start()
    at.bad("ann", "opening")
    at.bad("ann", "opening", dice=[6, 1], first="box")
    at.do("ann", "opening", first="team")
    assert (at.state["turn"], at.state["dice"]) == ("team", None)
    at.refused("option_off", "rulebook 4", "bob", "play", move="8/5 6/5")
    at.bad("cy", "show", position="nonsense")
    at.do("cy", "show", position="4HPwATDgc/ABMA")
    at.do("bob", "done").do("ann", "roll")
    at.refused("not_permitted", "club 3.5", "cy", "finish", winner="team", kind="single")
    at.do("bob", "finish", winner="team", kind="single")


def test_a_tracked_board_does_not() -> None:
    at = table(board="tracked").start()
    at.bad("ann", "opening", first="box")
    at.do("ann", "opening", dice=[3, 1])
    at.refused("option_off", "rulebook 4", "ann", "done")
    at.refused("option_off", "rulebook 4", "ann", "finish", winner="box", kind="single")
    at.refused("option_off", "rulebook 4", "ann", "show", position="4HPwATDgc/ABMA")
    at.bad("bob", "roll")


def test_the_log_gives_the_table_at_every_entry() -> None:
    at = two_games()
    folded = Table()
    for n, line in enumerate(at.log, 1):
        folded = fold(folded, read_entry(line, n))
    assert state_of(folded) == at.state


@pytest.mark.parametrize("rules", ["club", "play65"])
@pytest.mark.parametrize("players", [2, 6, 7, 13])
def test_a_draw_is_offered_however_many_draw(rules: str, players: int) -> None:
    at = table({"base": rules, "max_players": 24}, [f"p{n}" for n in range(players)], draw=True)
    offer = next(one for one in legal(at.table, "p1") if one.verb == "draw")
    request = offer.sample.request()
    at.do(request.pop("by"), request.pop("do"), **request)
    assert at.next == " ".join(f"p{n}" for n in range(players))


def test_takeback_does_not_reach_over_what_was_agreed_in_the_pause() -> None:
    for verb, params in (
        ("transfer", {"to": "bob", "points": 2}),
        ("swap", {"with": "bob"}),
        ("relinquish", {}),
        ("leave", {}),
    ):
        at = table({"base": "tavla"}).opening("box").finish("box")
        at.do("ann", verb, **params)
        if at.state["proposals"]:
            at.agreed()
        scores, line = at.scores, at.next
        at.refused("too_late", "rulebook 13", "bob", "takeback")
        assert (at.scores, at.next) == (scores, line)


def test_takeback_of_the_end_brings_back_who_left_with_it_as_leaving() -> None:
    at = table().opening("box").do("dee", "leave").finish("box")
    assert at.next == "ann cy bob"
    at.do("ann", "takeback").agreed("bob", "cy")
    assert at.state["away"] == ["dee"]
    at.finish("team")
    assert at.next == "bob cy ann"


def test_a_players_name_serves_for_the_cube_between_him_and_who_asks() -> None:
    at = table().box_on_roll().do("ann", "double").do("bob", "drop").do("cy", "take")
    at.do("dee", "drop").do("bob", "extra").do("dee", "no_extra").do("cy", "take")
    for by, cube, wanted in (
        ("ann", "cy", "cy:ann"), ("bob", "cy", "cy:bob"), ("cy", "bob", "cy:bob"),
        ("cy", "box", "cy:ann"), ("bob", "CY:Bob", "cy:bob"),
    ):  # fmt: skip
        at.do(by, "settle", cube=cube, points=1, to="cy")
        assert at.state["proposals"][-1]["action"]["cube"] == wanted
    at.refused("no_such_cube", "club 1.4", "dee", "settle", cube="cy", points=1, to="cy")
    at.refused("cube_out", "club 5.5", "ann", "settle", cube="bob", points=1, to="bob")


def test_rulebook_12_a_resignation_waits_while_a_double_is_answered() -> None:
    at = table().box_on_roll().do("ann", "resign", kind="single", cubes=["dee"])
    number = at.table.last_proposal
    at.do("ann", "double", cubes=["bob"])
    at.refused("wrong_phase", "rulebook 4", "dee", "agree", proposal=number)
    at.do("bob", "drop").do("dee", "agree", proposal=number)
    assert at.scores["dee"] == 1


def test_tavla_15_a_place_is_not_swapped_once_the_house_has_given_up_side_deals() -> None:
    at = table("tavla").do("cy", "swap", **{"with": "dee"})
    number = at.table.last_proposal
    at.do("bob", "rules", set={"side_deals": False}).agreed()
    at.refused("option_off", "rulebook 12", "dee", "agree", proposal=number)
    assert at.next == "ann bob cy dee"
