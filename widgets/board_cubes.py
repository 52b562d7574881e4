"""Where the cubes lie on a board: in the middle, or with the side that may turn them next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rules.cube import Cube
    from rules.state import Game

Place = Literal["middle", "box", "team"]


@dataclass(frozen=True)
class Lying:
    """The cubes in one place: their values, lowest first, and how many they are."""

    place: Place
    values: tuple[int, ...]
    count: int

    @property
    def label(self) -> str:
        """The values as they are drawn.

        >>> Lying("middle", (1,), 4).label, Lying("box", (2, 256), 2).label
        ('[1]', '2 256')
        >>> Lying("box", (2, 4, 8), 3).label
        '2-8'
        """
        low, high = self.values[0], self.values[-1]
        if low == high:
            return f"[{low}]"
        return f"{low} {high}" if self.count == 2 else f"{low}-{high}"

    @property
    def more(self) -> str:
        """How many they are, where the values do not show it."""
        return f"x{self.count}" if self.count > 2 or self.count > len(self.values) else ""


def lying(game: Game | None) -> tuple[Lying, ...]:
    """Return the cubes that are still played for, by where they lie.

    One that is being offered lies before whoever is asked, at the value that it would have.
    """
    places: dict[Place, list[int]] = {"middle": [], "box": [], "team": []}
    for cube in game.live if game else ():
        assert game is not None
        value = cube.offered if cube.offered is not None else cube.value
        places[_place(cube, game)].append(value)
    return tuple(
        Lying(place, tuple(sorted(set(values))), len(values))
        for place, values in places.items()
        if values
    )


def _place(cube: Cube, game: Game) -> Place:
    offer = game.round.offer_of(cube.id) if game.round and cube.offered is not None else None
    if offer is not None:
        # A beavered one too: it is in the hands of who beavered, while the doubler answers.
        return "team" if offer.to == cube.player else "box"
    if cube.owner is None:
        return "middle"
    return "team" if cube.owner == cube.player else "box"
