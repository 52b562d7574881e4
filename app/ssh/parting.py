"""Taking apart what a guest leaves behind, so that its memory comes back at once.

The parts of a Textual app and of an asyncssh connection hold each other: nothing of them is freed
before Python looks for such circles, which stops everybody at the table for as long as it takes to
look at all that lives. Where people come and go, sixty finished screens of 2.6 MB each waited for
that, and what an allocator has once spread over so much it does not give back. Of a screen that has
ended the circles are known: they are cut here, a few parts at a turn of the event loop.
"""

from __future__ import annotations

import asyncio
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


class Parts:
    """All that one app is made of, from its making on; `leave` when it has ended.

    Known are the widgets, also those of screens that were taken down long before, and the nodes
    that Textual makes up for the styles of a widget's components.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = ref(app)
        self._nodes: WeakSet[DOMNode] = WeakSet((app,))
        nodes = self._nodes
        register, start = app._register_child, app._start_widget
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

        for whose, replacement in (
            (app, _register_child),
            (app, _start_widget),
            (app.stylesheet, _process_component_classes),
        ):
            setattr(whose, replacement.__name__, replacement)

    def leave(self) -> None:
        """Take the app apart in a while; it must have ended, and nobody may run it again."""
        asyncio.get_running_loop().call_later(PARTING, self.take_apart)

    def take_apart(self) -> None:
        """Cut the circles now, a few at a turn."""
        app, nodes = self._app(), list(self._nodes)
        if app is None or not hasattr(app, "stylesheet"):
            return  # collected, or cut before
        if any(node._task is not None and not node._task.done() for node in nodes):
            self.leave()  # somebody was in a hurry: it is still on its way out
            return
        cut(app.stylesheet)
        if app._driver is not None:
            cut(app._driver)  # it is tied to its gate, and holds the whole connection
        self._cut_some(nodes)

    def _cut_some(self, nodes: list[DOMNode]) -> None:
        for node in nodes[-AT_A_TURN:]:
            cut(node)
        del nodes[-AT_A_TURN:]
        if nodes:
            asyncio.get_running_loop().call_soon(self._cut_some, nodes)


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
