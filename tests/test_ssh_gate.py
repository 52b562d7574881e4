"""Input is cut, cleaned and paced before Textual sees it; a clock of our own, no waiting."""

from __future__ import annotations

import heapq
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ssh.gate import BACKLOG_CAP, PASTE_LIMIT, Gate


class Call:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Clock:
    """Time that passes only when told, with calls put off until then."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[tuple[float, int, Call]] = []

    def later(self, delay: float, call: Callable[[], None]) -> Call:
        handle = Call(call)
        heapq.heappush(self.calls, (self.now + delay, len(self.calls), handle))
        return handle

    def passes(self, seconds: float) -> None:
        end = self.now + seconds
        while self.calls and self.calls[0][0] <= end:
            self.now, _, handle = heapq.heappop(self.calls)
            if handle.call is not None:
                handle.call()
        self.now = end


class Watched:
    """A gate with everything that came through it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.through: list[str] = []
        self.reading = True
        self.why: list[str] = []
        self.gate = Gate(
            self.through.append,
            lambda text: self.through.append(f"paste:{text}"),
            call_later=self.clock.later,
            clock=lambda: self.clock.now,
            pause=lambda: setattr(self, "reading", False),
            resume=lambda: setattr(self, "reading", True),
            hang_up=self.why.append,
        )

    def paused(self) -> bool:
        return not self.reading


@pytest.mark.parametrize(
    ("packets", "through"),
    [
        ([b"n"], ["n"]),
        ([b"\x1b[A"], ["\x1b[A"]),
        ([b"\x1b[A\x1bOPx"], ["\x1b[A", "\x1bOP", "x"]),
        ([b"\x1b", b"[", b"A"], ["\x1b[A"]),
        ([b"\x1b[<0;5;5M\x1b[<0;5;5m"], ["\x1b[<0;5;5M", "\x1b[<0;5;5m"]),
        ([b"\x1bx"], ["\x1bx"]),
        ([b"\xc3", b"\xa9"], ["é"]),
        ([b"\xff\xfe"], []),
        ([b"take ann\r"], ["paste:take ann", "\r"]),
        ([b"nnd"], ["nnd"]),
        ([b"\x1b[200~nnd\x1b[201~x"], ["paste:nnd", "x"]),
        ([b"\x1b[20", b"0~nn", b"d\x1b[2", b"01~x"], ["paste:nnd", "x"]),
        ([b"\x1b[200~a\x1b[2Jb\x00\r\nc\x1b[201~"], ["paste:a[2Jb\nc"]),
        ([b"\x1b[201~x"], ["x"]),
        ([b"\x1b]0;title\x07x"], ["x"]),
        ([b"\x1b[" + b"1" * 99 + b"Ax"], ["x"]),
    ],
)
def test_units(packets: list[bytes], through: list[str]) -> None:
    watched = Watched()
    for packet in packets:
        watched.gate.feed(packet)
    assert watched.through == through


def test_a_lone_escape_waits_for_the_rest_and_no_longer() -> None:
    watched = Watched()
    watched.gate.feed(b"\x1b")
    watched.clock.passes(0.09)
    assert watched.through == []
    watched.clock.passes(0.02)
    assert watched.through == ["\x1b"]


def test_a_paste_without_an_end_does_not_kill_the_keyboard() -> None:
    watched = Watched()
    watched.gate.feed(b"\x1b[200~abc")
    watched.clock.passes(3)
    watched.gate.feed(b"x")
    assert watched.through == ["paste:abc", "x"]


def test_a_paste_is_cut_short_and_the_rest_swallowed() -> None:
    watched = Watched()
    watched.gate.feed(b"\x1b[200~" + b"y" * 100_000)
    watched.gate.feed(b"y" * 100_000 + b"\x1b[201~")
    watched.clock.passes(1)
    assert watched.through == ["paste:" + "y" * 4096]
    assert not watched.why


def test_endless_pastes_end_the_session() -> None:
    watched = Watched()
    watched.gate.feed(b"\x1b[200~")
    for _ in range(PASTE_LIMIT // 32_768 + 1):
        watched.gate.feed(b"y" * 32_768)
    assert watched.why
    watched.gate.feed(b"x")
    assert watched.through == []


def test_typing_is_never_held_up() -> None:
    """Key repeat of an arrow key, and a wheel turned fast, for a minute."""
    watched = Watched()
    for _ in range(60 * 40):
        watched.gate.feed(b"\x1b[A")
        watched.clock.passes(1 / 40)
        assert watched.gate.waiting == 0
    for _ in range(60 * 100):
        watched.gate.feed(b"\x1b[<64;10;10M")
        watched.clock.passes(1 / 100)
        assert watched.gate.waiting == 0


def test_a_flood_is_slowed_paused_and_ended() -> None:
    watched = Watched()
    watched.gate.feed(b"\x1b[A" * 3000)
    assert 990 < len(watched.through) <= 1000, "a burst goes through"
    assert watched.paused()
    watched.clock.passes(1)
    assert len(watched.through) <= 1210, "then 200 arrow keys a second"
    for _ in range(BACKLOG_CAP // 9000 + 1):
        watched.gate.feed(b"\x1b[A" * 3000)
    assert watched.why == ["Too much input at once; the connection is closed."]
    assert watched.gate.waiting == 0


def test_reading_goes_on_after_a_flood() -> None:
    watched = Watched()
    watched.gate.feed(b"\x1b[A" * 2000)
    assert watched.paused()
    watched.clock.passes(30)
    assert not watched.paused()
    assert len(watched.through) == 2000


@given(st.lists(st.binary(max_size=60) | st.sampled_from([b"\x1b[200~", b"\x1b[201~", b"\x1b"])))
def test_nothing_raises_and_nothing_is_unclean(packets: list[bytes]) -> None:
    watched = Watched()
    for packet in packets:
        watched.gate.feed(packet)
    watched.clock.passes(60)
    assert watched.gate.waiting == 0
    for text in watched.through:
        if text.startswith("paste:"):
            assert text.replace("\n", "").isprintable()
        elif not text.startswith("\x1b"):
            assert text.isprintable() or len(text) == 1
    watched.through.clear()
    watched.gate.feed(b"n")
    watched.clock.passes(5)
    assert watched.through == ["n"]
