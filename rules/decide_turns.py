"""What comes of openings, rolls, plays and corrections (rulebook sections 4, 7, 9, 13)."""

from __future__ import annotations

from rules import events as ev
from rules.actions import Automatic, Correct, Finish, Opening, PlayMove, Roll, Show
from rules.checks import case_of
from rules.ids import position_id
from rules.notation import read_play, write_play
from rules.permit_turns import (
    automatic_cubes,
    later_positions,
    shown_position,
    too_late_for_choice,
    turn_to_correct,
)
from rules.plays import legal_plays
from rules.points import by_checkers, game_points
from rules.position import Position
from rules.rotation import rotate, winner
from rules.state import Dice
from rules.telling import Telling
from rules.values import Kind, Side, other

SUBSTANTIAL = 0.02
"""Equity that makes a choice of plays depend on the opponent's roll (rulebook section 13)."""


def _dice(t: Telling, given: Dice | None) -> tuple[Dice | None, int]:
    """Return the dice given by hand, or thrown by the program, and how many it threw."""
    if t.table.dice == "manual":
        return given, 0
    first, second = t.throw(2)
    return (first, second), 2


def opening(t: Telling) -> None:
    """Throw for the first move; equal dice are thrown again and may turn cubes (section 9)."""
    action = t.action
    assert isinstance(action, Opening)
    t.lapse([one.id for one in t.table.proposals if one.action["do"] == "automatic"])
    if action.first is not None:
        t.tell(ev.OpeningRolled(first=action.first))
        return
    dice, thrown = _dice(t, action.dice)
    assert dice is not None
    box, captain = dice
    first: Side | None = None if box == captain else "box" if box > captain else "team"
    t.tell(ev.OpeningRolled(dice=dice, first=first, thrown=thrown))
    rule = t.table.rules.automatic_doubles
    if first is None and rule == "first_then_box" and t.game.equal == 1:
        t.tell(ev.CubeTurned(cubes=tuple(cube.id for cube in t.game.live)))


def automatic(t: Telling) -> None:
    """Turn cubes after equal dice, or propose it (club 5.1, play65 5, tavla 14)."""
    action = t.action
    assert isinstance(action, Automatic)
    rule = t.table.rules.automatic_doubles
    if rule == "by_agreement":
        wanted = automatic_cubes(case_of(t.table, action))
        for cube in t.game.cubes:
            if cube.id in wanted:
                waits_for = cube.player if t.me == t.game.boxer else t.game.boxer
                request = {"do": "automatic", "by": t.me, "cubes": [cube.id]}
                t.propose(request, (waits_for,), cubes=(cube.id,), in_game=True)
    elif action.on is not False:
        if rule == "box_next_game":
            t.tell(ev.CubeTurned(cubes=(), next_game=True))
        else:
            t.tell(ev.CubeTurned(cubes=tuple(cube.id for cube in t.game.live)))


def roll(t: Telling) -> None:
    """Throw for the side in turn."""
    assert isinstance(t.action, Roll)
    dice, thrown = _dice(t, t.action.dice)
    t.tell(ev.Rolled(by=t.action.by, dice=dice, thrown=thrown))


def play(t: Telling) -> None:
    """Move the checkers; bearing off the last one decides the game."""
    assert isinstance(t.action, PlayMove)
    game = t.game
    assert game.dice is not None
    assert game.turn is not None
    made = read_play(t.action.move, game.position, game.dice)
    t.tell(
        ev.Played(
            by=t.action.by,
            side=game.turn,
            move=write_play(made),
            position=position_id(made.after),
        )
    )
    if made.after.mine[0] == 15:
        finish_by_checkers(t, game.turn, kind_of_win(made.after))
    else:
        t.tell(ev.TurnPassed(to=other(game.turn)))


def kind_of_win(position: Position) -> Kind:
    """Return how the player on roll, who has borne off all, has won.

    A gammon where the loser has borne off none; a backgammon where he still has a checker on the
    bar or in the winner's home.
    """
    theirs = position.theirs
    if theirs[0]:
        return "single"
    return "backgammon" if any(theirs[19:26]) else "gammon"


def done(t: Telling) -> None:
    """The checkers have been moved on the real board."""
    turn = t.game.turn
    assert turn is not None
    t.tell(ev.Played(by=t.action.by, side=turn))
    t.tell(ev.TurnPassed(to=other(turn)))


def finish(t: Telling) -> None:
    """The checkers have decided the game on the real board."""
    assert isinstance(t.action, Finish)
    finish_by_checkers(t, t.action.winner, t.action.kind)


def finish_by_checkers(t: Telling, won_by: Side, kind: Kind) -> None:
    """Close every live cube by the checkers, and the game with them."""
    for name, points in by_checkers(t.game, won_by, kind, t.table.rules.jacoby).items():
        t.tell(ev.CubeClosed(cube=name, how="checkers", points=points))
    end_game(t, kind)


def end_game(t: Telling, kind: Kind | None = None) -> None:
    """Write the row of the sheet and settle the next line; all cubes are closed."""
    won_by = winner(t.table.rules, t.game)
    for bet in t.game.bets:
        if won_by == "none":
            continue
        frm, to = (bet.with_, bet.by) if bet.on == won_by else (bet.by, bet.with_)
        t.tell(ev.Paid(frm=frm, to=to, points=bet.points, why="bet"))
    t.lapse([one.id for one in t.table.proposals if one.in_game])
    game, rotation = t.game, rotate(t.table, t.game)
    t.tell(
        ev.GameOver(
            points=game_points(game),
            won_by=rotation.won_by,
            circled=rotation.circled,
            b=rotation.b,
            kind=kind,
        )
    )
    t.tell(
        ev.LineSet(
            line=rotation.line,
            why="rotation",
            partner=rotation.partner,
            assistant=rotation.assistant,
        )
    )
    t.reveal()


def show(t: Telling) -> None:
    """Show the wooden board's position to those who cannot see it."""
    assert isinstance(t.action, Show)
    t.tell(ev.Shown(position=position_id(shown_position(t.action.position))))


# Corrections


def correct(t: Telling) -> None:
    """Replace a play (club 8.2-8.5, hungarian 23, 24)."""
    action = t.action
    assert isinstance(action, Correct)
    case = case_of(t.table, action)
    turn = turn_to_correct(case)
    dice = action.dice or turn.dice
    made = read_play(action.move, turn.before, dice)
    if too_late_for_choice(case):
        later = later_positions(case)
        assert later is not None
        positions, undone, choice = [position_id(one) for one in later], 0, False
    else:
        positions, undone = [position_id(made.after)], action.back
        rolled = t.game.turns[-1].dice if undone else t.game.dice
        choice = rolled is not None and _opponent_may_choose(
            t, action, len(legal_plays(turn.before, dice)), turn.after, made.after, rolled
        )
    t.tell(
        ev.Corrected(
            back=action.back,
            dice=dice,
            move=write_play(made),
            positions=tuple(positions),
            undone=undone,
            choice=choice,
            gain=action.gain,
        )
    )


def _opponent_may_choose(
    t: Telling, action: Correct, choices: int, was: Position, now: Position, rolled: Dice
) -> bool:
    """Whether the opponent, who has rolled, may keep his roll or roll again."""
    if t.table.rules.late_correction == "opponent_play":
        before = {write_play(play) for play in legal_plays(was.flip(), rolled)}
        after = {write_play(play) for play in legal_plays(now.flip(), rolled)}
        return before != after
    if choices <= 1:
        return False
    return action.gain is None or action.gain >= SUBSTANTIAL


def choose(t: Telling) -> None:
    """Keep the roll after a correction, or roll again."""
    t.tell(ev.Chosen(reroll=t.action.verb == "reroll"))
