"""The keeper of one table: decides, writes down, and only then lets the table change.

Everything that drives a table goes through here: the pipe, a person's screen, a friend over SSH, a
bot. `ask` is the whole way of one action; a host takes its three steps apart so that the disk is
waited for in a thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.dice import DiceBox, DiceError, Throw
from app.history import read_entries
from app.secret import read_secret, remove_secret, write_secret
from app.store import NOT_SAVED, REAL_DISK, Disk, LogFile, StoreError, WriteFailed
from rules import events as ev
from rules.actions import Action
from rules.decide import decide
from rules.log import Entry, fold, write_entry
from rules.naming import canonical
from rules.permission import refusal_of
from rules.refusals import Refusal
from rules.saying import Phrase
from rules.state import Table


def utc_now() -> str:
    """Return the time as a log writes it: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Decided:
    """An action that the rules allow, decided but not yet written: the table does not know it."""

    entry: Entry
    after: Table
    throw: Throw


class Keeper:
    """One session: its table now, its story so far, its log and its dice.

    `table` is the table after every action of `entries`. Without a log the session lives in memory
    alone.
    """

    def __init__(
        self,
        log: LogFile | None = None,
        *,
        now: Callable[[], str] = utc_now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Begin a session, or go on with the one in `log`; StoreError if that cannot be."""
        self.log = log
        self.table = Table()
        self.entries: list[Entry] = []
        self.notices: list[Phrase] = list(log.notices) if log else []
        self._now = now
        self._salts: Mapping[str, str] = {}
        for entry, table in read_entries(log.path, log.lines) if log else ():
            self._take_in(entry, table)
        self._box = DiceBox(self._resumed_secret(), entropy)

    @classmethod
    def on(cls, path: Path, *, disk: Disk = REAL_DISK, **kwargs: Any) -> Keeper:
        """Begin or resume the session in a file; StoreError says why that cannot be."""
        log = LogFile(path, disk)
        try:
            keeper = cls(log, **kwargs)
            if keeper.table.closed:
                raise StoreError(
                    "the session in {path} was closed; it can be replayed and scored, not resumed",
                    path=path,
                )
        except BaseException:
            log.close()
            raise
        return keeper

    def ask(self, action: Action) -> Entry | Refusal:
        """Carry one action out, or say why not; a refused one changes nothing and is not logged."""
        decided = self.decide(action)
        if isinstance(decided, Refusal):
            return decided
        refusal = self.write(decided)
        return refusal or self.accept(decided)

    def decide(self, action: Action) -> Decided | Refusal:
        """Decide one action at the table as it is; nothing is changed or written."""
        table = self.table
        refusal = refusal_of(table, action)
        if refusal is not None:
            return refusal
        action = canonical(table, action)
        throw = self._box.throw_for(table, self._salts)
        try:
            events = decide(table, action, throw)
        except DiceError as error:
            return Refusal("dice_lost", "protocol 5", "{message}", {"message": error})
        entry = Entry(
            n=table.n + 1,
            t=self._now(),
            request=action.request(),
            events=events,
            chance=chance_of(events, throw),
        )
        return Decided(entry, fold(table, entry), throw)

    def write(self, decided: Decided) -> Refusal | None:
        """Put a decided action on the disk; the refusal says why it could not be.

        This waits for the disk and may run in a thread, one at a time.
        """
        if self.log is None:
            return None
        try:
            if decided.throw.new_secret is not None and not decided.throw.revealed:
                write_secret(self.log.path, decided.throw.new_secret)
            self.log.append(write_entry(decided.entry))
        except WriteFailed as error:
            return Refusal(
                NOT_SAVED,
                "protocol 5",
                "{reason}. The action was not accepted and nothing changed: make room and send it "
                "again, or say that the session may go on in memory only",
                {"reason": error, "path": str(self.log.path)},
            )
        if decided.throw.revealed:
            remove_secret(self.log.path)
        return None

    def accept(self, decided: Decided) -> Entry:
        """Let the table know a decided action that was written."""
        if decided.throw.new_secret is not None:
            self._box.secret = decided.throw.new_secret
        self._take_in(decided.entry, decided.after)
        return decided.entry

    def go_on_in_memory(self) -> None:
        """Write no further; only after the people at the table were told and said yes.

        The log keeps what was acknowledged so far and may be resumed from there.
        """
        self.close()
        self.log = None

    def close(self) -> None:
        """Let go of the log file."""
        if self.log is not None:
            self.log.close()

    def _take_in(self, entry: Entry, after: Table) -> None:
        self.table = after
        self.entries.append(entry)
        for event in entry.events or ():
            if isinstance(event, ev.Committed):
                self._salts = event.salts

    def _resumed_secret(self) -> str | None:
        if self.log is None:
            return None
        if self.table.commit is None:
            # Revealed just before the process died, or written just before its commitment was.
            remove_secret(self.log.path)
            return None
        return read_secret(self.log.path)


def chance_of(events: tuple[ev.Event, ...], throw: Throw) -> dict[str, Any]:
    """Return what the program's dice decided, as the log keeps it; empty for dice by hand."""
    if not throw.thrown:
        return {}
    rolls = [
        list(roll) for event in events if isinstance(event, ev.LineSet) for roll in event.rolls
    ]
    return {"rolls": rolls} if rolls else {"dice": throw.thrown}
