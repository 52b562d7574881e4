"""The form of what is asked and written: requests, options, lines of a log, sentences, values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from rules.actions import ACTIONS, BadRequest, read_action
from rules.decide import decide
from rules.events import Said, TalkReleased, write_event
from rules.forms import form_of
from rules.legal import legal
from rules.log import Entry, LogError, entry_for, fold, fold_events, read_entry, write_entry
from rules.permission import refusal_of
from rules.plays import legal_plays, ways
from rules.position import START, Position
from rules.ruleset import meaning_of, read_ruleset, section_of, values_of, variation_of
from rules.saying import Either, Fault, Phrase, say
from rules.state import Table
from rules.views import view
from tests.rules.driver import At, Throws, table

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
        ({"do": "roll", "by": "ann", "dice": [0, 1]}, "two numbers from 1 to 6, such as [6, 1]"),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": True},
            'price is a number from 0 to 1000000, such as 2 or "1.5", not ',
        ),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": "two"},
            'price is a number from 0 to 1000000, such as 2 or "1.5", not ',
        ),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": -1},
            "price is a number from 0 to 1000000",
        ),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": 1e7},
            "price is a number from 0 to 1000000",
        ),
        (
            {"do": "buy", "by": "ann", "cube": "bob", "price": "NaN"},
            "price is a number from 0 to 1000000",
        ),
    ],
)
def test_protocol_1_a_request_of_the_wrong_form_says_what_would_be_right(
    request_: Mapping[str, Any], said: str
) -> None:
    with pytest.raises(BadRequest) as found:
        read_action(request_)
    assert said in str(found.value)


@pytest.mark.parametrize("verb", list(ACTIONS))
def test_protocol_1_every_part_of_every_verb_says_its_form_in_the_games_words(verb: str) -> None:
    wrong: list[object] = [None, True, 5, -1, 1.5, 10**30, "", [], [[["x"]]], {"a": 1}, "é" * 5000]
    parts = [one.alias or name for name, one in ACTIONS[verb].model_fields.items() if name != "do"]
    told = []
    for part in parts:
        for value in wrong:
            try:
                read_action({"do": verb, part: value})
            except BadRequest as fault:
                told.append(str(fault))
    assert told
    assert not [text for text in told if re.search("Input|Field|String|Tuple|Dict|valid", text)]
    assert all(text.startswith(verb) and len(text) < 200 for text in told)
    assert all(str(form_of(verb, part)) for part in parts)


def test_protocol_1_what_is_left_out_is_named_with_an_example() -> None:
    with pytest.raises(BadRequest, match='settle lacks cube: cube is one cube, such as "bob:ann"'):
        read_action({"do": "settle", "by": "ann"})
    with pytest.raises(BadRequest, match=r'open: players is .* not \["ann", {"nam": "bob"}\]'):
        read_action({"do": "open", "players": ["ann", {"nam": "bob"}]})


def test_protocol_1_what_legal_lists_can_be_sent_as_it_stands() -> None:
    at = table(board="tracked").do("ann", "start").do("ann", "opening", dice=[3, 1])
    moves = [one for one in listed(at, "ann") if one["do"] == "play"]
    assert {"do": "play", "by": "ann", "move": "8/5 6/5"} in moves
    assert len(moves) == len(legal_plays(START, (3, 1))) == 16
    ready = [one for one in listed(at, "ann") if "open" not in one]
    assert {"do": "proxy", "by": "ann", "to": None} in ready
    assert not [one for one in ready if refusal_of(at.table, read_action(one))]
    at.do("ann", "play", move="8/5 6/5")
    double = next(one for one in listed(at, "bob") if one["do"] == "double")
    assert double == {"do": "double", "by": "bob", "cubes": ["bob:ann"], "open": ["cubes"]}
    at.do(by="bob", verb="double", cubes=double["cubes"], open=double["open"])
    at.do("cy", "double").do("dee", "stay")
    answer = next(one for one in listed(at, "ann") if one["do"] == "answer")
    assert answer["rule"]["at_least"] == 0
    assert refusal_of(at.table, read_action({**answer, "take": answer["cubes"]})) is None
    with pytest.raises(BadRequest, match="there is no 'cubes'"):
        read_action({"do": "answer", "by": "ann", "cubes": ["bob"], "take": ["bob"]})


def listed(at: At, name: str) -> list[dict[str, Any]]:
    """What the protocol's `legal` lists."""
    return [one for offer in legal(at.table, name) for one in offer.requests()]


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
        ("vienna", 'there are no house rules "vienna"; there are '),
        ({"base": "club", "beaver": True}, "there is no house rule 'beaver'; see: chouette rules"),
        ({"base": "club", "beavers": "often"}, 'beavers cannot be "often"; it is true or false'),
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
        ({"do": "start", "n": 3, "events": [{"event": "flew"}]}, "event 1"),
        ({"do": "start", "events": [{"event": "stayed"}]}, "event 1"),
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


def test_an_entry_folds_to_what_its_events_do_and_gives_its_number() -> None:
    at = table()
    entry = read_entry({"do": "start", "by": "ann", "events": started(at)}, 2)
    assert entry.events is not None
    assert fold(at.table, entry) == fold_events(at.table, entry.events).but(n=2)


def started(at: At) -> list[dict[str, Any]]:
    """What a start brings about, as the log has it."""
    chance = Throws()
    events = decide(at.table, read_action({"do": "start", "by": "ann"}), chance)
    return [write_event(event) for event in events]


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


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (None, "events are a list of what came of the action, not null"),
        ([5], "event 1: there is no event 5"),
        ([{"event": "turn", "to": "box"}, {"event": "win"}], 'event 2: there is no event "win"'),
        ([{"event": "taken"}], "event 1, taken, lacks cube"),
        ([{"event": "taken", "cube": "bob:ann", "value": "two"}], 'taken: value cannot be "two"'),
    ],
)
def test_protocol_5_events_that_do_not_fit_are_named_by_number_and_part(
    events: object, told: str
) -> None:
    with pytest.raises(LogError) as caught:
        read_entry({"do": "start", "by": "ann", "events": events}, 2)
    assert told in str(caught.value)


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
        ({"seed": "x"}, 'open: dice is "fair", "manual" or {"seed": 7}, not {"seed": "x"}'),
        ({"sead": 7}, 'open: dice is "fair", "manual" or {"seed": 7}, not {"sead": 7}'),
        ("loaded", 'open: dice is "fair", "manual" or {"seed": 7}, not "loaded"'),
    ],
)
def test_protocol_1_a_part_of_several_forms_is_told_with_all_of_them(
    dice: object, told: str
) -> None:
    with pytest.raises(BadRequest) as caught:
        read_action({"do": "open", "players": ["ann", "bob"], "dice": dice})
    assert str(caught.value) == told
