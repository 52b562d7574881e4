"""What holds at every table, whatever the house rules and whoever does what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Action, BadRequest, read_action
from rules.decide import decide
from rules.legal import legal, offered
from rules.log import Entry, fold, read_entry, write_entry
from rules.permission import refusal_of
from rules.refusals import CODES, Refusal
from rules.state import Table
from rules.views import state_of, to_act, view
from tests.rules.sessions import any_request, mutated, request_of, some_offer, some_opening

FEWER = settings(max_examples=max(10, settings().max_examples // 4))
"""For laws that take long to try."""


class SeededDice:
    """Dice by the program, and a secret that is a number: enough for the rules."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.secrets = 0

    def throw(self, count: int) -> tuple[int, ...]:
        """Return dice."""
        return tuple(self.rng.randint(1, 6) for _ in range(count))

    def commit(self) -> str:
        """Return what stands for the hash of a new secret."""
        self.secrets += 1
        return f"{self.secrets:064x}"

    def reveal(self) -> str:
        """Return what stands for the secret."""
        return f"{self.secrets:064x}"


class Session:
    """A session that checks the laws at every action."""

    def __init__(self, seed: int, players: int) -> None:
        self.rng = Random(seed)
        self.chance = SeededDice(self.rng)
        self.table = Table()
        self.log: list[dict[str, Any]] = []
        self.done: list[dict[str, Any]] = []
        self.do(some_opening(self.rng, players))

    def do(self, request: dict[str, Any]) -> None:
        """Do what is allowed, and fold it from the log's own line."""
        self.done.append(request)
        action = read_action(request)
        assert refusal_of(self.table, action) is None
        events = decide(self.table, action, self.chance)
        entry = Entry(self.table.n + 1, "", request, events)
        line = json.loads(json.dumps(write_entry(entry)))
        self.log.append(line)
        live = fold(self.table, entry)
        self.table = fold(self.table, read_entry(line, entry.n))
        assert state_of(self.table) == state_of(live), "the log must give the live table"
        check_table(self.table)

    def try_(self, request: dict[str, Any]) -> Refusal | None:
        """Ask for something without doing it; `legal` must agree with `refusal_of`."""
        try:
            action = read_action(request)
        except BadRequest:
            return None
        before = state_of(self.table)
        refusal = refusal_of(self.table, action)
        if refusal is None:
            decide(self.table, action, SeededDice(Random(1)))
        else:
            assert refusal.code in CODES
            assert "{" not in refusal.sentence()
        if action.verb != "open":
            fits = offered(self.table, action)
            assert fits == (refusal is None), f"{request}: {refusal and refusal.reply()}"
        assert state_of(self.table) == before, "asking changes nothing"
        return refusal

    def step(self) -> bool:
        """Do one thing that somebody may do; False when the session is closed."""
        for _ in range(50):
            offer = some_offer(self.rng, self.table)
            if offer is None:
                if self.table.closed:
                    return False
                continue
            request = request_of(self.rng, self.table, offer)
            self.try_(mutated(self.rng, self.table, request))
            self.try_(any_request(self.rng, self.table))
            try:
                action = read_action(request)
            except BadRequest:
                continue
            if self.try_(request) is None:
                assert isinstance(action, Action)
                self.do(request)
                return True
        raise AssertionError("nobody can do anything")


def check_table(table: Table) -> None:
    """Check what holds of any table."""
    state = state_of(table)
    assert sum(state["scores"].values()) == 0
    assert sum(table.scores.values()) == 0
    assert len(set(table.line)) == len(table.line)
    assert all(sum(record.points.values()) == 0 for record in table.games)
    game = table.game
    assert bool(table.closed or to_act(table) or not table.seated)
    if game is None:
        assert not any(one.in_game for one in table.proposals)
        return
    assert game.live, "a game ends when no cube is live"
    for side in (game.position.mine, game.position.theirs):
        assert sum(side) == 15
        assert min(side) >= 0
    assert game.mover in game.in_players() or game.round or game.rolloffs
    json.dumps(state)


@given(seed=st.integers(0, 2**32), players=st.integers(2, 8))
def test_laws_of_random_sessions(seed: int, players: int) -> None:
    session = Session(seed, players)
    for _ in range(40):
        if not session.step():
            break
    table = Table()
    for n, line in enumerate(session.log, 1):
        table = fold(table, read_entry(line, n))
    assert state_of(table) == state_of(session.table)


@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
@FEWER
def test_a_look_changes_nothing_and_every_offer_can_be_sent(seed: int, players: int) -> None:
    session = Session(seed, players)
    for _ in range(25):
        before = session.table
        state = json.dumps(state_of(before))
        for name in (*before.seated, "zoe"):
            seen = view(before, name, (name,))
            assert seen.offers[name] == legal(before, name)
            for offer in seen.offers[name]:
                again = read_action(offer.sample.request())
                assert repr(again) == repr(offer.sample), "a sample has the types of a request"
                assert refusal_of(before, again) is None
                json.dumps(offer.request())
        assert session.table is before
        assert json.dumps(state_of(before)) == state
        if not session.step():
            break


def going_on(session: Session) -> Iterator[dict[str, Any]]:
    """Yield what somebody may do to get on with the game, those first whom it waits for."""
    verbs = (
        "let", "rolloff", "keep", "opening", "stay", "answer", "drop", "take", "accept",
        "no_extra", "refuse", "release", "roll", "play", "done",
    )  # fmt: skip
    table = session.table
    for name in dict.fromkeys((*to_act(table), *table.seated)):
        offers = legal(table, name)
        for verb in verbs:
            for offer in offers:
                if offer.verb == verb:
                    yield offer.sample.request()


@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
@FEWER
def test_a_game_always_ends(seed: int, players: int) -> None:
    session = Session(seed, players)
    for _ in range(30):
        if not session.step():
            return
    rng = session.rng
    for _ in range(600):
        if session.table.game is None:
            return
        table = session.table
        if table.board == "physical" and table.phase == "play":
            finish = {"do": "finish", "by": table.box, "winner": "box", "kind": "single"}
            request: dict[str, Any] = finish
        else:
            request = next(going_on(session), {})
            assert request, f"nobody can go on in {table.phase}, {to_act(table)} due"
            if request["do"] in ("roll", "opening", "rolloff") and "dice" in request:
                pairs = [[rng.randint(1, 6), rng.randint(1, 6)] for _ in range(2)]
                request["dice"] = pairs if request["do"] == "rolloff" else pairs[0]
        session.do(request)
    raise AssertionError("the game does not end")
