"""Every private hook of Textual that many screens in one process need, in one place.

Written against Textual 8.2.8; tests/test_textual_hooks.py guards each of them, so that a new
version which moves one fails a test and not a game. What each is for:

- `LenientParser`, `unpin_caches`: two process-wide caches keep every finished app alive;
- `uncircle_strips`: a drawn line keeps itself alive, and where nobody collects it stays;
- `steady_output`: an app redirects sys.stdout to itself for its whole life, and two that overlap
  leave it pointing at a dead one;
- `keep_tasks_lazy`: an app changes how the whole loop makes tasks;
- `NarrowUpdate`, `ThinUpdate`: Textual sends a changed line of a pane from its beginning, and
  every look whole;
- `fit_out`: an app's own console, colour depth, errors and commands, for a person far away; the end
  of its memory is in app/ssh/parting.py;
- `is_hasty_palette`: the stock palette fails on Escape, Enter twice or ctrl+p typed in haste;
- `post`: a message enters an app only in that app's own context, or its timers belong to another;
- `repaint`: draw the whole screen once, after frames were skipped.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextvars import Context
from typing import Any, TypeVar, cast

import textual.command
from rich.console import Console
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._node_list import DuplicateIds
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenStackError, SystemCommand, _NullFile
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.worker import WorkerFailed

from app.ssh import frames
from app.ssh.colors import filters_for
from app.ssh.guest import Colors
from app.ssh.parting import take_apart_at_end

log = logging.getLogger("chouette.ssh")

T = TypeVar("T")

SERVER_COMMANDS = frozenset({"Screenshot"})
"""Palette commands that act on the server's disk: not for guests."""


def _unwrapped(function: object) -> Any:
    return getattr(function, "__wrapped__", function)


class NarrowUpdate(ChopsUpdate):
    """A partial update that sends what changed; see `frames`."""

    def render_segments(self, console: Console) -> str:
        """Give the frame."""
        return frames.partial(self.chops, self.spans, self.chop_ends)


class ThinUpdate(LayoutUpdate):
    """A whole screen, each look written once; see `frames`."""

    def render_segments(self, console: Console) -> str:
        """Give the frame."""
        return frames.whole(self.strips, *self.region.offset)


class LenientParser(XTermParser):
    """Textual's own parser, without the cache that pins finished apps, and with a way out.

    A cached method keeps `self` alive, the parser its generator, and that the app: 1.6 MB each.
    """

    _parse_extended_key = _unwrapped(XTermParser._parse_extended_key)

    @property
    def waiting(self) -> bool:
        """Whether the parser waits for the rest of an escape sequence."""
        return self._timeout_time is not None

    def give_up(self) -> Iterable[Message]:
        """Take what came so far for all there is: a lone ESC becomes the Escape key."""
        if self._timeout_time is not None:
            self._timeout_time = 0.0
            yield from self.tick()


def unpin_caches() -> None:
    """Undo the process-wide cache that keeps every widget's style cache alive; idempotent."""
    method = StylesCache.__dict__["get_inner_outer"]
    if hasattr(method, "__wrapped__"):
        setattr(StylesCache, "get_inner_outer", method.__wrapped__)  # noqa: B010 (mypy)


own_divide = Strip.divide


def uncircle_strips() -> None:
    """Have no drawn line keep itself; process-wide and idempotent.

    A strip that is cut at its own end remembers itself as its one piece: each line of each screen
    becomes a circle, which only a full collection frees.
    """

    def divide(self: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
        length = self.cell_length
        within = [cut for cut in cuts if cut <= length]
        return [self] if within == [length] else own_divide(self, within)

    if Strip.divide is own_divide:
        setattr(Strip, "divide", divide)  # noqa: B010 (mypy)


def steady_output(app: App[Any]) -> None:
    """Keep an app's hands off sys.stdout and sys.stderr; for the host's local app too.

    The redirection is neither nested nor per task, so with many apps it is undone in the wrong
    order. It becomes one to the stream that is there anyway.
    """
    setattr(app, "_capture_stdout", sys.__stdout__ or sys.stdout)  # noqa: B010 (mypy)
    setattr(app, "_capture_stderr", sys.__stderr__ or sys.stderr)  # noqa: B010 (mypy)


def keep_tasks_lazy(loop: asyncio.AbstractEventLoop) -> None:
    """Keep Textual from making the loop's tasks eager, for asyncssh does not survive it.

    From Python 3.12 on `App.run_async` sets the loop's task factory, for all that runs in it:
    asyncssh's handlers then run inside one another and connections are lost. Idempotent.
    """
    eager = getattr(asyncio, "eager_task_factory", None)
    if eager is None or hasattr(loop.set_task_factory, "lazy"):
        return
    if loop.get_task_factory() is eager:
        loop.set_task_factory(None)
    own = loop.set_task_factory

    def set_task_factory(factory: Any) -> None:
        if factory is not eager:
            own(factory)

    setattr(set_task_factory, "lazy", True)  # noqa: B010 (mypy)
    setattr(loop, "set_task_factory", set_task_factory)  # noqa: B010 (mypy)


def fit_out(
    app: App[Any],
    make_driver: Callable[..., Driver],
    colors: Colors,
    size: tuple[int, int],
) -> None:
    """Make an app ready to serve somebody over a wire, whatever class it is of.

    `make_driver` is called like a driver class. Call it right after the app was made.
    """
    unpin_caches()
    uncircle_strips()
    steady_output(app)
    take_apart_at_end(app)
    app.driver_class = cast("type[Driver]", make_driver)
    app.features = frozenset()
    app.no_color = colors == "none"
    app.console = Console(
        color_system="truecolor",
        file=cast("Any", _NullFile()),
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
        width=size[0],
        height=size[1],
        _environ={},
    )

    def get_line_filters() -> Sequence[LineFilter]:
        return filters_for(colors, None if app.native_ansi_color else app.ansi_theme)

    own_commands = app.get_system_commands

    def get_system_commands(screen: Screen[Any]) -> Iterable[SystemCommand]:
        return (c for c in own_commands(screen) if c.title not in SERVER_COMMANDS)

    own_palette = app.action_command_palette

    def action_command_palette() -> object:
        try:
            return own_palette()
        except DuplicateIds:  # the last one is still on its way out
            return None

    own_handler = app._handle_exception

    def _handle_exception(error: Exception) -> None:
        if is_hasty_palette(error):
            log.debug("the palette was outrun: %r", error)
        else:
            own_handler(error)

    def _fatal_error() -> None:
        error = app._exception
        if error is not None:
            text = "".join(traceback.format_exception(error))
            log.error("a guest's screen failed:\n%s", text)
        app._close_messages_no_wait()

    def panic(*_renderables: object) -> None:
        _fatal_error()

    own_display = app._display

    def _display(screen: Screen[Any], update: object) -> None:
        if type(update) is ChopsUpdate:
            update = NarrowUpdate(update.chops, update.spans, update.chop_ends)
        elif type(update) is LayoutUpdate:
            update = ThinUpdate(update.strips, update.region)
        own_display(screen, cast("Any", update))

    def nothing(*_args: object, **_kwargs: object) -> None:
        """Refuse quietly what would act on the server's own machine."""

    replacements: dict[str, Callable[..., object]] = {
        "get_line_filters": get_line_filters,
        "get_system_commands": get_system_commands,
        "action_command_palette": action_command_palette,
        "_display": _display,
        "_handle_exception": _handle_exception,
        "_fatal_error": _fatal_error,  # the stock one prints every local variable
        "panic": panic,
        "_print_error_renderables": app._exit_renderables.clear,
        "deliver_screenshot": nothing,
        "save_screenshot": nothing,
        "action_screenshot": nothing,
        "_set_pointer_shape": nothing,
        "action_suspend_process": nothing,
    }
    for name, replacement in replacements.items():
        assert hasattr(app, name), f"Textual has no App.{name} any more"
        setattr(app, name, replacement)


def is_hasty_palette(error: Exception) -> bool:
    """Say whether this is the stock command palette outrun by its user's fingers.

    Escape before it has opened fails its search; Enter twice dismisses it twice; what it says half
    a second later finds no list any more. Each would end the app, and none leaves anything in
    disorder.
    """
    if isinstance(error, WorkerFailed):
        return isinstance(error.error, NoMatches) and "Palette(" in str(error.error)
    if isinstance(error, NoMatches) and "Palette(" not in str(error):
        return False
    if isinstance(error, NoMatches | ScreenStackError):
        frames = traceback.walk_tb(error.__traceback__)
        return any(frame.f_code.co_filename == textual.command.__file__ for frame, _ in frames)
    return False


def failure_of(app: App[Any]) -> Exception | None:
    """Give the exception that ended an app, or None."""
    return app._exception


def inside(context: Context, call: Callable[..., T], *args: Any, **options: Any) -> T:
    """Call something of an app in that app's own context.

    In a copy of it, for a context cannot be entered twice, and one call may lead to another.
    """
    return context.copy().run(call, *args, **options)


def post(context: Context, app: App[Any], message: Message) -> None:
    """Put a message into an app's queue from inside that app's own context."""
    message.set_sender(app)
    inside(context, app.post_message, message)


def repaint(context: Context, app: App[Any]) -> bool:
    """Draw an app's whole screen once more; False while it cannot be drawn."""

    def draw() -> bool:
        if not app._running or app._batch_count or not app._screen_stack:
            return False
        screen = app.screen
        if not screen.is_mounted:
            return False
        update = screen._compositor.render_update(full=True, screen_stack=app._background_screens)
        app._display(screen, update)
        return True

    return inside(context, draw)
