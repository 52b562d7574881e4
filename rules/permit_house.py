"""Who may change stakes, house rules, places and the sheet (rulebook sections 3, 8, 14)."""

from __future__ import annotations

from rules.checks import (
    Case,
    Check,
    bad_request,
    between_games,
    drawn,
    is_box,
    option_on,
    own_name_only,
)
from rules.refusals import Refusal
from rules.ruleset import Ruleset, read_ruleset
from rules.saying import Fault
from rules.state import Table

# Stakes and house rules


def _own_stake(case: Case) -> Refusal | None:
    player = case.action.player
    if player not in (None, case.me):
        text = "Only {player} may ask for another multiple for {player}."
        return case.refuse("not_permitted", "stakes", text, player=player)
    return None


STAKE: tuple[Check, ...] = (between_games, own_name_only, _own_stake)


def new_rules(table: Table, options: dict[str, object]) -> Ruleset:
    """Return the house rules with options set; a new `base` brings that preset whole first."""
    base = options.get("base")
    if isinstance(base, str) and base != table.rules.base:
        start = read_ruleset(base)
    else:
        start = table.rules
    return start.changed(options)


def _rules_form(case: Case) -> Refusal | None:
    try:
        new_rules(case.table, case.action.set)
    except Fault as fault:
        return bad_request(fault.text, **fault.facts)
    return None


RULES_PARTS: tuple[Check, ...] = (_rules_form,)
RULES: tuple[Check, ...] = (_rules_form, between_games, own_name_only)


def _is_unaware(case: Case) -> Refusal | None:
    if case.me in case.table.unaware:
        return None
    text = "{me} has nothing to acknowledge."
    return case.refuse("wrong_phase", "changes", text, me=case.me)


ACKNOWLEDGE: tuple[Check, ...] = (drawn, own_name_only, _is_unaware)


def _new_box_objects(case: Case) -> Refusal | None:
    table, player = case.table, case.action.player
    if table.multiples.get(player, 1) == 1:
        text = "{player} plays for the base stake."
        return case.refuse("wrong_phase", "stakes", text, player=player)
    if table.agreed_box.get(player) == table.box:
        text = "{box} has agreed to that multiple; only a new Box is asked again."
        return case.refuse("not_permitted", "stakes", text, box=table.box)
    return None


OBJECT: tuple[Check, ...] = (between_games, own_name_only, is_box("stakes"), _new_box_objects)


def _swaps_with_another(case: Case) -> Refusal | None:
    if case.action.with_ == case.me or case.action.with_ not in case.table.line:
        return bad_request("It takes two places in the line: name another player.")
    return None


SWAP: tuple[Check, ...] = (
    _swaps_with_another,
    between_games,
    own_name_only,
    option_on("side_deals", "Places are not swapped here."),
)


# The sheet


def _to_another(case: Case) -> Refusal | None:
    if case.action.to == case.me:
        return bad_request("It takes two: name another player.")
    return None


TRANSFER: tuple[Check, ...] = (_to_another, between_games, own_name_only)


def _amend_form(case: Case) -> Refusal | None:
    action, table = case.action, case.table
    if not 1 <= action.game <= len(table.games):
        return bad_request("There is no finished game {game}.", game=action.game)
    record = table.games[action.game - 1]
    if (action.points is None) == (action.kind is None):
        return bad_request("Say the game's points, or its kind.")
    if action.kind is not None and record.kind is None:
        return bad_request("The checkers did not decide game {game}.", game=action.game)
    if action.points is not None:
        if sum(action.points.values()):
            return bad_request("The points of a game sum to zero.")
        strangers = set(action.points) - set(record.points)
        if strangers:
            return bad_request(
                "{names} did not play game {game}.", names=sorted(strangers), game=action.game
            )
    return None


AMEND_PARTS: tuple[Check, ...] = (_amend_form,)
AMEND: tuple[Check, ...] = (_amend_form, between_games, own_name_only)
SALT: tuple[Check, ...] = (
    between_games,
    own_name_only,
    lambda case: (
        None
        if case.table.dice == "fair"
        else case.refuse("option_off", "turn", "Only the program's fair dice take salt.")
    ),
)
CLOSE: tuple[Check, ...] = (
    lambda case: between_games(case) if case.table.game else None,
    own_name_only,
)
