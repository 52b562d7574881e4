"""How the log says that a seat is played by the program: a note in the bot's own name."""

from __future__ import annotations

IS_BOT = "played by the program: "


def bot_note(strength: str) -> str:
    """Return the text of the note by which a bot introduces itself."""
    return f"{IS_BOT}{strength}"


def strength_in(note: str) -> str:
    """Return how strong the bot plays that wrote a note; "" where the note is somebody's own.

    >>> strength_in("played by the program: club"), strength_in("a cold roll")
    ('club', '')
    """
    return note.removeprefix(IS_BOT) if note.startswith(IS_BOT) else ""
