"""`testloom test`: runs the project's own tests, all or those that changes affect."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from testloom.affected import AffectedTest, ObservedRun, TestPlan, begin_to_observe, keep_records, make_plan
from testloom.cli.interrupt import interruptible
from testloom.cli.reading.requests import chosen_variables, folder_and_project
from testloom.cli.showing.output import complain
from testloom.cli.showing.progress import reported, show_progress
from testloom.cli.showing.report import render_failure
from testloom.cli.showing.run_events import RunEvents
from testloom.cli.showing.tested import print_tested
from testloom.cli.showing.unmeasured import uncollected, why_not_run
from testloom.execution import guarded_command
from testloom.measurement import (
    NO_TESTS,
    CoveredTests,
    Plan,
    ProjectRun,
    TestEvent,
    check_tools,
    run_project_tests,
)
from testloom.model.errors import ProjectError
from testloom.model.events.coverage import ChosenTest, TestsSummary
from testloom.model.events.jobs import Event, EventSink, Failed
from testloom.subject import find_interpreter


@dataclass(frozen=True, slots=True)
class TestedProject:
    """A project, its interpreter, and the variables that its tests get."""

    project: Path
    python: Path
    variables: Mapping[str, str]


def run_test(options: argparse.Namespace) -> int:
    """Run tests and return the exit status: 1 if one failed or none could be run.

    Raises:
        UsageError: if the options name what is not there.
        StoreError: if it cannot be read or kept what is known of tests.
        KeyboardInterrupt: if Ctrl+C ended the run.
    """
    project = folder_and_project(options.root)[1]
    variables = chosen_variables(options)
    events: list[Event] = []
    with interruptible() as interrupt, show_progress() as progress:
        tell = reported(progress, events, as_json=options.json)
        try:
            python = find_interpreter(project, options.python)
            check_tools(python, guarded_command, project)
            tested = TestedProject(project, python, variables)
            _run(tested, _plan(tested, options.affected), tell, interrupt.is_wanted)
        except ProjectError as error:
            tell(Failed(type(error).__name__, error.what, error.advice))
    if interrupt.wanted:
        raise KeyboardInterrupt
    if not options.json:
        print_tested(events, project)
    failures = [event for event in events if isinstance(event, Failed)]
    for failure in failures:
        complain(render_failure(failure))
    has_failed = any(isinstance(event, TestsSummary) and event.failed for event in events)
    return 1 if failures or has_failed else 0


def _plan(tested: TestedProject, affected: str | None) -> TestPlan:
    """Plan which tests to leave out; none unless only `affected` tests are wanted."""
    if affected is None:
        return TestPlan(Plan(), ())
    return make_plan(tested.project, tested.python, affected or None)


def _run(tested: TestedProject, planned: TestPlan, emit: EventSink, stopped: Callable[[], bool]) -> None:
    """Run tests, report their outcomes and store their dependencies."""
    from testloom.generation import own_scratch

    start = time.monotonic()
    for event in map(_chosen, planned.affected):
        emit(event)
    heard, observed = RunEvents(emit), ObservedRun(tested.project)

    def hear(event: TestEvent) -> None:
        heard.hear(event)
        observed.hear(event)

    with own_scratch(), tempfile.TemporaryDirectory(prefix="testloom-") as scratch:
        begun = begin_to_observe(tested.project, Path(scratch))
        tests = CoveredTests(tested.python, Path(scratch), (), lambda _: False)
        run = run_project_tests(tests, tested.project, hear, stopped, tested.variables, planned.plan)
    keep_records(tested.project, tested.python, observed, begun)
    for failure in _failures(run, heard, tested):
        emit(failure)
    emit(_summary(heard, time.monotonic() - start))


def _chosen(affected: AffectedTest) -> ChosenTest:
    block = affected.block
    return ChosenTest(affected.test, affected.kind, *((block.file, block.name) if block else ()))


def _failures(run: ProjectRun, heard: RunEvents, tested: TestedProject) -> Iterator[Failed]:
    if run.status == NO_TESTS and heard.unaffected:
        return
    failures = why_not_run(run, heard, tested.project, tested.python)
    yield from failures
    if not failures:
        yield from (uncollected(broken, tested.project, tested.python) for broken in heard.broken)


def _summary(heard: RunEvents, seconds: float) -> TestsSummary:
    outcomes = heard.outcomes
    return TestsSummary(
        tests=heard.collected + heard.unaffected,
        run=sum(outcomes.values()),
        passed=outcomes["passed"],
        failed=outcomes["failed"],
        skipped=outcomes["skipped"],
        xfailed=outcomes["xfailed"],
        seconds=round(seconds, 2),
    )
