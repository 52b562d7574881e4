"""The lines of a log as they are read: whole ones, a torn end, and what is damaged, by line.

Old formats are read for ever: each has a function that makes its lines those of the next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from app.reason import reason_of
from rules.saying import Fault, Phrase

FORMAT = 1
SUFFIX = ".chouette"


class StoreError(Fault):
    """A log that cannot be opened, read or written."""


class LogTooNew(StoreError):
    """The log was written by a later version of the program."""

    def __init__(self, path: Path, found: object) -> None:
        super().__init__(
            "{path} has log format {found}, and this program reads formats up to {known}; "
            "a newer chouette opens it",
            path=path,
            found=found,
            known=FORMAT,
        )


class LogDamaged(StoreError):
    """A line that cannot be read; nothing was changed."""

    def __init__(self, path: Path, line: int, reason: Phrase | Fault) -> None:
        super().__init__(
            "{path}, line {line}: {reason}; the file was left as it is",
            path=path,
            line=line,
            reason=reason,
        )
        self.line, self.reason = line, reason


class OtherProgramsFile(StoreError):
    """A match of another program, where a log is wanted."""

    def __init__(self, path: Path) -> None:
        text = (
            "{path} is a match of another program, and here a log is wanted; "
            "chouette replay {path} opens it, and score, state, export and review read it"
        )
        if path.suffix == SUFFIX:
            # Whatever has a log's name is read as a log, so that a damaged one is never guessed at.
            text = (
                "{path} is a match of another program under the name of a log; rename it, as to "
                "{other}, and chouette replay opens it"
            )
        super().__init__(text, path=path, other=path.with_suffix(".mat").name)


@dataclass(frozen=True)
class Line:
    """One line of a log: its number from 1 and the object it holds."""

    number: int
    data: dict[str, Any]


@dataclass(frozen=True)
class Lines:
    """The whole lines of a log, where they end, and what came after them torn."""

    lines: tuple[Line, ...]
    size: int
    torn: bytes = b""
    unended: bool = False
    """Whether the last whole line lacks its line break, as a person's editor may leave it."""


def lines_of(path: Path, data: bytes) -> Lines:
    """Return a whole log's lines in today's format; StoreError says why they cannot be read."""
    try:
        lines = in_force(path, split(path, data))
        if not lines.lines and lines.torn.strip(b"\0") and not _begun(lines.torn):
            # A log that its writer died in begins as a log does.
            _read_object(path, 1, lines.torn)
    except LogDamaged:
        if _foreign(path, data):
            raise OtherProgramsFile(path) from None
        raise
    return lines


def _begun(data: bytes) -> bool:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def _foreign(path: Path, data: bytes) -> bool:
    """Whether bytes that are no log are a match of another program."""
    # Imported here: only a file that is no log is looked at so closely.
    from app.formats.gv import kind_of
    from app.formats.mat import looks_like_mat

    return kind_of(data, path.suffix) is not None or (not _begun(data) and looks_like_mat(data))


def split(path: Path, data: bytes, start: int = 1, *, growing: bool = False) -> Lines:
    """Read the lines of a log; LogDamaged names a line that is no JSON object.

    `start` is the number of the first line, `growing` leaves a last line without its break for
    later.
    """
    lines: list[Line] = []
    head, _, tail = data.rpartition(b"\n")
    for number, text in enumerate(head.split(b"\n") if head else (), start):
        if text.strip():
            lines.append(Line(number, _read_object(path, number, text)))
    size = len(data) - len(tail)
    if growing or not tail.strip():
        return Lines(tuple(lines), size)
    number = start + data.count(b"\n")
    try:
        # A person's editor may leave out the last line break; half an object is never one.
        lines.append(Line(number, _read_object(path, number, tail)))
    except LogDamaged:
        return Lines(tuple(lines), size, torn=tail)
    return Lines(tuple(lines), len(data), unended=True)


def _read_object(path: Path, number: int, text: bytes) -> dict[str, Any]:
    if number == 1:
        text = text.removeprefix(b"\xef\xbb\xbf")
    try:
        data = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise LogDamaged(path, number, Phrase("this is not JSON ({error})", error=error)) from None
    if not isinstance(data, dict):
        raise LogDamaged(path, number, Phrase("this is JSON, but no object in braces"))
    return data


Fields = dict[str, Any]

UPGRADES: dict[int, Callable[[Fields], Fields]] = {}
"""By format: what makes one of its lines a line of the next format."""


def in_force(path: Path, lines: Lines) -> Lines:
    """Return lines in today's format; LogTooNew or LogDamaged if the first says that it is no log.

    A later line may carry a version too, where a newer program went on with an older log.
    """
    version = 0
    upgraded: list[Line] = []
    for line in lines.lines:
        if not upgraded or "chouette" in line.data:
            version = _version(path, line)
        fields = line.data
        for old in range(version, FORMAT):
            fields = UPGRADES[old](fields)
        upgraded.append(line if fields is line.data else Line(line.number, fields))
    return replace(lines, lines=tuple(upgraded))


def _version(path: Path, line: Line) -> int:
    version = line.data.get("chouette")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        reason = Phrase(
            'the first line of a log is the open request with "chouette": {known}', known=FORMAT
        )
        raise LogDamaged(path, line.number, reason)
    if version > FORMAT:
        raise LogTooNew(path, version)
    return version


def read_lines(path: Path) -> Lines:
    """Read a log without locking it, as everybody may who only looks.

    StoreError if there is no such file or it cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from None
    return lines_of(path, data)


def read_on(path: Path, offset: int, start: int) -> Lines:
    """Read the whole lines that were added after `offset`; `start` is the first one's number."""
    try:
        with path.open("rb") as file:
            file.seek(offset)
            data = file.read()
    except OSError as error:
        raise _unreadable(path, error) from None
    lines = split(path, data, start, growing=True)
    return Lines(lines.lines, offset + lines.size)


def _unreadable(path: Path, error: OSError) -> StoreError:
    if isinstance(error, FileNotFoundError):
        return StoreError("there is no file {path}", path=path)
    return StoreError("{path} cannot be read: {reason}", path=path, reason=reason_of(error))
