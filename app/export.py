"""`chouette export`: a log in another form, on standard output."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from app.arguments import Parser, complain
from app.history import History
from app.state import chosen
from app.store import StoreError

Export = Callable[[History, int, bool], str]
"""A log, after how many actions, and whether talk goes along -> the file's text."""


class ExportError(Exception):
    """A log that cannot be put into that form; the text says why."""


FORMS: dict[str, str] = {
    "csv": "app.formats.report",
    "md": "app.formats.report",
    "html": "app.formats.report",
    "txt": "app.formats.report",
}
"""Each form's module; its function is `export_FORM`."""


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Print the export; status 2 if the log cannot be read, 1 if it has no such form."""
    parser = Parser("export", "Write a log in another form to standard output.", language)
    parser.add_argument("log", metavar="LOG", type=Path)
    parser.add_argument("--to", required=True, choices=sorted(FORMS), help="the form")
    parser.add_argument("--at", metavar="N", type=int, help="as it was after action N (the last)")
    parser.add_argument("--with-talk", action="store_true", help="put in what was said")
    arguments = parser.parse_args(argv)
    form: str = arguments.to
    try:
        history = History.read(arguments.log)
        at = chosen(history, arguments.at)
        export = cast(Export, getattr(importlib.import_module(FORMS[form]), f"export_{form}"))
        text = export(history, at, arguments.with_talk)
    except StoreError as error:
        complain("export", error, parser.words)
        return 2
    except ExportError as error:
        complain("export", error, parser.words)
        return 1
    sys.stdout.write(text)
    return 0
