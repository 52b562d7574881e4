"""Drawing for the order: the highest is first, and ties are rolled off among the tied (club 1.3,
play65 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.saying import Fault
from rules.state import Table

Throw = tuple[str | int, ...]


class DrawFault(Fault):
    """Throws that settle no order; the text says whose throw is missing or one too many."""


def throws_each(table: Table, rolls: Sequence[Throw] = ()) -> int:
    """Return with how many dice each throws: those of the draw; joiners throw two (club 6.5).

    Where the house draws with one die, joiners who throw by hand may do so too: play65 is silent.
    """
    if table.rules.draw != "one_die":
        return 2
    alone = rolls and all(len(thrown) == 2 for thrown in rolls)
    return 1 if table.undrawn or alone else 2


def ranked(players: Sequence[str], rolls: Sequence[Throw], dice: int) -> tuple[str, ...]:
    """Return the players in the order that the throws settle.

    Each throw is a name and its dice. Tied players throw again among themselves and keep the place
    they share.

    >>> throws = (("a", 3, 3), ("b", 6, 1), ("c", 4, 2), ("a", 1, 1), ("c", 2, 1))
    >>> ranked(("a", "b", "c"), throws, 2)
    ('b', 'c', 'a')

    """
    totals: dict[str, list[int]] = {name: [] for name in players}
    for name, *thrown in rolls:
        if name not in totals:
            raise DrawFault("{name} does not draw; {players} do.", name=name, players=list(players))
        if len(thrown) != dice:
            raise DrawFault(
                "Each throws {n} dice: {name} threw {m}.", n=dice, name=name, m=len(thrown)
            )
        totals[str(name)].append(sum(int(die) for die in thrown))
    order = _rank(list(players), totals, 0)
    return tuple(order)


def roll_order(
    players: Sequence[str], dice: int, throw: Callable[[int], tuple[int, ...]]
) -> tuple[tuple[str, ...], tuple[Throw, ...]]:
    """Throw for the order until no tie is left; return the order and the throws."""
    rolls: list[Throw] = []
    groups: list[list[str]] = [list(players)]
    while any(len(group) > 1 for group in groups):
        following: list[list[str]] = []
        for group in groups:
            if len(group) == 1:
                following.append(group)
                continue
            thrown = {name: throw(dice) for name in group}
            rolls += [(name, *dice_) for name, dice_ in thrown.items()]
            following += _split(group, {name: sum(d) for name, d in thrown.items()})
        groups = following
    return tuple(group[0] for group in groups), tuple(rolls)


def example_rolls(players: Sequence[str], dice: int) -> list[Throw]:
    """Return throws that settle the players in the order given; the last tie where there are many.

    >>> example_rolls(("a", "b", "c"), 2)
    [('a', 6, 6), ('b', 6, 5), ('c', 6, 4)]
    """
    rolls: list[Throw] = []
    left = list(players)
    while len(left) > 1:
        totals = [max(6 * dice - place, dice) for place in range(len(left))]
        for name, total in zip(left, totals, strict=True):
            high = min(6, total - dice + 1)
            rolls.append((name, high, total - high)[: dice + 1])
        left = [name for name, total in zip(left, totals, strict=True) if total == dice]
    return rolls


def _rank(group: list[str], totals: dict[str, list[int]], depth: int) -> list[str]:
    if len(group) == 1:
        if len(totals[group[0]]) > depth:
            raise DrawFault("{name} throws once too often.", name=group[0])
        return group
    for name in group:
        if len(totals[name]) <= depth:
            text = "{name} has not thrown." if not depth else "{names} tie and throw again."
            raise DrawFault(text, name=name, names=group)
    order: list[str] = []
    for part in _split(group, {name: totals[name][depth] for name in group}):
        order += _rank(part, totals, depth + 1)
    return order


def _split(group: list[str], total: dict[str, int]) -> list[list[str]]:
    heights = sorted({total[name] for name in group}, reverse=True)
    return [[name for name in group if total[name] == height] for height in heights]
