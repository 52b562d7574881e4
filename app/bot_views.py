"""What a bot thinks: cubes and plays weighed by a judge and coloured by its mood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from app.character import Character, Mood
from app.verdicts import Contract, CubeVerdict, Judge, Judged, contract_of
from rules.answers import AnswerRule
from rules.cube import Cube
from rules.state import Game, Table
from rules.values import Mark, Side

MARKS: tuple[Mark, ...] = ("take", "drop", "beaver")
MOST_TRIED = 7
"""Up to so many cubes every answer is tried; beyond, one for each number of cubes accepted."""


@dataclass(frozen=True)
class Mind:
    """One bot at one table: who decides, for whom, and with whose judgement.

    `blind` is a bot at a wooden board whose position nobody has set.
    """

    table: Table
    name: str
    me: str
    judge: Judge
    character: Character
    mood: Mood
    blind: bool = False

    @property
    def game(self) -> Game:
        """The game being played."""
        assert self.table.game is not None
        return self.table.game

    @property
    def turn(self) -> Side:
        """The side on roll."""
        assert self.game.turn is not None
        return self.game.turn

    def verdict(self, cube: Cube) -> CubeVerdict:
        """Return how a cube looks to the side on roll, before the roll."""
        contract = contract_of(cube, self.turn, self.table.rules)
        return self.verdict_on(contract)

    def verdict_on(self, contract: Contract) -> CubeVerdict:
        """Return how the position looks under a contract."""
        plies = self.character.cube_plies
        return self.mood.opinion(self.judge.cube(self.game.position, contract, plies))

    def offered(self, cube: Cube) -> float:
        """Return what a double of a cube is worth to the doubler once it is taken.

        Who owned it before makes no difference to that.
        """
        return self.verdict_on(Contract("mine")).dt

    def wants_to_double(self, cubes: Sequence[Cube]) -> tuple[str, ...]:
        """Return the cubes that it would double."""
        beavers = self.table.rules.beavers
        return tuple(cube.id for cube in cubes if self.verdict(cube).doubles(beavers))

    def best_play(self) -> Judged | None:
        """Return the play that seems best for the cubes of `me`, big ones weighing more."""
        game = self.game
        assert game.dice is not None
        cubes = tuple(game.cubes_of(self.me, self.turn)) or game.live
        weights: dict[Contract, int] = {}
        for cube in cubes:
            contract = contract_of(cube, self.turn, self.table.rules)
            weights[contract] = weights.get(contract, 0) + cube.value
        judged = weigh(self.judge, self.character, game, weights)
        return self.mood.choice(judged) if judged else None


def weigh(
    judge: Judge, character: Character, game: Game, weights: Mapping[Contract, int]
) -> tuple[Judged, ...]:
    """Return the legal plays of the roll by their equity averaged over contracts, best first."""
    assert game.dice is not None
    total = sum(weights.values())
    lists = [
        (judge.plays(game.position, game.dice, contract, character.play_plies), weight)
        for contract, weight in weights.items()
    ]
    if len(lists) == 1:
        return lists[0][0]
    equity: dict[object, float] = {}
    plays = {}
    for judged, weight in lists:
        for one in judged:
            plays[one.play.after] = one.play
            equity[one.play.after] = equity.get(one.play.after, 0) + one.equity * weight / total
    ranked = [Judged(play, equity[after]) for after, play in plays.items()]
    return tuple(sorted(ranked, key=lambda one: (-one.equity, one.play.after)))


def best_answer(mind: Mind, rule: AnswerRule) -> dict[str, Mark] | None:
    """Return the answers worth most to the player that the rule allows, or None."""
    worth = {name: worth_of_answers(mind, name) for name in rule.cubes}
    best: dict[str, Mark] | None = None
    best_worth = 0.0
    for marks in _candidates(rule, worth):
        if not rule.allows(marks):
            continue
        value = sum(worth[name][mark] for name, mark in marks.items())
        if best is None or value > best_worth + 1e-9:
            best, best_worth = marks, value
    return best


def worth_of_answers(mind: Mind, name: str) -> dict[Mark, float]:
    """Return what each answer on a pending cube is worth to who answers, in points."""
    cube = mind.game.cube(name)
    assert cube is not None
    dt = mind.offered(cube)
    dropped = 2 if cube.extra and mind.table.phase == "extras" else 1
    return {
        "take": -dt * cube.value,
        "drop": float(-dropped * cube.value),
        "beaver": -2 * dt * cube.value,
    }


def _candidates(
    rule: AnswerRule, worth: Mapping[str, Mapping[Mark, float]]
) -> list[dict[str, Mark]]:
    if len(rule.cubes) <= MOST_TRIED:
        return [dict(zip(rule.cubes, marks, strict=True)) for marks in _products(len(rule.cubes))]
    found: list[dict[str, Mark]] = []
    for accepting in (("take",), ("beaver",), ("take", "beaver")):
        kept: dict[str, Mark] = {
            name: max(accepting, key=lambda mark: worth[name][mark]) for name in rule.cubes
        }
        gain = {name: worth[name][kept[name]] - worth[name]["drop"] for name in rule.cubes}
        ranked = sorted(rule.cubes, key=lambda name: (name != rule.with_, -gain[name]))
        for orders in (ranked, sorted(rule.cubes, key=lambda name: -gain[name])):
            for count in range(len(orders) + 1):
                chosen = set(orders[:count])
                found.append({n: kept[n] if n in chosen else "drop" for n in rule.cubes})
    return found


def _products(count: int) -> list[tuple[Mark, ...]]:
    return list(product(MARKS, repeat=count))


def standing(table: Table, cube: Cube, judge: Judge, character: Character) -> float:
    """Return what a live cube is worth now to its Team player, in points."""
    game = table.game
    assert game is not None
    if game.turn is None:
        return 0.0
    contract = contract_of(cube, game.turn, table.rules)
    if game.base_phase == "play" and game.dice is not None:
        plays = judge.plays(game.position, game.dice, contract, character.play_plies)
        equity = plays[0].equity if plays else _after_dance(game, contract, judge, character)
    else:
        verdict = judge.cube(game.position, contract, character.cube_plies)
        access = contract.owner != "theirs" and not game.round_closed
        equity = verdict.worth(table.rules.beavers, access=access)
    return equity * cube.value * (1 if game.turn == "team" else -1)


def _after_dance(game: Game, contract: Contract, judge: Judge, character: Character) -> float:
    across = contract.across()
    verdict = judge.cube(game.position.flip(), across, character.cube_plies)
    return -verdict.worth(False, access=across.owner != "theirs")
