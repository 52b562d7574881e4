"""Who may say what to whom now (rulebook section 11)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.state import Game, Table

QUIET_PHASES = ("play", "declare", "answer", "extras", "beavered")


@dataclass(frozen=True)
class Silence:
    """Why somebody may not say something: the clause's topic, and the sentence."""

    topic: str
    text: str


def advisers(table: Table) -> tuple[str, ...]:
    """Return the Team players who may give advice on checkers now, in rotation order."""
    game = table.game
    if game is None:
        return ()
    team = [name for name in game.on_team() if name in game.in_players()]
    return tuple(name for name in team if _has_right(table, game, name))


def consultants(table: Table) -> tuple[str, ...]:
    """Return the Team players with a right of their own to advise, or whom the mover has asked.

    The mover, who asks, is among them only when his own cube qualifies.
    """
    game = table.game
    if game is None or table.rules.consult_checkers != "turned_or_asked":
        return advisers(table)
    mover = table.acting_mover()
    return tuple(name for name in advisers(table) if name != mover or name in game.turners)


def others_to_ask(table: Table) -> tuple[str, ...]:
    """Return whom the mover may ask: the Team players who may answer him."""
    game = table.game
    if game is None:
        return ()
    if table.rules.consult_checkers == "turned_or_asked":
        asked = [name for name in game.on_team() if name in game.in_players()]
    else:
        asked = list(advisers(table))
    return tuple(name for name in asked if name != table.acting_mover())


def may_consult(table: Table, name: str) -> bool:
    """Whether somebody has a say on the play or the cubes now, so that quiet does not bind him."""
    game = table.game
    if game is None:
        return True
    if name in (game.boxer, table.acting_mover()) or name in advisers(table):
        return True
    return name in (game.partner, game.assistant)


def silence(table: Table, name: str, topic: str, to: str) -> Silence | None:
    """Return why `name` may not speak on a topic to the Team, the Box's side or all; None if he
    may.
    """
    game = table.game
    if topic == "table":
        return _table_talk(game, name, to)
    if game is None:
        return Silence("turn", "There is no game to talk about; topic table is open to all.")
    if any(cube.live and cube.extra and cube.boxer == name for cube in game.cubes):
        return Silence(
            "lone_taker", "Who gave an extra sits on the Box's side and may not consult."
        )
    side = game.side_of(name)
    if side is None:
        return Silence("spectators", "Spectators give no advice; they may flag an illegal play.")
    if side == "team":
        return _team_talk(table, game, name, topic, to)
    return _box_talk(table, game, name, topic, to)


def hearers(table: Table, to: str) -> tuple[str, ...] | None:
    """Return who hears what is said to the Team or the Box's side; None for everybody."""
    game = table.game
    if to == "all" or game is None:
        return None
    if to == "box":
        return tuple(n for n in (game.boxer, game.partner, game.assistant) if n)
    return tuple(name for name in game.on_team() if game.side_of(name) == "team")


def _table_talk(game: Game | None, name: str, to: str) -> Silence | None:
    if to == "all":
        return None
    side = game.side_of(name) if game else None
    if side == to:
        return None
    return Silence("spectators", "Talk goes to one's own side, or to all.")


def _team_talk(table: Table, game: Game, name: str, topic: str, to: str) -> Silence | None:
    if topic == "cube":
        return Silence("cube_talk", "The Team never consults about cubes.")
    if to != "team":
        return Silence("consult_checkers", "Advice on checkers goes to one's own Team.")
    if name in advisers(table):
        return None
    text = {
        "cube_in_game": "Only a player whose cube is in the game may give advice on checkers.",
        "turned_or_asked": "Only who offered or accepted a cube may give advice, "
        "or anybody on the Team in the game once the Captain asks.",
        "team": "Only a Team player still in the game may give advice.",
        "any_cube_turned": "Nobody gives advice before a cube was turned, "
        "and then only who is still in the game.",
        "own_cube_turned": "Only who offered or took a double may give advice.",
    }[table.rules.consult_checkers]
    return Silence("consult_checkers", text)


def _box_talk(table: Table, game: Game, name: str, topic: str, to: str) -> Silence | None:
    if game.partner is None and game.assistant is None:
        topic_ = "cube_talk" if topic == "cube" else "consult_checkers"
        return Silence(topic_, "The Box has no Partner to consult with.")
    if to != "box":
        return Silence("partner_talk", "Advice goes to one's own side.")
    if game.assistant is not None:
        return _assistant_talk(table, game, name, topic)
    if topic == "cube" or len(game.turned) >= 2:
        return None
    return Silence(
        "partner_talk",
        "Box and Partner consult on checkers only when two cubes have been turned.",
    )


def _assistant_talk(table: Table, game: Game, name: str, topic: str) -> Silence | None:
    """The assistant consults by the Team's own rule (tavla 13)."""
    if topic == "cube":
        return Silence("cube_talk", "Box and assistant never consult about cubes.")
    if _has_right(table, game, name):
        return None
    return Silence("consult_checkers", "Box and assistant consult by the Team's own rule.")


def _has_right(table: Table, game: Game, name: str) -> bool:
    rule = table.rules.consult_checkers
    if rule == "cube_in_game":
        return any(c.live and c.in_game and name in (c.player, c.boxer) for c in game.cubes)
    if rule == "turned_or_asked":
        return name in game.turners or (game.asked and game.side_of(name) == "team")
    if rule == "any_cube_turned":
        return bool(game.turned)
    if rule == "own_cube_turned":
        return name in game.turners
    return True
