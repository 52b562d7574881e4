"""What comes of taking back (protocol section 2)."""

from __future__ import annotations

from rules import events as ev
from rules.actions import Takeback
from rules.state import Game, Table
from rules.telling import Telling


def takeback(t: Telling) -> None:
    """Propose to undo the last actions to the other side's mover and to whose cubes it touches."""
    assert isinstance(t.action, Takeback)
    past = _back(t.table, t.action.steps)
    assert past.game is not None, "only what happens in a game can be taken back"
    game = t.table.game or past.game
    mover = past.acting_mover() if t.table.game is None else t.table.acting_mover()
    asked = [mover if game.side_of(t.me) == "box" else game.boxer]
    asked += _touched(game, past.game, t.table)
    seated = t.table.seated
    # Who left with the game's end is not asked any more; who bought a cube from outside is.
    outside = [name for name in asked if name not in (*seated, *game.line, game.assistant)]
    waits_for = [name for name in (*seated, *dict.fromkeys(outside)) if name in asked]
    waits_for = [name for name in waits_for if name != t.me]
    request = {"do": "takeback", "by": t.me, "steps": t.action.steps}
    if waits_for:
        t.propose(request, waits_for, in_game=t.table.game is not None)
    else:
        take_back(t, t.action.steps)


def _back(table: Table, steps: int) -> Table:
    for _ in range(steps):
        assert table.before is not None
        table = table.before
    return table


def _touched(now: Game, past: Game, table: Table) -> list[str]:
    """Return the players of the cubes that differ; after the game's end, of those it closed."""
    if table.game is None:
        return [name for cube in past.live for name in (cube.player, cube.boxer)]
    old = {cube.id: cube for cube in past.cubes}
    changed = [cube for cube in now.cubes if old.get(cube.id) != cube]
    return [name for cube in changed for name in (cube.player, cube.boxer)]


def take_back(t: Telling, steps: int) -> None:
    """Undo the last actions, to which all concerned have agreed."""
    t.tell(ev.TakenBack(steps=steps))
    if t.table.game is not None and t.table.commit is None:
        t.commit()
