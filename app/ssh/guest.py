"""Who is at the other end of a connection, and what his terminal can show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Colors = Literal["true", "256", "16", "none"]
"""How many colours a terminal shows: 24 bit, 256, 16, or only bold, reverse and underline."""

Size = tuple[int, int]
"""Columns and rows."""

DEFAULT_SIZE: Size = (80, 24)
MAX_SIZE: Size = (300, 100)
ALLOWED_ENV = ("LANG", "COLORTERM", "NO_COLOR")
MAX_VALUE = 64

_TRUE = re.compile(r"kitty|ghostty|alacritty|wezterm|foot|contour|iterm|.*-direct")
_DUMB = re.compile(r"|dumb|unknown|vt\d+.*")
_UTF8 = re.compile(r"\.utf-?8", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Guest:
    """One person behind one connection, as the app and the plain client may know him.

    `name` is the seat's name, or None for a watcher. `size` is columns and rows, already within
    1x1..300x100. `key_fingerprint` is "SHA256:..." of the key that signed the login, or None.
    """

    name: str | None
    watcher: bool
    language: str = ""
    term: str = "xterm-256color"
    colors: Colors = "256"
    unicode: bool = True
    size: Size = DEFAULT_SIZE
    address: str = ""
    key_fingerprint: str | None = None


def clamp_size(columns: int, rows: int) -> Size:
    """Bring a size that a client sent to one a screen can be drawn at.

    A zero means "unknown" (some clients send 0x0) and becomes 80 columns or 24 rows.

    >>> clamp_size(0, 0), clamp_size(5000, 5000), clamp_size(1, 1), clamp_size(44, 24)
    ((80, 24), (300, 100), (1, 1), (44, 24))
    """
    wide = columns or DEFAULT_SIZE[0]
    high = rows or DEFAULT_SIZE[1]
    return max(1, min(wide, MAX_SIZE[0])), max(1, min(high, MAX_SIZE[1]))


def allowed_environment(sent: Mapping[str, str]) -> dict[str, str]:
    """Keep of what a client sent only LANG, LC_*, COLORTERM and NO_COLOR, cut at 64 characters.

    >>> allowed_environment({"LANG": "de_DE.UTF-8", "LD_PRELOAD": "x", "LC_ALL": "y" * 99})
    ... # doctest: +ELLIPSIS
    {'LANG': 'de_DE.UTF-8', 'LC_ALL': 'yyy...'}
    """
    return {k: v[:MAX_VALUE] for k, v in sent.items() if env_allowed(k)}


def env_allowed(name: str) -> bool:
    """Say whether a client may set this variable."""
    return name in ALLOWED_ENV or (name.startswith("LC_") and len(name) <= MAX_VALUE)


def colors_of(term: str, environ: Mapping[str, str]) -> Colors:
    """Find a terminal's colour depth from TERM and what little else OpenSSH passes on.

    COLORTERM is rarely forwarded, LC_* is nearly always: LC_COLORTERM serves as its carrier.

    >>> colors_of("xterm-kitty", {}), colors_of("screen-256color", {}), colors_of("linux", {})
    ('true', '256', '16')
    >>> colors_of("vt220", {}), colors_of("xterm-256color", {"NO_COLOR": "1"})
    ('none', 'none')
    >>> colors_of("xterm-256color", {"LC_COLORTERM": "truecolor"})
    'true'
    """
    name = term.lower()
    if environ.get("NO_COLOR") or _DUMB.fullmatch(name):
        return "none"
    wish = (environ.get("COLORTERM") or environ.get("LC_COLORTERM") or "").lower()
    if wish in ("truecolor", "24bit") or _TRUE.fullmatch(name.removeprefix("xterm-")):
        return "true"
    return "256" if "256color" in name else "16"


def locale_of(environ: Mapping[str, str]) -> str:
    """Give the locale that rules text: LC_ALL before LC_CTYPE before LANG, or ""."""
    return environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""


def speaks_unicode(term: str, environ: Mapping[str, str]) -> bool:
    """Say whether the terminal shows UTF-8.

    A client that sends no locale (telephones, Windows) is taken to: every such client does.

    >>> speaks_unicode("xterm", {}), speaks_unicode("xterm", {"LANG": "C"})
    (True, False)
    >>> speaks_unicode("vt100", {}), speaks_unicode("xterm", {"LC_ALL": "de_DE.ISO-8859-1"})
    (False, False)
    """
    locale = locale_of(environ)
    if not locale:
        return not _DUMB.fullmatch(term.lower())
    return bool(_UTF8.search(locale))


def language_of(environ: Mapping[str, str]) -> str:
    """Give the language of a person's messages, "" where he sent none.

    >>> language_of({"LC_MESSAGES": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"})
    'de_DE'
    >>> language_of({"LANG": "C"})
    ''
    """
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    language = locale.partition(".")[0].partition("@")[0]
    if language in ("C", "POSIX") or not re.fullmatch(r"[A-Za-z]{2,3}(_[A-Za-z0-9]+)*", language):
        return ""
    return language
