"""An entry of the log as sentences: what happened, in the words of the viewer's language.

Long because each kind of event has a sentence of its own, and a function that makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from app.bot_note import strength_in
from rules import events as ev
from widgets.same import Same
from widgets.words import Words, signed

if TYPE_CHECKING:
    from rules.log import Entry

Telling = Callable[[Any, Words], str]


def tell(entry: Entry, words: Words) -> str:
    """Return what an entry tells, in one line; "" where it tells nothing a person asks for."""
    return _told(Same(entry), Same(words))


@lru_cache(maxsize=1024)
def _told(entry: Same[Entry], words: Same[Words]) -> str:
    """Tell once what everybody at the table is told in the same words."""
    return " ".join(sentences(entry.one.events or (), words.one))


def sentences(events: tuple[ev.Event, ...], words: Words) -> Iterator[str]:
    """Yield a sentence for each event that a person would tell; likes are told together."""
    for run in _runs(events):
        first = run[0]
        if len(run) > 1 and type(first) in _TOGETHER:
            yield _TOGETHER[type(first)](run, words)
            continue
        telling = _TELLINGS.get(type(first))
        if telling is not None:
            for event in run:
                if text := telling(event, words):
                    yield text


def _runs(events: tuple[ev.Event, ...]) -> Iterator[list[Any]]:
    run: list[Any] = []
    for event in events:
        if run and type(event) is not type(run[0]):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _player(cube: str) -> str:
    return cube.partition(":")[0]


def _kind(kind: str | None, words: Words) -> str:
    names = {
        "single": words("a single game"),
        "gammon": words("a gammon"),
        "backgammon": words("a backgammon"),
    }
    return names.get(kind or "single", kind or "")


def _opened(e: ev.Opened, w: Words) -> str:
    return w("A session: {players}.", players=w.listed(list(e.players)))


def _line(e: ev.LineSet, w: Words) -> str:
    line = ", ".join(e.line)
    if e.why == "draw":
        throws = ", ".join(f"{roll[0]} {'-'.join(map(str, roll[1:]))}" for roll in e.rolls)
        return w("The draw: {throws}. The line: {line}.", throws=throws, line=line)
    if e.why == "partner" and e.partner:
        return w("{name} is Partner.", name=e.partner)
    if e.why == "partner" and e.assistant:
        return w("{name} assists the Box.", name=e.assistant)
    return w("The line: {line}.", line=line)


def _joined(e: ev.Joined, w: Words) -> str:
    return w("{name} joins.", name=e.player)


def _left(e: ev.Left, w: Words) -> str:
    if e.after_game:
        return w("{name} leaves after this game.", name=e.player)
    return w("{name} leaves.", name=e.player)


def _seat(e: ev.SeatSet, w: Words) -> str:
    if e.what == "proxy":
        if e.to is None:
            return w("{name} has no proxy any more.", name=e.player)
        return w("{proxy} acts for {name}.", proxy=e.to, name=e.player)
    if e.what == "auto_stay" and not e.on:
        return w("{name} is asked about doubles again.", name=e.player)
    texts = {
        "away": w("{name} is away.", name=e.player),
        "back": w("{name} is back.", name=e.player),
        "auto_stay": w("{name} stays until further notice.", name=e.player),
        "acknowledged": w("{name} has seen the house rules.", name=e.player),
        "salt": w("{name} adds to the dice.", name=e.player),
    }
    return texts[e.what]


def _stake(e: ev.StakeSet, w: Words) -> str:
    return w("{name} plays {value} times the stake.", name=e.player, value=e.value)


def _rules(e: ev.RulesSet, w: Words) -> str:
    return w("The house rules are changed.")


def _started(e: ev.Started, w: Words) -> str:
    return w("Game {n}: {box} is Box, {captain} Captain.", n=e.game, box=e.box, captain=e.captain)


def _opening(e: ev.OpeningRolled, w: Words) -> str:
    if e.dice is None:
        return w("The Box moves first.") if e.first == "box" else w("The Team moves first.")
    box, team = e.dice
    if e.first is None:
        return w("Opening roll {box}-{team}: equal, again.", box=box, team=team)
    if e.first == "box":
        return w("Opening roll {box}-{team}: the Box moves first.", box=box, team=team)
    return w("Opening roll {box}-{team}: the Team moves first.", box=box, team=team)


def _rolled(e: ev.Rolled, w: Words) -> str:
    if e.dice is None:
        return w("{name} rolls.", name=e.by)
    return w("{name} rolls {a}-{b}.", name=e.by, a=e.dice[0], b=e.dice[1])


def _played(e: ev.Played, w: Words) -> str:
    if e.position is None:
        return w("{name} has played.", name=e.by)
    if not e.move:
        return w("{name} cannot move.", name=e.by)
    return w("{name} plays {move}.", name=e.by, move=e.move)


def _hold(e: ev.HoldSet, w: Words) -> str:
    return (
        w("{name} holds the roll.", name=e.player) if e.on else w("{name} releases.", name=e.player)
    )


def _insist(e: ev.Insisted, w: Words) -> str:
    return w("The Box asks for order.") if e.on else w("The Box waives the order.")


def _doubled(e: ev.Doubled, w: Words) -> str:
    if e.side == "box":
        names = w.listed([_player(cube) for cube in e.cubes])
        return w("{by} doubles {names}.", by=e.by, names=names)
    return w("{by} doubles.", by=e.by)


def _stayed(e: ev.Stayed, w: Words) -> str:
    return w("{name} stays.", name=e.player)


def _stage(e: ev.RoundMoved, w: Words) -> str:
    if e.stage == "extras" and e.lone:
        return w("{name} alone is in: extras?", name=_player(e.lone))
    return ""


def _taken(e: ev.Taken, w: Words) -> str:
    facts = {"owner": e.owner, "value": e.value, "player": _player(e.cube)}
    if e.owner == _player(e.cube):
        return w("{owner} takes at {value}.", **facts)
    return w("{owner} takes {player}'s cube at {value}.", **facts)


def _beavered(e: ev.Beavered, w: Words) -> str:
    facts = {"owner": e.owner, "player": _player(e.cube), "value": e.value}
    return w("{owner} beavers {player}'s cube to {value}.", **facts)


def _beaver_answered(e: ev.BeaverAnswered, w: Words) -> str:
    facts = {"player": _player(e.cube), "value": e.value}
    if e.event == "raccooned":
        return w("Raccoon: {player}'s cube is at {value}.", **facts)
    return w("The beaver is accepted: {player}'s cube is at {value}.", **facts)


def _again(e: ev.AskedAgain, w: Words) -> str:
    return w("{name} is asked again.", name=_player(e.cube))


def _extra(e: ev.ExtraSaid, w: Words) -> str:
    return (
        w("{name} gives an extra.", name=e.player)
        if e.gives
        else w("{name} gives none.", name=e.player)
    )


def _made(e: ev.CubeMade, w: Words) -> str:
    return w("An extra cube {cube} at {value}.", cube=e.cube, value=e.value)


def _closed(e: ev.CubeClosed, w: Words) -> str:
    facts = {"name": _player(e.cube), "points": signed(e.points)}
    if e.how in ("drop", "beaver_drop"):
        if e.points < 0:
            return w("{name} drops: {points}.", **facts)
        return w("{name}'s cube is dropped: {points}.", **facts)
    if e.how == "void":
        return w("{name}'s cube is void.", **facts)
    if e.how in ("settle", "preempt"):
        return w("{name}'s cube is settled: {points}.", **facts)
    return w("{name}: {points}.", **facts)


def _turned(e: ev.CubeTurned, w: Words) -> str:
    names = w.listed([_player(cube) for cube in e.cubes])
    if e.next_game:
        return w("All cubes start doubled in the next game.")
    return w("Automatic double: {names}.", names=names)


def _sold(e: ev.CubeSold, w: Words) -> str:
    return w("{to} plays {name}'s cube now.", to=e.to, name=_player(e.cube))


def _box_sold(e: ev.BoxSold, w: Words) -> str:
    return w("{to} plays the Box's game now.", to=e.to)


def _paid(e: ev.Paid, w: Words) -> str:
    return w("{frm} pays {to} {points}.", frm=e.frm, to=e.to, points=e.points)


def _mover(e: ev.MoverSet, w: Words) -> str:
    return w("{name} is Acting Captain.", name=e.player)


def _proposed(e: ev.Proposed, w: Words) -> str:
    from rules.proposals import Proposal
    from widgets.proposal_words import proposal_text

    what = proposal_text(Proposal(e.id, e.action, e.by, e.waits_for, e.needs), w)
    return w("{by} proposes #{id}: {what}.", by=e.by, id=e.id, what=what)


def _consented(e: ev.Consented, w: Words) -> str:
    return w("{name} agrees to #{id}.", name=e.player, id=e.proposal)


def _gone(e: ev.ProposalGone, w: Words) -> str:
    if e.how == "refused" and e.player:
        return w("{name} refuses #{id}.", name=e.player, id=e.proposal)
    if e.how == "withdrawn":
        return w("#{id} is withdrawn.", id=e.proposal)
    return w("#{id} lapses.", id=e.proposal) if e.how == "lapsed" else ""


def _rolled_off(e: ev.RolledOff, w: Words) -> str:
    (a, b), (c, d) = e.dice
    winner = e.winner or w("nobody, again")
    return w(
        "The half point: {a}-{b} against {c}-{d}: {winner}.", a=a, b=b, c=c, d=d, winner=winner
    )


def _remarked(e: ev.Remarked, w: Words) -> str:
    if e.event == "flag":
        return w("{name} points out: {text}", name=e.by, text=e.text)
    if e.event == "host":
        verb, _, player = e.text.partition(" ")
        told = {
            "seat": w("The host gives {name} a seat by ssh.", name=player),
            "unseat": w("The host takes {name}'s seat by ssh back.", name=player),
            "ban": w("The host bans {name}.", name=player),
        }
        return told.get(verb, e.text)
    if strength := strength_in(e.text):
        plays = {"beginner": w("beginner"), "club": w("club player"), "expert": w("expert")}
        how = plays.get(strength, strength)
        return w("{name} is played by the program ({strength}).", name=e.by, strength=how)
    return w("{name} notes: {text}", name=e.by, text=e.text)


def _bet(e: ev.BetMade, w: Words) -> str:
    return w("{by} bets {points} with {other}.", by=e.by, points=e.points, other=e.with_)


def _corrected(e: ev.Corrected, w: Words) -> str:
    return w("The play is corrected: {move}.", move=e.move or "-")


def _chosen(e: ev.Chosen, w: Words) -> str:
    return w("The roll is thrown again.") if e.reroll else w("The roll stands.")


def _over(e: ev.GameOver, w: Words) -> str:
    points = ", ".join(f"{name} {signed(n)}" for name, n in e.points.items())
    if e.kind in ("gammon", "backgammon"):
        return w("Game over, {kind}: {points}.", kind=_kind(e.kind, w), points=points)
    return w("Game over: {points}.", points=points)


def _amended(e: ev.Amended, w: Words) -> str:
    points = ", ".join(f"{name} {signed(n)}" for name, n in e.points.items())
    return w("Game {n} is mended: {points}.", n=e.game, points=points)


def _invite(e: ev.InviteRefused, w: Words) -> str:
    return w("{name} will not be Partner.", name=e.player)


def _taken_back(e: ev.TakenBack, w: Words) -> str:
    return w.count("{n} action is taken back.", "{n} actions are taken back.", e.steps)


def _session_closed(e: ev.Closed, w: Words) -> str:
    return w("The session is closed.")


def _shown(e: ev.Shown, w: Words) -> str:
    return w("The position on the board is shown.")


def _asked(e: ev.Asked, w: Words) -> str:
    return w("{name} asks for advice.", name=e.by)


_TELLINGS: dict[type, Telling] = {
    ev.Opened: _opened, ev.LineSet: _line, ev.Joined: _joined, ev.Left: _left, ev.SeatSet: _seat,
    ev.StakeSet: _stake, ev.RulesSet: _rules, ev.Started: _started, ev.OpeningRolled: _opening,
    ev.Rolled: _rolled, ev.Played: _played, ev.HoldSet: _hold, ev.Insisted: _insist,
    ev.Doubled: _doubled, ev.Stayed: _stayed, ev.RoundMoved: _stage, ev.Taken: _taken,
    ev.Beavered: _beavered, ev.BeaverAnswered: _beaver_answered, ev.AskedAgain: _again,
    ev.ExtraSaid: _extra, ev.CubeMade: _made, ev.CubeClosed: _closed, ev.CubeTurned: _turned,
    ev.CubeSold: _sold, ev.BoxSold: _box_sold, ev.Paid: _paid, ev.MoverSet: _mover,
    ev.Proposed: _proposed, ev.Consented: _consented, ev.ProposalGone: _gone,
    ev.RolledOff: _rolled_off, ev.Remarked: _remarked, ev.BetMade: _bet, ev.Corrected: _corrected,
    ev.Chosen: _chosen, ev.GameOver: _over, ev.Amended: _amended, ev.InviteRefused: _invite,
    ev.TakenBack: _taken_back, ev.Closed: _session_closed, ev.Asked: _asked,
    ev.Shown: _shown,
}  # fmt: skip


def _many_taken(run: list[ev.Taken], w: Words) -> str:
    owners = {event.owner for event in run}
    if len(owners) == 1 and run[0].owner != _player(run[0].cube):
        names = w.listed([_player(event.cube) for event in run])
        return w("{owner} takes from {names}.", owner=run[0].owner, names=names)
    return w("{names} take.", names=w.listed([event.owner for event in run]))


def _many_closed(run: list[ev.CubeClosed], w: Words) -> str:
    names = ", ".join(f"{_player(event.cube)} {signed(event.points)}" for event in run)
    if all(event.how in ("drop", "beaver_drop") for event in run):
        return w("Dropped: {names}.", names=names)
    return w("Cubes: {names}.", names=names)


_TOGETHER: dict[type, Callable[[list[Any], Words], str]] = {
    ev.Taken: _many_taken,
    ev.CubeClosed: _many_closed,
}
