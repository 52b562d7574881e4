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
    "title", "board", "rack", "sheet", "log", "talk", "line", "story", "command",
    "reply", "keys", "transport",
]  # fmt: skip
Turning: TypeAlias = Literal["rack", "sheet", "log", "talk", "line"]
TURNING: tuple[Turning, ...] = ("rack", "sheet", "log", "talk", "line")
"""The panes that take turns where there is no room for all."""

RACK = 17
"""Lines of the rack beside a large board: both sides, ten cubes and the question."""

BESIDES = 6
"""Lines of a rack besides its cubes: both sides, the heading and a question of two lines."""

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
    reply: int = 1,
    bare: bool = False,
    story: int = 0,
    told: int = 1,
    cubes: int = 0,
) -> Plan | None:
    """Return the plan for a size, None below `SMALLEST`.

    `front` is the pane in view where they take turns; on a wooden board cubes, line and sheet have
    the room that the board would take, unless a position is shown. `reply` are the lines that a
    refusal wants. `bare` leaves command, answer and keys out, for a screen that only shows.
    `told` are the lines that what happened last wants above the command, `story` those of more to
    say than that. `cubes` are the rows that a wooden board's rack has to show.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return None
    # A wooden board's keys are many, and it leaves room.
    two = (width < 60 and height >= 24) or (physical and width < 120)
    keys = 0 if bare else 2 if two else 1
    panes: dict[Pane, Region] = {"title": Region(0, 0, width, 1)}
    if keys:
        panes["keys"] = Region(0, height - keys, width, keys)
    body = Region(0, 1, width, height - keys - 1)
    rows = max(2 if width >= 100 and height >= 30 else 1, story, told)
    phone = width < 60 and height >= 24
    answer = max(2 if phone and not story else 1 if transport or story else rows, reply)
    if bare:
        answer = -1  # Neither an answer nor the command above it.
    if physical:
        top = Region(0, 1, width, body.height - 2 - rows - answer - transport)
        panes |= _prompt(top.bottom, width, rows, answer, transport) | _physical(top, front, cubes)
        return Plan(panes, turning=width < 80)
    together = width >= 80 and height >= 24
    room = (9 if rows == 1 else 10 + rows) + transport - 2 * bare
    size = _board(body, room) if together else PHONE
    gap = 1 if together and not story else 0
    answer = min(answer, body.height - size.height - gap - 1 - rows - transport)
    at = body.y + size.height + gap
    prompt = _prompt(at, width, rows, answer, transport)
    end = at + 1 + rows + answer + transport + gap
    last = 1 if together and rows == 1 and not transport else 0
    below = Region(0, end, width, max(body.bottom - end - last, 0))
    panes["board"] = Region(0, body.y, size.width, size.height)
    arrange = _together if together else _one_at_a_time
    panes |= prompt | arrange(panes["board"], width, below, front)
    return Plan({pane: region for pane, region in panes.items() if region.area}, not together)


def _prompt(y: int, width: int, rows: int, answer: int, transport: bool) -> dict[Pane, Region]:
    panes: dict[Pane, Region] = {}
    if transport:
        panes["transport"] = Region(0, y, width, 1)
        y += 1
    panes["story"] = Region(0, y, width, rows)
    if answer >= 0:
        panes["command"] = Region(0, y + rows, width, 1)
        panes["reply"] = Region(2, y + rows + 1, width - 2, answer)
    return panes


def _board(body: Region, room: int) -> BoardMap:
    """Choose the largest board that leaves `room` lines below and 34 columns beside it."""
    for size in (HUGE, LARGE, WIDE):
        if size.width + 36 <= body.width and size.height + room <= body.height:
            return size
    return PHONE


def _together(board: Region, width: int, below: Region, front: Turning) -> dict[Pane, Region]:
    """Board and cubes side by side, the sheet beneath; wider, log and talk have their place."""
    x, beside = board.right + 2, width - board.right - 2
    if beside >= 90 and below.height >= 4:
        rack, column = 50, Region(x + 52, board.y, beside - 52, board.height)
        half = column.height // 2
        return {
            "rack": Region(x, board.y, rack, board.height),
            "log": Region(column.x, column.y, column.width, half),
            "talk": Region(column.x, column.y + half + 1, column.width, column.height - half - 1),
            "line": Region(0, below.y, width, 2),
            "sheet": Region(0, below.y + 2, width, max(below.height - 2, 2)),
        }
    panes: dict[Pane, Region] = {"rack": Region(x, board.y, beside, board.height)}
    if width < 100 or below.height < 6:
        shown: Pane = front if front in ("log", "talk", "line") else "sheet"
        panes[shown] = below
        return panes
    left = board.right
    panes["line"] = Region(0, below.y, left, 2)
    panes["sheet"] = Region(0, below.y + 2, left, below.height - 2)
    if board.height >= RACK + 6:
        # The cubes need no more than the large board's upper part: the log stands below them.
        panes["rack"] = Region(x, board.y, beside, RACK)
        panes["log"] = Region(x, board.y + RACK + 1, beside, board.height - RACK - 1)
        panes["talk"] = Region(x, below.y, beside, below.height)
        return panes
    half = below.height // 2
    panes["log"] = Region(x, below.y, beside, half)
    panes["talk"] = Region(x, below.y + half, beside, below.height - half)
    return panes


def _one_at_a_time(board: Region, width: int, below: Region, front: Turning) -> dict[Pane, Region]:
    """The board with its prompt, and one more pane: beside, beneath, or instead of the board."""
    beside = Region(board.right + 1, board.y, width - board.right - 1, board.height)
    panes: dict[Pane, Region] = {}
    if beside.width >= 15:
        if front != "rack" and below.height < 3:
            return {"board": Region(0, 0, 0, 0), front: Region(0, board.y, width, board.height)}
        panes["rack"] = beside
        if below.height >= 1:
            panes["sheet" if front == "rack" else front] = below
        return panes
    if below.height >= 4 or (front == "rack" and below.height >= 1):
        panes[front] = below
        return panes
    if front == "rack":
        return panes
    return {"board": Region(0, 0, 0, 0), front: Region(0, board.y, width, board.height)}


def _physical(body: Region, front: Turning, cubes: int) -> dict[Pane, Region]:
    # Cubes come first: of the sheet the names, the last game and the whole suffice.
    spare = max(body.height - cubes - BESIDES - 1, 3)
    if body.width < 80:
        if front != "rack":
            return {front: body}
        sheet = min(5, body.height // 3, spare)
        return {
            "rack": Region(body.x, body.y, body.width, body.height - sheet - 1),
            "sheet": Region(body.x, body.bottom - sheet, body.width, sheet),
        }
    left = max(body.width * 3 // 5, 44)
    sheet = min(7, body.height // 3, spare)
    top = body.height - sheet - 1
    side = Region(body.x + left, body.y, body.width - left, top)
    shown: Pane = front if front in ("log", "talk") else "log"
    return {
        "rack": Region(body.x, body.y, left - 2, top),
        "line": Region(side.x, side.y, side.width, 3),
        shown: Region(side.x, side.y + 4, side.width, side.height - 4),
        "sheet": Region(body.x, body.y + top + 1, body.width, sheet),
    }
