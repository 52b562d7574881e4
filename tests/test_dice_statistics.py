"""Whether dice are fair: the counts, what they mean, and the page that shows the proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.dice import die
from app.dice_statistics import Statistics, as_unlikely, beyond, page, statistics
from app.history import History
from app.screens.dice import DiceScreen
from app.verify import run
from rules import events as ev
from rules.log import Entry
from tests.screen_tools import press, screen_of, table_for, text_of, type_line
from tests.test_cube_rounds_on_screen import START
from widgets.words import Words

LOGS = Path(__file__).parent / "golden" / "logs" / "v1"


def rolled(*dice: tuple[int, int], by: str = "Ann") -> Statistics:
    events = tuple(ev.Rolled(by=by, dice=pair) for pair in dice)
    return statistics([Entry(1, "", {"do": "roll"}, events)])


def said(found: Statistics) -> str:
    return "\n".join(text for text, _ in page(found, Words()))


def test_every_roll_once_is_as_even_as_can_be() -> None:
    found = rolled(*((one, two) for one in range(1, 7) for two in range(1, 7)))
    assert [found.faces[face] for face in range(1, 7)] == [12] * 6
    assert (found.chi_square, found.chance) == (0, 1)
    assert found.chance_of_doubles == pytest.approx(1)
    assert f"{found.pips['Ann'] / found.rolls['Ann']:.2f}" == "8.17"
    assert "Nothing odd." in said(found)


def test_loaded_dice_are_called_rare_and_not_a_crime() -> None:
    found = rolled(*[(6, 5)] * 40)
    assert found.chance < 1e-9
    assert found.chance_of_doubles < 0.01
    assert "the proof below says whether anybody chose them" in said(found)


def test_few_dice_are_not_judged() -> None:
    assert "Too few to judge" in said(rolled((6, 6), (6, 6)))
    assert said(Statistics()).endswith("No dice have been thrown yet.")


@pytest.mark.parametrize(
    ("value", "chance"), [(1.145, 0.95), (9.236, 0.1), (12.833, 0.025), (20.515, 0.001)]
)
def test_chi_square_is_that_of_the_tables(value: float, chance: float) -> None:
    assert beyond(value) == pytest.approx(chance, rel=2e-3)


def test_chances_of_all_counts_add_up() -> None:
    assert as_unlikely(0, 0, 1 / 6) == pytest.approx(1)
    assert as_unlikely(20, 20, 1 / 6) == pytest.approx((1 / 6) ** 20)


def test_a_seeds_dice_pass_their_own_test() -> None:
    found = Statistics()
    found.faces.update(die("61", {}, number) for number in range(1, 6001))
    assert found.chance > 0.001


def test_verify_statistics_counts_and_proves(capsys: pytest.CaptureFixture[str]) -> None:
    log = LOGS / "club-fair.chouette"
    assert run(["--statistics", str(log)]) == 0
    shown = capsys.readouterr().out
    found = statistics(History.read(log).entries)
    assert f"Each face of {found.dice} dice" in shown
    assert f"Chi-square {found.chi_square:.2f}" in shown
    assert "game 1: 12 dice, all as committed to before the first roll" in shown
    assert "SHA-256 2fc519eb" in shown


async def test_the_page_opens_by_key_and_by_command() -> None:
    session = table_for(("Dana", "Ann", "Ben"), START[0], dice="fair")
    async with screen_of(session) as (app, pilot):
        await press(pilot, "space", "z")
        assert isinstance(app.screen, DiceScreen)
        assert "Are the dice fair?" in text_of(app)
        await press(pilot, "G", "end")
        assert "What it does not prove" in " ".join(text_of(app).split())
        await press(pilot, "q")
        await type_line(pilot, "dice")
        assert isinstance(app.screen, DiceScreen)
