"""Whom and which cube the words of a request mean at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from rules.actions import ACTIONS, Action, Amend, Draw, Join, Open, Request, check_name
from rules.clauses import cite
from rules.refusals import Refusal, Refused
from rules.saying import Fault
from rules.state import Game, Table

WATCHER_VERBS = ("join", "flag", "say", "buy")
"""What somebody who is not seated may do."""

ANSWERS = ("agree", "refuse", "withdraw")
UNNAMED = ("open", "seat", "unseat", "ban")
"""Verbs that need no `by`: the host's acts may come from a machine nobody sits at."""


def _fields(*names: str) -> dict[type[Request], tuple[str, ...]]:
    """Return which of these parameters each verb has."""
    models = ACTIONS.values()
    return {one: tuple(name for name in names if name in one.model_fields) for one in models}


_PEOPLE = _fields("player", "with_", "to")
_CUBES = _fields("cube", "cubes", "take", "drop", "beaver")


def canonical(table: Table, action: Action) -> Action:
    """Return the action with names as seated and cubes by id; Refused if it names nobody known.

    A cube that cannot be found stays as it was written, for the rule about cubes to refuse in its
    turn.
    """
    if isinstance(action, Open):
        return action
    changes: dict[str, Any] = {}
    if action.by or action.verb not in UNNAMED:
        changes["by"] = _speaker(table, action)
    if action.as_ is not None:
        changes["as_"] = player(table, action.as_)
    if isinstance(action, Join):
        if action.player is not None:
            changes["player"] = find(table, action.player) or action.player
    else:
        _name_people(table, action, changes)
    _name_cubes(table, action, changes)
    fields = {key: value for key, value in changes.items() if getattr(action, key) != value}
    return action.model_copy(update=fields) if fields else action


def participants(table: Table) -> tuple[str, ...]:
    """Return everybody with a say: the seated, and buyers who play a game they do not sit in."""
    names = list(table.seated)
    if table.game is not None:
        names.append(table.game.boxer)
        names += [cube.player for cube in table.game.live]
    return tuple(dict.fromkeys(names))


def find(table: Table, word: str, among: Iterable[str] = ()) -> str | None:
    """Return the name as seated that a word means, any case, or an alias; None if nobody's."""
    known = (*participants(table), *among)
    if word in known:
        return word
    wanted = fold(word)
    for name in known:
        if fold(name) == wanted:
            return name
    alias = {"box": table.box, "captain": table.captain, "mover": _mover(table)}.get(wanted)
    return alias or None


def player(table: Table, word: str, among: Iterable[str] = ()) -> str:
    """Return the player that a word means; Refused (unknown_player) if there is none."""
    found = find(table, word, among)
    if found is None:
        raise Refused(
            Refusal(
                "unknown_player",
                cite(table.rules, "seats"),
                "{name} does not sit at this table; there are {players}",
                {"name": word[:40], "players": participants(table)},
            )
        )
    return found


def fold(name: str) -> str:
    """Return a name as it is compared: NFC, trimmed, case folded."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())


def _mover(table: Table) -> str:
    return table.acting_mover() if table.game else table.captain


def _speaker(table: Table, action: Action) -> str:
    if not action.by:
        raise Refused(
            Refusal(
                "bad_request", "protocol", "{verb} must say who asks: by", {"verb": action.verb}
            )
        )
    found = find(table, action.by, _parties(table, action))
    if found is not None:
        return found
    if action.verb not in WATCHER_VERBS:
        return player(table, action.by)
    return _stranger(action.by)


def _stranger(name: str) -> str:
    """Return the name of somebody who does not sit here; Refused if it can be nobody's."""
    try:
        return check_name(name)
    except Fault as fault:
        raise Refused(Refusal("bad_request", "protocol", fault.text, fault.facts)) from None


def _parties(table: Table, action: Action) -> tuple[str, ...]:
    """Return outsiders who may answer the proposal they are a party to."""
    if action.verb not in ANSWERS:
        return ()
    return tuple(name for one in table.proposals for name in (one.by, *one.waits_for))


def _name_people(table: Table, action: Action, changes: dict[str, Any]) -> None:
    outsiders = table.scores if action.verb in ("transfer", "amend") else ()
    for key in _PEOPLE[type(action)]:
        word = getattr(action, key)
        if word is None or (key == "to" and action.verb == "say"):
            continue
        if action.verb == "sell":
            changes[key] = find(table, word) or _stranger(word)
        else:
            changes[key] = player(table, word, outsiders)
    if isinstance(action, Draw) and action.rolls:
        changes["rolls"] = tuple((player(table, roll[0]), *roll[1:]) for roll in action.rolls)
    if isinstance(action, Amend) and action.points is not None:
        changes["points"] = {
            player(table, name, outsiders): points for name, points in action.points.items()
        }


def _name_cubes(table: Table, action: Action, changes: dict[str, Any]) -> None:
    game = table.game
    if game is None:
        return
    me = changes.get("as_") or changes.get("by") or ""
    for key in _CUBES[type(action)]:
        ref = getattr(action, key)
        if isinstance(ref, str):
            changes[key] = find_cube(table, game, ref, me)
        elif ref:
            changes[key] = tuple(find_cube(table, game, one, me) for one in ref)


def find_cube(table: Table, game: Game, ref: str, me: str) -> str:
    """Return the id of the cube that a reference means, or the reference where it means none or
    several.

    A player's name serves for his cube; where he has several, for the one live cube between him and
    `me`.
    """
    if ":" in ref:
        parts = [find(table, part) or part for part in ref.split(":")]
        return ":".join(parts)
    name = find(table, ref)
    if name is None:
        return ref
    mine = [cube for cube in game.cubes if name in (cube.team, cube.player, cube.box, cube.boxer)]
    for group in (
        [c for c in mine if c.live and me in (c.player, c.boxer) and me != name],
        [c for c in mine if c.live and name in (c.team, c.player)],
        [c for c in mine if name in (c.team, c.player)],
        mine,
    ):
        first = [cube for cube in group if name == cube.team] or group
        if len(first) == 1:
            return first[0].id
    return ref


def called(cubes: Sequence[str]) -> list[str]:
    """Return cubes by their players, as a table calls them; by their ids where one has several.

    >>> called(["Ben:Ann", "Cy:Ann"]), called(["Ben:Ann", "Ben:Cy"])
    (['Ben', 'Cy'], ['Ben:Ann', 'Ben:Cy'])
    """
    players = [cube.partition(":")[0] for cube in cubes]
    return players if len(set(players)) == len(players) else list(cubes)
