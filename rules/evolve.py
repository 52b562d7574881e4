"""What an event does to the table: the one fold that builds state, live and in replay.

`evolve` never refuses and knows no rule; it only writes down what the event says.
"""

from __future__ import annotations

from rules import events as ev
from rules import evolve_deals, evolve_rounds, evolve_seats, evolve_turns
from rules.fold_parts import Folds
from rules.state import Table


def evolve(table: Table, event: ev.Event) -> Table:
    """Return the table after one event."""
    return _FOLDS[type(event)](table, event)


_FOLDS: Folds = {
    **evolve_seats.FOLDS,
    **evolve_turns.FOLDS,
    **evolve_rounds.FOLDS,
    **evolve_deals.FOLDS,
}
