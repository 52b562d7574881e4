"""Who may answer a proposal, and when; cubes that cannot be dealt with (rulebook 12)."""

from __future__ import annotations

import pytest

from rules.legal import legal
from tests.rules.driver import At, Throws, table
from tests.rules.test_when_and_who import correction

ANSWERS = ("agree", "refuse", "withdraw", "preempt", "let")


def settling() -> At:
    """Dee has offered Ann to settle her cube: proposal 1, for which Ann's word is waited."""
    return table().team_on_roll().do("dee", "settle", cube="dee", points=1, to="dee")


def buying() -> At:
    """Cy buys Dee's cube, and Dee has agreed: the Box may step in (club 4.4)."""
    return table().team_on_roll().do("cy", "buy", cube="dee", price=1).agreed("dee")


def half_point() -> At:
    at = table().team_on_roll().do("ann", "settle", cube="dee", points="1.5", to="dee")
    return at.agreed("dee")


@pytest.mark.parametrize("verb", ANSWERS)
def test_rulebook_12_a_number_that_no_proposal_has_is_no_answer(verb: str) -> None:
    refusal = settling().ask("ann", verb, proposal=2)
    assert refusal is not None
    assert (refusal.code, refusal.sentence()) == ("bad_request", "There is no proposal 2.")


@pytest.mark.parametrize("verb", ANSWERS)
def test_rulebook_12_a_proposal_that_is_over_is_answered_too_late(verb: str) -> None:
    at = settling().do("ann", "refuse", proposal=1)
    refusal = at.ask("ann", verb, proposal=1)
    assert refusal is not None
    assert refusal.code == "too_late"
    assert refusal.sentence() == "Proposal 1 is over: done, refused, withdrawn or lapsed."


def test_rulebook_12_who_is_asked_answers_and_who_asked_withdraws() -> None:
    at = settling()
    for verb in ("agree", "refuse"):
        at.refused("not_a_party", "club 4.5", "cy", verb, proposal=1)
        at.refused("not_a_party", "club 4.5", "dee", verb, proposal=1)
    at.refused("not_a_party", "club 4.5", "ann", "withdraw", proposal=1)
    at.do("dee", "withdraw", proposal=1)
    assert at.state["proposals"] == []


def test_club_7_1_nobody_answers_or_withdraws_in_anothers_name() -> None:
    at = settling()
    for verb in ("agree", "refuse"):
        at.refused("not_permitted", "club 7.1", "cy", verb, proposal=1, **{"as": "ann"})
    at.refused("not_permitted", "club 7.1", "cy", "withdraw", proposal=1, **{"as": "dee"})
    at = buying()
    for verb in ("preempt", "let"):
        at.refused("not_permitted", "club 7.1", "cy", verb, proposal=1, **{"as": "ann"})


def test_club_4_5_the_half_point_is_rolled_off_before_anything_is_answered() -> None:
    at = table().team_on_roll().do("bob", "settle", cube="bob", points=1, to="bob")
    at.do("ann", "settle", cube="dee", points="1.5", to="dee").do("dee", "agree", proposal=2)
    assert at.phase == "rolloff"
    for by, verb in (("ann", "agree"), ("ann", "refuse"), ("bob", "withdraw")):
        at.refused("wrong_phase", "club 4.5", by, verb, proposal=1)


def test_club_4_4_while_the_box_thinks_only_what_is_no_part_of_the_game_is_answered() -> None:
    at = (
        table().team_on_roll().do("zoe", "join").do("bob", "settle", cube="bob", points=1, to="bob")
    )
    at.do("cy", "buy", cube="dee", price=1).do("dee", "agree", proposal=3)
    at.refused("wrong_phase", "club 4.5", "ann", "agree", proposal=2)
    at.do("ann", "agree", proposal=1).do("ann", "let", proposal=3)


def test_club_4_4_a_purchase_that_waits_for_the_box_says_so() -> None:
    refusal = buying().ask("bob", "agree", proposal=1)
    assert refusal is not None
    assert refusal.sentence() == "Proposal 1 waits for the Box, not for bob."


def test_rulebook_10_who_stands_in_answers_for_a_cube_and_for_nothing_else() -> None:
    at = table("tavla").team_on_roll().do("ann", "settle", cube="dee", points=1, to="dee")
    at.do("ann", "bet", points=1, on="box", **{"with": "dee"}).do("dee", "away")
    at.refused("not_permitted", "rulebook 10", "bob", "agree", proposal=2, **{"as": "dee"})
    at.do("bob", "agree", proposal=1, **{"as": "dee"})
    assert at.scores["dee"] == 1


def test_club_4_5_who_stands_in_buys_no_boxs_game() -> None:
    at = table().team_on_roll().do("ann", "sell", to="dee", price=1).do("dee", "away")
    at.refused("not_permitted", "club 7.1", "bob", "agree", proposal=1, **{"as": "dee"})


def test_club_4_5_dice_that_the_program_throws_are_not_said() -> None:
    at = table(board="tracked", dice={"seed": 1}, chance=Throws(6, 1)).start()
    at.do("ann", "opening")
    at.bad("ann", "rolloff", dice=[[6, 1], [2, 3]])


# Taking back


def test_protocol_2_nobody_asks_in_anothers_name_to_take_back() -> None:
    at = table().team_on_roll()
    at.refused("not_permitted", "club 7.1", "dee", "takeback", **{"as": "bob"})


def test_protocol_2_no_more_is_taken_back_than_the_game_has() -> None:
    none = table().ask("ann", "takeback")
    assert none is not None
    assert none.sentence() == "There is nothing to take back."
    few = table().team_on_roll().ask("bob", "takeback", steps=9)
    assert few is not None
    assert few.sentence().startswith("Only the last ")


def test_protocol_2_a_hundred_actions_are_taken_back_at_the_most() -> None:
    at = table().team_on_roll().turns(51)
    steps = [one.request()["steps"] for one in legal(at.table, "ann") if one.verb == "takeback"]
    assert max(steps) == 100


# Cubes that cannot be dealt with


def test_rulebook_5_a_cube_that_nobody_has_is_not_bought_or_resigned() -> None:
    at = table().team_on_roll()
    at.refused("no_such_cube", "club 1.4", "cy", "buy", cube="zoe:ann", price=1)
    at.refused("no_such_cube", "club 1.4", "bob", "resign", kind="single", cubes=["zoe:ann"])
    at.refused("not_your_cube", "club 1.4", "bob", "resign", kind="single", cubes=["cy:ann"])


def test_club_5_5_a_cube_that_is_out_is_not_bought() -> None:
    at = table().team_on_roll().team_doubles("dee", drop="dee").turn()
    at.refused("cube_out", "club 5.5", "cy", "buy", cube="dee", price=1)


def test_tavla_15_nobody_bets_in_anothers_name() -> None:
    at = table("tavla").team_on_roll()
    bet = {"points": 1, "on": "box", "with": "ann"}
    at.refused("not_permitted", "rulebook 10", "dee", "bet", **bet, **{"as": "cy"})


def test_club_4_3_a_cube_that_is_being_decided_is_not_settled() -> None:
    deal = {"points": 1}
    beavered = table().box_on_roll().box_doubles(beaver="bob")
    beavered.refused("wrong_phase", "club 4.3", "bob", "settle", cube="bob", to="bob", **deal)
    lone = table().box_on_roll().box_doubles(take="bob", drop="cy dee")
    assert lone.phase == "extras"
    lone.refused("wrong_phase", "club 4.3", "bob", "settle", cube="bob", to="bob", **deal)


def test_club_5_7_who_gave_no_extra_may_buy_while_another_has() -> None:
    at = table("club", "ann bob cy dee").box_on_roll().box_doubles(take="bob", drop="cy dee")
    at.do("cy", "extra").do("dee", "no_extra").do("bob", "take")
    at.refused("not_permitted", "club 4.4", "cy", "buy", cube="bob:ann", price=1)
    at.do("dee", "buy", cube="bob:ann", price=1)


def test_rulebook_5_who_has_no_cube_left_resigns_none_and_who_never_had_one_neither() -> None:
    at = table().team_on_roll().team_doubles("dee", drop="dee").turn()
    at.refused("cube_out", "club 5.5", "dee", "resign", kind="single")
    at.refused("cube_out", "club 5.5", "dee", "resign", kind="single", cubes=["dee:ann"])
    at.do("zoe", "join").agreed("ann")
    at.refused("not_permitted", "club 5.5", "zoe", "resign", kind="single")


def test_rulebook_14_a_game_is_abandoned_while_a_correction_is_chosen() -> None:
    correction().do("bob", "abandon").agreed()


# Automatic doubles and dice thrown by hand


def test_club_5_1_only_known_cubes_of_ones_own_are_turned_and_once() -> None:
    at = table().start().do("ann", "opening", dice=[5, 5])
    at.bad("bob", "automatic", on=True, cubes=["bob:ann", "bob:ann"])
    at.refused("no_such_cube", "club 1.4", "bob", "automatic", on=True, cubes=["zoe:ann"])
    at.refused("not_your_cube", "club 1.4", "bob", "automatic", on=True, cubes=["cy:ann"])
    at.do("bob", "automatic", on=True, cubes=["bob:ann"]).agreed("ann")
    at.refused("round_closed", "club 5.1", "bob", "automatic", on=True, cubes=["bob:ann"])


def test_club_3_5_dice_that_are_thrown_by_hand_are_said() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[6, 1])
    at.do("ann", "play", move="13/7 8/7").bad("bob", "roll")
    at.do("bob", "roll", dice=[6, 5])


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("club", "Automatic doubles need equal opening dice."),
        ("play65", "Automatic doubles need equal opening dice, 2 times in a row."),
    ],
)
def test_club_5_1_without_equal_dice_nothing_is_doubled_automatically(
    rules: str, told: str
) -> None:
    refusal = table(rules).start().ask("ann", "automatic", on=True)
    assert refusal is not None
    assert (refusal.code, refusal.sentence()) == ("wrong_phase", told)


def test_play65_5_who_turns_automatically_is_named() -> None:
    at = table("play65", "ann bob cy").start()
    for _ in range(2):
        at.do("ann", "opening", dice=[5, 5])
    refusal = at.ask("bob", "automatic", on=True)
    assert refusal is not None
    assert "the Box" in refusal.sentence()
    assert "own player" not in refusal.sentence()
    club = table().start().do("ann", "opening", dice=[5, 5])
    other = club.do("zoe", "join").agreed("ann").ask("zoe", "automatic", on=True)
    assert other is not None
    assert "own player" in other.sentence()


def test_club_8_1_nobody_corrects_in_anothers_name() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[3, 1])
    at.do("ann", "play", move="8/5 6/5")
    play = {"move": "24/21 6/5"}
    at.refused("not_permitted", "club 7.1", "dee", "correct", **play, **{"as": "bob"})
    at.do("dee", "correct", **play)


def test_a_position_on_wood_is_shown_by_an_xgid_with_or_without_its_word() -> None:
    at = table().team_on_roll()
    bare = "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    at.do("bob", "show", position=bare).do("bob", "show", position=f"XGID={bare}")
    refusal = at.ask("bob", "show", position=":".join(bare.split(":")[:6]))
    assert refusal is not None
    assert refusal.sentence() == "XGID: 6 fields, not 10"


def test_rulebook_4_what_the_other_board_is_for_says_which_board_this_is() -> None:
    wood = table().team_on_roll().do("bob", "roll").ask("bob", "play", move="8/5 6/5")
    assert wood is not None
    assert wood.sentence().startswith("The board is a real one")
    kept = table(board="tracked").start().do("ann", "opening", dice=[6, 1]).ask("ann", "done")
    assert kept is not None
    assert kept.sentence().startswith("The program keeps the board")


# Talk


def test_club_8_1_an_illegal_play_is_pointed_out_while_a_correction_is_chosen() -> None:
    correction().do("dee", "flag", text="that was the second")


def test_rulebook_11_no_play_is_suggested_for_a_board_that_the_table_does_not_see() -> None:
    at = table().team_on_roll().do("bob", "roll")
    at.refused("option_off", "rulebook 4", "cy", "suggest", move="13/7 8/7")


def test_club_3_3_a_partner_suggests_to_the_box_once_two_cubes_are_turned() -> None:
    rules = {"base": "club", "partner_from": 4}
    at = table(rules, "ann bob cy dee eve", board="tracked").do("ann", "invite", player="eve")
    at.agreed("eve").start().do("ann", "opening", dice=[6, 1]).do("ann", "play", move="13/7 8/7")
    at.team_doubles("bob cy", take="bob cy").do("bob", "roll", dice=[3, 1])
    at.do("bob", "play", move="8/5 6/5").do("ann", "roll", dice=[6, 4])
    at.do("eve", "suggest", move="24/14")
    assert at.log[-1]["events"][0]["to"] == "box"


def test_rulebook_11_who_is_on_no_side_suggests_no_play() -> None:
    at = table(board="tracked").start().do("ann", "opening", dice=[1, 6])
    at.do("zoe", "join").agreed("ann")
    at.refused("no_consult", "club 3.2", "zoe", "suggest", move="13/7 8/7")
