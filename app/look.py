"""The look: one designed theme, dark and light, in colours that everybody tells apart.

Blue and orange differ in brightness too, so that they stay apart without colour; the letters and
shapes of the checkers say it a third time.
"""

from __future__ import annotations

from textual.theme import Theme

_DARK = {
    "chouette-box": "#f0b44c",
    "chouette-team": "#8cc8f5",
    "chouette-cube": "#ffd866",
    "chouette-good": "#7fd0a8",
    "chouette-bad": "#ff9f80",
    "chouette-point": "#1d2a2e",
    "chouette-point-light": "#243439",
}
_LIGHT = {
    "chouette-box": "#8a4b00",
    "chouette-team": "#00539c",
    "chouette-cube": "#7a4a00",
    "chouette-good": "#00664a",
    "chouette-bad": "#a82a00",
    "chouette-point": "#e6e0d2",
    "chouette-point-light": "#efeadf",
}

DARK = Theme(
    name="chouette-dark",
    primary="#8cc8f5",
    secondary="#f0b44c",
    accent="#ffd866",
    foreground="#e8e6df",
    background="#12191c",
    surface="#182226",
    panel="#1d2a2e",
    success="#7fd0a8",
    warning="#ffd866",
    error="#ff9f80",
    dark=True,
    variables=_DARK,
)
LIGHT = Theme(
    name="chouette-light",
    primary="#00539c",
    secondary="#8a4b00",
    accent="#7a4a00",
    foreground="#1e2224",
    background="#faf7ef",
    surface="#f1ecdf",
    panel="#e6e0d2",
    success="#00664a",
    warning="#7a4a00",
    error="#a82a00",
    dark=False,
    variables=_LIGHT,
)
THEMES = (DARK, LIGHT)


def variables(dark: bool) -> dict[str, str]:
    """Return the board's colours for any other theme, by whether it is dark."""
    return dict(_DARK if dark else _LIGHT)
