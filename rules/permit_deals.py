"""Who may propose which deal (rulebook sections 7.5, 12)."""

from __future__ import annotations

from rules.checks import (
    GAME_PHASES,
    QUIET_TURNS,
    Case,
    Check,
    acts_for,
    bad_request,
    cubes_known,
    cubes_live,
    in_phase,
    is_box,
    option_on,
    own_name_only,
)
from rules.points import is_half_step
from rules.refusals import Refusal

NO_SETTLEMENTS = "There are no settlements here."

# Settling, buying, selling, resigning, betting


def _party_of_cube(case: Case) -> Refusal | None:
    cube = case.cube(case.action.cube)
    if case.me in (cube.player, cube.boxer):
        return None
    text = "{cube} is between {player} and {boxer}; {me} is no party to it."
    return case.refuse(
        "not_a_party",
        "settlements",
        text,
        cube=cube.id,
        player=cube.player,
        boxer=cube.boxer,
        me=case.me,
    )


def _paid_to_party(case: Case) -> Refusal | None:
    cube = case.cube(case.action.cube)
    if case.action.to in (cube.player, cube.boxer):
        return None
    text = "The points go to {player} or to {boxer}."
    return case.refuse("not_a_party", "settlements", text, player=cube.player, boxer=cube.boxer)


def _no_round_on_cube(case: Case) -> Refusal | None:
    """Refuse a deal on a cube that is being decided."""
    cube, round_ = case.cube(case.action.cube), case.game.round
    lone = round_ is not None and round_.lone == cube.id
    if cube.offered is None and not lone:
        return None
    text = "The double on {cube} is answered first."
    return case.refuse("wrong_phase", "settlements", text, cube=cube.id)


def _half_steps(key: str) -> Check:
    def check(case: Case) -> Refusal | None:
        points = getattr(case.action, key)
        if is_half_step(points):
            return None
        text = "{points} cannot be rolled off: settle for a whole or a half number of points."
        return case.refuse("fraction", "settlements", text, points=str(points))

    return check


SETTLE_PARTS: tuple[Check, ...] = (_half_steps("points"),)
SETTLE: tuple[Check, ...] = (
    in_phase(*GAME_PHASES),
    acts_for(),
    cubes_known("cube"),
    _party_of_cube,
    cubes_live("cube"),
    _paid_to_party,
    _no_round_on_cube,
    option_on("settlements", NO_SETTLEMENTS),
    _half_steps("points"),
)


def _may_buy(case: Case) -> Refusal | None:
    """Allow Team players, players who are out, and spectators; not the Box's side (club 4.4)."""
    cube = case.cube(case.action.cube)
    if case.me == cube.player:
        text = "{cube} is {me}'s already."
    elif case.me in (case.game.boxer, case.game.partner, case.game.assistant, cube.boxer):
        text = "The Box's side settles a cube; it does not buy {cube}."
    elif any(c.live and c.extra and c.boxer == case.me for c in case.game.cubes):
        text = "Who gave an extra sits on the Box's side and cannot buy {cube}."
    else:
        return None
    return case.refuse("not_permitted", "buying", text, cube=cube.id, me=case.me)


BUY_PARTS: tuple[Check, ...] = (_half_steps("price"),)
BUY: tuple[Check, ...] = (
    in_phase(*GAME_PHASES),
    own_name_only,
    cubes_known("cube"),
    _may_buy,
    cubes_live("cube"),
    _no_round_on_cube,
    option_on("settlements", NO_SETTLEMENTS),
    _half_steps("price"),
)


def _may_be_sold_to(case: Case) -> Refusal | None:
    to = case.action.to
    if to not in (case.me, case.game.partner, case.game.assistant):
        return None
    text = "The Box may sell to a Team player, a player who is out, or a spectator; not to {to}."
    return case.refuse("not_a_party", "deals", text, to=to)


SELL_PARTS: tuple[Check, ...] = (_may_be_sold_to, _half_steps("price"))
SELL: tuple[Check, ...] = (
    in_phase(*QUIET_TURNS),
    own_name_only,
    is_box("deals"),
    _may_be_sold_to,
    option_on("settlements", NO_SETTLEMENTS),
    _half_steps("price"),
)


def resigned_cubes(case: Case) -> tuple[str, ...]:
    """Return the cubes that a resignation is about: those named, or all of one's live ones."""
    if case.action.cubes is not None:
        return tuple(case.action.cubes)
    return tuple(cube.id for cube in case.game.live if case.me in (cube.player, cube.boxer))


def _cubes_mine(case: Case) -> Refusal | None:
    named = case.action.cubes
    if named is not None and (not named or len(set(named)) < len(named)):
        return bad_request("Name each cube once, or leave cubes out for all of yours.")
    for ref in named or ():
        cube = case.cube(ref)
        if case.me not in (cube.player, cube.boxer):
            text = "{cube} is not {me}'s to resign."
            return case.refuse("not_your_cube", "own_cube", text, cube=ref, me=case.me)
    if not resigned_cubes(case):
        text = "{me} has no cube left in this game."
        mine = any(case.me in (c.player, c.boxer, c.team) for c in case.game.cubes)
        return case.refuse("cube_out" if mine else "not_permitted", "out", text, me=case.me)
    return None


RESIGN: tuple[Check, ...] = (
    in_phase(*QUIET_TURNS),
    acts_for(),
    cubes_known("cubes"),
    _cubes_mine,
    cubes_live("cubes"),
)


def _not_with_oneself(case: Case) -> Refusal | None:
    if case.action.with_ == case.me:
        return bad_request("It takes two: name another player.")
    return None


BET: tuple[Check, ...] = (
    _not_with_oneself,
    in_phase(*GAME_PHASES),
    own_name_only,
    option_on("side_deals", "There are no side bets here."),
)
ABANDON: tuple[Check, ...] = (in_phase(*GAME_PHASES, "correction"), own_name_only)
