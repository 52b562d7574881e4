"""Where sessions are kept, and `chouette list` of them."""

from __future__ import annotations

import itertools
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from app.arguments import Parser, complain
from app.history import History
from app.store import SUFFIX, StoreError
from rules.saying import Fault
from rules.sheet import scores
from rules.state import Table
from widgets.words import Words, signed


def sessions_folder() -> Path:
    """Return the folder of saved sessions, in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("chouette", appauthor=False) / "sessions"


def find_log(text: str) -> Path:
    """Return the file that a command's argument means: a path, or a saved session by its name.

    `chouette list` tells the names; their ending may be left out. What is neither stays as it is.
    """
    path = Path(text)
    if path.name == text and not path.exists():
        for name in (text, f"{text}{SUFFIX}"):
            if (saved := sessions_folder() / name).is_file():
                return saved
    return path


def new_log(title: str, day: date, folder: Path | None = None) -> Path:
    """Return a path for a new log, named by date and title, in a folder made if need be.

    OSError if the folder cannot be made.
    """
    folder = folder or sessions_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{day.isoformat()}-{slug(title)}" if slug(title) else day.isoformat()
    for number in itertools.count(1):
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        if not path.exists():
            return path
    raise AssertionError("numbers do not end")


def slug(title: str) -> str:
    """Return a title as part of a file's name.

    >>> slug("Thursday's chouette: Café  №2"), slug("../..")
    ('thursday-s-chouette-cafe-no2', '')
    """
    text = unicodedata.normalize("NFKD", title).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    return re.sub(r"\W+", "-", text).strip("-_")[:60]


@dataclass(frozen=True)
class Saved:
    """One saved session; `fault` says why it cannot be opened."""

    path: Path
    opened: str = ""
    table: Table | None = None
    fault: Fault | None = None

    @property
    def resumable(self) -> bool:
        """Whether it can be gone on with."""
        return self.table is not None and self.table.opened and not self.table.closed

    def facts(self) -> dict[str, Any]:
        """Return it as data."""
        facts: dict[str, Any] = {"log": str(self.path), "opened": self.opened}
        if self.table is None:
            return facts | {"fault": str(self.fault)}
        return facts | {
            "title": self.table.title,
            "players": list(self.table.seated),
            "games": len(self.table.games),
            "closed": self.table.closed,
            "scores": scores(self.table),
        }


def saved_sessions(folder: Path) -> Iterator[Saved]:
    """Yield the sessions in a folder, the one last played first."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            found.append((path.stat().st_mtime, path))
        except OSError:
            continue
    for _, path in sorted(found, reverse=True):
        yield read_saved(path)


def read_saved(path: Path) -> Saved:
    """Look into one log; one that cannot be read is told, not hidden."""
    try:
        history = History.read(path)
    except StoreError as error:
        return Saved(path, fault=error)
    if not history.entries:
        return Saved(
            path, fault=StoreError("{path} is empty: no session was opened in it", path=path)
        )
    return Saved(path, history.entries[0].t or "", history.table)


def _line(saved: Saved, words: Words) -> str:
    if saved.table is None:
        return f"{saved.path.name}\n  {words('cannot be opened: {fault}', fault=saved.fault)}"
    table, total = saved.table, scores(saved.table)
    standing = "  ".join(f"{name} {signed(points)}" for name, points in total.items())
    games = words.count("{n} game", "{n} games", len(table.games))
    state = words("closed" if table.closed else "being played" if table.game else "open")
    head = "  ".join(filter(None, [saved.path.name, table.title, games, state]))
    return f"{head}\n  {saved.opened[:10]}  {standing}".rstrip()


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print the saved sessions, the newest first."""
    parser = Parser("list", "List the saved sessions.", language)
    parser.add_argument(
        "folder", nargs="?", metavar="FOLDER", type=Path, help="another folder than the usual one"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    arguments = parser.parse_args(argv)
    folder: Path = arguments.folder or sessions_folder()
    if arguments.folder and not folder.is_dir():
        complain("list", Fault("there is no folder {folder}", folder=folder), parser.words)
        return 2
    none = True
    for saved in saved_sessions(folder):
        none = False
        print(
            json.dumps(saved.facts(), ensure_ascii=False)
            if arguments.json
            else _line(saved, parser.words)
        )
    if none and not arguments.json:
        print(parser.words("no sessions are saved in {folder}", folder=folder))
    return 0
