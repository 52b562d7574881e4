"""Plays one game of a match file, cell by cell, and ends it with the file's points."""

from __future__ import annotations

from collections.abc import Sequence

from app.formats.mat_end import Ending
from app.formats.mat_hand import across, later_actions, words
from app.formats.mat_rolls import Rolls
from app.formats.match import Cell, Column
from rules import events as ev
from rules.ids import IdError, read_xgid


class GameReplay(Rolls, Ending):
    """One game on its way; `run` plays it to its end."""

    def run(self) -> None:
        """Play the cells, then close the game as the file says."""
        scribe = self.scribe
        scribe.must({"do": "start", "by": scribe.names["left"]})
        cells = self.written.cells
        for at, cell in enumerate(cells):
            if cell.kind == "remark":
                scribe.say(cell.line, cell.text)
            elif cell.kind == "fault":
                scribe.remark(cell.line, cell.text)
            elif cell.kind == "position":
                self._set_start(cell)
            elif self._stopped:
                continue
            elif scribe.table.game is None:
                scribe.remark(cell.line, f"the game is over; {words(cell)} comes too late")
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
            self._take(cell, across(self._doubler()))
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

    def _set_start(self, cell: Cell) -> None:
        try:
            self.start, _ = read_xgid(f"XGID={cell.text}:0:0:1:00:0:0:0:0:10")
        except (IdError, ValueError) as error:
            self.scribe.remark(cell.line, f"the position cannot be read: {error}")
            return
        self.scribe.say(cell.line, "the game begins from a position of its own")
