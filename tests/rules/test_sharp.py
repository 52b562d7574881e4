"""What mutating the rules has shown to be tested by nobody: each of these kills a mutant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.answers import answer_rule
from rules.events import Said
from tests.rules.driver import At, table
from tests.rules.test_club_cubes import lone


def sentence(at: At) -> str:
    rule = answer_rule(at.table, at.due[0])
    assert rule is not None
    return rule.sentence()


def offered_rule(at: At) -> dict[str, Any]:
    rule = answer_rule(at.table, at.due[0])
    assert rule is not None
    return rule.offer()


# Talk (rulebook section 11)


def test_the_team_is_heard_by_the_team_and_not_by_who_gave_an_extra() -> None:
    at = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "take").turn()
    at.do("cy", "say", topic="checkers", to="team", text="hit")
    assert isinstance(at.events[0], Said)
    assert at.events[0].hearers == ("cy", "dee")


def test_club_5_7_an_extra_that_is_over_bars_nobody_any_more() -> None:
    at = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "take").turn()
    talk = {"topic": "checkers", "to": "team", "text": "hit"}
    at.refused("no_consult", "club 5.7", "bob", "say", **talk)
    at.do("cy", "double", cubes=["cy:bob"]).do("bob", "drop")
    at.refused("no_consult", "club 3.2", "bob", "say", **talk)


def test_there_is_nothing_to_advise_on_between_games() -> None:
    table().refused("wrong_phase", "rulebook 4", "cy", "say", topic="cube", to="team", text="x")


def test_table_talk_waits_in_every_phase_in_which_cubes_are_decided() -> None:
    tables = {
        "declare": table("club", "ann bob cy dee").team_on_roll().do("bob", "double"),
        "answer": table().box_on_roll().do("ann", "double"),
        "extras": lone(),
        "beavered": table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver"),
    }
    for phase, at in tables.items():
        assert at.phase == phase
        at.do("dee", "say", topic="table", to="all", text="coffee?")
        assert len(at.table.held_talk) == 1, phase


# Rotation


def test_play65_15_captain_and_box_are_circled_where_the_captaincy_was_passed_on() -> None:
    at = table("play65").box_on_roll().box_doubles(take="cy dee", drop="bob").finish("team")
    assert (at.row["circled"], at.row["b"]) == (["bob", "ann"], "ann")
    kept = table("play65").box_on_roll().box_doubles(take="bob cy dee").finish("team")
    assert (kept.row["circled"], kept.row["b"]) == (["ann"], None)
    club = table("club").box_on_roll().box_doubles(take="cy dee", drop="bob").finish("team")
    assert club.row["circled"] == ["bob", "ann"]


def test_play65_15_who_bought_from_outside_the_line_is_nobodys_heir() -> None:
    house = {"base": "play65", "settlements": True, "lone_taker": "plays_on"}
    at = table(house, "ann bob cy").box_on_roll()
    at.do("wat", "buy", cube="cy", price=1).agreed("cy")
    at.box_doubles(drop="bob", take="wat")
    assert at.mover == "wat"
    assert at.finish("team").next == "cy bob ann"


def test_club_6_4_a_partner_who_leaves_is_no_partner_of_the_next_game() -> None:
    at = table("club", "ann bob cy dee eve fay").do("ann", "invite", player="fay").agreed("fay")
    at.opening("box").do("fay", "leave").finish("box")
    assert at.state["next"]["partner"] is None
    assert at.next.split()[0] == "ann"


def settled_captain(**options: Any) -> At:
    at = table({"base": "hungarian", **options}, "ann bob cy dee").opening("box")
    at.do("ann", "settle", cube="cy", points=1, to="ann").agreed("cy")
    at.do("ann", "settle", cube="bob", points=0, to="bob").agreed("bob")
    assert at.mover == "dee"
    return at.finish("team")


def test_hungarian_18_a_captain_settled_for_nothing_lets_the_acting_one_win_the_box() -> None:
    assert settled_captain().next == "dee cy bob ann"


def test_hungarian_18_not_where_the_box_has_to_break_even() -> None:
    assert settled_captain(box_stays="and_breaks_even").next == "cy dee bob ann"


def test_hungarian_18_a_cube_won_by_dropping_a_beaver_was_won_over_the_board() -> None:
    at = table({"base": "hungarian", "beavers": True}, "ann bob dee cy").box_on_roll()
    at.do("ann", "double", cubes=["bob"]).do("bob", "drop").turn().turn()
    assert at.mover == "dee"
    at.do("ann", "double", cubes=["dee"]).do("dee", "beaver").do("ann", "drop")
    assert at.cube("dee")["points"] > 0
    assert at.finish("box").next.split()[0] == "dee"


def test_tavla_13_the_assistant_is_box_after_a_captain_who_beat_the_box() -> None:
    rules = {
        "base": "tavla", "partner": "second_box", "partner_from": 4, "box_stays": "beats_captain",
    }  # fmt: skip
    at = table(rules).do("ann", "invite", player="dee").agreed("dee").opening("box")
    assert at.finish("team").next.split()[0] == "dee"


# What may be answered


def test_nobody_has_an_answer_to_give_where_there_is_no_game() -> None:
    assert answer_rule(table().table, "ann") is None
    assert answer_rule(table().opening("box").table, "ann") is None


@pytest.mark.parametrize(
    ("rules", "players", "need", "said"),
    [
        ("club", "ann bob cy dee", 2, "at least 2 of the 3 cubes, or drop all"),
        ("club", "ann bob cy dee eve", 2, "at least 2 of the 4 cubes, or drop all"),
        ("club", "ann bob cy", 2, "take both cubes or drop both"),
        ("tavla", "ann bob cy dee eve fay", 3, "bob:ann, and at least 3 of the 5, or drop all"),
        ("play65", "ann bob cy dee", 1, "enough cubes that a single win pays"),
    ],
)
def test_the_boxs_rule_says_how_many_he_needs(
    rules: str, players: str, need: int, said: str
) -> None:
    at = table(rules, players).team_on_roll().team_doubles(players.removeprefix("ann "))
    assert said in sentence(at)
    rule = offered_rule(at)
    assert (rule["at_least"], rule["or_none"]) == (need, True)


def test_club_5_11_any_number_needs_none() -> None:
    at = table().team_on_roll().team_doubles("bob cy")
    assert offered_rule(at)["at_least"] == 0
    assert sentence(at) == "Box may take any number of the 2 cubes."


def test_the_lone_takers_rule_says_whether_he_may_drop_an_extra() -> None:
    at = lone().do("bob", "extra").do("dee", "no_extra")
    assert sentence(at) == "The lone taker takes all extras, or drops everything."
    assert offered_rule(at)["or_none"] is False
    house = {"base": "club", "lone_taker": "extras_may_drop"}
    may = lone(house).do("bob", "extra").do("dee", "no_extra")
    assert sentence(may) == "The lone taker may take or drop each extra."
    assert offered_rule(may)["or_none"] is True


def test_hungarian_21_a_proxy_who_was_not_doubled_is_bound_by_nobodys_answer() -> None:
    at = table("hungarian").box_on_roll().do("cy", "proxy", to="dee")
    at.do("ann", "double", cubes=["bob", "cy"]).do("bob", "take")
    at.do("dee", "drop", **{"as": "cy"})
    assert at.cube("cy")["status"] == "dropped"


# Who is asked, and what for


def test_no_roll_before_an_answer_nor_in_the_middle_of_extras() -> None:
    for at in (table().box_on_roll().do("ann", "double"), lone()):
        at.refused("wrong_phase", "rulebook 4", "ann", "roll")


def test_club_5_11_one_cube_is_not_called_any_number() -> None:
    at = table().team_on_roll().team_doubles("bob")
    assert sentence(at) == "Box may take the cube, or drop it."


def test_club_3_3_quiet_does_not_bind_the_partner_who_consults_on_the_play() -> None:
    at = table("club", "ann bob cy dee eve fay").do("ann", "invite", player="fay").agreed("fay")
    at.opening("box")
    at.do("fay", "say", topic="table", to="all", text="well?")
    assert at.table.held_talk == ()
    at.do("cy", "say", topic="table", to="all", text="coffee?")
    assert len(at.table.held_talk) == 1


def test_club_4_4_who_gave_an_extra_may_buy_once_it_is_over() -> None:
    at = lone().do("bob", "extra").do("dee", "no_extra").do("cy", "take").turn()
    at.refused("not_permitted", "club 4.4", "bob", "buy", cube="cy:ann", price=1)
    at.do("cy", "double", cubes=["cy:bob"]).do("bob", "drop")
    at.do("bob", "buy", cube="cy:ann", price=1)


def test_club_4_5_a_buyer_may_withdraw_while_the_box_thinks() -> None:
    at = table().opening("box").do("dee", "buy", cube="cy", price=1).agreed("cy")
    assert at.due == ["ann"]
    at.do("dee", "withdraw", proposal=1)
    assert at.state["proposals"] == []


def test_tavla_15_no_side_bet_on_a_game_that_is_not_on() -> None:
    at = table("tavla")
    refusal = at.ask("cy", "bet", **{"with": "dee"}, on="box", points=1)
    assert refusal is not None
    assert refusal.code == "wrong_phase"


def test_hungarian_22_an_illegal_play_is_pointed_out_during_a_roll_off_too() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points="1.5", to="bob").agreed()
    assert at.phase == "rolloff"
    at.do("cy", "flag", text="that was a 5")


def test_a_game_on_a_real_board_is_finished_by_a_play_and_not_before_the_roll() -> None:
    at = table().box_on_roll()
    at.refused("wrong_phase", "rulebook 4", "ann", "finish", winner="box", kind="single")


def test_club_5_3_who_was_not_doubled_has_nothing_to_answer_even_by_an_empty_list() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"])
    at.refused("not_permitted", "club 5.8", "cy", "answer", take=["bob:ann"])


def test_rulebook_10_nobody_stands_in_for_somebody_of_neither_side() -> None:
    at = table().team_on_roll().do("zoe", "join").agreed("ann")
    at.do("zoe", "away")
    at.refused("not_permitted", "club 7.1", "bob", "double", **{"as": "zoe"})


def test_club_5_3_what_a_doubled_player_may_say_is_named() -> None:
    at = table().box_on_roll().do("ann", "double")
    assert sentence(at) == "Take, drop or beaver."
    dry = table("hungarian").box_on_roll().do("ann", "double")
    assert sentence(dry) == "Take or drop."


def test_rulebook_10_only_a_named_proxy_leaves_in_anothers_name() -> None:
    at = table().do("dee", "away")
    at.refused("not_permitted", "club 7.1", "cy", "leave", **{"as": "dee"})
    at.do("dee", "proxy", to="cy").do("cy", "leave", **{"as": "dee"})
    assert at.next == "ann bob cy"


def test_club_5_8_an_answer_by_list_waits_for_its_phase_its_player_and_its_turn() -> None:
    at = table()
    at.refused("wrong_phase", "rulebook 4", "ann", "answer", take=["bob"])
    at.team_on_roll().refused("wrong_phase", "rulebook 4", "ann", "answer", take=["bob"])
    doubled = table().box_on_roll().do("ann", "double")
    doubled.refused("not_permitted", "club 7.1", "dee", "answer", take=["bob:ann"], **{"as": "bob"})
    doubled.refused("order", "club 5.8", "cy", "answer", take=["cy:ann"])


def test_club_1_3_nobody_leaves_before_the_draw() -> None:
    refusal = table(draw=True).ask("dee", "leave")
    assert refusal is not None
    assert refusal.code == "needs_draw"


def test_club_1_3_the_draw_comes_before_what_is_done_between_games() -> None:
    for verb, params in (("relinquish", {}), ("stake", {"value": 2}), ("swap", {"with": "bob"})):
        refusal = table("tavla", draw=True).ask("ann", verb, **params)
        assert refusal is not None
        assert refusal.code == "needs_draw"


def phase_draw() -> At:
    return table(draw=True)


def phase_opening() -> At:
    return table().start()


def phase_extras() -> At:
    return (
        table()
        .box_on_roll()
        .do("ann", "double")
        .do("bob", "take")
        .do("cy", "drop")
        .do("dee", "drop")
    )


def phase_rolloff() -> At:
    at = table().team_on_roll().do("ann", "settle", cube="dee", points="1.5", to="dee")
    return at.agreed("dee")


@pytest.mark.parametrize(
    ("reach", "phase", "words"),
    [
        (phase_opening, "opening", "the opening roll"),
        (phase_extras, "extras", "the extras"),
        (phase_rolloff, "rolloff", "the roll-off of a half point"),
    ],
)
def test_rulebook_4_what_comes_too_early_is_told_what_the_table_waits_for(
    reach: Callable[[], At], phase: str, words: str
) -> None:
    at = reach()
    assert at.phase == phase
    refusal = at.ask(at.table.box, "roll")
    assert refusal is not None
    assert refusal.sentence() == f"roll is not due now: the table waits for {words}."


def test_rulebook_4_before_the_draw_the_table_waits_for_it() -> None:
    refusal = phase_draw().ask("ann", "roll")
    assert refusal is not None
    assert "the draw" in refusal.sentence()


def test_club_8_2_a_game_is_resigned_before_its_opening_roll() -> None:
    at = table().start().do("ann", "resign", kind="single", cubes=["dee"]).agreed("dee")
    assert at.status()["dee:ann"][0] == "settled"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("drop", "The cube cy:ann is out of the game: dropped."),
        ("settle", "The cube cy:ann is out of the game: settled."),
    ],
)
def test_rulebook_5_who_asks_for_a_cube_that_is_out_is_told_how_it_went(
    how: str, told: str
) -> None:
    at = table().team_on_roll()
    if how == "drop":
        at.team_doubles("cy", drop="cy").turn()
    else:
        at.do("ann", "settle", cube="cy", points=1, to="cy").agreed("cy")
    refusal = at.ask("ann", "settle", cube="cy", points=1, to="cy")
    assert refusal is not None
    assert refusal.sentence() == told


def test_club_4_5_the_buyers_own_cube_is_void_and_says_so() -> None:
    at = table().team_on_roll().do("ann", "sell", to="cy", price=1).agreed()
    refusal = at.ask("ann", "settle", cube="cy", points=1, to="cy")
    assert refusal is not None
    assert refusal.sentence() == "The cube cy:ann is out of the game: void."


def test_rulebook_10_who_stands_in_acts_for_the_cube_and_for_nothing_else() -> None:
    at = table().team_on_roll().do("dee", "away")
    at.refused("not_permitted", "club 7.1", "bob", "abandon", **{"as": "dee"})
    at.do("bob", "double", **{"as": "dee"})
    assert at.cube("dee")["offered"] == 2
