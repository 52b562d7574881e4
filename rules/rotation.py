"""Who is Box and Captain in the next game (rulebook section 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.cube import Cube, cube_id
from rules.ruleset import Ruleset
from rules.state import Game, Table
from rules.values import Value

Winner = Literal["box", "team", "none"]


@dataclass(frozen=True)
class Rotation(Value):
    """What follows from a game: who won it, the next line, Partner or assistant, the circles."""

    won_by: Winner
    line: tuple[str, ...]
    partner: str | None
    assistant: str | None
    circled: tuple[str, ...]
    b: str | None


def rotate(table: Table, game: Game) -> Rotation:
    """Return the rotation after a finished game; every cube of it is closed."""
    rules = table.rules
    won_by = winner(rules, game)
    line, assistant = _next_line(rules, game, won_by)
    if line[0] == game.box:
        circled: tuple[str, ...] = (game.captain,)
    elif won_by == "team" and not _both_go(rules, game):
        circled = (game.box,)
    else:
        circled = (game.captain, game.box)
    joined = tuple(name for name in table.line if name not in game.line and name != assistant)
    seats = tuple(name for name in line + joined if name not in table.leaving)
    if assistant in table.leaving:
        assistant = None
    partner = table.partner
    if partner not in seats or seats[0] != game.box:
        partner = None
    b = game.box if len(circled) == 2 else None
    return Rotation(won_by, seats, partner, assistant, circled, b)


def _both_go(rules: Ruleset, game: Game) -> bool:
    """Whether Captain and Box both lose their places although the Team won (play65 14, 15)."""
    return rules.captaincy == "passes_on" and _heir(game) != game.captain


def winner(rules: Ruleset, game: Game) -> Winner:
    """Return who won, Captain or Box; under play65 13 the side that won the cubes closed last."""
    if rules.box_stays == "wins_game_and_breaks_even":
        last = [cube for cube in game.cubes if cube.id in game.last_closed[1]]
        points = sum(cube.won for cube in last)
    else:
        points = _points(game, game.captain)
    return "team" if points > 0 else "box" if points < 0 else "none"


def box_points(game: Game) -> int:
    """Return what the Box's own contracts brought in this game, whoever played them."""
    return -sum(cube.won for cube in game.cubes if cube.box == game.box and not cube.extra)


def _next_line(rules: Ruleset, game: Game, won_by: Winner) -> tuple[tuple[str, ...], str | None]:
    box, captain = game.box, game.captain
    rest = tuple(name for name in game.line if name not in (box, captain))
    stays = _box_stays(rules, game, won_by)
    if game.assistant:
        return _with_assistant(game, won_by, stays, rest)
    if rules.captaincy == "passes_on":
        return _captaincy_passed_on(game, won_by, stays), None
    if won_by == "team":
        return (captain, *rest, box), None
    if rules.captaincy == "acting_may_win_box" and _box_beat_captain(rules, won_by):
        first = game.acted[0] if game.acted else None
        if first in rest and _won_over_the_board(_own_cube(game, first)):
            others = tuple(name for name in rest if name != first)
            return (first, *others, captain, box), None
    if stays:
        return (box, *rest, captain), None
    return (*rest, captain, box), None


def _box_beat_captain(rules: Ruleset, won_by: Winner) -> bool:
    """Settled for zero counts as the Box's win where beating the Captain is all he needs."""
    return won_by == "box" or (won_by == "none" and rules.box_stays == "beats_captain")


def _box_stays(rules: Ruleset, game: Game, won_by: Winner) -> bool:
    if rules.box_stays == "beats_captain":
        return won_by != "team"
    return won_by == "box" and box_points(game) >= 0


def _with_assistant(
    game: Game, won_by: Winner, stays: bool, rest: tuple[str, ...]
) -> tuple[tuple[str, ...], str | None]:
    """Rotate with a second Box outside the line (tavla 13)."""
    assert game.assistant is not None
    if stays:
        return (game.box, *rest, game.captain), game.assistant
    if won_by == "team":
        return (game.assistant, *rest, game.box), game.captain
    return (game.assistant, *rest, game.captain, game.box), None


def _captaincy_passed_on(game: Game, won_by: Winner, stays: bool) -> tuple[str, ...]:
    """Rotate where a mover who rejects a double hands the captaincy on (play65 13-15)."""
    box, heir, rejecters = game.box, _heir(game), _rejecters(game)
    goers = rejecters if heir in rejecters else (*rejecters, heir)
    if won_by == "team":
        rest = tuple(name for name in game.line if name not in (box, heir, *rejecters))
        return (heir, *rest, *rejecters, box)
    rest = tuple(name for name in game.line if name not in (box, *goers))
    return (box, *rest, *goers) if stays else (*rest, *goers, box)


def _movers(game: Game) -> tuple[str, ...]:
    return (game.captain, *game.acted)


def _rejecters(game: Game) -> tuple[str, ...]:
    """Return the movers who rejected a double of the Box, in order (play65 15)."""
    gone = (name for name in _movers(game) if _rejected(game, name))
    return tuple(name for name in dict.fromkeys(gone) if name in game.line)


def _heir(game: Game) -> str:
    """Return whose the captaincy is at the end of the game.

    A Captain whose cube the Box dropped keeps his claim, and who plays on merely acts for him
    (play65 14). One who rejects a double hands the captaincy to the next mover (play65 15), or to
    the winner of the last cube where that ends the game.
    """
    movers = [name for name in _movers(game) if name in game.line]
    heir = game.captain
    for mover, following in zip(movers, [*movers[1:], None], strict=True):
        if mover == heir and _rejected(game, mover):
            heir = following or next(_last_winners(game), heir)
    return heir


def _last_winners(game: Game) -> Iterator[str]:
    """Yield the Team players in rotation whose cubes were closed last, and won."""
    for name in game.team:
        cube = _own_cube(game, name)
        if cube and cube.id in game.last_closed[1] and cube.won > 0:
            yield name


def _rejected(game: Game, player: str) -> bool:
    """Whether a player dropped a double of the Box, or his beaver."""
    cube = _own_cube(game, player)
    return cube is not None and cube.how in ("drop", "beaver_drop") and cube.won < 0


def _won_over_the_board(cube: Cube | None) -> bool:
    """Whether a cube was won from the Box by the checkers or by a drop (hungarian 18)."""
    if cube is None or cube.how not in ("drop", "beaver_drop", "checkers"):
        return False
    return cube.won > 0


def _own_cube(game: Game, player: str | None) -> Cube | None:
    return game.cube(cube_id(player, game.box)) if player else None


def _points(game: Game, player: str) -> int:
    cube = _own_cube(game, player)
    return cube.won if cube else 0
