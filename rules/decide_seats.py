"""What comes of opening, drawing, sitting, and the pause between games (rulebook sections 3, 8,
14).
"""

from __future__ import annotations

from typing import Any

from rules import events as ev
from rules.actions import (
    AutoStay,
    Draw,
    Join,
    Open,
    Proxy,
    Request,
    Salt,
    Seed,
)
from rules.cube import cube_id
from rules.draw import ranked, roll_order, throws_each
from rules.permit_seats import drawing
from rules.ruleset import read_ruleset
from rules.sheet import settle_up
from rules.state import Table
from rules.telling import Telling

# Opening and drawing


def open_session(t: Telling) -> None:
    """Open the session."""
    action = t.action
    assert isinstance(action, Open)
    seed = action.dice.seed if isinstance(action.dice, Seed) else None
    dice = "seed" if isinstance(action.dice, Seed) else action.dice or "fair"
    t.tell(
        ev.Opened(
            rules=read_ruleset(action.rules).model_dump(mode="json"),
            board=action.board,
            dice="manual" if action.board == "physical" else dice,
            seed=seed,
            stake=action.stake,
            currency=action.currency,
            title=action.title,
            players=tuple(seating.name for seating in action.players),
            multiples={s.name: s.stake for s in action.players if s.stake != 1},
            draw=action.draw,
        )
    )


def draw(t: Telling) -> None:
    """Settle the line, or the order of those who join together, by dice."""
    action = t.action
    assert isinstance(action, Draw)
    players = drawing(t.table)
    if action.rolls is not None:
        rolls = action.rolls
        order = ranked(players, rolls, throws_each(t.table, rolls))
        _set_drawn_line(t, players, order, rolls)
        return
    t.commit()
    _throw_for_order(t, players)
    t.reveal()


def _throw_for_order(t: Telling, players: tuple[str, ...]) -> None:
    order, rolls = roll_order(players, throws_each(t.table), t.throw)
    _set_drawn_line(t, players, order, rolls, thrown=sum(len(roll) - 1 for roll in rolls))


def _set_drawn_line(
    t: Telling,
    players: tuple[str, ...],
    order: tuple[str, ...],
    rolls: tuple[tuple[str | int, ...], ...],
    thrown: int = 0,
) -> None:
    settled = tuple(name for name in t.table.line if name not in players)
    t.tell(
        ev.LineSet(
            line=settled + order,
            why="draw" if t.table.undrawn else "join_roll",
            rolls=rolls,
            thrown=thrown,
            partner=t.table.partner,
            assistant=t.table.assistant,
        )
    )


def start(t: Telling) -> None:
    """Start the next game; the proposals of the pause lapse."""
    t.lapse([one.id for one in t.table.proposals])
    t.commit()
    joiners = drawing(t.table)
    if joiners:
        _throw_for_order(t, joiners)
    table = t.table
    box, captain = table.line[0], table.line[1]
    team = tuple(name for name in table.line[1:] if name != table.partner)
    t.tell(
        ev.Started(
            game=len(table.games) + 1,
            box=box,
            captain=captain,
            team=team,
            partner=table.partner,
            assistant=table.assistant,
            values=_starting_values(table, box, team),
        )
    )


def _starting_values(table: Table, box: str, team: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Return each cube's value: its player's multiple, doubled where tavla 14 says so."""
    times = 2 if table.doubled_for == box else 1
    values = {}
    for name in team:
        for boxer in filter(None, (box, table.assistant)):
            value = table.multiples.get(name, 1) * times
            values[cube_id(name, boxer)] = (value, value)
    return values


# Sitting down and leaving


def join(t: Telling) -> None:
    """Ask for a seat: under `any` the first yes decides, a multiple is the Box's to agree to."""
    action = t.action
    assert isinstance(action, Join)
    request = {"do": "join", "by": t.me, "player": t.me}
    if action.stake != 1:
        request["stake"] = action.stake  # type: ignore[assignment]
    if t.table.rules.admission == "all":
        staying = [name for name in t.table.seated if name not in t.table.leaving]
        t.propose(request, staying or t.table.seated)
    elif action.stake != 1:
        t.propose(request, (t.table.box,))
    else:
        t.propose(request, t.table.seated, needs="one")


def leave(t: Telling) -> None:
    """Leave now, or after the game."""
    table = t.table
    if table.game is not None:
        t.tell(ev.Left(player=t.me, after_game=True))
        return
    box = table.box
    line = tuple(name for name in table.line if name != t.me)
    t.tell(ev.Left(player=t.me))
    if line and (line[0] != box or table.assistant == t.me):
        reseat(t, line, box, "leave")


def relinquish(t: Telling) -> None:
    """The scheduled Box goes to the bottom (club 6.1)."""
    line = t.table.line
    reseat(t, (*line[1:], line[0]), line[0], "relinquish")


def reseat(t: Telling, line: tuple[str, ...], old_box: str, why: Any) -> None:
    """Set the line; who was Partner or assistant of another Box is so no more."""
    partner, assistant = t.table.partner, t.table.assistant
    if line[0] != old_box:
        partner = None
        if assistant is not None:
            end = len(line) - (why == "relinquish")  # who relinquishes is at the very bottom
            line, assistant = (*line[:end], assistant, *line[end:]), None
    t.tell(ev.LineSet(line=line, why=why, partner=partner, assistant=assistant))


def invite(t: Telling) -> None:
    """The Box asks a Partner or an assistant."""
    request = t.action.model_copy(update={"as_": None, "by": t.me}).request()
    t.propose(request, (request["player"],))


def partner_choice(t: Telling) -> None:
    """The Partner due as Captain stays Partner at the bottom, or becomes Captain (club 6.4)."""
    line, partner = t.table.line, t.table.partner
    assert partner is not None
    if t.action.verb == "remain":
        line = (*(name for name in line if name != partner), partner)
    kept = partner if t.action.verb == "remain" else None
    t.tell(ev.LineSet(line=line, why="partner", partner=kept, assistant=t.table.assistant))


# Presence and the end


def presence(t: Telling) -> None:
    """Be away or back, name a proxy, stay by habit, acknowledge, salt the dice."""
    action: Request = t.action
    if isinstance(action, Proxy):
        t.tell(ev.SeatSet(player=t.me, what="proxy", to=action.to))
    elif isinstance(action, AutoStay):
        t.tell(ev.SeatSet(player=t.me, what="auto_stay", on=action.on))
    elif isinstance(action, Salt):
        t.tell(ev.SeatSet(player=t.me, what="salt", to=action.text))
    elif action.verb == "acknowledge":
        t.tell(ev.SeatSet(player=t.me, what="acknowledged"))
    elif action.verb == "away":
        t.tell(ev.SeatSet(player=t.me, what="away"))
    else:
        t.tell(ev.SeatSet(player=t.me, what="back"))


def close(t: Telling) -> None:
    """End the session."""
    t.lapse([one.id for one in t.table.proposals])
    payments = settle_up(t.table.scores)
    t.tell(ev.Closed(payments=tuple((one.frm, one.to, one.points) for one in payments)))
