"""Mutants that change nothing anybody could see, and why: `make mutate` passes them over."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {
    "points partner_share: abs(total) // 2 * (1 if total > 0 else -1) -> "
    "abs(total) // 2 // (1 if total > 0 else -1)": "by one or minus one they are the same",
    "points partner_share: total > 0 -> total >= 0": "half of nothing has no sign",
    "points partner_share: 0 -> 1": "half of one point is none, which has no sign",
}
"""A mutant's name -> why no test can notice it."""
