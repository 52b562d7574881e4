"""The keys of a real wooden board: who begins, a double, whose turn it is, who has won and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.command_line import write_marks
from app.screens.table_local import TableLocal
from app.wooden import assumed, step

if TYPE_CHECKING:
    from rules.values import Side


class TableWood(TableLocal):
    """One key for each thing that really happens beside a wooden board."""

    def double_on_wood(self, *, every: bool = False) -> None:
        """Double for the side whose turn is assumed: a Team player's own cube, the Box's chosen."""
        game, ids = self.view.table.game, self.choosable
        assert game is not None
        at = self.cursor if self.cursor in ids else ids[0]
        if assumed(self.view.table) == "team":
            cube = game.cube(at)
            assert cube is not None
            self.set_text(f"{cube.player.replace(' ', '_')}: double")
            return
        marked = [cube for cube in ids if cube in self.composed.marks]
        marked = list(ids) if every else [cube for cube in ids if (cube == at) != (cube in marked)]
        text = write_marks([(cube, "double") for cube in marked], self.view)
        self.cursor = next((cube for cube in ids if cube not in marked), at)
        self.set_text(f"{game.boxer.replace(' ', '_')}: {text}" if text else "")

    def _do_turn(self) -> None:
        if (action := step(self.view.table)) is not None:
            self.send_actions((action,))

    def _do_first_box(self) -> None:
        self._send_text("opening box")

    def _do_first_team(self) -> None:
        self._send_text("opening team")

    def _do_won_box(self) -> None:
        self._won("box")

    def _do_won_team(self) -> None:
        self._won("team")

    def _won(self, side: Side) -> None:
        """Say who has won; once more, that it was a gammon, then a backgammon."""
        texts = [f"finish {side} {kind}" for kind in ("single", "gammon", "backgammon")]
        at = texts.index(self.command.value) + 1 if self.command.value in texts else 0
        self.set_text(texts[at % len(texts)])
