"""Log files: JSON Lines that lose nothing acknowledged (protocol, section 5).

A log is only ever appended to. One process writes it, kept apart from others by a lock that dies
with the process. A last line that the process died in is set aside; any other damage is reported by
line and nothing is touched.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from pydantic_core import to_json

from app.log_lines import (
    FORMAT,
    SUFFIX,
    Line,
    LogDamaged,
    LogTooNew,
    StoreError,
    lines_of,
    read_lines,
    read_on,
)
from app.reason import reason_of
from rules.saying import Phrase

__all__ = [
    "FORMAT",
    "NOT_SAVED",
    "REAL_DISK",
    "SUFFIX",
    "Disk",
    "Line",
    "LogDamaged",
    "LogFile",
    "LogLocked",
    "LogTooNew",
    "RealDisk",
    "StoreError",
    "WriteFailed",
    "beside",
    "read_lines",
    "read_on",
]


NOT_SAVED = "log_failed"
"""The code of a refusal because the log could not be written: nothing was changed."""


class LogLocked(StoreError):
    """Another process writes this log."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            "{path} is being written by another process; close that table first, or choose "
            "another file",
            path=path,
        )


class WriteFailed(StoreError):
    """Nothing more can be written here; what was acknowledged is safe."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__("{path} cannot be written: {reason}", path=path, reason=reason_of(error))


class Disk(Protocol):
    """The few calls that make an action durable; a test puts a failing one in its place."""

    def write(self, fd: int, data: bytes) -> int: ...
    def fsync(self, fd: int) -> None: ...
    def truncate(self, fd: int, size: int) -> None: ...


class RealDisk:
    """The operating system's own."""

    def write(self, fd: int, data: bytes) -> int:
        """Write some of `data` and return how much."""
        return os.write(fd, data)

    def fsync(self, fd: int) -> None:
        """Wait until the file is on the disk."""
        os.fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.ftruncate(fd, size)


REAL_DISK = RealDisk()


class LogFile:
    """A log open for writing: locked, its lines read, a torn one set aside.

    `lines` are those found, `notices` what people should be told. `append` returns when the line is
    on the disk.
    """

    def __init__(self, path: Path, disk: Disk = REAL_DISK) -> None:
        """Open or make the log; LogLocked, LogTooNew, LogDamaged or WriteFailed if it cannot."""
        self.path = path
        self.notices: list[Phrase] = []
        self._disk = disk
        self._fd, self._made = _open_locked(path)
        self._clean = True
        try:
            found = lines_of(path, _read_all(self._fd))
            self.lines = found.lines
            self._size = found.size
            if found.torn:
                self._set_aside(found.torn)
            if found.unended:
                self._write(b"\n")
            if self._made:
                self._sync_folder()
        except OSError as error:
            self.close()
            raise WriteFailed(path, error) from error
        except StoreError:
            self.close()
            raise

    def append(self, record: Mapping[str, Any]) -> None:
        """Append one object as a line and wait until it is on the disk.

        WriteFailed if it could not be; the file then holds what it held before.
        """
        try:
            self._write(to_json(record) + b"\n")
        except OSError as error:
            raise WriteFailed(self.path, error) from error

    def close(self) -> None:
        """Let others write the log; a file made by this one and never written to is removed."""
        if self._fd < 0:
            return
        if self._made and os.fstat(self._fd).st_size == 0:
            self.path.unlink(missing_ok=True)
        os.close(self._fd)
        self._fd = -1

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        if not self._clean:
            # An earlier failure could not be undone at once: half a line must not end up inside.
            self._disk.truncate(self._fd, self._size)
            self._clean = True
        self._clean = False
        try:
            rest = data
            while rest:
                rest = rest[self._disk.write(self._fd, rest) :]
            self._disk.fsync(self._fd)
        except OSError:
            try:
                self._disk.truncate(self._fd, self._size)
                self._clean = True
            except OSError:
                pass
            raise
        self._clean = True
        self._size += len(data)

    def _set_aside(self, torn: bytes) -> None:
        aside = beside(self.path, ".torn")
        fd = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(fd, torn + b"\n")
            os.fsync(fd)
        finally:
            os.close(fd)
        # Only now, with a durable copy, may the torn end leave the log.
        self._disk.truncate(self._fd, self._size)
        self._disk.fsync(self._fd)
        self._sync_folder()
        self.notices.append(
            Phrase(
                "{path}: the last line was torn, as when a process dies while writing; its {n} "
                "bytes were set aside in {aside}, and the session goes on from the line before",
                path=self.path,
                n=len(torn),
                aside=aside.name,
            )
        )

    def _sync_folder(self) -> None:
        fd = os.open(self.path.parent, os.O_RDONLY)
        try:
            self._disk.fsync(fd)
        except OSError as error:
            # Some file systems know no fsync of a folder; then there is nothing to wait for.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
                raise
        finally:
            os.close(fd)


def _open_locked(path: Path) -> tuple[int, bool]:
    """Open a file for appending under a lock, and say whether it was made."""
    import fcntl

    while True:
        made = not path.exists()
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise WriteFailed(path, error) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Its last holder may have removed the file between our open and our lock.
            if _same_file(fd, path):
                return fd, made
        except BlockingIOError:
            os.close(fd)
            raise LogLocked(path) from None
        except OSError as error:
            os.close(fd)
            raise WriteFailed(path, error) from error
        os.close(fd)


def _same_file(fd: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), path.stat())
    except FileNotFoundError:
        return False


def _read_all(fd: int) -> bytes:
    os.lseek(fd, 0, os.SEEK_SET)
    parts = []
    while part := os.read(fd, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def beside(path: Path, suffix: str) -> Path:
    """Return the file that belongs to a log, such as NAME.chouette.torn."""
    return path.with_name(path.name + suffix)
