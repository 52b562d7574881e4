"""How much of anything one address, one key or all of them together may have."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The door's numbers; the defaults suit a table of ten with its watchers.

    Times are in seconds. Connections of one household or one tunnel share an address, so the
    limits by address are not as small as one person needs.
    """

    sessions: int = 60
    sessions_per_address: int = 20
    sessions_per_key: int = 3
    handshakes: int = 50
    handshakes_per_address: int = 8
    connections_per_minute: int = 60
    """New connections a minute from one address."""
    key_offers: int = 20
    """Keys one connection may offer: friends carry many."""
    wrong_codes: int = 3
    """Wrong invitation codes one connection may give."""
    wrong_codes_per_minute: int = 10
    """Wrong codes a minute from one address; in all it is ten times as many."""
    code_delay: float = 1.0
    login_timeout: float = 120.0
    """As sshd has it: on the first visit a person compares a fingerprint and copies a code."""
    idle_watcher: float = 1800.0
    starting: int = 4
    """Screens that may be on their way to the first paint at once."""
    crashes_per_minute: int = 3
    """Screens of one connection replaced within a minute after they failed."""


def address_group(address: str) -> str:
    """Give what counts as one address: an IPv4 address, or the /64 that one household has.

    >>> address_group("192.0.2.7"), address_group("2001:db8::1:2:3:4")
    ('192.0.2.7', '2001:db8::')
    >>> address_group("::ffff:192.0.2.7"), address_group("")
    ('192.0.2.7', '')
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return str(ip)


class Tally:
    """Counts what happened within the last `window` seconds, by any key.

    >>> now = 0.0
    >>> tally = Tally(60, clock=lambda: now)
    >>> tally.hit("a"), tally.hit("a"), tally.count("b")
    (1, 2, 0)
    >>> now = 61.0
    >>> tally.hit("a")
    1
    """

    MOST_KEYS = 4096

    def __init__(self, window: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._window, self._clock = window, clock
        self._hits: OrderedDict[str, deque[float]] = OrderedDict()

    def hit(self, key: str) -> int:
        """Count one more and give how many there are now."""
        hits = self._hits.setdefault(key, deque(maxlen=10_000))
        hits.append(self._clock())
        self._hits.move_to_end(key)
        if len(self._hits) > self.MOST_KEYS:  # a flood from everywhere must not fill memory
            self._hits.popitem(last=False)
        return self.count(key)

    def count(self, key: str) -> int:
        """Give how many there were within the window."""
        hits = self._hits.get(key)
        if hits is None:
            return 0
        start = self._clock() - self._window
        while hits and hits[0] <= start:
            hits.popleft()
        if not hits:
            del self._hits[key]
        return len(hits)


class Census:
    """Who is connected now: connections before login, and sessions, by address and by key."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.handshakes: Counter[str] = Counter()
        self.sessions = 0
        self._by_address: Counter[str] = Counter()
        self._by_key: Counter[str] = Counter()
        self._connections = Tally(60.0, clock)
        self._wrong = Tally(60.0, clock)

    def knock(self, address: str) -> str | None:
        """Count a new connection; give why it is refused, or None."""
        many = self._connections.hit(address) > self.limits.connections_per_minute
        if many or self.handshakes[address] >= self.limits.handshakes_per_address:
            return "Too many connections from your address; wait a minute."
        if self.handshakes.total() >= self.limits.handshakes:
            return "Too many people are at the door; try again in a minute."
        self.handshakes[address] += 1
        return None

    def through(self, address: str) -> None:
        """The connection that knocked has logged in or is gone."""
        self.handshakes[address] -= 1
        if self.handshakes[address] <= 0:
            del self.handshakes[address]

    def wrong_code(self, address: str) -> None:
        """Count a wrong invitation code."""
        self._wrong.hit(address)
        self._wrong.hit("")

    def may_try_codes(self, address: str) -> bool:
        """Say whether this address, and everybody together, may still guess."""
        most = self.limits.wrong_codes_per_minute
        return self._wrong.count(address) < most and self._wrong.count("") < most * 10

    def enter(self, address: str, key: str | None, kept_free: int) -> str | None:
        """Count a session; give why it is refused, or None.

        `kept_free` places are held for others: seats whose players are not here now.
        """
        if self.sessions + kept_free >= self.limits.sessions:
            return "The table is full; try again later."
        if self._by_address[address] >= self.limits.sessions_per_address:
            return "Too many sessions from your address; close one of them first."
        if key is not None and self._by_key[key] >= self.limits.sessions_per_key:
            return "Too many sessions with your key; close one of them first."
        self.sessions += 1
        self._by_address[address] += 1
        if key is not None:
            self._by_key[key] += 1
        return None

    def leave(self, address: str, key: str | None) -> None:
        """A session that entered is gone."""
        self.sessions -= 1
        for counter, name in ((self._by_address, address), (self._by_key, key)):
            if name is not None:
                counter[name] -= 1
                if counter[name] <= 0:
                    del counter[name]
