"""Help: what may be done now and why not the rest, every key, every command."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from app.keys import keys_of, known
from app.may import decider, may, may_not
from app.screens.reading import Paragraph, ReadingScreen
from app.settings import Settings
from rules.saying import marked as _
from widgets.asking import Asking, step_words
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View

COMMANDS = (
    ("13/7 8/7", _("play: points with / or -, bar/22, 6/off(2), or pairs of numbers")),
    ("roll, start, opening", _("throw, begin the next game; with typed dice: roll 63")),
    ("draw ann 6 4, rolloff 6 4 5 2", _("dice thrown by hand: for the line, for a half point")),
    ("double [ann ben]", _("double; the Box may choose whom")),
    ("take ann ben, drop cy", _("answer; also take all, beaver ann, drop the rest")),
    ("accept, raccoon, drop", _("the answer to a beaver")),
    ("stay, hold, release", _("no double; time to think about one")),
    ("auto_stay, insist", _("no double until lifted; the Box wants answers in order")),
    ("extra, no_extra", _("a dropper and the lone taker")),
    ("settle cy 1.5 to cy", _("propose a settlement: the cube, the points, to whom")),
    ("value cy", _("what that cube is worth, once both of its players have asked")),
    ("buy ben 2, sell cy 3", _("buy an interest; the Box sells the whole game")),
    ("agree 4, refuse 4, withdraw 4", _("answers to proposals")),
    ("preempt 4, let 4", _("the Box buys before the buyer, or lets it be")),
    ("bet ann 2 on box, transfer ann 3", _("a bet on the game; points that change hands")),
    ("done, finish team gammon", _("a wooden board: the play is made; who has won, and how")),
    ("show 4HPwATDgc/ABMA", _("a wooden board: the position, for those who cannot see it")),
    ("resign gammon", _("offer to lose; single where nothing is said")),
    ("proxy dee ann", _("Ann acts for Dee; proxy dee none ends it")),
    ("away ann, back ann", _("somebody leaves the table for a while")),
    ("join eve 2, leave eve", _("from the next game on")),
    ("bot, bot club", _("one more bot asks for a seat: beginner, club or expert")),
    ("unbot ada", _("a bot leaves, when the game is over")),
    ("invite ann, remain, step_down", _("the Box asks a Partner; who is one stays, or does not")),
    ("swap ann, relinquish", _("two change places; the next Box steps down")),
    ("object ann, acknowledge", _("no multiple against a new Box; a newcomer knows the rules")),
    ("automatic, abandon", _("turn the cubes for an equal roll; end the game without points")),
    ("stake ann 2, rules x=y", _("changes between games, by consent")),
    ("correct 13/7 8/7", _("replace the last play; with dice: correct 6 1: 13/7 8/7")),
    ("keep, reroll", _("your roll after the other side's play was corrected")),
    ("flag text, note text", _("point out a play; a remark for the log")),
    ("say team checkers: text", _("talk: to team, box or all")),
    ("ask, suggest 13/7 8/7", _("ask for advice, give some")),
    ("takeback", _("propose to undo the last action")),
    ("amend 3 ann=2 ben=-2", _("mend a finished game, by consent")),
    ("close", _("end the session; shows who pays whom")),
    ("cy: take", _("who speaks, where several sit at one terminal")),
    ("board pips cubes sheet who may log dice", _("show something")),
)
"""The typed commands, by example."""

REPLAY_COMMANDS = (
    ("120", _("go to action 120 of the log")),
    ("game 3", _("go to game 3")),
    ("/double zoe", _("search the story for words; n and N go on and back")),
    ("sheet log cubes who pips rules", _("show something")),
)
"""What can be typed in a replay."""


PANES = {
    "rack": _(
        "In front, the cubes: each player's cube, what it is worth, who may turn it next, and the "
        "answer you are about to give. Up and Down choose one; a click goes through its answers."
    ),
    "sheet": _(
        "In front, the score sheet: a row for each game, the whole at the end, and its sum is "
        "zero. PgUp and PgDn go through it."
    ),
    "log": _("In front, the log: everything that happened, word for word. PgUp reads back."),
    "talk": _(
        "In front, the talk: what was said to you. k says something; who may advise stands beside "
        "it."
    ),
    "line": _("In front, the line: the order in which players become Captain and Box."),
}
"""What each pane is, for whoever looks at it."""


class HelpScreen(ReadingScreen):
    """Help for this moment first, then all keys and commands."""

    def __init__(
        self,
        words: Words,
        moments: Collection[str],
        asked: Asking,
        settings: Settings,
        view: View | None = None,
        pane: str = "",
    ) -> None:
        super().__init__(words("Help"), words)
        self.view = view
        self.pane = pane
        self.moments = frozenset(moments)
        self.asked = asked
        self.settings = settings

    @property
    def replay(self) -> bool:
        """Whether it is a replay that is looked at."""
        return "replay" in self.moments

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Yield what the table asks now, then keys and commands with the words searched for."""
        words, terms = self._, wanted.casefold().split()

        def fits(text: str) -> bool:
            return all(term in text.casefold() for term in terms)

        if not terms:
            yield from self._now()
            yield from self._pane()
            yield from self._may()
        yield words("Keys"), "title"
        for key in known(self.moments):
            names = keys_of(key, self.settings.keys)
            name = self.settings.keys.get(key.id) or key.name
            row = f"{name:6} {words(key.help)}"
            apt = not key.when or any(moment in self.moments for moment in key.when)
            if fits(row + names):
                yield row, "" if apt else "dim"
        yield "", ""
        yield words("Commands"), "title"
        for example, text in REPLAY_COMMANDS if self.replay else COMMANDS:
            if fits(example + words(text)):
                yield example, "strong"
                yield f"  {words(text)}", ""
        if not terms:
            yield "", ""
            yield words("If a lost connection leaves the terminal odd, type: reset"), "dim"

    def _now(self) -> Iterable[Paragraph]:
        words, asked = self._, self.asked
        if self.replay:
            yield words("A replay: everybody goes through it alone, and nobody acts."), "strong"
            yield "", ""
            return
        yield asked.headline, "ask"
        for line in asked.detail:
            yield line, ""
        if asked.step:
            yield words("Space does it: {step}.", step=step_words(asked.step, words)), "strong"
        elif asked.pending:
            yield words("t takes, x drops each cube in turn; Enter sends all the answers."), ""
        elif "play" in self.moments:
            yield (
                words("Type a point and where it goes (13/7 8/7), or click on them. Enter sends."),
                "",
            )
        elif asked.waits and not asked.who:
            names = words.listed(list(asked.waits))
            yield words("Nothing to do here: the table waits for {names}.", names=names), ""
        yield "", ""

    def _pane(self) -> Iterable[Paragraph]:
        if text := PANES.get(self.pane):
            yield self._(text), "dim"
            yield "", ""

    def _may(self) -> Iterable[Paragraph]:
        """Yield what may be done now by those who sit here, and why not the rest."""
        view, words = self.view, self._
        if view is None or not view.here or not view.table.opened or view.table.closed:
            return
        names = [name for name in view.to_act if name in view.here] or [decider(view)]
        alike: dict[str, list[str]] = {}
        for name in names:
            alike.setdefault(", ".join(may(view, name)), []).append(name)
        for said, several in alike.items():
            yield words("{name} may: {verbs}.", name=", ".join(several), verbs=said), ""
        for at, (verbs, refusal) in enumerate(may_not(view, names[0])):
            if not at:
                yield words("Not now, and why (i shows the house rules with their clauses):"), ""
            yield f"  {', '.join(verbs)}: {refusal.told(words.translate)}", "dim"
        yield "", ""
