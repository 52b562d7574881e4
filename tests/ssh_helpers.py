"""A tiny app, a wire that draws on a terminal in memory, and waiting without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import pyte
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.widget import Widget
from textual.widgets import Input

from app.ssh import textual_hooks as hooks
from app.ssh.driver import WireDriver, driver_for
from app.ssh.guest import Guest

PATIENCE = 10.0
"""Seconds a test waits for something that should take milliseconds."""


async def until(condition: Callable[[], object], what: str = "") -> None:
    """Let the event loop turn until a condition holds; fail when patience ends."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not condition():
        assert loop.time() < end, f"never came: {what or condition}"
        turn = loop.create_future()
        loop.call_later(0.002, turn.set_result, None)
        await turn


class Board(Widget):
    """Draws a line of text that tests change."""

    DEFAULT_CSS = "Board { height: 1fr; color: #ff8000; background: #102030; }"
    text = "board"

    def render(self) -> str:
        return self.text


class TinyApp(App[str]):
    """What the table is to the door: something that draws, hears keys and may fail."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "quit", "Quit")]
    AUTO_FOCUS = None

    def __init__(self, guest: Guest | None = None, text: str = "board") -> None:
        super().__init__()
        self.guest = guest
        self.heard: list[str] = []
        self.pasted: list[str] = []
        self.board = Board()
        self.board.text = text

    def compose(self) -> ComposeResult:
        yield self.board
        yield Input(id="line")

    def on_key(self, event: Key) -> None:
        self.heard.append(event.key)
        if event.key == "exclamation_mark":
            raise RuntimeError("a screen that fails")
        self.show(f"heard {event.key}")

    def on_paste(self, event: Paste) -> None:
        self.pasted.append(event.text)

    def show(self, text: str) -> None:
        self.board.text = text
        self.board.refresh()


class FakeWire:
    """A wire into a pyte terminal; `stuck` makes it a client that reads nothing."""

    def __init__(self, size: tuple[int, int] = (80, 24)) -> None:
        self.terminal = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.terminal)
        self.raw = b""
        self.stuck = False
        self.waiting = b""
        self.reading = True
        self.hung_up: list[str] = []

    def write(self, data: bytes) -> None:
        self.raw += data
        if self.stuck:
            self.waiting += data
        else:
            self._draw(data)

    def _draw(self, data: bytes) -> None:
        # pyte knows neither kitty's key modes nor private mode questions
        for unknown in (b"\x1b[>1u", b"\x1b[<u", b"\x1b[?2026$p"):
            data = data.replace(unknown, b"")
        self.stream.feed(data)

    def unstick(self) -> None:
        self.stuck = False
        waiting, self.waiting = self.waiting, b""
        self._draw(waiting)

    def backlog(self) -> int:
        return len(self.waiting)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def hang_up(self, why: str) -> None:
        self.hung_up.append(why)

    @property
    def text(self) -> str:
        return "\n".join(self.terminal.display)


class Seated:
    """An app running on a fake wire."""

    def __init__(self, app: TinyApp, wire: FakeWire, driver: WireDriver) -> None:
        self.app, self.wire, self.driver = app, wire, driver

    def type(self, data: bytes) -> None:
        self.driver.received(data)


@asynccontextmanager
async def seated(
    guest: Guest | None = None, app: TinyApp | None = None, wire: FakeWire | None = None
) -> AsyncIterator[Seated]:
    """Run a tiny app over a fake wire until the block ends."""
    guest = guest or Guest(name="Ann", watcher=False, colors="true")
    app = app or TinyApp(guest)
    wire = wire or FakeWire(guest.size)
    made: list[WireDriver] = []
    hooks.fit_out(app, driver_for(wire, guest, made.append), guest.colors, guest.size)
    task: asyncio.Task[Any] = asyncio.create_task(app.run_async(size=guest.size))
    await until(lambda: (made and made[0].painted.is_set()) or task.done(), "first paint")
    try:
        yield Seated(app, wire, made[0])
    finally:
        if not task.done():
            app.exit()
        await asyncio.wait_for(task, PATIENCE)
