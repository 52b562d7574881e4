"""A second screen for the room: the table of a running log, as large as it goes, read only."""

from __future__ import annotations

from app.screens.following import Following
from app.screens.layout import Plan, plan


class WatchScreen(Following):
    """The table as it is now; nothing to type, and no keys in view."""

    def planned(self, width: int, height: int, physical: bool) -> Plan | None:
        """Return the plan for a size, without command and keys."""
        return plan(width, height, self.front, physical=physical, bare=True)

    @property
    def moments(self) -> frozenset[str]:
        """Nothing can be done here."""
        return frozenset()

    def _do_send(self) -> None:
        """Send nothing: this is for looking on."""

    def _do_command(self) -> None:
        """There is no command here."""
