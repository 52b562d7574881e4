"""The bell, by event: it rings for what a person chose, and for nothing unless he chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.settings import Bell

if TYPE_CHECKING:
    from rules.views import View
    from widgets.asking import Asking


def happened(
    before: View, now: View, asked_before: Asking, asked: Asking, talked: bool
) -> frozenset[Bell]:
    """Return what happened between two views that a bell may ring for."""
    found: set[Bell] = {"talk"} if talked else set()
    if set(now.to_act) & set(now.here) and not set(before.to_act) & set(before.here):
        found.add("turn")
    if asked.pending and not asked_before.pending:
        found.add("double")
    if len(now.table.games) > len(before.table.games):
        found.add("game")
    return frozenset(found)
