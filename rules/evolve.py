"""What an event does to the table: the one fold that builds state, live and in replay.

`evolve` never refuses and knows no rule; it only writes down what the event says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rules import events as ev
from rules.cube import Cube, cube_id
from rules.ids import read_position_id
from rules.proposals import Proposal
from rules.ruleset import Ruleset
from rules.state import (
    Bet,
    Correction,
    Game,
    GameRecord,
    Offered,
    RollOff,
    Round,
    Table,
    Turn,
)
from rules.values import other


def evolve(table: Table, event: ev.Event) -> Table:
    """Return the table after one event."""
    return _FOLDS[type(event)](table, event)


# The session and its seats


def _opened(table: Table, event: ev.Opened) -> Table:
    return Table(
        opened=True,
        undrawn=event.draw,
        rules=Ruleset.model_validate(event.rules),
        board=event.board,
        dice=event.dice,
        seed=event.seed,
        stake=event.stake,
        currency=event.currency,
        title=event.title,
        line=event.players,
        multiples={name: event.multiples.get(name, 1) for name in event.players},
        scores=dict.fromkeys(event.players, 0),
    )


def _line_set(table: Table, event: ev.LineSet) -> Table:
    seated = {*event.line, event.assistant}
    return table.but(
        line=event.line,
        partner=event.partner,
        assistant=event.assistant,
        undrawn=False,
        throws=table.throws + event.thrown,
        joiners_ordered=table.joiners_ordered or event.why == "join_roll",
        leaving=table.leaving & seated,
        away=tuple(name for name in table.away if name in seated),
        # Nobody is spoken for by one who has gone: a cube would wait for him for ever.
        proxies={key: to for key, to in table.proxies.items() if {key, to} <= seated},
        unaware=table.unaware & seated,
        joiners=tuple(name for name in table.joiners if name in seated),
        refused_invites=() if event.why == "rotation" else table.refused_invites,
    )


def _joined(table: Table, event: ev.Joined) -> Table:
    name = event.player
    return table.but(
        line=(*table.line, name),
        joiners=(*table.joiners, name),
        joiners_ordered=False,
        multiples={**table.multiples, name: event.stake},
        agreed_box={**table.agreed_box, name: table.box},
        scores={**table.scores, name: table.scores.get(name, 0)},
        unaware=table.unaware | {name} if event.must_acknowledge else table.unaware - {name},
        away=tuple(one for one in table.away if one != name),
    )


def _left(table: Table, event: ev.Left) -> Table:
    name = event.player
    if event.after_game:
        away = table.away if name in table.away else (*table.away, name)
        return table.but(leaving=table.leaving | {name}, away=away)
    return table.but(
        line=tuple(one for one in table.line if one != name),
        partner=None if table.partner == name else table.partner,
        assistant=None if table.assistant == name else table.assistant,
        joiners=tuple(one for one in table.joiners if one != name),
        leaving=table.leaving - {name},
        unaware=table.unaware - {name},
        away=tuple(one for one in table.away if one != name),
        proxies={key: to for key, to in table.proxies.items() if name not in (key, to)},
    )


def _seat_set(table: Table, event: ev.SeatSet) -> Table:
    name, what = event.player, event.what
    if what == "away":
        return table.but(away=(*table.away, name))
    if what == "back":
        away = tuple(one for one in table.away if one != name)
        return table.but(
            away=away, proxies=_without(table.proxies, name), leaving=table.leaving - {name}
        )
    if what == "proxy":
        proxies = _without(table.proxies, name)
        return table.but(proxies={**proxies, name: event.to} if event.to else proxies)
    if what == "auto_stay":
        return table.but(
            auto_stay=table.auto_stay | {name} if event.on else table.auto_stay - {name}
        )
    if what == "acknowledged":
        return table.but(unaware=table.unaware - {name})
    return table.but(salts={**table.salts, name: event.to or ""})


def _stake_set(table: Table, event: ev.StakeSet) -> Table:
    agreed = {**table.agreed_box, event.player: table.box}
    return table.but(multiples={**table.multiples, event.player: event.value}, agreed_box=agreed)


def _rules_set(table: Table, event: ev.RulesSet) -> Table:
    return table.but(rules=Ruleset.model_validate(event.rules))


def _invite_refused(table: Table, event: ev.InviteRefused) -> Table:
    return table.but(refused_invites=(*table.refused_invites, event.player))


# A game begins and ends


def _started(table: Table, event: ev.Started) -> Table:
    cubes = []
    for player in event.team:
        for boxer in filter(None, (event.box, event.assistant)):
            name = cube_id(player, boxer)
            value, start = event.values[name]
            cubes.append(Cube(name, player, boxer, player, boxer, value, start))
    game = Game(
        number=event.game,
        box=event.box,
        boxer=event.box,
        captain=event.captain,
        mover=event.captain,
        line=table.line,
        team=event.team,
        cubes=tuple(cubes),
        partner=event.partner,
        assistant=event.assistant,
    )
    return table.but(
        game=game,
        games=tuple(_cross(record, event.box) for record in table.games),
        agreed_box=dict.fromkeys(table.line, event.box),
        joiners=(),
        joiners_ordered=False,
        refused_invites=(),
        doubled_for=None,
        shown=None,
    )


def _cross(record: GameRecord, box: str) -> GameRecord:
    """Cross the circle of a player who becomes Box (club 10.1)."""
    if box in record.circled and box not in record.crossed:
        crossed = tuple(name for name in record.circled if name in (*record.crossed, box))
        return record.but(crossed=crossed)
    return record


def _game_over(table: Table, event: ev.GameOver) -> Table:
    game = _game(table)
    record = GameRecord(
        game=game.number,
        box=game.box,
        captain=game.captain,
        points=event.points,
        won_by=event.won_by,
        circled=event.circled,
        b=event.b,
        kind=event.kind,
        cubes=game.cubes,
        partner=game.partner,
    )
    return table.but(
        game=None, games=(*table.games, record), scores=_add(table.scores, event.points)
    )


def _amended(table: Table, event: ev.Amended) -> Table:
    records = list(table.games)
    old = records[event.game - 1]
    records[event.game - 1] = old.but(
        points=event.points, kind=event.kind or old.kind, amended=True
    )
    change = _add(event.points, {name: -points for name, points in old.points.items()})
    return table.but(games=tuple(records), scores=_add(table.scores, change))


def _closed_session(table: Table, event: ev.Closed) -> Table:
    return table.but(closed=True)


# Dice and checkers


def _committed(table: Table, event: ev.Committed) -> Table:
    return table.but(commit=event.sha256, throws=0, salts={})


def _revealed(table: Table, event: ev.Revealed) -> Table:
    return table.but(commit=None)


def _opening_rolled(table: Table, event: ev.OpeningRolled) -> Table:
    game = _game(table)
    table = table.but(throws=table.throws + event.thrown)
    if event.first is None:
        return table.but(game=game.but(equal=game.equal + 1, automatic=frozenset()))
    dice = event.dice
    if dice is not None and event.first == "team":
        dice = (dice[1], dice[0])
    changes = {"base_phase": "play", "turn": event.first, "dice": dice}
    return table.but(game=game.but(**changes, team_opened=event.first == "team"))


def _rolled(table: Table, event: ev.Rolled) -> Table:
    game = _game(table).but(dice=event.dice, base_phase="play")
    return table.but(game=game, throws=table.throws + event.thrown)


def _played(table: Table, event: ev.Played) -> Table:
    game = _game(table)
    changes: dict[str, Any] = {"dice": None, "team_opened": False, "raccooned": frozenset()}
    if event.side == "team":
        changes["asked"] = False
    if event.position is not None and game.dice is not None:
        after = read_position_id(event.position)
        turn = Turn(event.side, event.by, game.dice, event.move, game.position, after)
        changes |= {"turns": (*game.turns, turn), "position": after}
    return table.but(game=game.but(**changes))


def _turn_passed(table: Table, event: ev.TurnPassed) -> Table:
    game = _game(table)
    changed = game.but(
        turn=event.to,
        base_phase="before_roll",
        position=game.position.flip(),
        dice=None,
        round_closed=False,
        spoken=frozenset(),
    )
    return table.but(game=changed)


def _shown(table: Table, event: ev.Shown) -> Table:
    return table.but(shown=event.position)


def _corrected(table: Table, event: ev.Corrected) -> Table:
    game = _game(table)
    first = len(game.turns) - 1 - event.back
    undone = game.turns[len(game.turns) - event.undone :] if event.undone else ()
    kept = list(game.turns[: len(game.turns) - event.undone])
    kept[first] = kept[first].but(dice=event.dice, move=event.move)
    for index, position in enumerate(event.positions, first):
        if index > first:
            kept[index] = kept[index].but(before=kept[index - 1].after.flip())
        kept[index] = kept[index].but(after=read_position_id(position))
    last = kept[-1]
    changes: dict[str, Any] = {"turns": tuple(kept), "position": last.after.flip()}
    if undone:
        changes |= {"turn": other(last.side), "base_phase": "play", "dice": undone[0].dice}
    game = game.but(**changes)
    if event.choice and game.turn and game.dice:
        game = game.but(correction=Correction(game.turn, game.dice))
    return table.but(game=game)


def _chosen(table: Table, event: ev.Chosen) -> Table:
    game = _game(table).but(correction=None)
    if event.reroll:
        game = game.but(base_phase="before_roll", dice=None, round_closed=True)
    return table.but(game=game)


# Offers


def _hold_set(table: Table, event: ev.HoldSet) -> Table:
    game = _game(table)
    holds = game.holds | {event.player} if event.on else game.holds - {event.player}
    return table.but(game=game.but(holds=holds))


def _insisted(table: Table, event: ev.Insisted) -> Table:
    return table.but(game=_game(table).but(insists=event.on))


def _doubled(table: Table, event: ev.Doubled) -> Table:
    game = _game(table)
    round_ = game.round or Round(event.side)
    offers = []
    for name in event.cubes:
        cube = _cube(game, name)
        to = cube.of(other(event.side))
        offers.append(Offered(name, cube.of(event.side), to, cube.value, cube.owner is None))
        game = _put(game, cube.offer())
    return table.but(
        game=game.but(
            round=round_.but(offers=round_.offers + tuple(offers)),
            turned=game.turned | set(event.cubes),
            turners=game.turners | {event.by},
            holds=game.holds - {event.by},
            spoken=game.spoken | {event.by},
        )
    )


def _stayed(table: Table, event: ev.Stayed) -> Table:
    game = _game(table)
    round_ = game.round
    if round_ is not None:
        round_ = round_.but(stays=round_.stays | set(event.cubes))
    return table.but(
        game=game.but(
            round=round_,
            spoken=game.spoken | {event.player},
            holds=game.holds - {event.player},
        )
    )


def _round_moved(table: Table, event: ev.RoundMoved) -> Table:
    game = _game(table)
    if event.stage == "over":
        return table.but(game=game.but(round=None, round_closed=True))
    changes: dict[str, Any] = {"stage": event.stage}
    if event.stage == "extras":
        changes |= {"lone": event.lone, "droppers": event.droppers}
    return table.but(game=game.but(round=_round(game).but(**changes)))


def _taken(table: Table, event: ev.Taken) -> Table:
    game = _game(table)
    cube = _cube(game, event.cube)
    taken = cube.but(value=event.value, owner=event.owner, offered=None, in_game=True)
    game = _accept(_mark(_put(game, taken), event.cube, "take", event.proxy), cube, event.owner)
    return table.but(game=game)


def _beavered(table: Table, event: ev.Beavered) -> Table:
    game = _game(table)
    cube = _cube(game, event.cube)
    beavered = cube.but(offered=event.value, owner=event.owner, beavered=True)
    game = _mark(_put(game, beavered), event.cube, "beaver", event.proxy)
    game = _accept(game, cube, event.owner)
    round_ = _round(game)
    return table.but(game=game.but(round=round_.but(beavers=(*round_.beavers, event.cube))))


def _accept(game: Game, cube: Cube, owner: str) -> Game:
    accepted = game.accepted | {cube.id} if owner == cube.boxer else game.accepted
    return game.but(accepted=accepted, turners=game.turners | {owner})


def _beaver_answered(table: Table, event: ev.BeaverAnswered) -> Table:
    game = _game(table)
    cube = _cube(game, event.cube)
    game = _put(game, cube.but(value=event.value, offered=None, beavered=False, in_game=True))
    if event.event == "raccooned":
        game = game.but(raccooned=game.raccooned | {event.cube})
    return table.but(game=_unbeaver(game, event.cube))


def _asked_again(table: Table, event: ev.AskedAgain) -> Table:
    game = _game(table)
    round_ = _round(game)
    offer = round_.offer_of(event.cube)
    assert offer is not None, event.cube
    cube = _cube(game, event.cube).but(
        value=offer.value, owner=None, in_game=False, offered=2 * offer.value
    )
    marks = {name: mark for name, mark in round_.marks.items() if name != event.cube}
    return table.but(game=_put(game, cube).but(round=round_.but(marks=marks)))


def _extra_said(table: Table, event: ev.ExtraSaid) -> Table:
    game = _game(table)
    round_ = _round(game)
    extras = {**round_.extras, event.player: event.gives}
    return table.but(game=game.but(round=round_.but(extras=extras)))


def _cube_made(table: Table, event: ev.CubeMade) -> Table:
    game = _game(table)
    player, boxer = event.cube.split(":")
    made = Cube(
        event.cube, player, boxer, player, boxer, event.value, event.start, extra=True
    ).offer()
    return table.but(game=game.but(cubes=(*game.cubes, made)))


def _cube_closed(table: Table, event: ev.CubeClosed) -> Table:
    game = _game(table)
    cube = _cube(game, event.cube)
    own, shared = _book(game, cube, event.points)
    at, closed = game.last_closed
    n = table.n + 1
    together = (*closed, cube.id) if at == n else (cube.id,)
    game = _put(game, cube.close(event.how, event.points)).but(
        own=own, shared=shared, last_closed=(n, together) if not cube.extra else game.last_closed
    )
    if game.round is not None and game.round.offer_of(cube.id) and event.how == "drop":
        game = _mark(game, cube.id, "drop", event.proxy)
    still_in = game.in_players()
    game = _unbeaver(game, cube.id)
    holds = frozenset(name for name in game.holds if name in still_in or name == cube.boxer)
    return table.but(game=game.but(holds=holds))


def _book(game: Game, cube: Cube, points: int) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Enter a cube's points; what the Box's own contracts pay is kept apart, to share with a
    Partner.
    """
    own, shared = _add(game.own, {cube.player: points}), game.shared
    if cube.box == game.box and not cube.extra:
        return own, _add(shared, {cube.boxer: -points})
    return _add(own, {cube.boxer: -points}), shared


def _cube_turned(table: Table, event: ev.CubeTurned) -> Table:
    game = _game(table)
    if event.next_game:
        marked = game.but(automatic=game.automatic | {"next"})
        return table.but(doubled_for=game.box, game=marked)
    for name in event.cubes:
        cube = _cube(game, name)
        game = _put(game, cube.but(value=cube.value * 2))
    return table.but(game=game.but(automatic=game.automatic | set(event.cubes)))


# Deals


def _cube_sold(table: Table, event: ev.CubeSold) -> Table:
    game = _game(table)
    cube = _cube(game, event.cube)
    owner = event.to if cube.owner == cube.player else cube.owner
    game = _put(game, cube.but(player=event.to, owner=owner))
    if game.round is not None:
        game = game.but(round=game.round.but(stays=game.round.stays - {cube.id}))
    still_in = game.in_players()
    return table.but(game=game.but(holds=frozenset(n for n in game.holds if n in still_in)))


def _box_sold(table: Table, event: ev.BoxSold) -> Table:
    game = _game(table)
    seller = game.boxer
    for cube in game.live:
        if cube.boxer == seller:
            owner = event.to if cube.owner == seller else cube.owner
            game = _put(game, cube.but(boxer=event.to, owner=owner))
    return table.but(game=game.but(boxer=event.to))


def _paid(table: Table, event: ev.Paid) -> Table:
    change = {event.frm: -event.points, event.to: event.points}
    if table.game is not None:
        return table.but(game=table.game.but(own=_add(table.game.own, change)))
    return table.but(scores=_add(table.scores, change), transfers=(*table.transfers, change))


def _mover_set(table: Table, event: ev.MoverSet) -> Table:
    game = _game(table)
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
    game = _game(table)
    due = RollOff(event.maker, event.other, event.action)
    return table.but(game=game.but(rolloffs=(*game.rolloffs, due)))


def _rolled_off(table: Table, event: ev.RolledOff) -> Table:
    table = table.but(throws=table.throws + event.thrown)
    if event.winner is None:
        return table
    game = _game(table)
    return table.but(game=game.but(rolloffs=game.rolloffs[1:]))


def _bet_made(table: Table, event: ev.BetMade) -> Table:
    game = _game(table)
    bet = Bet(event.by, event.with_, event.points, event.on)
    return table.but(game=game.but(bets=(*game.bets, bet)))


# Talk, remarks, taking back


def _said(table: Table, event: ev.Said) -> Table:
    return table.but(held_talk=(*table.held_talk, event)) if event.held else table


def _talk_released(table: Table, event: ev.TalkReleased) -> Table:
    return table.but(held_talk=())


def _asked(table: Table, event: ev.Asked) -> Table:
    return table.but(game=_game(table).but(asked=True))


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


# Helpers


def _game(table: Table) -> Game:
    assert table.game is not None, "no game is being played"
    return table.game


def _round(game: Game) -> Round:
    assert game.round is not None, "no round of offers is open"
    return game.round


def _cube(game: Game, name: str) -> Cube:
    cube = game.cube(name)
    assert cube is not None, f"there is no cube {name}"
    return cube


def _put(game: Game, cube: Cube) -> Game:
    return game.but(cubes=tuple(cube if one.id == cube.id else one for one in game.cubes))


def _mark(game: Game, cube: str, mark: str, proxy: str | None) -> Game:
    round_ = _round(game)
    changes: dict[str, Any] = {
        "marks": {**round_.marks, cube: mark},
        "first_mark": round_.first_mark or mark,
    }
    if proxy is not None:
        changes["proxied"] = {**round_.proxied, proxy: mark}
    return game.but(round=round_.but(**changes))


def _unbeaver(game: Game, cube: str) -> Game:
    if game.round is None or cube not in game.round.beavers:
        return game
    beavers = tuple(name for name in game.round.beavers if name != cube)
    return game.but(round=game.round.but(beavers=beavers))


def _add(points: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    total = dict(points)
    for name, more in change.items():
        total[name] = total.get(name, 0) + more
    return total


def _without(mapping: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in mapping.items() if key != name}


_Fold: TypeAlias = Callable[[Table, Any], Table]
_FOLDS: dict[type[ev.Happened], _Fold] = {
    ev.Opened: _opened,
    ev.LineSet: _line_set,
    ev.Joined: _joined,
    ev.Left: _left,
    ev.SeatSet: _seat_set,
    ev.StakeSet: _stake_set,
    ev.RulesSet: _rules_set,
    ev.InviteRefused: _invite_refused,
    ev.Started: _started,
    ev.GameOver: _game_over,
    ev.Amended: _amended,
    ev.Closed: _closed_session,
    ev.Committed: _committed,
    ev.Revealed: _revealed,
    ev.OpeningRolled: _opening_rolled,
    ev.Rolled: _rolled,
    ev.Played: _played,
    ev.TurnPassed: _turn_passed,
    ev.Shown: _shown,
    ev.Corrected: _corrected,
    ev.Chosen: _chosen,
    ev.HoldSet: _hold_set,
    ev.Insisted: _insisted,
    ev.Doubled: _doubled,
    ev.Stayed: _stayed,
    ev.RoundMoved: _round_moved,
    ev.Taken: _taken,
    ev.Beavered: _beavered,
    ev.BeaverAnswered: _beaver_answered,
    ev.AskedAgain: _asked_again,
    ev.ExtraSaid: _extra_said,
    ev.CubeMade: _cube_made,
    ev.CubeClosed: _cube_closed,
    ev.CubeTurned: _cube_turned,
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
