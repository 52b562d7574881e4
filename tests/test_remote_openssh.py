"""Three friends at three terminals with the real ssh, and the host at his own."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from rules.notation import write_play
from rules.plays import legal_plays
from rules.state import Table
from tests.hosted import Home, Seats, headless, home, needs_ssh
from tests.tmux_tools import PATIENCE, Terminal

pytestmark = [pytest.mark.ssh, pytest.mark.tmux, pytest.mark.slow, needs_ssh]

LOGINS = {"Ann": "ann", "Ben": "ben", "Cy": "eve"}
"""Whose of the tests' keys each player has."""


def a_play(table: Table) -> str:
    """Give the first legal play."""
    game = table.game
    assert game is not None
    assert game.dice is not None
    plays = legal_plays(game.position, game.dice)
    return (write_play(plays[0]) if plays else "") or "pass"


def know(where: Home, name: str) -> list[str]:
    """Let a player's key be known, and give his ssh command."""
    command = where.ssh(name.lower(), key=LOGINS[name])
    done = where.admin("key", name, str(where.folder / f"id_{LOGINS[name]}.pub"))
    assert done.stdout.startswith("SHA256:"), done.stderr
    return command


def turn(seats: Seats) -> None:
    """Let whoever has the roll roll and play."""
    table = seats.home.table()
    if table.phase == "before_roll":
        table = seats.type(table.roller(), "roll")
    seats.type(table.roller(), a_play(table))


def test_three_friends_play_a_session_with_consultation_a_disconnect_a_proxy_and_a_return() -> None:
    with (
        home() as where,
        headless(
            where, "--owner", "Ann", "--grace", "0.2", "--dice", "seed:7", "--watchers"
        ) as host,
        Seats(where) as seats,
    ):
        for name in LOGINS:
            seats.sit(name, know(where, name))
            seats.at[name].wait_for(f"YOU: {name}")
        watcher = seats.sit("watch", where.ssh("watch"), (80, 24))
        watcher.wait_for("watching")
        seats.type("Ann", "start")
        table = seats.type("Ann", "opening")
        while table.phase == "opening":  # equal dice
            table = seats.type("Ann", "opening")
        while table.phase == "play" or table.roller() != "Ben":
            turn(seats)
            table = seats.home.table()
        seats.type("Cy", "proxy ben")
        seats.type("Ben", "double")
        seats.type("Cy", "double")
        seats.type("Ann", "take all")

        # Consultation: Cy's cube is in the game, so he may advise Ben, and Ann hears nothing.
        table = seats.type("Ben", "roll")
        move = a_play(table)
        seats.type("Cy", "say team checkers: MARKED")
        seats.type("Cy", f"suggest {move}")
        ben = seats.at["Ben"]
        ben.wait_for("MARKED")
        ben.wait_for(f"suggests {move}")
        ben.keys("v")
        ben.wait_for(f"Enter sends: {move}")
        ben.keys("Enter")
        seats.until("Ben", lambda table: table.phase == "before_roll", "the play that Cy advised")
        for other in ("Ann", "watch"):
            seats.at[other].wait_for("Ann to roll" if other == "watch" else "Ann: roll")
            assert "MARKED" not in seats.at[other].screen

        # Cy's line is lost; Ann doubles; Ben answers for both.
        seats.at["Cy"].kill()
        seats.until("Ann", lambda table: "Cy" in table.away, "Cy is away")
        seats.at["Ann"].wait_for("Cy is away")
        seats.type("Ann", "double")
        seats.type("Ben", "take")
        seats.type("Ben", "cy: take")
        [answer] = [r for r in where.requests("take", "answer") if r.get("as") == "Cy"]
        assert answer["by"] == "Ben"

        # He comes back to his seat, with his own view, and ends it.
        seats.sit("Cy", where.ssh("cy", key="eve"))
        seats.until("Ann", lambda table: "Cy" not in table.away, "Cy is back")
        seats.at["Cy"].wait_for("MARKED")
        while seats.home.table().roller() != "Ben":
            turn(seats)
        seats.type("Ben", "double")
        seats.type("Cy", "double")
        table = seats.type("Ann", "drop all")
        assert table.game is None
        assert table.scores == {"Ann": -8, "Ben": 4, "Cy": 4}
        seats.type("Ann", "close")
        for terminal in seats.at.values():
            terminal.wait_for("-8")
        assert where.admin("stop").stdout == "The table closes.\n"
        for terminal in seats.at.values():
            terminal.wait_for("ENDED 0")
            assert "BAR" not in terminal.screen, "the shell's own screen is back"
        assert host.wait(PATIENCE) == 0


def sits_down_with_a_code(where: Home, seats: Seats, name: str, screen: str) -> Terminal:
    """Let somebody come for the first time, with the code that stands in an invitation."""
    code = screen.split("works once:")[1].split()[0]
    guest = seats.sit(name, where.ssh(name.lower(), key=name.lower()))
    guest.wait_for("Invitation code:")
    guest.keys(code, "Enter")
    guest.wait_for(f"YOU: {name}")
    return guest


def test_the_host_reads_on_trust_sends_invitations_and_sits_down() -> None:
    with home() as where, Seats(where) as seats:
        ann = seats.sit("Ann", where.command())
        ann.wait_for("Enter opens the door")
        assert "the log on this machine holds everything said" in ann.screen.replace("\n", " ")
        assert "secret of the fair dice" in ann.screen.replace("\n", " ")
        assert where.admin("who").returncode == 2, "the door is still shut"
        ann.keys("Enter")
        screen = ann.wait_for("Enter: sit down")
        ann.keys("Enter")
        ann.wait_for("YOU: Ann")
        sits_down_with_a_code(where, seats, "Ben", screen)
        ann.keys("p")
        ann.wait_for("Ben (login ben): here")
        ann.keys("q")
        seats.type("Ben", "start")
        ann.wait_for("The opening roll")

        # Leaving the screen closes nothing while friends are seated.
        ann.keys("q")
        ann.wait_for("The table goes on for Ben.")
        ann.keys("Enter")
        ann.wait_for("YOU: Ann")

        # A second host finds the first.
        again = seats.sit("again", where.command())
        again.wait_for("A table of yours is open")
        again.wait_for("ENDED 1")

        # Stopped from outside, the host's terminal is as it was too.
        assert where.admin("stop").returncode == 0
        screen = ann.wait_for("ENDED 0")
        assert "The table is closed; its log:" in screen
        assert "Enter: sit down" in screen, "the shell's own screen is back"
        assert "BAR" not in screen


def test_the_hosts_terminal_closes_and_the_table_goes_on_until_it_is_taken_up_again() -> None:
    with home() as where, Seats(where) as seats:
        ann = seats.sit("Ann", where.command())
        ann.wait_for("Enter opens the door")
        ann.keys("Enter")
        screen = ann.wait_for("Enter: sit down")
        ann.keys("Enter")
        ann.wait_for("YOU: Ann")
        ben = sits_down_with_a_code(where, seats, "Ben", screen)
        seats.hang_up("Ann")
        seats.type("Ben", "start")
        ben.wait_for("The opening roll")
        assert "Ann (login ann): connection lost" in where.admin("who").stdout
        invitation = where.admin("invite", "Ann").stdout
        assert "ann@127.0.0.1" in invitation
        ann = sits_down_with_a_code(where, seats, "Ann", invitation)
        seats.type("Ann", "opening")
        seats.type("Ann", "unseat ben")
        ben.wait_for("ENDED")
        assert where.admin("stop").returncode == 0
        ann.wait_for("ENDED 0")


def test_a_killed_host_is_resumed_by_its_log_and_friends_sit_down_at_once() -> None:
    with home() as where, Seats(where) as seats:
        with headless(where) as host:
            ben = seats.sit("Ben", know(where, "Ben"))
            ben.wait_for("YOU: Ben")
            seats.type("Ben", "start")
            os.kill(host.pid, signal.SIGKILL)
            host.wait()
            host.returncode = 0
        with headless(where):
            ben = seats.sit("Ben", where.ssh("ben", key="ben"))
            ben.wait_for("The opening roll")


def test_what_admin_is_asked_wrongly_is_answered_in_words() -> None:
    with home() as where:
        nobody = where.admin("who")
        assert nobody.returncode == 2
        assert "is chouette host running" in nobody.stderr
        with headless(where):
            assert where.admin("invite").returncode == 2
            wrong = where.admin("remove", "Zoe")
            assert wrong.returncode == 1
            assert "Zoe has no seat here" in wrong.stderr
            assert "Ben (login ben): not here" in where.admin("who").stdout
            text = where.admin("invite", "Ben").stdout
            assert "ben@127.0.0.1" in text
            assert where.admin("revoke", "Ben").stdout == "Revoked.\n"
            assert where.admin("away", "Cy").stdout == "Done.\n"
            assert where.requests("away") == [{"do": "away", "by": "Cy"}]
        socket = where.folder / "data" / "chouette" / f"admin-{where.port}.sock"
        assert not socket.exists()


def test_without_a_terminal_hosting_says_how() -> None:
    with home() as where:
        done = subprocess.run(
            where.command(), env={**os.environ, **where.environ}, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert "--headless" in done.stderr
