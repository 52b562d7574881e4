"""Tells other programs' files from our own logs, and opens them as sessions."""

from __future__ import annotations

from pathlib import Path

from app.formats.gv import kind_of, read_gv
from app.formats.mat import looks_like_mat, read_mat
from app.formats.mat_session import Imported, play_match
from app.formats.match import MatError
from app.store import SUFFIX, StoreError

SUFFIXES = (".mat", ".txt", ".xg", ".bgf", ".gvab", ".gva")
"""The names such files usually have; what a file is, its bytes tell."""
_TEXT = (".mat", ".txt")


def open_foreign(path: Path) -> Imported | None:
    """Return another program's file as a session; None if it is (or would be) a log of ours.

    StoreError says why a file cannot be opened. Its lines are those of the remarks.
    """
    if path.suffix == SUFFIX:
        return None
    try:
        data = path.read_bytes()
    except OSError:
        return None  # Whoever reads logs says the same of a missing file.
    kind = kind_of(data, path.suffix)
    if kind is None and (data.lstrip()[:1] == b"{" or not data.strip()):
        return None
    if kind is None and path.suffix.lower() not in _TEXT and not looks_like_mat(data):
        if path.suffix.lower() in SUFFIXES:
            raise StoreError(
                "{path} is no file of the kind that its name says; "
                "logs, .mat, .xg, .bgf and .gvab files can be opened",
                path=path,
            )
        return None
    try:
        return play_match(read_gv(data, kind) if kind else read_mat(data))
    except MatError as error:
        raise StoreError("{path} cannot be opened: {reason}", path=path, reason=error) from None
