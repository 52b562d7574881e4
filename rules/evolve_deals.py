"""What becomes of deals, proposals and talk, and of what is taken back."""

from __future__ import annotations

from rules import events as ev
from rules.fold_parts import (
    Folds,
    add,
    cube_of,
    game_of,
    put,
)
from rules.proposals import Proposal
from rules.state import (
    Bet,
    RollOff,
    Table,
)


def _cube_sold(table: Table, event: ev.CubeSold) -> Table:
    game = game_of(table)
    cube = cube_of(game, event.cube)
    owner = event.to if cube.owner == cube.player else cube.owner
    game = put(game, cube.but(player=event.to, owner=owner))
    if game.round is not None:
        game = game.but(round=game.round.but(stays=game.round.stays - {cube.id}))
    still_in = game.in_players()
    return table.but(game=game.but(holds=frozenset(n for n in game.holds if n in still_in)))


def _box_sold(table: Table, event: ev.BoxSold) -> Table:
    game = game_of(table)
    seller = game.boxer
    for cube in game.live:
        if cube.boxer == seller:
            owner = event.to if cube.owner == seller else cube.owner
            game = put(game, cube.but(boxer=event.to, owner=owner))
    return table.but(game=game.but(boxer=event.to))


def _paid(table: Table, event: ev.Paid) -> Table:
    change = {event.frm: -event.points, event.to: event.points}
    if table.game is not None:
        return table.but(game=table.game.but(own=add(table.game.own, change)))
    return table.but(scores=add(table.scores, change), transfers=(*table.transfers, change))


def _mover_set(table: Table, event: ev.MoverSet) -> Table:
    game = game_of(table)
    return table.but(game=game.but(mover=event.player, acted=(*game.acted, event.player)))


def _proposed(table: Table, event: ev.Proposed) -> Table:
    proposal = Proposal(
        event.id,
        event.action,
        event.by,
        event.waits_for,
        event.needs,
        event.cubes,
        in_game=event.in_game,
    )
    return table.but(proposals=(*table.proposals, proposal), last_proposal=event.id)


def _consented(table: Table, event: ev.Consented) -> Table:
    changed = tuple(
        one.answered_by(event.player, yes=event.yes).but(for_box=event.for_box)
        if one.id == event.proposal
        else one
        for one in table.proposals
    )
    return table.but(proposals=changed)


def _proposal_gone(table: Table, event: ev.ProposalGone) -> Table:
    gone = table.proposal(event.proposal)
    table = table.but(
        proposals=tuple(one for one in table.proposals if one.id != event.proposal),
        lapsed=table.lapsed | {event.proposal},
    )
    game = table.game
    if gone and gone.action["do"] == "raccoon" and event.how != "done" and game and game.round:
        barred = game.round.no_raccoon | set(gone.cubes)
        return table.but(game=game.but(round=game.round.but(no_raccoon=barred)))
    return table


def _rolloff_due(table: Table, event: ev.RollOffDue) -> Table:
    game = game_of(table)
    due = RollOff(event.maker, event.other, event.action)
    return table.but(game=game.but(rolloffs=(*game.rolloffs, due)))


def _rolled_off(table: Table, event: ev.RolledOff) -> Table:
    table = table.but(throws=table.throws + event.thrown)
    if event.winner is None:
        return table
    game = game_of(table)
    return table.but(game=game.but(rolloffs=game.rolloffs[1:]))


def _bet_made(table: Table, event: ev.BetMade) -> Table:
    game = game_of(table)
    bet = Bet(event.by, event.with_, event.points, event.on)
    return table.but(game=game.but(bets=(*game.bets, bet)))


# Talk, remarks, taking back


def _said(table: Table, event: ev.Said) -> Table:
    return table.but(held_talk=(*table.held_talk, event)) if event.held else table


def _talk_released(table: Table, event: ev.TalkReleased) -> Table:
    return table.but(held_talk=())


def _asked(table: Table, event: ev.Asked) -> Table:
    return table.but(game=game_of(table).but(asked=True))


def _remarked(table: Table, event: ev.Remarked) -> Table:
    return table


def _taken_back(table: Table, event: ev.TakenBack) -> Table:
    """Go back to the table before the last actions; who sits, who is away and what was asked stay
    as they are.
    """
    past = table
    for _ in range(event.steps):
        assert past.before is not None, "nothing to take back"
        past = past.before
    newcomers = tuple(name for name in table.joiners if name not in past.line)
    gone = tuple(name for name in past.seated if name not in table.seated)
    return past.but(
        n=table.n,
        line=past.line + newcomers,
        multiples=table.multiples,
        scores={**dict.fromkeys(newcomers, 0), **past.scores},
        joiners=table.joiners,
        leaving=table.leaving | set(gone),
        unaware=table.unaware,
        away=table.away + gone,
        proxies=table.proxies,
        auto_stay=table.auto_stay,
        proposals=tuple(one for one in table.proposals if not one.in_game),
        last_proposal=table.last_proposal,
        lapsed=table.lapsed,
        throws=table.throws,
        commit=table.commit,
        held_talk=table.held_talk,
    )


FOLDS: Folds = {
    ev.CubeSold: _cube_sold,
    ev.BoxSold: _box_sold,
    ev.Paid: _paid,
    ev.MoverSet: _mover_set,
    ev.Proposed: _proposed,
    ev.Consented: _consented,
    ev.ProposalGone: _proposal_gone,
    ev.RollOffDue: _rolloff_due,
    ev.RolledOff: _rolled_off,
    ev.BetMade: _bet_made,
    ev.Said: _said,
    ev.TalkReleased: _talk_released,
    ev.Asked: _asked,
    ev.Remarked: _remarked,
    ev.TakenBack: _taken_back,
}
