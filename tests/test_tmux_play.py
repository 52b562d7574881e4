"""A whole three-handed session in a real terminal: by keys, by typed commands, by mouse.

The three ways make the same decisions with the same dice, so that their logs must ask for the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.history import History
from app.keeper import Keeper
from rules.actions import read_action
from rules.notation import write_play
from rules.plays import Play, legal_plays
from rules.position import BAR
from rules.refusals import Refusal
from rules.state import Table
from tests.tmux_tools import Terminal, chouette, needs_tmux
from widgets.board_map import PHONE, THEIR_BAR, numbered

pytestmark = [pytest.mark.tmux, needs_tmux, pytest.mark.slow]

OPEN = {"do": "open", "players": ["Ann", "Ben", "Cy"], "rules": "club", "dice": {"seed": 11}}
Request = dict[str, Any]


def decision(table: Table) -> Request | None:
    """Return what the players of this session do next; None when it is over."""
    game = table.game
    if table.closed:
        return None
    if game is None:
        return {"do": "close"} if len(table.games) == 2 else {"do": "start"}
    phase, turns = table.phase, len(game.turns)
    if phase == "opening":
        return {"do": "opening"}
    if phase == "play":
        return {"do": "play", "move": write_play(chosen(table))}
    if phase == "before_roll":
        if game.number == 1 and game.turn == "box" and turns in (3, 4) and not game.round_closed:
            return {"do": "double", "by": roller(table)}
        if game.number == 1 and game.turn == "team" and turns >= 7:
            return {"do": "double", "by": roller(table)}
        if game.number == 2 and turns >= 3 and game.turn == "team" and not game.round_closed:
            return {"do": "double", "by": roller(table)}
        return {"do": "roll"}
    assert game.round is not None
    if phase == "declare":
        return {"do": "double", "by": undeclared(table)}
    if phase == "answer" and game.round.side == "team" and len(game.round.offers) == 1:
        return {"do": "drop"}
    if phase == "answer" and game.round.side == "team":
        return {"do": "answer", "drop": [offer.cube for offer in game.round.offers]}
    if phase == "answer":
        first = game.round.offers[0].cube
        return {"do": "take" if first not in game.round.marks else "drop"}
    if phase == "extras":
        return {"do": "no_extra"}
    raise AssertionError(phase)


def chosen(table: Table) -> Play:
    """Return the play they choose: the first that the rules list, or none where none is legal."""
    game = table.game
    assert game is not None
    assert game.dice is not None
    plays = legal_plays(game.position, game.dice)
    return plays[0] if plays else Play((), game.position)


def roller(table: Table) -> str:
    return table.roller()


def asked(table: Table) -> str:
    """Return whose cube is being answered: its Team player's name stands in the rack."""
    game = table.game
    assert game is not None
    assert game.round is not None
    waiting = [o.cube for o in game.round.offers if o.cube not in game.round.marks]
    return waiting[0].split(":")[0]


def undeclared(table: Table) -> str:
    game = table.game
    assert game is not None
    return next(cube.player for cube in game.cubes if cube.offered is None)


def expected() -> list[Request]:
    """Return the requests of the whole session, made without any screen."""
    keeper = Keeper()
    made: list[Request] = []
    request: Request | None = dict(OPEN)
    while request is not None:
        request.setdefault("by", who(keeper.table))
        answer = keeper.ask(read_action({k: v for k, v in request.items() if v != ""}))
        assert not isinstance(answer, Refusal), (request, answer)
        made.append(dict(answer.request))
        request = decision(keeper.table)
    return made


def who(table: Table) -> str:
    from rules.views import to_act

    if not table.opened:
        return ""
    due = to_act(table)
    return due[0] if due else table.box


@contextmanager
def playing(folder: Path) -> Iterator[tuple[Terminal, Callable[[], Table]]]:
    log = folder / "session.chouette"
    terminal = Terminal(
        folder,
        chouette("play", "--players", "Ann,Ben,Cy", "--rules", "club", "--dice", "seed:11",
                 "--log", str(log)),
    )  # fmt: skip
    try:
        screen = terminal.wait_for("sum 0")
        for word in ("BAR", "CUBES"):
            assert word in screen, "the board is drawn between games too"
        yield terminal, lambda: History.read(log).table
    finally:
        terminal.close()


def play_through(terminal: Terminal, table: Callable[[], Table], act: Callable[..., None]) -> None:
    """Make every decision on the screen, each when the one before it is in the log."""
    now = table()
    while (request := decision(now)) is not None:
        act(terminal, now, request)
        before = now.n

        def done(screen: str, before: int = before) -> bool:
            return table().n > before

        terminal.wait(done, str(request))
        now = table()


def confirm(terminal: Terminal, by_mouse: bool = False) -> None:
    """Say yes where the terminal asks whether it is really that player's word."""
    terminal.wait_for("is this your word?")
    if by_mouse:
        terminal.click_on("yes, send it")
    else:
        terminal.keys("y")


def by_keys(terminal: Terminal, table: Table, request: Request) -> None:
    verb = request["do"]
    game = table.game
    if verb in ("start", "opening", "roll"):
        terminal.wait_for(f"Space: {verb}")
        terminal.keys("Space")
    elif verb == "play":
        if request["move"]:
            terminal.wait_for(f"plays {game.dice[0]}-{game.dice[1]}." if game and game.dice else "")
            terminal.type(request["move"])
            terminal.wait_for("Enter sends")
            terminal.keys("Enter")
        else:
            terminal.wait_for("No legal play")
            terminal.keys("Space")
    elif verb == "double":
        assert game is not None
        terminal.wait_for("or double?" if table.phase == "before_roll" else "double or stay?")
        terminal.keys("D" if game.turn == "box" else "d")
        terminal.wait_for("Enter sends: DOUBLE")
        terminal.keys("Enter")
    elif verb == "answer":
        terminal.wait_for("Doubled: answer")
        for _ in request["drop"]:
            terminal.keys("x")
        terminal.wait_for("Enter sends: DROP")
        terminal.keys("Enter")
        confirm(terminal)
    elif verb in ("take", "drop"):
        terminal.wait_for(f"{who(table)}: take or drop?")
        terminal.keys("t" if verb == "take" else "x")
        terminal.wait_for(f"Enter sends: {verb.upper()}")
        terminal.keys("Enter")
        confirm(terminal)
    elif verb == "no_extra":
        terminal.wait_for("an extra to the lone taker?")
        terminal.keys("n")
        terminal.wait_for("Enter sends: NO EXTRA")
        terminal.keys("Enter")
        confirm(terminal)
    else:
        by_typing(terminal, table, request)


def by_typing(terminal: Terminal, table: Table, request: Request) -> None:
    verb = request["do"]
    text = str(request.get("move") or "pass") if verb == "play" else verb
    if verb == "answer":
        text = "drop all"
    if verb in ("take", "drop", "double"):
        text = f"{request.get('by') or who(table)}: {verb}".lower()
    terminal.wait(lambda screen: ">" in screen and "y sends" not in screen)
    terminal.keys(":")
    terminal.type(text)
    terminal.wait(lambda screen: f"> {text}" in screen, text)
    terminal.keys("Enter")
    if verb in ("answer", "take", "drop", "no_extra"):
        confirm(terminal)


def cell_of(place: int) -> tuple[int, int]:
    """Return the cell of a place on the screen, the board being under the title."""
    if place in (BAR, THEIR_BAR):
        return PHONE.bar_column + 1, PHONE.middle + (0 if place == BAR else 2)
    return PHONE.column(place) + 1, 1 + PHONE.line(place, 0)


def by_mouse(terminal: Terminal, table: Table, request: Request) -> None:
    verb = request["do"]
    game = table.game
    if verb in ("start", "opening", "roll"):
        terminal.wait_for(f"Space: {verb}")
        terminal.click_on(f"Space {verb}")
    elif verb == "play":
        assert game is not None
        assert game.dice is not None
        terminal.wait_for(f"plays {game.dice[0]}-{game.dice[1]}.")
        moves = chosen(table).moves
        for number, move in enumerate(moves):
            for point in (move.start, move.end):
                place = numbered(point, game.turn == "box")
                terminal.click(*cell_of(place))
            wanted = "Enter sends" if number + 1 == len(moves) else "Still to play"
            terminal.wait_for(wanted)
        terminal.click_on("Space send")
    elif verb == "double":
        assert game is not None
        terminal.wait_for("or double?" if table.phase == "before_roll" else "double or stay?")
        names = [who(table)] if game.turn == "team" else [c.player for c in game.live]
        if table.phase == "declare":
            names = [undeclared(table)]
        for name in names:
            terminal.click_on(f" {name}  ", last=False)
        terminal.wait_for("Enter sends: DOUBLE")
        terminal.click_on("Enter send")
    elif verb in ("answer", "take", "drop"):
        assert game is not None
        if verb == "answer":
            terminal.wait_for("Doubled: answer")
            names = [cube.player for cube in game.cubes if cube.offered]
        else:
            terminal.wait_for(f"{who(table)}: take or drop?")
            names = [asked(table)]
        for name in names:
            for _ in range(1 if verb == "take" else 2):
                terminal.click_on(f" {name}  ", last=False)
        mark = "TAKE" if verb == "take" else "DROP"
        terminal.wait(lambda screen: screen.count(f"[{mark}]") == len(names), mark)
        terminal.click_on("Enter send")
        confirm(terminal, by_mouse=True)
    elif verb == "no_extra":
        terminal.wait_for("an extra to the lone taker?")
        terminal.click_on("n no extra")
        terminal.wait_for("Enter sends: NO EXTRA")
        terminal.click_on("Enter send")
        confirm(terminal, by_mouse=True)
    else:
        by_typing(terminal, table, request)


@pytest.mark.parametrize("act", [by_keys, by_typing, by_mouse], ids=["keys", "typed", "mouse"])
def test_a_three_handed_club_session(tmp_path: Path, act: Callable[..., None]) -> None:
    with playing(tmp_path) as (terminal, table):
        play_through(terminal, table, act)
        assert table().closed
        history = History.read(tmp_path / "session.chouette")
    made = [dict(entry.request) for entry in history.entries]
    assert [without_speaker(r) for r in made[1:]] == [without_speaker(r) for r in expected()[1:]]
    assert sum(history.table.scores.values()) == 0
    assert len(history.table.games) == 2


def without_speaker(request: Request) -> Request:
    """Leave out who started a game or closed: any seated player may."""
    free = ("start", "close", "opening")
    shorter = {key: value for key, value in request.items() if key != "title"}
    if request["do"] in free:
        shorter.pop("by", None)
    if request["do"] == "double":
        shorter.pop("cubes", None)
    if request["do"] in ("take", "drop"):
        shorter.pop("cube", None)
    return shorter


def test_a_killed_terminal_resumes_at_the_same_decision(tmp_path: Path) -> None:
    log = tmp_path / "session.chouette"
    with playing(tmp_path) as (terminal, table):
        for _ in range(3):
            now = table()
            request = decision(now)
            assert request is not None
            by_keys(terminal, now, request)
            terminal.wait(lambda screen, n=now.n: table().n > n)  # type: ignore[misc]
        before = table()
        screen = terminal.wait_for("Ann: roll, or double?")
        terminal.kill()
    again = Terminal(tmp_path, chouette("play", "--log", str(log)))
    try:
        rows = [row[:44] for row in screen.splitlines()[1:14]]
        again.wait(lambda now: [row[:44] for row in now.splitlines()[1:14]] == rows, screen)
        again.wait_for("Ann: roll, or double?")
        assert History.read(log).table == before
    finally:
        again.close()
