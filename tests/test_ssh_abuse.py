"""What a hostile client tries: each is refused or bounded, and the table goes on."""

from __future__ import annotations

import asyncio
import gc
import os
import tracemalloc
from dataclasses import replace
from pathlib import Path

import asyncssh
import pytest

from app.ssh import gate
from app.ssh.driver import SKIP_OVER
from tests.ssh_client import GENEROUS, KEYS, House, connect, open_house, sitting
from tests.ssh_helpers import until


async def goes_on(house: House) -> None:
    """Somebody honest comes in, plays, and is answered."""
    async with sitting(house, "ben", key="ben") as ben:
        await ben.sees("board")
        ben.channel.write(b"n")
        await ben.sees("heard n")


# Point 3: what is refused ------------------------------------------------------------------


async def test_exec_is_refused_with_words(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann")
        result = await conn.run("cat /etc/passwd", check=False)
        assert (result.exit_status, result.stdout) == (1, "")
        assert "Nothing can be run here" in str(result.stderr)
        conn.abort()
        await goes_on(house)


async def test_sftp_scp_and_subsystems_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann")
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.SFTPError)):
            await conn.start_sftp_client()
        conn.abort()
        conn, _ = await connect(house, "ann", key="ann")
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.create_process(subsystem="netconf")
        conn.abort()
        source = tmp_path / "file"
        source.write_text("x")
        conn, _ = await connect(house, "ann", key="ann")
        with pytest.raises((asyncssh.SFTPError, asyncssh.DisconnectError, OSError)):
            await asyncssh.scp(source, (conn, "/tmp/never"))
        conn.abort()
        await goes_on(house)


async def test_forwarding_of_every_kind_is_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann")
        with pytest.raises(asyncssh.ChannelOpenError, match="nothing is forwarded"):
            await conn.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelOpenError, match="nothing is forwarded"):
            await conn.create_unix_connection(asyncssh.SSHUNIXSession, "/run/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_path(str(tmp_path / "sock"), "/run/x")
        with pytest.raises(asyncssh.ChannelOpenError, match="nothing is forwarded"):
            await conn.create_tun(asyncssh.SSHTunTapSession)
        conn.abort()
        await goes_on(house)


async def test_agent_and_x11_forwarding_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        async with sitting(house, "ann", key="ann") as ann:
            await ann.sees("board")
            request = ann.channel._make_request
            assert not await request(b"auth-agent-req@openssh.com")
            assert not await request(
                b"x11-req",
                b"\0",
                asyncssh.packet.String("MIT-MAGIC-COOKIE-1"),
                asyncssh.packet.String("00" * 16),
                asyncssh.packet.UInt32(0),
            )
        await goes_on(house)


async def test_passwords_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(house, "ann", password_auth=True, password="secret")


async def test_one_session_a_connection(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        with pytest.raises(asyncssh.ChannelOpenError, match="one session a connection"):
            await ann.connection.create_session(asyncssh.SSHClientSession, term_type="xterm")
        ann.channel.write(b"n")
        await ann.sees("heard n")


async def test_more_keys_than_anybody_has(tmp_path: Path) -> None:
    limits = replace(GENEROUS, key_offers=3)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(3)]
    async with open_house(tmp_path, limits=limits) as house:
        with pytest.raises(asyncssh.PermissionDenied):
            await asyncssh.connect(
                "127.0.0.1",
                house.door.port,
                username="ann",
                client_keys=[*keys, KEYS["ann"]],
                known_hosts=None,
                config=None,
                agent_path=None,
                password_auth=False,
                kbdint_auth=False,
            )


# Floods ------------------------------------------------------------------------------------


async def silent(house: House) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", house.door.port)


async def test_a_flood_of_silent_connections(tmp_path: Path) -> None:
    """Half-open handshakes: the address's places are used up, not memory; and they come back."""
    limits = replace(GENEROUS, handshakes_per_address=8, login_timeout=0.5)
    async with open_house(tmp_path, limits=limits) as house:
        async with sitting(house, "ann", key="ann") as ann:
            await ann.sees("board")
            flood = [await silent(house) for _ in range(200)]
            await until(lambda: house.door.census.handshakes.total() <= 8)
            ends = await asyncio.gather(*(reader.read(-1) for reader, _ in flood[8:]))
            assert len(ends) == 192, "all but eight were turned away"
            ann.channel.write(b"n")
            await ann.sees("heard n")
            await until(lambda: house.door.census.handshakes.total() == 0)
            for _, writer in flood:
                writer.close()
        await goes_on(house)


async def test_one_address_does_not_lock_the_others_out(tmp_path: Path) -> None:
    limits = replace(GENEROUS, handshakes_per_address=4, handshakes=100)
    async with open_house(tmp_path, limits=limits) as house:
        flood = [await silent(house) for _ in range(20)]
        await until(lambda: house.door.census.handshakes.total() == 4)
        assert house.door.census.knock("192.0.2.1") is None
        house.door.census.through("192.0.2.1")
        for _, writer in flood:
            writer.close()


@pytest.mark.parametrize(
    "noise",
    [b"\0" * 70_000, b"SSH-2.0-x\r\n" + os.urandom(60_000), b"GET / HTTP/1.1\r\n\r\n",
     b"SSH-2.0-x\r\n" + b"\xff\xff\xff\xff" * 1000, b"x" * 300_000],
    ids=["zeros", "random", "http", "huge packet", "endless banner"],
)  # fmt: skip
async def test_garbage_after_the_banner(tmp_path: Path, noise: bytes) -> None:
    limits = replace(GENEROUS, login_timeout=0.5)
    async with open_house(tmp_path, limits=limits) as house:
        reader, writer = await silent(house)
        try:
            writer.write(noise)
            await asyncio.wait_for(reader.read(-1), 10)
        except ConnectionError:
            pass
        writer.close()
        await until(lambda: house.door.census.handshakes.total() == 0)
        await goes_on(house)


async def test_a_client_that_never_logs_in(tmp_path: Path) -> None:
    limits = replace(GENEROUS, login_timeout=0.3)
    async with open_house(tmp_path, limits=limits) as house:
        reader, writer = await silent(house)
        writer.write(b"SSH-2.0-slow\r\n")
        await asyncio.wait_for(reader.read(-1), 10)
        writer.close()


# Inside the session ------------------------------------------------------------------------


async def test_a_client_that_never_reads(tmp_path: Path) -> None:
    """Nothing is queued for him beyond a bound, and when he reads he sees the newest."""
    async with (
        open_house(tmp_path) as house,
        sitting(house, "ann", key="ann", narrow=True) as ann,
    ):
        await ann.sees("board")
        app, (session,) = house.app_of("Ann"), house.door.sessions
        driver = session._driver
        assert driver is not None
        ann.connection._transport.pause_reading()  # type: ignore[union-attr]
        most = 0
        frames = driver.frames
        for n in range(1000):
            app.show(f"event {n}\n" * 20)
            frames = driver.frames + driver.skipped
            await until(lambda: driver.frames + driver.skipped > frames, "a frame")  # noqa: B023
            most = max(most, session.backlog())
            if driver.skipped > 50:
                break
        assert driver.skipped > 50, "frames are skipped"
        assert most < SKIP_OVER * 3
        await goes_on(house)
        app.show("the newest")
        ann.connection._transport.resume_reading()  # type: ignore[union-attr]
        await ann.sees("the newest")


async def test_a_thousand_resizes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        (session,) = house.door.sessions
        assert session._driver is not None
        frames = session._driver.frames
        for n in range(1000):
            ann.channel.change_terminal_size((n * 7919) % 5000, (n * 104729) % 3000)
        ann.channel.change_terminal_size(90, 30)
        app = house.app_of("Ann")
        await until(lambda: app.size == (90, 30))
        assert session._driver.frames - frames < 100
        await goes_on(house)


async def test_a_stream_of_requests_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Requests have no flow control of their own: a connection is held to a pace by bytes."""
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        (session,) = house.door.sessions
        seen: list[int] = []
        original = session.terminal_size_changed

        def count(width: int, height: int, pixwidth: int, pixheight: int) -> None:
            seen.append(1)
            original(width, height, pixwidth, pixheight)

        session.terminal_size_changed = count  # type: ignore[method-assign]
        for n in range(20_000):
            ann.channel.change_terminal_size(80 + n % 2, 24)
        async with sitting(house, "ben", key="ben") as ben:
            await ben.sees("board")
            assert len(seen) < 15_000, "the rest waits at its own end of the line"


async def test_a_compressed_bomb_ends_its_own_connection(tmp_path: Path) -> None:
    """A small packet that stands for a very long one, once logged in with compression."""
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann", compression_algs=["zlib@openssh.com"])
        assert conn.get_extra_info("recv_compression") == "zlib@openssh.com"
        assert conn._compressor is not None
        conn.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(b"\0" * 9_000_000))
        await asyncio.wait_for(conn.wait_closed(), 10)
        await goes_on(house)


async def test_a_pasted_megabyte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A paste that is silent for so long has lost its end; a busy machine is silent for longer.
    monkeypatch.setattr(gate, "PASTE_DELAY", 60.0)
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        app = house.app_of("Ann")
        gc.collect()
        tracemalloc.start()
        ann.channel.write(b"\x1b[200~" + b"nnd " * 64_000 + b"\x1b[201~n")
        await goes_on(house)
        await until(lambda: app.pasted)
        await until(lambda: app.heard == ["n"], "the key after the paste")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(app.pasted) == 1
        assert len(app.pasted[0]) == 4096
        assert peak < 24 * 1024 * 1024


async def test_a_megabyte_of_letters_ends_the_session(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        app = house.app_of("Ann")
        for _ in range(1000):
            ann.channel.write(b"\x1b[A\x1b[B" * 170)
        await goes_on(house)
        assert len(app.heard) < 4000


async def test_endless_input_in_packets_of_letters(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        app = house.app_of("Ann")
        ann.channel.write(b"n" * 1_000_000)
        await goes_on(house)
        assert app.heard == [], "nothing of it was typed"
        assert sum(map(len, app.pasted)) < 100_000


async def test_noise_as_keys(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        for n in range(20):
            ann.channel.write(os.urandom(100).replace(b"!", b"") + b"\x1b[1114112u\xff" * (n % 3))
        await goes_on(house)


async def test_sessions_that_come_and_go_leave_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:

        async def visit() -> None:
            async with sitting(house, "watch") as guest:
                await guest.sees("board")
            await until(lambda: not house.door.sessions)
            house.apps.clear()

        for _ in range(5):
            await visit()
        tracemalloc.start()
        try:
            await visit()  # what the last one holds is counted before and after
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(10):
                await visit()
            gc.collect()
            grown = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        assert grown / 10 < 50_000, f"{grown / 10:.0f} bytes a session stay"
