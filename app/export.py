"""`chouette export`: a log in another form, on standard output."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from app.arguments import Parser, complain
from app.history import History
from app.reason import reason_of
from app.saved import find_log
from app.state import chosen
from app.store import StoreError
from rules.saying import Fault
from widgets.words import Words

Export = Callable[[History, int, bool, Words], str]
"""A log, after how many actions, whether talk goes along, and whose words -> the file's text."""


class ExportError(Fault):
    """A log that cannot be put into that form; the text says why."""


FORMS: dict[str, str] = {
    "csv": "app.formats.report",
    "md": "app.formats.report",
    "html": "app.formats.report",
    "txt": "app.formats.report",
    "svg": "app.formats.board_svg",
    "mat": "app.formats.mat_export",
}
"""Each form's module; its function is `export_FORM`."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print the export; status 2 if the log cannot be read, 1 if it has no such form.

    What people read follows the language; what programs read (csv, mat) is the same everywhere.
    """
    parser = Parser("export", "Write a log in another form to standard output.", language)
    parser.add_argument("log", metavar="LOG", type=find_log)
    parser.add_argument("--to", required=True, choices=sorted(FORMS), help="the form")
    parser.add_argument("--at", metavar="N", type=int, help="as it was after action N (the last)")
    parser.add_argument("--with-talk", action="store_true", help="put in what was said")
    parser.add_argument(
        "--into", metavar="FOLDER", type=Path, help="write files there; mat: one for each pair"
    )
    arguments = parser.parse_args(argv)
    form: str = arguments.to
    try:
        history = History.read(arguments.log)
        at = chosen(history, arguments.at)
        module = importlib.import_module(FORMS[form])
        export = cast(Export, getattr(module, f"export_{form}"))
        if arguments.into is not None:
            parts = getattr(module, f"parts_{form}", None)
            texts = parts(history, at, arguments.with_talk) if parts else {}
            texts = texts or {"": export(history, at, arguments.with_talk, parser.words)}
            _write(arguments.into, arguments.log.stem, form, texts)
            return 0
        text = export(history, at, arguments.with_talk, parser.words)
    except StoreError as error:
        complain("export", error, parser.words)
        return 2
    except ExportError as error:
        complain("export", error, parser.words)
        return 1
    sys.stdout.write(text)
    return 0


def _write(folder: Path, stem: str, form: str, texts: Mapping[str, str]) -> None:
    """Write one file a text, named after the log, and print the names; StoreError if it fails.

    A file that is there already is somebody's: it is not overwritten.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part, text in texts.items():
            path = folder / f"{stem}{part}.{form}"
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
            print(path)
    except FileExistsError:
        raise StoreError("{path} is there already; choose another folder", path=path) from None
    except OSError as error:
        raise StoreError(
            "{path} cannot be written: {reason}", path=folder, reason=reason_of(error)
        ) from None
