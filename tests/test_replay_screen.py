"""The replay screen: every way to go, following a file, who may see what, and the room's screen."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot

from app.cli import COMMANDS, main
from app.history import History
from app.judge import EngineJudge, engine_installed
from app.keeper import Keeper
from app.keys import KEYS, known
from app.replay import LivePast, ReplaySession
from app.screens.following import Following
from app.screens.going import SPEEDS, cube_decided
from app.screens.home import HomeScreen
from app.screens.layout import plan
from app.screens.replay import ReplayScreen
from app.screens.table import TableScreen
from app.screens.watch import WatchScreen
from app.settings import Settings
from app.tui import ChouetteApp, Outcome
from app.watching import opened
from rules import events as ev
from rules.actions import read_action
from rules.log import Entry
from rules.refusals import Refusal
from tests.pipes import COMMAND, lines
from tests.remote_tools import open_room
from tests.screen_tools import do, golden, painted, press, quick, screen_of, table_for, text_of
from tests.ssh_client import sitting
from tests.ssh_helpers import until
from tests.test_cube_rounds_on_screen import TEAM_TURN
from tests.test_rollout import Player
from tests.tmux_tools import Terminal, chouette, needs_tmux
from widgets.prompt import Reply
from widgets.talk import Talk
from widgets.transport import Transport
from widgets.words import Words

V1 = Path(__file__).parent / "golden" / "logs" / "v1"
BY_HAND = V1 / "club-by-hand.chouette"
MAT = Path(__file__).parent / "data" / "mat"
EVENING = Path(__file__).parent / "golden" / "evening.chouette"
Screened = tuple[ReplayScreen, Pilot[Outcome]]


@pytest.fixture(autouse=True)
def empty_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)


@asynccontextmanager
async def replay_of(
    past: ReplaySession, size: tuple[int, int] = (80, 24), settings: Settings | None = None
) -> AsyncIterator[Screened]:
    settings = settings or quick()
    app = ChouetteApp(
        words=Words(), settings=settings, first=lambda: ReplayScreen(past, Words(), settings)
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        yield app.screen, pilot


def on_screen(screen: Following) -> str:
    assert isinstance(screen.app, ChouetteApp)
    return text_of(screen.app)


def in_front(app: App[Any]) -> object:
    return app.screen


def places(past: ReplaySession, kind: type[ev.Happened]) -> list[int]:
    """Return behind which actions something of a kind has happened."""
    return [e.n for e in past.history.entries if any(isinstance(x, kind) for x in e.events or ())]


def written(path: Path, *requests: dict[str, Any]) -> Keeper:
    keeper = Keeper.on(path)
    ask(keeper, *requests)
    return keeper


def ask(keeper: Keeper, *requests: dict[str, Any]) -> None:
    for request in requests:
        answer = keeper.ask(read_action(request))
        assert not isinstance(answer, Refusal), f"{request}: {answer}"


OPEN: dict[str, Any] = {
    "do": "open", "players": ["Ann", "Ben", "Cy"], "rules": "hungarian", "dice": "manual",
}  # fmt: skip
GAME = (
    {"do": "start", "by": "Ann"},
    {"do": "opening", "by": "Ann", "dice": [6, 1]},
)


# Going


async def test_the_transport_keys_go_on_and_back_and_to_both_ends() -> None:
    past = ReplaySession.read(BY_HAND, 10)
    end = past.length
    async with replay_of(past) as (screen, pilot):
        for keys, at in (
            (("full_stop",), 11), (("right", "right"), 13), (("comma",), 12), (("left",), 11),
            (("home",), 1), (("left",), 0), (("left",), 0), (("end",), end), (("right",), end),
            (("less_than_sign",), 1), (("greater_than_sign",), end),
        ):  # fmt: skip
            await press(pilot, *keys)
            assert past.at == at
            assert screen.query_one(Transport).text.endswith(f"{at}/{end}")
            assert screen.view.table == past.history.tables[at]


async def test_back_and_forward_draw_the_same_screens() -> None:
    past = ReplaySession.read(BY_HAND, 30)
    async with replay_of(past) as (screen, pilot):
        there = []
        for _ in range(12):
            there.append(on_screen(screen))
            await press(pilot, "right")
        for shown in reversed(there):
            await press(pilot, "left")
            assert on_screen(screen) == shown


def mended(path: Path) -> ReplaySession:
    """Return a log with a play that was corrected twice, and a flag."""
    log = path / "mended.chouette"
    keeper = written(log, {**OPEN, "rules": "club"}, *GAME,
                     {"do": "play", "by": "Ann", "move": "13/7 8/7"})  # fmt: skip
    for move in ("13/6", "13/7 8/7"):
        ask(keeper, {"do": "correct", "by": "Ann", "move": move})
        for proposal in keeper.table.proposals:
            for name in proposal.waits_for:
                ask(keeper, {"do": "agree", "by": name, "proposal": proposal.id})
    ask(keeper, {"do": "flag", "by": "Cy", "text": "twice!"})
    keeper.close()
    return ReplaySession.read(log, 0)


@pytest.mark.parametrize(
    ("key", "back", "kind", "nothing"),
    [
        ("right_square_bracket", "left_square_bracket", ev.Started, "No later game."),
        ("r", "R", ev.Remarked, "No later flag or note."),
        ("x", "X", ev.Corrected, "No later correction."),
    ],
)
async def test_a_key_goes_to_each_place_of_its_kind_in_turn(
    key: str, back: str, kind: type[ev.Happened], nothing: str, tmp_path: Path
) -> None:
    past = mended(tmp_path) if key == "x" else ReplaySession.read(BY_HAND, 0)
    wanted = places(past, kind)
    assert len(wanted) > 1
    async with replay_of(past) as (screen, pilot):
        visited = []
        while nothing not in on_screen(screen):
            await press(pilot, key)
            visited.append(past.at)
        assert visited == [*wanted, wanted[-1]], "at the last one it stays"
        for at in reversed(wanted[:-1]):
            await press(pilot, back)
            assert past.at == at
        assert nothing not in on_screen(screen), "who goes on is told no more that he cannot"


async def test_cube_decisions_are_doubles_and_answers_and_no_play() -> None:
    past = ReplaySession.read(BY_HAND, 0)
    async with replay_of(past) as (_, pilot):
        seen = set()
        for _ in range(25):
            await press(pilot, "d")
            seen.add(past.history.entries[past.at - 1].request["do"])
        assert {"double", "answer"} <= seen
        assert not seen & {"play", "roll", "start", "opening", "say"}
        last = past.at
        await press(pilot, "D")
        assert past.at < last
    assert not cube_decided(Entry(1, "", {"do": "roll"}, ()))


async def test_a_number_goes_to_that_action_and_a_wrong_one_says_how_many_there_are() -> None:
    past = ReplaySession.read(BY_HAND, 0)
    async with replay_of(past) as (screen, pilot):
        await press(pilot, "1", "2")
        assert f"Enter goes to action 12 of {past.length}." in on_screen(screen)
        await press(pilot, "3", "enter")
        assert past.at == 123
        await press(pilot, "9", "9", "9", "enter")
        assert past.at == 123
        assert f"There is no action 999: the log has {past.length}." in on_screen(screen)
        await press(pilot, "colon", *"game", "space", "2", "enter")
        assert past.at == places(past, ev.Started)[1]
        await press(pilot, "colon", *"game", "space", "7", "7", "enter")
        assert "There is no game 77 in this log." in on_screen(screen)
        await press(pilot, "colon", *"double", "enter")
        assert "A number goes to that action" in on_screen(screen)
        assert past.length == len(History.read(BY_HAND).entries)


async def test_the_story_is_searched_in_both_directions() -> None:
    past = ReplaySession.read(EVENING, 0)
    async with replay_of(past) as (screen, pilot):
        await press(pilot, "slash", *"GAMMON", "enter")
        first = past.at
        assert first > 1
        await press(pilot, "n")
        second = past.at
        assert second > first
        await press(pilot, "N")
        assert past.at == first
        await press(pilot, "end", "slash", *"GAMMON", "enter")
        assert first <= past.at < past.length
        assert "is found before this only" in on_screen(screen)
        past.go(first)
        await press(pilot, "slash", *"zzyzx", "enter")
        assert past.at == first
        assert "zzyzx is not found from here on." in on_screen(screen)


async def test_a_wooden_boards_positions_are_not_judged() -> None:
    past = ReplaySession.read(V1 / "club-real-board.chouette")
    assert past.view.table.board == "physical"
    async with replay_of(past) as (screen, pilot):
        screen.do("replay_review")
        await pilot.pause()
        assert "has no positions to review" in on_screen(screen)
        assert screen.judging.review is None


async def test_the_buttons_of_the_transport_can_be_clicked() -> None:
    past = ReplaySession.read(BY_HAND, 40)
    games = places(past, ev.Started)
    async with replay_of(past) as (screen, pilot):
        transport = screen.query_one(Transport)
        for button, at in (
            ("[>]", 41), ("[<]", 40), ("[|<]", 1), ("[>|]", past.length), ("[<game]", games[-1]),
        ):  # fmt: skip
            x = transport.text.index(button) + 1
            await pilot.click(Transport, offset=(x, 0))
            await pilot.pause()
            assert past.at == at, button


async def test_it_plays_by_itself_at_a_speed_and_stops_at_the_end() -> None:
    past = ReplaySession.read(BY_HAND)
    past.go(past.length - 5)
    async with replay_of(past) as (screen, pilot):
        for _ in SPEEDS:
            await press(pilot, "plus")
        assert "x16" in on_screen(screen)
        await press(pilot, "space")
        while screen.playing:
            await pilot.pause()
        assert past.at == past.length
        await press(pilot, "space")
        assert "This is the end." in on_screen(screen)
        assert not screen.playing


async def test_playing_stops_for_whoever_goes_elsewhere_himself() -> None:
    past = ReplaySession.read(BY_HAND, 5)
    async with replay_of(past) as (screen, pilot):
        await press(pilot, "p")
        assert "[||]" in on_screen(screen)
        await press(pilot, "home")
        assert "[|>]" in on_screen(screen)
        assert past.at == 1
        screen.step_on()
        assert past.at > 1


# Following


async def test_a_replay_follows_its_file_and_nobody_who_browses_is_pulled_along(
    tmp_path: Path,
) -> None:
    log = tmp_path / "a.chouette"
    keeper = written(log, OPEN, *GAME)
    past = opened(log)
    async with replay_of(past) as (screen, pilot):
        assert "LIVE" in on_screen(screen)
        ask(keeper, {"do": "play", "by": "Ann", "move": "13/7 8/7"})
        while past.length < 4:
            await pilot.pause()
        assert "Ann plays 13/7 8/7." in on_screen(screen)
        await press(pilot, "left", "left")
        assert "REPLAY" in on_screen(screen)
        ask(keeper, {"do": "roll", "by": "Ben", "dice": [3, 1]})
        while past.length < 5:
            await pilot.pause()
        await pilot.pause()
        assert past.at == 2
        assert screen.query_one(Transport).text.endswith("2/5")
        await press(pilot, "end")
        assert "LIVE" in on_screen(screen)
        ask(keeper, {"do": "play", "by": "Ben", "move": "8/5 6/5"})
        while past.at < 6:
            await pilot.pause()
        assert "LIVE" in on_screen(screen)
    keeper.close()


async def test_what_is_damaged_while_it_is_followed_is_said_by_its_line(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    written(log, OPEN, *GAME).close()
    past = opened(log)
    async with replay_of(past) as (screen, pilot):
        with log.open("ab") as file:
            file.write(b"nonsense\n")
        reply = screen.query_one(Reply)
        while "line 4" not in reply.message:
            await pilot.pause()
        assert past.at == 3
        await press(pilot, "home")
        assert past.at == 1, "what was read can still be looked at"


async def test_what_is_over_is_not_called_live(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    written(log, OPEN, {"do": "close", "by": "Ann"}).close()
    past = opened(log)
    assert past.at == 1
    async with replay_of(past) as (screen, pilot):
        assert "REPLAY" in on_screen(screen)
        await press(pilot, "end")
        assert "END" in on_screen(screen)
        assert "LIVE" not in on_screen(screen)
        assert not screen.grows


async def test_who_pays_whom_is_shown_when_it_happens_and_not_to_who_comes_by(
    tmp_path: Path,
) -> None:
    log = tmp_path / "a.chouette"
    keeper = written(log, OPEN)
    async with replay_of(opened(log)) as (screen, pilot):
        ask(keeper, {"do": "close", "by": "Ann"})
        while screen.past.length < 2:
            await pilot.pause()
        await pilot.pause()
        assert "Who pays whom" in on_screen(screen)
        await press(pilot, "q", "home", "end")
        assert "Who pays whom" not in on_screen(screen)
        assert "END" in on_screen(screen)
    keeper.close()


# Talk, and the past of a live table

SAID = {"do": "say", "by": "Ben", "topic": "checkers", "to": "team", "text": "hit him"}


async def test_a_sides_talk_is_hidden_until_it_is_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    written(log, OPEN, GAME[0], {"do": "opening", "by": "Ann", "dice": [1, 6]},
            {**SAID, "by": "Cy"}).close()  # fmt: skip
    async with replay_of(opened(log)) as (screen, pilot):
        await press(pilot, "k")
        assert "hit him" not in on_screen(screen)
        await press(pilot, "slash", *"hit", "enter")
        assert "hit is not found from here on." in on_screen(screen)
        await press(pilot, "t")
        assert "hit him" in on_screen(screen)
        await press(pilot, "home", "slash", *"hit", "enter")
        assert screen.past.at == 4
        await press(pilot, "t")
        assert "hit him" not in on_screen(screen)


async def test_a_player_looks_back_while_the_table_goes_on() -> None:
    live = table_for(("Dana", "Ann", "Ben", "Cy"), *TEAM_TURN, here=("Ann",))
    async with screen_of(live) as (app, pilot):
        await press(pilot, "v")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "LIVE" in text_of(app)
        await press(pilot, "left", "left")
        at = screen.past.at
        do(live, do="roll", by=live.view.to_act[0], dice=[6, 5])
        await pilot.pause()
        assert screen.past.at == at, "nobody is pulled along"
        assert screen.past.length == live.view.table.n
        await press(pilot, "end")
        assert screen.view.table == live.view.table
        before = len(live.host.keeper.entries)
        await press(pilot, "t", "x", "D", "w", "space", "enter")
        assert len(live.host.keeper.entries) == before, "nobody acts in the past"
        await press(pilot, "q")
        assert type(app.screen) is TableScreen
        assert app.screen.view.table.n == before


async def test_the_past_of_a_live_table_tells_nobody_what_he_may_not_hear() -> None:
    said = (*GAME[:1], {"do": "opening", "by": "Ann", "dice": [1, 6]}, {**SAID, "by": "Cy"})
    for viewer, hears in (("Ann", False), ("Ben", True)):
        live = table_for(("Ann", "Ben", "Cy"), *said, here=(viewer,), rules="hungarian")
        past = ReplaySession(LivePast(live), with_talk=True, viewer=viewer)
        assert past.length == 4
        text = repr(past.history.entries) + repr(past.history.tables)
        assert ("hit him" in text) is hears
        async with screen_of(live, (120, 40)) as (app, pilot):
            await press(pilot, "v", "t", "k")
            assert isinstance(app.screen, ReplayScreen)
            assert ("hit him" in app.screen.query_one(Talk).text) is hears
            assert "replay_talk" not in {key for _, _, key in app.screen.shown_keys()}
            assert "reviewable" not in app.screen.moments, "no engine at a running table"


async def test_a_guest_far_away_browses_while_the_others_play(tmp_path: Path) -> None:
    async with (
        open_room(tmp_path, ("Ann", "Ben", "Eve")) as room,
        sitting(room, "ben", key="ben") as ben,
        sitting(room, "watch") as watcher,
    ):
        await room.ask("start", by="Ann")
        await room.ask("opening", by="Ann", dice=[1, 6])
        await ben.sees("Ben plays 6-1.")
        ben.channel.write(b"v")
        await ben.sees("3/3")
        ben.channel.write(b"\x1b[D")
        await ben.sees("REPLAY")
        await ben.sees("2/3")
        await room.ask("play", by="Ben", move="13/7 8/7")
        await watcher.sees("Ben plays 13/7 8/7.")
        await ben.sees("2/4")
        ben.channel.write(b"q")
        await ben.sees("Ben plays 13/7 8/7.")
        assert not ben.gone


async def test_a_newcomer_who_browses_gets_his_seat_all_the_same(tmp_path: Path) -> None:
    async with open_room(tmp_path, ("Ann", "Ben")) as room:
        await room.gathering.invite("Eve")
        async with sitting(room, "eve", key="eve", codes=[room.gathering.codes["eve"]]) as eve:
            await eve.sees("Next: Ann is Box")
            for letter in ":join Eve\r":
                eve.channel.write(letter.encode())
            await until(lambda: bool(room.host.table.proposals))
            eve.channel.write(b"v")
            await eve.sees("[|<]")
            eve.channel.write(b",")
            await eve.sees("REPLAY")
            [one] = room.host.table.proposals
            await room.ask("agree", by=one.waits_for[0], proposal=one.id)
            await eve.sees("YOU: Eve")


# Other programs' files, home, faults


async def test_other_programs_files_are_replayed_by_the_same_screen() -> None:
    past = opened(MAT / "45_ends_in_mid_game.mat")
    async with replay_of(past) as (screen, pilot):
        assert past.at == 1
        await press(pilot, "end")
        assert "END" in on_screen(screen)
        await press(pilot, "left_square_bracket")
        assert past.view.table.phase == "opening"


async def test_home_opens_a_replay_and_q_leads_back(tmp_path: Path) -> None:
    from app.saved import sessions_folder

    folder = sessions_folder()
    folder.mkdir(parents=True)
    (folder / "evening.chouette").write_bytes(EVENING.read_bytes())
    first = HomeScreen(Words(), quick())
    async with screen_of(None, first=lambda: first) as (app, pilot):
        row = next(line for line in text_of(app).splitlines() if "Replay" in line)
        await press(pilot, row.split()[0], "enter")
        assert isinstance(in_front(app), ReplayScreen)
        await press(pilot, "q")
        assert in_front(app) is first


@pytest.mark.parametrize("command", ["replay", "watch"])
def test_a_file_that_cannot_be_opened_is_told_with_the_reason(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.chouette"
    damaged.write_bytes(EVENING.read_bytes().replace(b'"do"', b'"od"', 3))
    newer = tmp_path / "newer.chouette"
    newer.write_text('{"chouette":99,"do":"open"}\n')
    for path, said in (
        (tmp_path / "none.chouette", "there is no file"),
        (damaged, "line 1"),
        (newer, "format 99"),
        (tmp_path, "cannot be read"),
    ):
        assert main([command, str(path)]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"chouette {command}: ")
        assert said in told
        assert "Traceback" not in told


def test_a_place_that_the_log_has_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for place in ("181", "-1"):
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(EVENING), f"--at={place}"])
        assert ended.value.code == 2
        assert "--at goes from 0 to 180" in capsys.readouterr().err


def test_without_a_screen_the_story_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(EVENING), "--at", "12"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split()[0] == "1"
    assert told[-1] == "   12  Ann stays."
    assert main(["watch", str(EVENING)]) == 1
    assert "watch needs a terminal that can draw" in capsys.readouterr().err


def test_both_are_commands_and_every_key_can_be_chosen_anew() -> None:
    assert {"replay", "watch"} <= set(COMMANDS)
    mine = [key for key in known({"replay"}) if key.id.startswith("replay_")]
    assert len({key.id for key in KEYS}) == len(KEYS)
    every = [name for key in mine for name in key.key.split(",")]
    assert len(every) == len(set(every))
    assert not any("ctrl" in name for name in every)
    for key in mine:
        assert hasattr(ReplayScreen, f"_do_{key.id}"), key.id
    assert not {key.id for key in known(())} & {key.id for key in mine}


async def test_a_key_of_ones_own_takes_the_place_of_the_usual_one() -> None:
    past = ReplaySession.read(BY_HAND, 5)
    async with replay_of(past, settings=quick(keys={"replay_forward": "z"})) as (screen, pilot):
        await press(pilot, "z")
        assert past.at == 6
        await press(pilot, "full_stop")
        assert past.at == 6
        assert " z on " in on_screen(screen)


# Judgement


@pytest.mark.slow
@pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")
async def test_finished_games_are_judged_and_the_running_one_is_not(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    keeper = written(
        log, {**OPEN, "rules": "club"}, *GAME,
        {"do": "play", "by": "Ann", "move": "13/7 8/7"},
        {"do": "roll", "by": "Ben", "dice": [6, 2]},
        {"do": "play", "by": "Ben", "move": "13/5"},
    )  # fmt: skip
    async with replay_of(opened(log)) as (screen, pilot):
        assert "reviewable" not in screen.moments, "no game is over"
        await press(pilot, "w")
        assert not screen.judging.running
    ask(keeper, {"do": "double", "by": "Ann"}, {"do": "drop", "by": "Ben"},
        {"do": "drop", "by": "Cy"})  # fmt: skip
    ask(keeper, {"do": "start", "by": keeper.table.box})
    ask(keeper, {"do": "opening", "by": keeper.table.box, "dice": [5, 1]})
    running = {"do": "play", "by": keeper.table.box, "move": "13/8 6/5"}
    ask(keeper, running)
    keeper.close()
    past = opened(log)
    async with replay_of(past) as (screen, pilot):
        await press(pilot, "w")
        while screen.judging.running:
            await pilot.pause()
        await press(pilot, *"4", "enter")
        assert "Ann: 13/7 8/7 is best" in on_screen(screen)
        await press(pilot, "home", "e")
        assert past.at == 6
        assert "Ben: 13/5 loses 0." in on_screen(screen)
        await press(pilot, "end")
        assert screen.judging.at(past.at) == ()
        await press(pilot, "w")
        assert "What cost most:" in on_screen(screen)
        await press(pilot, "q")
        assert in_front(screen.app) is screen


async def at_rest(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
    """Wait until the engine has nothing to do, and that is shown."""
    while screen.judging.busy:
        await pilot.pause()
    await pilot.pause()


@pytest.mark.skipif(not engine_installed(), reason="the engine is not installed")
async def test_the_action_shown_is_rolled_out_when_its_game_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By known figures: a real rollout from the opening on takes minutes."""
    monkeypatch.setattr(EngineJudge, "rollout", Player(0.125, -0.25, 0.5).rollout)
    log = tmp_path / "a.chouette"
    keeper = written(
        log, {**OPEN, "rules": "club"}, *GAME,
        {"do": "play", "by": "Ann", "move": "13/7 8/7"},
        {"do": "double", "by": "Ben"}, {"do": "double", "by": "Cy"},
        {"do": "answer", "by": "Ann", "drop": ["Ben:Ann", "Cy:Ann"]},
    )  # fmt: skip
    ask(keeper, {"do": "start", "by": keeper.table.box})
    ask(keeper, {"do": "opening", "by": keeper.table.box, "dice": [5, 1]})
    ask(keeper, {"do": "play", "by": keeper.table.box, "move": "13/8 6/5"})
    keeper.close()
    past = opened(log)
    async with replay_of(past) as (screen, pilot):
        await press(pilot, "W")
        await at_rest(screen, pilot)
        assert "still being played" in on_screen(screen)
        await press(pilot, *"4", "enter", "W")
        await at_rest(screen, pilot)
        assert "*13/7 8/7 +0.125 ± 0.010; " in on_screen(screen)
        await press(pilot, "full_stop")
        assert "± 0.010" not in on_screen(screen), "it is told of that action only"


# Sizes, the room's screen, a real terminal


@pytest.mark.parametrize("size", [(44, 24), (60, 20), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("name", ["replay", "replay-typing", "watch"])
async def test_screen_is_as_it_was_looked_at(name: str, size: tuple[int, int]) -> None:
    past = ReplaySession.read(BY_HAND, None if name == "watch" else 120)
    settings = quick(checkers="letters")
    make = WatchScreen if name == "watch" else ReplayScreen
    app = ChouetteApp(words=Words(), settings=settings, first=lambda: make(past, Words(), settings))
    keys = ("4", "2") if name == "replay-typing" else ()
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        for row in text_of(app).splitlines():
            assert cell_len(row) <= size[0]
        shown = painted(app)
    path = golden(f"{name}-letters-{size[0]}x{size[1]}-color.txt")
    if os.environ.get("UPDATE_GOLDENS"):
        path.write_text(shown + "\n", encoding="utf-8")
    assert shown + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("physical", [False, True])
def test_no_pane_lies_on_another_at_any_size(bare: bool, physical: bool) -> None:
    for width in range(44, 210, 7):
        for height in range(20, 62, 3):
            made = plan(width, height, physical=physical, transport=not bare, reply=1, bare=bare)
            assert made is not None
            regions = list(made.panes.items())
            for at, (pane, region) in enumerate(regions):
                assert region.right <= width, (width, height, pane)
                assert region.bottom <= height, (width, height, pane)
                for other, second in regions[at + 1 :]:
                    common = region.intersection(second)
                    assert not common.area, (width, height, pane, other)
            assert "story" in made.panes
            assert ("transport" in made.panes) is not bare
            assert ("command" in made.panes) is not bare


async def test_the_rooms_screen_follows_and_nothing_can_be_done_at_it(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    keeper = written(log, OPEN, *GAME)
    past = opened(log)
    settings = quick()
    screen = WatchScreen(past, Words(), settings)
    app = ChouetteApp(words=Words(), settings=settings, first=lambda: screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "r", "left", "1", "3", "enter", "colon", "d")
        assert past.at == 3
        ask(keeper, {"do": "play", "by": "Ann", "move": "13/7 8/7"})
        while past.at < 4:
            await pilot.pause()
        assert "Ann plays 13/7 8/7." in text_of(app)
        assert len(keeper.entries) == 4
        await press(pilot, "q")
    keeper.close()


@pytest.mark.tmux
@pytest.mark.slow
@needs_tmux
def test_a_terminal_follows_a_log_that_the_pipe_writes(tmp_path: Path) -> None:
    log = tmp_path / "a.chouette"
    pipe = subprocess.Popen(
        [*COMMAND, "--log", str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert pipe.stdin is not None
    assert pipe.stdout is not None

    def send(requests: Sequence[dict[str, Any]]) -> None:
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        for request in requests:
            pipe.stdin.write(lines([request]))
            pipe.stdin.flush()
            assert b'"ok":true' in pipe.stdout.readline()

    send([OPEN, *GAME])
    replay = Terminal(tmp_path, chouette("replay", str(log)))
    room = Terminal(tmp_path, chouette("watch", str(log)), (120, 40))
    try:
        replay.wait_for("3/3")
        room.wait_for("LIVE")
        send([{"do": "play", "by": "Ann", "move": "13/7 8/7"}])
        replay.wait_for("Ann plays 13/7 8/7.")
        room.wait_for("Ann plays 13/7 8/7.")
        replay.keys("Left")
        replay.wait_for("3/4")
        assert "REPLAY" in replay.screen
        send([{"do": "roll", "by": "Ben", "dice": [3, 1]}])
        replay.wait_for("3/5")
        room.wait_for("Ben rolls 3-1.")
        replay.keys("End")
        replay.wait_for("5/5")
        assert "LIVE" in replay.screen
        send([{"do": "play", "by": "Ben", "move": "8/5 6/5"}])
        replay.wait_for("6/6")
        replay.keys("q")
        replay.wait_for("ENDED 0")
    finally:
        replay.close()
        room.close()
        pipe.stdin.close()
        pipe.wait()
        pipe.stdout.close()
