"""What comes of an allowed action: the events, in order.

`permission.refusal_of` has allowed it. Chance comes from outside; everything else follows from the
table alone, so that the same action at the same table with the same dice always has the same
events.
"""

from __future__ import annotations

from collections.abc import Callable

from rules import decide_deals as deals
from rules import decide_house as house
from rules import decide_rounds as rounds
from rules import decide_seats as seats
from rules import decide_talk as talk
from rules import decide_turns as turns
from rules import events as ev
from rules.actions import Action
from rules.consult import QUIET_PHASES
from rules.decide_takeback import takeback
from rules.naming import canonical
from rules.state import Table
from rules.telling import Chance, Telling

__all__ = ["Chance", "decide"]


def decide(table: Table, action: Action, chance: Chance) -> tuple[ev.Event, ...]:
    """Return the events of an action that is allowed at this table."""
    t = Telling(table, chance, canonical(table, action))
    _DECISIONS[t.action.verb](t)
    _follow_up(t)
    return tuple(t.events)


def _follow_up(t: Telling) -> None:
    """Let follow what follows from any action: rounds move on, movers change, games end."""
    if t.table.game is not None:
        rounds.advance(t)
        _lapse_deals(t)
    if t.table.game is not None and not t.game.rolloffs:
        if not t.game.live:
            turns.end_game(t)
        elif t.game.round is None:
            _next_mover(t)
    if gone := set(t.before.seated) - set(t.table.seated):
        _lapse_for_leavers(t, gone)
    if t.table.held_talk and t.table.phase not in QUIET_PHASES:
        said = tuple(one.model_copy(update={"held": False}) for one in t.table.held_talk)
        t.tell(ev.TalkReleased(said=said))


def _next_mover(t: Telling) -> None:
    """Make the next in rotation mover when the mover's last cube has closed (club 6.2)."""
    game = t.game
    still_in = game.in_players()
    if game.mover in still_in:
        return
    following = next(name for name in game.order("team") if name in still_in)
    t.tell(ev.MoverSet(player=following))


def _lapse_deals(t: Telling) -> None:
    """Let deals lapse whose cubes were closed, turned or sold by this action (rulebook section
    12.5).
    """
    before = t.before.game
    if before is None:
        return
    old = {cube.id: cube for cube in before.cubes}
    changed = {cube.id for cube in t.game.cubes if old.get(cube.id) != cube}
    moved = {"takeback"} if any(isinstance(event, _MOVES) for event in t.events) else set()
    if any(isinstance(event, ev.Rolled) for event in t.events):
        moved.add("raccoon")  # A further redouble is immediate or not at all (club 5.4).
    for one in t.table.proposals:
        stale = one.action["do"] in moved and t.before.proposal(one.id)
        hit = changed & set(one.cubes) and t.before.proposal(one.id)
        if stale or hit:
            t.lapse([one.id])


def _lapse_for_leavers(t: Telling, gone: set[str]) -> None:
    """Let lapse what waits for the word of somebody who has left: it could never be complete."""
    for one in t.table.proposals:
        still = set(one.waits_for) - gone
        if gone.intersection(one.waits_for) and (one.needs == "all" or not still):
            t.lapse([one.id])


_MOVES = (ev.Rolled, ev.Played, ev.Doubled, ev.Taken, ev.CubeClosed, ev.OpeningRolled)

_DECISIONS: dict[str, Callable[[Telling], None]] = {
    "open": seats.open_session,
    "draw": seats.draw,
    "start": seats.start,
    "join": seats.join,
    "leave": seats.leave,
    "relinquish": seats.relinquish,
    "invite": seats.invite,
    "remain": seats.partner_choice,
    "step_down": seats.partner_choice,
    "stake": house.stake,
    "rules": house.propose_to_all,
    "swap": house.swap,
    "object": house.object_,
    "transfer": house.transfer,
    "amend": house.amend,
    "acknowledge": seats.presence,
    "salt": seats.presence,
    "away": seats.presence,
    "back": seats.presence,
    "proxy": seats.presence,
    "auto_stay": seats.presence,
    "close": seats.close,
    "opening": turns.opening,
    "automatic": turns.automatic,
    "roll": turns.roll,
    "play": turns.play,
    "done": turns.done,
    "finish": turns.finish,
    "show": turns.show,
    "correct": turns.correct,
    "keep": turns.choose,
    "reroll": turns.choose,
    "double": rounds.double,
    "stay": rounds.stay,
    "answer": rounds.answer,
    "take": rounds.answer,
    "drop": rounds.answer,
    "beaver": rounds.answer,
    "accept": rounds.accept,
    "raccoon": rounds.raccoon,
    "extra": rounds.extra,
    "no_extra": rounds.extra,
    "hold": lambda t: t.tell(ev.HoldSet(player=t.me, on=True)),
    "release": lambda t: t.tell(ev.HoldSet(player=t.me, on=False)),
    "insist": lambda t: t.tell(ev.Insisted(on=t.action.on)),  # type: ignore[union-attr]
    "settle": deals.propose_deal,
    "buy": deals.propose_deal,
    "sell": deals.propose_deal,
    "bet": deals.propose_deal,
    "resign": deals.resign,
    "abandon": deals.abandon,
    "takeback": takeback,
    "agree": deals.agree,
    "refuse": deals.refuse,
    "withdraw": deals.withdraw,
    "preempt": deals.preempt,
    "let": deals.preempt,
    "rolloff": deals.rolloff,
    "ask": talk.ask,
    "say": talk.say,
    "suggest": talk.suggest,
    "flag": talk.remark,
    "note": talk.remark,
    "seat": talk.remark,
    "unseat": talk.remark,
    "ban": talk.remark,
}
