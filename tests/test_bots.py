"""Bots: what they choose, always within the rules, and that they keep it to themselves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.bot_views import Mind, best_answer
from app.bots import advice, choose, next_action
from app.character import Character, Mood
from app.company import Company
from app.fair_value import FairValues, NotNow, fair_value
from app.gain import with_gain
from app.host import Host
from app.keeper import Keeper
from app.policy import Policy
from app.simulate import counted_time
from app.verdicts import Contract, CubeVerdict, Judge, Judged, JudgeError, Plies
from rules.actions import Action, Correct, read_action
from rules.answers import answer_rule
from rules.log import write_entry
from rules.permission import refusal_of
from rules.plays import legal_plays
from rules.position import START, Position
from rules.refusals import Refusal
from rules.state import Dice, Table
from rules.views import state_of

NAMES = ["ann", "bob", "cy", "dee"]
EXPERT = Character(thinking=0, deals=0)


class Oracle:
    """A judge with one opinion of every position; it ranks plays as the rules list them."""

    def __init__(self, nd: float, dt: float) -> None:
        self.verdict = CubeVerdict(nd, dt)
        self.asked: list[Contract] = []

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        plays = legal_plays(position, dice)
        return tuple(Judged(play, self.verdict.nd - at / 7) for at, play in enumerate(plays))

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        self.asked.append(contract)
        return self.verdict


WAITING = Oracle(nd=0.3, dt=0.1)
DOUBLE_AND_TAKE = Oracle(nd=0.6, dt=0.8)
DOUBLE_AND_DROP = Oracle(nd=0.9, dt=1.2)
BEAVERS = Oracle(nd=-0.3, dt=-0.2)


def opened(players: list[str] = NAMES, rules: object = "club", **options: object) -> Keeper:
    keeper = Keeper(now=counted_time())
    options.setdefault("dice", "manual")
    tell(keeper, {"do": "open", "players": players, "rules": rules, **options})
    return keeper


def tell(keeper: Keeper, *requests: dict[str, Any]) -> Table:
    for request in requests:
        answer = keeper.ask(read_action(request))
        assert not isinstance(answer, Refusal), (request, answer.sentence())
    return keeper.table


def teams_turn(rules: object = "club", players: list[str] = NAMES, **options: object) -> Keeper:
    """Return a table at which the Team may double or roll."""
    keeper = opened(players, rules, **options)
    tell(
        keeper,
        {"do": "start", "by": "ann"},
        {"do": "opening", "by": "ann", "dice": [6, 1]},
        {"do": "play", "by": "ann", "move": "13/7 8/7"},
    )
    return keeper


def chosen(table: Table, name: str, judge: Judge) -> dict[str, Any] | None:
    action = choose(table, name, judge, EXPERT, NAMES)
    if action is not None:
        assert refusal_of(table, action) is None
    return action.request() if action else None


# Cubes


def test_a_bot_doubles_by_the_cube_of_its_own_and_else_leaves_the_roll_to_the_mover() -> None:
    table = teams_turn().table
    assert chosen(table, "cy", DOUBLE_AND_TAKE) == {"do": "double", "by": "cy", "cubes": ["cy:ann"]}
    assert chosen(table, "cy", WAITING) is None
    DOUBLE_AND_TAKE.asked.clear()
    chosen(table, "bob", DOUBLE_AND_TAKE)
    assert DOUBLE_AND_TAKE.asked == [Contract("center", jacoby=True)]


def test_each_cube_is_a_money_game_of_its_own_with_its_owner() -> None:
    keeper = teams_turn()
    tell(
        keeper,
        {"do": "double", "by": "bob"},
        {"do": "stay", "by": "cy"},
        {"do": "stay", "by": "dee"},
        {"do": "take", "by": "ann"},
        {"do": "roll", "by": "bob", "dice": [4, 3]},
        {"do": "play", "by": "bob", "move": "24/20 13/10"},
    )
    judge = Oracle(nd=0.6, dt=0.8)
    action = chosen(keeper.table, "ann", judge)
    assert action is not None
    assert action["cubes"] == ["bob:ann", "cy:ann", "dee:ann"]
    assert judge.asked == [
        Contract("mine", jacoby=False),
        Contract("center", jacoby=True),
        Contract("center", jacoby=True),
    ]


def test_a_round_goes_on_until_everybody_has_declared_and_the_box_answers_all_at_once() -> None:
    keeper = teams_turn()
    tell(keeper, {"do": "double", "by": "bob"})
    assert chosen(keeper.table, "dee", WAITING) is None  # In order, cy is first.
    assert chosen(keeper.table, "cy", WAITING) == {"do": "stay", "by": "cy"}
    tell(keeper, {"do": "stay", "by": "cy"}, {"do": "double", "by": "dee"})
    answer = chosen(keeper.table, "ann", DOUBLE_AND_DROP)
    assert answer == {"do": "answer", "by": "ann", "drop": ["bob:ann", "dee:ann"]}


def test_club_5_3_a_bot_beavers_who_doubled_from_behind() -> None:
    keeper = teams_turn()
    for name in ("bob", "cy", "dee"):
        tell(keeper, {"do": "double", "by": name})
    answer = chosen(keeper.table, "ann", BEAVERS)
    assert answer is not None
    assert answer["beaver"] == ["bob:ann", "cy:ann", "dee:ann"]
    no_beavers = teams_turn({"base": "club", "beavers": False})
    for name in ("bob", "cy", "dee"):
        tell(no_beavers, {"do": "double", "by": name})
    answer = chosen(no_beavers.table, "ann", BEAVERS)
    assert answer is not None
    assert "beaver" not in answer


@pytest.mark.parametrize("acceptance", ["half", "any", "break_even", "half_with_captain"])
def test_the_best_answer_is_the_best_that_the_rule_allows(acceptance: str) -> None:
    keeper = teams_turn({"base": "club", "acceptance": acceptance})
    for name in ("bob", "cy", "dee"):
        tell(keeper, {"do": "double", "by": name})
    table = keeper.table
    rule = answer_rule(table, "ann")
    assert rule is not None
    for dt in (1.3, 0.9, -0.1):
        mind = Mind(table, "ann", "ann", Oracle(0.5, dt), EXPERT, Mood(EXPERT, table, "ann"))
        marks = best_answer(mind, rule)
        assert marks is not None
        assert rule.allows(marks)
        mark = "drop" if dt > 1 else "beaver" if dt < 0 else "take"
        assert set(marks.values()) == {mark}


def test_club_5_10_where_one_cube_is_worth_dropping_the_half_rule_still_binds() -> None:
    """Cubes of 4, 1 and 1: what the rule forbids is never chosen, whatever it is worth."""
    players = [{"name": "ann"}, {"name": "bob", "stake": 4}, {"name": "cy"}, {"name": "dee"}]
    keeper = teams_turn(players=players)  # type: ignore[arg-type]
    for name in ("bob", "cy", "dee"):
        tell(keeper, {"do": "double", "by": name})
    rule = answer_rule(keeper.table, "ann")
    assert rule is not None
    table = keeper.table
    mind = Mind(table, "ann", "ann", Oracle(0.5, 0.9), EXPERT, Mood(EXPERT, table, "ann"))
    marks = best_answer(mind, rule)
    assert marks == {"bob:ann": "take", "cy:ann": "take", "dee:ann": "take"}
    assert not rule.allows({"bob:ann": "take", "cy:ann": "drop", "dee:ann": "drop"})


def test_many_cubes_are_answered_within_the_rule_and_at_once() -> None:
    players = [f"p{number}" for number in range(10)]
    keeper = opened(players)
    tell(
        keeper,
        {"do": "start", "by": "p0"},
        {"do": "opening", "by": "p0", "dice": [6, 1]},
        {"do": "play", "by": "p0", "move": "13/7 8/7"},
        *({"do": "double", "by": name} for name in players[1:]),
    )
    rule = answer_rule(keeper.table, "p0")
    assert rule is not None
    for dt, mark in ((1.2, "drop"), (0.5, "take"), (-0.3, "beaver")):
        mind = Mind(
            keeper.table, "p0", "p0", Oracle(0.5, dt), EXPERT, Mood(EXPERT, keeper.table, "p0")
        )
        assert best_answer(mind, rule) == dict.fromkeys(rule.cubes, mark)


def test_club_5_7_a_dropper_gives_an_extra_where_he_thinks_it_worth_its_price() -> None:
    keeper = teams_turn()
    tell(
        keeper,
        {"do": "roll", "by": "bob", "dice": [4, 3]},
        {"do": "play", "by": "bob", "move": "24/20 13/10"},
        {"do": "double", "by": "ann"},
        {"do": "take", "by": "bob"},
        {"do": "drop", "by": "cy"},
        {"do": "drop", "by": "dee"},
    )
    assert keeper.table.phase == "extras"
    assert chosen(keeper.table, "cy", DOUBLE_AND_DROP) == {"do": "extra", "by": "cy"}
    assert chosen(keeper.table, "cy", DOUBLE_AND_TAKE) == {"do": "no_extra", "by": "cy"}
    tell(keeper, {"do": "extra", "by": "cy"}, {"do": "extra", "by": "dee"})
    taken = chosen(keeper.table, "bob", DOUBLE_AND_TAKE)
    assert taken is not None
    assert taken["take"] == ["bob:cy", "bob:dee"]
    hopeless = Oracle(nd=1.5, dt=2.4)
    assert chosen(keeper.table, "bob", hopeless) == {"do": "drop", "by": "bob"}


def test_club_5_9_a_bot_holds_the_roll_only_where_a_double_may_come() -> None:
    keeper = opened()
    tell(
        keeper,
        {"do": "start", "by": "ann"},
        {"do": "opening", "by": "ann", "dice": [6, 1]},
    )
    assert chosen(keeper.table, "cy", DOUBLE_AND_TAKE) == {"do": "hold", "by": "cy"}
    assert chosen(keeper.table, "cy", WAITING) is None
    assert chosen(keeper.table, "bob", DOUBLE_AND_TAKE) is None  # The mover need not.
    tell(keeper, {"do": "hold", "by": "cy"}, {"do": "play", "by": "ann", "move": "13/7 8/7"})
    assert chosen(keeper.table, "cy", WAITING) == {"do": "release", "by": "cy"}


# Deals, consent, proxies


def test_a_bot_settles_near_the_fair_value_and_not_far_from_it() -> None:
    keeper = teams_turn()
    judge = Oracle(nd=0.4, dt=0.5)
    game = keeper.table.game
    assert game is not None
    cube = game.cube("bob:ann")
    assert cube is not None
    assert fair_value(keeper.table, cube, judge).worth == pytest.approx(0.5)
    tell(keeper, {"do": "settle", "by": "bob", "cube": "bob:ann", "points": "0.5", "to": "bob"})
    assert chosen(keeper.table, "ann", judge) == {"do": "agree", "by": "ann", "proposal": 1}
    tell(keeper, {"do": "settle", "by": "bob", "cube": "bob:ann", "points": 1, "to": "bob"})
    tell(keeper, {"do": "refuse", "by": "ann", "proposal": 1})
    assert chosen(keeper.table, "ann", judge) == {"do": "refuse", "by": "ann", "proposal": 2}


def test_a_bot_welcomes_who_joins_and_keeps_the_house_rules() -> None:
    keeper = opened()
    tell(keeper, {"do": "join", "by": "eve"})
    assert chosen(keeper.table, "bob", WAITING) == {"do": "agree", "by": "bob", "proposal": 1}
    tell(keeper, {"do": "agree", "by": "bob", "proposal": 1})
    tell(keeper, {"do": "rules", "by": "ann", "set": {"beavers": False}})
    assert chosen(keeper.table, "bob", WAITING) == {"do": "refuse", "by": "bob", "proposal": 2}


def test_club_7_1_a_bot_acts_for_who_is_away_and_for_who_named_it() -> None:
    keeper = teams_turn()
    tell(keeper, {"do": "away", "by": "dee"}, {"do": "double", "by": "bob"})
    tell(keeper, {"do": "stay", "by": "cy"})
    stay = {"do": "stay", "by": "bob", "as": "dee"}
    assert chosen(keeper.table, "bob", WAITING) == stay  # The mover acts for want of a proxy.
    tell(keeper, {"do": "proxy", "by": "dee", "to": "cy"})
    assert chosen(keeper.table, "bob", WAITING) is None
    assert chosen(keeper.table, "cy", WAITING) == {"do": "stay", "by": "cy", "as": "dee"}


def test_club_8_4_after_a_correction_a_bot_keeps_only_a_roll_it_likes() -> None:
    keeper = teams_turn()
    tell(
        keeper,
        {"do": "roll", "by": "bob", "dice": [6, 5]},
        {"do": "correct", "by": "cy", "move": "13/7 8/7", "dice": [6, 1]},
    )
    if keeper.table.phase != "correction":
        tell(keeper, {"do": "correct", "by": "cy", "move": "13/6", "dice": [6, 1]})
    assert keeper.table.phase == "correction"
    judge = Oracle(nd=0.2, dt=0.1)
    assert chosen(keeper.table, "bob", judge) == {"do": "keep", "by": "bob"}


def test_bots_leave_it_to_people_to_start_a_game() -> None:
    table = opened(dice={"seed": 1}).table
    assert next_action(table, {"bob": EXPERT, "cy": EXPERT}, WAITING) is None
    everybody = next_action(table, dict.fromkeys(NAMES, EXPERT), WAITING)
    assert everybody is not None
    assert everybody[1].verb == "start"


# Advice


def test_club_3_2_a_bot_advises_only_where_it_may() -> None:
    keeper = teams_turn()
    tell(keeper, {"do": "double", "by": "bob"}, {"do": "double", "by": "cy"})
    tell(keeper, {"do": "stay", "by": "dee"})
    tell(keeper, {"do": "answer", "by": "ann", "take": ["bob:ann", "cy:ann"]})
    tell(keeper, {"do": "roll", "by": "bob", "dice": [6, 5]})
    given = {name: advice(keeper.table, name, Policy(), EXPERT) for name in NAMES}
    assert given["ann"] is None  # Not of the Team.
    assert given["bob"] is None  # He plays.
    assert given["dee"] is None  # Her cube is not in the game.
    assert given["cy"] is not None
    assert refusal_of(keeper.table, given["cy"]) is None


# At a live table


async def until(host: Host, done: Callable[[Table], bool]) -> None:
    """Wait for the table to come to something; fails when nothing happens any more."""
    changed = asyncio.Event()
    session = host.join(None)
    session.watch(lambda view: changed.set())
    while not done(host.table):
        changed.clear()
        if not done(host.table):
            await asyncio.wait_for(changed.wait(), 20)
    session.close()


def live(players: list[str] = NAMES, rules: object = "club") -> Host:
    keeper = opened(players, rules, dice={"seed": 11})
    return Host(keeper, owner="ann")


async def test_bots_alone_play_a_whole_game_at_a_live_table() -> None:
    host = live()
    company = Company(host, Policy())
    for name in NAMES:
        company.seat(name, Character(thinking=0, deals=0, seed=3))
    company.start()
    await until(host, lambda table: len(table.games) >= 1)
    await company.stop()
    assert company.notices == []
    assert host.table.away == ()
    assert sum(host.table.games[0].points.values()) == 0


async def test_a_person_sees_who_thinks_and_is_waited_for() -> None:
    host = live()
    told: list[str | None] = []
    company = Company(host, Policy())
    for name in NAMES[1:]:
        company.seat(name, Character(thinking=0, deals=0))
    company.start(lambda: told.append(company.thinking))
    me = host.join("ann", ["ann"])
    assert await me.send(read_action({"do": "start", "by": "ann"})) is None
    assert await me.send(read_action({"do": "opening", "by": "ann"})) is None
    await until(host, lambda table: table.game is not None and table.roller() == "ann")
    await company.stop()
    assert set(told) - {None} <= set(NAMES[1:])
    assert any(told)


class Broken(Oracle):
    """A judge that always fails, as one without any fallback would."""

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        raise JudgeError("it fell over")


async def test_a_bot_that_fails_is_away_and_the_table_goes_on() -> None:
    host = live()
    company = Company(host, Broken(0, 0))
    company.seat("bob", Character(thinking=0, deals=0))
    company.start()
    here = ["ann", "cy", "dee"]
    people = host.join(None, here)
    assert await people.send(read_action({"do": "start", "by": "ann"})) is None
    while not host.table.games:
        table = host.table
        found = next_action(table, dict.fromkeys(here, EXPERT), Policy())
        if found is None:
            await until(host, lambda now, n=table.n: now.n > n)  # type: ignore[misc]
            continue
        assert await people.send(found[1]) is None
    await company.stop()
    assert company.failed == {"bob"}
    assert [str(one) for one in company.notices] == [
        "bob cannot go on (it fell over) and is away now"
    ]
    assert host.table.away == ("bob",)


async def test_a_new_bot_asks_for_a_seat_like_anybody() -> None:
    host = live()
    company = Company(host, Policy())
    await company.add("Zoe", Character(thinking=0))
    assert [one.by for one in host.table.proposals] == ["Zoe"]
    me = host.join("ann", ["ann"])
    assert await me.send(read_action({"do": "agree", "by": "ann", "proposal": 1})) is None
    assert host.table.line[-1] == "Zoe"
    with pytest.raises(ValueError, match="is a bot already"):
        company.seat("Zoe", Character())
    await company.remove("Zoe")
    assert "Zoe" not in host.table.line
    await company.stop()


# Nothing of a judge's view reaches a player


class Telltale(Policy):
    """A judge whose every figure is marked, to be found wherever it leaks."""

    MARK = 0.000_271_828

    def plays(
        self, position: Position, dice: Dice, contract: Contract, plies: Plies = 2
    ) -> tuple[Judged, ...]:
        judged = super().plays(position, dice, contract, plies)
        return tuple(Judged(one.play, round(one.equity, 3) + self.MARK) for one in judged)

    def cube(self, position: Position, contract: Contract, plies: Plies = 3) -> CubeVerdict:
        found = super().cube(position, contract, plies)
        return CubeVerdict(round(found.nd, 3) + self.MARK, round(found.dt, 3) + self.MARK)


async def test_nothing_of_a_judges_view_reaches_a_player_during_a_game() -> None:
    host = live(rules="hungarian")
    company = Company(host, Telltale())
    for name in NAMES[1:]:
        company.seat(name, Character(thinking=0, deals=0.05, seed=5))
    people = {"ann": host.join("ann", ["ann"]), None: host.join(None)}
    shown: list[str] = []
    for session in people.values():
        session.watch(lambda view: shown.append(f"{view!r} {json.dumps(state_of(view.table))}"))
    company.start(lambda: shown.append(str(company.thinking)))
    me = people["ann"]
    answers = 0
    while not host.table.games and host.table.n < 400:
        action = choose(host.table, "ann", Policy(), EXPERT)
        if action is None and host.table.game is None:
            action = read_action({"do": "start", "by": "ann"})
        if action is None:
            before = host.table.n
            await until(host, lambda table, n=before: table.n > n)  # type: ignore[misc]
            continue
        answers += await me.send(action) is None
    await company.stop()
    assert answers > 5
    for viewer, session in people.items():
        for entry in session.entries():
            text = json.dumps(write_entry(entry))
            shown.append(text)
            private = [e for e in entry.events or () if e.event == "said" and e.hearers]
            assert all(viewer in (e.hearers or ()) for e in private if e.event == "said")
    story = "\n".join(shown)
    assert len(shown) > 20
    for word in ("271828", "27182", "Judged", "CubeVerdict", "equity", "Telltale"):
        assert word not in story, word
    advised = [
        event
        for entry in host.keeper.entries
        for event in entry.events or ()
        if event.event == "said"
    ]
    assert all(event.hearers is not None for event in advised)


def test_club_4_3_the_fair_value_waits_for_both_and_for_a_moment_without_decision() -> None:
    keeper, desk, judge = teams_turn(), FairValues(), Oracle(nd=0.4, dt=0.5)
    with pytest.raises(NotNow, match="propose one first"):
        desk.agree(keeper.table, "bob", "bob:ann")
    tell(keeper, {"do": "settle", "by": "bob", "cube": "bob:ann", "points": 1, "to": "bob"})
    desk.agree(keeper.table, "bob", "bob:ann")
    with pytest.raises(NotNow, match="first ann must agree"):
        desk.value(keeper.table, "bob:ann", judge)
    with pytest.raises(NotNow, match="not cy's"):
        desk.agree(keeper.table, "cy", "bob:ann")
    desk.agree(keeper.table, "ann", "bob:ann")
    found = desk.value(keeper.table, "bob:ann", judge)
    assert (str(found.points), found.to, found.rolled_off) == ("0.5", "bob", (0, 1))
    tell(keeper, {"do": "double", "by": "cy"})
    with pytest.raises(NotNow, match="somebody is deciding"):
        desk.value(keeper.table, "bob:ann", judge)
    tell(keeper, {"do": "withdraw", "by": "bob", "proposal": 1})
    assert desk.agreed(keeper.table, "bob:ann") == ()


def test_club_4_3_a_cube_on_a_wooden_board_has_no_value_to_show() -> None:
    keeper = Keeper()
    for request in (
        {"do": "open", "players": [{"name": n} for n in ("ann", "bob", "cy")], "board": "physical"},
        {"do": "start", "by": "ann"},
        {"do": "opening", "by": "ann", "dice": [6, 1]},
        {"do": "settle", "by": "bob", "cube": "bob:ann", "points": 1, "to": "bob"},
    ):
        tell(keeper, request)
    desk = FairValues()
    for name in ("ann", "bob"):
        desk.agree(keeper.table, name, "bob:ann")
    with pytest.raises(NotNow, match="cannot be seen"):
        desk.value(keeper.table, "bob:ann", Oracle(nd=0.4, dt=0.5))


def test_club_8_4_a_late_correction_carries_its_figure_and_the_table_obeys_it() -> None:
    keeper = teams_turn()
    fix = Correct(by="cy", move="13/6", dice=(6, 1))
    assert with_gain(keeper.table, fix, Policy()).gain is None  # The Team has not rolled.
    tell(keeper, {"do": "roll", "by": "bob", "dice": [6, 6]})
    found = with_gain(keeper.table, fix, Policy())
    assert found.gain is not None
    assert found.gain >= 0
    for gain, phase in ((0.0, "play"), (0.5, "correction")):
        other = teams_turn()
        tell(other, {"do": "roll", "by": "bob", "dice": [6, 6]})
        tell(other, fix.model_copy(update={"gain": gain}).request())
        assert other.table.phase == phase


def test_characters_that_cannot_be_are_refused() -> None:
    for wrong in ({"thinking": -1}, {"deals": 2}, {"strength": "master"}):
        with pytest.raises(ValueError, match="a bot"):
            Character(**wrong)


def test_the_weaker_the_bot_the_more_its_plays_cost() -> None:
    """Judged by the policy itself, over the same positions."""
    lost: dict[str, float] = {}
    for strength in ("beginner", "club", "expert"):
        character = Character(strength, 0, 0, 9)
        keeper = teams_turn()
        total = 0.0
        for n in range(60):
            table = keeper.table.but(n=n)
            dice = [(6, 2), (4, 3), (5, 4), (6, 5)][n % 4]
            judged = Policy().plays(START, dice, Contract())
            choice = Mood(character, table, "bob").choice(judged)
            total += judged[0].equity - choice.equity
        lost[strength] = total
    assert lost["beginner"] > lost["club"] > lost["expert"] == 0


def test_the_same_table_always_finds_a_bot_in_the_same_mood() -> None:
    table = teams_turn().table
    first, again = (Mood(Character("beginner"), table, "bob").likes(0.5) for _ in range(2))
    assert first == again
    action: Action | None = choose(table, "bob", Policy(), Character("beginner"))
    assert action == choose(table, "bob", Policy(), Character("beginner"))
