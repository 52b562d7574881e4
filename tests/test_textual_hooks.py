"""Guards every private hook of Textual that app/ssh/textual_hooks.py holds on to.

A failure here after an upgrade of Textual says which hook moved, before a game shows it.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Iterable
from contextvars import Context, copy_context
from typing import Any

import pytest
from rich.segment import Segment
from textual import events, messages
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._context import active_app
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult, SystemCommand, _PrintCapture
from textual.color import Color
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.drivers.headless_driver import HeadlessDriver
from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import WorkerFailed

from app.screens.palette import Palette
from app.ssh import textual_hooks as hooks
from app.ssh.colors import CLEAN, DEPTHS, Chain, filters_for
from tests.ssh_helpers import TinyApp, seated, until


def test_the_key_cache_that_pins_apps_is_still_there_and_not_ours() -> None:
    assert hasattr(XTermParser._parse_extended_key, "cache_info"), "the leak is mended upstream"
    before = XTermParser._parse_extended_key.cache_info().currsize
    parser = hooks.LenientParser()
    (key,) = list(parser.feed("\x1b[97;5u"))
    assert isinstance(key, events.Key)
    assert key.key == "ctrl+a"
    assert XTermParser._parse_extended_key.cache_info().currsize == before
    assert not hasattr(hooks.LenientParser._parse_extended_key, "cache_info")


def test_the_style_cache_is_unpinned_and_still_works() -> None:
    hooks.unpin_caches()
    hooks.unpin_caches()
    method = StylesCache.__dict__["get_inner_outer"]
    assert not hasattr(method, "cache_info")
    inner, outer = StylesCache().get_inner_outer(Color(0, 0, 0), Color(255, 0, 0))
    assert (inner.background, outer.background) == (Color(255, 0, 0), Color(0, 0, 0))


def test_parser_gives_a_lone_escape_up() -> None:
    parser = hooks.LenientParser()
    assert list(parser.feed("\x1b")) == []
    assert parser.waiting
    (key,) = list(parser.give_up())
    assert isinstance(key, events.Key)
    assert key.key == "escape"
    assert list(parser.give_up()) == [], "it waits no more"
    assert [k.key for k in parser.feed("x") if isinstance(k, events.Key)] == ["x"]


def test_parser_still_says_what_the_driver_must_drop() -> None:
    parser = hooks.LenientParser()
    (resize,) = list(parser.feed("\x1b[48;30;300;0;0t"))
    assert isinstance(resize, events.Resize)
    (position,) = list(parser.feed("\x1b[5;5R"))
    assert isinstance(position, events.CursorPosition)
    (sync,) = list(parser.feed("\x1b[?2026;2$y"))
    assert isinstance(sync, messages.TerminalSupportsSynchronizedOutput)


def test_parser_crashes_upstream_on_what_clients_may_send() -> None:
    """If this passes without raising one day, the driver's catch can go."""
    with pytest.raises((ValueError, OverflowError)):
        list(hooks.LenientParser().feed("\x1b[1114112u"))


@pytest.mark.parametrize(
    "name",
    [
        "_capture_stdout", "_capture_stderr", "_driver", "_exception", "_exit_renderables",
        "_batch_count", "_running", "_screen_stack", "_background_screens", "_display",
        "_close_messages_no_wait", "_fatal_error", "panic", "_print_error_renderables",
        "_set_pointer_shape", "get_line_filters", "get_system_commands", "deliver_screenshot",
        "save_screenshot", "action_screenshot", "action_suspend_process", "features", "no_color",
        "native_ansi_color", "ansi_theme", "console", "driver_class", "_handle_exception",
        "action_command_palette",
    ],
)  # fmt: skip
async def test_an_app_still_has(name: str) -> None:
    app = TinyApp()
    async with app.run_test():
        assert hasattr(app, name)


def test_methods_still_take_what_we_give_them() -> None:
    build = inspect.signature(App._build_driver).parameters
    assert list(build) == ["self", "headless", "inline", "mouse", "size"]
    driver = inspect.signature(Driver.__init__).parameters
    assert list(driver) == ["self", "app", "debug", "mouse", "size"]
    assert not inspect.isabstract(HeadlessDriver)
    assert Driver.__abstractmethods__ == {
        "write", "start_application_mode", "disable_input", "stop_application_mode",
    }  # fmt: skip
    source = inspect.getsource(App._process_messages)
    assert "redirect_stdout(self._capture_stdout)" in source
    assert "redirect_stderr(self._capture_stderr)" in source
    assert "driver_class" in inspect.getsource(App._build_driver)


def test_an_app_still_captures_output_unless_told_not_to() -> None:
    app = TinyApp()
    assert isinstance(app._capture_stdout, _PrintCapture)
    hooks.steady_output(app)
    assert app._capture_stdout is (sys.__stdout__ or sys.stdout)


def test_strips_still_cache_by_the_filters_identity() -> None:
    assert filters_for("256", None) is filters_for("256", None)
    theme = TinyApp().ansi_theme
    first = filters_for("16", theme)
    assert first is filters_for("16", theme)
    assert first is not filters_for("256", theme)
    (chain,) = first
    assert isinstance(chain, Chain)
    assert isinstance(chain.filters[0], ANSIToTruecolor)
    assert chain.filters[1:] == (CLEAN, DEPTHS["16"])
    strip = Strip.blank(3)
    black = Color(0, 0, 0)
    assert strip.apply_filter(CLEAN, black) is strip.apply_filter(CLEAN, black)


def test_a_partial_update_is_still_made_of_pieces_and_spans() -> None:
    taken = inspect.signature(ChopsUpdate.__init__).parameters
    assert list(taken) == ["self", "chops", "spans", "chop_ends"]
    made = inspect.getsource(Compositor.render_partial_update)
    assert "return ChopsUpdate(chops, spans, chop_ends)" in made
    taken = inspect.signature(LayoutUpdate.__init__).parameters
    assert list(taken) == ["self", "strips", "region"]
    assert "return LayoutUpdate(" in inspect.getsource(Compositor.render_full_update)
    assert "renderable.render_segments(console)" in inspect.getsource(App._display)


async def test_of_a_changed_line_only_what_changed_is_sent() -> None:
    class Line(Widget):
        text = "0" * 70

        def render_line(self, y: int) -> Strip:
            return Strip([Segment(self.text)]) if y == 0 else Strip.blank(self.size.width)

    class App(TinyApp):
        def compose(self) -> ComposeResult:
            yield Line()

    async with seated(app=App()) as ann:
        await until(lambda: "0000" in ann.wire.text)
        await ann.driver.drawn(0.2)
        ann.wire.raw = b""
        line = ann.app.query_one(Line)
        line.text = "0" * 60 + "1" + "0" * 9
        ann.driver.call_app(lambda: line.refresh(Region(60, 0, 1, 1)))
        await until(lambda: "1" in ann.wire.text)
        assert b"\x1b[1;61H" in ann.wire.raw
        assert b"0" * 2 not in ann.wire.raw.replace(b"2026", b"")


async def test_post_enters_the_apps_own_context() -> None:
    seen: list[App[object]] = []

    class Listening(TinyApp):
        def post_message(self, message: object) -> bool:
            if isinstance(message, events.Paste):
                seen.append(active_app.get())
            return super().post_message(message)  # type: ignore[arg-type]

    async with seated(app=Listening()) as ann, seated() as ben:
        context: Context = ann.driver._context
        assert context[active_app] is ann.app
        assert ben.driver._context[active_app] is ben.app
        copy_context().run(lambda: hooks.post(context, ann.app, events.Paste("x")))
        await until(lambda: seen)
        assert seen == [ann.app]


async def test_repaint_draws_everything_once() -> None:
    async with seated() as ann:
        await asyncio.sleep(0)
        before = len(ann.wire.raw)
        ann.wire.terminal.reset()
        ann.driver.repaint()
        assert len(ann.wire.raw) - before > 1000
        assert "board" in ann.wire.text
    assert not hooks.repaint(ann.driver._context, ann.app), "nothing is drawn after the end"


async def test_failures_are_kept_and_not_printed() -> None:
    async with seated() as ann:
        ann.type(b"!")
        await until(lambda: not ann.app._running)
    assert isinstance(hooks.failure_of(ann.app), RuntimeError)
    assert ann.app._exit_renderables == []


class OneCommand(TinyApp):
    """Offers in its palette nothing that changes anything."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield SystemCommand("Nothing", "Does nothing", lambda: None)


async def test_a_palette_closed_in_haste_ends_nothing() -> None:
    async with seated(app=OneCommand()) as ann:
        for _ in range(30):
            ann.type(b"\x10")
            await asyncio.sleep(0)
            ann.type(b"\x1b[27u")
            await asyncio.sleep(0)
        for _ in range(5):
            ann.type(b"\x10\x1b[B\r\r\r")
            await until(lambda: not ann.app._message_queue.qsize())
        ann.app.heard.clear()

        def closed() -> bool:
            if len(ann.app.screen_stack) > 1:
                ann.type(b"\x1b[27u")
            return len(ann.app.screen_stack) == 1 and not ann.app._message_queue.qsize()

        await until(closed, "the palette closed")
        ann.type(b"n")
        await until(lambda: "n" in ann.app.heard)
    gone = NoMatches("No nodes match 'CommandList' on CommandPalette(id='x')")
    assert hooks.is_hasty_palette(WorkerFailed(gone))
    assert not hooks.is_hasty_palette(WorkerFailed(NoMatches("No nodes match on Table()")))
    assert not hooks.is_hasty_palette(gone)


@pytest.mark.parametrize("kind", [CommandPalette, Palette])
async def test_a_palette_that_finds_its_list_gone_is_hasty(kind: type[CommandPalette]) -> None:
    async with seated() as ann:
        palette = kind()
        await ann.app.push_screen(palette)
        await palette.remove_children()
        with pytest.raises(NoMatches) as caught:
            palette._watch__list_visible()
        assert hooks.is_hasty_palette(caught.value)
        with pytest.raises(NoMatches) as other:
            palette.query_one("#nothing")
        assert not hooks.is_hasty_palette(other.value), "not the palette's own doing"


async def test_an_app_does_not_make_the_loops_tasks_eager() -> None:
    loop = asyncio.get_running_loop()
    hooks.keep_tasks_lazy(loop)
    hooks.keep_tasks_lazy(loop)
    async with seated():
        factory = loop.get_task_factory()
    assert factory is None
    other: Any = lambda loop, coro, **options: asyncio.Task(coro, loop=loop, **options)  # noqa: E731
    loop.set_task_factory(other)
    assert [loop.get_task_factory()] == [other], "one set on purpose is let through"
    loop.set_task_factory(None)
    assert "eager_task_factory" in inspect.getsource(App.run_async)
