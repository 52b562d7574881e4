"""The telling of one action: its events so far, and the table as it stands after them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from rules import events as ev
from rules.actions import Action
from rules.evolve import evolve
from rules.proposals import Needs
from rules.state import Game, Table


class Chance(Protocol):
    """Dice by the program, and the secret behind fair ones; the rules themselves know no chance."""

    def throw(self, count: int) -> tuple[int, ...]:
        """Return the next `count` dice."""

    def commit(self) -> str | None:
        """Make a new secret and return its SHA-256; None unless dice are fair."""

    def reveal(self) -> str | None:
        """Return the secret committed to last."""


class Telling:
    """Collects events; each is folded at once, so that what follows sees what came of it."""

    def __init__(self, table: Table, chance: Chance, action: Action) -> None:
        self.before = table
        self.table = table
        self.chance = chance
        self.action = action
        self.events: list[ev.Event] = []

    @property
    def me(self) -> str:
        """For whom the action is."""
        return self.action.as_ or self.action.by

    @property
    def proxy(self) -> str | None:
        """Who acts, where it is not the player himself."""
        return self.action.by if self.action.as_ not in (None, self.action.by) else None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        assert self.table.game is not None
        return self.table.game

    def tell(self, event: ev.Event) -> None:
        """Add an event and fold it."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    def throw(self, count: int) -> tuple[int, ...]:
        """Throw dice by the program."""
        return self.chance.throw(count)

    def commit(self) -> None:
        """Bind the program to its dice, where they are fair."""
        sha256 = self.chance.commit() if self.table.dice == "fair" else None
        if sha256 is not None:
            self.tell(ev.Committed(sha256=sha256, salts=dict(self.table.salts)))

    def reveal(self) -> None:
        """Show the secret behind the dice."""
        secret = self.chance.reveal() if self.table.commit else None
        if secret is not None:
            self.tell(ev.Revealed(secret=secret))

    def propose(
        self,
        action: dict[str, Any],
        waits_for: Iterable[str],
        *,
        needs: Needs = "all",
        cubes: tuple[str, ...] = (),
        in_game: bool = False,
    ) -> None:
        """Put a proposal on the table."""
        self.tell(
            ev.Proposed(
                id=self.table.last_proposal + 1,
                action=action,
                by=self.me,
                waits_for=tuple(dict.fromkeys(waits_for)),
                needs=needs,
                cubes=cubes,
                in_game=in_game,
            )
        )

    def lapse(self, proposals: Iterable[int]) -> None:
        """Let proposals lapse."""
        for number in proposals:
            self.tell(ev.ProposalGone(proposal=number, how="lapsed"))
