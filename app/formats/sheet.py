"""The score sheet as text, CSV, Markdown and HTML (rulebook section 14)."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.sheet import scores
from rules.state import GameRecord, Table
from widgets.words import Words


@dataclass(frozen=True)
class Row:
    """One row: a game's points, a transfer's, or the total's, with who was circled and crossed."""

    label: str
    points: Mapping[str, int]
    circled: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    b: str | None = None
    note: str = ""


@dataclass(frozen=True)
class Sheet:
    """The rows in order and the total, whose sum is shown to be zero."""

    title: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    total: Row

    @property
    def sum(self) -> int:
        """What all totals come to: zero."""
        return sum(self.total.points.values())


def sheet_of(table: Table) -> Sheet:
    """Return the score sheet of a table, a game being played included."""
    total = scores(table)
    rows = [_game_row(record) for record in table.games]
    rows += (Row("transfer", dict(change)) for change in table.transfers)
    if table.game is not None:
        played = {name: points - table.scores.get(name, 0) for name, points in total.items()}
        rows.append(Row(str(table.game.number), played, note="being played"))
    return Sheet(table.title, tuple(total), tuple(rows), Row("all", total))


def _game_row(record: GameRecord) -> Row:
    return Row(
        str(record.game),
        dict(record.points),
        record.circled,
        record.crossed,
        record.b,
        "amended" if record.amended else "",
    )


def signed(points: int) -> str:
    """Return points as a sheet has them.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '-2', '0')
    """
    return f"{points:+d}" if points else "0"


LABELS = ("all", "transfer", "amended", "being played")
"""Words that a row may have as its label or note; other labels are numbers and names of files."""


def _cells(sheet: Sheet, row: Row) -> Iterator[str]:
    """Yield a row's cells; a circle is drawn as parentheses, crossed through as an x."""
    for name in sheet.names:
        points = row.points.get(name)
        text = "" if points is None else signed(points)
        if name in row.circled:
            text = f"({text})" + ("x" if name in row.crossed else "")
        if name == row.b:
            text += "b"
        yield text


def to_text(sheet: Sheet, words: Words | None = None) -> str:
    """Return the sheet as columns for a terminal or a mail."""
    words = words or Words()
    head = [words("game"), *sheet.names]
    body = [[words(row.label), *_cells(sheet, row), words(row.note)] for row in sheet.rows]
    total = words("sum {n}", n=sheet.sum)
    foot = [words(sheet.total.label), *_cells(sheet, sheet.total), total]
    lines = [[*head, ""], *body, foot]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    text = [sheet.title] if sheet.title else []
    for line in lines:
        columns = (f"{cell:>{width}}" for cell, width in zip(line, widths, strict=False))
        text.append(f"{'  '.join(columns)}  {line[-1]}".rstrip())
    return "\n".join(text) + "\n"


def to_csv(sheet: Sheet) -> str:
    """Return the sheet as comma-separated values, plain numbers, the circles in columns.

    It is data for programs: headers and labels are English in every language.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", *map(_inert, sheet.names), "circled", "crossed", "b", "note"])
    for row in (*sheet.rows, sheet.total):
        points = [row.points.get(name, "") for name in sheet.names]
        marks = [" ".join(row.circled), " ".join(row.crossed), row.b or ""]
        writer.writerow([row.label, *points, *map(_inert, marks), row.note])
    return out.getvalue()


def _inert(text: str) -> str:
    """Keep a spreadsheet from taking a player's name for a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@")) else text


def to_markdown(sheet: Sheet, words: Words | None = None) -> str:
    """Return the sheet as a Markdown table."""
    words = words or Words()
    title = [f"# {escaped(sheet.title)}", ""] if sheet.title else []
    head = [words("game"), *map(escaped, sheet.names), ""]
    rows = [[words(row.label), *_cells(sheet, row), words(row.note)] for row in sheet.rows]
    total = words("sum {n}", n=sheet.sum)
    rows.append([f"**{words(sheet.total.label)}**", *_cells(sheet, sheet.total), total])
    lines = [head, ["---", *("---:" for _ in sheet.names), "---"], *rows]
    return "\n".join([*title, *(f"| {' | '.join(line)} |" for line in lines)]) + "\n"


def escaped(text: str) -> str:
    r"""Return text that Markdown shows as it stands.

    >>> print(escaped("a|b *c*"))
    a\|b \*c\*
    """
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", text)


def to_html(
    sheet: Sheet,
    sections: Mapping[str, Sequence[str]] | None = None,
    words: Words | None = None,
) -> str:
    """Return a whole HTML page; `sections` are lists below the sheet."""
    words = words or Words()
    title = html.escape(sheet.title or words("Score sheet"))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in (words("game"), *sheet.names, ""))
    body = "\n".join(_html_row(sheet, row, words) for row in sheet.rows)
    label, total = html.escape(words(sheet.total.label)), words("sum {n}", n=sheet.sum)
    foot = "".join(f"<td>{cell}</td>" for cell in _cells(sheet, sheet.total))
    more = "".join(_html_section(name, lines) for name, lines in (sections or {}).items())
    return f"""<!DOCTYPE html>
<html lang="{words.code}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; }}
table {{ border-collapse: collapse; }}
th, td {{ border: 1px solid #888; padding: 0.2em 0.6em; text-align: right; }}
.circled {{ border: 1px solid; border-radius: 50%; padding: 0 0.3em; }}
.crossed {{ text-decoration: line-through; }}
</style>
</head>
<body>
<h1>{title}</h1>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
<tfoot><tr><th>{label}</th>{foot}<td>{html.escape(total)}</td></tr></tfoot>
</table>
{more}</body>
</html>
"""


def _html_section(name: str, lines: Sequence[str]) -> str:
    items = "\n".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return f"<h2>{html.escape(name)}</h2>\n<ul>\n{items}\n</ul>\n"


def _html_row(sheet: Sheet, row: Row, words: Words) -> str:
    cells = []
    for name in sheet.names:
        points = row.points.get(name)
        text = "" if points is None else signed(points)
        if name in row.circled:
            kind = "circled crossed" if name in row.crossed else "circled"
            text = f'<span class="{kind}">{text}</span>'
        cells.append(f"<td>{text}{'b' if name == row.b else ''}</td>")
    label, note = html.escape(words(row.label)), html.escape(words(row.note))
    return f"<tr><th>{label}</th>{''.join(cells)}<td>{note}</td></tr>"
