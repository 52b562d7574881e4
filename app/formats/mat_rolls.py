"""Rolls and plays of a match file: as written, as they must have been, or as they were made."""

from __future__ import annotations

from collections.abc import Sequence

from app.formats.mat import is_dance
from app.formats.mat_hand import Hand, across, later_actions, resigns, roll_name
from app.formats.mat_plays import (
    carried_out,
    choose,
    clean,
    fits_all,
    likeness,
    readings,
    snowie_position,
)
from app.formats.match import Cell, Column
from rules import events as ev
from rules.ids import position_id
from rules.notation import write_play
from rules.plays import Play, legal_plays
from rules.position import START, Position

_UNRECORDED = "?"


class Rolls(Hand):
    """The part of a game that dice and checkers are."""

    def _roll(self, cell: Cell, later: Sequence[Cell]) -> None:
        assert cell.column is not None
        if self.scribe.table.phase == "play":
            # A roll that was left unplayed, and yet the game went on.
            self._pass_over(cell)
        if cell.dice is None:
            if later_actions(later) or _UNRECORDED * 2 not in cell.text:
                self._stop(cell, "the dice are not recorded")
            else:
                self.scribe.remark(cell.line, "neither dice nor play are recorded here")
            return
        self._come_to(cell)
        if self.scribe.table.phase == "opening":
            self._open(cell.column, cell.dice, cell.line)
        elif not self._by("roll", cell.column, dice=list(cell.dice)):
            self._stop(cell, f"no roll is due here: the table waits for {self.scribe.table.phase}")
            return
        self._play(cell, cell.dice, later)

    def _pass_over(self, cell: Cell) -> None:
        column = self._on_roll()
        assert column is not None
        other = self.scribe.names[column]
        self.scribe.remark(cell.line, f"the play of {other} before this is missing; passed over")
        self._force_play(column, "", self.scribe.game.position)

    def _open(self, column: Column, dice: tuple[int, int], line: int) -> None:
        side = self.scribe.side(column)
        high, low = max(dice), min(dice)
        thrown = (high, low) if side == "box" else (low, high)
        name = self.scribe.names[column]
        request = {"do": "opening", "by": name, "dice": list(thrown)}
        events: list[ev.Event] = [ev.OpeningRolled(dice=thrown, first=side)]
        if self.start != START:
            # A log has no event that sets up a board; a play without moves, and the roll again, do.
            start = self.start if column == "left" else self.start.flip()
            position = position_id(start)
            events.append(ev.Played(by=name, side=side, move="", position=position))
            events.append(ev.Rolled(by=name, dice=dice))
            self.scribe.force(request, events)
        elif high == low:
            self.scribe.force(request, events)
            text = (
                f"the first roll is {high}{low}; by the rules equal opening dice are rolled again"
            )
            self.scribe.remark(line, text)
        else:
            self.scribe.must(request)

    def _play(self, cell: Cell, dice: tuple[int, int], later: Sequence[Cell]) -> None:
        assert cell.column is not None
        position, column = self.scribe.game.position, cell.column
        plays = legal_plays(position, dice)
        text = cell.text.strip()
        moves, left_over = clean(text)
        shown = snowie_position(text)
        if shown is not None or ("illegal" in text.casefold() and not moves):
            self._illegal(cell, dice, later, shown)
        elif moves:
            self._written(cell, dice, moves, left_over, later)
        elif is_dance(text) and plays:
            self._force_play(column, "", position)
            name = self.scribe.names[column]
            self.scribe.remark(
                cell.line, f"{name} did not move, though {roll_name(dice)} can be played"
            )
        elif not plays:
            self._by("play", column, move="")
        elif resigns(text):
            self.lost = column
        elif text and _UNRECORDED not in text:
            self._stop(cell, f"'{text}' is no play")
        elif _UNRECORDED not in text and len(plays) == 1:
            self._by("play", column, move=write_play(plays[0]))
            words = f"no play is written; {write_play(plays[0])} was the only legal one"
            self.scribe.say(cell.line, words)
        elif later_actions(later):
            self._guess(cell, dice, plays, later)
        elif _UNRECORDED in text:
            self.scribe.remark(cell.line, f"the play of {roll_name(dice)} is not recorded")
        else:
            self.lost = column

    def _written(
        self, cell: Cell, dice: tuple[int, int], moves: str, left_over: str, later: Sequence[Cell]
    ) -> None:
        assert cell.column is not None
        position = self.scribe.game.position
        found = readings(position, dice, moves).afters
        if resigns(left_over):
            self.lost = cell.column
        elif left_over:
            self.scribe.say(cell.line, f"beside the play stands '{left_over}'")
        if not found:
            self._illegal(cell, dice, later, None)
            return
        after, _ = choose(found, self._following(cell, later)) if len(found) > 1 else (found[0], 1)
        self._make(cell.column, dice, after)

    def _make(self, column: Column, dice: tuple[int, int], after: Position) -> None:
        """Make the legal play that leads to a position."""
        plays = legal_plays(self.scribe.game.position, dice)
        play: Play = next(one for one in plays if one.after == after)
        written = write_play(play)
        if not self._by("play", column, move=written):
            # Two plays can share a spelling; the position says which was meant.
            self._force_play(column, written, after)

    def _illegal(
        self, cell: Cell, dice: tuple[int, int], later: Sequence[Cell], shown: Position | None
    ) -> None:
        """Make an illegal play as it was made; where that is not known, find what could follow."""
        assert cell.column is not None
        position = self.scribe.game.position
        moves, _ = clean(cell.text) if shown is None else ("", "")
        after = carried_out(position, moves) if moves else None
        if shown is not None and shown != position:
            # Writers differ in whose view it is: the one from which the game goes on, else the
            # one that is nearer to the board before.
            views = sorted((shown, shown.flip()), key=lambda one: _distance(position, one))
            after, _ = choose(views, self._following(cell, later))
        name = self.scribe.names[cell.column]
        if after is None:
            plays = sorted(
                legal_plays(position, dice),
                key=lambda play: likeness(position, cell.text, play.after),
            )
            why = f"the play of {roll_name(dice)} as written ('{cell.text}') cannot be made here"
            if plays and later_actions(later) and self._guess(cell, dice, plays, later, why):
                return
            if not later_actions(later):
                self.scribe.remark(cell.line, why)
            elif not self._stopped:
                self._stop(cell, why)
            return
        if any(play.after == after for play in legal_plays(position, dice)):
            self._make(cell.column, dice, after)
            return
        self._force_play(cell.column, moves, after)
        shown_text = moves or "a position"
        self.scribe.remark(
            cell.line,
            f"illegal: {name} played {roll_name(dice)} as {shown_text}; it stands as written",
        )

    def _guess(
        self,
        cell: Cell,
        dice: tuple[int, int],
        plays: Sequence[Play],
        later: Sequence[Cell],
        why: str = "",
    ) -> bool:
        """Put in the play after which the rest of the game fits; stop where none or many do."""
        assert cell.column is not None
        why = why or f"the play of {roll_name(dice)} is not recorded"
        following = self._following(cell, later)
        after, count = choose([play.after for play in plays], following)
        if not following or not fits_all(after, following):
            self._stop(cell, f"{why}, and no legal play fits what follows")
            return False
        self._make(cell.column, dice, after)
        move = next(write_play(play) for play in plays if play.after == after)
        known = "the only one that fits" if count == 1 else f"one of {count} that fit"
        self.scribe.remark(cell.line, f"{why}; {move} was put in, {known} what follows")
        return True

    def _force_play(self, column: Column, move: str, after: Position) -> None:
        side, name = self.scribe.side(column), self.scribe.names[column]
        played = ev.Played(by=name, side=side, move=move, position=position_id(after))
        request = {"do": "play", "by": name, "move": move}
        if after.mine[0] == 15:
            # Borne off by an illegal play: the result in the file says what it was worth.
            self.scribe.force(request, [played])
            self.lost = across(column)
            return
        next_side = self.scribe.side(across(column))
        self.scribe.force(request, [played, ev.TurnPassed(to=next_side)])

    def _following(
        self, cell: Cell, later: Sequence[Cell]
    ) -> list[tuple[tuple[int, int] | None, str, bool]]:
        rolls: list[tuple[tuple[int, int] | None, str, bool]] = []
        column = cell.column
        for one in later:
            if one.kind == "roll":
                # The last cell's empty play may be a resignation, which contradicts nothing.
                last = one is later[-1] and not one.text
                dice = None if last or _UNRECORDED in one.text else one.dice
                rolls.append((dice, one.text, one.column == column))
                column = one.column
        return rolls


def _distance(before: Position, after: Position) -> int:
    """Return how many checkers of both sides stand elsewhere."""
    mine = sum(abs(a - b) for a, b in zip(before.mine, after.mine, strict=True))
    return mine + sum(abs(a - b) for a, b in zip(before.theirs, after.theirs, strict=True))
