"""The results of a run over a project as JUnit XML, which most CI servers show."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from testloom.cli.showing.output import as_shown, counted
from testloom.model.events.jobs import Event, Failed
from testloom.model.events.units import ProjectSummary, UnitDone
from testloom.model.texts.foreign import shown

RUN = frozenset({"accepted", "kept", "nothing"})
"""The outcomes of units that were run; all other outcomes are failures."""


def junit_report(events: Sequence[Event], summary: ProjectSummary, below_floor: str = "") -> str:
    """Render the report: a case for each unit that was run, for the coverage, and for each skip reason.

    `below_floor` says that the coverage is too low. Characters that XML does not have are shown escaped.
    """
    events, summary = list(map(as_shown, events)), as_shown(summary)
    units = [event for event in events if isinstance(event, UnitDone)]
    failures = {event.code: event.what for event in events if isinstance(event, Failed)}
    suite = Element("testsuite", name="testloom", time=f"{summary.seconds:.2f}")
    for unit in units:
        _add_unit(suite, unit, failures)
    for reason, count in sorted(summary.units_skipped.items()):
        case = SubElement(suite, "testcase", classname="skipped", name=f"{counted(count, 'unit')}: {reason}")
        SubElement(case, "skipped", message=reason)
    coverage = SubElement(suite, "testcase", classname="testloom", name="coverage")
    goals = counted(summary.goals, "goal")
    SubElement(coverage, "system-out").text = f"{summary.coverage['after']}% of {goals}"
    if below_floor:
        SubElement(coverage, "failure", message=shown(below_floor))
    failed = sum(case.find("failure") is not None for case in suite)
    suite.attrib.update(
        tests=str(len(suite)), failures=str(failed), errors="0", skipped=str(len(summary.units_skipped))
    )
    indent(suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(suite, encoding="unicode")}\n'


def _add_unit(suite: Element, unit: UnitDone, failures: dict[str, str]) -> None:
    module, _, name = unit.unit.partition(":")
    case = SubElement(
        suite, "testcase", classname=module, name=name, time=f"{unit.seconds:.2f}", file=unit.file
    )
    reached = f"{unit.covered} of {counted(unit.goals, 'goal')}, {counted(unit.tests, 'test')}"
    said = f"{unit.status}, {unit.outcome}: {reached}"
    SubElement(case, "system-out").text = said
    if unit.outcome not in RUN:
        SubElement(case, "failure", message=failures.get(unit.outcome, unit.outcome))
