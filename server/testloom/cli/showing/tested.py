"""A report of the outcomes of the project's own tests and the reasons why they ran, for people to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from testloom.affected import named_part
from testloom.cli.showing.output import counted, say
from testloom.cli.showing.report import render_reason
from testloom.model.events.coverage import ChosenTest, RanTest, TestsSummary, percent
from testloom.model.events.jobs import Event
from testloom.model.texts.foreign import shown


def print_tested(events: Sequence[Event], project: Path) -> None:
    """Print a line for each test that was chosen and each that failed, and the numbers."""
    for line in _lines(events, project):
        say(line)


def _lines(events: Sequence[Event], project: Path) -> Iterator[str]:
    reasons = {event.test: event for event in events if isinstance(event, ChosenTest)}
    for event in events:
        if isinstance(event, RanTest) and (reasons or event.outcome == "failed"):
            failed = event.outcome == "failed"
            said = f": {shown(render_reason(event.message, project))}" if failed else ""
            why = f" ({_reason(reasons.get(event.test))})" if reasons else ""
            yield f"{event.outcome:8}{shown(event.test)}{why}{said}"
        elif isinstance(event, TestsSummary):
            yield _numbers(event)


def _reason(chosen: ChosenTest | None) -> str:
    if chosen is None:
        return "new"
    if chosen.reason == "failed":
        return "failed the last time"
    if not (chosen.file or chosen.function):
        return "ran in another environment"
    return f"{shown(named_part(chosen.file, chosen.function))} changed"


def _numbers(summary: TestsSummary) -> str:
    share = f" ({percent(summary.run, summary.tests):g}%)" if summary.run < summary.tests else ""
    ended = ", ".join(f"{count} {name}" for name, count in _outcomes(summary) if count)
    ran = f"{summary.run} of {counted(summary.tests, 'test')} run{share} in {summary.seconds:.1f} s"
    return f"{ran}: {ended}." if ended else f"{ran}."


def _outcomes(summary: TestsSummary) -> list[tuple[str, int]]:
    return [
        ("passed", summary.passed),
        ("failed", summary.failed),
        ("skipped", summary.skipped),
        ("xfailed", summary.xfailed),
    ]
