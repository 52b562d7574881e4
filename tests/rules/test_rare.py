"""Rare corners of the clauses, which measuring coverage and mutating the rules have shown."""

from __future__ import annotations

import pytest

from rules.actions import read_action
from rules.consult import may_consult, others_to_ask
from rules.decide_turns import kind_of_win
from rules.generator import Move
from rules.legal import fits, legal, offered
from rules.notation import Illegal, read_play
from rules.plays import ways
from rules.position import Position
from rules.rounds import (
    beaver_answerers,
    everybody_doubled,
    holding,
    may_answer_now,
    my_beavers,
    pending,
    undeclared,
    unspoken,
)
from tests.rules.driver import Throws, table


class Fair(Throws):
    """Dice whose secret is told at the end of each game."""

    def __init__(self, *dice: int) -> None:
        super().__init__(*dice)
        self.secrets = 0

    def commit(self) -> str | None:
        self.secrets += 1
        return f"{self.secrets:064x}"

    def reveal(self) -> str | None:
        return f"secret {self.secrets}"


# Fair dice (rulebook section 14)


def test_fair_dice_are_bound_at_the_start_and_told_at_the_end_of_a_game() -> None:
    at = table(board="tracked", dice="fair", chance=Fair(6, 1)).start()
    bound = at.table.commit
    assert bound == f"{1:064x}"
    at.do("ann", "opening").do("ann", "resign")
    for number in (1, 2, 3):
        one = at.table.proposal(number)
        assert one is not None
        at.do(one.waits_for[0], "agree", proposal=number)
    assert at.phase == "between_games"
    assert at.table.commit is None
    assert any(event["event"] == "reveal" for event in at.log[-1]["events"])


def test_a_takeback_within_a_game_keeps_the_secret_and_over_its_end_makes_a_new_one() -> None:
    chance = Fair(6, 1, 3, 2)
    at = table(board="tracked", dice="fair", chance=chance).start().do("ann", "opening")
    at.do("ann", "play", move="13/7 8/7")
    at.do("ann", "takeback").agreed()
    assert (at.phase, chance.secrets) == ("play", 1)
    at.do("ann", "resign")
    for name, number in (("bob", 2), ("cy", 3), ("dee", 4)):
        at.do(name, "agree", proposal=number)
    assert at.table.game is None
    at.do("ann", "takeback").agreed()
    assert (at.phase, chance.secrets) == ("play", 2)
    assert at.table.commit == f"{2:064x}"


# How a game ends


@pytest.mark.parametrize(
    ("theirs", "kind"),
    [
        ({6: 14}, "single"),
        ({25: 14}, "single"),
        ({18: 15}, "gammon"),
        ({19: 1, 18: 14}, "backgammon"),
        ({25: 1, 6: 14}, "backgammon"),
    ],
)
def test_a_gammon_and_a_backgammon_by_where_the_losers_checkers_stand(
    theirs: dict[int, int], kind: str
) -> None:
    assert kind_of_win(Position.of({}, theirs)) == kind


def test_the_last_checker_borne_off_ends_the_game_on_a_tracked_board() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[6, 1])
    assert at.table.game is not None
    near = Position.of({1: 1}, {1: 14})
    at.table = at.table.but(game=at.table.game.but(position=near))
    at.do("ann", "play", move="1/off")
    assert at.row["kind"] == "single"
    assert at.points() == (3, -1, -1, -1)


# Clauses of the club


def test_club_4_3_the_box_sold_at_a_half_is_rolled_off_first() -> None:
    at = table().opening("box").do("ann", "sell", to="wat", price="0.5").agreed()
    assert (at.phase, set(at.due)) == ("rolloff", {"ann", "wat"})
    at.do("ann", "rolloff", dice=[[6, 5], [1, 2]])
    assert at.table.game is not None
    assert at.table.game.boxer == "wat"
    assert at.scores["ann"] == 1
    at.finish("team")
    assert at.row["points"] == {"ann": 1, "bob": 1, "cy": 1, "dee": 1, "wat": -4}


def test_club_5_4_a_further_redouble_after_a_raccoon_is_agreed_to_again() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.do("ann", "raccoon").agreed("bob")
    assert at.cube("bob")["value"] == 8
    at.refused("wrong_phase", "club 5.4", "cy", "raccoon")
    at.do("bob", "raccoon").agreed("ann")
    assert (at.cube("bob")["value"], at.phase) == (16, "before_roll")
    at.do("ann", "raccoon").do("ann", "roll").refused(
        "too_late", "club 4.5", "bob", "agree", proposal=3
    )


def test_club_5_4_who_has_raccooned_several_says_which() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob", "cy"])
    at.do("bob", "beaver").do("cy", "beaver")
    at.bad("ann", "raccoon").bad("ann", "accept")
    at.bad("ann", "accept", cube="dee")
    at.do("ann", "raccoon", cube="bob")
    at.refused("wrong_phase", "club 5.4", "bob", "accept")
    at.agreed("bob").do("ann", "raccoon", cube="cy").agreed("cy")
    at.bad("ann", "raccoon")
    at.do("ann", "raccoon", cube="cy").agreed("cy")
    assert (at.cube("bob")["value"], at.cube("cy")["value"]) == (8, 16)


def test_club_5_7_who_dropped_a_cube_he_bought_gives_himself_no_extra() -> None:
    at = table("club", "ann bob cy").box_on_roll()
    at.do("cy", "buy", cube="bob", price=1).agreed("bob").do("ann", "let", proposal=1)
    at.do("ann", "double").do("cy", "answer", take=["cy:ann"], drop=["bob:ann"])
    assert at.phase == "before_roll"
    assert at.cube("cy")["value"] == 2


def test_club_4_4_who_gave_an_extra_does_not_buy_from_those_he_sits_against() -> None:
    at = table("club", "ann bob cy dee").box_on_roll()
    at.do("ann", "double").do("bob", "drop").do("cy", "take").do("dee", "drop")
    at.do("bob", "extra").do("dee", "no_extra").do("cy", "take")
    at.refused("not_permitted", "club 4.4", "bob", "buy", cube="cy:ann", price=1)
    at.refused("not_permitted", "club 4.4", "cy", "buy", cube="cy:bob", price=1)
    assert at.table.game is not None
    assert at.table.game.side_of("bob") == "box"
    at.do("ann", "sell", to="dee", price=1).agreed()
    assert at.table.game is not None
    boxers = {cube.id: cube.boxer for cube in at.table.game.live}
    assert boxers == {"cy:ann": "dee", "cy:bob": "bob"}


def test_club_5_9_an_offered_cube_and_one_declared_with_are_not_doubled_again() -> None:
    at = table().team_on_roll().do("bob", "double")
    at.refused("wrong_phase", "rulebook 4", "bob", "double")
    at.do("cy", "stay").refused("wrong_phase", "rulebook 4", "cy", "double")
    at.refused("wrong_phase", "rulebook 4", "cy", "stay")
    at.refused("wrong_phase", "club 5.10", "ann", "take")


def test_club_5_3_who_has_answered_and_who_was_not_asked() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob", "cy"]).do("bob", "take")
    at.refused("wrong_phase", "rulebook 4", "bob", "drop")
    at.refused("not_permitted", "club 5.8", "dee", "take")
    at.bad("cy", "take", cube="bob")


def test_club_1_4_the_box_has_no_say_about_a_cube_on_the_teams_turn_nor_they_on_his() -> None:
    at = table().box_on_roll()
    at.refused("not_permitted", "club 1.4", "bob", "double")
    at.refused("not_your_cube", "club 1.4", "bob", "resign", cubes=["cy:ann"])


# Who is due, where nobody is


def test_nobody_is_due_where_no_game_and_no_round_is_on() -> None:
    at = table()
    assert others_to_ask(at.table) == ()
    assert may_consult(at.table, "cy")
    assert unspoken(at.table) == holding(at.table) == ()
    game = at.start().table.game
    assert game is not None
    assert undeclared(at.table, game) == may_answer_now(at.table, game) == ()
    assert beaver_answerers(at.table, game) == my_beavers(at.table, game, "ann") == ()
    assert pending(game, "ann") == ()
    assert not everybody_doubled(game, "ann")


def test_nobody_acts_in_the_name_of_a_player_who_is_here() -> None:
    at = table().team_on_roll()
    action = read_action({"do": "double", "by": "cy", "as": "bob"})
    assert not offered(at.table, action)
    at.refused("not_permitted", "club 7.1", "cy", "double", **{"as": "bob"})
    at.do("cy", "away").do("bob", "double", **{"as": "cy"})


def test_rulebook_10_between_games_only_a_named_proxy_acts_for_who_is_away() -> None:
    at = table().do("cy", "away")
    at.refused("not_permitted", "club 7.1", "bob", "transfer", to="ann", points=1, **{"as": "cy"})


def test_rulebook_10_what_waits_for_a_leaver_lapses() -> None:
    at = table().do("ann", "stake", value=2)
    waits = at.state["proposals"][0]["waits_for"]
    assert "dee" in waits
    at.do("dee", "leave")
    assert at.state["proposals"] == []


def test_an_id_of_gnu_backgammon_and_an_xgid_show_a_board_of_wood() -> None:
    at = table().opening("box")
    at.do("cy", "show", position="XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    at.bad("cy", "show", position="XGID=nonsense")


def test_acts_of_the_host_put_somebody_away_once() -> None:
    at = table().do("ann", "seat", player="bob").do("ann", "unseat", player="bob")
    assert at.state["away"] == ["bob"]
    at.do("ann", "ban", player="bob")
    assert at.state["away"] == ["bob"]
    at.do("ann", "seat", player="bob")
    assert at.state["away"] == []


def test_tavla_13_an_assistant_who_leaves_is_gone_with_the_game() -> None:
    at = table({"base": "tavla", "partner": "second_box", "partner_from": 4})
    at.do("ann", "invite", player="dee").agreed("dee").opening("box").do("dee", "leave")
    at.finish("box")
    assert at.state["next"]["assistant"] is None
    assert at.next == "ann cy bob"


def test_a_takeback_asks_a_mover_who_bought_his_cube_and_sits_outside() -> None:
    """In the rules of taking back the other side's mover agrees, whoever that is."""
    at = table("club", "ann bob").opening("box")
    at.do("wat", "buy", cube="bob", price=1).agreed("bob").do("ann", "let", proposal=1)
    assert at.mover == "wat"
    at.do("ann", "done").do("wat", "roll").do("wat", "done").do("ann", "roll")
    at.do("ann", "takeback")
    assert at.state["proposals"][0]["waits_for"] == ["wat"]
    at.do("wat", "agree", proposal=2)
    assert at.phase == "before_roll"


def test_a_takeback_after_the_end_does_not_wait_for_who_left_with_it() -> None:
    at = table("club", "ann bob").opening("box").do("bob", "leave").finish("box")
    at.do("ann", "takeback")
    assert at.state["proposals"] == []
    assert at.phase == "play"


def test_club_1_2_one_agreement_admits_a_joiner_though_another_leaves() -> None:
    at = table({"base": "club", "admission": "any"}).do("wat", "join").do("dee", "leave")
    assert [one["action"]["do"] for one in at.state["proposals"]] == ["join"]
    at.do("cy", "agree", proposal=1)
    assert "wat" in at.next


def test_protocol_1_an_offer_fits_only_who_it_is_made_to_and_what_it_is_about() -> None:
    at = table().team_on_roll()
    offers = {offer.verb: offer for offer in legal(at.table, "bob")}
    by_cy = read_action({"do": "double", "by": "cy"})
    by_bob = read_action({"do": "double", "by": "bob", "cubes": ["bob:ann"]})
    assert not fits(at.table, offers["double"], by_cy)
    assert fits(at.table, offers["double"], by_bob)
    assert not fits(at.table, offers["roll"], by_bob)


def test_who_asks_for_himself_may_name_himself() -> None:
    at = table().do("dee", "leave", player="dee")
    assert at.next == "ann bob cy"
    at.refused("not_permitted", "club 6.1", "cy", "leave", player="bob")
    at.start().do("cy", "leave").refused("wrong_phase", "club 6.1", "cy", "leave")


def test_protocol_2_who_asks_has_to_be_said() -> None:
    table().bad("", "start")


def test_each_cube_is_named_once() -> None:
    at = table().team_on_roll()
    for cubes in ([], ["bob", "bob"]):
        at.bad("bob", "double", cubes=cubes)
        at.bad("bob", "resign", cubes=cubes)
    equal = table({"base": "club", "automatic_doubles": "by_agreement"}).start()
    equal.do("ann", "opening", dice=[3, 3])
    for cubes in ([], ["bob", "bob"]):
        equal.bad("ann", "automatic", cubes=cubes)


def test_club_4_4_a_purchase_that_waits_for_the_box_comes_before_other_deals() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=1, to="bob")
    at.do("dee", "buy", cube="cy", price=1).agreed("cy")
    at.refused("wrong_phase", "club 4.5", "bob", "agree", proposal=1)
    at.bad("ann", "preempt", proposal=1)
    at.do("ann", "let", proposal=2).do("bob", "agree", proposal=1)
    assert at.cube("bob")["status"] == "settled"


def test_club_4_3_a_half_point_is_rolled_off_before_other_deals() -> None:
    at = table().opening("box").do("ann", "settle", cube="bob", points=1, to="bob")
    at.do("ann", "settle", cube="cy", points="1.5", to="cy").do("cy", "agree", proposal=2)
    at.refused("wrong_phase", "club 4.5", "bob", "agree", proposal=1)


def test_club_5_9_who_plays_two_cubes_declares_with_both_at_once() -> None:
    at = table().opening("box")
    at.do("bob", "buy", cube="cy", price=1).agreed("cy").do("ann", "let", proposal=1)
    at.do("ann", "done").do("bob", "double", cubes=["bob:ann"])
    at.refused("wrong_phase", "rulebook 4", "bob", "double", cubes=["bob:ann"])
    at.refused("wrong_phase", "rulebook 4", "bob", "double", cubes=["cy:ann"])
    assert at.due == ["dee"]


def test_club_5_9_who_is_out_or_whose_cube_the_box_holds_does_not_declare() -> None:
    at = table("club", "ann bob cy dee eve").team_on_roll()
    at.team_doubles("bob cy", take="bob", drop="cy").turn().turn().do("dee", "double")
    assert at.due == ["eve"]
    at.refused("not_your_cube", "club 1.4", "bob", "double")
    at.refused("cube_out", "club 5.5", "cy", "double")
    at.refused("cube_out", "club 5.5", "cy", "double", cubes=["cy:ann"])


def test_play65_12_who_cannot_double_is_not_asked() -> None:
    at = table("play65").team_on_roll().team_doubles("bob", take="bob").turn().turn()
    at.refused("not_your_cube", "play65 2", "bob", "stay")


def test_club_5_4_a_beaver_is_not_taken() -> None:
    at = table().box_on_roll().do("ann", "double", cubes=["bob"]).do("bob", "beaver")
    at.refused("wrong_phase", "club 5.4", "ann", "take")


def test_a_game_is_started_once() -> None:
    table().start().refused("wrong_phase", "rulebook 4", "ann", "start")


def test_club_11_1_wrong_house_rules_are_refused_before_anybody_is_asked() -> None:
    table().bad("ann", "rules", set={"beavers": "often"})
    table().bad("ann", "rules", set={"base": "vienna"})


def test_a_play_that_cannot_be_read_is_a_bad_request() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[3, 1])
    at.bad("ann", "play", move="8/five")


def test_rulebook_10_nobody_rolls_between_games_and_the_captain_is_mover() -> None:
    at = table()
    assert (at.table.roller(), at.table.acting_mover()) == ("", "bob")
    assert at.start().table.roller() == ""


def test_play65_14_a_captain_who_settled_keeps_his_claim_whoever_moves_after_him() -> None:
    at = table("play65").opening("box")
    at.do("ann", "settle", cube="bob", points=1, to="ann").agreed("bob")
    assert at.mover == "cy"
    at.do("ann", "done").turn().do("ann", "double", cubes=["cy"]).do("cy", "drop")
    at.finish("box")
    assert at.row["captain"] == "bob"
    assert at.next == "ann dee cy bob"


# Plays


def test_the_tree_offers_the_larger_die_where_only_one_can_be_played() -> None:
    tree = ways(Position.of({20: 1}, {16: 2}), (5, 6))
    assert tree.next == {20: (Move(20, 14, False),)}


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "text", "said"),
    [
        ({24: 1, 6: 14}, {7: 2, 6: 2}, (6, 5), "24/13", "holds the 18 and 19 points"),
        ({24: 1, 6: 14}, {6: 2}, (6, 5), "24/19 19/13", "holds the 19 point"),
        ({24: 1, 23: 1}, {6: 2}, (3, 3), "24/21", "you must play all four 3s, not 1"),
        ({24: 1}, {10: 2}, (3, 3), "24/21", "you must play 2 of the four 3s, not 1"),
    ],
)
def test_an_illegal_play_names_what_stands_in_its_way(
    mine: dict[int, int], theirs: dict[int, int], dice: tuple[int, int], text: str, said: str
) -> None:
    with pytest.raises(Illegal) as found:
        read_play(text, Position.of(mine, theirs), dice)
    assert said in str(found.value)
