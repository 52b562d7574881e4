"""What waits for somebody's consent: one kind of proposal for everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.values import Value

Needs: TypeAlias = Literal["all", "one"]


@dataclass(frozen=True)
class Proposal(Value):
    """An action that is decided when consent is complete (rulebook section 12.5).

    `action` is the canonical request, `waits_for` those whose word is still wanted, in line order.
    A purchase that its owner agreed to waits for the Box's word (`for_box`), where the Box may pre-
    empt. `cubes` are those it hangs on: it lapses when one closes or is turned.
    """

    id: int
    action: dict[str, Any]
    by: str
    waits_for: tuple[str, ...]
    needs: Needs = "all"
    cubes: tuple[str, ...] = ()
    for_box: bool = False
    in_game: bool = False

    def answered_by(self, name: str, *, yes: bool) -> Proposal:
        """Return it without waiting for `name`; with `needs` one, his yes is enough."""
        rest = tuple(other for other in self.waits_for if other != name)
        return self.but(waits_for=() if yes and self.needs == "one" else rest)
