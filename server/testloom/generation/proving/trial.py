"""Run tests that wait for their user, once, where they can do no harm."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from testloom.execution import guarded_command
from testloom.measurement import (
    PLUGINS,
    CaseOutcome,
    Laboratory,
    Request,
    TestRun,
    check_tools,
    installed,
    never,
    run_tests,
    with_zygote,
)
from testloom.model.errors import ProjectError
from testloom.model.generation_request import GenerationRequest
from testloom.repository import ignored_files
from testloom.subject import find_project
from testloom.writer import namesakes

LONGEST_TRIAL = 60.0
NO_TEST = "def test_nothing():\n    pass\n"


def laboratory_for(
    request: GenerationRequest, subject: Path, plugins: frozenset[str] | None = None
) -> Laboratory:
    """Where tests of a source file run: with the project's interpreter, and under the guard."""
    guard = partial(guarded_command, allow=request.settings.allow)
    ignored = tuple(ignored_files(request.root))
    return Laboratory(request.python, find_project(subject), request.root, subject, guard, plugins, ignored)


@contextmanager
def workshop(
    request: GenerationRequest, subject: Path, test_file: Path, stopped: Callable[[], bool]
) -> Iterator[tuple[Laboratory, Callable[[], float]]]:
    """Where tests of a source file run, and a check that they can, which is under way already.

    The check returns how many seconds pytest takes for a test that does nothing, and raises a ProjectError if
    it does not run a test at the place of the test file, whatever is in it: a search takes longer.
    """
    plugins = installed(request.python, PLUGINS, guarded_command)
    with with_zygote(laboratory_for(request, subject, plugins)) as laboratory, ThreadPoolExecutor(1) as pool:
        yield laboratory, pool.submit(check_collection, laboratory, test_file, stopped).result


def check_collection(laboratory: Laboratory, test_file: Path, stopped: Callable[[], bool]) -> float:
    """Make sure that pytest runs a test at this place, also together with those in files of the same name.

    Returns how many seconds it takes for one that does nothing.

    Raises:
        ProjectError: if it does not.
    """
    request = Request(timeout=LONGEST_TRIAL, measure=False, stopped=stopped)
    started = time.monotonic()
    run = run_tests(laboratory, test_file, NO_TEST, request)
    seconds = time.monotonic() - started
    if stopped():
        return seconds
    if run.error is not None and run.culprit is None:
        raise ProjectError(
            f"pytest runs no test in {test_file.parent}: {_told(run)}.",
            f"Run {shlex.quote(str(laboratory.python))} -m pytest there, and mend what it says.",
        )
    if laboratory.project not in test_file.parents or test_file.exists():
        return seconds
    if others := tuple(namesakes(laboratory.project, test_file)):
        run = run_tests(laboratory, test_file, NO_TEST, replace(request, beside=others))
        if not stopped() and run.case("test_nothing") is None:
            raise ProjectError(
                f"pytest cannot collect {test_file} together with {others[0]}: {_told(run)}.",
                "Choose another folder with --out, or put an __init__.py into the folder of one of them.",
            )
    return seconds


def _told(run: TestRun) -> str:
    """What is said of a run that failed."""
    return run.told(run.error or "it did not run").rstrip(".")


def try_tests(
    request: GenerationRequest,
    subject: Path,
    test_file: Path,
    text: str,
    names: Collection[str],
    stopped: Callable[[], bool] = never,
) -> dict[str, CaseOutcome]:
    """Run some functions of a test file; of a table, a row that fails speaks for all.

    Raises:
        ProjectError: if the project's interpreter lacks what tests need.
    """
    check_tools(request.python, guarded_command)
    these = Request(timeout=LONGEST_TRIAL, measure=False, only=tuple(names), stopped=stopped)
    run = run_tests(laboratory_for(request, subject), test_file, text, these)
    broken = CaseOutcome("failed", run.error or "pytest did not run it")
    return {name: run.case(name) or broken for name in names}
