"""What comes of doubles and answers (rulebook sections 5 and 6)."""

from __future__ import annotations

from rules import events as ev
from rules.checks import case_of
from rules.cube import Cube, cube_id
from rules.permit_answers import beaver_named, marks_of, raccooned_cubes
from rules.rounds import (
    may_double_with,
    offered_extras,
    undecided_droppers,
    undeclared,
    undeclared_cubes,
    whole_team_from_middle,
)
from rules.state import Game, Round
from rules.telling import Telling
from rules.values import Mark


def double(t: Telling) -> None:
    """Offer the cubes named, or all that the player may."""
    assert t.game.turn is not None
    cubes = getattr(t.action, "cubes", None)
    if cubes is None:
        cubes = tuple(cube.id for cube in may_double_with(t.game, t.me, t.game.turn))
    t.tell(ev.Doubled(by=t.me, side=t.game.turn, cubes=tuple(cubes)))
    rest = undeclared_cubes(t.game, _round(t), t.me)
    if rest:
        t.tell(ev.Stayed(player=t.me, cubes=tuple(cube.id for cube in rest)))


def stay(t: Telling) -> None:
    """Declare no double, or end one's hold."""
    round_ = t.game.round
    cubes = undeclared_cubes(t.game, round_, t.me) if round_ and round_.stage == "declare" else ()
    t.tell(ev.Stayed(player=t.me, cubes=tuple(cube.id for cube in cubes)))


def answer(t: Telling) -> None:
    """Take, drop and beaver the pending cubes; or answer a beaver by dropping it."""
    case = case_of(t.table, t.action)
    stage = _round(t).stage
    if stage == "beavered":
        _drop_beaver(t, beaver_named(case))
        return
    if stage == "extras":
        _answer_extras(t, marks_of(case))
        return
    for name, mark in marks_of(case).items():
        cube = _cube(t, name)
        if mark == "drop":
            points = cube.value if cube.boxer == t.me else -cube.value
            t.tell(ev.CubeClosed(cube=name, how="drop", points=points, proxy=t.proxy))
        elif mark == "take":
            t.tell(ev.Taken(cube=name, value=cube.value * 2, owner=t.me, proxy=t.proxy))
        else:
            t.tell(ev.Beavered(cube=name, value=cube.value * 4, owner=t.me, proxy=t.proxy))


def _answer_extras(t: Telling, marks: dict[str, Mark]) -> None:
    """Answer the extras: each pays its undoubled value at once (club 5.7, 5.7a)."""
    if t.action.verb == "drop" and t.table.rules.lone_taker == "extras":
        _drop_everything(t)
        return
    for name, mark in marks.items():
        cube = _cube(t, name)
        t.tell(ev.Paid(frm=cube.boxer, to=t.me, points=cube.value, why="extra"))
        if mark == "drop":
            t.tell(ev.CubeClosed(cube=name, how="drop", points=-2 * cube.value, proxy=t.proxy))
        elif mark == "take":
            t.tell(ev.Taken(cube=name, value=cube.value * 2, owner=t.me, proxy=t.proxy))
        else:
            t.tell(ev.Beavered(cube=name, value=cube.value * 4, owner=t.me, proxy=t.proxy))


def _drop_everything(t: Telling) -> None:
    """The lone taker drops the Box's double after all; the extras are void (club 5.7)."""
    round_ = _round(t)
    offer = round_.offer_of(round_.lone or "")
    assert offer is not None
    for cube in offered_extras(t.game):
        t.tell(ev.CubeClosed(cube=cube.id, how="void", points=0))
    t.tell(ev.CubeClosed(cube=offer.cube, how="drop", points=-offer.value, proxy=t.proxy))


def _drop_beaver(t: Telling, name: str) -> None:
    """The doubler drops a beaver and loses the value before it (club 5.4)."""
    cube = _cube(t, name)
    assert cube.offered is not None
    lost = cube.offered // 2
    points = lost if cube.boxer == t.me else -lost
    t.tell(ev.CubeClosed(cube=name, how="beaver_drop", points=points, proxy=t.proxy))


def accept(t: Telling) -> None:
    """Play on at the beaver's value."""
    name = beaver_named(case_of(t.table, t.action))
    t.tell(ev.BeaverAnswered(cube=name, value=_offered(t, name)))


def raccoon(t: Telling) -> None:
    """Turn a beavered cube again: at once where raccoons are free, else by consent."""
    case = case_of(t.table, t.action)
    again = t.game.round is None
    name = _raccooned_again(t) if again else beaver_named(case)
    if t.table.rules.raccoons == "free" and not again:
        turn_raccoon(t, name)
        return
    cube = _cube(t, name)
    other = cube.boxer if t.me == cube.player else cube.player
    request = {"do": "raccoon", "by": t.me, "cube": name}
    t.propose(request, (other,), cubes=(name,), in_game=True)


def _raccooned_again(t: Telling) -> str:
    """Return the cube that a further immediate redouble is about (club 5.4)."""
    case = case_of(t.table, t.action)
    return str(case.action.cube or raccooned_cubes(case)[0])


def turn_raccoon(t: Telling, name: str) -> None:
    """Turn a beavered cube to twice the beaver's value, or a raccooned one once more."""
    cube = _cube(t, name)
    value = cube.value if cube.offered is None else cube.offered
    t.tell(ev.BeaverAnswered(event="raccooned", cube=name, value=value * 2))


def extra(t: Telling) -> None:
    """A dropper offers the lone taker an extra, or does not."""
    gives = t.action.verb == "extra"
    t.tell(ev.ExtraSaid(player=t.me, gives=gives))
    if not gives:
        return
    round_ = _round(t)
    lone = _cube(t, round_.lone or "")
    dropped = next(
        offer
        for offer in round_.offers
        if offer.to == t.me and round_.marks.get(offer.cube) == "drop"
    )
    start = _cube(t, dropped.cube).start
    name = cube_id(lone.player, t.me)
    t.tell(ev.CubeMade(cube=name, value=dropped.value, start=start))


def advance(t: Telling) -> None:
    """Move an open round on as far as it goes by itself."""
    while t.table.game is not None and t.game.round is not None and not t.game.rolloffs:
        stage = t.game.round
        _advance_once(t, t.game.round)
        if t.table.game is None or t.game.round is stage:
            return


def _advance_once(t: Telling, round_: Round) -> None:
    if round_.stage == "declare":
        if not undeclared(t.table, t.game):
            t.tell(ev.RoundMoved(stage="answer"))
    elif round_.stage == "answer":
        if all(offer.cube in round_.marks for offer in round_.offers):
            _after_answers(t, round_)
    elif round_.stage == "extras":
        if not undecided_droppers(round_) and not offered_extras(t.game):
            _to_beavers_or_end(t)
    elif not round_.beavers:
        t.tell(ev.RoundMoved(stage="over"))


def _after_answers(t: Telling, round_: Round) -> None:
    lone = _lone_takers(t, round_)
    option = t.table.rules.lone_taker
    if option == "must_beaver":
        again = [cube.id for cube in lone if round_.marks[cube.id] == "take"]
        for name in again:
            t.tell(ev.AskedAgain(cube=name))
        if again:
            return
    elif option == "must_drop" and len(t.game.team) >= 3:
        for cube in lone:
            offer = round_.offer_of(cube.id)
            assert offer is not None
            t.tell(ev.CubeClosed(cube=cube.id, how="drop", points=-offer.value))
    elif option in ("extras", "extras_may_drop") and lone:
        droppers = _droppers(t, round_, lone[0])
        if droppers:
            t.tell(ev.RoundMoved(stage="extras", lone=lone[0].id, droppers=droppers))
            return
    _to_beavers_or_end(t)


def _lone_takers(t: Telling, round_: Round) -> list[Cube]:
    """Return, for Box and assistant, the one cube not dropped of all doubled from the middle.

    Each of the two plays his own cubes (tavla 13); the Box's comes first (club 5.7). Nobody else
    may still be in.
    """
    if round_.side != "box":
        return []
    boxers = dict.fromkeys((t.game.boxer, *(offer.by for offer in round_.offers)))
    return [cube for boxer in boxers if (cube := _lone_against(t.game, round_, boxer))]


def _lone_against(game: Game, round_: Round, boxer: str) -> Cube | None:
    mine = [offer.cube for offer in round_.offers if offer.by == boxer]
    kept = [name for name in mine if round_.marks[name] != "drop"]
    cube = game.cube(kept[0]) if len(kept) == 1 else None
    if cube is None or not whole_team_from_middle(game, boxer):
        return None
    return cube if game.in_players() == {cube.player} else None


def _droppers(t: Telling, round_: Round, lone: Cube) -> tuple[str, ...]:
    """Return who dropped the Box's double, in rotation order; who has a cube already cannot give
    one.
    """
    dropped = {o.to for o in round_.offers if round_.marks[o.cube] == "drop"}
    return tuple(
        name
        for name in t.game.order("team")
        if name in dropped
        and name != lone.player
        and t.game.cube(cube_id(lone.player, name)) is None
    )


def _to_beavers_or_end(t: Telling) -> None:
    t.tell(ev.RoundMoved(stage="beavered" if _round(t).beavers else "over"))


def _round(t: Telling) -> Round:
    assert t.game.round is not None
    return t.game.round


def _cube(t: Telling, name: str) -> Cube:
    cube = t.game.cube(name)
    assert cube is not None, name
    return cube


def _offered(t: Telling, name: str) -> int:
    offered = _cube(t, name).offered
    assert offered is not None
    return offered
