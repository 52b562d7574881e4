"""The program's dice: without bias, the same for the same key, bound before they are thrown."""

from __future__ import annotations

import hashlib
import hmac
import json
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.dice import (
    DiceBox,
    DiceError,
    Recorded,
    commitment,
    die,
    flat_dice,
)
from app.secret import read_secret, remove_secret, secret_path, write_secret
from rules.state import Table


def test_a_die_can_be_thrown_again_by_anybody_from_the_description() -> None:
    """An independent reading of the recipe in the module's text."""
    salts = {"dee": "a € b", "ann": "42"}
    text = json.dumps(salts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    for number in range(1, 50):
        digest = hmac.new(b"s3cret", f"{number}.0|{text}".encode(), hashlib.sha256).digest()
        expected = next(byte for byte in digest if byte < 252) % 6 + 1
        assert die("s3cret", salts, number) == expected


def test_the_recipe_in_the_document_throws_the_same() -> None:
    text = (Path(__file__).parent.parent / "docs" / "log-format.md").read_text("utf-8")
    _, _, code = text.partition("```python\n")
    names: dict[str, Any] = {"hmac": hmac, "json": json}
    exec(code.partition("```")[0], names)
    for number in range(1, 200):
        salts = {"dee": "a € b", "ann": "42"} if number % 2 else {}
        assert names["die"]("s3cret", salts, number) == die("s3cret", salts, number)


def test_the_dice_are_without_bias() -> None:
    """A die that used `byte % 6` would miss this bound by far at these numbers."""
    counts = Counter(die("bias", {}, number) for number in range(1, 60_001))
    chi = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(1, 7))
    assert chi < 20.5, counts  # one in a thousand; the key is fixed, so this never flickers
    biased = Counter(byte % 6 + 1 for byte in range(256))
    assert biased[1] != biased[6]


def test_high_bytes_are_passed_over() -> None:
    """A die whose first byte is too high is read from the next one."""
    for number in range(1, 2000):
        digest = hmac.digest(b"k", f"{number}.0|{{}}".encode(), "sha256")
        if digest[0] >= 252:
            assert die("k", {}, number) == digest[1] % 6 + 1
            return
    raise AssertionError("no such die among 2,000")


def test_salt_key_and_number_all_matter() -> None:
    def row(key: str, salts: dict[str, str], start: int) -> list[int]:
        return [die(key, salts, start + k) for k in range(1, 31)]

    plain = row("k", {}, 0)
    assert plain == row("k", {}, 0)
    assert plain != row("l", {}, 0)
    assert plain != row("k", {"ann": "x"}, 0)
    assert plain[5:] == row("k", {}, 5)[:25], "die k is die k wherever a throw begins"


def test_a_seeded_session_counts_on_over_its_actions() -> None:
    box = DiceBox()
    first = box.throw_for(Table(dice="seed", seed=7), {})
    assert first.throw(2) + first.throw(1) == tuple(die("7", {}, k) for k in (1, 2, 3))
    assert first.thrown == [die("7", {}, k) for k in (1, 2, 3)]
    later = box.throw_for(Table(dice="seed", seed=7, throws=3), {})
    assert later.throw(1) == (die("7", {}, 4),)
    assert first.commit() is None
    assert first.reveal() is None


def test_fair_dice_are_bound_thrown_and_revealed() -> None:
    box = DiceBox(entropy=lambda count: bytes(range(count)))
    start = box.throw_for(Table(dice="fair"), {})
    sha = start.commit()
    secret = start.new_secret
    assert secret is not None
    assert sha == hashlib.sha256(secret.encode()).hexdigest() == commitment(secret)
    assert not start.revealed, "there is nothing to show before the game"
    box.secret = secret
    salts = {"ann": "x"}
    throw = box.throw_for(Table(dice="fair", commit=sha, throws=4), salts)
    assert throw.throw(2) == (die(secret, salts, 5), die(secret, salts, 6))
    assert throw.reveal() == secret
    assert throw.revealed


@pytest.mark.parametrize("secret", [None, "0" * 64])
def test_without_its_secret_a_fair_game_throws_nothing(secret: str | None) -> None:
    table = Table(dice="fair", commit=commitment("1" * 64))
    throw = DiceBox(secret).throw_for(table, {})
    with pytest.raises(DiceError, match=r"put the \.secret file back"):
        throw.throw(2)
    assert throw.reveal() is None


def test_a_draw_is_bound_thrown_and_revealed_in_one_action() -> None:
    draw = DiceBox().throw_for(Table(dice="fair", salts={"bob": "y"}), {"old": "salt"})
    with pytest.raises(DiceError):
        draw.throw(1)
    sha = draw.commit()
    dice = draw.throw(3)
    secret = draw.reveal()
    assert secret is not None
    assert sha == commitment(secret)
    assert dice == tuple(die(secret, {"bob": "y"}, k) for k in (1, 2, 3))


def test_recorded_dice_come_in_order_and_run_out() -> None:
    recorded = Recorded([6, 1, 3], commit="abc", reveal="def")
    assert recorded.throw(2) == (6, 1)
    assert (recorded.commit(), recorded.reveal()) == ("abc", "def")
    with pytest.raises(DiceError, match="has 1 more dice here, and 2 are wanted"):
        recorded.throw(2)


def test_flat_dice_passes_over_names() -> None:
    assert flat_dice([["ann", 6], ["bob", 6], ["ann", 2], ["bob", 5]]) == [6, 6, 2, 5]
    assert flat_dice([[6, 1], [4, 4]]) == [6, 1, 4, 4]
    assert flat_dice(None) == []


def test_a_secret_is_its_owners_alone_and_goes_again(tmp_path: Path) -> None:
    log = tmp_path / "game.chouette"
    assert read_secret(log) is None
    write_secret(log, "a" * 64)
    path = secret_path(log)
    assert path.name == "game.chouette.secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_secret(log, "b" * 64)
    assert read_secret(log) == "b" * 64
    path.write_text("half a sec")
    assert read_secret(log) is None
    remove_secret(log)
    remove_secret(log)
    assert list(tmp_path.iterdir()) == []
