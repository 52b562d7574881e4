"""Sessions played at random, as scripts: what was asked and accepted, line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

from app.keeper import Keeper
from rules.actions import BadRequest, read_action
from rules.refusals import Refusal
from tests.rules.sessions import request_of, some_offer

ENDS = ("close", "leave", "abandon", "takeback")
"""What would end or empty a session before its time."""


def counted_entropy(seed: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same every time."""
    state = [0]

    def entropy(count: int) -> bytes:
        state[0] += 1
        return hashlib.sha512(f"{seed} {state[0]}".encode()).digest()[:count]

    return entropy


def ticking(start: int = 0) -> Callable[[], str]:
    """A clock that goes on by a second whenever it is read."""
    now = [start]

    def clock() -> str:
        now[0] += 1
        hours, rest = divmod(now[0], 3600)
        return f"2026-01-01T{20 + hours % 4:02}:{rest // 60:02}:{rest % 60:02}.000Z"

    return clock


def opening(players: int = 4, **options: Any) -> dict[str, Any]:
    """A request that opens a session."""
    names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")[:players]
    return {"do": "open", "players": list(names), "rules": "club", "dice": "manual", **options}


def play_on(
    keeper: Keeper, rng: Random, actions: int, without: tuple[str, ...] = ENDS
) -> list[dict[str, Any]]:
    """Play so many actions at a keeper's table and return the requests that were accepted."""
    accepted: list[dict[str, Any]] = []
    while len(accepted) < actions:
        offer = some_offer(rng, keeper.table)
        if offer is None or offer.verb in without:
            continue
        request = request_of(rng, keeper.table, offer)
        if request["do"] == "play" and rng.random() < 0.95:
            request = offer.sample.request()
        if _accepted(keeper, request):
            accepted.append(request)
    return accepted


def _accepted(keeper: Keeper, request: dict[str, Any]) -> bool:
    try:
        action = read_action(request)
    except BadRequest:
        return False
    return not isinstance(keeper.ask(action), Refusal)


def script(seed: int, actions: int, **options: Any) -> list[dict[str, Any]]:
    """A whole session of so many actions, the opening first; dice by hand, so it is its own log."""
    keeper = Keeper(now=ticking())
    first = opening(**options)
    keeper.ask(read_action(first))
    return [first, *play_on(keeper, Random(seed), actions - 1)]
