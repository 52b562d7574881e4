"""What a pane sends: the cells that differ, by letters and their looks, and whole letters only."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from widgets.rows import COLORS, NEAR, Bit, Row, cells, changed_cells, palette

COLOURS = palette(Style(color="white"), dict.fromkeys(COLORS, "#ffffff"))
WIDTH = 24

letters = st.text("ab é象\u0301", max_size=9)
bits = st.builds(Bit, letters, st.sampled_from(["", "title", "dim", "box"]), st.none())
rows = st.lists(bits, max_size=6).map(lambda found: Row(tuple(found), WIDTH, COLOURS))


@given(rows, rows)
def test_old_cells_with_the_spans_of_the_new_are_the_new(before: Row, now: Row) -> None:
    patched, new = cells(before.strip), cells(now.strip)
    assert len(patched) == len(new) == WIDTH
    for start, end in changed_cells(before, now):
        patched[start:end] = new[start:end]
    assert patched == new


@given(rows, rows)
def test_no_span_cuts_a_wide_letter_in_half(before: Row, now: Row) -> None:
    for start, end in changed_cells(before, now):
        for line in (cells(before.strip), cells(now.strip)):
            assert line[start][0]
            assert end == WIDTH or line[end][0]


@given(rows, rows)
def test_spans_begin_and_end_with_what_differs_and_are_apart(before: Row, now: Row) -> None:
    spans = changed_cells(before, now)
    old, new = cells(before.strip), cells(now.strip)
    for start, end in spans:
        assert old[start] != new[start]
        assert old[end - 1] != new[end - 1] or "" in (old[end - 1][0], new[end - 1][0])
    for (_, end), (start, _) in pairwise(spans):
        assert start - end >= NEAR


def test_two_far_ends_of_a_line_are_two_spans() -> None:
    before = Row((Bit("a" + " " * 22 + "a"),), WIDTH, COLOURS)
    now = Row((Bit("b" + " " * 22 + "b"),), WIDTH, COLOURS)
    assert changed_cells(before, now) == ((0, 1), (23, 24))
