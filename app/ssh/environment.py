"""The server's own environment must not leak into the screens of its guests.

Textual reads NO_COLOR, COLUMNS, LINES and TEXTUAL_* of the *process* when it is imported and when
an app is made. With many people in one process these belong to nobody in particular.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping

PERSONAL = ("NO_COLOR", "COLUMNS", "LINES", "COLORTERM", "FORCE_COLOR", "TTY_COMPATIBLE")


def scrub_environment(environ: MutableMapping[str, str] | None = None) -> dict[str, str]:
    """Take the variables that describe one person's terminal out of the environment.

    Call it before Textual is imported. Gives what it removed, so that the host's own screen in
    the same process can still follow his wishes (his NO_COLOR, say).

    >>> env = {"HOME": "/home/ann", "NO_COLOR": "1", "TEXTUAL_FPS": "5"}
    >>> scrub_environment(env)
    {'NO_COLOR': '1', 'TEXTUAL_FPS': '5'}
    >>> env
    {'HOME': '/home/ann'}
    """
    place = os.environ if environ is None else environ
    names = [n for n in place if n in PERSONAL or n == "TEXTUAL" or n.startswith("TEXTUAL_")]
    return {name: place.pop(name) for name in names}
