"""The words after each verb of a typed command, one small reader a verb."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from app.command_reader import CommandError, Reader, cube_id
from rules.actions import ACTIONS, Action, BadRequest, read_action
from rules.naming import fold

_TALK = ("checkers", "cube", "table", "team", "box", "all", "to")
_FILLERS = {"by", "with", "to", "for", "at", "on", "and", "from", "of", "the", "points"}


def _words(rest: str) -> list[str]:
    return [w for w in re.split(r"[\s,;]+", rest) if w and w.casefold() not in _FILLERS]


_Made = tuple[Action, ...]


def plain(reader: Reader, verb: str, rest: str) -> _Made:
    if rest and ACTIONS[verb].model_fields.keys() <= {"do", "by", "as_"}:
        raise CommandError("{verb} stands alone, without {rest}", verb=verb, rest=rest)
    return (reader.action(verb),)


def _cubes(reader: Reader, verb: str, rest: str) -> _Made:
    refs = [w for w in _words(rest) if w.casefold() not in ("all", "both")]
    if not refs:
        return (reader.action(verb),)
    names = [reader.cube(word) for word in refs]
    game = reader.view.table.game
    team = game is not None and game.turn == "team"
    if verb == "double" and not reader.by and team and set(names) <= set(reader.view.here):
        return tuple(reader.action(verb, by=name) for name in names)
    return (reader.action(verb, cubes=[cube_id(reader.view, name) for name in names]),)


def _declare(reader: Reader, verb: str, rest: str) -> _Made:
    names = _words(rest)
    if verb == "stay" and names and names[0].casefold() in ("auto", "always"):
        return (reader.action("auto_stay"),)
    if not names:
        return (reader.action(verb),)
    return tuple(reader.action(verb, by=reader.name(name)) for name in names)


def _switch(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest.casefold().replace("on", "yes"))
    return (reader.action(verb, on=not words or words[0] not in ("off", "no", "false")),)


def _roll(reader: Reader, verb: str, rest: str) -> _Made:
    numbers = [int(n) for n in re.findall("[0-9]", rest)]
    if verb == "opening" and rest.casefold() in ("box", "team"):
        return (reader.action(verb, first=rest.casefold()),)
    if verb == "rolloff" and len(numbers) == 4 and all(1 <= n <= 6 for n in numbers):
        return (reader.action(verb, dice=[numbers[:2], numbers[2:]]),)
    if rest and verb == "rolloff":
        raise CommandError("type both throws, the maker's first: rolloff 6 4 5 2")
    if rest and (len(numbers) != 2 or not all(1 <= n <= 6 for n in numbers)):
        raise CommandError("type two dice, as in {verb} 6 3", verb=verb)
    return (reader.action(verb, dice=numbers or None),)


def _draw(reader: Reader, verb: str, rest: str) -> _Made:
    rolls: list[list[Any]] = []
    for word in _words(rest):
        if word.isdigit() and rolls:
            rolls[-1] += [int(c) for c in word]
        else:
            rolls.append([reader.name(word)])
    if not all(1 <= die <= 6 for _, *dice in rolls for die in dice or (0,)):
        raise CommandError("as in: draw ann 6 4, ben 5 2 (what each threw)")
    return (reader.action(verb, rolls=rolls or None),)


def _move(reader: Reader, verb: str, rest: str) -> _Made:
    if verb != "correct":
        return (reader.action(verb, move=rest),)
    match = re.match(r"^\s*([1-6])\s*[-,]?\s*([1-6])\s*:\s*(.+)$", rest)
    if match:
        dice = [int(match[1]), int(match[2])]
        return (reader.action(verb, dice=dice, move=match[3]),)
    return (reader.action(verb, move=rest),)


def _settle(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest)
    if len(words) != 3:
        raise CommandError("as in: settle cy 1.5 to cy (the cube, the points, who gets them)")
    ref, points, to = words
    cube = reader.cube(ref)
    by = reader.by or reader.as_ or _party(reader, cube)
    return (reader.action(verb, by=by, cube=cube, points=points, to=reader.name(to)),)


def _party(reader: Reader, ref: str) -> str:
    """Return who here proposes to settle a cube: a party to it, the Team's player first."""
    game = reader.view.table.game
    cube = game.cube(cube_id(reader.view, ref)) if game is not None else None
    if game is not None and cube is None:
        live = [one for one in game.live if fold(one.player) == fold(ref.replace("_", " "))]
        cube = live[0] if len(live) == 1 else None
    parties = (cube.player, cube.boxer) if cube is not None else ()
    return next((name for name in parties if name in reader.view.here), "")


def _priced(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest)
    if len(words) != 2:
        raise CommandError("as in: {verb} cy 2 (whose, and the price in points)", verb=verb)
    if verb == "sell":
        return (reader.action(verb, to=_anybody(reader, words[0]), price=words[1]),)
    if verb == "transfer":
        return (reader.action(verb, to=reader.name(words[0]), points=_number(words[1])),)
    return (reader.action(verb, cube=reader.cube(words[0]), price=words[1]),)


def _proposal(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest.replace("#", ""))
    waiting = [one for one in reader.view.table.proposals if _concerns(reader, one, verb)]
    if not words:
        if not waiting:
            raise CommandError("no proposal is open for {verb}", verb=verb)
        if len(waiting) != 1:
            ids = ", ".join(str(one.id) for one in waiting)
            raise CommandError("{verb} which proposal? Open are: {ids}", verb=verb, ids=ids)
        words = [str(waiting[0].id)]
    number = _number(words[0])
    one = reader.view.table.proposal(number)
    by = reader.by
    if one is not None and not by:
        parties = [one.by] if verb == "withdraw" else list(one.waits_for) or [reader.view.table.box]
        by = next((name for name in parties if name in reader.view.here), "")
    return (reader.action(verb, by=by, proposal=number),)


def _concerns(reader: Reader, one: Any, verb: str) -> bool:
    here = set(reader.view.here)
    if verb == "withdraw":
        return one.by in here
    if verb in ("preempt", "let"):
        return bool(one.for_box)
    return bool(here & set(one.waits_for))


def _resign(reader: Reader, verb: str, rest: str) -> _Made:
    kind = None
    refs: list[str] = []
    for word in _words(rest):
        found = [k for k in ("single", "gammon", "backgammon") if k.startswith(word.casefold())]
        if len(found) == 1 and kind is None and not refs:
            kind = found[0]
        else:
            refs.append(cube_id(reader.view, reader.cube(word)))
    return (reader.action(verb, kind=kind, cubes=refs or None),)


def _finish(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest.casefold())
    if not words or words[0] not in ("box", "team"):
        raise CommandError("as in: finish box gammon (who won, and single, gammon or backgammon)")
    return (reader.action(verb, winner=words[0], kind=(words[1:] or ["single"])[0]),)


def _proxy(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest)
    if not words:
        raise CommandError("as in: proxy dee ann (Ann acts for Dee), or proxy dee none")
    if len(words) == 2:
        reader.by = reader.name(words[0])
    to = words[-1]
    nobody = to.casefold() in ("none", "nobody", "-", "off")
    try:
        by = reader.by or reader.speaker(verb)
        return (read_action({"do": "proxy", "by": by, "to": None if nobody else reader.name(to)}),)
    except BadRequest as error:
        raise CommandError(error.text, **error.facts) from None


def _self(reader: Reader, verb: str, rest: str) -> _Made:
    if rest:
        reader.by = reader.name(rest)
    return (reader.action(verb),)


def _anybody(reader: Reader, word: str) -> str:
    return reader.name(word) if reader.is_name(word) else word


def _join(reader: Reader, verb: str, rest: str) -> _Made:
    match = re.match(r"^(.*?)(?:\s+([0-9]+))?$", rest)
    name = match[1].strip() if match else rest
    if not name:
        raise CommandError("as in: join Eve, or join Eve 2 for twice the stake")
    stake = int(match[2]) if match and match[2] else None
    by = name if not reader.by else reader.by
    return (reader.action(verb, by=by, player=None if by == name else name, stake=stake),)


def _who(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest)
    key = "with" if verb == "swap" else "player"
    if not words:
        raise CommandError("{verb} whom? For example: {verb} ann", verb=verb)
    if verb == "stake":
        player = reader.name(words[0]) if len(words) == 2 else None
        return (reader.action(verb, player=player, value=_number(words[-1])),)
    return (reader.action(verb, **{key: reader.name(words[0])}),)


def _rules(reader: Reader, verb: str, rest: str) -> _Made:
    changes: dict[str, Any] = {}
    for part in re.split(r"[\s,;]+", rest):
        key, equals, value = part.partition("=")
        if not equals:
            raise CommandError("as in: rules lone_taker=plays_on (see: help rules)")
        values: dict[str, Any] = {"true": True, "yes": True, "false": False, "no": False}
        changes[key] = int(value) if value.isdigit() else values.get(value.casefold(), value)
    return (reader.action(verb, set=changes),)


def _amend(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest)
    if len(words) < 2:
        raise CommandError("as in: amend 3 ann=2 ben=-2, or amend 3 gammon")
    if "=" not in words[1]:
        return (reader.action(verb, game=_number(words[0]), kind=words[1].casefold()),)
    points = {}
    for word in words[1:]:
        name, _, value = word.partition("=")
        points[reader.name(name)] = _number(value)
    return (reader.action(verb, game=_number(words[0]), points=points),)


def _text(reader: Reader, verb: str, rest: str) -> _Made:
    if not rest:
        raise CommandError("{verb} what?", verb=verb)
    if verb != "say":
        return (reader.action(verb, text=rest),)
    topic, to = "table", "all"
    words = rest.split(" ")
    while words and (word := words[0].casefold().strip(":")) in _TALK:
        if word in ("checkers", "cube", "table"):
            topic = word
        elif word != "to":
            to = word
        words.pop(0)
    if not words:
        raise CommandError("{verb} what?", verb=verb)
    if topic != "table" and to == "all":
        to = "box" if reader.speaker(verb) == reader.view.table.box else "team"
    return (reader.action(verb, topic=topic, to=to, text=" ".join(words)),)


def _bet(reader: Reader, verb: str, rest: str) -> _Made:
    words = _words(rest)
    if len(words) != 3:
        raise CommandError("as in: bet ann 2 on box")
    other = reader.name(words[0])
    return (
        reader.action(verb, points=_number(words[1]), on=words[2].casefold(), **{"with": other}),
    )


def _takeback(reader: Reader, verb: str, rest: str) -> _Made:
    return (reader.action(verb, steps=_number(rest) if rest else None),)


def _show(reader: Reader, verb: str, rest: str) -> _Made:
    if not rest:
        raise CommandError("as in: show 4HPwATDgc/ABMA (a position id, or an XGID)")
    return (reader.action(verb, position=rest),)


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise CommandError("{word} is not a whole number", word=word) from None


VERBS: dict[str, Callable[[Reader, str, str], _Made]] = {
    "double": _cubes, "automatic": _cubes,   "stay": _declare,
    "hold": _declare, "release": _declare, "extra": _declare, "no_extra": _declare,
    "insist": _switch, "auto_stay": _switch, "roll": _roll, "opening": _roll, "rolloff": _roll,
    "draw": _draw, "play": _move, "suggest": _move, "correct": _move, "settle": _settle,
    "buy": _priced, "sell": _priced, "transfer": _priced, "agree": _proposal, "refuse": _proposal,
    "withdraw": _proposal, "preempt": _proposal, "let": _proposal, "resign": _resign,
    "finish": _finish, "proxy": _proxy, "away": _self, "back": _self, "remain": _self,
    "step_down": _self, "relinquish": _self, "acknowledge": _self, "join": _join, "leave": _self,
    "stake": _who, "invite": _who, "object": _who, "swap": _who, "seat": _who, "unseat": _who,
    "ban": _who, "rules": _rules, "amend": _amend, "salt": _text, "note": _text, "flag": _text,
    "say": _text, "bet": _bet, "takeback": _takeback, "show": _show, "ask": plain,
}  # fmt: skip
