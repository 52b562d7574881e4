"""`chouette play`, and `chouette` alone: people at this terminal.

With --players and --rules the table appears at once; without them the home screen asks.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.arguments import Parser, complain
from app.language import UnknownLanguage, words_of
from app.settings import Settings, SettingsError, load
from app.table_arguments import spec_of, table_arguments
from rules.saying import Fault

if TYPE_CHECKING:
    from textual.screen import Screen

    from app.launch import Spec
    from app.live_session import LiveSession
    from app.screens.table import TableScreen
    from app.tui import ChouetteApp
    from widgets.words import Words


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Play at this terminal, and return the exit status."""
    # Nothing of what is imported now is ever garbage; looking for some costs a fifth of the start.
    gc.disable()
    from app.launch import launch, resume

    arguments = parser(language).parse_args(argv)
    settings, words = chosen(language)
    try:
        spec = spec_of(arguments, words)
        session = None
        if arguments.log is not None and arguments.log.exists() and not arguments.players:
            session = resume(arguments.log, spec.here)
        elif arguments.players or spec.bots:
            session = launch(spec)
    except Fault as error:
        complain("play", error, words)
        return 2
    for notice in session.host.keeper.notices if session else ():
        print(f"chouette: {words(notice.text, **notice.facts)}", file=sys.stderr)
    if session is not None and session.host.company is not None:
        for notice in session.host.company.notices:
            print(f"chouette: {words(notice.text, **notice.facts)}", file=sys.stderr)
    if arguments.plain or without_screen():
        return _plain(session, words)
    return show(session, words, settings, spec)


def home(language: str | None = None) -> int:
    """Show the home screen, as `chouette` alone does."""
    return run([], language)


def chosen(language: str | None) -> tuple[Settings, Words]:
    """Return a person's settings and words; what is wrong with them is said, and left out."""
    try:
        settings = load()
        return settings, words_for(language or settings.language)
    except (SettingsError, UnknownLanguage) as error:
        words = words_for(language)
        complain("", error, words)
        return Settings(), words


def words_for(language: str | None) -> Words:
    """Return the words of a language, of the environment's where none is named; UnknownLanguage."""
    return words_of(language)


def show(
    session: LiveSession | None,
    words: Words,
    settings: Settings,
    spec: Spec | None = None,
    table: type[TableScreen] | None = None,
) -> int:
    """Run the screen until it is left; then the command that the home screen chose, if one.

    `table` is the kind of table's screen where it is not the usual one.
    """
    from app.tui import ChouetteApp

    def first() -> Screen[None]:
        from app.screens.home import HomeScreen

        return HomeScreen(words, settings, spec)

    if os.environ.get("SSH_CONNECTION"):
        # Every step of a play would cross the line.
        settings = replace(settings, animation=False)
    app = ChouetteApp(
        session,
        words=words,
        settings=settings,
        first=first,
        unicode=knows_unicode(),
        started=collect_garbage,
        table=table,
    )
    outcome = app.run()
    if table is None and outcome is None:
        _tell_kept(app, words)
    _close(app)
    if status := int(app.return_code or 0):
        return status
    if outcome:
        from app.cli import main

        return main(list(outcome))
    return 0


def collect_garbage() -> None:
    """Look for garbage again, but not among what was there at the start."""
    gc.freeze()
    gc.enable()


def _tell_kept(app: ChouetteApp, words: Words) -> None:
    """Say how to go on with the table that was left: its screen is gone without a trace."""
    import shlex

    from app.saved import sessions_folder

    keeper = getattr(getattr(app.session, "host", None), "keeper", None)
    if keeper is None or keeper.log is None or keeper.table.closed:
        return
    path = keeper.log.path
    usual = path.parent.resolve() == sessions_folder().resolve()
    command = "chouette" if usual else f"chouette play --log {shlex.quote(str(path))}"
    print(words("The table is kept. To go on: {command}", command=command))


def _close(app: ChouetteApp) -> None:
    session: Any = app.session
    if session is not None and hasattr(session, "host"):
        if session.host.company is not None:
            session.host.company.end()
        session.host.keeper.close()


def knows_unicode() -> bool:
    """Whether the terminal is said to be in UTF-8, by the locale of the environment."""
    import locale

    named = next((os.environ[k] for k in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(k)), "")
    _, dot, encoding = named.partition(".")
    if dot:
        return encoding.lower().replace("-", "").startswith("utf8")
    # No locale at all, as in a container: its terminals are in UTF-8 these days.
    return named in ("", "C", "POSIX") or "utf" in locale.getpreferredencoding(False).lower()


def without_screen() -> bool:
    """Whether there is no terminal that could draw a screen."""

    return os.environ.get("TERM", "") in ("dumb", "") or not sys.stdout.isatty()


def _plain(session: LiveSession | None, words: Words) -> int:
    from app.plain import play_plain

    if session is None:
        print(
            words(
                'For the plain client say who plays: chouette play --plain --players "Ann,Ben,Cy"'
            ),
            file=sys.stderr,
        )
        return 2
    try:
        return play_plain(session, words)
    finally:
        session.host.keeper.close()


def parser(language: str | None = None) -> Parser:
    """Return the parser of the command's own arguments."""
    made = Parser(
        "play",
        "Play at this terminal. With --players and --rules the table appears at once.",
        language,
    )
    table_arguments(made)
    made.add_argument("--plain", action="store_true", help="line by line, without a screen")
    return made
