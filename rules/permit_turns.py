"""Who may open, roll, play and correct (rulebook sections 4, 9 and 13)."""

from __future__ import annotations

from functools import lru_cache

from rules.checks import (
    GAME_PHASES,
    Case,
    Check,
    acts_for,
    bad_request,
    board_is,
    cubes_known,
    dice_form,
    in_phase,
    is_roller,
    own_name_only,
)
from rules.ids import read_position_id, read_xgid
from rules.notation import Illegal, NotationError, read_play
from rules.permit_doubles import nobody_holds
from rules.position import Position
from rules.refusals import Refusal
from rules.saying import Fault, Term
from rules.state import Turn

# Whether a game's plays may still be corrected is asked of everybody after every action, and of
# each play it is asked what becomes of all the later ones: the same few plays, read over and over.
_read_again = lru_cache(maxsize=4096)(read_play)

# The opening


def _opening_form(case: Case) -> Refusal | None:
    action = case.action
    if action.first is not None:
        if case.table.board != "physical":
            return bad_request("Who moves first is known from the dice: leave first out.")
        if action.dice is not None:
            return bad_request("Say the opening dice, or who moves first, not both.")
        return None
    if case.table.board == "physical" and action.dice is None:
        return bad_request(
            'Say the opening dice [Box\'s, Captain\'s], or "first": "box" or "team".'
        )
    return dice_form(case)


def _box_or_mover(case: Case) -> Refusal | None:
    """Allow the Box and the mover, whoever is in turn."""
    if case.me in (case.game.boxer, case.table.acting_mover(), case.game.mover):
        return None
    text = "That is for the Box or the Captain: {box} or {mover}."
    return case.refuse(
        "not_permitted",
        "dice_and_checkers",
        text,
        box=case.game.boxer,
        mover=case.table.acting_mover(),
    )


OPENING_PARTS: tuple[Check, ...] = (_opening_form,)
OPENING: tuple[Check, ...] = (_opening_form, in_phase("opening"), acts_for(), _box_or_mover)


def _equal_dice_fell(case: Case) -> Refusal | None:
    needed = {"first_then_box": 2, "box_next_game": 2}.get(case.table.rules.automatic_doubles, 1)
    if case.game.equal >= needed:
        return None
    text = (
        "Automatic doubles need equal opening dice, {needed} times in a row."
        if needed > 1
        else "Automatic doubles need equal opening dice."
    )
    return case.refuse("wrong_phase", "automatic_doubles", text, needed=needed)


def _who_turns_automatically(case: Case) -> Refusal | None:
    by_agreement = case.table.rules.automatic_doubles == "by_agreement"
    if case.me == case.game.boxer:
        return None
    if by_agreement and any(cube.player == case.me for cube in case.game.live):
        return None
    who = Term("the Box or the cube's own player") if by_agreement else Term("the Box")
    text = "Automatic doubles are for {who} to ask."
    return case.refuse("not_permitted", "automatic_doubles", text, who=who)


def automatic_cubes(case: Case) -> tuple[str, ...]:
    """Return the cubes that an automatic double is about: those named, or all one may ask for."""
    if case.action.cubes is not None:
        return tuple(case.action.cubes)
    cubes = [c for c in case.game.live if case.me in (c.player, case.game.boxer)]
    return tuple(cube.id for cube in cubes if cube.id not in case.game.automatic)


def _automatic_cubes_mine(case: Case) -> Refusal | None:
    for ref in case.action.cubes or ():
        if case.me not in (case.cube(ref).player, case.game.boxer):
            text = "{cube} is not {me}'s."
            return case.refuse("not_your_cube", "own_cube", text, cube=ref, me=case.me)
    return None


def _automatic_once(case: Case) -> Refusal | None:
    done, wanted = case.game.automatic, set(automatic_cubes(case))
    each_by_itself = case.table.rules.automatic_doubles == "by_agreement"
    if done & wanted or (not wanted if each_by_itself else done):
        text = "For this equal roll that is done; the next equal roll gives another chance."
        return case.refuse("round_closed", "automatic_doubles", text)
    return None


def _automatic_on(case: Case) -> Refusal | None:
    if case.table.rules.automatic_doubles == "none":
        text = "There are no automatic doubles here."
        return case.refuse("option_off", "automatic_doubles", text)
    return None


def _automatic_form(case: Case) -> Refusal | None:
    cubes = case.action.cubes
    if cubes is not None and (not cubes or len(set(cubes)) < len(cubes)):
        return bad_request("Name each cube once, or leave cubes out for all.")
    return None


AUTOMATIC_PARTS: tuple[Check, ...] = (
    _automatic_form,
    cubes_known("cubes"),
    _automatic_cubes_mine,
    _automatic_once,
)
AUTOMATIC: tuple[Check, ...] = (
    _automatic_form,
    in_phase("opening"),
    _equal_dice_fell,
    acts_for(),
    _automatic_on,
    _who_turns_automatically,
    cubes_known("cubes"),
    _automatic_cubes_mine,
    _automatic_once,
)


# Rolling and playing

ROLL_PARTS: tuple[Check, ...] = (dice_form,)
ROLL: tuple[Check, ...] = (
    dice_form,
    in_phase("before_roll"),
    acts_for(),
    is_roller,
    nobody_holds,
)


def _legal_play(case: Case) -> Refusal | None:
    """Refuse a play that backgammon law or the notation forbids, with the reason."""
    dice = case.game.dice
    assert dice is not None
    return _read(case, case.game.position, dice)


def _read(case: Case, position: Position, dice: tuple[int, int]) -> Refusal | None:
    try:
        _read_again(case.action.move, position, dice)
    except Illegal as error:
        facts = {**error.facts, "why": error.why}
        return case.refuse("illegal_play", "backgammon", error.template, **facts)
    except NotationError as error:
        return bad_request(error.template, **error.facts)
    return None


PLAY_PARTS: tuple[Check, ...] = (_legal_play,)
PLAY: tuple[Check, ...] = (
    in_phase("play"),
    acts_for(),
    is_roller,
    board_is("tracked"),
    _legal_play,
)
DONE: tuple[Check, ...] = (in_phase("play"), acts_for(), is_roller, board_is("physical"))
FINISH: tuple[Check, ...] = (in_phase("play"), acts_for(), _box_or_mover, board_is("physical"))


def shown_position(text: str) -> Position:
    """Read the position on a wooden board from an id or an XGID; ValueError if it is none."""
    if text.startswith("XGID=") or text.count(":") >= 5:
        return read_xgid(text)[0]
    return read_position_id(text)


def _position_form(case: Case) -> Refusal | None:
    try:
        shown_position(case.action.position)
    except Fault as fault:
        return bad_request(fault.text, **fault.facts)
    return None


SHOW_PARTS: tuple[Check, ...] = (_position_form,)
SHOW: tuple[Check, ...] = (
    _position_form,
    in_phase(*GAME_PHASES),
    own_name_only,
    board_is("physical"),
)
SUGGEST_PLAY: tuple[Check, ...] = (in_phase("play"), board_is("tracked"))


def suggested_play(case: Case) -> Refusal | None:
    """Refuse a suggestion that is no legal play of the roll."""
    return _legal_play(case)


# Corrections


def _something_to_correct(case: Case) -> Refusal | None:
    if case.action.back < len(case.game.turns):
        return None
    text = "There is no such play to correct: {n} plays were made in this game."
    return case.refuse("wrong_phase", "illegal_plays", text, n=len(case.game.turns))


def _dice_by_hand(case: Case) -> Refusal | None:
    if case.table.board == "tracked" and case.table.dice == "manual":
        return None
    text = "Only a tracked board with dice thrown by hand can hold an illegal play."
    return case.refuse("option_off", "illegal_plays", text)


def turn_to_correct(case: Case) -> Turn:
    """Return the play that a correction replaces."""
    back: int = case.action.back
    return case.game.turns[len(case.game.turns) - 1 - back]


def _corrected_play_legal(case: Case) -> Refusal | None:
    turn = turn_to_correct(case)
    return _read(case, turn.before, case.action.dice or turn.dice)


def too_late_for_choice(case: Case) -> bool:
    """Whether the offender has gone on too far for the opponent to choose a new roll (club 8.5).

    Under `offender_choice` he has moved again; under `opponent_play` he has rolled again (hungarian
    24).
    """
    back = case.action.back
    if back >= 2:
        return True
    rolled_again = back == 1 and case.game.dice is not None
    return rolled_again and case.table.rules.late_correction == "opponent_play"


def _not_too_late(case: Case) -> Refusal | None:
    """Ask of a late correction that every later play stays legal (club 8.5, hungarian 24)."""
    if not too_late_for_choice(case):
        return None
    if later_positions(case) is None:
        text = "Too late: a play made since would not be legal in the corrected position."
        return case.refuse("too_late", "too_late", text)
    return None


def later_positions(case: Case) -> list[Position] | None:
    """Return the positions after the corrected play and after each later one, the mover's view.

    None where a later play would no longer be legal.
    """
    turn = turn_to_correct(case)
    play = _read_again(case.action.move, turn.before, case.action.dice or turn.dice)
    positions = [play.after]
    first = len(case.game.turns) - case.action.back
    for later in case.game.turns[first:]:
        try:
            play = _read_again(later.move, positions[-1].flip(), later.dice)
        except NotationError:
            return None
        positions.append(play.after)
    return positions


CORRECT_PARTS: tuple[Check, ...] = (_corrected_play_legal, _not_too_late)
CORRECT: tuple[Check, ...] = (
    in_phase("before_roll", "play"),
    own_name_only,
    _something_to_correct,
    _dice_by_hand,
    _corrected_play_legal,
    _not_too_late,
)
CHOOSE: tuple[Check, ...] = (in_phase("correction"), acts_for(), is_roller)
