"""A report of the coverage of the project's own tests, for people to read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from testloom.cli.showing.output import counted, say
from testloom.cli.showing.report import render_reason
from testloom.model.events.coverage import CoverageSummary, FileCoverage, RanTest, percent, total_of
from testloom.model.events.jobs import Event
from testloom.model.texts import foreign

_WIDE = 10_000
"""The width in columns if the output does not go to a terminal: other programs get one line per file."""


def print_reached(events: Sequence[Event], summary: CoverageSummary, project: Path) -> None:
    """Print a row for each file with code, the total, the tests that failed, and the numbers."""
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, highlight=False, width=_WIDE)
    files = [event for event in events if isinstance(event, FileCoverage) and event.lines]
    if files:
        with console.capture() as table:
            console.print(_table(files, project, console.width))
        say("\n".join(line.rstrip() for line in table.get().split("\n")).rstrip("\n"), end="\n\n")
    for line in _failed(events, project):
        say(line)
    if _run(summary):
        say(_numbers(summary))


def _table(files: Sequence[FileCoverage], project: Path, width: int) -> object:
    """Build the table; unless paths are too long, only the missing lines may take several rows."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    paths = [foreign.shown(Path(file.file).relative_to(project).as_posix()) for file in files]
    table.add_column("file", overflow="fold", no_wrap=max(map(len, paths)) <= width // 2)
    for name in ("lines", "branches", "both"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("missing")
    for path, file in zip(paths, files, strict=True):
        table.add_row(Text(path), *_shares(file), ", ".join(missing(file)))
    table.add_row("total", *_shares(total_of(files)), "")
    return table


def _shares(file: FileCoverage) -> tuple[str, str, str]:
    branches = shown(percent(file.covered_branches, file.branches)) if file.branches else ""
    return shown(percent(file.covered_lines, file.lines)), branches, shown(file.coverage)


def shown(share: float) -> str:
    """Render a percentage as coverage.py does: 0 and 100 mean none and all, not close to it."""
    whole = round(share)
    if whole in (0, 100) and share not in (0, 100):
        whole = 1 if whole == 0 else 99
    return f"{whole}%"


def missing(file: FileCoverage) -> Iterator[str]:
    """List the lines and branches that no test covers, in order, as coverage.py writes them.

    `12-15` are lines, `24->27` is a branch from one line to another, `30->exit` one that leaves the function.
    Branches from and to missing lines are left out.
    """
    missed = set(file.missing_lines)
    branches = [
        (start, end) for start, end in file.missing_branches if start not in missed and end not in missed
    ]
    told = [*_ranges(file), *((start, f"{start}->{end if end > 0 else 'exit'}") for start, end in branches)]
    return (words for _, words in sorted(told))


def _ranges(file: FileCoverage) -> Iterator[tuple[int, str]]:
    """Yield each run of missing lines without a covered line between them: its first line, and its text."""
    missed = set(file.missing_lines)
    for is_missing, run in groupby(sorted({*missed, *file.reached_lines}), missed.__contains__):
        if is_missing:
            first, *rest = run
            yield first, f"{first}-{rest[-1]}" if rest else f"{first}"


def _failed(events: Sequence[Event], project: Path) -> list[str]:
    lines = [
        foreign.shown(f"  {event.test}: {render_reason(event.message, project)}")
        for event in events
        if isinstance(event, RanTest) and event.outcome == "failed"
    ]
    return ["Failing tests", *lines, ""] if lines else []


def _run(summary: CoverageSummary) -> int:
    """Count the tests that were run."""
    return summary.passed + summary.failed + summary.skipped + summary.xfailed


def _numbers(summary: CoverageSummary) -> str:
    """Summarise the outcomes of the tests, and their coverage."""
    counts = {
        "failed": summary.failed,
        "skipped": summary.skipped,
        "xfailed": summary.xfailed,
        "not run": summary.tests - _run(summary),
    }
    ends = [f"{count} {how}" for how, count in counts.items() if count]
    passed = f"{counted(summary.passed, 'test')} passed"
    ended = f"{', '.join([passed, *ends])} in {summary.seconds:.1f} s"
    if summary.coverage is None:
        return f"{ended}."
    lines = f"{summary.covered_lines} of {counted(summary.lines, 'line')}"
    branches = f" and {summary.covered_branches} of {counted(summary.branches, 'branch')}"
    branches = branches if summary.branches else ""
    return f"{ended}; {lines}{branches} covered ({shown(summary.coverage)})."
