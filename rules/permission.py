"""Whether an action is allowed: one function, from which the refusal and the list of legal actions
both come.
"""

from __future__ import annotations

from rules import permit_answers as answers
from rules import permit_consent as consent
from rules import permit_deals as deals
from rules import permit_doubles as doubles
from rules import permit_house as house
from rules import permit_seats as seats
from rules import permit_talk as talk
from rules import permit_turns as turns
from rules.actions import Action, Open, read_action
from rules.checks import Case, Check, case_of, first_refusal
from rules.naming import canonical
from rules.refusals import Refusal, Refused
from rules.state import Table


def refusal_of(table: Table, action: Action) -> Refusal | None:
    """Return why an action is not allowed at this table, or None if it is."""
    if not table.opened:
        if isinstance(action, Open):
            return seats.open_refusal(action)
        return Refusal("wrong_phase", "protocol", "First open a session: open.")
    if isinstance(action, Open):
        text = "The session is open already."
        return seats.open_refusal(action) or Refusal("wrong_phase", "protocol", text)
    if table.closed:
        return Refusal("wrong_phase", "protocol", "The session is closed; open a new one.")
    try:
        action = canonical(table, action)
    except Refused as refused:
        return refused.refusal
    return refusal_of_named(table, action)


def refusal_of_named(table: Table, action: Action) -> Refusal | None:
    """Return the same for an action whose names and cubes are canonical, at an open table."""
    return first_refusal(case_of(table, action), CHECKS[action.verb])


def _inner_allowed(case: Case) -> Refusal | None:
    """Refuse to agree to what is no longer allowed, for the reason that forbids it now."""
    one = consent.proposal_of(case)
    request = dict(one.action)
    if request["do"] == "join":
        return seats.room_at_table(case)
    if request["do"] in _ONE_AT_A_TIME:
        return None
    action = read_action(request)
    return first_refusal(case_of(case.table, action), CHECKS[action.verb])


_ONE_AT_A_TIME = ("invite", "raccoon")
"""Proposals of which no second may be open: asked for again they would stand in their own way. They
lapse by themselves when they are no longer allowed.
"""

CHECKS: dict[str, tuple[Check, ...]] = {
    "draw": seats.DRAW,
    "start": seats.START,
    "join": seats.JOIN,
    "leave": seats.LEAVE,
    "relinquish": seats.RELINQUISH,
    "invite": seats.INVITE,
    "remain": seats.PARTNER_CHOICE,
    "step_down": seats.PARTNER_CHOICE,
    "stake": house.STAKE,
    "rules": house.RULES,
    "swap": house.SWAP,
    "acknowledge": house.ACKNOWLEDGE,
    "object": house.OBJECT,
    "transfer": house.TRANSFER,
    "amend": house.AMEND,
    "salt": house.SALT,
    "close": house.CLOSE,
    "note": seats.REMARK,
    "abandon": deals.ABANDON,
    "opening": turns.OPENING,
    "automatic": turns.AUTOMATIC,
    "double": doubles.DOUBLE,
    "stay": doubles.STAY,
    "auto_stay": seats.HABIT,
    "hold": doubles.HOLD,
    "release": doubles.RELEASE,
    "insist": doubles.INSIST,
    "answer": answers.ANSWER,
    "take": answers.ONE_CUBE,
    "drop": answers.ONE_CUBE,
    "beaver": answers.ONE_CUBE,
    "accept": answers.ACCEPT,
    "raccoon": answers.RACCOON,
    "extra": answers.EXTRA,
    "no_extra": answers.EXTRA,
    "roll": turns.ROLL,
    "play": turns.PLAY,
    "done": turns.DONE,
    "finish": turns.FINISH,
    "show": turns.SHOW,
    "resign": deals.RESIGN,
    "settle": deals.SETTLE,
    "buy": deals.BUY,
    "sell": deals.SELL,
    "agree": consent.agree_checks(_inner_allowed),
    "refuse": consent.REFUSE,
    "withdraw": consent.WITHDRAW,
    "preempt": consent.PREEMPT,
    "let": consent.PREEMPT,
    "rolloff": consent.ROLLOFF,
    "ask": talk.ASK,
    "say": talk.SAY,
    "suggest": talk.SUGGEST,
    "flag": talk.FLAG,
    "correct": turns.CORRECT,
    "keep": turns.CHOOSE,
    "reroll": turns.CHOOSE,
    "bet": deals.BET,
    "seat": seats.REMARK,
    "unseat": seats.REMARK,
    "ban": seats.REMARK,
    "away": seats.AWAY,
    "back": seats.BACK,
    "proxy": seats.PROXY,
    "takeback": consent.TAKEBACK,
}
"""Each verb's checks, in the order of the protocol's section 2."""
