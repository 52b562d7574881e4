"""Where the dice come from: typed by hand, a seed anybody can repeat, or fair by commit and reveal.

Every die of the program is derived alike, so that anybody can throw it again with a few lines of
any language: die `k` (counting from 1) is read from ``HMAC-SHA256(key, "k.block|salts")``, where
`salts` is the players' salts as compact JSON, sorted by name, and `block` counts from 0. The first
byte below 252 gives ``byte % 6 + 1``: bytes from 252 on are passed over, or 1 to 4 would come up
more often. If all 32 are, `block` goes up.

The key of fair dice is a secret of 64 hexadecimal digits. Before the first roll of a game the log
holds the SHA-256 of that text, and after the game the text itself. Whoever hosts the table can read
the secret while the game goes on.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pydantic_core import to_json

from rules.saying import Fault

if TYPE_CHECKING:
    from rules.state import Table

FACES = 6
FAIR_BYTES = 252
"""The largest multiple of six that a byte can count to; bytes from here on would bias the die."""


class DiceError(Fault):
    """The dice cannot be thrown; the text says why and what can be done."""


def salts_text(salts: Mapping[str, str]) -> bytes:
    """Return the players' salts as the bytes that go into every die.

    >>> salts_text({"bob": "x", "ann": "7"})
    b'{"ann":"7","bob":"x"}'
    """
    return to_json(dict(sorted(salts.items())))


def die(key: str, salts: Mapping[str, str], number: int) -> int:
    """Return the die of that number, counted from 1, of a secret or seed.

    >>> [die("7", {}, number) for number in range(1, 9)]
    [4, 4, 5, 4, 4, 6, 5, 2]
    """
    text, block = salts_text(salts), 0
    while True:
        message = f"{number}.{block}|".encode() + text
        for byte in hmac.digest(key.encode(), message, "sha256"):
            if byte < FAIR_BYTES:
                return byte % FACES + 1
        block += 1


def commitment(secret: str) -> str:
    """Return what binds the program to a secret before it throws: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Throw:
    """What chance decides for one action, and a record of it.

    `key`, `salts` and `start` are what the next die comes from: a seed or secret, and how many dice
    it has given. Without a key nothing can be thrown until `commit` makes one, with `new_salts`.
    `thrown` holds the dice in order, `new_secret` a secret made by `commit`, `revealed` whether one
    was shown.
    """

    def __init__(
        self,
        key: str | None,
        salts: Mapping[str, str],
        start: int,
        *,
        fair: bool,
        new_salts: Mapping[str, str] | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.thrown: list[int] = []
        self.new_secret: str | None = None
        self.revealed = False
        self._key, self._salts, self._next, self._fair = key, salts, start, fair
        self._new_salts: Mapping[str, str] = new_salts or {}
        self._entropy = entropy

    def throw(self, count: int) -> tuple[int, ...]:
        """Throw `count` dice."""
        dice = tuple(self._one() for _ in range(count))
        self.thrown += dice
        return dice

    def _one(self) -> int:
        if self._key is None:
            # Other dice than those committed to would be a fraud.
            raise DiceError(
                "the secret behind this game's dice is missing or another's, so no die can be "
                "thrown that the commitment covers; put the .secret file back beside the log, or "
                "agree to abandon the game"
            )
        self._next += 1
        return die(self._key, self._salts, self._next)

    def commit(self) -> str | None:
        """Make a secret for the dice from now on and return its commitment; None unless fair."""
        if not self._fair:
            return None
        self.new_secret = self._key = self._entropy(32).hex()
        self._salts, self._next = self._new_salts, 0
        return commitment(self.new_secret)

    def reveal(self) -> str | None:
        """Return the secret of the game that ends; None if there is none."""
        if not self._fair or self._key is None:
            return None
        self.revealed = True
        return self._key


class Recorded:
    """Chance as a log has it, to decide an old action anew.

    DiceError if the rules of today want more dice than were thrown.
    """

    def __init__(
        self, dice: Iterable[int], commit: str | None = None, reveal: str | None = None
    ) -> None:
        self._dice: Iterator[int] = iter(tuple(dice))
        self._commit, self._reveal = commit, reveal

    def throw(self, count: int) -> tuple[int, ...]:
        """Return the next `count` dice of the record."""
        dice = tuple(one for _, one in zip(range(count), self._dice, strict=False))
        if len(dice) < count:
            raise DiceError(
                "the log has {have} more dice here, and {count} are wanted",
                have=len(dice),
                count=count,
            )
        return dice

    def commit(self) -> str | None:
        """Return the recorded commitment."""
        return self._commit

    def reveal(self) -> str | None:
        """Return the recorded secret."""
        return self._reveal


class DiceBox:
    """The dice of one session: keeps the secret of the game being played.

    The table tells everything else: which dice, how many were thrown, the salts, what was committed
    to.
    """

    def __init__(
        self, secret: str | None = None, entropy: Callable[[int], bytes] = os.urandom
    ) -> None:
        self.secret = secret
        self._entropy = entropy

    def throw_for(self, table: Table, salts: Mapping[str, str]) -> Throw:
        """Return chance for the next action; `salts` are those of the commitment in force."""
        if table.dice == "seed":
            return Throw(str(table.seed), {}, table.throws, fair=False, entropy=self._entropy)
        key = self.secret if table.dice == "fair" else None
        if key is not None and commitment(key) != table.commit:
            key = None
        return Throw(
            key,
            salts,
            table.throws,
            fair=table.dice == "fair",
            new_salts=table.salts,
            entropy=self._entropy,
        )


def flat_dice(recorded: object) -> list[int]:
    """Return the dice of a log's `dice` or `rolls` in the order they were thrown.

    >>> flat_dice([["ann", 6, 4], ["bob", 5, 5]]), flat_dice([6, 1])
    ([6, 4, 5, 5], [6, 1])
    """
    if isinstance(recorded, list | tuple):
        return [one for part in recorded for one in flat_dice(part)]
    return [recorded] if isinstance(recorded, int) and not isinstance(recorded, bool) else []
