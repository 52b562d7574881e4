"""Questions about a round of offers: who declares, who answers, whether the whole Team is in it."""

from __future__ import annotations

from rules.cube import Cube
from rules.seats import is_absent
from rules.state import Game, Offered, Round, Table
from rules.values import Side, other


def order_in_force(table: Table, what: str) -> bool:
    """Whether doubles ("double") or answers ("answer") go in the order of rotation now."""
    option = getattr(table.rules, f"{what}_order")
    if option == "rotation":
        return True
    insists = table.game.insists if table.game else True
    return bool(option == "box_may_insist" and insists)


def may_double_with(game: Game, name: str, side: Side) -> tuple[Cube, ...]:
    """Return the cubes with which a player of `side` may double, offered ones apart."""
    return tuple(
        cube
        for cube in game.cubes_of(name, side)
        if cube.open_to(side) and cube.offered is None and not cube.beavered
    )


def undeclared(table: Table, game: Game) -> tuple[str, ...]:
    """Return who has still to declare in an open round, in order.

    Who stays by habit, or under `ask` is away without a proxy, counts as having stayed.
    """
    round_ = game.round
    if round_ is None or round_.stage != "declare":
        return ()
    return tuple(
        name
        for name in game.order(round_.side)
        if not _stays_anyhow(table, name) and undeclared_cubes(game, round_, name)
    )


def undeclared_cubes(game: Game, round_: Round, name: str) -> tuple[Cube, ...]:
    """Return the cubes that a player has neither doubled nor stayed with in this round."""
    cubes = may_double_with(game, name, round_.side)
    return tuple(cube for cube in cubes if cube.id not in round_.stays)


def unspoken(table: Table) -> tuple[str, ...]:
    """Return who must still say double or stay before the roll, where everybody is asked (play65
    12).
    """
    game = table.game
    if game is None or game.turn is None or table.rules.offer_window != "ask":
        return ()
    if game.round_closed or game.base_phase != "before_roll":
        return ()
    asked = game.order(game.turn)
    if game.turn == "box":
        asked = tuple(name for name in asked if name != game.boxer)
    return tuple(
        name
        for name in asked
        if name not in game.spoken
        and not _stays_anyhow(table, name)
        and may_double_with(game, name, game.turn)
    )


def _stays_anyhow(table: Table, name: str) -> bool:
    absent = table.rules.offer_window == "ask" and is_absent(table, name)
    return name in table.auto_stay or absent


def holding(table: Table) -> tuple[str, ...]:
    """Return who holds the roll of the side in turn (club 5.9)."""
    game = table.game
    if game is None or game.turn is None:
        return ()
    return tuple(name for name in game.order(game.turn) if name in game.holds)


def pending(game: Game, name: str) -> tuple[str, ...]:
    """Return the cubes that a player has to answer now, in line order."""
    round_ = game.round
    if round_ is None:
        return ()
    if round_.stage == "answer":
        offers = (offer for offer in round_.offers if offer.cube not in round_.marks)
        mine = {offer.cube for offer in offers if offer.to == name}
        return tuple(cube.id for cube in game.cubes if cube.id in mine)
    if round_.stage == "extras" and not undecided_droppers(round_):
        lone = game.cube(round_.lone or "")
        if lone is not None and lone.player == name:
            return tuple(cube.id for cube in offered_extras(game))
    return ()


def offered_extras(game: Game) -> tuple[Cube, ...]:
    """Return the extras that the lone taker has to answer (club 5.7)."""
    return tuple(cube for cube in game.live if cube.extra and cube.offered and not cube.beavered)


def undecided_droppers(round_: Round) -> tuple[str, ...]:
    """Return the droppers who have not said yet whether they give an extra, in order."""
    return tuple(name for name in round_.droppers if name not in round_.extras)


def answerers(table: Table, game: Game) -> tuple[str, ...]:
    """Return who has a cube to answer, all of them, in the order of asking."""
    round_ = game.round
    if round_ is None or round_.stage != "answer":
        return ()
    return tuple(name for name in game.order(other(round_.side)) if pending(game, name))


def may_answer_now(table: Table, game: Game) -> tuple[str, ...]:
    """Return who may answer now: the first in order where order is in force, else all.

    Among the Box's side the Box is always first (rulebook section 6.4).
    """
    waiting = answerers(table, game)
    if order_in_force(table, "answer") or game.boxer in waiting:
        return waiting[:1]
    return waiting


def beaver_answerers(table: Table, game: Game) -> tuple[str, ...]:
    """Return whose word on a beaver is wanted now: the doubler's, or of a raccoon the other's."""
    round_ = game.round
    if round_ is None or round_.stage != "beavered":
        return ()
    names = [name for name in game.order(round_.side) if my_beavers(table, game, name)]
    if round_.side == "team" and order_in_force(table, "answer"):
        names = names[:1]
    asked = [
        name
        for one in table.proposals
        if one.action["do"] == "raccoon" and set(one.cubes) & set(round_.beavers)
        for name in one.waits_for
    ]
    return tuple(dict.fromkeys(names + asked))


def my_beavers(table: Table, game: Game, name: str) -> tuple[str, ...]:
    """Return the beavered cubes whose doubler is `name`, those apart that a raccoon is proposed
    for.
    """
    round_ = game.round
    if round_ is None:
        return ()
    proposed = {
        cube for one in table.proposals if one.action["do"] == "raccoon" for cube in one.cubes
    }
    found = []
    for cube_id in round_.beavers:
        cube = game.cube(cube_id)
        if cube and doubler(cube, round_) == name and cube_id not in proposed:
            found.append(cube_id)
    return tuple(found)


def doubler(cube: Cube, round_: Round) -> str:
    """Return who doubled a cube that is beavered now; of an extra, who gave it."""
    return cube.boxer if cube.extra and cube.id not in _offered(round_) else cube.of(round_.side)


def _offered(round_: Round) -> set[str]:
    return {offer.cube for offer in round_.offers}


def offers_to(round_: Round, name: str) -> tuple[Offered, ...]:
    """Return this round's offers to one player."""
    return tuple(offer for offer in round_.offers if offer.to == name)


def everybody_doubled(game: Game, boxer: str) -> bool:
    """Whether every cube live against `boxer` when the round was opened is offered in it, two or
    more.
    """
    round_ = game.round
    if round_ is None:
        return False
    offered = {o.cube for o in round_.offers if boxer in (o.to, o.by)}
    outside = [c for c in game.live if c.boxer == boxer and not c.extra and c.id not in offered]
    return len(offered) >= 2 and not outside


def whole_team_from_middle(game: Game, boxer: str) -> bool:
    """Whether the whole Team doubles together, or is doubled, from the middle (club 5.7, 5.10)."""
    round_ = game.round
    if round_ is None or not everybody_doubled(game, boxer):
        return False
    return all(offer.center for offer in round_.offers if boxer in (offer.to, offer.by))
