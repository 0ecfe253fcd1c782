"""`testloom coverage`: measures the coverage of the project's own tests."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.cli.interrupt import interruptible
from testloom.cli.reading.requests import chosen_variables, folder_and_project
from testloom.cli.showing.output import complain
from testloom.cli.showing.progress import reported, show_progress
from testloom.cli.showing.reached import print_reached
from testloom.cli.showing.report import render_failure
from testloom.cli.showing.run_events import RunEvents
from testloom.cli.showing.unmeasured import notes, nothing_in, unreached, why_not_run
from testloom.execution import guarded_command
from testloom.measurement import CoveredTests, ProjectRun, check_tools, run_project_tests, why_unreached
from testloom.model.errors import ProjectError
from testloom.model.events.coverage import CoverageSummary, FileCoverage, total_of
from testloom.model.events.jobs import Event, EventSink, Failed
from testloom.model.settings import Settings
from testloom.subject import OwnFiles, find_interpreter, read_settings


@dataclass(frozen=True, slots=True)
class MeasuredFolder:
    """The scope of a measurement: a project's tests with some variables, and the files in a folder."""

    own: OwnFiles
    folder: Path
    variables: Mapping[str, str]

    @property
    def project(self) -> Path:
        """The folder that the tests run in."""
        return self.own.project


def run_coverage(options: argparse.Namespace) -> int:
    """Run the project's tests under coverage.py and return the exit status: 1 if nothing was measured.

    Raises:
        UsageError: if the options name what is not there.
        KeyboardInterrupt: if Ctrl+C ended the run.
    """
    measured = _chosen_folder(options)
    events: list[Event] = []
    with interruptible() as interrupt, show_progress() as progress:
        tell = reported(progress, events, as_json=options.json)
        summary = _measure(measured, options.python, tell, interrupt.is_wanted)
        tell(summary)
    if interrupt.wanted:
        raise KeyboardInterrupt
    below = _below_floor(summary, options.floor)
    if not options.json:
        print_reached(events, summary, measured.project)
    for failure in [event for event in events if isinstance(event, Failed)]:
        complain(render_failure(failure))
    if below:
        complain(below)
    return 1 if below or summary.coverage is None else 0


def _chosen_folder(options: argparse.Namespace) -> MeasuredFolder:
    folder, project = folder_and_project(options.root)
    settings = Settings.decode(read_settings(project))
    return MeasuredFolder(
        OwnFiles(project, (*settings.exclude, *options.exclude)), folder, chosen_variables(options)
    )


def _measure(
    measured: MeasuredFolder, wanted: str | None, emit: EventSink, stopped: Callable[[], bool]
) -> CoverageSummary:
    """Run the tests and report their coverage, or why it is unknown; return the summary."""
    from testloom.generation import own_scratch

    start = time.monotonic()
    heard = RunEvents(emit)
    try:
        python = find_interpreter(measured.project, wanted)
        check_tools(python, guarded_command, measured.project)
        own = [file for file in measured.own.packaged() if file.is_relative_to(measured.folder)]
        with own_scratch(), tempfile.TemporaryDirectory(prefix="testloom-") as scratch:
            tests = CoveredTests(python, Path(scratch), own, measured.own.has)
            run = run_project_tests(tests, measured.project, heard.hear, stopped, measured.variables)
        files, failures = _judged(run, heard, measured, python)
    except ProjectError as error:
        files, failures = [], [Failed(type(error).__name__, error.what, error.advice)]
    told: list[Event] = [*files, *failures]
    for event in told:
        emit(event)
    return _summary(heard, files, time.monotonic() - start)


def _judged(
    run: ProjectRun, heard: RunEvents, measured: MeasuredFolder, python: Path
) -> tuple[list[FileCoverage], list[Failed]]:
    """Return the measured files, and the failures of the run."""
    failures = why_not_run(run, heard, measured.project, python)
    if failures or run.status is None:
        return [], failures
    if not any(file.covered_lines for file in heard.files):
        return [], [unreached(why_unreached(heard.left_out, measured.project, python), measured.project)]
    files = [file for file in heard.files if Path(file.file).is_relative_to(measured.folder)]
    if not any(file.lines for file in files):
        return [], [nothing_in(measured.folder)]
    return files, list(notes(run, heard, measured.project, python))


def _summary(heard: RunEvents, files: Sequence[FileCoverage], seconds: float) -> CoverageSummary:
    total = total_of(files)
    return CoverageSummary(
        tests=heard.collected,
        passed=heard.outcomes["passed"],
        failed=heard.outcomes["failed"],
        skipped=heard.outcomes["skipped"],
        xfailed=heard.outcomes["xfailed"],
        files_measured=len(files),
        lines=total.lines,
        covered_lines=total.covered_lines,
        branches=total.branches,
        covered_branches=total.covered_branches,
        goals=total.lines + total.branches,
        covered=total.covered_lines + total.covered_branches,
        coverage=total.coverage if files else None,
        seconds=round(seconds, 2),
    )


def _below_floor(summary: CoverageSummary, floor: float | None) -> str:
    """Return a message if the coverage is below the floor; "" if it is not, or is unknown."""
    reached = summary.coverage
    if floor is None or reached is None or reached >= floor:
        return ""
    return f"The tests cover {reached:g}% of the lines and branches; the floor is {floor:g}%."
