"""A table to write rule tests at: a line a deed, with the laws of the core checked at every one.

at = table("club", "ann bob cy dee").box_on_roll()
at.box_doubles(take="bob", drop="cy dee")
at.refused("round_closed", "club 5.9", "ann", "double")
assert at.mover == "bob"
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.actions import Action, BadRequest, Open, read_action
from rules.decide import decide
from rules.events import Event
from rules.legal import offered
from rules.log import Entry, fold, read_entry, write_entry
from rules.permission import refusal_of
from rules.refusals import Refusal
from rules.state import Table
from rules.views import state_of


class Throws:
    """Dice by the program, in the order that a test wants them; it is an error to want more."""

    def __init__(self, *dice: int) -> None:
        self.dice = list(dice)

    def throw(self, count: int) -> tuple[int, ...]:
        """Return the next `count` of them."""
        thrown, self.dice = self.dice[:count], self.dice[count:]
        assert len(thrown) == count, "the test has no dice left"
        return tuple(thrown)

    def commit(self) -> str | None:
        """There is no secret behind them."""
        return None

    def reveal(self) -> str | None:
        """There is no secret behind them."""
        return None


class At:
    """A table and its log."""

    def __init__(self, chance: Throws | None = None) -> None:
        self.table = Table()
        self.log: list[dict[str, Any]] = []
        self.events: tuple[Event, ...] = ()
        self.chance = chance or Throws()

    # Asking

    def ask(self, by: str, verb: str, **params: Any) -> Refusal | None:
        """Ask for something; return why it was refused, or do it and return None.

        Whatever it is, `legal` must offer it exactly when it is allowed; a refused action changes
        nothing; and the log, written and read, gives the table that stands now.
        """
        request = {"do": verb, **({"by": by} if by else {}), **params}
        try:
            action = read_action(request)
        except BadRequest as error:
            return Refusal("bad_request", "protocol", str(error).replace("{", "").replace("}", ""))
        before, state = self.table, state_of(self.table)
        refusal = refusal_of(self.table, action)
        self._agrees_with_legal(action, refusal)
        if refusal is not None:
            assert refusal.sentence()
            assert state_of(self.table) == state
            assert self.table is before
            return refusal
        self._do(request, action)
        return None

    def _agrees_with_legal(self, action: Action, refusal: Refusal | None) -> None:
        if isinstance(action, Open) or not self.table.opened:
            return
        assert offered(self.table, action) == (refusal is None), (
            action.request(),
            refusal and refusal.reply(),
        )

    def _do(self, request: dict[str, Any], action: Action) -> None:
        self.events = decide(self.table, action, self.chance)
        entry = Entry(self.table.n + 1, "2025-01-01T00:00:00Z", request, self.events)
        line = json.loads(json.dumps(write_entry(entry)))
        self.log.append(line)
        self.table = fold(self.table, read_entry(line, entry.n))
        assert sum(self.scores.values()) == 0, "points must sum to zero after every action"

    def do(self, by: str, verb: str, **params: Any) -> At:
        """Do something that must be allowed."""
        refusal = self.ask(by, verb, **params)
        assert refusal is None, f"{by} {verb} {params}: {refusal and refusal.reply()}"
        return self

    def refused(self, code: str, rule: str, by: str, verb: str, **params: Any) -> At:
        """Ask for something that must be refused with this code under this clause."""
        refusal = self.ask(by, verb, **params)
        assert refusal is not None, f"{by} {verb} {params} was allowed"
        found = (refusal.code, refusal.rule)
        assert found == (code, rule), f"{by} {verb} {params}: {refusal.reply()}"
        return self

    def bad(self, by: str, verb: str, **params: Any) -> At:
        """Ask for something whose form is wrong."""
        return self.refused("bad_request", "protocol", by, verb, **params)

    # Getting somewhere

    def start(self) -> At:
        """Start a game, by whoever is first."""
        return self.do(self.table.line[0], "start")

    def opening(self, first: str) -> At:
        """Start a game and throw for the first move."""
        if self.table.game is None:
            self.start()
        return self.do(self.table.box, "opening", dice=[6, 1] if first == "box" else [1, 6])

    def team_on_roll(self) -> At:
        """Start a game; the Box moves first, and the Team is on roll."""
        return self.opening("box").do(self.table.box, "done")

    def box_on_roll(self) -> At:
        """Start a game; the Captain moves first, and the Box is on roll."""
        self.opening("team")
        return self.do(self.table.roller(), "done")

    def turn(self) -> At:
        """Roll and move for the side on roll; under `ask` everybody stays."""
        if self.table.rules.offer_window == "ask":
            self.all_stay()
        roller = self.table.roller()
        return self.do(roller, "roll").do(roller, "done")

    def turns(self, count: int) -> At:
        """Take that many turns."""
        for _ in range(count):
            self.turn()
        return self

    def all_stay(self) -> At:
        """Let everybody who is asked stay."""
        while (due := self.due) and self.phase in ("before_roll", "declare"):
            roller = self.table.roller()
            if self.phase == "before_roll" and self.ask(due[0], "stay") is not None:
                assert due == [roller]
                break
            if self.phase == "declare":
                self.do(due[0], "stay")
        return self

    def team_doubles(
        self,
        doublers: str,
        *,
        take: str = "",
        drop: str = "",
        beaver: str = "",
        code: str = "",
        rule: str = "",
    ) -> At:
        """Those named double, all others stay; then the Box answers, or is refused with `code`."""
        names = doublers.split()
        if self.phase == "before_roll":
            self.do(next(n for n in self.table.line if n in names), "double")
        while self.phase == "declare":
            due = self.due[0]
            self.do(due, "double" if due in names else "stay")
        if take or drop or beaver:
            self.box_answers(take=take, drop=drop, beaver=beaver, code=code, rule=rule)
        return self

    def box_answers(
        self, *, take: str = "", drop: str = "", beaver: str = "", code: str = "", rule: str = ""
    ) -> At:
        """Let the Box answer all cubes at once."""
        answer = {"take": take.split(), "drop": drop.split(), "beaver": beaver.split()}
        if code:
            return self.refused(code, rule, self.table.box, "answer", **answer)
        return self.do(self.table.box, "answer", **answer)

    def box_doubles(self, *, take: str = "", drop: str = "", beaver: str = "") -> At:
        """The Box doubles those named, who answer in the order of rotation."""
        verbs = {
            name: verb
            for verb, names in (("take", take), ("drop", drop), ("beaver", beaver))
            for name in names.split()
        }
        self.do(self.table.box, "double", cubes=list(verbs))
        while self.phase == "answer" and self.due and self.due[0] in verbs:
            name = self.due[0]
            self.do(name, verbs.pop(name))
        return self

    def finish(self, winner: str, kind: str = "single") -> At:
        """Decide the game by the checkers."""
        while self.phase != "play":
            if self.table.rules.offer_window == "ask":
                self.all_stay()
            self.do(self.table.roller(), "roll")
        return self.do(self.table.box, "finish", winner=winner, kind=kind)

    def agreed(self, *names: str) -> At:
        """Let those named agree to the newest proposal, or all it waits for."""
        number = self.table.last_proposal
        one = self.table.proposal(number)
        assert one is not None
        for name in names or one.waits_for:
            self.do(name, "agree", proposal=number)
        return self

    # Looking

    @property
    def state(self) -> dict[str, Any]:
        """The protocol's state object."""
        return state_of(self.table)

    @property
    def phase(self) -> str:
        """The phase."""
        return self.table.phase

    @property
    def due(self) -> list[str]:
        """Whom the table waits for."""
        due: list[str] = self.state["to_act"]
        return due

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's points now."""
        found: dict[str, int] = self.state["scores"]
        return found

    @property
    def mover(self) -> str:
        """Captain or Acting Captain."""
        return str(self.state["mover"])

    @property
    def next(self) -> str:
        """The next game's line, in words."""
        return " ".join(self.state["next"]["line"])

    @property
    def row(self) -> Mapping[str, Any]:
        """The last finished game's row of the sheet."""
        found: Mapping[str, Any] = self.state["games"][-1]
        return found

    def cube(self, cube: str) -> dict[str, Any]:
        """Return a cube as the state shows it; a name means that player's cube against the Box."""
        wanted = cube if ":" in cube else f"{cube}:{self._box_of(cube)}"
        return next(one for one in self.state["cubes"] if one["id"] == wanted)

    def _box_of(self, name: str) -> str:
        assert self.table.game is not None
        return self.table.game.box

    def status(self) -> dict[str, tuple[str, int]]:
        """Return each cube's status and value."""
        return {one["id"]: (one["status"], one["value"]) for one in self.state["cubes"]}

    def points(self, *names: str) -> tuple[int, ...]:
        """Return the points of those named, of everybody in the line if nobody is."""
        return tuple(self.scores[name] for name in names or self.table.line)


def table(
    rules: str | Mapping[str, Any] = "club",
    players: str | Sequence[Any] = "ann bob cy dee",
    *,
    board: str = "physical",
    chance: Throws | None = None,
    **more: Any,
) -> At:
    """Open a session: house rules, seats in line order, on a real board unless told otherwise."""
    names: Iterable[Any] = players.split() if isinstance(players, str) else players
    settings = {"dice": "manual", **more}
    wanted = rules if isinstance(rules, str) else dict(rules)
    at = At(chance)
    return at.do("", "open", players=list(names), rules=wanted, board=board, **settings)
