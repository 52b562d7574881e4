"""What a terminal is sent looks as what Textual would send, and is shorter."""

from __future__ import annotations

from typing import cast

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from app.remote.guest_app import GuestApp
from app.screens.table import TableScreen
from app.settings import Settings
from app.ssh import frames
from app.ssh.guest import Guest
from rules.refusals import Refusal
from tests.bench.ssh_table import Evening, play
from tests.ssh_helpers import FakeWire, TinyApp, seated, until
from widgets.panel import Panel
from widgets.words import Words

WIDTH, HEIGHT = 9, 3
CONSOLE = Console(color_system="truecolor")
COLORS = st.sampled_from([None, "red", "bright_blue", "color(250)", "#102030", "default"])
FLAGS = st.sampled_from([None, True, False])
STYLES = st.none() | st.builds(
    Style, color=COLORS, bgcolor=COLORS, bold=FLAGS, italic=FLAGS, underline=FLAGS, reverse=FLAGS,
    strike=FLAGS,
)  # fmt: skip
SEGMENTS = st.builds(Segment, st.text("abc é", max_size=4), STYLES, st.none())
LINES = st.lists(SEGMENTS, max_size=6).map(
    lambda found: Strip([*found, Segment(" " * WIDTH)]).crop(0, WIDTH)
)
SCREENS = st.lists(LINES, min_size=HEIGHT, max_size=HEIGHT)


def shown(*frames_sent: str) -> list[list[pyte.screens.Char]]:
    """Return every cell of a terminal that was sent this."""
    terminal = pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.Stream(terminal)
    stream.feed("\x1b[?7l")
    for frame in frames_sent:
        stream.feed(frame)
    stream.feed("\x1b[1;1H")
    assert terminal.cursor.attrs == pyte.Screen(1, 1).cursor.attrs, "a look was left on"
    return [[terminal.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]


@given(SCREENS)
def test_a_whole_screen_looks_as_textual_would_draw_it(lines: list[Strip]) -> None:
    stock = LayoutUpdate([[line] for line in lines], Region(0, 0, WIDTH, HEIGHT))
    theirs = stock.render_segments(CONSOLE)
    ours = frames.whole([[line] for line in lines], 0, 0)
    assert shown(ours) == shown(theirs)
    assert len(ours) <= len(theirs)


@given(SCREENS, SCREENS, st.integers(0, WIDTH - 1), st.integers(1, WIDTH), st.integers(1, 8))
def test_a_partial_update_looks_as_textual_would_draw_it(
    old: list[Strip], new: list[Strip], left: int, size: int, cut: int
) -> None:
    """Two panes meet at `cut`; between `left` and `left + size` the middle line is new."""
    right = min(left + size, WIDTH)
    middle = Strip.join([old[1].crop(0, left), new[1].crop(left, right), old[1].crop(right)])
    chops = [dict.fromkeys((0, cut)) for _ in range(HEIGHT)]
    chops[1] = dict(zip((0, cut), middle.divide([cut, WIDTH]), strict=True))
    ends = [[cut, WIDTH]] * HEIGHT
    spans = [(1, left, right)]
    before = frames.whole([[line] for line in old], 0, 0)
    theirs = ChopsUpdate(chops, spans, ends).render_segments(CONSOLE)
    ours = frames.partial(chops, spans, ends)
    assert shown(before, ours) == shown(before, theirs)
    assert len(ours) <= len(theirs)


async def test_what_was_sent_bit_by_bit_is_what_the_whole_screen_would_be() -> None:
    evening = Evening()
    size = (100, 40)
    guest = Guest(name=None, watcher=True, colors="256", unicode=True, size=size)
    session = evening.host.join(None)
    app = GuestApp(session, words=Words(), settings=Settings(animation=False))
    wire = FakeWire(size)
    async with seated(guest, cast("TinyApp", app), wire) as watcher:
        await until(lambda: "LINE" in wire.text)
        # The panes may be drawn before the ground between them, which comes with the next frame.
        await until(lambda: all(cell.bg != "default" for row in cells_of(wire) for cell in row))
        for typed in (b"", b":", b"w", b"h", b"\x7f", b"\x1b[27u") * 4:
            watcher.type(typed)
            await evening.prepare()
            done = await evening.host.ask(play(evening.host.table))
            assert not isinstance(done, Refusal)
            await until(lambda n=done.n: seen(app) == n)  # type: ignore[misc]
            watcher.driver.call_app(lambda: draw_what_changed(app.screen))
            sent = cells_of(wire)
            watcher.driver.repaint()
            assert cells_of(wire) == sent


def draw_what_changed(screen: Screen[object]) -> None:
    """Do now what the screen would do at its next tick."""
    screen._compositor.update_widgets(set(screen.query(Panel)))
    screen._compositor_refresh()


def seen(app: GuestApp) -> int:
    """Return the number of actions that the table's screen has shown."""
    screen = app.screen
    return screen.view.table.n if isinstance(screen, TableScreen) else 0


def cells_of(wire: FakeWire) -> list[list[pyte.screens.Char]]:
    """Return all that stands on a wire's terminal."""
    columns, lines = wire.terminal.columns, wire.terminal.lines
    return [[wire.terminal.buffer[y][x] for x in range(columns)] for y in range(lines)]
