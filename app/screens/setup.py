"""The setup screen: who plays, under which house rules, on which board, with which dice.

House rules are chosen by preset and changed option by option; each is explained with its clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Input

from app.character import STRENGTHS
from app.reason import reason_of
from app.screens.choices import Caption, Choices, money_in, values_of
from app.screens.setup_rows import rows_of
from app.settings import House, Settings, houses, save_house
from rules.ruleset import PRESETS, Ruleset, option_names, preset, read_ruleset
from widgets.panel import Panel
from widgets.prompt import KeyLine, Reply
from widgets.words import Words

if TYPE_CHECKING:
    from app.launch import Spec


MOST_BOTS = 7


def _next(values: Sequence[Any], now: Any, by: int) -> Any:
    """Return the value so many places on, from the first where there is no such value now."""
    at = values.index(now) if now in values else 0
    return values[(at + by) % len(values)]


class SetupScreen(Screen[None]):
    """Everything about a new session on one screen."""

    AUTO_FOCUS = ""
    """The first field is chosen in `on_idle`."""

    def __init__(self, words: Words, settings: Settings, spec: Spec | None = None) -> None:
        super().__init__()
        self._ = words
        self.settings = settings
        self.spec = spec
        self.houses: list[House] = houses()
        self.house: House | None = None
        self._begun = False
        self.rules: Ruleset = preset("club")
        self.fields: dict[str, Any] = {
            "board": "tracked", "dice": "fair", "draw": False,
            "bots": len(spec.bots) if spec else 0, "strength": spec.strength if spec else "expert",
        }  # fmt: skip

    def compose(self) -> ComposeResult:
        """Make the fields, the choices, a notice and the keys."""
        words = self._
        spec = self.spec
        yield Caption(words("New session"), words, id="heading")
        for name, label, value in (
            ("players", words("players"), ", ".join(spec.players) if spec else ""),
            ("title", words("title"), spec.title if spec else ""),
            ("stake", words("stake"), f"{spec.currency}{spec.stake}" if spec else "1"),
        ):
            yield Caption(label, words, id=f"{name}-label")
            yield Input(
                value, compact=True, id=name, placeholder=self._example(name),
                select_on_focus=name != "players",
            )  # fmt: skip
        yield Choices(words, id="choices")
        yield Reply(words, id="reply")
        yield KeyLine(words, id="keys")

    def _example(self, name: str) -> str:
        examples = {"players": self._("for example: Ann, Ben, Cy"), "title": "", "stake": ""}
        return examples[name]

    def on_mount(self) -> None:
        """Show the choices."""
        self.query_one(Choices).show(rows_of(self._, self.rules, self.house, self.fields))
        self._show_keys()

    def on_idle(self) -> None:
        """Go to the first field, once all that was typed before there was one is in it.

        Keys to a field and keys to the screen wait in two queues; now that of the screen is empty.
        """
        if not self._begun and self.is_mounted:
            self._begun = True
            self.set_focus(self.query_one("#players", Input))

    def on_descendant_focus(self) -> None:
        """Show the keys of what is chosen now."""
        self._show_keys()

    def _show_keys(self) -> None:
        words = self._
        keys = [
            ("Enter", words("next field"), "tab"),
            ("Up/Down", words("other fields"), "tab"),
            ("Esc", words("back"), "back"),
        ]
        if self.query_one(Choices).has_focus:
            keys = [
                ("Enter", words("start"), "start"),
                ("Left/Right", words("change"), "change"),
                ("Up/Down", words("other rows"), "down"),
                ("w", words("save as a house"), "save"),
                ("Esc", words("back"), "back"),
            ]
        self.query_one(KeyLine).show(keys)

    def change(self, by: int = 1) -> None:
        """Give the chosen row its next value."""
        at = self.query_one(Choices).at
        if at == 0:
            self._next_house(by)
        elif at == 1:
            physical = self.fields["board"] == "tracked"
            self.fields["board"] = "physical" if physical else "tracked"
            self.fields["dice"] = "manual" if physical else "fair"
        elif at == 2:
            if self.fields["board"] == "tracked":
                self.fields["dice"] = "manual" if self.fields["dice"] == "fair" else "fair"
        elif at == 3:
            self.fields["draw"] = not self.fields["draw"]
        elif at == 4:
            self.fields["bots"] = (self.fields["bots"] + by) % (MOST_BOTS + 1)
        elif at == 5:
            self.fields["strength"] = _next(STRENGTHS, self.fields["strength"], by)
        else:
            option = option_names()[at - 6]
            value = _next(values_of(option), getattr(self.rules, option), by)
            self.rules = self.rules.changed({option: value})
        self.query_one(Choices).show(rows_of(self._, self.rules, self.house, self.fields))

    def _next_house(self, by: int) -> None:
        names = [*PRESETS, *(house.name for house in self.houses)]
        now = self.house.name if self.house else self.rules.base
        chosen = names[(names.index(now) + by) % len(names)]
        self.house = next((house for house in self.houses if house.name == chosen), None)
        if self.house is None:
            self.rules = preset(chosen)  # type: ignore[arg-type]
            return
        self.rules = read_ruleset(self.house.rules)
        if self.house.players:
            self.query_one("#players", Input).value = ", ".join(self.house.players)
        self.query_one("#stake", Input).value = f"{self.house.currency}{self.house.stake}"

    def on_key(self, event: events.Key) -> None:
        """Move among the choices, change one, start, or go back."""
        choices = self.query_one(Choices)
        if event.key == "escape":
            self.app.pop_screen()
        elif event.key in ("down", "up") and not choices.has_focus:
            if event.key == "down":
                self.focus_next()
            else:
                self.focus_previous()
        elif not choices.has_focus:
            self._typed_early(event)
            return
        elif event.key == "up" and choices.at == 0:
            self.focus_previous()
        elif event.key in ("down", "up"):
            choices.move(1 if event.key == "down" else -1)
        elif event.key in ("pagedown", "pageup"):
            choices.move(8 if event.key == "pagedown" else -8)
        elif event.key in ("right", "space", "left"):
            self.change(-1 if event.key == "left" else 1)
        elif event.key == "enter":
            self.start()
        elif event.key == "w":
            self.save()
        elif event.key == "q":
            self.app.pop_screen()
        else:
            return
        event.stop()

    def _typed_early(self, event: events.Key) -> None:
        """Take what was typed before a field could: the screen was still being made."""
        field = self.query_one("#players", Input)
        if not self._begun and event.character is not None and event.is_printable:
            event.stop()
            field.insert_text_at_cursor(event.character)
        elif not self._begun and event.key == "backspace":
            event.stop()
            field.action_delete_left()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Go on to what is next: nothing begins before the house rules have been seen."""
        self.query_one(Reply).say("")
        self.focus_next()

    @on(Panel.Clicked)
    def _clicked(self, event: Panel.Clicked) -> None:
        if isinstance(event.what, int):
            choices = self.query_one(Choices)
            again = choices.at == event.what
            choices.at = event.what
            choices.focus()
            choices.repaint()
            if again:
                self.change()
        elif event.what == "start":
            self.start()
        elif event.what == "tab":
            self.focus_next()
        elif event.what == "down":
            self.query_one(Choices).move(1)
        elif event.what == "change":
            self.change()
        elif event.what == "save":
            self.save()
        elif event.what == "back":
            self.app.pop_screen()

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def spec_now(self) -> Spec:
        """Return what the fields say; ValueError where the stake is not an amount."""
        from datetime import date

        from app.launch import Spec
        from app.seating import bot_names
        from app.table_arguments import names_in, weekday_title

        currency, stake = money_in(self._value("stake"))
        base = self.rules.changes() | {"base": self.rules.base}
        players = names_in(self._value("players"))
        return Spec(
            players=players,
            rules=base,
            board=self.fields["board"],
            dice=self.fields["dice"],
            draw=self.fields["draw"],
            stake=stake,
            currency=currency,
            title=self._value("title") or weekday_title(date.today(), self._),
            log=self.spec.log if self.spec else None,
            bots=bot_names(self.fields["bots"], players),
            strength=self.fields["strength"],
        )

    def start(self) -> None:
        """Open the table, or say what is missing."""
        from app.launch import LaunchError, launch
        from app.tui import ChouetteApp

        try:
            spec = self.spec_now()
        except ValueError:
            self._no_amount()
            return
        assert isinstance(self.app, ChouetteApp)
        if not spec.players or len(spec.players) + len(spec.bots) < 2:
            text = self._("Who plays? Two names or more, with commas: Ann, Ben, Cy")
            self._wrong("players", text)
            return
        try:
            session = launch(spec)
        except LaunchError as error:
            self._wrong("players", self._(error.text, **error.facts))
            return
        self.app.pop_screen()
        self.app.show_table(session)

    def _no_amount(self) -> None:
        text = self._("The stake is an amount, with a currency or without: 5, $5, 2.50 EUR")
        self._wrong("stake", text)

    def _wrong(self, field: str, text: str) -> None:
        """Say what is wrong, in the field where it can be put right."""
        self.query_one(Reply).say(text, "bad")
        self.query_one(f"#{field}", Input).focus()

    def save(self) -> None:
        """Keep rules, players and stake as a house, under the session's title."""
        try:
            spec = self.spec_now()
        except ValueError:
            self._no_amount()
            return
        name = self._value("title") or self._("My house")
        rules: Mapping[str, Any] = spec.rules if isinstance(spec.rules, Mapping) else {}
        house = House(name, rules, spec.players, spec.stake, spec.currency)
        try:
            path = save_house(house)
        except OSError as error:
            self.query_one(Reply).say(self._("Not saved: {reason}", reason=reason_of(error)), "bad")
            return
        self.houses = houses()
        self.query_one(Reply).say(self._("Saved as {name}: {path}", name=name, path=path), "good")
