"""A whole evening, written by hand, played again by the rules."""

from __future__ import annotations

import json
from pathlib import Path

from rules.sheet import money, settle_up
from rules.views import state_of
from tests.rules.driver import At

GOLDEN = Path(__file__).parent.parent / "golden"


def evening() -> tuple[At, list[str]]:
    """Play the script; return the table, and the line that follows each game."""
    at, lines = At(), []
    for text in (GOLDEN / "evening.chouette").read_text("utf-8").splitlines():
        request = json.loads(text)
        request.pop("chouette", None)
        games = len(at.table.games)
        at.do(request.pop("by", ""), request.pop("do"), **request)
        if len(at.table.games) > games:
            lines.append(at.next)
    return at, lines


def sheet() -> list[list[str]]:
    """Return the rows of the sheet that was worked out by hand."""
    rows = []
    for line in (GOLDEN / "evening.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0].isdigit():
            rows.append(cells)
    return rows


def test_the_evening_gives_the_sheet_that_was_worked_out_by_hand() -> None:
    at, lines = evening()
    names = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gil"]
    played = []
    for row, line in zip(at.state["games"], lines, strict=True):
        partner = at.table.games[row["game"] - 1].partner
        circled = ", ".join(row["circled"]) + (" b" if row["b"] else "")
        played.append(
            [
                str(row["game"]),
                row["box"] + (f" ({partner})" if partner else ""),
                row["captain"],
                *(str(row["points"].get(name, "")) for name in names),
                circled,
                line,
            ]
        )
    assert played == sheet()


def test_the_evening_ends_with_these_totals_and_payments() -> None:
    at, _ = evening()
    assert at.scores == {"Ann": 3, "Ben": 1, "Cy": 0, "Dee": 2, "Eve": 0, "Fay": 0, "Gil": -6}
    payments = settle_up(at.scores)
    assert [(p.frm, p.to, str(money(p.points, at.table.stake))) for p in payments] == [
        ("Gil", "Ann", "1.50"), ("Gil", "Dee", "1.00"), ("Gil", "Ben", "0.50"),
    ]  # fmt: skip


def test_the_evening_ends_in_this_state() -> None:
    at, _ = evening()
    wanted = json.loads((GOLDEN / "evening.json").read_text("utf-8"))
    assert json.loads(json.dumps(state_of(at.table))) == wanted
