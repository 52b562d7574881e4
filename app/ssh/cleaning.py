"""Text that a person typed must never steer another person's terminal.

Twice guarded: `clean_text` where text comes in, `only_known` where bytes go out. Escape characters
pass through str, Text, Content and Segment alike, so neither guard alone would do.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rich.cells import cell_len

MAX_MARKS = 2
"""Combining marks kept on one letter; towers of them run into the lines above and below."""


def clean_text(text: str, limit: int = 4096, lines: bool = False) -> str:
    r"""Make a name or a message harmless: NFC, no control, format or surrogate characters.

    At most `limit` characters are kept. With `lines`, line breaks stay as "\n"; otherwise they and
    tabs become blanks.

    >>> clean_text("A\x1b[2Jnn"), clean_text("a\r\nb", lines=True), clean_text("a\tb")
    ('A[2Jnn', 'a\nb', 'a b')
    >>> clean_text("\u202eevil\u200d")
    'evil'
    """
    text = text[: limit * 4]
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    text = re.sub(r"\r\n?|\u2028|\u2029|\x85", "\n", text)
    if not (text.isascii() and text.isprintable()):
        kept: list[str] = []
        marks = 0
        for char in text:
            if char in "\n\t":
                kept.append("\n" if lines and char == "\n" else " ")
            elif unicodedata.combining(char):
                marks += 1
                if marks <= MAX_MARKS:
                    kept.append(char)
                continue
            elif char.isprintable():
                kept.append(char)
            elif unicodedata.category(char) == "Zs":
                kept.append(" ")
            marks = 0
        text = "".join(kept)
    return text[:limit]


@lru_cache(4096)
def harmless(text: str) -> str:
    r"""Take out of drawn text what a terminal would obey, keeping its width in cells.

    >>> harmless("Ann"), harmless("\x1b]0;root\x07"), harmless("a\u00adb")
    ('Ann', ']0;root', 'a?b')
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _stand_in(c) for c in text)


def _stand_in(char: str) -> str:
    width = cell_len(char)
    return (" " if unicodedata.category(char) == "Zs" else "?") * width


# What Textual writes for us: colours, cursor positions and moves, synchronised output, the bell,
# and the clipboard (base64 only). All else (titles, pointer shapes, links, queries) is dropped.
_KNOWN = re.compile(
    r"[^\x00-\x1f\x7f-\x9f]+"
    r"|\x1b\[[0-9;]*[mHABCD]"
    r"|\x1b\[\?2026[hl]"
    r"|\x1b\]52;c;[A-Za-z0-9+/=]*\x07"
    r"|(?:\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)())"
    r"|\x07"
)

_USUAL = re.compile(r"(?:[^\x00-\x09\x0b-\x1f\x7f-\x9f]++|\x1b\[(?:[0-9;]*+[mHABCD]|\?2026[hl]))*+")


def only_known(stream: str) -> str:
    r"""Keep of an output stream only text and the sequences a screen is drawn with.

    Line feeds go too: every row that Textual draws starts with a cursor position.

    >>> only_known("\x1b[1;1H\x1b[31mAnn\x1b[0m\n") == "\x1b[1;1H\x1b[31mAnn\x1b[0m"
    True
    >>> only_known("a\x1b]0;title\x07b\x1b[2Jc\x9b3;4rd")
    'ab[2Jc3;4rd'
    """
    if _USUAL.fullmatch(stream):  # as almost every frame is
        return stream.replace("\n", "")
    return "".join(m[0] for m in _KNOWN.finditer(stream) if m[1] is None)


_LINES = {
    **dict.fromkeys("─━┄┅┈┉╌╍═╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏║╵╷╹╻╽╿", "|"),
    **dict.fromkeys("▀▄█▌▐▓▇▆▅▃▂▁▉▊▋▍▎▏■▪▮◼⬛", "#"),
    **dict.fromkeys("░▒", ":"),
    **dict.fromkeys("●◉⬤•∙·", "o"),
    **dict.fromkeys("○◯◌", "O"),
    **dict.fromkeys("“”„«»″", '"'),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("–—‒―−‐", "-"),
    **dict.fromkeys("→▶►▸⯈▷", ">"),
    **dict.fromkeys("←◀◄◂⯇◁", "<"),
    **dict.fromkeys("↑▲△▴⯅", "^"),
    **dict.fromkeys("↓▼▽▾⯆", "v"),
    **dict.fromkeys("✓✔", "+"),
    **dict.fromkeys("✗✘×", "x"),
    "…": ".",
    "½": "/",
}


@lru_cache(8192)
def _ascii_char(char: str) -> str:
    if char in _LINES:
        return _LINES[char]
    if "\u2500" <= char <= "\u257f":
        return "+"
    width = cell_len(char)
    plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    return plain if len(plain) == width else "?" * width


def to_ascii(text: str) -> str:
    """Transliterate for a terminal that shows no UTF-8, every character in as many cells.

    >>> to_ascii("┌─é─┐ … 象")
    '+-e-+ . ??'
    """
    if text.isascii():
        return text
    return "".join(c if c < "\x80" else _ascii_char(c) for c in text)
