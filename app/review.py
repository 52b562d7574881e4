"""What everybody might have done better: every play and cube decision of a log, judged.

Only finished games are looked at: while a game is on, nobody gets to know what an engine thinks of
it. Each cube is judged as the money game that it is, with its own owner; a play is judged by the
cubes of whoever made it, big ones weighing more. Equities are in units of the cube's value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from app.bot_views import Mind, best_answer, worth_of_answers
from app.character import Character, Mood
from app.decisions import Decision, Review
from app.history import History
from app.verdicts import Contract, Judge, Judged, JudgeError, contract_of
from rules import events as ev
from rules.answers import answer_rule
from rules.log import Entry
from rules.notation import write_play
from rules.plays import legal_plays
from rules.position import Position
from rules.rounds import may_double_with
from rules.state import Dice, Game, Table
from rules.values import Mark

CLOSE = 0.2
"""A double not given counts as a decision where it would have cost less than this."""


class Reviewer(Judge, Protocol):
    """A judge that can also look closely, and knows what luck is."""

    def staged(
        self, position: Position, dice: Dice, contract: Contract, played: Position
    ) -> tuple[Judged, ...]:
        """Return every legal play, best first, the best ones and the one played closely."""
        ...

    def luck(
        self, position: Position, dice: Dice, contract: Contract, *, opening: bool = False
    ) -> float:
        """Return how much equity a roll gave over the average one."""
        ...


def review(
    history: History,
    judge: Reviewer,
    told: Callable[[int, int], None] | None = None,
    found: Review | None = None,
) -> Review:
    """Judge all decisions of a log's finished games; `told` hears (done, of how many).

    `found` is filled in, and returned at the end: a screen reads in it meanwhile.
    """
    last = history.table
    found = found or Review()
    found.games, found.left_out = len(last.games), 0 if last.game is None else 1
    due = [
        (table, entry)
        for table, entry in zip(history.tables, history.entries, strict=False)
        if table.game is not None and table.game.number <= len(last.games)
    ]
    for done, (table, entry) in enumerate(due):
        if told is not None:
            told(done, len(due))
        try:
            for one in _judged(table, entry, judge):
                found.add(one)
            _add_luck(found, table, entry, judge)
        except JudgeError:
            found.unjudged += 1
    if told is not None:
        told(len(due), len(due))
    return found


def _judged(table: Table, entry: Entry, judge: Reviewer) -> Iterator[Decision]:
    verb = str(entry.request["do"])
    player = str(entry.request.get("as") or entry.request.get("by", ""))
    if verb == "play" and (one := _play(table, entry, player, judge)) is not None:
        yield one
    elif verb == "roll":
        yield from _not_doubled(table, entry, judge)
    elif verb in ("double", "stay"):
        yield from _declared(table, entry, player, judge)
    elif verb in ("answer", "take", "drop", "beaver") and table.phase in ("answer", "extras"):
        if (one := _answered(table, entry, player, judge)) is not None:
            yield one
    elif verb in ("extra", "no_extra"):
        dt = _exact(table, player, judge).verdict_on(Contract("mine")).dt
        best = "extra" if dt > 1 else "no_extra"
        yield _cube(table, entry, player, verb, best, 0.0 if verb == best else abs(dt - 1))
    elif table.phase == "beavered" and verb in ("accept", "drop", "raccoon"):
        yield _beaver_answer(table, entry, player, verb, judge)


def _exact(table: Table, player: str, judge: Judge) -> Mind:
    """Return a mind without moods, to think as the player should have."""
    character = Character()
    return Mind(table, player, player, judge, character, Mood(character, table, player))


def _game(table: Table) -> Game:
    assert table.game is not None
    return table.game


def _cube(table: Table, entry: Entry, player: str, chosen: str, best: str, lost: float) -> Decision:
    lost = max(lost, 0.0)
    return Decision(entry.n, _game(table).number, player, "cube", chosen, best, lost)


# Checkers


def weights_of(table: Table, player: str) -> dict[Contract, int]:
    """Return the contracts that a player on roll plays for, with their weights."""
    game = _game(table)
    assert game.turn is not None
    weights: dict[Contract, int] = {}
    for cube in tuple(game.cubes_of(player, game.turn)) or game.live:
        contract = contract_of(cube, game.turn, table.rules)
        weights[contract] = weights.get(contract, 0) + cube.value
    return weights


def _play(table: Table, entry: Entry, player: str, judge: Reviewer) -> Decision | None:
    game = _game(table)
    played = next((one for one in entry.events or () if isinstance(one, ev.Played)), None)
    if game.dice is None or played is None:
        return None
    made = {write_play(play): play for play in legal_plays(game.position, game.dice)}
    if len(made) < 2 or played.move not in made:
        return None
    weights = weights_of(table, player)
    total = sum(weights.values())
    equity: dict[Position, float] = {}
    for contract, weight in weights.items():
        after = made[played.move].after
        for one in judge.staged(game.position, game.dice, contract, after):
            equity[one.play.after] = equity.get(one.play.after, 0.0) + one.equity * weight / total
    best = max(made, key=lambda text: equity[made[text].after])
    lost = equity[made[best].after] - equity[made[played.move].after]
    if lost <= 0:
        best = played.move
    return Decision(entry.n, game.number, player, "checkers", played.move, best, max(lost, 0.0))


def _add_luck(found: Review, table: Table, entry: Entry, judge: Reviewer) -> None:
    for event in entry.events or ():
        game = table.game
        if not isinstance(event, ev.Rolled) or event.dice is None or game is None:
            continue
        name = table.roller()
        weights = weights_of(table, name)
        contract = max(weights, key=lambda one: weights[one])
        record = found.of(name)
        record.luck += judge.luck(game.position, event.dice, contract)
        record.rolls += 1


# Cubes


def _not_doubled(table: Table, entry: Entry, judge: Reviewer) -> Iterator[Decision]:
    """Judge who let the roll come without a double."""
    game = _game(table)
    if game.round_closed or game.turn is None:
        return
    for name in game.order(game.turn):
        cubes = [cube.id for cube in may_double_with(game, name, game.turn)]
        yield from _kept(table, entry, name, cubes, judge)


def _kept(
    table: Table, entry: Entry, name: str, cubes: Sequence[str], judge: Reviewer
) -> Iterator[Decision]:
    for cube_id in cubes:
        cube = _game(table).cube(cube_id)
        assert cube is not None
        verdict = _exact(table, name, judge).verdict(cube)
        lost = verdict.doubled(table.rules.beavers) - verdict.nd
        if lost > -CLOSE:
            best = f"double {whose(cube_id)}" if lost > 0 else f"no double {whose(cube_id)}"
            yield _cube(table, entry, name, f"no double {whose(cube_id)}", best, lost)


def _declared(table: Table, entry: Entry, player: str, judge: Reviewer) -> Iterator[Decision]:
    for event in entry.events or ():
        if isinstance(event, ev.Stayed) and table.phase in ("declare", "before_roll"):
            yield from _kept(table, entry, event.player, event.cubes, judge)
        elif isinstance(event, ev.Doubled):
            for cube_id in event.cubes:
                cube = _game(table).cube(cube_id)
                assert cube is not None
                verdict = _exact(table, player, judge).verdict(cube)
                lost = verdict.nd - verdict.doubled(table.rules.beavers)
                best = f"no double {whose(cube_id)}" if lost > 0 else f"double {whose(cube_id)}"
                yield _cube(table, entry, player, f"double {whose(cube_id)}", best, lost)


def _answered(table: Table, entry: Entry, player: str, judge: Reviewer) -> Decision | None:
    """Judge an answer as a whole: against the best that the rule allows together."""
    mind = _exact(table, player, judge)
    rule = answer_rule(table, player, str(entry.request.get("by")))
    marks = _marks(entry, rule.cubes) if rule is not None else {}
    if rule is None or not marks:
        return None
    worth = {name: worth_of_answers(mind, name) for name in rule.cubes}
    best = best_answer(mind, rule) or marks
    values = sum(cube.value for cube in _game(table).cubes if cube.id in worth)

    def total(answers: dict[str, Mark]) -> float:
        return sum(worth[name][mark] for name, mark in answers.items())

    lost = (total(best) - total(marks)) / values
    words = _words(best) if lost > 0 else _words(marks)
    return _cube(table, entry, player, _words(marks), words, lost)


def _marks(entry: Entry, cubes: Sequence[str]) -> dict[str, Mark]:
    """Return what was answered, by what came of it; empty where a lone taker gave everything up."""
    marks: dict[str, Mark] = {}
    for event in entry.events or ():
        if isinstance(event, ev.Taken):
            marks[event.cube] = "take"
        elif isinstance(event, ev.Beavered):
            marks[event.cube] = "beaver"
        elif isinstance(event, ev.CubeClosed) and event.how == "drop":
            marks[event.cube] = "drop"
    marks = {name: mark for name, mark in marks.items() if name in cubes}
    return marks if len(marks) == len(cubes) else {}


def _words(marks: dict[str, Mark]) -> str:
    return ", ".join(f"{mark} {whose(name)}" for name, mark in marks.items())


def whose(cube: str) -> str:
    """Return the player by whom everybody at the table calls a cube.

    >>> whose("Ann:Dana")
    'Ann'
    """
    return cube.partition(":")[0]


def _beaver_answer(table: Table, entry: Entry, player: str, verb: str, judge: Reviewer) -> Decision:
    dt = _exact(table, player, judge).verdict_on(Contract("mine")).dt
    worth = {"accept": 2 * dt, "drop": -2.0}
    if table.rules.raccoons == "free" or verb == "raccoon":
        worth["raccoon"] = 4 * dt
    best = max(worth, key=lambda one: worth[one])
    return _cube(table, entry, player, verb, best, worth[best] - worth[verb])
