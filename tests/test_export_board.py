"""The position of a moment: ids that other programs read, and a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.export import ExportError
from app.formats.board_svg import export_svg
from app.formats.position import position_lines
from app.formats.report import export_txt
from app.history import History
from rules.ids import read_match_id, read_position_id, read_xgid

LOGS = Path(__file__).parent / "golden" / "logs" / "v1"
SVG = "{http://www.w3.org/2000/svg}"


def tracked() -> list[tuple[History, int]]:
    """Moments in games of every golden session whose checkers are known."""
    histories = [History.read(path) for path in sorted(LOGS.glob("*.chouette"))]
    return [
        (history, at)
        for history in histories
        for at, table in enumerate(history.tables)
        if table.game is not None and table.board == "tracked"
    ]


def test_ids_say_what_the_table_says() -> None:
    seen = 0
    for history, at in tracked():
        table = history.tables[at]
        game = table.game
        assert game is not None
        first, *cubes = position_lines(table)
        assert read_position_id(first.removeprefix("GNU position id ")) == game.position
        for line, cube in zip(cubes, game.live, strict=False):
            name, ids = line.rsplit(": XGID=", 1)
            xgid, gnu = ids.split(", GNU ")
            position, state = read_xgid("XGID=" + xgid)
            board, match = gnu.split(":")
            assert (name, position) == (cube.id, game.position)
            assert read_position_id(board) == game.position
            assert state.cube == read_match_id(match).cube == cube.value
            owner = {None: None, cube.boxer: 1, cube.player: 0}[cube.owner]
            assert state.owner == read_match_id(match).owner == owner
            assert state.on_roll == (game.turn == "box")
            seen += 1
    assert seen > 100


def test_the_report_has_the_position() -> None:
    history, at = tracked()[-1]
    assert next(iter(position_lines(history.tables[at]))) in export_txt(history, at, False)


def test_the_picture_has_every_checker() -> None:
    for history, at in tracked()[::7]:
        table = history.tables[at]
        game = table.game
        assert game is not None
        root = ElementTree.fromstring(export_svg(history, at, False))
        texts = [element.text for element in root.iter(f"{SVG}text")]
        drawn = [c for c in root.iter(f"{SVG}circle") if c.get("r") == "17"]
        expected = sum(min(count, 5) for side in game.position for count in side[1:])
        assert len(drawn) == expected
        counts = [str(c) for side in game.position for c in side[1:] if c > 5]
        assert all(count in texts for count in counts)
        pips = [c for c in root.iter(f"{SVG}circle") if c.get("r") == "3"]
        assert len(pips) == sum(game.dice or ())


def test_the_picture_is_safe_for_any_name() -> None:
    history, at = tracked()[0]
    table = history.tables[at]
    assert table.game is not None
    cube = table.game.cubes[0].but(player="<b>&")
    history.tables[at] = table.but(game=table.game.but(cubes=(cube,)))
    root = ElementTree.fromstring(export_svg(history, at, False))
    assert any("<b>&" in (element.text or "") for element in root.iter(f"{SVG}text"))


def test_no_picture_without_a_position() -> None:
    history = History.read(LOGS / "club-real-board.chouette")
    between = next(i for i, table in enumerate(history.tables) if i and table.game is None)
    with pytest.raises(ExportError, match=r"no game was being played after action \d+"):
        export_svg(history, between, False)
    unseen = next(i for i, table in enumerate(history.tables) if table.game and not table.shown)
    with pytest.raises(ExportError, match="real board, and nobody had shown"):
        export_svg(history, unseen, False)
