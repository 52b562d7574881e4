"""Every house rule as one field of one frozen model, and the four published presets.

An option is written once, here: its values, its meaning, what each text says and under which
clause. The presets, the citations of `clauses.py`, the setup screen and `chouette rules` all read
it from the field. Nothing else in the program asks for a preset by name: the options alone decide
(rulebook section 2). Long because an option says all of this in its one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.forms import shown
from rules.saying import Fault, Phrase

PresetName: TypeAlias = Literal["club", "play65", "hungarian", "tavla"]
PRESETS: tuple[PresetName, ...] = ("club", "play65", "hungarian", "tavla")

Published: TypeAlias = tuple[Any, str | None]
"""What a text says: the value, and its clause ("5.10"), or None where the text is silent."""


def option(
    meaning: str,
    *,
    club: Published,
    play65: Published,
    hungarian: Published,
    tavla: Published,
    section: int,
    also: Mapping[Any, str] | None = None,
    **limits: Any,
) -> Any:
    """Describe one option: its meaning, each text's value and clause, the rulebook section.

    `also` names values that a text publishes as a variation, with the full citation ("tavla 11").
    """
    texts = {"club": club, "play65": play65, "hungarian": hungarian, "tavla": tavla}
    facts: Any = {"texts": texts, "section": section, "also": dict(also or {})}
    return Field(default=club[0], description=meaning, json_schema_extra=facts, **limits)


class Ruleset(BaseModel):
    """The house rules in force: any preset with any option changed (club 11.1).

    >>> preset("club").acceptance
    'half'
    >>> preset("club").changed({"acceptance": "any"}).changes()
    {'acceptance': 'any'}
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: PresetName = Field(default="club", description="The text that refusals cite.")

    draw: Literal["two_dice", "one_die"] = option(
        "The dice each player throws to draw for the order.",
        club=("two_dice", "1.3"),
        play65=("one_die", "1"),
        hungarian=("two_dice", "4"),
        tavla=("two_dice", None),
        section=3,
    )
    max_players: int = option(
        "How many players may sit at the table.",
        club=(10, "6.5"),
        play65=(10, None),
        hungarian=(10, None),
        tavla=(10, None),
        section=3,
        strict=True,
        ge=3,
        le=24,
    )
    admission: Literal["any", "all"] = option(
        "Whose yes lets a new player join: Box or any one seated player, or all of them.",
        club=("any", "6.5"),
        play65=("any", None),
        hungarian=("all", "20"),
        tavla=("any", None),
        section=3,
    )
    stake_change: Literal["all", "opponent"] = option(
        "Who must agree before a player's stake multiple changes.",
        club=("all", "2.3"),
        play65=("all", None),
        hungarian=("opponent", "6"),
        tavla=("all", None),
        section=3,
    )
    automatic_doubles: Literal["none", "by_agreement", "first_then_box", "box_next_game"] = option(
        "What equal opening dice do to the cubes.",
        club=("by_agreement", "5.1"),
        play65=("first_then_box", "5"),
        hungarian=("none", None),
        tavla=("box_next_game", "14"),
        section=9,
    )
    jacoby: bool = option(
        "Gammons and backgammons count only for a cube in the game.",
        club=(True, "4.1"),
        play65=(True, "6"),
        hungarian=(True, None),
        tavla=(True, None),
        section=7,
        strict=True,
    )
    beavers: bool = option(
        "Whoever is doubled may turn the cube once more and keep it.",
        club=(True, "5.3"),
        play65=(True, "7"),
        hungarian=(False, "9"),
        tavla=(False, None),
        section=6,
        strict=True,
    )
    raccoons: Literal["off", "consent", "free"] = option(
        "Whether the doubler may turn a beavered cube again.",
        club=("consent", "5.4"),
        play65=("free", "7"),
        hungarian=("off", "9"),
        tavla=("off", None),
        section=6,
    )
    acceptance: Literal["any", "half", "half_with_captain", "break_even"] = option(
        "How many cubes the Box must accept when the whole Team doubles from the middle.",
        club=("half", "5.10"),
        play65=("break_even", "13"),
        hungarian=("half", "14"),
        tavla=("half_with_captain", "7"),
        section=5,
    )
    three_handed: Literal["both_or_none", "as_usual"] = option(
        "With two Team players who double together: take both cubes or neither, or as usual.",
        club=("both_or_none", "5.10a"),
        play65=("as_usual", None),
        hungarian=("both_or_none", "15"),
        tavla=("as_usual", None),
        section=5,
    )
    captain_cube: Literal["free", "first"] = option(
        "Whether a Box who accepts any cube must accept the Captain's.",
        club=("free", None),
        play65=("first", "10"),
        hungarian=("free", None),
        tavla=("free", None),
        section=5,
    )
    lone_taker: Literal["plays_on", "extras", "extras_may_drop", "must_beaver", "must_drop"] = (
        option(
            "What happens when the Box doubles all from the middle and one player alone takes.",
            club=("extras", "5.7"),
            play65=("must_beaver", "11"),
            hungarian=("plays_on", None),
            tavla=("must_drop", "9"),
            section=6,
            also={"extras_may_drop": "club 5.7a"},
        )
    )
    same_answer: bool = option(
        "When the Box doubles everybody, all must give the same answer.",
        club=(False, None),
        play65=(False, None),
        hungarian=(False, None),
        tavla=(False, None),
        section=6,
        also={True: "tavla 11"},
        strict=True,
    )
    double_order: Literal["rotation", "box_may_insist", "free"] = option(
        "Whether the Team declares its doubles in the order of rotation.",
        club=("box_may_insist", "5.9"),
        play65=("free", None),
        hungarian=("free", "13"),
        tavla=("free", None),
        section=5,
    )
    answer_order: Literal["rotation", "box_may_insist", "free"] = option(
        "Whether the Team answers the Box's doubles in the order of rotation.",
        club=("box_may_insist", "5.8"),
        play65=("free", None),
        hungarian=("rotation", "12"),
        tavla=("free", None),
        section=6,
    )
    consult_checkers: Literal[
        "cube_in_game", "turned_or_asked", "team", "any_cube_turned", "own_cube_turned"
    ] = option(
        "Who of the Team may give advice on checker play.",
        club=("cube_in_game", "3.2"),
        play65=("turned_or_asked", "9"),
        hungarian=("team", "7"),
        tavla=("any_cube_turned", "1"),
        section=11,
        also={"own_cube_turned": "tavla 12"},
    )
    partner: Literal["off", "shared", "second_box"] = option(
        "Whether the Box may have a Partner who shares, or an assistant with separate cubes.",
        club=("shared", "1.2"),
        play65=("off", None),
        hungarian=("off", None),
        tavla=("off", None),
        section=8,
        also={"second_box": "tavla 13"},
    )
    partner_from: int = option(
        "How many players must sit before the Box may have a Partner.",
        club=(6, "1.2"),
        play65=(6, None),
        hungarian=(6, None),
        tavla=(6, None),
        section=8,
        strict=True,
        ge=3,
        le=24,
    )
    box_stays: Literal["beats_captain", "and_breaks_even", "wins_game_and_breaks_even"] = option(
        "What the Box must do to remain Box.",
        club=("and_breaks_even", "6.1"),
        play65=("wins_game_and_breaks_even", "13"),
        hungarian=("beats_captain", "17"),
        tavla=("and_breaks_even", "2"),
        section=8,
    )
    captaincy: Literal["acting", "acting_may_win_box", "passes_on"] = option(
        "What becomes of the captaincy when the Captain is out before the end.",
        club=("acting", "6.2"),
        play65=("passes_on", "15"),
        hungarian=("acting_may_win_box", "18"),
        tavla=("acting", "8"),
        section=8,
    )
    preempt: bool = option(
        "The Box may step into the sale of a Team player's interest.",
        club=(True, "4.4"),
        play65=(False, None),
        hungarian=(False, None),
        tavla=(False, None),
        section=12,
        strict=True,
    )
    proxy_like_own: bool = option(
        "A proxy whose own cube faces the same offer answers alike for both.",
        club=(False, None),
        play65=(False, None),
        hungarian=(True, "21"),
        tavla=(False, None),
        section=10,
        strict=True,
    )
    late_correction: Literal["offender_choice", "opponent_play"] = option(
        "When a late correction lets the opponent roll again.",
        club=("offender_choice", "8.4"),
        play65=("offender_choice", None),
        hungarian=("opponent_play", "23"),
        tavla=("offender_choice", None),
        section=13,
    )
    settlements: bool = option(
        "Cubes may be settled for an agreed number of points.",
        club=(True, "4.3"),
        play65=(True, None),
        hungarian=(True, None),
        tavla=(True, "15"),
        section=12,
        strict=True,
    )
    side_deals: bool = option(
        "Side bets and swapping places are allowed.",
        club=(False, None),
        play65=(False, None),
        hungarian=(False, None),
        tavla=(True, "15"),
        section=12,
        strict=True,
    )
    quiet: bool = option(
        "Table talk by those who may not consult waits while a roll or a cube is being decided.",
        club=(True, None),
        play65=(True, None),
        hungarian=(True, None),
        tavla=(True, None),
        section=11,
        strict=True,
    )
    offer_window: Literal["hold", "ask"] = option(
        "How a Team player gets time to double: by holding the roll, or everybody is asked.",
        club=("hold", "5.9"),
        play65=("ask", "12"),
        hungarian=("hold", "13"),
        tavla=("hold", None),
        section=4,
    )

    def changes(self) -> dict[str, Any]:
        """Return the options that differ from the preset that the rules are based on."""
        mine, text = self.model_dump(), preset(self.base).model_dump()
        return {name: value for name, value in mine.items() if value != text[name]}

    def changed(self, options: Mapping[str, Any]) -> Ruleset:
        """Return these rules with `options` set; ValueError names a bad option and its values."""
        return _checked({**self.model_dump(), **options})


def preset(name: PresetName) -> Ruleset:
    """Return the published rules of that name."""
    return _PRESETS[name]


def read_ruleset(wanted: str | Mapping[str, Any]) -> Ruleset:
    """Read a preset's name, or a mapping of a `base` and changed options.

    ValueError says which name or option is wrong and what would be right.
    """
    if isinstance(wanted, str):
        wanted = {"base": wanted}
    base = wanted.get("base", "club")
    if base not in PRESETS:
        raise Fault(
            "there are no house rules {base}; there are {presets}",
            base=shown(base),
            presets=PRESETS,
        )
    return preset(base).changed(wanted)


def texts_of(name: str) -> dict[str, Published]:
    """Return what each preset's text says on an option: its value and clause."""
    texts: dict[str, Published] = _facts(name)["texts"]
    return texts


def option_names() -> tuple[str, ...]:
    """Return the names of all options, in the order of the rulebook's table."""
    return tuple(name for name in Ruleset.model_fields if name != "base")


def meaning_of(name: str) -> str:
    """Return the sentence that explains an option."""
    return Ruleset.model_fields[name].description or ""


def values_of(name: str) -> str:
    """Return the values an option may take, as words for a message."""
    return str(_values()[name])


def section_of(name: str) -> int:
    """Return the rulebook section that an option belongs to."""
    section: int = _facts(name)["section"]
    return section


def variation_of(name: str, value: object) -> str | None:
    """Return the citation under which a text publishes `value` as a variation, if one does."""
    also: dict[object, str] = _facts(name)["also"]
    return also.get(value)


def _facts(name: str) -> dict[str, Any]:
    facts = Ruleset.model_fields[name].json_schema_extra
    if not isinstance(facts, dict):
        raise KeyError(name)
    return facts


def _checked(options: Mapping[str, Any]) -> Ruleset:
    """Validate options; the error names the first bad one in words a player understands."""
    for name in options:
        if name not in Ruleset.model_fields:
            raise Fault("there is no house rule {name!r}; see: chouette rules", name=name[:40])
    try:
        return Ruleset.model_validate(dict(options))
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise Fault(
            "{name} cannot be {value}; it is {values}",
            name=name,
            value=shown(options[name]),
            values=_values()[name],
        ) from None


@cache
def _values() -> Mapping[str, Phrase]:
    """Describe every option's values; only when asked, since making a JSON schema takes long."""
    schema = Ruleset.model_json_schema()["properties"]
    return {name: _describe(facts) for name, facts in schema.items()}


def _describe(schema: Mapping[str, Any]) -> Phrase:
    if "enum" in schema:
        return Phrase("one of {values}", values=schema["enum"])
    if schema.get("type") == "integer":
        return Phrase(
            "a whole number from {least} to {most}",
            least=schema["minimum"],
            most=schema["maximum"],
        )
    assert schema["type"] == "boolean", schema
    return Phrase("true or false")


_PRESETS: dict[str, Ruleset] = {
    name: Ruleset(base=name, **{field: texts_of(field)[name][0] for field in option_names()})
    for name in PRESETS
}
