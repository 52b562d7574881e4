"""The driver draws on any wire, survives any input, and never makes others wait."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import weakref

import pytest
from textual.app import App
from textual.widgets import Static

from app.ssh import driver as driver_module
from app.ssh.guest import Guest
from tests.ssh_helpers import FakeWire, TinyApp, seated, until


def guest(**changes: object) -> Guest:
    values: dict[str, object] = {"name": "Ann", "watcher": False, "colors": "true"}
    return Guest(**{**values, **changes})  # type: ignore[arg-type]


async def test_draws_and_hears() -> None:
    async with seated() as ann:
        await until(lambda: "board" in ann.wire.text)
        ann.type(b"n")
        await until(lambda: "heard n" in ann.wire.text)
        ann.type(b"\x1b[A")
        await until(lambda: "heard up" in ann.wire.text)


async def test_takes_the_terminal_over_and_gives_it_back() -> None:
    async with seated() as ann:
        start = ann.wire.raw
    for mode in (b"1049", b"1000", b"1002", b"1006", b"2004"):
        assert b"\x1b[?" + mode + b"h" in start
        assert b"\x1b[?" + mode + b"l" in ann.wire.raw
    assert b"\x1b[>1u" in start
    assert b"\x1b[<u" in ann.wire.raw
    assert b"\x1b[?1003h" not in start, "hovering is not reported"
    assert ann.wire.raw.endswith(b"\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h")
    assert ann.wire.raw.index(b"\x1b[<u") < ann.wire.raw.index(b"\x1b[?1049l")


async def test_lone_escape_comes_without_another_key() -> None:
    async with seated() as ann:
        ann.type(b"\x1b")
        await until(lambda: ann.app.heard == ["escape"])


async def test_sequence_cut_in_two_packets_is_one_key() -> None:
    async with seated() as ann:
        ann.type(b"\x1b")
        ann.type(b"[")
        ann.type(b"Ax")
        await until(lambda: "x" in ann.app.heard)
        assert ann.app.heard == ["up", "x"]


async def test_alt_and_kitty_keys() -> None:
    async with seated() as ann:
        ann.type(b"\x1bx\x1b[27u\x1b[97;5u")
        await until(lambda: len(ann.app.heard) == 3)
        assert ann.app.heard == ["alt+x", "escape", "ctrl+a"]


async def test_input_that_no_one_should_send_closes_nothing() -> None:
    noise = random.Random(7)
    alphabet = [b"\x1b", b"[", b";", b":", b"<", b"?", b"u", b"~", b"M", b"t", b"R", b"$y"]
    alphabet += [
        b"1114112",
        b"48",
        b"200",
        b"0",
        b"-1",
        b"\xff",
        b"\xc3",
        b"x",
        b"O",
        b"]",
        b"\x07",
    ]
    async with seated() as ann:
        for bad in (b"\xff\xfe", b"\x1b[1114112u", b"\x1b[55555555555u", b"\x1b[<99999;1;1M"):
            ann.type(bad)
        for _ in range(300):
            ann.driver._keys(  # past the gate, which would take most of it out
                b"".join(noise.choices(alphabet, k=12)).decode("utf-8", "replace").replace("!", "")
            )
        ann.driver._keys("\x1b[")
        ann.driver._keys("A")
        ann.type(b"\x1b[200~\xff\xfe\x00ok\x1b[201~")
        ann.app.heard.clear()
        ann.type(b"z")
        await until(lambda: ann.app.heard[-1:] == ["z"])
        assert ann.app.size == (80, 24)


async def test_a_typed_size_is_no_resize() -> None:
    async with seated() as ann:
        ann.driver._keys("\x1b[48;3000;3000;0;0t")
        ann.type(b"\x1b[48;3000;3000;0;0tn")
        await until(lambda: "n" in ann.app.heard)
        assert ann.app.size == (80, 24)


async def test_a_thousand_resizes_are_few_drawings() -> None:
    async with seated() as ann:
        frames = ann.driver.frames
        ann.wire.terminal.resize(30, 100)
        for n in range(1000):
            ann.driver.resized(20 + n % 200, 5 + n % 50)
        ann.driver.resized(100, 30)
        await until(lambda: ann.app.size == (100, 30))
        ann.type(b"n")
        await until(lambda: "heard n" in ann.wire.text)
        assert ann.driver.frames - frames < 20


@pytest.mark.parametrize("size", [(20, 5), (1, 1), (0, 0), (9999, 9999)])
async def test_any_size_is_drawn(size: tuple[int, int]) -> None:
    async with seated() as ann:
        ann.driver.resized(*size)
        expected = {(0, 0): (80, 24), (9999, 9999): (300, 100)}.get(size, size)
        await until(lambda: ann.app.size == expected)
        ann.type(b"n")
        await until(lambda: "n" in ann.app.heard)


async def test_a_reader_that_stops_skips_frames_and_is_repainted_once() -> None:
    async with seated() as ann:
        ann.wire.stuck = True
        ann.wire.waiting = b" " * (driver_module.SKIP_OVER + 1)
        for n in range(50):
            ann.app.show(f"event {n}")
            await asyncio.sleep(0)
        await until(lambda: ann.driver.skipped > 0)
        assert len(ann.wire.waiting) == driver_module.SKIP_OVER + 1, "nothing is queued for him"
        ann.app.show("the newest")
        await until(lambda: "the newest" in str(ann.app.board.text))
        ann.wire.waiting = b""
        ann.wire.unstick()
        await until(lambda: "the newest" in ann.wire.text)


async def test_a_reader_that_never_reads_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "STALL_LIMIT", 0.0)
    async with seated() as ann:
        ann.wire.stuck = True
        ann.wire.waiting = b" " * (driver_module.SKIP_OVER + 1)
        ann.app.show("event")
        await until(lambda: ann.wire.hung_up)
        assert "no output" in ann.wire.hung_up[0]


EVIL = "Eve\x1b[2J\x1b]0;root\x07\x9b31m\u202e\x1b[6n\r\n"


async def test_a_name_cannot_steer_the_terminal() -> None:
    class Names(TinyApp):
        def on_mount(self) -> None:
            self.mount(Static(EVIL, markup=False, classes="evil"))
            self.title = EVIL
            self.notify(EVIL, markup=False)

    async with seated(app=Names(text=EVIL)) as ann:
        await until(lambda: ann.wire.raw.count(b"Eve") >= 3)
    drawn = ann.wire.raw.partition(b"\x1b[?2026$p")[2]
    for bad in (b"\x1b[2J", b"\x1b]0", b"\xc2\x9b", "\u202e".encode(), b"\x1b[6n"):
        assert bad not in drawn
    assert b"Eve" in drawn


@pytest.mark.parametrize(
    ("colors", "holds", "lacks"),
    [
        ("true", b"38;2;255;128;0", b"38;5;"),
        ("256", b"38;5;", b"38;2;"),
        ("16", b"\x1b[3", b"8;5;"),
        ("none", b"board", b"38;"),
    ],
)
async def test_colours_are_those_of_the_terminal(colors: str, holds: bytes, lacks: bytes) -> None:
    async with seated(guest(colors=colors)) as ann:
        await until(lambda: b"board" in ann.wire.raw)
        assert holds in ann.wire.raw
        assert lacks not in ann.wire.raw


async def test_four_depths_at_once_do_not_mix() -> None:
    async with seated(guest(colors="true")) as one, seated(guest(colors="16")) as two:
        for n in range(3):
            one.app.show(f"round {n}")
            two.app.show(f"round {n}")
            await until(lambda n=n: all(f"round {n}" in s.wire.text for s in (one, two)))  # type: ignore[misc]
        assert b"38;2;255;128;0" in one.wire.raw
        assert b";2;" not in two.wire.raw


async def test_a_terminal_without_utf8_gets_ascii() -> None:
    async with seated(guest(unicode=False), app=TinyApp(text="┌─é─┐ 象|")) as ann:
        await until(lambda: "+-e-+ ??|" in ann.wire.text)
        assert ann.wire.raw.isascii()


async def test_server_environment_does_not_reach_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"NO_COLOR": "1", "COLUMNS": "20", "LINES": "5"}.items():
        monkeypatch.setenv(name, value)
    async with seated() as ann:
        await until(lambda: b"38;2;255;128;0" in ann.wire.raw)
        assert ann.app.size == (80, 24)


async def test_stdout_survives_overlapping_apps() -> None:
    before = sys.stdout, sys.stderr
    async with seated():
        one = seated()
        two = seated()
        await one.__aenter__()
        await two.__aenter__()
        await one.__aexit__(None, None, None)
        await two.__aexit__(None, None, None)
        print("this goes where it always went")
    assert (sys.stdout, sys.stderr) == before


async def test_palette_has_no_command_that_touches_the_server() -> None:
    async with seated() as ann:
        titles = [c.title for c in ann.app.get_system_commands(ann.app.screen)]
        assert "Quit" in titles
        assert "Screenshot" not in titles
        assert ann.app.deliver_screenshot() is None


async def test_a_failing_screen_ends_alone_and_prints_nothing(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as ben:
        async with seated() as ann:
            ann.type(b"!")
            await until(lambda: not ann.app._running)
        assert "a screen that fails" in caplog.text
        ben.type(b"n")
        await until(lambda: "heard n" in ben.wire.text)
        assert ann.wire.raw.endswith(b"\x1b[?25h"), "the terminal was given back"
    out, err = capfd.readouterr()
    assert "a screen that fails" not in out + err


async def come_and_go() -> weakref.ref[App[str]]:
    async with seated() as ann:
        ann.type(b"n\x1b[97;5u\x1b[A")
        await until(lambda: len(ann.app.heard) == 3)
        return weakref.ref(ann.app)


async def test_finished_apps_are_let_go() -> None:
    gone = [await come_and_go() for _ in range(5)]
    await asyncio.sleep(0)
    gc.collect()
    # the last one may still be in a context of this very task
    assert [ref() for ref in gone[:-1]] == [None] * 4


async def test_a_wire_gone_in_the_middle_of_it_all() -> None:
    wire = FakeWire()
    async with seated(wire=wire) as ann:
        ann.driver.stop_application_mode()
        sent = len(wire.raw)
        ann.driver.stop_application_mode()
        ann.driver.received(b"abc")
        ann.driver.resized(10, 10)
        ann.app.show("nobody sees this")
        await asyncio.sleep(0)
        assert len(wire.raw) == sent
