"""The end of a game of a match file: its result beside the table's count, or in its place."""

from __future__ import annotations

from app.formats.mat_hand import Hand, across
from app.formats.match import Column
from rules import events as ev
from rules.cube import How
from rules.decide_turns import end_game
from rules.telling import Telling
from rules.values import KINDS, Kind


class Ending(Hand):
    """The part of a game that closes its cube."""

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
            if points in (None, value) and self._by("drop", across(winner)):
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
            if left == right == 0 and result is None:
                return None, None
        if self.lost is not None and (result or following):
            return across(self.lost), points
        if self.lost is not None:
            return across(self.lost), None
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
        line = max((cell.line for cell in self.written.cells), default=self.written.line)
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
        loser = across(winner)
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
                self.scribe.given += 1
                self.scribe.say(line, f"{to} is given {points}, as the file says")
                return
        signed = points if to == cube.player else -points
        self._close(signed, line)

    def _resign(self, loser: Column, kind: Kind) -> bool:
        if not self._by("resign", loser, kind=kind):
            return False
        number = self.scribe.table.proposals[-1].id
        return self._by("agree", across(loser), proposal=number)

    def _close(self, signed: int, line: int) -> None:
        """End the game by the file's word alone, in whatever phase it stopped."""
        cube = self.scribe.game.live[0]
        how: How = "settle" if signed else "void"
        text = f"{self.scribe.place} {line}: the game ends here, as the file says"

        def story(telling: Telling) -> None:
            telling.tell(ev.Remarked(event="note", by=self.scribe.names["left"], text=text))
            telling.tell(ev.CubeClosed(cube=cube.id, how=how, points=signed))
            if telling.game.round is not None:
                telling.tell(ev.RoundMoved(stage="over"))
            end_game(telling)

        self.scribe.tell({"do": "note", "by": self.scribe.names["left"], "text": text}, story)
