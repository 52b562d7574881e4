"""What a game pays: each cube alone, the Partner's share, roll-offs."""

from __future__ import annotations

from decimal import Decimal

from rules.state import Game
from rules.values import Kind, Side


def game_points(game: Game) -> dict[str, int]:
    """Return the points so far of everybody in the line, and of others who won or lost some.

    They sum to zero. The Box's own cubes are shared with a Partner (club 4.2).
    """
    points = dict.fromkeys(game.line, 0)
    if game.assistant:
        points[game.assistant] = 0
    for name, won in game.own.items():
        points[name] = points.get(name, 0) + won
    for boxer, won in game.shared.items():
        share = partner_share(won) if game.partner else 0
        points[boxer] = points.get(boxer, 0) + won - share
        if game.partner:
            points[game.partner] = points.get(game.partner, 0) + share
    return points


def partner_share(total: int) -> int:
    """Return the Partner's half, rounded towards zero: the odd point is the Box's (club 4.2).

    >>> partner_share(5), partner_share(-5), partner_share(1)
    (2, -2, 0)
    """
    return abs(total) // 2 * (1 if total > 0 else -1)


def by_checkers(game: Game, winner: Side, kind: Kind, jacoby: bool) -> dict[str, int]:
    """Return what each live cube pays, as its Team player sees it, when the checkers decide."""
    sign = 1 if winner == "team" else -1
    return {cube.id: sign * cube.worth(kind, jacoby) for cube in game.live}


def whole_points(points: Decimal) -> int | None:
    """Return the points as a whole number, or None where half a point is left over.

    >>> whole_points(Decimal("2.0")), whole_points(Decimal("1.5"))
    (2, None)
    """
    return int(points) if points == int(points) else None


def is_half_step(points: Decimal) -> bool:
    """Whether points are whole or end in a half; other fractions are refused (club 4.3)."""
    return points * 2 == int(points * 2)
