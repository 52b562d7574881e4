"""Keys, invitations, presence, limits and memory, with clocks of our own."""

from __future__ import annotations

import gc
import json
import stat
from pathlib import Path

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ssh import cleaning
from app.ssh.cleaning import clean_text, harmless, only_known, to_ascii
from app.ssh.invites import ALPHABET, CODE_LENGTH, Invites, invitation_text, new_code
from app.ssh.keys import Friends, FriendsFileError
from app.ssh.limits import Census, Limits, Tally
from app.ssh.presence import Presence, PresenceEvent
from app.ssh.quiet import (
    MIDDLE,
    MOST_GONE,
    MOST_MADE,
    SOME_MADE,
    YOUNG,
    QuietCollector,
    passes,
    settle_memory,
)
from tests.ssh_client import public
from tests.test_ssh_gate import Clock


def test_codes_have_more_than_forty_bits() -> None:
    assert len(ALPHABET) ** CODE_LENGTH > 2**55
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == CODE_LENGTH + 2 for code in codes)


def test_an_invitation_ends() -> None:
    clock = Clock()
    invites = Invites(clock=lambda: clock.now)
    code = invites.issue("ann", lasts=10)
    clock.now = 11
    assert not invites.redeem("ann", code)
    code = invites.issue("ann", lasts=10)
    assert invites.revoke("ann")
    assert not invites.redeem("ann", code)
    old, new = invites.issue("ann"), invites.issue("ann")
    assert not invites.redeem("ann", old), "one code a seat"
    assert invites.redeem("ann", new)


def test_the_invitation_is_one_text() -> None:
    text = invitation_text("Jean-Luc", "his.machine", 2222, "abcd-efgh-jkmn", "SHA256:xyz")
    for part in ("ssh -C -p 2222 jean-luc@his.machine", "abcd-efgh-jkmn", "SHA256:xyz"):
        assert f"    {part}\n" in text


def test_friends_are_kept_in_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "friends.json"
    friends = Friends(["Ann", "Ben"], path)
    mark = friends.add_key("ann", public("ann") + " a comment")
    code = friends.invite("ben")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert code not in path.read_text(), "a code is kept only as what recognises it"
    again = Friends(["Ann", "Ben"], path)
    key = again.keys_of("ann")[0].key
    assert again.knows("ann", key)
    assert not again.knows("ben", key)
    assert again.redeem("ben", code, [])
    again.ban(mark)
    assert Friends(["Ann"], path).banned("ann", key, "192.0.2.1")
    again.unban(mark)
    assert again.remove("ann") == 1
    assert not Friends(["Ann"], path).knows("ann", key)


def test_one_key_one_seat(tmp_path: Path) -> None:
    friends = Friends(["Ann", "Ben"])
    friends.add_key("ann", public("ann"))
    with pytest.raises(ValueError, match="one key, one seat"):
        friends.add_key("ben", public("ann"))
    with pytest.raises(ValueError, match="there are: ann, ben"):
        friends.add_key("cy", public("eve"))
    with pytest.raises(ValueError, match="expected a line like"):
        friends.add_key("ben", "-----BEGIN OPENSSH PRIVATE KEY-----")
    with pytest.raises(ValueError, match="no seat has the login name"):
        friends.invite("cy")


def test_of_the_keys_offered_only_the_one_that_signs_is_bound() -> None:
    friends = Friends(["Ann", "Ben"])
    friends.add_key("ann", public("ann"))
    eves, anns = (" ".join(public(n).split()[:2]) for n in ("eve", "ann"))
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key("openssh").decode()
    other = " ".join(other.split()[:2])
    assert friends.redeem("ben", friends.invite("ben"), [eves, other, anns])
    assert friends.knows("ben", eves)
    assert not friends.knows("ben", anns), "Ann's key stays Ann's"
    friends.signed("ben", eves)
    assert [k.key for k in friends.keys_of("ben")] == [eves]
    assert not friends.knows("ben", other)
    friends.signed("ben", anns)
    assert friends.knows("ann", anns)


@pytest.mark.parametrize("content", ["{", '{"keys": 3}', '{"surprise": 1}'])
def test_a_file_that_cannot_be_read_is_not_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "friends.json"
    path.write_text(content)
    with pytest.raises(FriendsFileError, match="mend it"):
        Friends(["Ann"], path)
    assert path.read_text() == content


def test_the_file_is_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "friends.json"
    Friends(["Ann"], path).add_key("ann", public("ann"))
    kept = json.loads(path.read_text())
    assert kept["keys"][0]["login"] == "ann"


class Room:
    def __init__(self, grace: float = 45) -> None:
        self.clock = Clock()
        self.events: list[PresenceEvent] = []
        self.presence = Presence(self.events.append, self.clock.later, grace)

    def said(self) -> list[str]:
        return [f"{e.seat} {e.change}" for e in self.events]


def test_club_10_a_short_break_is_no_absence() -> None:
    room = Room()
    ticket = room.presence.arrive("Ann", lambda why: None)
    room.presence.leave(ticket)
    assert room.presence.state("Ann") == "grace"
    room.clock.passes(44)
    room.presence.arrive("Ann", lambda why: None)
    room.clock.passes(100)
    assert room.said() == ["Ann came", "Ann lost", "Ann returned"]
    assert not room.events[-1].was_away


def test_who_is_waited_for_and_never_came_has_lost_no_connection() -> None:
    room = Room()
    room.presence.expect("Ann")
    assert room.presence.state("Ann") == "away"
    room.clock.passes(45)
    assert room.said() == ["Ann away"]


def test_club_10_away_after_the_grace_time_and_back() -> None:
    room = Room()
    room.presence.leave(room.presence.arrive("Ann", lambda why: None))
    room.clock.passes(45)
    assert room.presence.state("Ann") == "away"
    room.presence.arrive("Ann", lambda why: None)
    assert room.said() == ["Ann came", "Ann lost", "Ann away", "Ann returned"]
    assert room.events[-1].was_away


def test_a_newer_session_closes_the_older_and_is_no_loss() -> None:
    room = Room()
    closed: list[str] = []
    old = room.presence.arrive("Ann", closed.append)
    new = room.presence.arrive("Ann", lambda why: None)
    assert len(closed) == 1
    room.presence.leave(old)
    assert room.presence.state("Ann") == "connected"
    assert room.said() == ["Ann came"]
    room.presence.leave(new)
    room.presence.close()
    room.clock.passes(100)
    assert room.said() == ["Ann came", "Ann lost"]


def test_counts_come_back() -> None:
    clock = Clock()
    limits = Limits(sessions=3, sessions_per_address=2, sessions_per_key=1, handshakes=2)
    census = Census(limits, lambda: clock.now)
    assert census.knock("a") is census.knock("b") is None
    assert "at the door" in (census.knock("c") or "")
    census.through("a")
    assert census.knock("c") is None
    assert census.enter("a", "key", 0) is None
    assert "your key" in (census.enter("b", "key", 0) or "")
    assert census.enter("a", None, 0) is None
    assert "your address" in (census.enter("a", None, 0) or "")
    assert "full" in (census.enter("b", None, 1) or "")
    census.leave("a", "key")
    assert census.enter("b", "key", 1) is None


def test_a_flood_from_everywhere_fills_no_memory() -> None:
    tally = Tally(60, lambda: 0.0)
    for n in range(10_000):
        tally.hit(str(n))
    assert len(tally._hits) <= Tally.MOST_KEYS


KNOWN = st.sampled_from(
    ["\x1b", "[", "\n", "\x1b[1;2H", "\x1b[?2026h", "a", "\x07", "\x1b]0;x\x07"]
)


@given(st.text("\x1b[]0;mHa\né\x07\x9b?J2h\x00") | st.lists(KNOWN).map("".join))
def test_a_frame_is_cleaned_the_short_way_as_the_long_way(stream: str) -> None:
    kept = (match[0] for match in cleaning._KNOWN.finditer(stream) if match[1] is None)
    assert only_known(stream) == "".join(kept)


def test_text_is_cleaned_twice() -> None:
    evil = "E\u0301ve\x1b[31m\x9b2J\u202e\ud800\u200d\x00" + "a" + "\u0336" * 50
    assert clean_text(evil) == "Éve[31m2J?a\u0336\u0336"
    assert clean_text(evil).isprintable()
    assert len(clean_text("a" + "\u0336" * 50)) == 3
    assert len(clean_text("x" * 10_000, 64)) == 64
    assert harmless(evil).isprintable()
    assert "\x1b" not in only_known("\x1b]52;c;$(id)\x07\x1bP+q\x1b\\\x1b[?1049l\x1b[6n")
    assert only_known("\x1b]52;c;aGk=\x07\x07") == "\x1b]52;c;aGk=\x07\x07"
    assert to_ascii("╭─╮│●○►½ é ж 象") == "+-+|oO>/ e ? ??"


def test_memory_is_collected_in_quiet_moments_only() -> None:
    now = 0.0
    collected: list[float] = []

    def collect() -> int:
        collected.append(now)
        return 0

    collector = QuietCollector(60, lambda: now, collect, lambda: 0)
    assert not collector.quiet(), "nothing to collect"
    collector.wanted()
    assert collector.quiet()
    collector.wanted()
    now = 30.0
    assert not collector.quiet(), "too soon"
    now = 60.0
    assert collector.quiet()
    assert collected == [0.0, 60.0]
    before = settle_memory()
    try:
        assert gc.get_threshold()[2] > 100_000
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_memory_that_many_have_left_does_not_wait_for_quiet() -> None:
    """Found by the soak: where somebody always types, nothing was ever collected."""
    collector = QuietCollector(60, lambda: 0.0, lambda: 0, lambda: 0)
    for _ in range(MOST_GONE - 1):
        collector.wanted()
    found = [collector.urgent]
    collector.wanted()
    found.append(collector.urgent)
    assert collector.quiet()
    assert [*found, collector.urgent, collector.waiting] == [False, True, False, False]


def test_memory_is_collected_though_nobody_leaves() -> None:
    """Found by the soak: who opens the palette a hundred times leaves a hundred palettes."""
    made = SOME_MADE - 1

    def collect() -> int:
        nonlocal made
        made = 0
        return 0

    collector = QuietCollector(0, lambda: 0.0, collect, lambda: made)
    assert not collector.quiet(), "nothing to speak of"
    made = SOME_MADE
    found = [collector.waiting, collector.urgent, collector.quiet(), collector.waiting]
    made = MOST_MADE
    assert [*found, collector.urgent] == [True, False, True, False, True]


def test_what_is_made_and_stays_is_counted() -> None:
    before = settle_memory()
    try:
        assert passes() == 0
        kept = [[n] for n in range(2 * YOUNG * (MIDDLE + 1))]
        assert passes() > 0
        assert kept[-1] == [len(kept) - 1]
        gc.collect()
        assert passes() == 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
