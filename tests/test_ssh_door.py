"""Who gets in, as whom, what he may ask for, and what he hears when he may not."""

from __future__ import annotations

import asyncio
import stat
from dataclasses import replace
from pathlib import Path

import asyncssh
import pytest
from textual.app import App

from app.ssh.guest import Guest
from app.ssh.threshold import Threshold
from tests.ssh_client import GENEROUS, KEYS, Person, connect, open_house, sitting
from tests.ssh_helpers import TinyApp, until


async def test_a_known_key_sits_down_at_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        ann.channel.write(b"n")
        await ann.sees("heard n")
        guest = house.apps[0].guest
        assert guest is not None
        assert (guest.name, guest.watcher, guest.size) == ("Ann", False, (80, 24))
        assert (guest.key_fingerprint or "").startswith("SHA256:")


async def test_anothers_key_does_not_sit_at_a_seat(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for key in ("ben", "eve"):
            with pytest.raises(asyncssh.PermissionDenied):
                await connect(house, "ann", key=key)
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(house, "nobody", key="ann")


async def test_an_invitation_lets_in_once_and_binds_the_first_key(tmp_path: Path) -> None:
    async with open_house(tmp_path, names=("Ann", "Ben", "Eve")) as house:
        house.friends.remove("eve")
        code = house.friends.invite("eve")
        async with sitting(house, "eve", key="eve", codes=[code.upper()]) as eve:
            await eve.sees("board")
        assert [k.pending for k in house.friends.keys_of("eve")] == [True]
        async with sitting(house, "eve", key="eve") as eve:
            await eve.sees("board")
        assert [k.pending for k in house.friends.keys_of("eve")] == [False]
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(house, "eve", codes=[code])


async def test_wrong_codes_are_counted_and_explained(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        code = house.friends.invite("ann")
        with pytest.raises(asyncssh.DisconnectError, match="does not fit"):
            await connect(house, "ann", codes=["wrong", "worse", "worst", code])
        conn, person = await connect(house, "ann", codes=["wrong", code])
        assert "ask the host" in person.asked[0]
        assert "Passwords are not used" in person.banner
        conn.abort()
        limits = replace(GENEROUS, wrong_codes_per_minute=2)
        async with open_house(tmp_path / "two", limits=limits) as strict:
            good = strict.friends.invite("ben")
            with pytest.raises(asyncssh.DisconnectError):
                await connect(strict, "ben", codes=["a", "b", good])


async def test_an_offered_key_proves_nothing(tmp_path: Path) -> None:
    """Offer Ann's key without being able to sign, then come in with one's own invitation."""
    async with open_house(tmp_path, names=("Ann", "Ben", "Eve")) as house:
        house.friends.remove("eve")
        code = house.friends.invite("eve")
        ann_public = asyncssh.import_public_key(house.friends.keys_of("ann")[0].key)

        class Forged(asyncssh.SSHKeyPair):
            """A key pair of which only the public half is known."""

            def __init__(self) -> None:
                super().__init__(
                    ann_public.algorithm,
                    ann_public.algorithm,
                    ann_public.sig_algorithms,
                    ann_public.sig_algorithms,
                    ann_public.public_data,
                    b"",
                )

            def sign(self, data: bytes) -> bytes:
                return KEYS["eve"].sign(data, b"ssh-ed25519")

        for login in ("ann", "eve"):
            person = Person([code] if login == "eve" else [])
            options = {
                "username": login,
                "client_keys": [Forged()],
                "known_hosts": None,
                "config": None,
                "agent_path": None,
                "password_auth": False,
            }
            coming = asyncssh.create_connection(
                lambda person=person: person,  # type: ignore[misc]
                "127.0.0.1",
                house.door.port,
                **options,
            )
            if login == "ann":
                with pytest.raises(asyncssh.PermissionDenied):
                    await coming
                continue
            conn, _ = await coming
            channel, _ = await conn.create_session(asyncssh.SSHClientSession, term_type="xterm")
            await until(lambda: house.apps)
            guest = house.apps[-1].guest
            assert guest is not None
            assert (guest.name, guest.key_fingerprint) == ("Eve", None)
            channel.abort()
            conn.abort()
        assert house.friends.knows("ann", house.friends.keys_of("ann")[0].key)
        assert not house.friends.keys_of("eve"), "Ann's key did not become Eve's"


async def test_watchers_come_in_with_any_key_or_none(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for key in (None, "eve", "ann"):
            async with sitting(house, "watch", key=key) as watcher:
                await watcher.sees("board")
            guest = house.apps[-1].guest
            assert guest is not None
            assert (guest.name, guest.watcher, guest.key_fingerprint) == (None, True, None)
    async with open_house(tmp_path / "two", watchers=False) as house:
        with pytest.raises(asyncssh.DisconnectError, match="Nobody may look on"):
            await connect(house, "watch")


async def test_the_terminal_decides_size_colours_and_signs(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        env = {"LANG": "de_DE.ISO-8859-1", "COLORTERM": "truecolor", "LD_PRELOAD": "x" * 9000}
        async with sitting(house, "ann", key="ann", term="xterm", size=(100, 30), env=env) as ann:
            await ann.sees("board")
            guest = house.apps[0].guest
            assert guest is not None
            assert (guest.size, guest.colors, guest.unicode) == ((100, 30), "true", False)
            assert guest.language == "de_DE"
            assert house.apps[0].size == (100, 30)
            ann.terminal.resize(40, 120)
            ann.channel.change_terminal_size(120, 40)
            await until(lambda: house.apps[0].size == (120, 40))
        async with sitting(house, "ben", key="ben", term="vt100", env={"LANG": "C"}) as ben:
            await ben.sees("board")
            assert b"38;" not in ben.raw


async def test_what_a_client_sets_is_bounded(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        env = {f"LC_{n}": "y" * 5000 for n in range(80)} | {"PATH": "/tmp", "LANG": "C.UTF-8"}
        async with sitting(house, "ann", key="ann", env=env) as ann:
            await ann.sees("board")
            (session,) = house.door.sessions
            assert session._channel is not None
            kept = session._channel.get_environment()
            assert len(kept) <= 32
            assert "PATH" not in kept
            assert max(map(len, kept.values())) <= 64


async def test_without_a_terminal_there_is_the_line_client(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann")
        result = await asyncio.wait_for(conn.run(input="take ann\n\x1b[2Jdrop\n"), 10)
        assert result.stdout == "plain table for Ann\nyou said take ann\nyou said [2Jdrop\n"
        assert result.exit_status == 0
        assert not house.apps
        conn.abort()
        async with sitting(house, "ben", key="ben", term="dumb") as ben:
            await ben.sees("plain table for Ben")
            ben.channel.write(b"rolx\x7fl\r")
            await ben.sees("you said roll")
            ben.channel.write(b"\x04")
            await until(lambda: ben.gone)


async def test_a_newer_session_closes_the_older_one(tmp_path: Path) -> None:
    async with open_house(tmp_path, grace=0.05) as house:
        async with sitting(house, "ann", key="ann") as old:
            await old.sees("board")
            async with sitting(house, "ann", key="ann") as new:
                await new.sees("board")
                await until(lambda: old.gone)
                assert b"another terminal" in old.raw
                assert b"\x1b[?1049l" in old.raw
                assert [e.change for e in house.heard] == ["came"]
        await until(lambda: [e.change for e in house.heard] == ["came", "lost", "away"])
        async with sitting(house, "ann", key="ann") as ann:
            await ann.sees("board")
            assert house.heard[-1].change == "returned"
            assert house.heard[-1].was_away


async def test_a_failing_screen_is_replaced_three_times_a_minute(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        open_house(tmp_path) as house,
        sitting(house, "ben", key="ben") as ben,
        sitting(house, "ann", key="ann") as ann,
    ):
        await ann.sees("board")
        for crash in range(1, 5):
            ann.channel.write(b"!")
            if crash <= 3:
                await until(lambda n=crash: len(house.apps) == 2 + n)  # type: ignore[misc]
                await until(lambda: house.door.starting._value == 4)
                await ann.sees("failed and was")
        await until(lambda: ann.gone)
        assert b"again and again" in ann.raw
        assert "a screen that fails" in caplog.text
        ben.channel.write(b"n")
        await ben.sees("heard n")


async def test_a_screen_that_cannot_be_made_closes_with_a_word(tmp_path: Path) -> None:
    def broken(guest: Guest) -> App[str]:
        raise LookupError("no such table")

    async with (
        open_house(tmp_path, factory=broken) as house,
        sitting(house, "ann", key="ann") as ann,
    ):
        await until(lambda: ann.gone)
        assert b"again and again" in ann.raw


async def test_at_most_four_screens_start_at_once(tmp_path: Path) -> None:
    counts: list[int] = []

    class Counting(TinyApp):
        def on_mount(self) -> None:
            counts.append(4 - house.door.starting._value)

    async with open_house(tmp_path, factory=Counting) as house:
        conns = await asyncio.gather(*(connect(house, "watch") for _ in range(10)))
        for conn, _ in conns:
            await conn.create_session(asyncssh.SSHClientSession, term_type="xterm")
        await until(lambda: len(counts) == 10)
        assert max(counts) <= 4
        for conn, _ in conns:
            conn.abort()


async def test_seats_are_kept_for_their_owners_when_the_table_is_full(tmp_path: Path) -> None:
    limits = replace(GENEROUS, sessions=4)
    async with (
        open_house(tmp_path, limits=limits) as house,
        sitting(house, "watch") as one,
        sitting(house, "watch") as two,
        sitting(house, "watch") as three,
    ):
        await one.sees("board")
        await two.sees("board")
        await until(lambda: three.gone)
        assert b"full" in three.raw
        async with sitting(house, "ann", key="ann") as ann, sitting(house, "ben", key="ben"):
            await ann.sees("board")


async def test_limits_by_address_and_by_key(tmp_path: Path) -> None:
    limits = replace(GENEROUS, sessions_per_address=1)
    async with (
        open_house(tmp_path, limits=limits) as house,
        sitting(house, "ann", key="ann"),
        sitting(house, "watch") as watcher,
    ):
        await until(lambda: watcher.gone)
        assert b"from your address" in watcher.raw
    limits = replace(GENEROUS, connections_per_minute=2)
    async with open_house(tmp_path / "two", limits=limits) as house:
        for _ in range(2):
            conn, _ = await connect(house, "watch")
            conn.abort()
        with pytest.raises((asyncssh.DisconnectError, OSError)):
            await connect(house, "watch")


async def test_sleeping_watchers_go_and_thinking_players_stay(tmp_path: Path) -> None:
    limits = replace(GENEROUS, idle_watcher=0.1)
    async with (
        open_house(tmp_path, limits=limits) as house,
        sitting(house, "ann", key="ann") as ann,
        sitting(house, "watch") as watcher,
    ):
        await until(lambda: watcher.gone)
        assert b"come back" in watcher.raw
        ann.channel.write(b"n")
        await ann.sees("heard n")


async def test_bans_and_kicks(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        async with sitting(house, "ann", key="ann") as ann:
            await ann.sees("board")
            assert house.door.kick("Ann") == 1
            await until(lambda: ann.gone)
            assert b"asked you to leave" in ann.raw
        house.friends.ban("ann")
        with pytest.raises(asyncssh.DisconnectError, match="banned"):
            await connect(house, "ann", key="ann")


async def test_closing_the_table_restores_every_terminal(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        sitting(house, "ann", key="ann") as ann,
        sitting(house, "watch") as watcher,
    ):
        await ann.sees("board")
        await watcher.sees("board")
        await house.door.close("Good night!")
        await until(lambda: ann.gone and watcher.gone)
        for client in (ann, watcher):
            assert b"\x1b[?1049l" in client.raw
            assert client.raw.rstrip().endswith(b"Good night!")


async def test_leaving_by_key_ends_the_connection(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        ann.channel.write(b"\x1bOQ")
        await until(lambda: ann.gone)
        assert ann.channel.get_exit_status() == 0
        await until(lambda: not house.door.sessions)


async def test_a_login_without_a_session_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ssh.threshold.IDLE_LOGIN", 0.05)
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann")
        await asyncio.wait_for(conn.wait_closed(), 10)


async def test_the_host_key_is_made_once_and_private(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        first = house.door.fingerprint
    path = tmp_path / "host_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    async with open_house(tmp_path) as house:
        assert house.door.fingerprint == first
        assert first.startswith("SHA256:")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("not a key")
    with pytest.raises(ValueError, match="move it away"):
        async with open_house(tmp_path):
            pass


def test_no_sha1_is_spoken() -> None:
    from app.ssh.door import ALGORITHMS

    options = asyncssh.SSHServerConnectionOptions(config=None, **ALGORITHMS)
    for names in (options.kex_algs, options.mac_algs, options.signature_algs):
        assert names
        assert not [n for n in names if b"sha1" in n or n == b"ssh-rsa"]
    assert b"zlib@openssh.com" in options.compression_algs


async def test_what_waits_to_be_sent_can_be_counted(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        (session,) = house.door.sessions
        transport = session.connection._transport
        assert transport is not None
        await until(lambda: session.backlog() == 0)
        transport.write(b"")
        ann.connection._transport.pause_reading()  # type: ignore[union-attr]
        for _ in range(300):
            session.write(b" " * 10_000)
        assert session.backlog() > 2_000_000, "more than any socket takes"


async def test_a_frame_is_one_write_to_the_socket(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        (session,) = house.door.sessions
        written: list[bytes] = []
        transport = session.connection._transport
        assert transport is not None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(transport, "write", written.append)
            session.write(b"\x1b[H")
        assert len(written) == 1, "asyncssh sends another packet before each"
        transport.write(written[0])
        ann.channel.write(b"n")
        await ann.sees("heard n")


async def test_nothing_is_sent_on_a_broken_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Found by the soak: asyncio warns of every packet, in the host's log."""
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann") as ann:
        await ann.sees("board")
        [session] = house.door.sessions
        transport = session.connection._transport
        assert transport is not None
        transport.abort()  # as asyncio does when a write fails
        for _ in range(20):
            session.write(b"x")
        await until(lambda: not house.door.sessions)
        assert "socket.send()" not in caplog.text


async def test_what_was_shown_under_another_name_is_forgotten(tmp_path: Path) -> None:
    """One connection may log in under several names, one after the other."""

    class Line:
        username = ""

        def get_extra_info(self, name: str) -> object:
            return {"username": self.username, "peername": ("127.0.0.1", 1)}.get(name)

        def send_auth_banner(self, words: str) -> None: ...

        def data_received(self, data: bytes, datatype: object = None) -> None: ...

    async with open_house(tmp_path, names=("Ann", "Ben", "Eve")) as house:
        house.friends.remove("eve")
        code = house.friends.invite("eve")
        line, threshold = Line(), Threshold(house.door)
        threshold.connection_made(line)  # type: ignore[arg-type]
        anns_key = KEYS["ann"].convert_to_public()
        assert threshold.begin_auth("ann")
        assert threshold.validate_public_key("ann", anns_key), "an offer that nothing signed"
        assert threshold.begin_auth("eve")
        assert await threshold.validate_kbdint_response("eve", [code])
        line.username = "eve"
        threshold.auth_completed()
        assert (threshold._name, threshold._fingerprint) == ("Eve", None)
        assert house.friends.keys_of("eve") == []
        threshold.connection_lost(None)


async def test_who_acts_sees_it_first(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        sitting(house, "watch") as watcher,
        sitting(house, "ben", key="ben") as ben,
        sitting(house, "ann", key="ann") as ann,
    ):
        for client in (watcher, ben, ann):
            await client.sees("board")
        await until(lambda: all(s._driver is not None for s in house.door.sessions))
        told: list[tuple[str | None, bool]] = []
        anns = next(s for s in house.door.sessions if s.guest.name == "Ann")

        def deliver(app: App[object]) -> None:
            assert isinstance(app, TinyApp)
            assert app.guest is not None
            assert anns._driver is not None
            told.append((app.guest.name, anns._driver.frames > frames))
            app.show("Ann rolls")

        assert anns._driver is not None
        frames = anns._driver.frames
        await house.door.tell(deliver, first="Ann")
        assert told == [("Ann", False), ("Ben", True), (None, True)]
        for client in (watcher, ben, ann):
            await client.sees("Ann rolls")


async def test_compression_is_there_for_those_who_ask(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        conn, _ = await connect(house, "ann", key="ann", compression_algs=["zlib@openssh.com"])
        result = await asyncio.wait_for(conn.run(input="take ben\n" * 50), 10)
        assert str(result.stdout).count("you said take ben") == 50
        conn.abort()


async def test_the_line_client_hears_why_it_is_closed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, sitting(house, "ann", key="ann", term=None) as ann:
        await ann.sees("plain table")
        house.door.kick("Ann", "The host asked you to leave.")
        await until(lambda: ann.gone)
        assert b"asked you to leave" in ann.raw
