"""What Enter will send, in words, with what it costs and how it counts against the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules.actions import Action, Finish, Resign
from rules.cube import Cube
from rules.naming import find_cube
from rules.proposals import Proposal
from rules.values import Mark
from widgets.proposal_words import proposal_text
from widgets.words import Words, signed

if TYPE_CHECKING:
    from rules.views import View

ANSWERS = ("take", "drop", "beaver", "accept", "raccoon", "answer")
"""Verbs that answer an offered cube."""

MOST_NAMED = 4
"""Cubes up to which all of them are named; of more, that they are all."""

WEIGHTY = (*ANSWERS, "resign", "extra", "no_extra", "agree", "preempt", "let")
"""Verbs that another person's key must confirm at a shared terminal."""


def marks_of(actions: Sequence[Action], view: View) -> dict[str, str]:
    """Return what the actions say of each cube, for the rack: cube id -> mark or verb."""
    game = view.table.game
    if game is None:
        return {}
    marks: dict[str, str] = {}
    for action in actions:
        me = action.as_ or action.by
        if action.verb == "answer":
            for mark in ("take", "drop", "beaver"):
                for ref in getattr(action, mark):
                    marks[find_cube(view.table, game, ref, me)] = mark
        elif action.verb in ANSWERS:
            ref = getattr(action, "cube", None)
            ids = [find_cube(view.table, game, ref, me)] if ref else _waiting(view, me)
            marks |= dict.fromkeys(ids[:1], action.verb)
        elif action.verb == "double":
            refs = getattr(action, "cubes", None)
            ids = [find_cube(view.table, game, r, me) for r in refs or ()] or _mine(view, me)
            marks |= dict.fromkeys(ids, "double")
        elif action.verb in ("stay", "extra"):
            cubes = (c.id for c in game.cubes if c.player == action.by)
            marks |= dict.fromkeys(cubes, action.verb)
    return marks


def forbidding(actions: Sequence[Action], view: View) -> str:
    """Return the clause by which whole answers would be refused, "" where they would not."""
    rule = view.answer_rule
    marks = _answered([action for action in actions if action.verb in ANSWERS], view)
    whole = rule is not None and len(marks) == len(rule.cubes) > 1
    return rule.clause if rule is not None and whole and not rule.allows(marks) else ""


def unfinished(actions: Sequence[Action], view: View) -> bool:
    """Whether answers leave out cubes that are to be answered with them, all at once."""
    rule = view.answer_rule
    marks = _answered([action for action in actions if action.verb in ANSWERS], view)
    return rule is not None and 0 < len(marks) < len(rule.cubes)


def preview(actions: Sequence[Action], view: View, words: Words) -> str:
    """Return the line beneath the command for actions that were read from it."""
    answers = [action for action in actions if action.verb in ANSWERS]
    doubles = [action for action in actions if action.verb == "double" and marks_of([action], view)]
    others = [action for action in actions if action not in answers and action not in doubles]
    parts = [_grouped(doubles, view, words)] if doubles else []
    parts += [_one(action, view, words) for action in others]
    if answers:
        parts.append(_grouped(answers, view, words))
    if forbidding(actions, view):
        # What would be refused is not offered: the count says what is wrong with it.
        return _count(answers, view, words)
    if unfinished(actions, view):
        return _count(answers, view, words)
    text = words("Enter sends: {what}", what=", ".join(parts))
    if answers and (cost := _cost(answers, view)):
        text += f" ({cost})"
    if answers and (count := _count(answers, view, words)):
        text = f"{count} {text}"
    return text


def _grouped(answers: Sequence[Action], view: View, words: Words) -> str:
    """Return doubles or answers by their mark: "TAKE Ann 2, Ben 2; DROP Cy"."""
    game = view.table.game
    groups: dict[str, list[str]] = {}
    for action in answers:
        for cube_id, mark in marks_of([action], view).items():
            cube = game.cube(cube_id) if game else None
            name = _named(cube) if cube is not None else cube_id
            value = f" {_value(cube, mark)}" if cube is not None and mark != "drop" else ""
            groups.setdefault(mark, []).append(f"{name}{value}")
    if not groups:
        return ", ".join(words(_VERBS.get(action.verb, action.verb)) for action in answers)
    live = len(game.live) if game else 0
    if (
        len(groups) == 1
        and live > MOST_NAMED
        and all(len(all_of) == live for all_of in groups.values())
    ):
        groups = {mark: [words("all {n}", n=live)] for mark in groups}
    parts = [
        f"{words(_VERBS.get(mark, mark))} {', '.join(names)}" for mark, names in groups.items()
    ]
    return "; ".join(parts)


def _one(action: Action, view: View, words: Words) -> str:
    name = f" {action.by}" if action.by and len(view.here) > 1 else ""
    verb = words(_VERBS.get(action.verb, action.verb.upper().replace("_", " ")))
    if action.verb in ("settle", "buy", "sell", "transfer", "bet"):
        # Points and money: in a sentence, for in a row of words one loses who gets what.
        told = Proposal(0, action.request(), action.by or view.viewer or "", ())
        text = proposal_text(told, words)
        # Of these a settlement alone does not say who proposes it.
        return f"{action.by}: {text}" if name and action.verb == "settle" else text
    if isinstance(action, Finish):
        key = "[" if action.winner == "box" else "]"
        won = words("Box wins") if action.winner == "box" else words("Team wins")
        return words(
            "{won}: {kind} ({key} again for more)", won=won, kind=words(action.kind), key=key
        )
    if isinstance(action, Resign) and action.cubes is None:
        # The kind is said even where nobody typed it: it is what everybody pays.
        return f"{verb}{name} ({words(action.kind)})"
    number = getattr(action, "proposal", None)
    if number is not None and (proposal := view.table.proposal(number)) is not None:
        return f"{verb}{name} #{number}: {proposal_text(proposal, words)}"
    return f"{verb}{name}{_rest(action)}"


def _named(cube: Cube) -> str:
    """Return whose a cube is, as the rack has it: of an extra, both players."""
    return f"{cube.player}/{cube.boxer}" if cube.extra else cube.player


def _value(cube: Cube, mark: str) -> int:
    """Return what a cube would play on at."""
    if mark in ("take", "accept"):
        return cube.offered or cube.value
    if mark in ("beaver", "raccoon"):
        return (cube.offered or cube.value) * 2
    return cube.value * 2


def _rest(action: Action) -> str:
    skipped = ("do", "by", "as", "as_")
    fields = {k: v for k, v in action.request().items() if k not in skipped}
    return "".join(f" {_plain(value)}" for value in fields.values())


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value))
    return str(value)


def _cost(actions: Sequence[Action], view: View) -> str:
    """Return the points that the drops move, both ways."""
    game = view.table.game
    if game is None:
        return ""
    points: dict[str, int] = {}
    for cube_id, mark in marks_of(actions, view).items():
        cube = game.cube(cube_id)
        if cube is None or mark != "drop" or cube.offered is None:
            continue
        value = cube.offered // 2
        # Whoever was offered the cube last loses what it stood at.
        offer = game.round.offer_of(cube_id) if game.round else None
        if offer is None:
            continue
        loser, winner = (offer.by, offer.to) if cube.beavered else (offer.to, offer.by)
        points[loser] = points.get(loser, 0) - value
        points[winner] = points.get(winner, 0) + value
    return ", ".join(f"{name} {signed(n)}" for name, n in points.items())


def _answered(actions: Sequence[Action], view: View) -> dict[str, Mark]:
    rule = view.answer_rule
    return {
        cube: mark  # type: ignore[misc]
        for cube, mark in marks_of(actions, view).items()
        if rule is not None and cube in rule.cubes and mark in ("take", "drop", "beaver")
    }


def _count(actions: Sequence[Action], view: View, words: Words) -> str:
    rule = view.answer_rule
    if rule is None or len(rule.cubes) < 2:
        return ""
    marks = _answered(actions, view)
    taken = sum(mark != "drop" for mark in marks.values())
    n = len(rule.cubes)
    if len(marks) < n:
        return words("{done} of {n} answered.", done=len(marks), n=n)
    if not rule.allows(marks):
        return words(
            "- {taken} of {n}: not allowed ({clause})", taken=taken, n=n, clause=rule.clause
        )
    if rule.at_least:
        return words("{taken} of {n}, need {need}.", taken=taken, n=n, need=rule.at_least)
    return words("{taken} of {n}.", taken=taken, n=n)


def _waiting(view: View, name: str) -> list[str]:
    game = view.table.game
    if game is None or game.round is None:
        return []
    beavers = [c.id for c in game.cubes if c.beavered and c.id in game.round.beavers]
    offers = [o.cube for o in game.round.offers if o.to == name and o.cube not in game.round.marks]
    return offers or beavers


def _mine(view: View, name: str) -> list[str]:
    game = view.table.game
    if game is None or game.turn is None:
        return []
    return [c.id for c in game.cubes_of(name, game.turn) if c.open_to(game.turn) and not c.offered]


_VERBS = {
    "take": "TAKE", "drop": "DROP", "beaver": "BEAVER", "accept": "ACCEPT", "raccoon": "RACCOON",
    "double": "DOUBLE", "stay": "STAY", "roll": "ROLL", "play": "PLAY", "resign": "RESIGN",
    "agree": "AGREE", "refuse": "REFUSE", "extra": "EXTRA", "no_extra": "NO EXTRA",
}  # fmt: skip
