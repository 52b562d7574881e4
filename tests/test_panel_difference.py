"""What a pane sends: exactly the cells that differ, found by segments and by cells alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from widgets.rows import cells, difference

STYLES = [Style(), Style(bold=True), Style(color="red"), Style(color="red")]
WIDTH = 12

segments = st.builds(Segment, st.text("ab ", max_size=4), st.sampled_from(STYLES), st.none())
wide = st.builds(Segment, st.text("ab é象", max_size=4), st.sampled_from(STYLES), st.none())


def strips(of: st.SearchStrategy[Segment]) -> st.SearchStrategy[Strip]:
    made = st.lists(of, max_size=6).map(Strip)
    return made.map(lambda strip: strip.adjust_cell_length(WIDTH, STYLES[0]))


def by_cells(before: Strip, now: Strip) -> tuple[int, int] | None:
    pairs = list(zip(cells(before), cells(now), strict=True))
    differing = [at for at, (one, other) in enumerate(pairs) if one != other]
    return (differing[0], differing[-1] + 1) if differing else None


@given(strips(segments), strips(segments))
def test_the_difference_is_from_the_first_cell_to_the_last(before: Strip, now: Strip) -> None:
    assert difference(before, now) == by_cells(before, now)


@given(strips(wide), strips(wide))
def test_wide_letters_are_compared_by_cells(before: Strip, now: Strip) -> None:
    assert difference(before, now) == by_cells(before, now)
