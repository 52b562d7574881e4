"""Why some moves are no legal play: the one reason that a person needs to hear.

A reason is a message id (`why`, as in the line protocol), an English template and the facts that
fill it, so that a translator can make the sentence in any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.generator import longest, moved, rest_of, results, steps, unpack
from rules.position import BAR, OFF, Position
from rules.runs import Reached, Run, all_dice, by_pips, pips_fit, point_name, reachable, run_name
from rules.saying import Either, Phrase, say

Fact = int | str | Phrase | Either


class Illegality(NamedTuple):
    """One reason: `why` names it, `template.format(**facts)` says it in English.

    `why` is one of bar_first, blocked, not_your_checker, wrong_dice, not_home, use_both and
    use_larger. Facts are numbers of points, dice and pips, and moves in notation.
    """

    why: str
    template: str
    facts: Mapping[str, Fact]

    def __str__(self) -> str:
        return say(self.template, self.facts)


def why_illegal(
    position: Position, dice: tuple[int, int], moves: Iterable[tuple[int, ...]]
) -> Illegality | None:
    """Why these moves are no legal play, or None when they are one.

    A move begins with its start and end (so a `Move` serves), and may use several dice; the order
    of the moves does not matter. Raises ValueError for dice that are none.

    >>> from rules.position import START
    >>> print(why_illegal(START, (6, 5), [(13, 8)]))
    you must play both dice: the 6 is still to be played
    >>> why_illegal(START, (6, 5), [(24, 13)]) is None
    True
    """
    return why_no_play(position, dice, [Run(move[0], move[0], (move[1],)) for move in moves])


def why_no_play(
    position: Position, dice: tuple[int, int], runs: Sequence[Run]
) -> Illegality | None:
    """The same for runs with stops between; the order of the runs does not matter."""
    dice_now = all_dice(dice)
    found = {} if position.over else results(position, dice_now[0], dice_now[1])
    legal = {after for _, after in unpack(position, found)}
    ways = list(reachable(position, dice, runs))
    if (not runs and not legal) or any(way.after in legal for way in ways):
        return None
    if not runs:
        return Illegality(
            "use_both",
            "a play is possible with {first} and {second}, so you must play",
            {"first": dice[0], "second": dice[1]},
        )
    if position.over:
        return Illegality("not_your_checker", "the game is over: no checker moves", {})
    if not ways:
        return _first_fault(position, dice_now, runs)
    needed = len(next(iter(found.values()))) if found else 0
    # The way that got furthest shows best what is missing.
    way = min(ways, key=lambda way: needed - len(way.moves) - longest(way.after, way.left))
    return _unfinished(position, dice_now, way, needed)


def _unfinished(position: Position, dice: tuple[int, ...], way: Reached, needed: int) -> Illegality:
    """Every step is legal by itself, and yet the whole is not: too little of the roll is used."""
    played = len(way.moves)
    text = " ".join(run_name(move.start, move.end) for move in way.moves)
    if played >= needed:
        return Illegality(
            "use_larger",
            "only one die can be played, and it must be the larger: play the {die}, not {move}",
            {"die": dice[0], "move": text},
        )
    if len(dice) == 4:
        # With equal dice no move takes another away: whatever was played, the rest still can be.
        template = (
            "you must play all four {die}s, not {played}"
            if needed == 4
            else "you must play {needed} of the four {die}s, not {played}"
        )
        facts: dict[str, Fact] = {"needed": needed, "die": dice[0], "played": played, "move": text}
        return Illegality("use_both", template, facts)
    die = way.left[0]
    open_still = played + longest(way.after, way.left) >= needed
    return Illegality(
        "use_both",
        "you must play both dice: the {die} is still to be played"
        if open_still
        else "you must play both dice: {move} leaves the {die} unplayable",
        {"die": die, "move": text},
    )


def _first_fault(position: Position, dice: tuple[int, ...], runs: Sequence[Run]) -> Illegality:
    """Some step is not legal by itself: the fault of the way that got furthest without it."""
    for check in (_bar_waits, _no_checker, _pips_wrong):
        fault = check(position, dice, runs)
        if fault:
            return fault
    best: tuple[int, int, Illegality] | None = None

    def search(after: Position, left: tuple[int, ...], runs: tuple[Run, ...], depth: int) -> None:
        nonlocal best
        for index, run in enumerate(runs):
            others = runs[:index] + runs[index + 1 :]
            # Only dice with which the pips of all runs can still be made: a step that wastes
            # one would lead to a fault that has nothing to do with what the person meant.
            fitting = {
                die: rest
                for die in set(left)
                if (rest := by_pips(run, die, left, others)) is not None
            }
            ends = {die: move for die in fitting for *_, move in steps(*after, die)
                    if move.start == run.at}  # fmt: skip
            for die, move in ends.items():
                search(moved(after, move), rest_of(left, die), fitting[die], depth + 1)
            if len(ends) < len(fitting):
                fault = _step_fault(after, sorted(set(fitting) - set(ends), reverse=True), run)
                found = (depth, _TELLING.index(fault.why), fault)
                if best is None or found[:2] > best[:2]:
                    best = found

    search(position, dice, tuple(runs), 0)
    assert best is not None, "some run must be stuck where no way makes them all"
    return best[2]


# Of two faults the later one tells a person more.
_TELLING = ("bar_first", "not_your_checker", "wrong_dice", "not_home", "blocked")


def _bar_waits(position: Position, dice: tuple[int, ...], runs: Sequence[Run]) -> Illegality | None:
    waiting = position.mine[BAR]
    entering = sum(run.at == BAR for run in runs)
    others = [run for run in runs if run.at != BAR]
    if waiting and others and entering < waiting:
        return Illegality(
            "bar_first",
            "a checker on the bar must enter first: {move} has to wait",
            {"move": run_name(others[0].at, others[0].stops[-1])},
        )
    return None


def _no_checker(
    position: Position, dice: tuple[int, ...], runs: Sequence[Run]
) -> Illegality | None:
    for run in runs:
        starting = sum(other.at == run.at for other in runs)
        arriving = sum(run.at in other.stops for other in runs)
        have = position.mine[run.at]
        if starting > have + arriving:
            if have:
                template = "you have {have} on {point}, not {wanted}"
            elif run.at != BAR and position.theirs[25 - run.at]:
                template = "the checkers on {point} are not yours"
            else:
                template = "you have no checker on {point}"
            facts: dict[str, Fact] = {
                "point": point_name(run.at) if run.at == BAR else Phrase("the {n} point", n=run.at),
                "have": have,
                "wanted": starting,
            }
            return Illegality("not_your_checker", template, facts)
    return None


def _pips_wrong(
    position: Position, dice: tuple[int, ...], runs: Sequence[Run]
) -> Illegality | None:
    stops_in_all = sum(len(run.stops) for run in runs)
    if stops_in_all > len(dice):
        return Illegality(
            "wrong_dice",
            "{count} moves are more than {dice} dice allow",
            {"count": stops_in_all, "dice": len(dice)},
        )
    sums = {0}
    for die in dice:
        sums |= {made + die for made in sums}
    for run in runs:
        at = run.at
        for stop in run.stops:
            pips = at - stop
            if pips <= 0:
                return Illegality(
                    "wrong_dice",
                    "{move} goes the wrong way: a checker moves from a higher point to a lower",
                    {"move": run_name(at, stop)},
                )
            makes = pips <= max(sums) if stop == OFF else pips in sums
            if not makes:
                if pips == 1:
                    text = "{move} is one pip, which the dice {first} and {second} do not make"
                else:
                    text = "{move} is {pips} pips, which the dice {first} and {second} do not make"
                return Illegality(
                    "wrong_dice",
                    text,
                    {
                        "move": run_name(at, stop),
                        "pips": pips,
                        "first": dice[0],
                        "second": dice[1],
                    },
                )
            at = stop
    for count in range(1, len(runs) + 1):
        if not pips_fit(dice, tuple(runs[:count])):
            move = run_name(runs[count - 1].at, runs[count - 1].stops[-1])
            return Illegality(
                "wrong_dice",
                "the dice {first} and {second} do not make {move} as well",
                {"first": dice[0], "second": dice[1], "move": move},
            )
    return None


def _step_fault(position: Position, dice: Sequence[int], run: Run) -> Illegality:
    """Why this checker can be moved by none of these dice, each of which has the right pips."""
    at, stop = run.at, run.stops[0]
    facts: dict[str, Fact] = {"move": run_name(at, stop), "point": at}
    mine, theirs = position
    if mine[BAR] and at != BAR:
        template = "a checker on the bar must enter first: {move} has to wait"
        return Illegality("bar_first", template, facts)
    if not mine[at]:
        return Illegality("not_your_checker", "you have no checker on the {point} point", facts)
    blocked = [at - die for die in dice if at > die and theirs[25 - at + die] > 1]
    if blocked:
        facts["blocked"] = blocked[0]
        template = "{move} is blocked: the opponent holds the {blocked} point"
        if len(blocked) > 1:
            facts["other"] = blocked[1]
            template = "{move} is blocked: the opponent holds the {blocked} and {other} points"
        return Illegality("blocked", template, facts)
    # What is left is bearing off too early: somebody is outside, or on a higher point.
    outside = next((point for point in range(BAR, 6, -1) if mine[point]), None)
    if outside is not None:
        facts["outside"] = point_name(outside)
        template = "{move}: not all your checkers are home, one is on {outside}"
        return Illegality("not_home", template, facts)
    facts["die"] = dice[0]
    facts["higher"] = next(point for point in range(6, at, -1) if mine[point])
    template = (
        "{move}: a {die} cannot bear off from the {point} point"
        " while a checker stands on the {higher} point"
    )
    return Illegality("wrong_dice", template, facts)
