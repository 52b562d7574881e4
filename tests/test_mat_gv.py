"""Files of XG, BGBlitz and OGXM, through the package that reads them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from app.formats.foreign import open_foreign
from app.formats.gv import kind_of, match_of, read_gv
from app.formats.mat import read_mat
from app.formats.mat_session import play_match
from app.formats.match import MatError
from app.store import StoreError
from rules import events as ev
from rules.state import Table
from tests import bgf

DATA = Path(__file__).parent / "data" / "mat"
NAMES = [
    "21_bar_and_off.mat",
    "22_no_hit_marks.mat",
    "24_combined_steps.mat",
    "37_take_opens_a_row.mat",
    "42_crawford.mat",
    "43_row_numbers.mat",
    "26_full_column.mat",
]


def plays(tables: tuple[Table, ...], entries: Any) -> list[str | None]:
    found = [event for entry in entries for event in entry.events]
    return [event.position for event in found if isinstance(event, ev.Played)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("written", ["write_gvab", "write_gvab_v1"])
def test_an_ogxm_file_is_the_match_it_was_made_of(name: str, written: str, tmp_path: Path) -> None:
    gvformat = pytest.importorskip("gvformat")
    source = DATA / name
    data = getattr(gvformat, written)(gvformat.convert_mat(str(source)))
    path = tmp_path / "match.gvab"
    path.write_bytes(data)
    imported, direct = open_foreign(path), play_match(read_mat(source.read_bytes()))
    assert imported is not None
    assert [str(remark) for remark in imported.remarks] == []
    assert dict(imported.tables[-1].scores) == dict(direct.tables[-1].scores)
    assert plays(imported.tables, imported.entries) == plays(direct.tables, direct.entries)


def test_an_illegal_play_is_a_position() -> None:
    document = {
        "player_white": "Ann",
        "player_black": "Bob",
        "match_length": 3,
        "games": [
            {
                "winner": 1,
                "points_won": 1,
                "plies": [
                    {"color": 1, "action_id": 2, "d1": 3, "d2": 1, "moves": [
                        {"from": 17, "pips": 3}, {"from": 19, "pips": 1}]},
                    {"color": 0, "action_id": 31, "d1": 6, "d2": 1, "set_position": [
                        0, 2, 0, 0, 0, 0, -5, 0, -4, 0, 0, 0, 5, -4, 0, 0, 0, 2, 0, 4, 2, 0, 0, 0,
                        -2, 0]},
                    {"color": 1, "action_id": 27},
                ],
            }
        ],
    }  # fmt: skip
    imported = play_match(match_of(document))
    assert [str(remark) for remark in imported.remarks] == [
        "action 2: illegal: Bob played 61 as a position; it stands as written"
    ]
    table = imported.tables[-1]
    assert dict(table.scores) == {"Ann": -1, "Bob": 1}
    turn = next(t.game.turns[-1] for t in imported.tables if t.game and len(t.game.turns) == 2)
    assert (turn.after.mine[8], turn.after.mine[13]) == (4, 4)


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"RGMH\x01", "xg"), (b"OGXM\x02\x00", "ogxm"), (b'{"format":"BGF"}\nxx', "bgf")],
)
def test_a_broken_file_says_so(data: bytes, kind: str, tmp_path: Path) -> None:
    pytest.importorskip("gvformat")
    assert kind_of(data) == kind
    path = tmp_path / "broken"
    path.write_bytes(data + b"\x00" * 40)
    with pytest.raises(StoreError, match=f"cannot be opened: this {kind} file cannot be read"):
        open_foreign(path)


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gvformat", None)
    with pytest.raises(MatError, match=r"pip install 'chouette\[formats\]' adds it"):
        read_gv(b"OGXM", "ogxm")


def test_our_own_logs_are_none_of_them() -> None:
    assert kind_of(b'{"chouette":1,"do":"open","format":"x"}\n') is None
    assert kind_of((DATA / "03_money.mat").read_bytes()) is None


@pytest.mark.parametrize("name", ["21_bar_and_off.mat", "03_money.mat"])
def test_a_bgblitz_file_is_the_match_it_was_made_of(name: str, tmp_path: Path) -> None:
    """Written by our own hand: the reader is gvformat's, what becomes of it is ours."""
    pytest.importorskip("gvformat")
    source = play_match(read_mat((DATA / name).read_bytes()))
    path = tmp_path / "match.bgf"
    path.write_bytes(bgf.written(source.tables, source.entries))
    imported = open_foreign(path)
    assert imported is not None
    assert dict(imported.tables[-1].scores) == dict(source.tables[-1].scores)
    assert plays(imported.tables, imported.entries) == plays(source.tables, source.entries)
