"""Drawn lines as what a terminal is sent: the cells that changed, and of their looks what differs.

Textual writes every piece of a line with its whole look and takes the look off again behind it,
and of a changed line all from the pane's left edge. On a line to somebody far away these are three
quarters of the bytes of a play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from textual.strip import Strip

Chops = Sequence[Mapping[int, Strip | None]]
"""For every line of a screen its pieces, by the column that each begins in; None stays as it is."""

PLAIN = ""


class Looks(NamedTuple):
    """The codes of a look: ink, ground, and all others."""

    ink: tuple[str, ...]
    ground: tuple[str, ...]
    more: frozenset[str]


class Writer:
    """Collects one frame; the look is kept from piece to piece, and taken off at the end."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._look = PLAIN

    def move(self, x: int, y: int) -> None:
        """Go to a cell."""
        self._parts.append(f"\x1b[{y + 1};{x + 1}H")

    def write(self, strip: Strip) -> None:
        """Write a line or a piece of one from there."""
        parts, look = self._parts, self._look
        for text, style, _ in strip:
            wanted = PLAIN if style is None else Strip.render_ansi(style, ColorSystem.TRUECOLOR)
            if wanted != look:
                parts.append(change(look, wanted))
                look = wanted
            parts.append(text)
        self._look = look

    def frame(self) -> str:
        """Return what was written, for a terminal that had no look on and has none after it."""
        return "".join(self._parts) + change(self._look, PLAIN)


def partial(chops: Chops, spans: Iterable[tuple[int, int, int]], ends: Sequence[list[int]]) -> str:
    """Return a frame of the cells in `spans`, each a line with its first column and the end."""
    writer = Writer()
    for y, left, right in spans:
        for end, (x, strip) in zip(ends[y], chops[y].items(), strict=True):
            if strip is not None and x < right and end > left:
                start = max(left, x)
                writer.move(start, y)
                writer.write(strip.crop(start - x, min(end, right) - x))
    return writer.frame()


def whole(lines: Iterable[Iterable[Strip]], x: int, y: int) -> str:
    """Return a frame of whole lines that begin at a cell."""
    writer = Writer()
    for at, line in enumerate(lines, y):
        writer.move(x, at)
        for strip in line:
            writer.write(strip)
    return writer.frame()


@lru_cache(maxsize=4096)
def change(before: str, now: str) -> str:
    r"""Return the shortest sequence from one look to another, each as its codes.

    >>> change("", "1;31"), change("1;31", "1;32"), change("1;31", ""), change("31", "31")
    ('\x1b[1;31m', '\x1b[32m', '\x1b[0m', '')
    >>> change("38;5;7;48;5;1", "38;5;7;48;5;2"), change("1;31", "31")
    ('\x1b[48;5;2m', '\x1b[0;31m')
    """
    if before == now:
        return ""
    if not now:
        return "\x1b[0m"
    had, wanted = _looks(before), _looks(now)
    anew = f"\x1b[0;{now}m" if before else f"\x1b[{now}m"
    lost = (
        had.more - wanted.more or (had.ink and not wanted.ink) or (had.ground and not wanted.ground)
    )
    if lost:
        return anew
    codes = [code for code in now.split(";") if code in wanted.more - had.more]
    codes += wanted.ink if wanted.ink != had.ink else ()
    codes += wanted.ground if wanted.ground != had.ground else ()
    return min(f"\x1b[{';'.join(codes)}m", anew, key=len)


def _looks(codes: str) -> Looks:
    """Take the codes of a look apart.

    >>> _looks("1;38;5;250;48;2;1;2;3")
    Looks(ink=('38', '5', '250'), ground=('48', '2', '1', '2', '3'), more=frozenset({'1'}))
    """
    left = codes.split(";") if codes else []
    ink: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    more: set[str] = set()
    while left:
        code = left[0]
        size = {"5": 3, "2": 5}[left[1]] if code in ("38", "48") else 1
        taken, left = tuple(left[:size]), left[size:]
        if code == "38" or code in _INKS:
            ink = taken
        elif code == "48" or code in _GROUNDS:
            ground = taken
        else:
            more.add(code)
    return Looks(ink, ground, frozenset(more))


_INKS = frozenset(str(n) for n in (*range(30, 38), 39, *range(90, 98)))
_GROUNDS = frozenset(str(n) for n in (*range(40, 48), 49, *range(100, 108)))
