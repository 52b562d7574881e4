"""What keys and clicks do at the table. Nothing here decides: it changes the text, or sends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events, on

from app.keys import KEYS, Key, apt, keys_of, known
from app.screens.table_wood import TableWood
from widgets.asking import step_words
from widgets.board import DieClicked, PlaceClicked
from widgets.board_map import numbered
from widgets.cube_rack import OffClicked
from widgets.entry_line import EntryClicked
from widgets.log_view import LogView
from widgets.panel import Panel
from widgets.prompt import ClauseClicked, Reply
from widgets.rack_rows import CubeClicked
from widgets.score_sheet import ScoreSheet

if TYPE_CHECKING:
    from rules.views import View

SAID = ("stay", "extra", "no_extra", "agree", "refuse", "let", "preempt", "remain", "step_down",
        "keep", "reroll", "automatic")  # fmt: skip
"""Keys that put their verb into the command."""


class TableKeys(TableWood):
    """The hands at the table screen; `TableScreen` is its eyes."""

    def shown_keys(self) -> list[tuple[str, str, str]]:
        """Return the key line: (key, label, action id), those of the moment first."""
        if self._confirming:
            return [("y", self._("yes, send it"), "confirm"), ("n", self._("back"), "no")]
        moments = self.moments
        shown = [key for key in apt(moments) if key.shown]
        if "many" not in moments:
            shown = [key for key in shown if key.id != "double_all"]
        if self.typing:
            return self._typing_keys(shown)
        if self.command.value and not (self.composed.complete and self.composer.mine):
            shown = [key for key in shown if key.id != "next"]  # Space does nothing then
        if self.composed.text:
            shown.sort(key=lambda key: key.id not in ("send", "undo"))
        return [(self._printed(key), self._label(key), key.id) for key in shown]

    def _typing_keys(self, shown: list[Key]) -> list[tuple[str, str, str]]:
        """Return the keys that do something while letters go into the command."""
        works = {"send", "pane"} | ({"undo", "help"} if self._in_a_play else set())
        if self.command.chosen or not self.command.value:
            works.add("help")
        keys = [key for key in shown if key.id in works]
        keys.sort(key=lambda key: key.id not in ("send", "undo"))
        out = ("Esc", self._("stop typing"), "stop_typing")
        if "replay" in self.moments:
            # A replay sends nothing, but goes where the text says.
            return [("Enter", self._("go"), "send"), out]
        return [*((self._printed(key), self._label(key), key.id) for key in keys), out]

    @property
    def _in_a_play(self) -> bool:
        """Whether a play is being typed: its letters are few, the others keep their meaning."""
        text = self.command.value
        return self.composer.mine and bool(text.strip()) and self.composer.is_play(text)

    def known_keys(self) -> list[Key]:
        """Return every action of this screen, for the palette."""
        return known(self.moments)

    def _label(self, key: Key) -> str:
        if key.id == "next" and self.composer.asked.step:
            return step_words(self.composer.asked.step, self._)
        if key.id == "next" and not self.command.value:
            return self._("pass")
        if key.id == "next":
            return self._("send")
        if key.id == "hold" and "hold" not in self.moments:
            return self._("release")
        return self._(key.label)

    def _printed(self, key: Key) -> str:
        own = self.settings.keys.get(key.id)
        return own or key.name

    def on_key(self, event: events.Key) -> None:
        """Find the action of a key that no field took, and do it."""
        if not self.here:
            return
        if self.typing:
            event.stop()
            event.prevent_default()
            self._typed(event)
            return
        if self._confirming:
            event.stop()
            self.do("confirm" if event.key == "y" else "no")
            return
        if event.key == "enter":
            event.stop()
            self.do("send")
            return
        if (found := self._key(event)) is not None:
            event.stop()
            event.prevent_default()
            self.do(found)
        elif event.character is not None and event.character.isdigit():
            event.stop()
            self._type(event.character)

    def _key(self, event: events.Key) -> str | None:
        if self.composer.mine and (
            event.key == "b" or (event.character == "/" and self.command.value)
        ):
            # The beginning of "bar/20", or the middle of "13/7": the rest is typed behind it.
            self._type(event.character or "")
            return "typed"
        for key in apt(self.moments):
            names = keys_of(key, self.settings.keys).split(",")
            if event.key in names or (event.character and event.character in names):
                return key.id
        if event.key == "escape":
            return "escape"
        return None

    def _typed(self, event: events.Key) -> None:
        """Take a key while the command is being typed; letting go of it needs no Esc."""
        command = self.command
        if event.character == "?" and (command.chosen or not command.value):
            # Nothing typed, or what was refused and is replaced by the next letter.
            command.set(command.value, typing=False)
            self.do("help")
        elif self._in_a_play and event.character == "?":
            self.do("help")
        elif self._in_a_play and event.character and event.character in self._undo_keys:
            self.do("undo")
        elif event.key == "enter":
            self.do("send")
        elif event.key == "escape" or (event.key == "backspace" and not command.value):
            self.set_text(command.value, typing=False)
        elif event.key == "tab":
            self.set_text(command.value, typing=False)
            self.next_pane()
        elif event.key in ("pageup", "pagedown"):
            self.do("back" if event.key == "pageup" else "forward")
        elif command.key(event.key, event.character):
            self._changed()

    @property
    def _undo_keys(self) -> list[str]:
        undo = next(key for key in KEYS if key.id == "undo")
        return keys_of(undo, self.settings.keys).split(",")

    def _do_stop_typing(self) -> None:
        self.set_text(self.command.value, typing=False)

    def _changed(self) -> None:
        self.pane(Reply).say("")
        self.recompose_text(self.command.value)

    def on_paste(self, event: events.Paste) -> None:
        """Put pasted text into the command; it is never taken for keys, and nothing is sent."""
        event.stop()
        if self.here and not self._confirming:
            self.command.typing = True
            self.command.insert(event.text[:4096])
            self._changed()

    def _type(self, character: str) -> None:
        text = self.command.value
        apart = text and text[-1] not in " /" and (character == "b" or not text[-1].isdigit())
        self.set_text(f"{text} {character}" if apart else text + character, typing=True)

    def do(self, action: str) -> None:
        """Do what a key, a click on the key line or the palette names by its id."""
        if not self.here:
            return  # the palette may be slower than what closed the table below it
        handler = getattr(self, f"_do_{action}", None)
        if handler is not None:
            handler()
            return
        text = self.command.value
        if action in ("take", "drop", "beaver", "accept", "raccoon", "double"):
            self._mark(action)
        elif action in SAID:
            self.set_text(self.composer.verb(action))
        elif action == "undo":
            self.set_text(self.composer.undo(text))
        elif action in ("log", "talk", "sheet", "cubes"):
            self.turn_to("rack" if action == "cubes" else action)  # type: ignore[arg-type]

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

    @on(Panel.Clicked)
    def _clicked(self, event: Panel.Clicked) -> None:
        what, text = event.what, self.command.value
        game = self.view.table.game
        if isinstance(what, str):
            self.do(what)
        elif isinstance(what, EntryClicked):
            self.command.typing = True
            self.command.place(event.x)
        elif isinstance(what, PlaceClicked) and game is not None:
            self.set_text(self.composer.click(text, numbered(what.place, game.turn == self.bottom)))
        elif isinstance(what, OffClicked) and game is not None and what.side == game.turn:
            self.set_text(self.composer.click(text, 0))
        elif isinstance(what, DieClicked):
            self.set_text(self.composer.die(text, what.die))
        elif isinstance(what, CubeClicked):
            text, self.cursor = self.composer.cycle(text, what.cube)
            self.set_text(text)
        elif isinstance(what, ClauseClicked):
            self._open_rules(what.rule)


__all__ = ["KEYS", "TableKeys"]
