"""Who may speak, suggest, ask and flag (rulebook section 11)."""

from __future__ import annotations

from rules.checks import (
    GAME_PHASES,
    Case,
    Check,
    acts_for,
    in_phase,
    oneself,
)
from rules.consult import others_to_ask, silence
from rules.permit_turns import SUGGEST_PLAY, suggested_play
from rules.refusals import Refusal


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
