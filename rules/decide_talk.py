"""What comes of talk (rulebook section 11)."""

from __future__ import annotations

from rules import events as ev
from rules.actions import (
    Flag,
    Note,
    OfHost,
    Say,
    Suggest,
)
from rules.consult import QUIET_PHASES, hearers, may_consult
from rules.notation import read_play, write_play
from rules.telling import Telling


def say(t: Telling) -> None:
    """Speak to those who may hear; table talk waits while a play or a cube is decided (`quiet`)."""
    assert isinstance(t.action, Say)
    action = t.action
    held = (
        action.topic == "table"
        and t.table.rules.quiet
        and t.table.phase in QUIET_PHASES
        and not may_consult(t.table, t.me)
    )
    t.tell(
        ev.Said(
            by=t.me,
            topic=action.topic,
            to=action.to,
            text=action.text,
            hearers=_heard_by(t, action.to),
            held=held,
        )
    )


def suggest(t: Telling) -> None:
    """Give advice as a legal play, to one's own side."""
    assert isinstance(t.action, Suggest)
    game = t.game
    assert game.dice is not None
    move = write_play(read_play(t.action.move, game.position, game.dice))
    to = game.side_of(t.me) or "team"
    t.tell(
        ev.Said(by=t.me, topic="checkers", to=to, text=move, hearers=_heard_by(t, to), move=move)
    )


def _heard_by(t: Telling, to: str) -> tuple[str, ...] | None:
    names = hearers(t.table, to)
    return names if names is None or t.me in names else (*names, t.me)


def ask(t: Telling) -> None:
    """The Captain asks for advice on this roll."""
    t.tell(ev.Asked(by=t.me))


def remark(t: Telling) -> None:
    """Write a note, a flag or an act of the host into the log."""
    action = t.action
    if isinstance(action, Flag):
        t.tell(ev.Remarked(event="flag", by=t.me, text=action.text))
    elif isinstance(action, Note):
        t.tell(ev.Remarked(event="note", by=t.me, text=action.text))
    else:
        assert isinstance(action, OfHost)
        name = action.player
        t.tell(ev.Remarked(event="host", by=t.me, text=f"{action.verb} {name}"))
        if action.verb == "seat" and name in t.table.away:
            t.tell(ev.SeatSet(player=name, what="back"))
        elif action.verb != "seat" and name not in t.table.away:
            t.tell(ev.SeatSet(player=name, what="away"))
