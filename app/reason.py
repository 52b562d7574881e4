"""What an error of the system says to a person."""

from __future__ import annotations


def reason_of(error: Exception) -> str:
    """Return why something failed, without the number and the path that Python puts around it.

    >>> reason_of(IsADirectoryError(21, "Is a directory", "/tmp"))
    'Is a directory'
    >>> reason_of(ValueError("no key"))
    'no key'
    """
    return getattr(error, "strerror", None) or str(error)
