"""Where each pane lies at a size of the terminal: one pure function, so that it can be tested.

From 80x24 on board, cubes, sheet and question are in view at once; below that one pane at a time
beside or beneath the board; 44x24 is a phone held upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual.geometry import Region

from widgets.board_map import HUGE, LARGE, PHONE, WIDE, BoardMap

Pane: TypeAlias = Literal[
    "title", "board", "rack", "sheet", "log", "talk", "line", "story", "mark", "command",
    "reply", "keys", "transport",
]  # fmt: skip
Turning: TypeAlias = Literal["rack", "sheet", "log", "talk", "line"]
TURNING: tuple[Turning, ...] = ("rack", "sheet", "log", "talk", "line")
"""The panes that take turns where there is no room for all."""

SMALLEST = (44, 20)
"""Below this a screen cannot hold the board; the plain client serves."""


@dataclass(frozen=True)
class Plan:
    """The region of every pane in view, and whether panes take turns."""

    panes: dict[Pane, Region]
    turning: bool = False


def plan(
    width: int,
    height: int,
    front: Turning = "rack",
    *,
    physical: bool = False,
    transport: bool = False,
) -> Plan | None:
    """Return the plan for a size, None below `SMALLEST`.

    `front` is the pane in view where they take turns; on a wooden board cubes, line and sheet have
    the room that the board would take, unless a position is shown.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return None
    foot = _foot(width, height, transport)
    top = min(region.y for region in foot.values())
    panes: dict[Pane, Region] = {"title": Region(0, 0, width, 1), **foot}
    body = Region(0, 1, width, top - 1)
    if physical:
        return Plan({**panes, **_physical(body, front)}, turning=width < 80)
    if width < 80 or height < 24:
        return Plan({**panes, **_one_at_a_time(body, front)}, turning=True)
    return Plan({**panes, **_together(body, front)})


def _foot(width: int, height: int, transport: bool) -> dict[Pane, Region]:
    rows = 2 if width >= 100 and height >= 30 else 1
    keys = 2 if width < 60 and height >= 24 else 1
    y = height - keys
    foot: dict[Pane, Region] = {"keys": Region(0, y, width, keys)}
    y -= rows
    foot["reply"] = Region(2, y, width - 2, rows)
    y -= 1
    foot["mark"] = Region(0, y, 2, 1)
    foot["command"] = Region(2, y, width - 2, 1)
    y -= rows
    foot["story"] = Region(0, y, width, rows)
    if transport:
        y -= 1
        foot["transport"] = Region(0, y, width, 1)
    return foot


def _board(body: Region, room: int) -> BoardMap:
    """Choose the largest board that leaves `room` lines below and 34 columns beside it."""
    for size in (HUGE, LARGE, WIDE):
        if size.width + 36 <= body.width and size.height + room <= body.height:
            return size
    return PHONE


def _together(body: Region, front: Turning) -> dict[Pane, Region]:
    size = _board(body, 5)
    x, y = body.x, body.y
    panes: dict[Pane, Region] = {"board": Region(x, y, size.width, size.height)}
    beside = size.width + 2
    wide = body.width - beside
    if wide >= 90:
        # Three columns: the story has its own place beside board and cubes.
        rack = 50
        panes["rack"] = Region(beside, y, rack, size.height)
        column = Region(beside + rack + 2, y, wide - rack - 2, body.height)
        half = column.height // 2
        panes["log"] = Region(column.x, column.y, column.width, half)
        panes["talk"] = Region(
            column.x, column.y + half + 1, column.width, column.height - half - 1
        )
        below = y + size.height + 1
        panes["line"] = Region(x, below, beside + rack, 2)
        panes["sheet"] = Region(x, below + 3, beside + rack, body.bottom - below - 3)
        return panes
    panes["rack"] = Region(beside, y, wide, size.height)
    below = y + size.height + 1
    left = body.bottom - below
    if left < 6 or body.width < 100:
        shown: Pane = front if front in ("log", "talk", "line") else "sheet"
        panes[shown] = Region(x, below, body.width, left)
        return panes
    panes["line"] = Region(x, below, beside - 2, 2)
    panes["sheet"] = Region(x, below + 2, beside - 2, left - 2)
    half = left // 2
    panes["log"] = Region(beside, below, wide, half)
    panes["talk"] = Region(beside, below + half, wide, left - half)
    return panes


def _one_at_a_time(body: Region, front: Turning) -> dict[Pane, Region]:
    size = PHONE
    beside = body.width - size.width - 1
    panes: dict[Pane, Region] = {"board": Region(body.x, body.y, size.width, size.height)}
    if beside >= 15:
        if front == "rack" or body.height - size.height < 3:
            if front == "rack":
                panes["rack"] = Region(size.width + 1, body.y, beside, size.height)
                rest = body.height - size.height
                if rest >= 3:
                    panes["sheet"] = Region(body.x, body.y + size.height, body.width, rest)
                return panes
            return {front: body}
        panes["rack"] = Region(size.width + 1, body.y, beside, size.height)
        panes[front] = Region(body.x, body.y + size.height, body.width, body.height - size.height)
        return panes
    rest = body.height - size.height
    if rest < 4:
        return panes if front == "rack" else {front: body}
    panes[front] = Region(body.x, body.y + size.height, body.width, rest)
    return panes


def _physical(body: Region, front: Turning) -> dict[Pane, Region]:
    if body.width < 80:
        if front != "rack":
            return {front: body}
        sheet = min(5, body.height // 3)
        return {
            "rack": Region(body.x, body.y, body.width, body.height - sheet - 1),
            "sheet": Region(body.x, body.bottom - sheet, body.width, sheet),
        }
    left = body.width * 3 // 5
    panes: dict[Pane, Region] = {"rack": Region(body.x, body.y, left - 2, body.height)}
    shown: Pane = front if front in ("log", "talk") else "sheet"
    panes["line"] = Region(body.x + left, body.y, body.width - left, 3)
    panes[shown] = Region(body.x + left, body.y + 4, body.width - left, body.height - 4)
    return panes
