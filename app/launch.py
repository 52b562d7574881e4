"""Opening a table at this terminal: a new session by its spec, or one resumed from its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from app.character import THINKING, Strength
from app.host import Host
from app.keeper import Keeper
from app.live_session import LiveSession
from app.reason import reason_of
from app.saved import new_log
from app.seating import check_bots, gather, introduce, introduced
from app.store import LogLocked, StoreError
from rules.actions import BadRequest, read_action
from rules.naming import find
from rules.refusals import Refusal
from rules.saying import Fault, Phrase


class LaunchError(Fault):
    """A table that cannot be opened; the text says why and what would be right."""


@dataclass(frozen=True)
class Spec:
    """What a new session is to be.

    `here` are those who act at this terminal, nobody: all people. `bots` are played by the program;
    they sit behind the other players unless they are among them.
    """

    players: tuple[str, ...]
    rules: str | Mapping[str, Any] = "club"
    board: str = "tracked"
    dice: str | Mapping[str, int] = ""
    draw: bool = False
    stake: str = "1"
    currency: str = ""
    title: str = ""
    log: Path | None = None
    here: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    strength: Strength = "expert"
    thinking: float = THINKING

    def request(self) -> dict[str, Any]:
        """Return the request that opens it."""
        rules = self.rules if isinstance(self.rules, str) else dict(self.rules)
        request: dict[str, Any] = {
            "do": "open",
            "players": [*self.players, *(one for one in self.bots if one not in self.players)],
            "rules": rules,
            "board": self.board,
            "draw": self.draw,
            "stake": self.stake,
            "currency": self.currency,
            "title": self.title,
        }
        if self.dice:
            request["dice"] = self.dice if isinstance(self.dice, str) else dict(self.dice)
        return request


def launch(spec: Spec) -> LiveSession:
    """Open a new session, or go on with the log where it holds one; LaunchError if it cannot be."""
    path = spec.log
    try:
        # Before there is a log: what cannot be played leaves none behind.
        if spec.bots:
            check_bots(spec.strength, spec.thinking)
    except Fault as fault:
        raise LaunchError(fault.text, **fault.facts) from None
    try:
        path = path or new_log(spec.title, date.today())
        keeper = Keeper.on(path)
    except (StoreError, OSError) as error:
        raise _failed(error) from None
    if not keeper.table.opened:
        try:
            answer = keeper.ask(read_action(spec.request()))
        except BadRequest as error:
            keeper.close()
            raise LaunchError(error.text, **error.facts) from None
        if isinstance(answer, Refusal):
            keeper.close()
            raise LaunchError(
                "{sentence} ({rule})" if answer.clause else "{sentence}",
                sentence=Phrase(answer.text, **answer.facts),
                rule=answer.rule,
            )
        introduce(keeper, spec.bots, spec.strength)
    return seat(Host(keeper), spec.here, spec.thinking)


def resume(path: Path, here: tuple[str, ...] = ()) -> LiveSession:
    """Go on with a session at the decision where it stopped; LaunchError if it cannot be."""
    try:
        keeper = Keeper.on(path)
    except LogLocked:
        raise LaunchError(
            "that table is open in another window or program: close it there first"
        ) from None
    except (StoreError, OSError) as error:
        raise _failed(error) from None
    if not keeper.table.opened:
        keeper.close()
        raise LaunchError("there is no session in {path}", path=path)
    return seat(Host(keeper), here)


def _failed(error: StoreError | OSError) -> LaunchError:
    if isinstance(error, StoreError):
        return LaunchError(error.text, **error.facts)
    return LaunchError(
        "{path} cannot be written: {reason}", path=error.filename, reason=reason_of(error)
    )


def seat(host: Host, here: tuple[str, ...], thinking: float = THINKING) -> LiveSession:
    """Return the session of this terminal, for some of the players or for all who are no bots."""
    table = host.table
    names = []
    for word in here:
        name = find(table, word)
        if name is None:
            host.keeper.close()
            raise LaunchError(
                "{name} does not sit at this table; there are {players}",
                name=word,
                players=table.seated,
            )
        names.append(name)
    bots = {name: how for name, how in introduced(host.keeper).items() if name not in names}
    try:
        host.company = gather(host, bots, thinking)
    except Fault as fault:
        host.keeper.close()
        raise LaunchError(fault.text, **fault.facts) from None
    acting = tuple(names) or tuple(name for name in table.seated if name not in bots)
    viewer = acting[0] if len(acting) == 1 else None
    return host.join(viewer, acting)
