"""`chouette simulate`: bots alone at a table, no screen, one log.

The source of test data and benchmarks, and a search for defects: a bot that meets a refusal, or
points that do not sum to zero, end it with an error. With the built-in policy the same seed gives
the same log to the byte, times included: they are counted, not read from a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from app.arguments import Parser, complain
from app.bots import BotError, next_action
from app.character import STRENGTHS, Character
from app.judge import open_engine
from app.keeper import Keeper
from app.policy import Policy
from app.store import StoreError
from app.verdicts import Judge, JudgeError
from rules.actions import Action, read_action
from rules.permission import refusal_of
from rules.refusals import Refusal
from rules.ruleset import read_ruleset
from rules.sheet import scores
from rules.state import Table
from rules.views import to_act
from widgets.words import Words

NAMES = (
    "Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo", "Ines", "Jon", "Kaya", "Luz",
    "Mira", "Nils", "Olga", "Pia", "Quin", "Rosa", "Sami", "Tess", "Uma", "Vito", "Wim", "Xena",
)  # fmt: skip
"""Names for bots."""

MOST_ACTIONS = 5000
"""A game that takes more is stuck."""


class Stuck(Exception):
    """A simulation that cannot go on; the text says where and why."""


@dataclass(frozen=True)
class Plan:
    """What to simulate.

    `lively` is how often, from 0 to 1, somebody comes, leaves, is away or names a proxy between two
    actions.
    """

    games: int = 1
    seats: int = 5
    rules: str | Mapping[str, Any] = "club"
    seed: int = 0
    strength: str = ""
    deals: float = 0.004
    lively: float = 0.0
    draw: bool = True

    def bots(self) -> dict[str, Character]:
        """Return the bots by name; strengths are mixed where none was chosen."""
        return {
            name: Character(
                strength=self.strength or STRENGTHS[at % 3],  # type: ignore[arg-type]
                thinking=0,
                deals=self.deals,
                seed=self.seed,
            )
            for at, name in enumerate(NAMES)
        }


def counted_time() -> Callable[[], str]:
    """Return a clock that goes on by a second whenever it is looked at."""
    moment = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)

    def now() -> str:
        nonlocal moment
        moment += timedelta(seconds=1)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    return now


def simulate(
    plan: Plan, judge: Judge, keeper: Keeper, told: Callable[[Table], None] | None = None
) -> Keeper:
    """Play the games of a plan and close the session; Stuck, or BotError, if that cannot be.

    `told` is called with the table after every game.
    """
    bots = plan.bots()
    _ask(keeper, _opening_request(plan))
    random = Random(f"lively {plan.seed}")
    since = 0
    while True:
        table = keeper.table
        total = sum(scores(table).values())
        if total:
            raise Stuck(f"after action {table.n} the points sum to {total}: {scores(table)}")
        if table.game is None and len(table.games) >= plan.games:
            break
        for action in _comings(plan, table, random):
            if refusal_of(table, action) is None:
                _ask(keeper, action)
                break
        else:
            _one_action(keeper, bots, judge)
        since += 1
        if len(keeper.table.games) > len(table.games):
            since = 0
            if told is not None:
                told(keeper.table)
        if since > MOST_ACTIONS:
            raise Stuck(f"the game has had {since} actions and does not end: {where(table)}")
    _ask(keeper, read_action({"do": "close", "by": keeper.table.seated[0]}))
    return keeper


def _one_action(keeper: Keeper, bots: Mapping[str, Character], judge: Judge) -> None:
    table = keeper.table
    seated = {name: bots[name] for name in _present(table)}
    found = next_action(table, seated, judge)
    if found is None:
        # The table waits for somebody who is away and for whom nobody may act (rulebook section
        # 10): he comes back.
        for name in to_act(table):
            if name in table.away:
                _ask(keeper, read_action({"do": "back", "by": name}))
                return
    if found is None:
        raise Stuck(f"nobody acts: {where(table)}")
    _ask(keeper, found[1])


def _present(table: Table) -> Iterator[str]:
    """Yield everybody with a say: who sits, and who bought his way in or is leaving."""
    names = list(table.seated)
    if table.game is not None:
        names += [*table.game.line, table.game.boxer, *(c.player for c in table.game.live)]
    return (name for name in dict.fromkeys(names) if name not in table.away)


def _ask(keeper: Keeper, action: Action) -> None:
    outcome = keeper.ask(action)
    if isinstance(outcome, Refusal):
        raise Stuck(
            f"{action.request()} was refused: {outcome.code} ({outcome.rule}): "
            f"{outcome.sentence()}; {where(keeper.table)}"
        )


def where(table: Table) -> str:
    """Return where a table stands, for an error."""
    waiting = [f"{one.id} {one.action['do']} {one.waits_for}" for one in table.proposals]
    return f"action {table.n}, game {len(table.games) + 1}, phase {table.phase}, open {waiting}"


def _opening_request(plan: Plan) -> Action:
    rules = plan.rules if isinstance(plan.rules, str) else dict(plan.rules)
    return read_action(
        {
            "do": "open",
            "players": list(NAMES[: plan.seats]),
            "rules": rules,
            "dice": {"seed": plan.seed},
            "draw": plan.draw,
            "title": f"simulated, seed {plan.seed}",
        }
    )


def _comings(plan: Plan, table: Table, random: Random) -> Iterator[Action]:
    """Yield what somebody may do that has nothing to do with cubes and checkers."""
    if not plan.lively or random.random() >= plan.lively:
        return
    seated = table.seated
    name = random.choice(seated)
    others = [other for other in seated if other != name]
    fresh = next((one for one in NAMES if one not in table.scores and one not in seated), None)
    kinds = ["away", "back", "proxy", "unproxy", "join", "leave", "stake"]
    kind = random.choice(kinds)
    if kind == "join" and fresh and table.phase != "draw":
        yield read_action({"do": "join", "by": fresh, "stake": random.choice([1, 1, 2])})
    elif kind == "leave" and len(seated) > 3 and not table.undrawn and name != table.box:
        yield read_action({"do": "leave", "by": name})
    elif kind == "away" and len(table.away) + 3 < len(seated) and name != table.box:
        yield read_action({"do": "away", "by": name})
    elif kind == "back" and table.away:
        gone = [one for one in table.away if one not in table.leaving]
        if gone:
            yield read_action({"do": "back", "by": random.choice(gone)})
    elif kind == "proxy":
        yield read_action({"do": "proxy", "by": name, "to": random.choice(others)})
    elif kind == "unproxy":
        yield read_action({"do": "proxy", "by": name, "to": None})
    elif kind == "stake":
        yield read_action({"do": "stake", "by": name, "value": random.choice([1, 2])})


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Simulate and print what came of it: status 0, or 1 where it could not go on."""
    parser = Parser("simulate", "Bots alone at a table, no screen, one log.", language)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many (default 1)")
    parser.add_argument("--seats", type=int, default=5, metavar="N", help="how many bots sit")
    parser.add_argument("--rules", default="club", metavar="PRESET", help="house rules (club)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of dice and moods")
    parser.add_argument("--log", type=Path, metavar="FILE", help="where the log goes")
    parser.add_argument(
        "--judge",
        choices=("engine", "policy"),
        default="policy",
        help="the engine, or the built-in policy (default), which needs nothing installed",
    )
    parser.add_argument("--strength", choices=STRENGTHS, default="", help="of all (default: mixed)")
    parser.add_argument("--deals", type=float, default=0.004, metavar="P", help="deals, 0 to 1")
    parser.add_argument("--lively", type=float, default=0.0, metavar="P", help="coming and going")
    given = parser.parse_args(argv)
    plan = Plan(
        given.games, given.seats, given.rules, given.seed, given.strength, given.deals, given.lively
    )
    _check(parser, plan, given.log)
    return _simulate(plan, given.judge, given.log, parser.words)


def _check(parser: Parser, plan: Plan, log: Path | None) -> None:
    """End with a complaint where a call is wrong."""
    try:
        most = min(read_ruleset(plan.rules).max_players, len(NAMES))
    except ValueError as error:
        complain("simulate", error, parser.words)
        parser.exit(2)
    if not 2 <= plan.seats <= most:
        parser.wrong(
            "--seats is {n}, and from 2 to {most} may sit under these rules",
            n=plan.seats,
            most=most,
        )
    if plan.games < 1:
        parser.wrong("--games is {n}, and should be 1 or more", n=plan.games)
    if not 0 <= plan.seed <= 2**63:
        parser.wrong("--seed is {n}, and should be a whole number from 0 on", n=plan.seed)
    if not (0 <= plan.deals <= 1 and 0 <= plan.lively <= 1):
        parser.wrong("--deals and --lively lie between 0 and 1")
    if log is not None and log.exists() and log.stat().st_size:
        parser.wrong("{path} exists: a simulation begins a new log, choose another file", path=log)


def _simulate(plan: Plan, kind: str, log: Path | None, words: Words) -> int:
    try:
        clock = counted_time()
        with closing(Keeper.on(log, now=clock) if log else Keeper(now=clock)) as keeper:
            tell = partial(_tell, words=words)
            if kind == "engine":
                with open_engine() as engine:
                    simulate(plan, engine, keeper, tell)
            else:
                simulate(plan, Policy(looks_ahead=False), keeper, tell)
    except (StoreError, JudgeError, Stuck, BotError) as error:
        complain("simulate", error, words)
        return 1
    table = keeper.table
    standing = ", ".join(f"{name} {points:+d}" for name, points in table.scores.items())
    games = words.count("{n} game", "{n} games", len(table.games))
    actions = words.count("{n} action", "{n} actions", table.n)
    print(f"{games}, {actions}: {standing}")
    return 0


def _tell(table: Table, words: Words) -> None:
    record = table.games[-1]
    points = ", ".join(f"{name} {won:+d}" for name, won in record.points.items() if won)
    print(
        words(
            "game {n}: {box} against {captain}: {points}",
            n=record.game,
            box=record.box,
            captain=record.captain,
            points=points or "0",
        )
    )
