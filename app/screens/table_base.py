"""What the table screen knows: the view, and the text of the command with what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from app.composer import Composed, Composer
from app.screens.layout import TURNING, Turning
from app.screens.leaving import Leaving
from app.screens.waiting import OFFER_AFTER, Waiting
from app.settings import Settings
from widgets.asking import asks_who_begins, step_words
from widgets.entry_line import EntryLine
from widgets.panel import Panel
from widgets.prompt import KeyLine, Reply
from widgets.words import Words

if TYPE_CHECKING:
    from app.session import Session
    from rules.values import Side
    from rules.views import View

P = TypeVar("P", bound=Panel)


class TableBase(Leaving):
    """The state of one viewer's table screen; subclasses draw it and act on keys."""

    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, session: Session, words: Words, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self._ = words
        self.settings = settings
        self.view: View = session.view
        self.composer = Composer(self.view, self._)
        self.composed = Composed()
        self.front: Turning = "rack"
        self.cursor: str | None = None
        self.flipped = False
        self.waiting = Waiting()
        self._panes: dict[type[Panel], Panel] = {}

    def draw(self) -> None:
        """Show the view and what is composed in every pane."""
        raise NotImplementedError

    def place_panes(self) -> None:
        """Give every pane its place for the size, and hide the others."""
        raise NotImplementedError

    @property
    def moments(self) -> frozenset[str]:
        """What can be done now, in the words of the table of keys."""
        found = self.composer.moments(self.composed)
        if self.slow and "say" in found:
            found |= {"nudge"}
            found |= {"stand_in"} if self.waiting.minutes >= OFFER_AFTER else set()
        return found | {"let_act"} if self.proxy_for_me and "proxy" in found else found

    @property
    def command(self) -> EntryLine:
        """The line that commands are typed into."""
        return self.pane(EntryLine)

    def pane(self, kind: type[P]) -> P:
        """Return the one pane of a kind; found once, for every letter that is typed asks."""
        if (found := self._panes.get(kind)) is None:
            found = self._panes[kind] = self.query_one(kind)
        return cast("P", found)

    @property
    def typing(self) -> bool:
        """Whether letters go into the command now."""
        return self.command.typing

    def set_text(self, text: str, typing: bool | None = None) -> None:
        """Put a text into the command, as if it had been typed; `typing` begins or ends that."""
        self.command.set(text, typing)
        self.recompose_text(text)

    def recompose_text(self, text: str) -> None:
        """Read the text anew and show what it comes to."""
        self.composed = self.composer.read(text)
        waiting = self.choosable
        if self.cursor not in waiting:
            self.cursor = waiting[0] if waiting else None
        reply = self.pane(Reply)
        if self.composed.text or self.composed.message:
            action = "send" if self.composed.actions else ""
            composed = self.composed
            reply.say(composed.message, composed.look, action, composed.clause)
        elif not reply.refused:
            reply.say(self._hint(), "dim", "next" if self.composer.asked.step else "")
        self.draw()

    @property
    def choosable(self) -> tuple[str, ...]:
        """The cubes that the cursor goes through: to answer, to double, on wood those in play."""
        table, asked = self.view.table, self.composer.asked
        if asked.pending or asked.open:
            return (*asked.pending, *asked.open)
        if table.board == "physical" and table.game and table.phase in ("before_roll", "play"):
            return tuple(cube.id for cube in table.game.live)
        return ()

    def _hint(self) -> str:
        asked = self.composer.asked
        if name := self.proxy_for_me:
            return self._.count(
                "The table has waited for you for {n} minute; @ lets {name} act for you.",
                "The table has waited for you for {n} minutes; @ lets {name} act for you.",
                self.waiting.minutes,
                name=name,
            )
        if self.view.table.closed:
            return self._("Space shows who pays whom; q leaves.")
        if asked.step == "done":
            return self._(
                "Nothing to type until a double or a win. Space: {step}",
                step=step_words(asked.step, self._),
            )
        if asked.step:
            return self._("Space: {step}", step=step_words(asked.step, self._))
        if asks_who_begins(self.view):
            return self._("Who moves first? [ says the Box, ] the Team.")
        if asked.pending:
            return self._("Answer each cube with its key; Enter sends.")
        if self.composer.mine:
            return self._("Type a play, like 8/5 6/5, or click on a point.")
        if not asked.who and asked.waits:
            names = self._.listed(list(asked.waits))
            if (minutes := self.waiting.minutes) and self.session.live:
                return self._.count(
                    "Waiting for {names}, {n} minute.",
                    "Waiting for {names}, {n} minutes.",
                    minutes,
                    names=names,
                )
            return self._("Waiting for {names}.", names=names)
        return ""

    @property
    def slow(self) -> tuple[str, ...]:
        """Who elsewhere may be nudged: the table has waited for them for a minute or more."""
        asked = self.composer.asked
        late = self.waiting.minutes and self.session.live and not asked.who
        return asked.waits if late else ()

    @property
    def proxy_for_me(self) -> str:
        """Who might act for him who sits here alone, and for whom the table waits long; "" if none.

        It is he who names a proxy (rulebook section 10); he may still act himself.
        """
        view = self.view
        late = self.waiting.minutes >= OFFER_AFTER and self.session.live
        if not late or len(view.here) != 1 or self.composer.asked.who != view.here[0]:
            return ""
        me, table = view.here[0], view.table
        bots: frozenset[str] = getattr(self.session, "bots", frozenset())
        others = [n for n in table.seated if n != me and n not in table.away and n not in bots]
        if me in table.proxies or not others:
            return ""
        offered = self._offered()
        return next((n for n in (offered, table.acting_mover()) if n in others), others[0])

    def _offered(self) -> str:
        """Return who was the last to speak to all, as one does who offers to act."""
        return ""

    def look_at_clock(self) -> None:
        """Say how long the table has waited, where nothing else is said."""
        reply = self.query_one(Reply)
        if self.here and not self.composed.text and not self.composed.message and not reply.refused:
            reply.say(self._hint(), "dim", "next" if self.composer.asked.step else "")
            self.query_one(KeyLine).show(self.shown_keys())

    def shown_keys(self) -> list[tuple[str, str, str]]:
        """Return the key line: (key, label, action id), those of the moment first."""
        raise NotImplementedError

    def turn_to(self, front: Turning) -> None:
        """Bring a pane to the front, where panes take turns."""
        self.front = front
        self.place_panes()

    def next_pane(self) -> None:
        """Bring the next pane to the front."""
        order: tuple[Turning, ...] = TURNING
        self.turn_to(order[(order.index(self.front) + 1) % len(order)])

    @property
    def bottom(self) -> Side:
        """The side at the bottom of the board: the viewer's own, the Box's for everybody else."""
        game = self.view.table.game
        names = [self.view.viewer] if self.view.viewer else list(self.view.here)
        sides = {game.side_of(name) for name in names} if game else set()
        side: Side = "team" if sides == {"team"} else "box"
        return ("box" if side == "team" else "team") if self.flipped else side
