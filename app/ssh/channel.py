"""An SSH channel as a wire, with what asyncssh leaves unbounded bound.

The private hooks of asyncssh 2.24 are here, guarded by tests in tests/test_ssh_door.py.
"""

from __future__ import annotations

import asyncio
import fcntl
import struct
import termios
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import asyncssh
from asyncssh import compression

from app.ssh.gate import Bucket
from app.ssh.guest import MAX_VALUE, env_allowed

MOST_VARIABLES = 32


class BoundedEnvironment(dict[bytes, bytes]):
    """Keeps of a client's environment requests, which have no bound, only what is allowed."""

    def __setitem__(self, key: bytes, value: bytes) -> None:
        if len(self) < MOST_VARIABLES and env_allowed(key[:MAX_VALUE].decode("ascii", "replace")):
            super().__setitem__(key[:MAX_VALUE], value[:MAX_VALUE])


def bound_environment(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    """Bound what a channel keeps of its client's environment (asyncssh has no setting for it)."""
    assert isinstance(channel._env, dict)
    channel._env = BoundedEnvironment()


def unsent(connection: asyncssh.SSHServerConnection) -> int:
    """Give the bytes that asyncssh has written and the client's machine has not confirmed.

    asyncssh ignores back-pressure of the socket: its transport's buffer grows without bound.
    """
    transport = getattr(connection, "_transport", None)
    if transport is None:
        return 0
    waiting: int = transport.get_write_buffer_size()
    socket = transport.get_extra_info("socket")
    try:
        queued = fcntl.ioctl(socket.fileno(), termios.TIOCOUTQ, b"\0" * 4)
        waiting += struct.unpack("i", queued)[0]
    except (OSError, AttributeError):
        pass  # not every system says; the transport's own buffer still counts
    return waiting


@contextmanager
def one_write(connection: asyncssh.SSHServerConnection) -> Iterator[None]:
    """Hand all packets sent meanwhile to the socket at once.

    asyncssh writes an empty packet before each, against a weakness of CBC, and every write is a
    call of the system: half of what it costs to show fifty people a play is in these calls.
    """
    packets: list[bytes] = []
    send = connection._send
    setattr(connection, "_send", packets.append)  # noqa: B010 (mypy)
    try:
        yield
    finally:
        delattr(connection, "_send")
        if packets:
            send(b"".join(packets))


class BoundedDecompressor(compression.Decompressor):
    """Takes compressed packets apart, but no bombs: 33 kB of zeros can stand for 33 MB.

    No packet that a client may send us is longer than `MOST` bytes; one that is ends the
    connection.
    """

    MOST = 256 * 1024

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Give the payload, or None where it is broken or too long."""
        try:
            payload = self._zlib.decompress(data, self.MOST)
        except zlib.error:
            return None
        return None if self._zlib.unconsumed_tail else payload


def bound_decompression() -> None:
    """Have asyncssh use the bounded decompressor in this process; idempotent."""
    compression._cmp_decompressors[b"zlib@openssh.com"] = BoundedDecompressor


class Pacer:
    """Holds one connection to a pace by bytes, before asyncssh takes its packets apart.

    Requests are not flow-controlled as input is: without it one client's stream of tiny packets
    would keep the event loop from everybody. A key on its own passes at once; what is more comes
    in slices with a turn of the loop between them, and then at `rate` bytes a second.
    """

    SLICE = 8 * 1024

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        rate: float = 128 * 1024,
        burst: float = 512 * 1024,
    ) -> None:
        self._connection = connection
        self._deliver = connection.data_received
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(rate, burst, self._loop.time)
        self._waiting = bytearray()
        self._due = False
        setattr(connection, "data_received", self.data_received)  # noqa: B010 (mypy)

    def data_received(self, data: bytes, datatype: object = None) -> None:
        """Take what came from the socket."""
        self._waiting += data
        if not self._due:
            self._turn()

    def _turn(self) -> None:
        self._due = False
        transport = self._connection._transport
        if transport is None:
            self._waiting.clear()
            return
        part = bytes(self._waiting[: self.SLICE])
        if part and self._bucket.take(len(part)):
            del self._waiting[: self.SLICE]
            self._deliver(part)
        if self._waiting:
            self._due = True
            transport.pause_reading()
            wait = self._bucket.wait(min(len(self._waiting), self.SLICE))
            self._loop.call_later(wait, self._turn)
        elif self._connection._transport is not None:
            transport.resume_reading()


class ChannelWire:
    """The part of a session that sends: a Wire but for `hang_up`."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        self.connection = connection
        self.loop = asyncio.get_running_loop()
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Send bytes, if there is still anybody."""
        if self._channel is not None and not self._channel.is_closing() and not self._cut_off():
            with one_write(self.connection):
                self._channel.write(data)

    def _cut_off(self) -> bool:
        """Whether the line was found broken, and the loop has not come to say so yet.

        Until then asyncio writes a warning for every packet: whoever sends 32 kB to be echoed and
        breaks his line would fill the host's log.
        """
        transport = self.connection._transport
        return transport is None or transport.is_closing()

    def backlog(self) -> int:
        """Give how many bytes wait anywhere on this side."""
        if self._channel is None:
            return 0
        return self._channel.get_write_buffer_size() + unsent(self.connection)

    def pause_reading(self) -> None:
        """Let the channel's window fill."""
        if self._channel is not None:
            self._channel.pause_reading()

    def resume_reading(self) -> None:
        """Read again, from the loop: a channel delivers what waited at once."""
        if self._channel is not None:
            self.loop.call_soon(self._channel.resume_reading)
