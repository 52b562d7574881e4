"""Mutants that change nothing anybody could see, and why: `make mutate` passes them over."""

from __future__ import annotations

NEVER_NOTHING = "a cube that was dropped, or played to the end, never pays nothing"
HAS_ONE = "every player of the Team has a cube of his own against the Box; the test is for mypy"

EQUIVALENT: dict[str, str] = {
    "permit_deals _may_buy: c.live and c.extra and (c.boxer == case.me) -> "
    "c.live and c.boxer == case.me": "of other cubes the Box's side has been refused before",
    "points partner_share: abs(total) // 2 * (1 if total > 0 else -1) -> "
    "abs(total) // 2 // (1 if total > 0 else -1)": "by one or minus one they are the same",
    "points partner_share: total > 0 -> total >= 0": "half of nothing has no sign",
    "points partner_share: total > 0 -> total > 1": "half of one point is none, which has no sign",
    "rotation _rejecters: for name in dict.fromkeys(gone) if name in game.line -> "
    "for name in dict.fromkeys(gone)": "who is not in the line has no cube of his own to reject",
    "rotation _rejected: cube.won < 0 -> cube.won <= 0": NEVER_NOTHING,
    "rotation _rejected: cube.won < 0 -> cube.won < 1": NEVER_NOTHING,
    "rotation _heir: strict=True -> strict=False": "the two are made equally long",
    "rotation _last_winners: cube.won > 0 -> cube.won >= 0": NEVER_NOTHING,
    "rotation _last_winners: cube.won > 0 -> cube.won > 1": (
        "who wins in the round in which another rejects wins by a beaver, which is two or more"
    ),
    "rotation _points: cube.won if cube else 0 -> cube.won if cube else 1": HAS_ONE,
    "permit_talk _may_say: action.topic if action.verb == 'say' else 'checkers'"
    " -> action.topic if action.verb == 'say' else 'checkers_'": (
        "what is about neither cubes nor the table is about checkers"
    ),
    "permit_talk _may_say: case.side or 'team' -> case.side or 'team_'": (
        "who is on no side is refused, to whomever he speaks"
    ),
    "points game_points: points.get(game.partner, 0) -> points.get(game.partner, 1)": (
        "the Partner is in the line, whose points have been set to nothing"
    ),
    "rotation _won_over_the_board: cube.won > 0 -> cube.won >= 0": NEVER_NOTHING,
    "rotation _last_winners: cube and cube.id in game.last_closed[1] and (cube.won > 0)"
    " -> cube.id in game.last_closed[1] and cube.won > 0": HAS_ONE,
}
"""A mutant's name -> why no test can notice it."""
