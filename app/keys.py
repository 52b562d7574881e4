"""Every key once: bindings, key line, palette, help and docs/keys.md are made of this table.

Letters first: ctrl keys are taken by tmux and editors, F-keys are missing on phones. What costs
points is only composed by its key and sent by Enter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.saying import marked as _


@dataclass(frozen=True)
class Key:
    """One action: its id for the settings file, its keys, its label, what it does and when.

    `when` names the moments in which it does something, "" always. A moment is a verb that may be
    sent now, or one of the screen's own words: play, answer, entry, many.
    """

    id: str
    key: str
    label: str
    help: str
    when: tuple[str, ...] = ()
    shown: bool = True

    @property
    def name(self) -> str:
        """The key as it is printed."""
        return _NAMES.get(self.key.split(",")[0], self.key.split(",")[0])


_NAMES = {
    "space": "Space",
    "enter": "Enter",
    "question_mark": "?",
    "colon": ":",
    "backspace": "Bksp",
    "tab": "Tab",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "comma": ",",
    "full_stop": ".",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "exclamation_mark": "!",
    "at": "@",
}

KEYS: tuple[Key, ...] = (
    Key("next", "space", _("next"), _("The one obvious next step: roll, start, send a whole play."),
        ("step", "complete")),
    Key("send", "enter", _("send"), _("Send what the line below the command says."), ("entry",)),
    Key("take", "t", _("take"), _("Mark the cube under the cursor as taken."), ("taking",)),
    Key("drop", "x", _("drop"), _("Mark the cube under the cursor as dropped."), ("answer",)),
    Key("beaver", "b", _("beaver"), _("Mark it as beavered: turned once more and kept."),
        ("beaver",)),
    Key("accept", "a", _("accept"), _("Accept a beaver."), ("accept",)),
    Key("raccoon", "w", _("raccoon"), _("Turn a beavered cube again."), ("raccoon",)),
    Key("double", "d", _("double"), _("Double; for the Box, the cube under the cursor."),
        ("double",)),
    Key("double_all", "D", _("all"), _("Double with every cube that may be doubled."),
        ("many", "double")),
    Key("stay", "s", _("stay"), _("Declare that you do not double."), ("stay",)),
    Key("hold", "h", _("hold"), _("Hold the roll, or let it go: time to think about a double."),
        ("hold", "release")),
    Key("extra", "e", _("extra"), _("Give the lone taker an extra."), ("extra",)),
    Key("no_extra", "n", _("no extra"), _("Give no extra."), ("no_extra",)),
    Key("agree", "y", _("agree"), _("Agree to the proposal that waits for you."), ("agree",)),
    Key("refuse", "n", _("refuse"), _("Refuse the proposal that waits for you."), ("refuse",)),
    Key("let", "y", _("let"), _("The Box: let a purchase stand that waits for you."), ("let",)),
    Key("preempt", "p", _("buy first"), _("The Box: buy what somebody else is about to buy."),
        ("preempt",)),
    Key("remain", "y", _("remain"), _("Stay Partner, though you are due as Captain."),
        ("remain",)),
    Key("step_down", "n", _("step down"), _("Be Partner no more, and Captain."), ("step_down",)),
    Key("keep", "a", _("keep"), _("Keep your roll after a correction."), ("keep",)),
    Key("reroll", "e", _("reroll"), _("Roll again after a correction."), ("reroll",)),
    Key("settling", "space", _("who pays whom"), _("Who pays whom, when the session is closed."),
        ("closed",)),
    Key("first_box", "left_square_bracket", _("Box begins"),
        _("A wooden board: the Box has won the opening roll and moves first."), ("first",)),
    Key("first_team", "right_square_bracket", _("Team begins"),
        _("A wooden board: the Team has won the opening roll and moves first."), ("first",)),
    Key("won_box", "left_square_bracket", _("Box won"),
        _("A wooden board: the Box has won by the checkers."), ("finish",)),
    Key("won_team", "right_square_bracket", _("Team won"),
        _("A wooden board: the Team has won by the checkers."), ("finish",)),
    Key("turn", "o", _("other side"),
        _("A wooden board: the turn shown is wrong, it is the other side's."), ("physical",)),
    Key("roll", "r", _("roll"), _("Roll the dice."), ("roll",), shown=False),
    Key("nudge", "exclamation_mark", _("nudge"),
        _("Remind those for whom the table has waited for a minute or more."), ("nudge",)),
    Key("stand_in", "at", _("offer to act"),
        _("Offer to act for those for whom the table has waited for two minutes; they say yes."),
        ("stand_in",)),
    Key("let_act", "at", _("let act"),
        _("Name a proxy who acts for you, when the table has waited for you for two minutes."),
        ("let_act",)),
    Key("automatic", "j", _("automatic"),
        _("Turn the cubes once for an equal opening roll, where the house leaves it open."),
        ("automatic",)),
    Key("advice", "v", _("advice"),
        _("Enter the play that was suggested to you; again, the one before it."), ("advice",)),
    Key("undo", "u,backspace", _("undo"), _("Take the last step of your entry back, for free."),
        ("entry",)),
    Key("replay_play", "space,p", _("play"), _("Play the log by itself, or stop."), ("replay",)),
    Key("replay_back", "comma,left", _("back"), _("One action back."), ("replay",)),
    Key("replay_forward", "full_stop,right", _("on"), _("One action on."), ("replay",)),
    Key("replay_first", "less_than_sign,home", _("first"), _("To the beginning of the log."),
        ("replay",)),
    Key("replay_last", "greater_than_sign,end", _("last"),
        _("To the end; while the log is being written, live again."), ("replay",)),
    Key("replay_game_forward", "right_square_bracket", _("game"), _("To the next game."),
        ("replay",)),
    Key("replay_game_back", "left_square_bracket", _("game back"), _("To the game before."),
        ("replay",), shown=False),
    Key("replay_cube_forward", "d", _("cube"), _("To the next decision about a cube."),
        ("replay",)),
    Key("replay_cube_back", "D", _("cube back"), _("To the decision about a cube before."),
        ("replay",), shown=False),
    Key("replay_find", "slash", _("find"), _("Search the story for words."), ("replay",)),
    Key("replay_found_forward", "n", _("found"), _("To the next place with the words searched."),
        ("replay",), shown=False),
    Key("replay_found_back", "N", _("found before"), _("To the place with the words before."),
        ("replay",), shown=False),
    Key("replay_remark_forward", "r", _("remark"), _("To the next flag or note."), ("replay",)),
    Key("replay_remark_back", "R", _("remark back"), _("To the flag or note before."),
        ("replay",), shown=False),
    Key("replay_mended_forward", "x", _("mended"),
        _("To the next correction, takeback or mended game."), ("replay",)),
    Key("replay_mended_back", "X", _("mended back"),
        _("To the correction, takeback or mended game before."), ("replay",), shown=False),
    Key("replay_faster", "plus", _("faster"), _("Play faster."), ("replay",), shown=False),
    Key("replay_slower", "minus", _("slower"), _("Play slower."), ("replay",), shown=False),
    Key("replay_talk", "t", _("talk"), _("Show what each side said among itself, or hide it."),
        ("replay_file",), shown=False),
    Key("replay_review", "w", _("what was best"),
        _("Let the engine judge the games that are over; again: who lost how much."),
        ("reviewable",)),
    Key("replay_rollout", "W", _("roll out"),
        _("Play the action shown on to the end many times: minutes where there is contact."),
        ("reviewable",), shown=False),
    Key("replay_error_forward", "e", _("error"), _("To the next play or cube that cost equity."),
        ("reviewed",)),
    Key("replay_error_back", "E", _("error back"), _("To the error before."), ("reviewed",),
        shown=False),
    Key("command", "colon,slash", _("cmd"), _("Type a command; help lists them."), ()),
    Key("help", "question_mark", _("help"),
        _("The clause of a refusal; else what you may do now, and the keys."), ()),
    Key("pane", "tab", _("pane"), _("The next pane: cubes, sheet, log, talk."), ()),
    Key("log", "l", _("log"), _("The log: what happened so far."), ()),
    Key("talk", "k", _("talk"), _("Talk: say something to your side or to all."), ()),
    Key("sheet", "g", _("sheet"), _("The score sheet, whole."), (), shown=False),
    Key("cubes", "c", _("cubes"), _("The cube rack."), (), shown=False),
    Key("rules", "i", _("rules"), _("The house rules with their clauses."), (), shown=False),
    Key("dice", "z", _("dice"), _("Are the dice fair? Counts, and the proof."), (), shown=False),
    Key("flip", "f", _("flip"), _("Turn the board round."), (), shown=False),
    Key("up", "up", _("up"), _("The cube above; in a long pane, back."), (), shown=False),
    Key("down", "down", _("down"), _("The cube below; in a long pane, forward."), (), shown=False),
    Key("left", "left", _("left"), _("In the sheet, players further left."), (), shown=False),
    Key("right", "right", _("right"), _("In the sheet, players further right."), (), shown=False),
    Key("back", "pageup", _("back"), _("Read back in the log, the talk or the sheet."), (),
        shown=False),
    Key("forward", "pagedown", _("forward"), _("Read forward."), (), shown=False),
    Key("browse", "v", _("replay"),
        _("Go back through what happened; the table goes on meanwhile."), (), shown=False),
    Key("menu", "m", _("menu"), _("Every command in a list that can be searched."), ()),
    Key("quit", "q", _("leave"), _("Leave the table; nothing is lost, it can be resumed."), ()),
)  # fmt: skip
"""The table of actions."""

BY_ID: dict[str, Key] = {key.id: key for key in KEYS}


def keys_of(key: Key, remapped: Mapping[str, str]) -> str:
    """Return the keys of an action, the person's own if he chose some."""
    return remapped.get(key.id, key.key)


def apt(moments: Collection[str]) -> Sequence[Key]:
    """Return the actions that do something now, those of the moment first."""
    return _apt(frozenset(moments))


@lru_cache(maxsize=512)
def _apt(moments: frozenset[str]) -> tuple[Key, ...]:
    """Find them once: every letter that is typed asks, and the moments of an evening are few."""
    now = [key for key in KEYS if key.when and any(word in moments for word in key.when)]
    return (*now, *(key for key in known(moments) if not key.when))


def known(moments: Collection[str]) -> list[Key]:
    """Return the actions that a screen has at all: a table's, or in a replay those of a replay."""
    if "replay" in moments:
        return [
            key
            for key in KEYS
            if key.id != "browse" and (not key.when or key.id.startswith("replay_"))
        ]
    return [key for key in KEYS if not key.id.startswith("replay_")]


def page() -> str:
    """Return the whole table as Markdown: docs/keys.md is this text.

    >>> page().splitlines()[0]
    '# Keys'
    """
    rows = [
        "# Keys",
        "",
        "Made from the table of actions in `app/keys.py` by `make keys`. An action's id is its",
        'name in the settings file: `[keys]`, then for example `take = "1"`.',
        "",
        "| key | id | what it does | when |",
        "| --- | --- | --- | --- |",
    ]
    for key in KEYS:
        names = ", ".join(f"`{_NAMES.get(one, one)}`" for one in key.key.split(","))
        when = ", ".join(key.when) or "always"
        rows.append(f"| {names} | `{key.id}` | {key.help} | {when} |")
    return "\n".join(rows) + "\n"
