"""The golden evening told in every language: `python -m tests.golden.stories` writes it anew.

Read what changed before it is committed: a program cannot see a wrong form, a person can.
"""

from __future__ import annotations

from pathlib import Path

from app.history import History
from app.language import LANGUAGES, Translator
from app.score import Session, settle_lines, standing
from app.story import tell

HERE = Path(__file__).parent


def story(code: str) -> str:
    """Return the evening's log, entry by entry, and who pays whom, in one language."""
    words = Translator(code, code).words()
    history = History.read(HERE / "evening.chouette")
    lines = [f"{entry.n:>3} {text}" for entry in history.entries if (text := tell(entry, words))]
    result = standing([Session(history.path, history.table)])
    return "\n".join([*lines, *settle_lines(result, words)]) + "\n"


def path_of(code: str) -> Path:
    """Return where a language's telling lies."""
    return HERE / "stories" / f"{code}.txt"


if __name__ == "__main__":
    for language in LANGUAGES:
        path_of(language).parent.mkdir(exist_ok=True)
        path_of(language).write_text(story(language), "utf-8")
