"""Who may open, draw, start, sit, leave, and be away (rulebook sections 3, 8, 10)."""

from __future__ import annotations

from rules.actions import Open
from rules.checks import (
    Case,
    Check,
    bad_request,
    between_games,
    dice_form,
    drawn,
    is_box,
    oneself,
    option_on,
    own_name_only,
)
from rules.draw import DrawFault, throws_each
from rules.draw import ranked as ranked_draw
from rules.naming import fold
from rules.refusals import Refusal
from rules.ruleset import read_ruleset
from rules.saying import Fault
from rules.seats import closes_chain
from rules.state import Table

# Opening a session


def open_refusal(action: Open) -> Refusal | None:
    """Return why a session cannot be opened so; None if it can."""
    try:
        rules = read_ruleset(action.rules)
    except Fault as fault:
        return bad_request(fault.text, **fault.facts)
    names = [seating.name for seating in action.players]
    folded = [fold(name) for name in names]
    for name in names:
        if folded.count(fold(name)) > 1:
            return bad_request("Two players cannot both be {name}.", name=name)
    if action.board == "physical" and action.dice not in (None, "manual"):
        return bad_request("On a real board the dice are thrown by hand: leave dice out.")
    case = Case(Table(rules=rules), action, "", "")
    if len(names) < 2:
        text = "A table needs at least two players, a Box and a Captain."
        return case.refuse("needs_players", "seats", text)
    if len(names) > rules.max_players:
        text = "At most {n} players may sit."
        return case.refuse("full", "max_players", text, n=rules.max_players)
    return None


# The draw and the start


def drawing(table: Table) -> tuple[str, ...]:
    """Return who has to roll for order: all before the first game, or several who join together."""
    if table.undrawn:
        return table.line
    if table.game is None and len(table.joiners) > 1 and not table.joiners_ordered:
        return table.joiners
    return ()


def _draw_due(case: Case) -> Refusal | None:
    if drawing(case.table):
        return None
    text = "There is no order to draw for: the line is {line}."
    return case.refuse("wrong_phase", "draw", text, line=case.table.line)


def _draw_rolls(case: Case) -> Refusal | None:
    if case.action.rolls is None:
        if case.table.dice == "manual":
            return bad_request("Say what each player threw, such as ann 6 4.")
        return None
    return dice_form(case)


def _draw_complete(case: Case) -> Refusal | None:
    table, rolls = case.table, case.action.rolls
    if rolls is None:
        return None
    try:
        ranked_draw(drawing(table), rolls, throws_each(table, rolls))
    except DrawFault as fault:
        return bad_request(fault.text, **fault.facts)
    return None


DRAW_PARTS: tuple[Check, ...] = (_draw_rolls, _draw_complete)
DRAW: tuple[Check, ...] = (_draw_rolls, _draw_due, own_name_only, _draw_complete)


def _line_ready(case: Case) -> Refusal | None:
    table = case.table
    if table.game is not None:
        text = "The game is on: start waits for its end."
        return case.refuse("wrong_phase", "turn", text)
    if table.partner_due:
        text = "{partner} is due as Captain: remain or step_down comes first."
        return case.refuse("wrong_phase", "partner_due", text, partner=table.partner)
    if table.unaware:
        text = "{names} must first acknowledge the house rules that were changed."
        return case.refuse("wrong_phase", "changes", text, names=sorted(table.unaware))
    if len(table.line) < 2:
        text = "A game needs a Box and a Captain: somebody must join."
        return case.refuse("needs_players", "seats", text)
    if drawing(table) and table.dice == "manual":
        text = "{names} join together and roll for their order first: draw."
        return case.refuse("needs_draw", "joining", text, names=drawing(table))
    return None


START: tuple[Check, ...] = (
    lambda case: None if case.table.game else drawn(case),
    own_name_only,
    _line_ready,
)


# Joining and leaving


def _joins_himself(case: Case) -> Refusal | None:
    name = case.action.player or case.me
    seated = [fold(one) for one in case.table.seated]
    if fold(case.me) in seated or fold(name) in seated:
        text = "{name} sits at the table already."
        return case.refuse("not_permitted", "joining", text, name=name)
    if fold(name) != fold(case.me):
        text = "Only {name} may ask for a seat for {name}."
        return case.refuse("not_permitted", "joining", text, name=name)
    asked = [one for one in case.table.proposals if one.action["do"] == "join"]
    if any(fold(one.by) == fold(case.me) for one in asked):
        text = "{name} has asked already."
        return case.refuse("wrong_phase", "joining", text, name=case.me)
    return None


def room_at_table(case: Case) -> Refusal | None:
    """Refuse another player where the table is full."""
    n = case.table.rules.max_players
    if len(case.table.seated) < n:
        return None
    return case.refuse("full", "max_players", "The table is full: at most {n} may sit.", n=n)


JOIN: tuple[Check, ...] = (drawn, oneself, _joins_himself, room_at_table)


def _leaves_himself(case: Case) -> Refusal | None:
    if case.action.player not in (None, case.me):
        text = "Only {player} may say that {player} leaves."
        return case.refuse("not_permitted", "rotation", text, player=case.action.player)
    if case.me in case.table.leaving:
        text = "{me} leaves after this game already."
        return case.refuse("wrong_phase", "rotation", text, me=case.me)
    return None


LEAVE: tuple[Check, ...] = (drawn, own_name_only, _leaves_himself)


# The Box and the Partner

RELINQUISH: tuple[Check, ...] = (between_games, own_name_only, is_box("relinquish"))


def _partner_due(case: Case) -> Refusal | None:
    if case.table.partner_due:
        return None
    text = "No Partner is due as Captain."
    return case.refuse("wrong_phase", "partner_due", text)


def _is_partner(case: Case) -> Refusal | None:
    if case.me == case.table.partner:
        return None
    text = "The choice is {partner}'s, who is Partner."
    return case.refuse("not_permitted", "partner_due", text, partner=case.table.partner)


PARTNER_CHOICE: tuple[Check, ...] = (between_games, _partner_due, own_name_only, _is_partner)


def _no_partner_yet(case: Case) -> Refusal | None:
    partner = case.table.partner or case.table.assistant
    asked = [one for one in case.table.proposals if one.action["do"] == "invite"]
    if partner is None and not asked:
        return None
    text = "{name} is asked already." if partner is None else "{name} is Partner already."
    name = partner or asked[0].action["player"]
    return case.refuse("wrong_phase", "partner", text, name=name)


def _table_large_enough(case: Case) -> Refusal | None:
    n = case.table.rules.partner_from
    if len(case.table.seated) >= n:
        return None
    text = "The Box may have a Partner when {n} or more sit."
    return case.refuse("needs_players", "partner_from", text, n=n)


def first_choice(table: Table) -> str | None:
    """Return whom the Box asks next to be Partner: the bottom of the Team first (club 1.3, 6.5)."""
    passed = {*table.joiners, *table.refused_invites}
    return next((name for name in reversed(table.line[2:]) if name not in passed), None)


def may_be_asked(table: Table) -> tuple[str, ...]:
    """Return whom the Box may invite now; an assistant may be any Team player but the Captain."""
    if table.rules.partner == "second_box":
        passed = {*table.joiners, *table.refused_invites}
        return tuple(name for name in table.line[2:] if name not in passed)
    first = first_choice(table)
    return (first,) if first else ()


def _in_partner_order(case: Case) -> Refusal | None:
    may = may_be_asked(case.table)
    if case.action.player in may:
        return None
    topic = "partner" if case.table.rules.partner == "second_box" else "partner_order"
    if not may:
        text = "Nobody is left to be asked: not the Captain, not who is joining or has refused."
        return case.refuse("partner_order", topic, text)
    text = "The bottom of the Team is asked first: {first}."
    return case.refuse("partner_order", topic, text, first=may[0])


INVITE: tuple[Check, ...] = (
    between_games,
    own_name_only,
    is_box("partner"),
    _no_partner_yet,
    option_on("partner", "The Box plays alone here: there is no Partner."),
    _table_large_enough,
    _in_partner_order,
)


# Presence


def _not_away(case: Case) -> Refusal | None:
    if case.me not in case.table.away:
        return None
    return case.refuse("wrong_phase", "absence", "{me} is away already.", me=case.me)


def _is_away(case: Case) -> Refusal | None:
    if case.me in case.table.away or case.me in case.table.proxies:
        return None
    return case.refuse("wrong_phase", "absence", "{me} is at the table.", me=case.me)


def _chain_stays_open(case: Case) -> Refusal | None:
    to = case.action.to
    if to is None or not closes_chain(case.table, case.me, to):
        return None
    text = "{to} cannot act for {me}: the chain of proxies would close on itself."
    return case.refuse("not_permitted", "proxies", text, to=to, me=case.me)


AWAY: tuple[Check, ...] = (own_name_only, _not_away)
BACK: tuple[Check, ...] = (own_name_only, _is_away)
PROXY: tuple[Check, ...] = (own_name_only, _chain_stays_open)
REMARK: tuple[Check, ...] = (oneself,)
HABIT: tuple[Check, ...] = (own_name_only,)
