"""Plays one game of a match file, cell by cell, and ends it with the file's points."""

from __future__ import annotations

from collections.abc import Sequence

from app.formats.mat import Cell, Column, Game, is_dance
from app.formats.mat_plays import (
    carried_out,
    choose,
    clean,
    fits_all,
    readings,
    snowie_position,
)
from app.formats.scribe import Scribe
from rules import events as ev
from rules.decide_turns import end_game
from rules.ids import IdError, position_id, read_xgid
from rules.notation import write_play
from rules.plays import Play, legal_plays
from rules.position import START, Position
from rules.telling import Telling
from rules.values import KINDS, Kind

_UNRECORDED = "?"


def _across(column: Column) -> Column:
    return "right" if column == "left" else "left"


class GameReplay:
    """One game on its way; `run` plays it to its end."""

    def __init__(
        self, scribe: Scribe, game: Game, start: Position, following: Game | None, length: int
    ) -> None:
        self.scribe = scribe
        self.written = game
        self.start = start
        self.following = following
        self.length = length
        self.lost: Column | None = None
        """Who gave up, by word or by rolling and not playing."""
        self._stopped = 0
        """The line from which on nothing could be followed; 0 while all goes well."""

    def run(self) -> None:
        """Play the cells, then close the game as the file says."""
        scribe = self.scribe
        scribe.must({"do": "start", "by": scribe.names["left"]})
        cells = self.written.cells
        for at, cell in enumerate(cells):
            if cell.kind == "remark":
                scribe.say(cell.line, cell.text)
            elif cell.kind == "position":
                self._set_start(cell)
            elif self._stopped:
                continue
            elif scribe.table.game is None:
                scribe.remark(cell.line, f"the game is over; {_words(cell)} comes too late")
            else:
                self._cell(cell, cells[at + 1 :])
        if self._stopped:
            last = max(cell.line for cell in cells)
            what = (
                "this line is" if last == self._stopped else f"lines {self._stopped} to {last} are"
            )
            text = f"{what} not replayed; the game ends with the file's points"
            scribe.remark(self._stopped, text)
        self._end()

    # Cells

    def _cell(self, cell: Cell, later: Sequence[Cell]) -> None:
        assert cell.column is not None
        phase = self.scribe.table.phase
        if phase == "answer" and cell.kind in ("roll", "double", "unrecorded"):
            self.scribe.remark(cell.line, "no answer to the double is written; taken as a take")
            self._take(cell, _across(self._doubler()))
        elif phase == "beavered" and cell.kind not in ("beaver", "drop"):
            self._by("accept", self._doubler())
        if cell.kind == "roll":
            self._roll(cell, later)
        elif cell.kind == "double":
            self._double(cell)
        elif cell.kind == "take":
            self._take(cell, cell.column)
        elif cell.kind == "drop":
            self._drop(cell)
        elif cell.kind == "beaver":
            self._beaver(cell)
        elif cell.kind == "resign":
            self.lost = self.lost or cell.column
        elif later_actions(later):
            self._stop(cell, "neither dice nor play are recorded")
        else:
            self.scribe.remark(cell.line, "neither dice nor play are recorded here")

    def _stop(self, cell: Cell, why: str) -> None:
        self.scribe.remark(cell.line, f"{why}; the game cannot be followed from here")
        self._stopped = cell.line

    def _by(self, verb: str, column: Column, **parameters: object) -> bool:
        request = {"do": verb, "by": self.scribe.names[column], **parameters}
        return self.scribe.ask(request) is None

    def _column(self, name: str) -> Column:
        return "left" if self.scribe.names["left"] == name else "right"

    def _doubler(self) -> Column:
        round_ = self.scribe.game.round
        assert round_ is not None and round_.offers, "a double is open"
        return self._column(round_.offers[0].by)

    def _on_roll(self) -> Column | None:
        roller = self.scribe.table.roller()
        return self._column(roller) if roller else None

    def _come_to(self, cell: Cell) -> None:
        """Make it the cell's player's turn; a turn that is missing is said to be."""
        assert cell.column is not None
        side = self.scribe.side(cell.column)
        if self.scribe.table.phase == "before_roll" and self.scribe.game.turn != side:
            other = self.scribe.names[_across(cell.column)]
            self.scribe.remark(cell.line, f"a turn of {other} is missing before this; passed over")
            request = {"do": "flag", "by": other, "text": "a missing turn is passed over"}
            self.scribe.force(request, [ev.TurnPassed(to=side)])

    # Rolls and plays

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
            position = position_id(self.start)
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
        if "illegal" in text.casefold() or snowie_position(text):
            self._illegal(cell, dice, later, snowie_position(text))
        elif moves:
            self._written(cell, dice, moves, left_over, later)
        elif is_dance(text) and plays:
            self._force_play(column, "", position)
            name = self.scribe.names[column]
            self.scribe.remark(
                cell.line, f"{name} did not move, though {_roll(dice)} can be played"
            )
        elif not plays:
            self._by("play", column, move="")
        elif _resigns(text):
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
            self.scribe.remark(cell.line, f"the play of {_roll(dice)} is not recorded")
        else:
            self.lost = column

    def _written(
        self, cell: Cell, dice: tuple[int, int], moves: str, left_over: str, later: Sequence[Cell]
    ) -> None:
        assert cell.column is not None
        position = self.scribe.game.position
        found = readings(position, dice, moves).afters
        if _resigns(left_over):
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
            after = shown
        name = self.scribe.names[cell.column]
        if after is None:
            plays = legal_plays(position, dice)
            why = f"the play of {_roll(dice)} as written ('{cell.text}') cannot be made here"
            if plays and later_actions(later) and self._guess(cell, dice, plays, later, why):
                return
            if not later_actions(later):
                self.scribe.remark(cell.line, why)
            elif not self._stopped:
                self._stop(cell, why)
            return
        self._force_play(cell.column, moves, after)
        shown_text = moves or "a position"
        self.scribe.remark(
            cell.line, f"illegal: {name} played {_roll(dice)} as {shown_text}; it stands as written"
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
        why = why or f"the play of {_roll(dice)} is not recorded"
        following = self._following(cell, later)
        after, count = choose([play.after for play in plays], following)
        if not following or not fits_all(after, following):
            self._stop(cell, f"{why}, and no legal play fits what follows")
            return False
        self._make(cell.column, dice, after)
        move = next(write_play(play) for play in plays if play.after == after)
        known = "the only one" if count == 1 else f"one of {count}"
        self.scribe.remark(cell.line, f"{why}; {move} was put in, {known} that fits what follows")
        return True

    def _force_play(self, column: Column, move: str, after: Position) -> None:
        side, name = self.scribe.side(column), self.scribe.names[column]
        played = ev.Played(by=name, side=side, move=move, position=position_id(after))
        request = {"do": "play", "by": name, "move": move}
        if after.mine[0] == 15:
            # Borne off by an illegal play: the result in the file says what it was worth.
            self.scribe.force(request, [played])
            self.lost = _across(column)
            return
        across = self.scribe.side(_across(column))
        self.scribe.force(request, [played, ev.TurnPassed(to=across)])

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

    def _set_start(self, cell: Cell) -> None:
        try:
            self.start, _ = read_xgid(f"XGID={cell.text}:0:0:1:00:0:0:0:0:10")
        except (IdError, ValueError) as error:
            self.scribe.remark(cell.line, f"the position cannot be read: {error}")
            return
        self.scribe.say(cell.line, "the game begins from a position of its own")

    # Cubes

    def _double(self, cell: Cell) -> None:
        assert cell.column is not None
        game = self.scribe.game
        if self.scribe.table.phase == "opening":
            self._stop(cell, "a double before the opening roll")
            return
        self._come_to(cell)
        cube = game.live[0]
        if not self._by("double", cell.column):
            side, name = self.scribe.side(cell.column), self.scribe.names[cell.column]
            if self.scribe.game.round is not None:
                self._stop(cell, "a double while another is open")
                return
            self.scribe.remark(cell.line, f"the rules do not let {name} double here; it stands")
            events: list[ev.Event] = [
                ev.Doubled(by=name, side=side, cubes=(cube.id,)),
                ev.RoundMoved(stage="answer"),
            ]
            self.scribe.force({"do": "double", "by": name}, events)
        offered = self.scribe.game.live[0].offered
        if cell.value is not None and cell.value != offered:
            text = f"the double is written as to {cell.value}; by the cube it is to {offered}"
            self.scribe.remark(cell.line, text)

    def _take(self, cell: Cell, column: Column) -> None:
        if not self._by("take", column):
            self.scribe.remark(cell.line, "a take without a double to take; passed over")

    def _drop(self, cell: Cell) -> None:
        assert cell.column is not None
        if not self._by("drop", cell.column):
            self.scribe.remark(cell.line, "a drop without a double to drop: taken as a resignation")
            self.lost = self.lost or cell.column

    def _beaver(self, cell: Cell) -> None:
        assert cell.column is not None
        verb = "raccoon" if self.scribe.table.phase == "beavered" else "beaver"
        if not self._by(verb, cell.column):
            self.scribe.remark(cell.line, f"a {verb} without a double; passed over")

    # The end

    def _end(self) -> None:
        winner, points = self._result()
        if self.scribe.table.game is None:
            self._compare(winner, points)
            return
        line = self.written.result.line if self.written.result else self.written.line
        if winner is None:
            self._no_result()
            return
        if self.scribe.table.phase == "answer" and self._doubler() == winner:
            value = self.scribe.game.live[0].value
            if points in (None, value) and self._by("drop", _across(winner)):
                self.scribe.remark(line, "the drop is not written; the result says so")
                return
        if self.scribe.table.phase == "beavered":
            self._by("accept", self._doubler())
        self._give(winner, points, line)

    def _result(self) -> tuple[Column | None, int | None]:
        """Return who won by the file, and how many points; None where it does not say.

        The next game's score is the surest witness, then who gave up, then the column.
        """
        result, following = self.written.result, self.following
        points = result.points if result else None
        if self.written.score and following and following.score:
            left = following.score[0] - self.written.score[0]
            right = following.score[1] - self.written.score[1]
            if left > 0 and right == 0:
                return "left", points or left
            if right > 0 and left == 0:
                return "right", points or right
        if self.lost is not None and (result or following):
            return _across(self.lost), points
        if self.lost is not None:
            return _across(self.lost), None
        return (result.column, points) if result else (None, None)

    def _compare(self, winner: Column | None, points: int | None) -> None:
        """Set the table's count beside the file's."""
        record = self.scribe.table.games[-1]
        mine = {column: record.points[name] for column, name in self.scribe.names.items()}
        won: Column = "left" if mine["left"] > 0 else "right"
        counted = max(mine.values())
        line = self.written.result.line if self.written.result else self.written.line
        if winner is None or points is None:
            return
        name = self.scribe.names[won]
        if winner != won and self._is_column_only():
            winner = won  # Writers differ in where they put the words.
        if winner != won:
            other = self.scribe.names[winner]
            self.scribe.remark(line, f"the file has {other} win; by the play it is {name}")
        elif points != counted and not self._clipped(won, points, counted):
            text = f"the file has {name} win {points}; by the cube and the checkers it is {counted}"
            self.scribe.remark(line, text)

    def _is_column_only(self) -> bool:
        following = self.following
        return following is None or following.score is None or self.written.score is None

    def _clipped(self, winner: Column, points: int, counted: int) -> bool:
        """Whether the file gives no more than the match still needed, or we do."""
        if not self.length or self.written.score is None:
            return False
        needed = self.length - self.written.score[0 if winner == "left" else 1]
        return points == min(counted, max(needed, 0))

    def _no_result(self) -> None:
        line = self.written.line
        if self.following is None:
            self.scribe.remark(line, "the file ends in the middle of this game")
            return
        self.scribe.remark(line, "the game has no result; its cube is void")
        if self._by("abandon", "left"):
            number = self.scribe.table.proposals[-1].id
            self._by("agree", "right", proposal=number)
        if self.scribe.table.game is not None:
            self._close(0, line)

    def _give(self, winner: Column, points: int | None, line: int) -> None:
        """Close the cube with the file's points: as a resignation where they are one."""
        loser = _across(winner)
        cube = self.scribe.game.live[0]
        points = cube.value if points is None else points
        jacoby = self.scribe.table.rules.jacoby
        kind = next((kind for kind in KINDS if cube.worth(kind, jacoby) == points), None)
        if kind is not None and self._resign(loser, kind):
            return
        to = self.scribe.names[winner]
        if self._by("settle", loser, cube=cube.id, points=points, to=to):
            number = self.scribe.table.proposals[-1].id
            if self._by("agree", winner, proposal=number):
                self.scribe.say(line, f"{to} is given {points}, as the file says")
                return
        signed = points if to == cube.player else -points
        self._close(signed, line)

    def _resign(self, loser: Column, kind: Kind) -> bool:
        if not self._by("resign", loser, kind=kind):
            return False
        number = self.scribe.table.proposals[-1].id
        return self._by("agree", _across(loser), proposal=number)

    def _close(self, signed: int, line: int) -> None:
        """End the game by the file's word alone, in whatever phase it stopped."""
        cube = self.scribe.game.live[0]
        text = f"line {line}: the game ends here, as the file says"

        def story(telling: Telling) -> None:
            telling.tell(ev.Remarked(event="note", by=self.scribe.names["left"], text=text))
            telling.tell(
                ev.CubeClosed(cube=cube.id, how="settle" if signed else "void", points=signed)
            )
            if telling.game.round is not None:
                telling.tell(ev.RoundMoved(stage="over"))
            end_game(telling)

        self.scribe.tell({"do": "note", "by": self.scribe.names["left"], "text": text}, story)


def later_actions(later: Sequence[Cell]) -> bool:
    """Return whether anything of the game still follows."""
    return any(cell.kind not in ("remark", "resign", "position") for cell in later)


def _words(cell: Cell) -> str:
    dice = f"{_roll(cell.dice)}: " if cell.dice else ""
    return f"'{dice}{cell.text or cell.kind}'" if cell.text or dice else f"a {cell.kind}"


def _roll(dice: tuple[int, int]) -> str:
    return f"{dice[0]}{dice[1]}"


def _resigns(text: str) -> bool:
    words = text.casefold()
    return any(word in words for word in ("resign", "concede", "loss", "loses", "give", "forfeit"))
