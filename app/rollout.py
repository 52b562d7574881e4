"""One decision of a finished game, played on to its end many times: what it was really worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.history import History
from app.judge import TRIALS, Rolled
from app.review import weights_of, whose
from app.verdicts import Contract, Judged, contract_of
from rules import events as ev
from rules.log import Entry
from rules.notation import write_play
from rules.plays import legal_plays
from rules.position import Position
from rules.rounds import may_double_with
from rules.saying import Fault
from rules.state import Dice, Game, Table

Told = Callable[[int, int], None]

LABELS = CUBE = ("no double", "double, take", "double, drop")
"""What may be done about a cube, as the doubler sees it."""

BEST = 2
"""So many plays are rolled out besides the one that was made."""


class Roller(Protocol):
    """Who plays positions to their end: the engine (`app/judge.py` says what is asked)."""

    def staged(
        self, position: Position, dice: Dice, contract: Contract, played: Position
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first, the best ones and the one played closely."""
        ...

    def rollout(
        self,
        positions: Sequence[Position],
        contract: Contract,
        *,
        trials: int = TRIALS,
        told: Told | None = None,
    ) -> tuple[Rolled, ...]:
        """Return what positions after a play come to."""
        ...

    def rollout_cube(
        self,
        position: Position,
        contract: Contract,
        *,
        trials: int = TRIALS,
        told: Told | None = None,
    ) -> tuple[Rolled, Rolled]:
        """Return what no double and a double that is taken come to."""
        ...


class NoRollout(Fault):
    """An action of which there is nothing to roll out; the text says why."""


@dataclass(frozen=True)
class Choice:
    """One thing that could have been done: what it came to, and whether it was done.

    `what` is a play, or one of `CUBE`; `cube` says whose cube it is about then.
    """

    what: str
    rolled: Rolled
    chosen: bool
    cube: str = ""


def roll_out(
    history: History, n: int, judge: Roller, *, trials: int = TRIALS, told: Told | None = None
) -> tuple[Choice, ...]:
    """Return what the choices at action `n` come to, the best first; NoRollout where none were.

    Of a play the best two and the one made, of a cube no double, and a double taken or dropped.
    Only games that are over are looked at. `told` hears (done, of how many).
    """
    table, entry = _decision(history, n)
    game = table.game
    assert game is not None
    if entry.request["do"] == "play":
        return _plays(table, game, entry, judge, trials, told)
    return _cubes(table, game, entry, judge, trials, told)


def _decision(history: History, n: int) -> tuple[Table, Entry]:
    last = history.table
    if not 1 <= n <= len(history.entries):
        raise NoRollout("there are actions 1 to {last}, and no {n}", last=len(history.entries), n=n)
    table, entry = history.tables[n - 1], history.entries[n - 1]
    if table.board == "physical":
        raise NoRollout("a session on a real board has no positions to roll out")
    if table.game is None or table.game.turn is None:
        raise NoRollout("action {n} is no decision on a play or a cube", n=n)
    if table.game.number > len(last.games):
        raise NoRollout("the game of action {n} is still being played", n=n)
    return table, entry


def _plays(
    table: Table, game: Game, entry: Entry, judge: Roller, trials: int, told: Told | None
) -> tuple[Choice, ...]:
    played = next((one for one in entry.events or () if isinstance(one, ev.Played)), None)
    made = {write_play(p): p for p in legal_plays(game.position, game.dice)} if game.dice else {}
    if game.dice is None or played is None or played.move not in made or len(made) < 2:
        raise NoRollout("at action {n} there was one play and no choice", n=entry.n)
    player = str(entry.request.get("as") or entry.request.get("by", ""))
    weights = weights_of(table, player)
    contract = max(weights, key=lambda one: weights[one])
    ranked = judge.staged(game.position, game.dice, contract, made[played.move].after)
    texts = [write_play(one.play) for one in ranked[:BEST]]
    if played.move not in texts:
        texts.append(played.move)
    rolled = judge.rollout([made[text].after for text in texts], contract, trials=trials, told=told)
    found = (Choice(t, r, t == played.move) for t, r in zip(texts, rolled, strict=True))
    return tuple(sorted(found, key=lambda one: -one.rolled.equity))


def _cubes(
    table: Table, game: Game, entry: Entry, judge: Roller, trials: int, told: Told | None
) -> tuple[Choice, ...]:
    cubes = tuple(_about(game, entry))
    if not cubes:
        raise NoRollout("action {n} is no decision on a play or a cube", n=entry.n)
    # Cubes of one value's kind share a rollout: what differs is only whose they are.
    asked: dict[Contract, list[tuple[str, str]]] = {}
    for cube_id, chosen in cubes:
        cube = game.cube(cube_id)
        assert cube is not None
        asked.setdefault(contract_of(cube, game.turn or "box", table.rules), []).append(
            (cube_id, chosen)
        )
    found: list[Choice] = []
    for at, (contract, those) in enumerate(asked.items()):
        nd, dt = judge.rollout_cube(
            game.position, contract, trials=trials, told=_share(told, at, len(asked))
        )
        for cube_id, chosen in those:
            worth = dict(zip(CUBE, (nd, dt, Rolled(1.0, 0.0)), strict=True))
            found += [
                Choice(what, rolled, what.startswith(chosen), whose(cube_id))
                for what, rolled in worth.items()
            ]
    return tuple(found)


def _share(told: Told | None, at: int, of: int) -> Told | None:
    if told is None:
        return None
    return lambda done, all_: told(at * all_ + done, of * all_)


def _about(game: Game, entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the cubes that an action decided about, with what was chosen."""
    events: Sequence[ev.Happened] = entry.events or ()
    for event in events:
        if isinstance(event, ev.Doubled):
            yield from ((cube, "double") for cube in event.cubes)
        elif isinstance(event, ev.Stayed):
            yield from ((cube, "no double") for cube in event.cubes)
        elif isinstance(event, ev.Taken | ev.Beavered):
            yield event.cube, "double, take"
        elif isinstance(event, ev.CubeClosed) and event.how == "drop":
            yield event.cube, "double, drop"
    if entry.request["do"] == "roll" and game.turn is not None and not game.round_closed:
        for name in game.order(game.turn):
            yield from ((cube.id, "no double") for cube in may_double_with(game, name, game.turn))
