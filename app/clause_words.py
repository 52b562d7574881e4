"""What a cited clause says, in this project's own words: for the house rules and for refusals."""

from __future__ import annotations

from collections.abc import Iterator

from rules.clauses import TOPICS, cite
from rules.ruleset import Ruleset, meaning_of, option_names
from rules.saying import marked as _
from widgets.words import Words

_TOPICS = {
    "seats": _("One player is Box and plays against a Team; its first is the Captain."),
    "partner_order": _("The Partner is asked from the bottom of the Team upwards."),
    "partner_due": _(
        "A Partner who is due as Captain remains Partner, or steps down to be Captain."
    ),
    "stakes": _("A player may play for a multiple of the stake, if the Box agrees."),
    "cube_talk": _("The Team does not talk about cube decisions: each player decides alone."),
    "partner_talk": _("Box and Partner may talk about checkers once two cubes have been turned."),
    "spectators": _("Who is out, and who only watches, gives no advice."),
    "dice_and_checkers": _(
        "The Captain handles dice and checkers for the Team, the Box those of the other side."
    ),
    "points": _("Points are whole numbers, noted at once, and add up to zero."),
    "own_cube": _("Everybody on the Team has a separate cube against the Box."),
    "out": _("A dropped cube leaves the game, and with it its player."),
    "box_answers": _(
        "The Box answers all cubes that are offered in one word: take, drop or beaver."
    ),
    "team_answers": _("Each doubled player takes or drops one cube, in order where order holds."),
    "beaver_answer": _("A beaver is accepted, dropped, or turned once more as a raccoon."),
    "one_round": _("Everybody who may double says so before the Box answers; one round a turn."),
    "any_number": _("Where not the whole Team doubles from the middle, the Box takes any number."),
    "box_doubles": _("The Box doubles any of the Team's players, and chooses whom."),
    "rotation": _("After the game the line moves on: who wins the box, who waits at the end."),
    "relinquish": _("A Box may step down between games and goes to the end of the line."),
    "joining": _("Who joins plays from the next game on, at the end of the line."),
    "proxies": _("A player may name a proxy, who acts for that player's cube."),
    "illegal_plays": _("Anybody may point out an illegal play."),
    "too_late": _("An illegal play stands once later play depends on it."),
    "sheet": _("The score sheet is open to all; a row a game, and the sum is zero."),
    "changes": _("House rules are changed by agreement of all who sit at the table."),
    "deals": _("Deals are made by those whose points they move, and by nobody else."),
    "buying": _("A Team player may buy another's game; the Box may step in first."),
    "turn": _("A turn: cubes, then the roll, then the play."),
    "absence": _("For who is away the proxy acts, else the mover."),
    "backgammon": _("Ordinary backgammon law: bar first, both dice if possible, else the larger."),
}


_PROTOCOL = {
    "protocol 5": _("An action counts once it is written into the log; before that it is nothing."),
}
"""What is cited besides clauses and topics: the program's own promises."""


def explain(rules: Ruleset, rule: str, words: Words) -> list[str]:
    """Return what stands under a citation in these rules, a line each; may be empty."""
    lines = []
    for name in option_names():
        if cite(rules, name) == rule:
            value = words(words_of(getattr(rules, name), name))
            meaning = words(meaning_of(name))
            lines.append(words("{meaning} Here: {value}.", meaning=meaning, value=value))
    for topic in TOPICS:
        if cite(rules, topic) == rule and topic in _TOPICS:
            lines.append(words(_TOPICS[topic]))
    if rule in _PROTOCOL:
        lines.append(words(_PROTOCOL[rule]))
    return lines


def words_of(value: object, option: str = "") -> str:
    """Return an option's value as it is read.

    >>> words_of("both_or_none"), words_of(True), words_of(6)
    ('both or none', 'yes', '6')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _VALUES.get((option, value), str(value).replace("_", " "))


_VALUES: dict[tuple[str, object], str] = {
    ("admission", "any"): "anybody",
    ("admission", "all"): "everybody",
    ("stake_change", "all"): "everybody",
}
"""Values whose word means something else in another place: any number of cubes, all as a sum."""


def heading(name: str) -> str:
    """Return an option's or a topic's name as a heading, to be translated where it is shown.

    >>> heading("lone_taker")
    'lone taker'
    """
    # The word alone is also the name of a result worth three points.
    return "backgammon law" if name == "backgammon" else name.replace("_", " ")


def headings() -> Iterator[str]:
    """Yield every heading of the house rules."""
    yield from map(heading, (*option_names(), *_TOPICS))


def all_clauses(rules: Ruleset, words: Words) -> list[tuple[str, str, str]]:
    """Return every option and topic as (clause, heading, text), in the order of the rulebook."""
    rows = []
    for name in option_names():
        value = words(words_of(getattr(rules, name), name))
        rows.append((cite(rules, name), name, f"{words(meaning_of(name))} {value}"))
    for topic, text in _TOPICS.items():
        if topic in TOPICS:
            rows.append((cite(rules, topic), topic, words(text)))
    return rows
