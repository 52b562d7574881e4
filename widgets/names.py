"""Names where there is little room: whole, or a beginning that a command understands.

A name that is cut anywhere else could be two people's. A unique beginning is one's alone, and it
can be typed as it stands (a blank as an underscore).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from rules.naming import fold
from widgets.words import fit

if TYPE_CHECKING:
    from rules.views import View

ALIASES = ("box", "captain", "mover")
"""Words that mean whoever has that part, and so are nobody's beginning."""


def known_names(view: View) -> list[str]:
    """Return everybody whom a typed command may mean: the seated, who joins, who has a cube."""
    table = view.table
    names = [*table.seated, *table.joiners, *view.scores, *view.here]
    if table.game is not None:
        names += [name for cube in table.game.cubes for name in (cube.player, cube.boxer)]
    return list(dict.fromkeys(names))


def beginning(name: str, names: Sequence[str], width: int) -> str:
    """Return the name if it has at most `width` cells, else a unique beginning of it that has.

    "" where even the longest beginning could be another's.

    >>> beginning("Christopher", ["Christopher", "Ann"], 5)
    'Chris'
    >>> beginning("Alexandra", ["Alexandra", "Alexander"], 5)
    ''
    """
    if cell_len(name) <= width:
        return name
    short = set_cell_size(name, max(width, 0)).rstrip()
    # Where a wide character has no room, a blank stands for its half.
    while short and not name.startswith(short):
        short = short[:-1].rstrip()
    wanted = fold(short)
    if not wanted or wanted in ALIASES:
        return ""
    return short if [one for one in names if fold(one).startswith(wanted)] == [name] else ""


def named(name: str, names: Sequence[str], width: int) -> str:
    """Return the name, a beginning, or where neither has room the name cut with a tilde.

    >>> named("Alexandra", ["Alexandra", "Alexander"], 5)
    'Alex~'
    """
    return beginning(name, names, width) or fit(name, width).rstrip()
