"""Taking apart what a guest leaves behind, so that its memory comes back at once.

The parts of a Textual app and of an asyncssh connection hold each other: nothing of them is freed
before Python looks for such circles, which stops everybody at the table for as long as it takes to
look at all that lives. Where people come and go, sixty finished screens of 2.6 MB each waited for
that, and what an allocator has once spread over so much it does not give back. Of a screen that has
ended the circles are known: they are cut here, a few parts at a turn of the event loop.
"""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Any
from weakref import WeakSet, ref

import asyncssh
from textual.app import App
from textual.cache import LRUCache
from textual.dom import DOMNode
from textual.widget import Widget

PARTING = 2.0
"""Seconds after the end in which what was cancelled may still finish with its screen."""
AT_A_TURN = 8
"""Parts that are cut loose before the event loop goes on with others: about a millisecond."""
PLAIN = (bool, int, float, str, type(None))
"""What a part keeps: that it is closed, for whoever is late and asks."""


def take_apart_at_end(app: App[Any]) -> None:
    """Have an app taken apart soon after it has ended; nobody may run it again.

    Known are all its widgets, also those of screens that were taken down long before, and the nodes
    that Textual makes up for the styles of a widget's components. Call it before the app runs.
    """
    nodes: WeakSet[DOMNode] = WeakSet((app,))
    known = ref(app)
    register, start, shutdown = app._register_child, app._start_widget, app._shutdown
    style = app.stylesheet._process_component_classes

    def _register_child(
        parent: DOMNode, child: Widget, before: int | None, after: int | None
    ) -> None:
        nodes.add(child)
        register(parent, child, before, after)

    def _start_widget(parent: Widget, widget: Widget) -> None:
        nodes.add(widget)
        start(parent, widget)

    def _process_component_classes(node: DOMNode) -> None:
        style(node)
        nodes.update(s.node for s in node._component_styles.values() if s.node is not None)

    async def _shutdown() -> None:
        await shutdown()
        # What waits holds nothing, for all may be collected meanwhile; this context holds the app.
        asyncio.get_running_loop().call_later(PARTING, _take_apart, known, nodes, context=Context())

    for whose, replacement in (
        (app, _register_child),
        (app, _start_widget),
        (app, _shutdown),
        (app.stylesheet, _process_component_classes),
    ):
        assert hasattr(whose, replacement.__name__)
        setattr(whose, replacement.__name__, replacement)


def _take_apart(known: ref[App[Any]], nodes: WeakSet[DOMNode]) -> None:
    app = known()
    if app is None or not hasattr(app, "stylesheet"):
        return  # collected, or cut before
    cut(app.stylesheet)
    if app._driver is not None:
        cut(app._driver)  # it is tied to its gate, and holds the whole connection
    _cut_some(list(nodes))


def _cut_some(nodes: list[DOMNode]) -> None:
    for node in nodes[-AT_A_TURN:]:
        cut(node)
    del nodes[-AT_A_TURN:]
    if nodes:
        asyncio.get_running_loop().call_soon(_cut_some, nodes)


def cut(part: object) -> None:
    """Let a part hold nothing any more but plain values."""
    held = vars(part)
    for name, what in list(held.items()):
        if isinstance(what, LRUCache):
            unlink(what)
        if not isinstance(what, PLAIN):
            del held[name]


def unlink(cache: LRUCache[Any, Any]) -> None:
    """Empty a cache of Textual's: its entries are a ring, which `clear` lets go of but leaves."""
    links = list(cache._cache.values())
    cache.clear()
    for link in links:
        link.clear()


def let_go(connection: asyncssh.SSHServerConnection) -> None:
    """Cut what ties a lost connection to itself, and so to its keys and its compressor.

    Written against asyncssh 2.24, which keeps a method of the connection in the connection; and so
    does the pacer in app/ssh/channel.py.
    """
    setattr(connection, "_recv_handler", bool)  # noqa: B010 (mypy)
    vars(connection).pop("data_received", None)
