"""A run of a project's tests in their place that records their calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testloom.measurement.conditions import BASE
from testloom.measurement.environment import TestEnvironment
from testloom.measurement.reports import read_run
from testloom.measurement.results import TestRun
from testloom.measurement.run_folder import RunFolder, empty_run_folder
from testloom.measurement.runs import coverage_options, options_in, run_guarded

ENOUGH = 400
"""The number of the module's recorded calls at which a run ends; only the smallest calls are used."""
PATIENCE = 60
"""The number of successive tests without a new call of the module at which a run ends."""


@dataclass(frozen=True, slots=True)
class SuiteRequest:
    """The tests to be run, and the end of the run.

    Attributes:
        files: the test files, the most promising first.
        module: the module whose calls matter most.
        without: node ids of test functions that are left out.
        stopped: asked several times a second whether the run shall end at once.
    """

    files: Sequence[Path]
    module: str
    without: Sequence[str]
    stopped: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """The results of a run: the `journal` of the recorder, if one was written, and whether it was complete.

    Recorded values may contain the path of the `sandbox`, which is removed soon.
    """

    journal: Path
    sandbox: Path
    is_whole: bool


@contextmanager
def recorded_suite(environment: TestEnvironment, request: SuiteRequest) -> Iterator[SuiteRun]:
    """Run tests under the guard, with stand-ins for private files; their outcomes do not matter.

    Raises:
        InterpreterError: if the interpreter does not run.
    """
    with empty_run_folder(environment) as place:
        journal = place.sandbox / "journal.testloom"
        program = _program(environment, place, request, journal)
        status = run_guarded(program, place, environment, BASE, environment.project, request.stopped)
        yield SuiteRun(journal, place.sandbox, status is not None)


def suite_coverage(
    environment: TestEnvironment, files: Sequence[Path], stopped: Callable[[], bool]
) -> TestRun:
    """Run tests under the guard and measure their coverage of the subject.

    Raises:
        InterpreterError: if the interpreter does not run.
    """
    with empty_run_folder(environment) as place:
        program = [
            *coverage_options(place, environment),
            *("-m", "pytest", *map(str, files), "--continue-on-collection-errors"),
            *("-p", "testloom_pytest_order", "-p", "testloom_pytest_events"),
            *options_in(place, environment, environment.project),
            *(f"--testloom-events={place.events}", "--testloom-coverage"),
        ]
        run_guarded(program, place, environment, BASE, environment.project, stopped)
        return read_run(place.events, place.mark)


def _program(
    environment: TestEnvironment, place: RunFolder, request: SuiteRequest, journal: Path
) -> list[str]:
    """Return the arguments that follow the guard on the command line."""
    return [
        *("-m", "pytest", *map(str, request.files), "--continue-on-collection-errors"),
        *("-p", "testloom_pytest_order", "-p", "testloom_pytest_record"),
        *(f"--testloom-journal={journal}", f"--testloom-module={request.module}"),
        *(f"--testloom-enough={ENOUGH}", f"--testloom-patience={PATIENCE}"),
        *(f"--testloom-without={node}" for node in request.without),
        *options_in(place, environment, environment.project),
    ]
