"""`chouette plays`: the legal plays of a roll, for people, and as data for the line protocol."""

from __future__ import annotations

from collections.abc import Sequence

from app.arguments import Parser, complain
from rules.ids import position_id, read_position_id, read_xgid
from rules.notation import write_play
from rules.plays import legal_plays
from rules.position import Position


def read_board(text: str) -> Position:
    """Read a position id or an XGID; the player on roll is `mine`. Raises ValueError (IdError)."""
    text = text.strip()
    if text.startswith("XGID=") or ":" in text:
        return read_xgid(text)[0]
    return read_position_id(text)


def listed(position: Position, dice: tuple[int, int]) -> list[dict[str, str]]:
    """One row a legal play: `move` in notation and the `position` after it, the opponent on roll.

    The form of the line protocol's `plays`. Raises ValueError for dice that are none.
    """
    rows = [
        {"move": write_play(play), "position": position_id(play.after.flip())}
        for play in legal_plays(position, dice)
    ]
    return sorted(rows, key=lambda row: row["move"])


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print the plays, one a line; status 2 when the position or the dice are none."""
    parser = Parser("plays", "List the legal plays of a roll, one a line.", language)
    parser.add_argument("position", metavar="ID", help="GNU Backgammon position id or XGID")
    parser.add_argument("dice", metavar="DIE", nargs=2, type=int, help="1 to 6")
    arguments = parser.parse_args(argv)
    try:
        rows = listed(read_board(arguments.position), (arguments.dice[0], arguments.dice[1]))
    except ValueError as error:
        complain("plays", error, parser.words)
        return 2
    width = max((len(row["move"]) for row in rows), default=0)
    for row in rows:
        print(f"{row['move']:{width}}  {row['position']}")
    if not rows:
        print(parser.words("no legal play"))
    return 0
