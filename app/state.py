"""`chouette state`: the state object of a log, after its last action or an earlier one."""

from __future__ import annotations

import json
from collections.abc import Sequence

from app.arguments import Parser, complain
from app.history import History
from app.saved import find_log
from app.store import StoreError
from rules.views import state_of


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print the state as JSON; status 2 if the log cannot be read or has no such action."""
    parser = Parser("state", "Print the protocol's state object of a log.", language)
    parser.add_argument("log", metavar="LOG", type=find_log)
    parser.add_argument("--at", metavar="N", type=int, help="after action N (the last)")
    arguments = parser.parse_args(argv)
    try:
        history = History.read(arguments.log)
        table = history.tables[chosen(history, arguments.at)]
    except StoreError as error:
        complain("state", error, parser.words)
        return 2
    print(json.dumps(state_of(table), ensure_ascii=False, indent=2))
    return 0


def chosen(history: History, at: int | None) -> int:
    """Return after how many actions to look; StoreError if the log has not so many."""
    count = len(history.entries)
    if count == 0:
        raise StoreError("{path} is empty: no session was opened in it", path=history.path)
    if at is None:
        return count
    if not 1 <= at <= count:
        raise StoreError(
            "{path} has the actions 1 to {count}, and no action {at}",
            path=history.path,
            count=count,
            at=at,
        )
    return at
