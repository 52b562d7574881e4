"""What the guided first game says at each moment: by the screen's keys, or by what is typed."""

from __future__ import annotations

from collections.abc import Mapping

from rules.saying import marked as _

BY_KEYS: Mapping[str, str] = {
    "deal": _("A deal is proposed to you: y agrees, n refuses, Enter sends."),
    "done": _("(All {all} seen; q leaves.)"),
    "begin": _(
        "{me}, you are Box: alone against the Team of {captain} (the Captain) and the "
        "others. Each of them has a cube with you. Space starts the game."
    ),
    "end": _(
        "You have {points} in this game: the sheet has a row for each, and its sum is zero. "
        "{box} is Box next. You know it all now: Space plays on, q leaves."
    ),
    "next": _(
        "You have {points} in this game: the sheet has a row for each, and its sum is zero. "
        "{box} is Box next, {captain} Captain. Space plays on; not met yet: {steps}."
    ),
    "opening": _(
        "Box and Captain throw one die each; the higher begins, and plays both dice. Space throws."
    ),
    "hold": _(
        "Your side is well ahead, and your cube is your own affair: h holds the roll, then d "
        "turns it and Enter sends."
    ),
    "double_many": _(
        "You are well ahead: double before you roll. D turns every cube that you may, Enter "
        "sends. Each of them then takes, or drops and pays."
    ),
    "double": _(
        "You are well ahead: double before the roll. d turns the cube, Enter sends. Who "
        "takes plays on for twice as much, who drops pays what it was worth."
    ),
    "roll": _("Your roll: Space rolls."),
    "early": _("Your roll: too early to double. Space rolls."),
    "turn": _(
        "Your turn. Before the roll you could double (d); it is too early for that. Space rolls."
    ),
    "dance": _("No checker can move. Space passes."),
    "good": _("A good play: {play}. Type it, or click; Enter sends."),
    "play": _(
        "You move the {sign}, from high numbers to low, home to 6 to 1 and then off. Type "
        "from where to where: {play} is good. Or click. u takes it back, Enter sends."
    ),
    "ahead": _("Double or stay? You are ahead: d doubles, Enter sends."),
    "not_ahead": _("Double or stay? It is too early: s stays, Enter sends."),
    "half": _(
        "The whole Team doubles! t takes a cube and plays on for twice as much, x drops it "
        "and pays. Here take {n} at least, or drop all ({rule}). Good: {answer}. Enter sends."
    ),
    "answer": _(
        "You are doubled: t takes and plays on for twice as much, x drops and pays what the "
        "cube was worth. Up and Down choose a cube. Good: {answer}. Enter sends."
    ),
    "give": _(
        "All but one dropped. As a dropper you may give the lone taker an extra: pay once, and "
        "play on beside the Box. e gives it, n does not; Enter sends."
    ),
    "lone": _(
        "You alone took, and get extras: each pays you once and gives you a cube at twice "
        "the value. t takes them all, x drops everything; Enter sends."
    ),
    "given": _(
        "Only one took. The droppers may now give an extra: pay once, and play on beside you."
    ),
    "beaver": _("A beaver: taken and doubled once more. a accepts it, x drops. Enter sends."),
}
"""Moment -> what is said of it at the screen."""

DOUBLE = _(
    "You are well ahead: double before you roll, with the command double. Who takes "
    "plays on for twice as much, who drops pays what the cube was worth."
)

TYPED: Mapping[str, str] = {
    "given": BY_KEYS["given"],
    "deal": _("A deal is proposed to you. Type agree {n}, or refuse {n}."),
    "done": _("(All {all} seen; quit leaves.)"),
    "begin": _(
        "{me}, you are Box: alone against the Team of {captain} (the Captain) and the "
        "others. Each of them has a cube with you. Type start."
    ),
    "end": _(
        "You have {points} in this game: sheet tells a line for each, and its sum is zero. "
        "{box} is Box next. You know it all now: start plays on, quit leaves."
    ),
    "next": _(
        "You have {points} in this game: sheet tells a line for each, and its sum is zero. "
        "{box} is Box next, {captain} Captain. start plays on; not met yet: {steps}."
    ),
    "opening": _(
        "Box and Captain throw one die each; the higher begins, and plays both dice. Type opening."
    ),
    "hold": _(
        "Your side is well ahead, and your cube is your own affair: type hold, so that the "
        "roll waits, and then double."
    ),
    "double_many": DOUBLE,
    "double": DOUBLE,
    "roll": _("Your roll. Type roll."),
    "early": _("Your roll: too early to double. Type roll."),
    "turn": _("Your turn. Before the roll you could double; it is too early for that. Type roll."),
    "dance": _("No checker can move. Type pass."),
    "good": _("A good play: {play}. Type it."),
    "play": _(
        "You move the {sign}, from high numbers to low, home to 6 to 1 and then off; board "
        "tells where they are. Type from where to where: {play} is good."
    ),
    "ahead": _("Double or stay? You are ahead: type double."),
    "not_ahead": _("Double or stay? It is too early: type stay."),
    "half": _(
        "The whole Team doubles! Who takes a cube plays on for twice as much, who drops it "
        "pays. Here take {n} at least, or drop all ({rule}). Good, and typed so: {answer}"
    ),
    "answer": _(
        "You are doubled: who takes plays on for twice as much, who drops pays what the cube "
        "was worth. Good, and typed so: {answer}"
    ),
    "give": _(
        "All but one dropped. As a dropper you may give the lone taker an extra: pay once, and "
        "play on beside the Box. Type extra, or no_extra."
    ),
    "lone": _(
        "You alone took, and get extras: each pays you once and gives you a cube at twice "
        "the value. take takes them all, drop drops everything."
    ),
    "beaver": _("A beaver: taken and doubled once more. Type accept, or drop."),
}
"""The same for whoever types; who may double several cubes does it in one word."""
