"""What comes of changed stakes, house rules, places and rows of the sheet (rulebook 3, 8, 14)."""

from __future__ import annotations

from typing import Any

from rules import events as ev
from rules.actions import (
    Amend,
    Object,
    Transfer,
)
from rules.cube import Cube
from rules.decide_seats import reseat
from rules.permit_house import new_rules
from rules.points import partner_share
from rules.state import GameRecord, Table
from rules.telling import Telling

# Stakes, rules, places


def _others(t: Telling) -> list[str]:
    return [name for name in t.table.seated if name != t.me]


def _ask_all(t: Telling, waits_for: list[str]) -> None:
    """Propose the action to those, or decide it at once where nobody else is concerned."""
    request = t.action.model_copy(update={"as_": None, "by": t.me}).request()
    if waits_for:
        t.propose(request, waits_for)
    else:
        carry_out_pause(t, request)


def stake(t: Telling) -> None:
    """Ask to change one's own multiple (club 2.3, hungarian 6)."""
    if t.table.rules.stake_change == "all":
        _ask_all(t, _others(t))
    else:
        opponent = t.table.box if t.me != t.table.box else t.table.captain
        _ask_all(t, [opponent] if opponent else [])


def propose_to_all(t: Telling) -> None:
    """Ask everybody's consent, for house rules (club 11.1)."""
    _ask_all(t, _others(t))


def swap(t: Telling) -> None:
    """Ask another to exchange places (tavla 15)."""
    _ask_all(t, [t.action.with_])  # type: ignore[union-attr]


def object_(t: Telling) -> None:
    """A new Box does not play a multiple (club 2.2)."""
    assert isinstance(t.action, Object)
    t.tell(ev.StakeSet(player=t.action.player, value=1))


def transfer(t: Telling) -> None:
    """Offer points outside the games; who has left the table cannot answer, and is paid at once."""
    assert isinstance(t.action, Transfer)
    _ask_all(t, [t.action.to] if t.action.to in t.table.seated else [])


def amend(t: Telling) -> None:
    """Ask all whose points change to mend a game's record."""
    assert isinstance(t.action, Amend)
    record = t.table.games[t.action.game - 1]
    points = amended_points(t.table, t.action.request())
    changed = [name for name in t.table.seated if points.get(name, 0) != record.points.get(name, 0)]
    _ask_all(t, [name for name in changed if name != t.me])


def amended_points(table: Table, request: dict[str, Any]) -> dict[str, int]:
    """Return a finished game's points as amended: those given, or what another kind would pay."""
    record = table.games[request["game"] - 1]
    given = request.get("points")
    if given is not None:
        return {name: given.get(name, 0) for name in record.points}
    points = dict(record.points)
    boxers = {cube.boxer for cube in record.cubes if _shared(record, cube)}
    old = {boxer: _shared_total(record, boxer, record.cubes) for boxer in boxers}
    cubes = tuple(_as_kind(table, cube, request["kind"]) for cube in record.cubes)
    for before, after in zip(record.cubes, cubes, strict=True):
        change = after.won - before.won
        points[before.player] += change
        points[before.boxer] -= change
    if record.partner:
        for boxer in boxers:
            more = partner_share(_shared_total(record, boxer, cubes)) - partner_share(old[boxer])
            points[boxer] -= more
            points[record.partner] += more
    return points


def _shared(record: GameRecord, cube: Cube) -> bool:
    return cube.box == record.box and not cube.extra


def _shared_total(record: GameRecord, boxer: str, cubes: tuple[Cube, ...]) -> int:
    mine = (cube for cube in cubes if cube.boxer == boxer and _shared(record, cube))
    return -sum(cube.won for cube in mine)


def _as_kind(table: Table, cube: Cube, kind: Any) -> Cube:
    if cube.how != "checkers" or not cube.points:
        return cube
    worth = cube.worth(kind, table.rules.jacoby)
    return cube.but(points=worth if cube.points > 0 else -worth)


def carry_out_pause(t: Telling, request: dict[str, Any]) -> None:
    """Decide an action of the pause to which all concerned have agreed."""
    verb, by = request["do"], request["by"]
    if verb == "join":
        must = bool(t.table.rules.changes())
        stake_ = int(request.get("stake", 1))
        t.tell(ev.Joined(player=by, stake=stake_, must_acknowledge=must))
    elif verb == "invite":
        _invited(t, request["player"])
    elif verb == "stake":
        t.tell(ev.StakeSet(player=by, value=request["value"]))
    elif verb == "rules":
        rules = new_rules(t.table, request["set"])
        t.tell(ev.RulesSet(rules=rules.model_dump(mode="json")))
    elif verb == "swap":
        places = {by: request["with"], request["with"]: by}
        line = tuple(places.get(name, name) for name in t.table.line)
        reseat(t, line, t.table.box, "swap")
    elif verb == "transfer":
        t.tell(ev.Paid(frm=by, to=request["to"], points=request["points"], why="transfer"))
    else:
        assert verb == "amend", verb
        points = amended_points(t.table, request)
        t.tell(ev.Amended(game=request["game"], points=points, kind=request.get("kind")))


def _invited(t: Telling, player: str) -> None:
    if t.table.rules.partner == "second_box":
        line = tuple(name for name in t.table.line if name != player)
        t.tell(ev.LineSet(line=line, why="partner", assistant=player))
    else:
        t.tell(ev.LineSet(line=t.table.line, why="partner", partner=player))
