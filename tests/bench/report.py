"""Rows of a report, how to measure them, and how to print them."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """One figure: the median of several runs, how far they spread, and the ratio to a rival."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    ratio: float | None = None
    """Ours divided by this one; for a row of ours None, or against the aim."""
    note: str = ""

    @property
    def spread(self) -> float:
        """From the lowest run to the highest, as a part of the median."""
        return (self.high - self.low) / self.median if self.median else 0.0


def seconds(runs: Mapping[str, Callable[[], object]], repeats: int = 5) -> dict[str, list[float]]:
    """Time each run several times, in turn, so that a busy moment of the machine meets them all."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            start = perf_counter()
            run()
            taken[name].append(perf_counter() - start)
    return taken


def row(name: str, unit: str, figures: Iterable[float], note: str = "") -> Row:
    """The row of some figures in `unit`."""
    figures = sorted(figures)
    return Row(name, unit, statistics.median(figures), figures[0], figures[-1], note=note)


def machine() -> str:
    """The machine and the interpreter, for the first line."""
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )


def processor() -> str:
    """The processor's name where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def number(value: float) -> str:
    """A figure with three digits that count, or whole thousands apart."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def text(sections: Mapping[str, Sequence[Row]]) -> str:
    """The report for people."""
    lines = [machine()]
    for name, rows in sections.items():
        lines.append(f"\n{name}")
        width = max((len(row.name) for row in rows), default=0)
        unit_width = max((len(row.unit) for row in rows), default=0)
        for row in rows:
            ratio = "" if row.ratio is None else f"  x{row.ratio:.2f}"
            lines.append(
                f"  {row.name:{width}}  {number(row.median):>10} {row.unit:{unit_width}}"
                f"  ±{row.spread / 2:4.0%}{ratio:>8}  {row.note}".rstrip()
            )
    return "\n".join(lines)


def as_json(sections: Mapping[str, Sequence[Row]]) -> str:
    """The report for programs."""
    return json.dumps(
        {
            "machine": machine(),
            "sections": {name: [asdict(row) for row in rows] for name, rows in sections.items()},
        },
        ensure_ascii=False,
        indent=1,
    )


def notice(message: str) -> None:
    """Something that is not part of the report, such as what is missing."""
    print(message, file=sys.stderr)
