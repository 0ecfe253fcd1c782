"""A table of the results of a run over a project, for people to read."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from testloom.cli.showing.output import as_shown, counted, say
from testloom.cli.showing.report import outdated
from testloom.model.events.jobs import Event
from testloom.model.events.reasons import FAILURES, LEFT_OUT, REASONS
from testloom.model.events.units import ProjectSummary, UnitDone

_NARROWEST = 120
_OUTCOMES = {"accepted": "new tests", "kept": "tests kept", "nothing": "no tests of its own"}
NO_TIME, STOPPED = "no-time", "stopped"
_SKIPPED = {
    "complete": "complete and unchanged",
    "no-improvement": "unchanged; three runs found nothing new",
    "unchanged": "not changed",
    NO_TIME: "left for the next run (out of time)",
    STOPPED: "left for the next run (stopped)",
}


def print_table(events: Sequence[Event], summary: ProjectSummary) -> None:
    """Print a row for each unit that was run, what was skipped, what is missed, and the numbers."""
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, highlight=False, width=max(_NARROWEST, console.width))
    units = [as_shown(event) for event in events if isinstance(event, UnitDone)]
    if units:
        with console.capture() as table:
            console.print(_table(units))
        say(table.get())
    for line in [*_paragraph(outdated(events)), *_lines(as_shown(summary))]:
        say(line)


def _table(units: Sequence[UnitDone]) -> object:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("unit", overflow="fold")
    for name in ("code", "result"):
        table.add_column(name)
    for name in ("before", "goals", "tests", "seconds"):
        table.add_column(name, justify="right")
    for unit in sorted(units, key=lambda unit: unit.unit):
        table.add_row(
            unit.unit.replace("[", r"\["),
            unit.status,
            _OUTCOMES.get(unit.outcome, f"failed: {FAILURES.get(unit.outcome, unit.outcome)}"),
            str(unit.before),
            f"{unit.covered}/{unit.goals}",
            str(unit.tests),
            f"{unit.seconds:.1f}",
        )
    return table


def _lines(summary: ProjectSummary) -> list[str]:
    """Return the lines below the table."""
    lines = [f"{count}: {_SKIPPED.get(reason, reason)}" for reason, count in summary.units_skipped.items()]
    skipped = _block("Not run", lines)
    words = {**REASONS, **FAILURES}
    missed = _block("Goals not covered", [f"{count}: {words.get(r, r)}" for r, count in _sorted(summary)])
    files = _block(
        "Files left out", [f"{n}: {LEFT_OUT.get(r, r)}" for r, n in summary.files_left_out.items()]
    )
    written = _block("Written", summary.files)
    if not summary.units:
        numbers = "No functions or classes to generate tests for."
    elif not summary.units_run:
        is_left = not summary.units_skipped.keys().isdisjoint({NO_TIME, STOPPED})
        nothing = "Nothing was run" if is_left else "Nothing to do"
        numbers = f"{nothing}: {_coverage(summary)}."
    else:
        done = f"{summary.units_run} of {counted(summary.units, 'unit')} run in {summary.seconds:.1f} s"
        numbers = f"{done}; {_coverage(summary)}."
    return [*skipped, *missed, *files, *written, numbers]


def _paragraph(text: str) -> list[str]:
    return [*text.splitlines(), ""] if text else []


def _block(title: str, lines: Sequence[str]) -> list[str]:
    return [title, *(f"  {line}" for line in lines), ""] if lines else []


def _sorted(summary: ProjectSummary) -> list[tuple[str, int]]:
    reasons: Mapping[str, int] = summary.unreached
    return sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0]))


def _coverage(summary: ProjectSummary) -> str:
    before, after = summary.coverage["before"], summary.coverage["after"]
    change = f"{after:g}%" if before == after else f"{before:g}% before, {after:g}% now"
    verb = "covers" if summary.tests == 1 else "cover"
    goals = counted(summary.goals, "goal")
    return f"{counted(summary.tests, 'test')} {verb} {summary.covered} of {goals} ({change})"
