"""The secret behind a fair game's dice, kept beside the log until the game is over.

It is written before the commitment, so that a killed game goes on, and removed after it was
revealed.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from app.store import WriteFailed, beside


def secret_path(log: Path) -> Path:
    """Return where a log's secret lies."""
    return beside(log, ".secret")


def write_secret(log: Path, secret: str) -> None:
    """Keep a secret, for its owner's eyes, on the disk when this returns; else WriteFailed."""
    path = secret_path(log)
    new = beside(path, ".new")
    try:
        new.unlink(missing_ok=True)
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(fd, secret.encode() + b"\n")
            os.fsync(fd)
        finally:
            os.close(fd)
        # Renamed, so that a killed write never leaves half a secret.
        os.replace(new, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise WriteFailed(path, error) from error


def read_secret(log: Path) -> str | None:
    """Return a log's secret; None if there is none, or none that could be one."""
    try:
        text = secret_path(log).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if re.fullmatch("[0-9a-f]{64}", text) else None


def remove_secret(log: Path) -> None:
    """Forget a secret that was revealed; one that cannot be removed does no harm any more."""
    with contextlib.suppress(OSError):
        secret_path(log).unlink(missing_ok=True)
