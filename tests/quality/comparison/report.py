"""The results as a table, as the ratios between tools, as JSON, and as parts of a page."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from ..environments.circumstances import Circumstances
from ..reporting.page import Cells, aligned, markdown
from .rows import IMPORT_ONLY, Row
from .tools import is_own

RESULTS = "results"
HEADER = (
    "module",
    "tool",
    "coverage",
    "line",
    "branch",
    "tests",
    "lines of test",
    "failing",
    "unstable",
    "executions/s",
    "seconds",
    "note",
)
NONE = "-"


def cells(row: Row) -> Cells:
    """A row as the texts of the table's columns."""
    verdict = row.verdict
    percentages = (verdict.percent, verdict.line_percent, verdict.branch_percent)
    numbers = (verdict.tests, verdict.lines, verdict.failing, verdict.unstable)
    rate = NONE if row.executions_per_second is None else f"{row.executions_per_second:,.0f}"
    return (
        row.module,
        row.tool,
        *(f"{percentage:.1f}" for percentage in percentages),
        *(str(number) for number in numbers),
        rate,
        f"{row.seconds:.1f}",
        row.note,
    )


def table(rows: Sequence[Row]) -> str:
    """The rows as lines for a terminal."""
    return aligned(HEADER, [cells(row) for row in rows if row.tool != IMPORT_ONLY], texts=2)


def summary(rows: Sequence[Row]) -> list[Cells]:
    """A line a tool: mean coverage, tests, failing, unstable, median rate, median seconds."""
    return [_sums(tool, [row for row in rows if row.tool == tool]) for tool in tools(rows)]


SUMMARY_HEADER = (
    "tool",
    "mean coverage",
    "tests",
    "lines of test",
    "expected failures",
    "failing",
    "unstable",
    "modules without tests",
    "median executions/s",
    "median seconds",
)


def _sums(tool: str, rows: Sequence[Row]) -> Cells:
    verdicts = [row.verdict for row in rows]
    rates = [row.executions_per_second for row in rows if row.executions_per_second is not None]
    return (
        tool,
        f"{statistics.mean(verdict.percent for verdict in verdicts):.1f}",
        str(sum(verdict.tests for verdict in verdicts)),
        str(sum(verdict.lines for verdict in verdicts)),
        str(sum(verdict.expected_failures for verdict in verdicts)),
        str(sum(verdict.failing for verdict in verdicts)),
        str(sum(verdict.unstable for verdict in verdicts)),
        str(sum(verdict.tests == 0 for verdict in verdicts)),
        f"{statistics.median(rates):,.0f}" if rates else NONE,
        f"{statistics.median(row.seconds for row in rows):.1f}",
    )


def tools(rows: Sequence[Row]) -> list[str]:
    """The tools in the order in which they ran; importing is none."""
    return list(dict.fromkeys(row.tool for row in rows if row.tool != IMPORT_ONLY))


def ratios(rows: Sequence[Row]) -> Iterator[str]:
    """What the first tool has ahead of each other: coverage a module, and executions a second."""
    first = tools(rows)[0]
    for other in _others(rows):
        pairs = list(_pairs(rows, first, other))
        yield f"Coverage, {first} minus {other}, all modules: {_gap(pairs)}"
        both = [(a, b) for a, b in pairs if a.verdict.tests and b.verdict.tests]
        if both and len(both) < len(pairs):
            yield f"Coverage, {first} minus {other}, where both wrote tests: {_gap(both)}"
        rates = [
            a.executions_per_second / b.executions_per_second
            for a, b in pairs
            if a.executions_per_second and b.executions_per_second
        ]
        if rates:
            yield (
                f"Executions per second, ratio of {first} to {other}: median {statistics.median(rates):.1f}, "
                f"from {min(rates):.1f} to {max(rates):.1f}, on the {len(rates)} modules for which both "
                "report a rate."
            )


def _others(rows: Sequence[Row]) -> list[str]:
    """The tools that the first one is compared with, which are not its own runs with less time."""
    first, *others = tools(rows)
    return [tool for tool in others if not (is_own(first) and is_own(tool))]


def catching_up(rows: Sequence[Row]) -> tuple[Cells, list[Cells]]:
    """A line a module: the seconds of the shortest run of the first tool that covers what each other does.

    A run takes longer than its budget; its whole command is counted. The last line has the medians.
    """
    first, others = tools(rows)[0], _others(rows)
    modules = list(dict.fromkeys(row.module for row in rows))
    soonest = {
        (module, other): _soonest([row for row in rows if row.module == module], first, other)
        for module in modules
        for other in others
    }
    lines = [(module, *(_seconds(soonest[module, other]) for other in others)) for module in modules]
    medians = (_seconds(_median([soonest[module, other] for module in modules])) for other in others)
    return ("module", *others), [*lines, ("median", *medians)]


def _soonest(rows: Sequence[Row], first: str, other: str) -> float | None:
    """Seconds until a run of the first tool has what another ends with on a module; None if none has it."""
    percent = next(row.verdict.percent for row in rows if row.tool == other)
    own = [row for row in rows if row.tool == first or (is_own(first) and is_own(row.tool))]
    return min((row.seconds for row in own if row.verdict.percent >= percent), default=None)


def _median(seconds: Sequence[float | None]) -> float | None:
    """The median, where what was never reached counts as later than all else."""
    ordered = sorted(seconds, key=lambda value: float("inf") if value is None else value)
    return ordered[len(ordered) // 2] if ordered else None


def _seconds(seconds: float | None) -> str:
    return NONE if seconds is None else f"{seconds:.1f}"


def _gap(pairs: Sequence[tuple[Row, Row]]) -> str:
    """How far the first row of each pair is ahead, in points of coverage, and where it is behind."""
    gaps = {a.module: a.verdict.percent - b.verdict.percent for a, b in pairs}
    behind = ", ".join(f"{module} ({gap:+.1f})" for module, gap in gaps.items() if gap < 0)
    return (
        f"mean {statistics.mean(gaps.values()):+.1f} points, median {statistics.median(gaps.values()):+.1f}, "
        f"ahead on {sum(gap > 0 for gap in gaps.values())} of {len(gaps)}, behind on {behind or 'none'}."
    )


def _pairs(rows: Sequence[Row], first: str, other: str) -> Iterator[tuple[Row, Row]]:
    found = {(row.module, row.tool): row for row in rows}
    for module in dict.fromkeys(row.module for row in rows):
        if (module, first) in found and (module, other) in found:
            yield found[module, first], found[module, other]


def save(path: Path, rows: Sequence[Row], circumstances: Circumstances) -> None:
    """Write everything that was measured as JSON."""
    content = {**asdict(circumstances), "rows": [asdict(row) for row in rows]}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def paragraphs(rows: Sequence[Row], circumstances: Circumstances) -> Iterator[str]:
    """The results as parts of a page."""
    yield "\n".join(f"- {fact}" for fact in circumstances.facts())
    yield markdown(SUMMARY_HEADER, summary(rows))
    yield "\n".join(f"- {ratio}" for ratio in ratios(rows))
    if _others(rows):
        yield "### Seconds until Testloom covers as much"
        yield markdown(*catching_up(rows))
    yield "### Coverage per module"
    yield markdown(*_coverage_grid(rows))
    yield "### All figures"
    yield markdown(HEADER, [cells(row) for row in rows if row.tool != IMPORT_ONLY])


def _coverage_grid(rows: Sequence[Row]) -> tuple[Cells, list[Cells]]:
    """A line a module: its size, what importing covers, what each tool covers."""
    columns = [IMPORT_ONLY, *tools(rows)]
    found = {(row.module, row.tool): row.verdict for row in rows}
    grid = []
    for module in dict.fromkeys(row.module for row in rows):
        base = found[module, IMPORT_ONLY]
        size = (f"`{module}`", str(base.statements), str(base.branches))
        grid.append((*size, *(f"{found[module, tool].percent:.1f}" for tool in columns)))
    return ("module", "statements", "branches", *columns), grid
