"""What a bot does: one table, one name, one judge, and out comes one action, or none.

A bot has no rights of its own: it sees what a player sees, asks through the same door, and every
action is one that `rules` allows. Nothing here waits or draws dice; `app/company.py` runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from app import bot_deals as deals
from app.bot_views import Mind, best_answer
from app.character import Character, Mood
from app.verdicts import Judge
from rules.actions import Action, read_action
from rules.answers import answer_rule
from rules.naming import participants
from rules.notation import write_play
from rules.permission import refusal_of
from rules.position import Position
from rules.rounds import holding, may_double_with, my_beavers, undeclared_cubes, unspoken
from rules.seats import chain, may_act_for
from rules.state import Table
from rules.views import to_act


def next_action(
    table: Table, bots: Mapping[str, Character], judge: Judge
) -> tuple[str, Action] | None:
    """Return what some bot does now, and which; None while the table waits for people.

    Who rolls or plays, or starts the next game, comes last: the others may still have a word.
    """
    for name in in_order(table, bots):
        action = choose(table, name, judge, bots[name], bots)
        if action is not None:
            return name, action
    return None


def in_order(table: Table, bots: Collection[str]) -> list[str]:
    """Return bots in the order in which they are asked: who moves things on is the last."""
    last = table.roller() or _starter(table, bots)
    return sorted(bots, key=lambda name: name == last)


def choose(
    table: Table,
    name: str,
    judge: Judge,
    character: Character,
    bots: Collection[str] = (),
    seen: Position | None = None,
) -> Action | None:
    """Return what `name` does now, for himself or for those he acts for; None if nothing.

    `bots` are all who are bots at this table: they leave it to a person to start a game or to throw
    for the first move. `seen` is the position that was set of a wooden board; without it there, a
    bot decides nothing that hangs on the position.
    """
    if table.closed or not table.opened or name in table.away:
        return None
    blind = table.board == "physical" and seen is None
    if seen is not None and table.game is not None:
        table = table.but(game=table.game.but(position=seen))
    for me in (name, *_principals(table, name)):
        mind = Mind(table, name, me, judge, character, Mood(character, table, name), blind)
        for thought in _THOUGHTS:
            if blind and thought in _NEED_SIGHT:
                continue
            request = thought(mind, bots)
            if request is None:
                continue
            action = _ask(mind, request)
            if refusal_of(table, action) is None:
                return action
            if thought not in _MAY_BE_REFUSED:
                raise BotError(name, action, table)
    return None


class BotError(Exception):
    """A bot wanted what the rules do not allow: an error in the bot, or in the rules."""

    def __init__(self, name: str, action: Action, table: Table) -> None:
        refusal = refusal_of(table, action)
        said = refusal.sentence() if refusal else ""
        super().__init__(f"{name} asked {action.request()} in phase {table.phase}: {said}")
        self.action = action


def advice(table: Table, name: str, judge: Judge, character: Character) -> Action | None:
    """Return the play that a bot suggests to its own side, where it may; None where it may not."""
    game = table.game
    if game is None or game.dice is None or game.base_phase != "play" or game.round is not None:
        return None
    if name == table.roller() or name in table.away or game.side_of(name) != game.turn:
        return None
    mind = Mind(table, name, name, judge, character, Mood(character, table, name))
    probe = read_action({"do": "suggest", "by": name, "move": ""})
    refusal = refusal_of(table, probe)
    if refusal is not None and refusal.code in ("no_consult", "wrong_phase", "not_permitted"):
        return None
    best = mind.best_play()
    if best is None:
        return None
    action = read_action({"do": "suggest", "by": name, "move": write_play(best.play)})
    return action if refusal_of(table, action) is None else None


Request = dict[str, Any]
Thought = Callable[[Mind, Collection[str]], Request | None]


def _ask(mind: Mind, request: Request) -> Action:
    request = {**request, "by": mind.name}
    if mind.me != mind.name:
        request["as"] = mind.me
    return read_action(request)


def _allowed(mind: Mind) -> Callable[[Request], bool]:
    return lambda request: refusal_of(mind.table, _ask(mind, request)) is None


def _principals(table: Table, name: str) -> Iterator[str]:
    """Yield for whom a bot acts: who named it, and whose cube falls to it (club 7.1)."""
    if not table.away and not table.proxies:
        return
    for other in participants(table):
        if other == name or not may_act_for(table, name, other):
            continue
        named = chain(table, other)
        first = next((one for one in named if one not in table.away), None)
        if first == name or (first is None and other in table.away):
            yield other


# Between games


def _answers_proposals(mind: Mind, bots: Collection[str]) -> Request | None:
    return deals.answer_proposal(mind, _allowed(mind))


def _pause(mind: Mind, bots: Collection[str]) -> Request | None:
    table = mind.table
    if table.game is not None or mind.me != mind.name:
        return None
    if mind.me in table.unaware:
        return {"do": "acknowledge"}
    if table.partner_due and mind.me == table.partner:
        return {"do": "remain" if mind.mood.likes(0.5) else "step_down"}
    return None


def _boxs_pause(mind: Mind, bots: Collection[str]) -> Request | None:
    table = mind.table
    if table.game is not None or table.undrawn or mind.me != table.box or mind.me != mind.name:
        return None
    for name, multiple in table.multiples.items():
        if multiple > 1 and name != mind.me and mind.mood.likes(0.1):
            action = {"do": "object", "player": name}
            if _allowed(mind)(action):
                return action
    for name in reversed(table.line[2:]):
        action = {"do": "invite", "player": name}
        if mind.mood.likes(0.6) and _allowed(mind)(action):
            return action
    return {"do": "relinquish"} if mind.mood.likes(0.02) else None


def _starts(mind: Mind, bots: Collection[str]) -> Request | None:
    table = mind.table
    if table.game is not None or mind.name != _starter(table, bots) or mind.me != mind.name:
        return None
    present = set(table.seated) - set(table.away)
    if table.unaware or any(present.intersection(one.waits_for) for one in table.proposals):
        return None
    if table.undrawn:
        return None if table.dice == "manual" else {"do": "draw"}
    return {"do": "start"}


def _starter(table: Table, bots: Collection[str]) -> str:
    """Return the bot that starts the next game: none while people sit at the table."""
    present = [name for name in table.seated if name not in table.away]
    if table.game is not None or not present or any(name not in bots for name in present):
        return ""
    return present[0]


# A game


def _opening(mind: Mind, bots: Collection[str]) -> Request | None:
    table, game = mind.table, mind.table.game
    if table.phase != "opening" or game is None:
        return None
    needed = 2 if table.rules.automatic_doubles in ("first_then_box", "box_next_game") else 1
    if game.equal >= needed and mind.mood.likes(0.25):
        ask: Request = {"do": "automatic"}
        if table.rules.automatic_doubles != "by_agreement":
            ask["on"] = mind.mood.likes(0.5)
        if _allowed(mind)(ask):
            return ask
    throws = game.boxer if game.boxer not in table.away else table.acting_mover()
    return {"do": "opening"} if mind.me == throws and table.dice != "manual" else None


def _doubles(mind: Mind, bots: Collection[str]) -> Request | None:
    """Double, or stay where everybody is asked, before the roll."""
    table, game = mind.table, mind.table.game
    if game is None or table.phase != "before_roll" or table.waiting_purchase():
        return None
    turn = mind.turn
    cubes = may_double_with(game, mind.me, turn)
    if cubes and not game.round_closed:
        wanted = mind.wants_to_double(cubes)
        if wanted:
            return {"do": "double", "cubes": list(wanted)}
    if mind.me in game.holds and game.side_of(mind.me) == turn:
        return {"do": "release"}
    return {"do": "stay"} if mind.me in unspoken(table) else None


def _declares(mind: Mind, bots: Collection[str]) -> Request | None:
    game = mind.table.game
    if game is None or mind.table.phase != "declare" or mind.me not in to_act(mind.table):
        return None
    assert game.round is not None
    wanted = mind.wants_to_double(undeclared_cubes(game, game.round, mind.me))
    return {"do": "double", "cubes": list(wanted)} if wanted else {"do": "stay"}


def _answers(mind: Mind, bots: Collection[str]) -> Request | None:
    table = mind.table
    if table.phase not in ("answer", "extras") or mind.me not in to_act(table):
        return None
    if table.phase == "extras":
        if (said := deals.extra(mind)) is not None:
            return said
        if deals.drops_everything(mind):
            return {"do": "drop"}
    rule = answer_rule(table, mind.me, mind.name)
    marks = best_answer(mind, rule) if rule is not None else None
    if marks is None:
        return None
    lists = {mark: [c for c in marks if marks[c] == mark] for mark in ("take", "drop", "beaver")}
    return {"do": "answer", **{mark: cubes for mark, cubes in lists.items() if cubes}}


def _answers_beaver(mind: Mind, bots: Collection[str]) -> Request | None:
    table, game = mind.table, mind.table.game
    if game is None or table.phase != "beavered" or mind.me not in to_act(table):
        return None
    mine = my_beavers(table, game, mind.me)
    if not mine:
        return None
    cube = game.cube(mine[0])
    assert cube is not None
    dt = mind.offered(cube)
    if dt > 0:
        raccoon = {"do": "raccoon", "cube": cube.id}
        if _allowed(mind)(raccoon):
            return raccoon
    # Dropping a beaver loses what the cube was doubled to (rulebook section 6.5).
    return {"do": "accept" if dt > -1 else "drop", "cube": cube.id}


def _holds(mind: Mind, bots: Collection[str]) -> Request | None:
    """Hold the roll while the other side plays, where a double may come (club 5.9)."""
    table, game = mind.table, mind.table.game
    if game is None or table.phase != "play" or table.rules.offer_window != "hold":
        return None
    if game.turn != "box" or game.dice is None or mind.me in game.holds or mind.me != mind.name:
        return None
    if mind.me == table.acting_mover() or game.side_of(mind.me) != "team":
        return None
    cubes = may_double_with(game, mind.me, "team")
    if not cubes or not game.in_players() & {mind.me}:
        return None
    return {"do": "hold"} if deals.may_soon_double(mind, cubes) else None


def _rolls(mind: Mind, bots: Collection[str]) -> Request | None:
    table = mind.table
    if table.phase != "before_roll" or mind.me != table.roller() or holding(table):
        return None
    if mind.me not in to_act(table) or table.dice == "manual":
        return None
    return {"do": "roll"}


def _plays(mind: Mind, bots: Collection[str]) -> Request | None:
    table, game = mind.table, mind.table.game
    if game is None or table.phase != "play" or mind.me != table.roller():
        return None
    if table.board == "physical" or table.waiting_purchase():
        return None
    best = mind.best_play()
    return {"do": "play", "move": write_play(best.play) if best else ""}


def _chooses_roll(mind: Mind, bots: Collection[str]) -> Request | None:
    if mind.table.phase != "correction" or mind.me != mind.table.roller():
        return None
    return {"do": "keep" if deals.likes_its_roll(mind) else "reroll"}


def _proposes(mind: Mind, bots: Collection[str]) -> Request | None:
    if mind.me != mind.name or not mind.mood.likes(mind.character.deals):
        return None
    return deals.proposal(mind, _allowed(mind))


_THOUGHTS: tuple[Thought, ...] = (
    _answers_proposals,
    _pause,
    _boxs_pause,
    _proposes,
    _starts,
    _opening,
    _declares,
    _answers,
    _answers_beaver,
    _doubles,
    _holds,
    _chooses_roll,
    _rolls,
    _plays,
)
_NEED_SIGHT: frozenset[Thought] = frozenset(
    {_proposes, _declares, _answers, _answers_beaver, _doubles, _holds, _chooses_roll}
)
"""Thoughts that weigh the position, of which a bot at a wooden board may know nothing."""

_MAY_BE_REFUSED: frozenset[Thought] = frozenset({_boxs_pause, _holds, _proposes})
"""Thoughts that only try: what they want may be forbidden by a house rule."""
