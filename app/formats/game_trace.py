"""What happened in each game of a log, without what was corrected or taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from app.history import History
from rules import events as ev
from rules.state import Dice, Game, Table
from rules.values import Side, other

ActKind: TypeAlias = Literal["roll", "double", "take", "beaver", "raccoon", "close", "remark"]


@dataclass(frozen=True)
class Act:
    """One thing that was done: a roll with its play (None while it is not played), or what befell
    cubes. `points` are the Team player's; a remark is about `cubes`, or about all.
    """

    kind: ActKind
    side: Side | None = None
    dice: Dice | None = None
    move: str | None = None
    cubes: tuple[str, ...] = ()
    how: str = ""
    points: int = 0
    text: str = ""


@dataclass(frozen=True)
class GameTrace:
    """One game: the cubes' starting values and all acts. `turn` is whose roll comes next."""

    number: int
    box: str
    team: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    acts: tuple[Act, ...] = ()
    turn: Side | None = None
    over: bool = False

    def add(self, act: Act) -> GameTrace:
        """Return the game with one more act."""
        return replace(self, acts=(*self.acts, act))


Traces: TypeAlias = tuple[GameTrace, ...]


def traces(history: History, at: int) -> Traces:
    """Return the games of a log up to its action `at`, as they stand after it."""
    states: list[Traces] = [()]
    for index, entry in enumerate(history.entries[:at]):
        state, before = states[-1], history.tables[index]
        events = entry.events or ()
        for event in events:
            if isinstance(event, ev.TakenBack):
                state = states[_past(before, event.steps).n]
            else:
                state = _with(state, event)
        if any(isinstance(event, ev.Corrected) for event in events):
            game = history.tables[index + 1].game
            if game is not None and state:
                state = (*state[:-1], _corrected(state[-1], game))
        states.append(state)
    return states[-1]


def _past(table: Table, steps: int) -> Table:
    for _ in range(steps):
        assert table.before is not None, "what was taken back is in the log"
        table = table.before
    return table


def _with(state: Traces, event: ev.Event) -> Traces:
    if isinstance(event, ev.Started):
        values = tuple((cube, value) for cube, (value, _) in event.values.items())
        return (*state, GameTrace(event.game, event.box, event.team, values))
    if not state or state[-1].over:
        return state
    return (*state[:-1], _game_with(state[-1], event))


def _game_with(game: GameTrace, event: ev.Event) -> GameTrace:
    if isinstance(event, ev.GameOver):
        return replace(game, over=True)
    if isinstance(event, ev.TurnPassed):
        return replace(game, turn=event.to)
    if isinstance(event, ev.OpeningRolled):
        if event.first is None:
            return game
        game = replace(game, turn=event.first)
        if event.dice is None:
            return game
        # The event has the Box's die first, the table the mover's own.
        dice = event.dice if event.first == "box" else event.dice[::-1]
        return game.add(Act("roll", event.first, (dice[0], dice[1])))
    if isinstance(event, ev.Rolled):
        return game.add(Act("roll", game.turn, event.dice)) if event.dice else game
    if isinstance(event, ev.Played):
        return replace(game, acts=_played(game.acts, event.move))
    if isinstance(event, ev.Chosen):
        return replace(game, acts=_unrolled(game.acts)) if event.reroll else game
    return _cube_act(game, event)


def _cube_act(game: GameTrace, event: ev.Event) -> GameTrace:
    match event:
        case ev.Doubled(side=side, cubes=cubes):
            return game.add(Act("double", side, cubes=cubes))
        case ev.CubeMade(cube=cube, value=value):
            made = replace(game, values=(*game.values, (cube, value)))
            return made.add(Act("double", "box", cubes=(cube,)))
        case ev.Taken(cube=cube):
            return game.add(Act("take", cubes=(cube,)))
        case ev.Beavered(cube=cube):
            return game.add(Act("beaver", cubes=(cube,)))
        case ev.BeaverAnswered(event="raccooned", cube=cube):
            return game.add(Act("raccoon", cubes=(cube,)))
        case ev.AskedAgain(cube=cube):
            return replace(game, acts=_unanswered(game.acts, cube))
        case ev.CubeClosed(cube=cube, how=how, points=points):
            return game.add(Act("close", cubes=(cube,), how=how, points=points))
        case ev.CubeTurned(cubes=cubes, next_game=False):
            turned = tuple((name, 2 * v if name in cubes else v) for name, v in game.values)
            text = "an automatic double after equal opening dice"
            return replace(game, values=turned).add(Act("remark", cubes=cubes, text=text))
        case ev.CubeSold(cube=cube, side=side, to=to):
            text = (
                f"{to} plays this cube from here for {'the Box' if side == 'box' else 'its owner'}"
            )
            return game.add(Act("remark", cubes=(cube,), text=text))
        case ev.BoxSold(to=to):
            return game.add(Act("remark", text=f"{to} plays the Box's game from here"))
        case ev.Paid(frm=frm, to=to, points=points, why=why):
            return game.add(Act("remark", text=f"{frm} pays {to} {points} ({_WHY[why]})"))
    return game


_WHY = {
    "extra": "an extra",
    "price": "the price of a game or an interest",
    "bet": "a side bet",
    "transfer": "outside the games",
}


def _played(acts: tuple[Act, ...], move: str) -> tuple[Act, ...]:
    """Put the play to the roll that waits for it."""
    for index in range(len(acts) - 1, -1, -1):
        if acts[index].kind == "roll":
            return (*acts[:index], replace(acts[index], move=move), *acts[index + 1 :])
    return acts


def _unrolled(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Leave out the roll that is thrown again."""
    last = max((i for i, act in enumerate(acts) if act.kind == "roll"), default=len(acts))
    return acts[:last] + acts[last + 1 :]


def _unanswered(acts: tuple[Act, ...], cube: str) -> tuple[Act, ...]:
    """Leave out the take of a lone taker who is asked again (play65 11)."""
    last = max(
        (i for i, act in enumerate(acts) if act.kind in ("take", "beaver") and cube in act.cubes),
        default=len(acts),
    )
    return acts[:last] + acts[last + 1 :]


def _corrected(trace: GameTrace, game: Game) -> GameTrace:
    """Return the trace with the plays that the table has after a correction."""
    turns = iter(game.turns)
    acts: list[Act] = []
    for act in trace.acts:
        if act.kind != "roll":
            acts.append(act)
        elif (turn := next(turns, None)) is not None:
            acts.append(Act("roll", turn.side, turn.dice, turn.move))
    if game.dice is not None:
        acts.append(Act("roll", game.turn, game.dice))
    return replace(trace, acts=tuple(acts), turn=game.turn)


def across(acts: Iterable[Act], cube: str) -> Side:
    """Return the side that was last offered a cube."""
    offers = [act.side for act in acts if act.kind == "double" and cube in act.cubes]
    assert offers, f"{cube} was doubled"
    assert offers[-1] is not None
    return other(offers[-1])
