"""What becomes of the session, its seats and its games."""

from __future__ import annotations

from rules import events as ev
from rules.cube import Cube, cube_id
from rules.fold_parts import (
    Folds,
    add,
    game_of,
    without,
)
from rules.ruleset import Ruleset
from rules.state import (
    Game,
    GameRecord,
    Table,
)


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
            away=away, proxies=without(table.proxies, name), leaving=table.leaving - {name}
        )
    if what == "proxy":
        proxies = without(table.proxies, name)
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
    game = game_of(table)
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
        game=None, games=(*table.games, record), scores=add(table.scores, event.points)
    )


def _amended(table: Table, event: ev.Amended) -> Table:
    records = list(table.games)
    old = records[event.game - 1]
    records[event.game - 1] = old.but(
        points=event.points, kind=event.kind or old.kind, amended=True
    )
    change = add(event.points, {name: -points for name, points in old.points.items()})
    return table.but(games=tuple(records), scores=add(table.scores, change))


def _closed_session(table: Table, event: ev.Closed) -> Table:
    return table.but(closed=True)


FOLDS: Folds = {
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
}
