"""What keys, letters and clicks mean at the table: an action, by its id, or text."""

from __future__ import annotations

from textual import events, on

from app.keys import KEYS, Key, apt, keys_of, known
from app.screens.table_acts import TableActs
from widgets.asking import step_words
from widgets.board import DieClicked, PlaceClicked
from widgets.board_map import numbered
from widgets.cube_rack import OffClicked
from widgets.entry_line import EntryClicked
from widgets.panel import Panel
from widgets.prompt import ClauseClicked, Reply
from widgets.rack_rows import CubeClicked

SAID = ("stay", "extra", "no_extra", "agree", "refuse", "let", "preempt", "remain", "step_down",
        "keep", "reroll", "automatic")  # fmt: skip
"""Keys that put their verb into the command."""


class TableKeys(TableActs):
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
        elif (
            event.character == ":"
            and command.value
            and (self._in_a_play or command.value == self._unread)
        ):
            # No play has a colon; and what could not be read is given up, not made longer.
            self.set_text("", typing=True)
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
