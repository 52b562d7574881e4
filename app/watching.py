"""`chouette replay FILE` and `chouette watch FILE`: a log on the screen, ours or another program's.

Where there is no screen, a replay is told in sentences, for pipes and screen readers.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.arguments import Parser, complain
from app.history import History
from app.play import chosen, collect_garbage, knows_unicode, without_screen
from app.replay import ReplaySession
from app.saved import find_log
from app.settings import Settings
from app.store import StoreError
from rules.saying import Fault
from widgets.words import Words

if TYPE_CHECKING:
    from textual.screen import Screen


def replay(argv: Sequence[str], language: str | None = None) -> int:
    """Show a log action by action, and return the exit status."""
    parser = Parser(
        "replay",
        "Go through a log, a match file or a running game, action by action.",
        language,
    )
    parser.add_argument("file", metavar="FILE", type=find_log, help="a log, .mat, .xg, .bgf, .gvab")
    parser.add_argument("--at", metavar="N", type=int, help="begin behind action N of the log")
    parser.add_argument("--talk", action="store_true", help="show each side's talk too")
    parser.add_argument("--plain", action="store_true", help="as sentences, without a screen")
    given = parser.parse_args(argv)
    settings, words = chosen(language)
    session = _opened("replay", given.file, words, with_talk=given.talk)
    if session is None:
        return 2
    if given.at is not None and not 0 <= given.at <= session.length:
        parser.wrong(
            "there is no action {n} in {path}; --at goes from 0 to {last}",
            n=given.at,
            path=given.file,
            last=session.length,
        )
    if given.plain or without_screen():
        return _told(session, words, given.at)
    if given.at is not None:
        session.go(given.at)

    def first() -> Screen[None]:
        from app.screens.replay import ReplayScreen

        return ReplayScreen(session, words, settings)

    return _show(first, words, settings)


def watch(argv: Sequence[str], language: str | None = None) -> int:
    """Show a running log to the room, and return the exit status."""
    parser = Parser("watch", "Show a running table to the room; nobody acts here.", language)
    parser.add_argument("file", metavar="FILE", type=find_log, help="the log of the table")
    given = parser.parse_args(argv)
    settings, words = chosen(language)
    session = _opened("watch", given.file, words)
    if session is None:
        return 2
    session.go(session.length)
    if without_screen():
        fault = Fault("watch needs a terminal that can draw; chouette replay --plain tells the log")
        complain("watch", fault, words)
        return 1

    def first() -> Screen[None]:
        from app.screens.watch import WatchScreen

        return WatchScreen(session, words, settings)

    return _show(first, words, settings)


def opened(path: Path, *, with_talk: bool = False) -> ReplaySession:
    """Open a log for a replay; StoreError if it cannot be.

    What is over begins at its first action, what may still go on at its end.
    """
    session = ReplaySession.read(path, with_talk=with_talk)
    history = session.history
    if session.view.table.closed or (isinstance(history, History) and history.foreign):
        session.go(1)
    return session


def _opened(command: str, path: Path, words: Words, **options: Any) -> ReplaySession | None:
    """Open a log and say what is to be known of it; None, and why, if it cannot be opened."""
    # Nothing of what is read is ever garbage: it is not to be looked through before it is shown.
    gc.disable()
    try:
        session = opened(path, **options)
    except StoreError as error:
        complain(command, error, words)
        return None
    for notice in getattr(session.history, "notices", ()):
        print(f"chouette {command}: {words(notice.text, **notice.facts)}", file=sys.stderr)
    return session


def _told(session: ReplaySession, words: Words, until: int | None) -> int:
    """Tell a log in sentences, each with its number."""
    from app.story import tell

    session.go(session.length if until is None else until)
    for entry in session.entries():
        if text := tell(entry, words):
            print(f"{entry.n:5}  {text}")
    return 0


def _show(first: Callable[[], Screen[None]], words: Words, settings: Settings) -> int:
    from app.tui import ChouetteApp

    app = ChouetteApp(
        words=words,
        settings=settings,
        first=first,
        unicode=knows_unicode(),
        started=collect_garbage,
    )
    app.run()
    return int(app.return_code or 0)
