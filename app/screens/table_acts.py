"""What each action of the table of keys does: it changes the text, sends it, or shows something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.screens.table_wood import TableWood
from widgets.log_view import LogView
from widgets.prompt import Reply
from widgets.score_sheet import ScoreSheet

if TYPE_CHECKING:
    from rules.views import View


class TableActs(TableWood):
    """The table screen's actions by their ids: `_do_ID` does what the row of `KEYS` says."""

    _unread = ""  # the text that Enter could make nothing of

    def _mark(self, mark: str) -> None:
        if mark == "double" and not self.composer.asked.open:
            if self.choosable:
                self.double_on_wood()
            return
        text, self.cursor = self.composer.mark(self.command.value, self.cursor, mark)
        self.set_text(text)

    def _do_double_all(self) -> None:
        if self.composer.asked.open:
            self.set_text(self.composer.double_all())
        elif self.choosable:
            self.double_on_wood(every=True)

    def _do_hold(self) -> None:
        """Hold the roll, or let it go. Where several sit here, once more is the next one's."""
        texts = self.composer.holds()
        if len(self.view.here) < 2 and texts:
            self._send_text(texts[0])
        elif texts:
            at = texts.index(self.command.value) + 1 if self.command.value in texts else 0
            self.set_text(texts[at % len(texts)])

    def _do_roll(self) -> None:
        if self.composer.asked.step == "roll":
            self._send_text("roll")

    def _do_next(self) -> None:
        if self.composed.complete and self.composer.mine:
            self._do_send()
        elif self.composer.asked.step and not self.command.value:
            self._send_text(self.composer.asked.step)

    def _do_send(self) -> None:
        text = self.command.value
        if not text.strip() and not (self.composed.complete and self.composer.mine):
            self.query_one(Reply).say(self._("Nothing to send."), "dim")
            return
        if self.local(text):
            self.set_text(self.command.value if self.command.value != text else "", typing=False)
            return
        self.recompose_text(text)
        if not self.composed.actions:
            message = self.composed.message or self._("Nothing to send.")
            self.query_one(Reply).say(message, "bad")
            self._unread = text
            return
        self._ask_or_send(self.composed.actions)

    def _do_escape(self) -> None:
        self.set_text("")

    def _do_command(self) -> None:
        self.set_text(self.command.value, typing=True)

    def _do_talk(self) -> None:
        self.turn_to("talk")
        self.set_text("say ", typing=True)

    def _do_nudge(self) -> None:
        if self.slow:
            names = self._.listed(list(self.slow))
            self.set_text("say " + self._("{names}: the table waits for you.", names=names))

    def _do_stand_in(self) -> None:
        """Offer to act for somebody who is slow: he says yes by naming a proxy."""
        if self.slow and self.view.here:
            names = self._.listed(list(self.slow))
            me = self.view.here[0]
            text = self._("{names}: {me} would act for you; @ says yes.", names=names, me=me)
            self.set_text("say " + text)

    def _do_let_act(self) -> None:
        if name := self.proxy_for_me:
            self.set_text(f"proxy {name.replace(' ', '_')}")

    def _do_pane(self) -> None:
        self.next_pane()

    def _do_browse(self) -> None:
        from app.replay import LivePast, ReplaySession
        from app.screens.replay import ReplayScreen

        past = ReplaySession(LivePast(self.session), with_talk=True, viewer=self.view.viewer)
        self.app.push_screen(ReplayScreen(past, self._, self.settings, live=self.session))

    def _do_flip(self) -> None:
        self.flipped = not self.flipped
        self.draw()

    def _do_settling(self) -> None:
        self.settle_up(self.view)

    def settle_up(self, view: View) -> None:
        """Show who pays whom."""
        from app.screens.settling import SettlingScreen

        self.app.push_screen(SettlingScreen(view, self._))

    def _do_up(self) -> None:
        self._move_cursor(-1)

    def _do_down(self) -> None:
        self._move_cursor(1)

    def _do_left(self) -> None:
        self.query_one(ScoreSheet).scroll_players(-1)

    def _do_right(self) -> None:
        self.query_one(ScoreSheet).scroll_players(1)

    def _do_back(self) -> None:
        self._scroll(1)

    def _do_forward(self) -> None:
        self._scroll(-1)

    def _do_menu(self) -> None:
        self.app.action_command_palette()

    def _do_quit(self) -> None:
        self.app.exit()

    def _do_rules(self) -> None:
        self._open_rules("")

    def _do_dice(self) -> None:
        from app.replay import LivePast
        from app.screens.dice import DiceScreen

        past = getattr(self.session, "history", None) or LivePast(self.session)
        self.app.push_screen(DiceScreen(past, self._))

    def _do_help(self) -> None:
        rule = self.query_one(Reply).clause
        if rule:
            self._open_rules(rule)
            return
        from app.screens.help import HelpScreen

        asked, view = self.composer.asked, self.view
        screen = HelpScreen(self._, self.moments, asked, self.settings, view, self.front)
        self.app.push_screen(screen)

    def _open_rules(self, rule: str) -> None:
        from app.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.view.table.rules, self._, rule))

    def _move_cursor(self, by: int) -> None:
        waiting = self.choosable
        if waiting:
            at = waiting.index(self.cursor) if self.cursor in waiting else 0
            self.cursor = waiting[(at + by) % len(waiting)]
            self.draw()
        else:
            self._scroll(-by)

    def _scroll(self, by: int) -> None:
        pane = self.front if self.front in ("log", "talk") else "sheet"
        widget: Any = self.query_one(f"#{pane}")
        if isinstance(widget, LogView):
            widget.scroll(by * max(widget.size.height - 2, 1))
        elif isinstance(widget, ScoreSheet):
            widget.scroll_games(by)
