"""Who may propose and answer deals, speak, and take back (rulebook sections 7.5, 11, 12)."""

from __future__ import annotations

from collections.abc import Callable

from rules.checks import (
    GAME_PHASES,
    QUIET_TURNS,
    Case,
    Check,
    acts_for,
    bad_request,
    cubes_known,
    cubes_live,
    dice_form,
    in_phase,
    is_box,
    oneself,
    option_on,
    own_name_only,
)
from rules.consult import others_to_ask, silence
from rules.permit_turns import SUGGEST_PLAY, suggested_play
from rules.points import is_half_step
from rules.proposals import Proposal
from rules.refusals import Refusal
from rules.saying import Term
from rules.state import Table

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
    if cube.offered is None and not cube.beavered and not lone:
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


# Answers to proposals


def proposal_of(case: Case) -> Proposal:
    """Return the open proposal that an answer is about."""
    proposal = case.table.proposal(case.action.proposal)
    assert proposal is not None
    return proposal


def _proposal_open(case: Case) -> Refusal | None:
    number = case.action.proposal
    if case.table.proposal(number) is not None:
        return None
    if number > case.table.last_proposal:
        return bad_request("There is no proposal {id}.", id=number)
    text = "Proposal {id} is over: done, refused, withdrawn or lapsed."
    return case.refuse("too_late", "deals", text, id=number)


def _in_its_phase(case: Case) -> Refusal | None:
    """A deal on the game waits while something else of the game is settled first."""
    one = proposal_of(case)
    waiting = case.table.waiting_purchase()
    frozen = waiting is not None and waiting.id != one.id and one.in_game
    if (one.in_game and case.table.phase == "rolloff") or frozen:
        text = "First the half point, or the purchase that waits for the Box."
        return case.refuse("wrong_phase", "deals", text)
    return None


def _is_party(case: Case) -> Refusal | None:
    one = proposal_of(case)
    if case.me in one.waits_for:
        return None
    text = "Proposal {id} waits for {names}, not for {me}."
    names = one.waits_for or (Term("the Box"),)
    return case.refuse("not_a_party", "deals", text, id=one.id, names=names, me=case.me)


def _is_maker(case: Case) -> Refusal | None:
    one = proposal_of(case)
    if case.me == one.by:
        return None
    text = "Only {by}, who made it, may withdraw proposal {id}."
    return case.refuse("not_a_party", "deals", text, by=one.by, id=one.id)


def _acts_for_party(case: Case) -> Refusal | None:
    """A proxy for want of a named one answers for cubes only (club 7.1), and buys nobody's game."""
    one = proposal_of(case)
    return acts_for(own_cube=bool(one.cubes) and one.action["do"] != "sell")(case)


def agree_checks(inner: Callable[[Case], Refusal | None]) -> tuple[Check, ...]:
    """Return the checks of `agree`; `inner` refuses what is no longer allowed."""
    return (_proposal_open, _in_its_phase, _acts_for_party, _is_party, inner)


REFUSE: tuple[Check, ...] = (_proposal_open, _in_its_phase, _acts_for_party, _is_party)
WITHDRAW: tuple[Check, ...] = (_proposal_open, _in_its_phase, _acts_for_party, _is_maker)


def _preempt_on(case: Case) -> Refusal | None:
    if case.table.rules.preempt:
        return None
    return case.refuse("no_preempt", "preempt", "The Box cannot step into a purchase here.")


def _waits_for_box(case: Case) -> Refusal | None:
    one = proposal_of(case)
    if one.action["do"] != "buy":
        return bad_request("Proposal {id} is no purchase.", id=one.id)
    if not one.for_box:
        text = "First {names} must agree to the sale."
        return case.refuse("wrong_phase", "buying", text, names=one.waits_for)
    return None


def _is_box_of_purchase(case: Case) -> Refusal | None:
    cube = case.game.cube(proposal_of(case).cubes[0])
    if cube is not None and case.me == cube.boxer:
        return None
    text = "Only the Box may step into the purchase, or let it be."
    return case.refuse("not_permitted", "buying", text)


PREEMPT: tuple[Check, ...] = (
    _proposal_open,
    _preempt_on,
    _waits_for_box,
    acts_for(),
    _is_box_of_purchase,
)


def _rolls_off(case: Case) -> Refusal | None:
    due = case.game.rolloffs[0]
    if case.me in (due.maker, due.other):
        return None
    text = "{maker} and {other} roll off the half point."
    return case.refuse("not_permitted", "settlements", text, maker=due.maker, other=due.other)


def _both_throw(case: Case) -> Refusal | None:
    if case.table.dice == "manual" and case.action.dice is None:
        return bad_request("Say both throws, the maker's first: [[6, 5], [4, 1]].")
    return dice_form(case)


ROLLOFF_PARTS: tuple[Check, ...] = (_both_throw,)
ROLLOFF: tuple[Check, ...] = (_both_throw, in_phase("rolloff"), acts_for(), _rolls_off)


# Talk


def _may_say(case: Case) -> Refusal | None:
    action = case.action
    to = action.to if action.verb == "say" else (case.side or "team")
    topic = action.topic if action.verb == "say" else "checkers"
    found = silence(case.table, case.me, topic, to)
    if found is None:
        return None
    code = "wrong_phase" if found.topic == "turn" else "no_consult"
    return case.refuse(code, found.topic, found.text)


SAY: tuple[Check, ...] = (oneself, _may_say)
SUGGEST: tuple[Check, ...] = (*SUGGEST_PLAY, oneself, _may_say, suggested_play)


def _is_captain(case: Case) -> Refusal | None:
    mover = case.table.acting_mover()
    if case.me == mover:
        return None
    text = "{mover} is Captain and asks for advice."
    return case.refuse("not_permitted", "consult_checkers", text, mover=mover)


def _somebody_to_ask(case: Case) -> Refusal | None:
    if others_to_ask(case.table):
        return None
    text = "There is nobody whom the Captain may ask now."
    return case.refuse("no_consult", "consult_checkers", text)


ASK: tuple[Check, ...] = (in_phase(*GAME_PHASES), acts_for(), _is_captain, _somebody_to_ask)
FLAG: tuple[Check, ...] = (in_phase(*GAME_PHASES, "correction", "rolloff"), oneself)


# Taking back


def steps_back(table: Table) -> int:
    """Return how many actions a takeback can undo."""
    count, past = 0, table.before
    while past is not None and count < 100:
        count, past = count + 1, past.before
    return count


def _something_to_take_back(case: Case) -> Refusal | None:
    n = steps_back(case.table)
    if case.action.steps <= n:
        return None
    text = "There is nothing to take back."
    if n:
        text = "Only the last {n} actions can be taken back."
    return case.refuse("too_late", "too_late", text, n=n)


TAKEBACK: tuple[Check, ...] = (own_name_only, _something_to_take_back)
