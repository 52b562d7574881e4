"""Entering a play: typed, or source first with the mouse; the text is all the state there is.

A click writes into the same text that fingers type, so that there is one thing to read, to show on
the board, to take back and to send. Undo is free until it is sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from rules.legality import Fact
from rules.notation import NotationError, read_play
from rules.plays import Move, Play, PlayTree, ways
from rules.position import BAR, OFF, Position
from rules.runs import point_name

_WORD = re.compile(
    r"(?P<points>(?:bar|b|off|o|[0-9]{1,2})\*?(?:/(?:bar|b|off|o|[0-9]{1,2})\*?)*)/?(?:\((?P<n>[1-4])\))?"
)


@dataclass(frozen=True)
class Entry:
    """How far a text goes: where it stands in the tree, and the point it has chosen.

    `play` is the whole play once nothing is missing. `problem` and `facts` say in words what in
    the text cannot be played; the tree then stands before that part.
    """

    tree: PlayTree
    chosen: int | None = None
    play: Play | None = None
    problem: str = ""
    facts: tuple[tuple[str, Fact], ...] = ()

    @property
    def now(self) -> Position:
        """The board to show, the mover's view."""
        return self.play.after if self.play else self.tree.now

    @property
    def left(self) -> tuple[int, ...]:
        """The dice still to be played."""
        return () if self.play else self.tree.left

    @property
    def sources(self) -> frozenset[int]:
        """The points that a move can start from now."""
        return frozenset() if self.play else frozenset(self.tree.next)

    @property
    def targets(self) -> frozenset[int]:
        """Where the chosen checker can go, with one die or several."""
        if self.play or self.chosen is None:
            return frozenset()
        return frozenset(self.tree.targets(self.chosen))

    @property
    def text(self) -> str:
        """The entry as text that is read again as the same."""
        words = [_step(move) for move in (self.play.moves if self.play else self.tree.moves)]
        if self.chosen is not None and not self.play:
            words.append(point_name(self.chosen))
        return " ".join(words)

    def click(self, point: int) -> Entry:
        """Return the entry after a point was clicked or typed: a source, a target, or neither."""
        if self.play:
            return self
        if self.chosen is None:
            return self._choose(point)
        if point in self.targets:
            return _settled(_along(self.tree, self.chosen, point))
        if point == self.chosen:
            return self.die(max(self._dice_of(point), default=0))
        return self._choose(point)

    def die(self, die: int) -> Entry:
        """Return the entry with the chosen checker moved by a die, if it can be."""
        if self.play or self.chosen is None:
            return self
        end = max(self.chosen - die, OFF)
        if end not in {move.end for move in self.tree.next.get(self.chosen, ())}:
            return self
        return _settled(self.tree.go(self.chosen, end))

    def undo(self) -> Entry:
        """Return the entry one step back: without the chosen point, or without the last move."""
        if self.chosen is not None and not self.play:
            return Entry(self.tree)
        if self.play and not self.tree.moves:
            return Entry(self.tree)
        return Entry(self.tree.undo())

    def _choose(self, point: int) -> Entry:
        return Entry(self.tree, point) if point in self.tree.next else Entry(self.tree)

    def _dice_of(self, point: int) -> list[int]:
        ends = {move.end for move in self.tree.next.get(point, ())}
        return [die for die in self.tree.left if max(point - die, OFF) in ends]


def begin(position: Position, dice: tuple[int, int]) -> Entry:
    """Return the empty entry for a roll; where nothing can be played it is complete."""
    return _settled(ways(position, dice))


def follow(start: Entry, text: str) -> Entry:
    """Return how far a text goes from the empty entry; nothing is raised, `problem` says it.

    >>> from rules.position import START
    >>> entry = follow(begin(START, (3, 1)), "8/5 6")
    >>> entry.chosen, sorted(entry.targets), entry.play
    (6, [5], None)
    >>> follow(begin(START, (3, 1)), "8/5 6/5").play is not None
    True
    >>> follow(begin(START, (3, 1)), "13/7").problem
    '{move} is {pips} pips, which the dice {first} and {second} do not make'
    """
    tree = start.tree
    if not text.strip():
        return start
    problem: NotationError | None = None
    try:
        play = read_play(text, tree.position, tree.dice)
    except NotationError as error:
        problem = error
    else:
        return Entry(_walked(tree, play.moves), play=play)
    chosen: int | None = None
    cleaned = re.sub(r"\s*[/\-]\s*", "/", text.strip().casefold())
    for word in filter(None, re.split(r"[\s,;]+", cleaned)):
        match = _WORD.fullmatch(word)
        if match is None:
            return _failed(tree, problem)
        points = [_number(point) for point in match["points"].split("/")]
        if chosen is not None:
            points = [chosen, *points]
            chosen = None
        if len(points) == 1:
            chosen = points[0]
            continue
        for _ in range(int(match["n"] or 1)):
            for first, last in pairwise(points):
                end = _end(tree, first, last)
                if end is None:
                    return _failed(tree, problem)
                tree = _along(tree, first, end)
    if chosen is not None and chosen not in tree.next:
        # Half a number may still become one that can move: 1 of 13.
        longer = [p for p in tree.next if chosen and point_name(p).startswith(str(chosen))]
        return Entry(tree) if longer else _failed(tree, problem)
    if tree.complete:
        return Entry(tree, play=tree.play)
    return Entry(tree, chosen)


def _failed(tree: PlayTree, problem: NotationError) -> Entry:
    return Entry(tree, problem=problem.template, facts=tuple(problem.facts.items()))


def _end(tree: PlayTree, first: int, last: int) -> int | None:
    targets = tree.targets(first)
    if last in targets:
        return last
    end = max(first - last, OFF)
    return end if last in tree.left and end in targets else None


def _along(tree: PlayTree, first: int, last: int) -> PlayTree:
    """Walk one checker to a point; of several ways the one without a hit, as notation reads it."""
    chains = tree.targets(first)[last]
    chain = min(chains, key=lambda moves: sum(move.hit for move in moves))
    for move in chain:
        tree = tree.go(move.start, move.end)
    return tree


def _walked(tree: PlayTree, moves: tuple[Move, ...]) -> PlayTree:
    for move in moves:
        if not any(move.end == one.end for one in tree.next.get(move.start, ())):
            return tree
        tree = tree.go(move.start, move.end)
    return tree


def _settled(tree: PlayTree) -> Entry:
    return Entry(tree, play=tree.play)


def _number(point: str) -> int:
    name = point.rstrip("*")
    return (
        {"bar": BAR, "b": BAR, "off": OFF, "o": OFF}.get(name, -1)
        if not name.isdigit()
        else int(name)
    )


def _step(move: Move) -> str:
    return f"{point_name(move.start)}/{point_name(move.end)}" + ("*" if move.hit else "")
