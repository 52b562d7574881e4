"""The form of what is asked and written: requests, options, lines of a log, sentences, values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.actions import BadRequest, read_action
from rules.events import Said, TalkReleased
from rules.legal import legal
from rules.log import Entry, LogError, entry_for, fold, read_entry, write_entry
from rules.plays import legal_plays, ways
from rules.position import START, Position
from rules.ruleset import meaning_of, read_ruleset, section_of, values_of, variation_of
from rules.saying import Either, Fault, Phrase, say
from rules.state import Table
from rules.views import view
from tests.rules.driver import At, table

# Requests (protocol section 1)


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({}, "the request has no 'do', which is no verb; verbs are open, "),
        ({"do": 7}, "the request asks for '7', which is no verb; verbs are open, "),
        ({"do": "x" * 99}, f"the request asks for '{'x' * 40}', which is no verb"),
        ({"do": "open", "players": ["a\u200bn", "bob"]}, "no control or invisible characters"),
        ({"do": "open", "players": ["a,n", "bob"]}, "a name has no , in it"),
        ({"do": "open", "players": [" ", "bob"]}, "a name has 1 to 24 characters"),
        ({"do": "open", "players": ["Box", "bob"]}, "'Box' cannot be a player's name"),
        ({"do": "open", "players": ["ann", "bob"], "title": "x" * 81}, "at most 80 characters"),
        ({"do": "note", "by": "ann", "text": "\x1b\x07 "}, "a text has 1 to 500 characters"),
        ({"do": "roll", "by": "ann", "pips": 3}, "there is no 'pips'; it may have "),
        ({"do": "roll", "by": "ann", "dice": [0, 1]}, "greater than or equal to 1"),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": True},
            'points are a number such as 2 or "1.5"',
        ),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": "two"},
            'points are a number such as 2 or "1.5"',
        ),
        ({"do": "buy", "by": "ann", "cube": "bob", "price": -1}, "points lie between 0 and"),
        ({"do": "buy", "by": "ann", "cube": "bob", "price": 1e7}, "points lie between 0 and"),
        ({"do": "buy", "by": "ann", "cube": "bob", "price": "NaN"}, "points lie between 0 and"),
    ],
)
def test_protocol_1_a_request_of_the_wrong_form_says_what_would_be_right(
    request_: Mapping[str, Any], said: str
) -> None:
    with pytest.raises(BadRequest) as found:
        read_action(request_)
    assert said in str(found.value)


def test_protocol_1_amounts_have_an_upper_and_a_lower_end() -> None:
    for price in ("0", "1000000", "1.5", 2):
        asked = read_action({"do": "buy", "by": "ann", "cube": "bob", "price": price})
        assert str(asked.request()["price"]) == str(price)


# Options


def test_an_option_explains_itself() -> None:
    assert meaning_of("beavers")
    assert values_of("beavers") == "true or false"
    assert values_of("max_players") == "a whole number from 3 to 24"
    assert values_of("raccoons") == "one of off, consent, free"
    assert section_of("beavers") > 0
    assert variation_of("beavers", True) is None
    with pytest.raises(KeyError):
        section_of("base")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("vienna", "there are no house rules 'vienna'; there are "),
        ({"base": "club", "beaver": True}, "there is no house rule 'beaver'; see: chouette rules"),
        ({"base": "club", "beavers": "often"}, "beavers cannot be 'often'; it is true or false"),
    ],
)
def test_wrong_house_rules_are_named(wanted: Any, said: str) -> None:
    with pytest.raises(Fault) as found:
        read_ruleset(wanted)
    assert said in str(found.value)


# Lines of a log


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({}, "this is no entry of a log: it has no 'do'"),
        ({"do": 1}, "this is no entry of a log: it has no 'do'"),
        ({"do": "open", "chouette": 2}, "this log is of format 2, written by a newer chouette"),
        ({"do": "open", "chouette": "1"}, "this log is of format 1, written by a newer"),
        ({"do": "start", "n": 4}, "this entry is number 4, and 3 is due"),
        ({"do": "start", "n": 3, "events": [{"event": "flew"}]}, "event 0"),
        ({"do": "start", "events": [{"event": "stayed"}]}, "event 0"),
    ],
)
def test_a_line_that_is_no_entry_says_why(line: Mapping[str, Any], said: str) -> None:
    with pytest.raises(LogError) as found:
        read_entry(line, 3)
    assert said in str(found.value)


def test_a_line_by_hand_gets_the_number_that_is_due_and_has_to_be_decided() -> None:
    entry = read_entry({"do": "start", "by": "ann"}, 3)
    assert (entry.n, entry.t, entry.events) == (3, "", None)
    assert entry.request == {"do": "start", "by": "ann"}
    with pytest.raises(LogError, match="entry 3 has no events: it has to be decided first"):
        fold(Table(), entry)


def test_an_entry_by_hand_is_written_without_events() -> None:
    assert "events" not in write_entry(Entry(3, "", {"do": "start"}, None))


def test_an_entry_is_shown_as_far_as_its_viewer_heard_it() -> None:
    secret = Said(by="cy", topic="checkers", to="team", text="hit", hearers=("bob", "cy"))
    aloud = Said(by="cy", topic="table", to="all", text="nice", hearers=None)
    both = Entry(4, "", {"do": "say", "by": "cy", "text": "hit"}, (secret, aloud))
    seen = entry_for(both, "ann")
    assert seen is not None
    assert (seen.request, seen.events) == ({"do": "say", "by": "cy"}, (aloud,))
    late = Entry(5, "", {"do": "done", "by": "bob"}, (TalkReleased(said=(secret, aloud)),))
    heard = entry_for(late, "ann")
    assert heard is not None
    assert heard.request == late.request
    assert heard.events == (TalkReleased(said=(aloud,)),)
    assert entry_for(late, "bob") == late
    assert entry_for(late, None, ("cy",)) == late


# Sentences and values


def test_a_sentence_takes_lists_choices_and_phrases() -> None:
    assert str(Either(())) == ""
    assert str(Either(("a",))) == "a"
    assert f"{Either(('a', 'b', 'c')):>10}" == " a, b or c"
    point = Phrase("the {n} point", n=6)
    assert str(point) == "the 6 point"
    assert repr(point) == "Phrase('the {n} point', {'n': 6})"
    assert say("{a} on {b}", {"a": ("x", "y"), "b": point}) == "x, y on the 6 point"
    german = {"no {n}": "kein {n}"}
    assert Fault("no {n}", n=1).sentence(german.__getitem__) == "kein 1"


def test_a_value_has_no_other_fields() -> None:
    with pytest.raises(AttributeError, match=r"Table has no \{'lines'\}"):
        Table().but(lines=())


# Plays


def test_the_tree_of_a_roll_that_cannot_be_played_offers_nothing() -> None:
    shut = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 3})
    tree = ways(shut, (6, 5))
    assert legal_plays(shut, (6, 5)) == ()
    assert tree.next == {}
    assert tree.complete
    assert ways(START, (6, 5)).next


# What `legal` lists (protocol section 1)


def test_protocol_1_an_offer_lists_its_open_parts_for_whom_and_under_which_rule() -> None:
    at = table().do("ann", "proxy", to="dee").team_on_roll().team_doubles("bob cy dee")
    offers = [offer.request() for offer in legal(at.table, "dee")]
    answers = [one for one in offers if one["do"] == "answer"]
    assert [(one["by"], one["as"], sorted(one["cubes"])) for one in answers] == [
        ("dee", "ann", ["bob:ann", "cy:ann", "dee:ann"])
    ]
    assert answers[0]["open"] == ["take", "drop", "beaver"]
    assert answers[0]["rule"]["clause"] == "club 5.10"
    drops = [one for one in offers if one["do"] == "hold"]
    assert all("open" not in one for one in drops)


def test_who_looks_on_from_a_place_sees_what_may_be_done_there() -> None:
    at: At = table().team_on_roll().team_doubles("bob cy dee")
    seen = view(at.table, "ann", ("ann",))
    assert seen.answer_rule is not None
    assert seen.answer_rule.cubes == ("bob:ann", "cy:ann", "dee:ann")
    assert (seen.to_act, set(seen.offers)) == (("ann",), {"ann"})
    elsewhere = view(at.table, "wat")
    assert (elsewhere.offers, elsewhere.answer_rule) == ({}, seen.answer_rule)
    before = view(Table(), None)
    assert (before.to_act, before.answer_rule) == ((), None)


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ({"seed": "x"}, "open: dice.seed: Input should be a valid integer"),
        ({"sead": 7}, "open: dice.seed: Field required"),
        ("loaded", "open: dice: Input should be 'fair' or 'manual'"),
    ],
)
def test_protocol_1_a_part_of_several_forms_is_told_of_as_the_form_that_was_meant(
    dice: object, told: str
) -> None:
    with pytest.raises(BadRequest) as caught:
        read_action({"do": "open", "players": ["ann", "bob"], "dice": dice})
    assert str(caught.value) == told
