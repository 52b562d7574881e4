"""`make screenshots`: the screens as SVG and PNG in `screenshots/`, of real sessions.

The pictures are drawn by resvg with an open monospaced font that is found on this machine: the
package fontpkg-fira-code, or one of Debian's fonts-dejavu-core. A picture without ink on it (a font
that was not found draws nothing) ends the program.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from textual.screen import Screen

from app.learn import first_game
from app.live_session import LiveSession
from app.replay import ReplaySession
from app.screens.lesson import LessonScreen
from app.screens.replay import ReplayScreen
from app.screens.watch import WatchScreen
from app.settings import Settings
from tests.screen_tools import press, quick, screen_of
from tests.test_screen_goldens import answering, entering, first_of, middle, wooden
from widgets.words import Words

FONT_FILES = ("DejaVuSansMono.ttf", "FiraCode-Regular.ttf", "LiberationMono-Regular.ttf")


class Picture(NamedTuple):
    """One picture: what session, at which size, after which keys, in which look."""

    name: str
    session: Callable[[], LiveSession | None]
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    style: str = "letters"
    theme: str = "chouette-dark"
    no_color: bool = False


def lesson() -> LiveSession:
    """Return a newcomer's first game."""
    return first_game(Words(), me="Nina")


ANSWER = ("D", "enter", "t", "t", "x", "t", "x")
REFUSED = ("D", "enter", "t", "x", "x", "x", "x", "enter")
PICTURES = (
    Picture("table-80x24", answering, (80, 24), ANSWER),
    Picture("table-80x24-light", answering, (80, 24), ANSWER, theme="chouette-light"),
    Picture("table-80x24-no-color", answering, (80, 24), ANSWER, no_color=True),
    Picture("table-44x24", answering, (44, 24), ANSWER),
    Picture("table-60x20", answering, (60, 20), ANSWER),
    Picture("table-100x30-discs", middle, (100, 30), (), "discs"),
    Picture("table-120x40", middle, (120, 40)),
    Picture("table-120x40-discs", entering, (120, 40), ("1", "3", "slash"), "discs"),
    Picture("table-120x40-large-light", entering, (120, 40), ("1", "3"), "large", "chouette-light"),
    Picture("table-200x60", middle, (200, 60)),
    Picture("refused-80x24", answering, (80, 24), REFUSED),
    Picture("rules-80x24", answering, (80, 24), (*REFUSED, "question_mark")),
    Picture("help-80x24", middle, (80, 24), ("question_mark",)),
    Picture("wooden-80x24", wooden, (80, 24)),
    Picture("home-80x24", lambda: None, (80, 24)),
    Picture("setup-80x24", lambda: None, (80, 24)),
    Picture("learn-80x24", lesson, (80, 24), ("space",)),
    Picture("dice-80x24", lambda: None, (80, 24), ("z",)),
    Picture("replay-80x24", lambda: None, (80, 24)),
    Picture("replay-60x20", lambda: None, (60, 20)),
    Picture("replay-120x40-discs", lambda: None, (120, 40), (), "discs"),
    Picture("watch-120x40-large", lambda: None, (120, 40), (), "large"),
)
LOG = Path(__file__).parent / "golden" / "logs" / "v1" / "club-fair.chouette"


def first_screen(picture: Picture, settings: Settings) -> Callable[[], Screen[None]]:
    """Return what makes the first screen of a picture that shows no session of its own."""
    kind = picture.name.split("-")[0]
    if kind in ("replay", "dice"):
        return lambda: ReplayScreen(ReplaySession.read(LOG, 92), Words(), settings)
    if kind == "watch":
        return lambda: WatchScreen(ReplaySession.read(LOG), Words(), settings)
    return first_of(kind)


async def svg_of(picture: Picture) -> str:
    """Return a picture as SVG."""
    settings = quick(checkers=picture.style, theme=picture.theme)
    first = first_screen(picture, settings)
    session, table = picture.session(), LessonScreen if picture.session is lesson else None
    kwargs = {"first": first, "table": table}
    async with screen_of(session, picture.size, settings, **kwargs) as (app, pilot):
        app.no_color = picture.no_color
        await press(pilot, *picture.keys)
        return app.export_screenshot(title="chouette")


def font() -> Path:
    """Return a monospaced font's file; RuntimeError names what to install."""
    spec = importlib.util.find_spec("fontpkg_fira_code")
    roots = [Path(place) for place in (spec.submodule_search_locations if spec else None) or ()]
    roots += [Path("/usr/share/fonts"), Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    for name in FONT_FILES:
        for root in roots:
            if found := next(iter(root.rglob(name)), None):
                return found
    raise RuntimeError("no monospaced font found: install fonts-dejavu-core or fontpkg-fira-code")


FONT_FACE = r"\s*@font-face \{.*?\}"
FAMILIES = {"DejaVuSansMono": "DejaVu Sans Mono", "FiraCode-Regular": "Fira Code",
            "LiberationMono-Regular": "Liberation Mono"}  # fmt: skip


def png_of(svg: str, file: Path) -> bytes:
    """Return an SVG as PNG, drawn with one font; ValueError if it has no text on it."""
    import resvg_py

    family = FAMILIES[file.stem]
    svg = re.sub(r"font-family: [^;]*;", f'font-family: "{family}";', svg)
    bold = file.with_name(file.name.replace(".ttf", "-Bold.ttf").replace("-Regular-Bold", "-Bold"))
    files = [str(one) for one in (file, bold) if one.exists()]
    drawn = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, font_files=files, skip_system_fonts=True, monospace_family=family
        )
    )
    blank = bytes(
        resvg_py.svg_to_bytes(svg_string=re.sub(r"<text.*?</text>", "", svg, flags=re.DOTALL))
    )
    if len(drawn) < 1.3 * len(blank):
        raise ValueError("the picture has no text on it: the font was not used")
    return drawn


def main(argv: Sequence[str] | None = None) -> int:
    """Draw all pictures, or those whose name begins as given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--folder", type=Path, default=Path("screenshots"))
    arguments = parser.parse_args(argv)
    try:
        file = font()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        places = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), home)
        with mock.patch.dict("os.environ", places):
            for picture in PICTURES:
                if arguments.names and not picture.name.startswith(tuple(arguments.names)):
                    continue
                # The reader's own monospaced font will do: a picture fetches nothing.
                svg = re.sub(FONT_FACE, "", asyncio.run(svg_of(picture)), flags=re.DOTALL)
                (arguments.folder / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
                png = png_of(svg, file)
                (arguments.folder / f"{picture.name}.png").write_bytes(png)
                print(f"{picture.name}: {len(svg)} and {len(png)} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
