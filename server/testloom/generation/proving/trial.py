"""Runs of tests that wait for their user, once, under the guard."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event

from testloom.execution import guarded_command
from testloom.measurement import (
    PLUGINS,
    CaseOutcome,
    Request,
    TestEnvironment,
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
from testloom.subject import find_project, module_name
from testloom.writer import namesakes

LONGEST_TRIAL = 60.0
NO_TEST = "def test_nothing():\n    pass\n"
LOOKUP = """\
from importlib.util import find_spec


def test_lookup():
    assert find_spec({name!r}) is not None
"""


@dataclass(frozen=True, slots=True)
class Check:
    """A run of a test that does nothing, possibly under way: `ran` has the seconds that it takes.

    It has `begun` when it was requested, on the monotonic clock.
    """

    ran: Future[float]
    begun: float = field(default_factory=time.monotonic)

    def has_failed(self) -> bool:
        """Check whether it is already known that pytest runs no test there."""
        return self.ran.done() and self.ran.exception() is not None

    def has_passed(self) -> bool:
        """Check whether it is already known that pytest runs tests there."""
        return self.ran.done() and self.ran.exception() is None

    def seconds_so_far(self) -> float:
        """Tell how long it takes, or has taken until now if it is under way or has failed."""
        return self.ran.result() if self.has_passed() else time.monotonic() - self.begun

    def seconds(self) -> float:
        """Wait until it is over, and tell how long pytest takes for a test that does nothing.

        Raises:
            ProjectError: if pytest runs no test there.
        """
        return self.ran.result()


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where tests of a source file run, and the `test_file` that they belong into.

    The check, that they run there at all, is already under way.
    """

    environment: TestEnvironment
    test_file: Path
    check: Check


def environment_for(
    request: GenerationRequest, subject: Path, plugins: frozenset[str] | None = None
) -> TestEnvironment:
    """Create the environment for tests of a source file.

    They run with the project's interpreter, under the guard.
    """
    guard = partial(guarded_command, allow=request.settings.allow)
    ignored = tuple(ignored_files(request.root))
    return TestEnvironment(
        request.python, find_project(subject), request.root, subject, guard, plugins, ignored
    )


@contextmanager
def open_workshop(
    request: GenerationRequest,
    subject: Path,
    test_file: Path,
    stopped: Callable[[], bool],
    plugins: frozenset[str] | None = None,
) -> Iterator[Workshop]:
    """Provide what runs the tests of a source file that belong into the `test_file`.

    The check fails if pytest runs no test there, whatever its contents. The interpreter is asked for its
    `plugins` if they are not known.
    """
    if plugins is None:
        plugins = installed(request.python, PLUGINS, guarded_command)
    is_left = Event()
    with (
        with_zygote(environment_for(request, subject, plugins)) as environment,
        ThreadPoolExecutor(1) as pool,
    ):

        def is_over() -> bool:
            return is_left.is_set() or stopped()

        try:
            check = Check(pool.submit(check_collection, environment, test_file, is_over))
            yield Workshop(environment, test_file, check)
        finally:
            is_left.set()


def check_collection(environment: TestEnvironment, test_file: Path, stopped: Callable[[], bool]) -> float:
    """Make sure that pytest runs a test at this place, also together with those in files of the same name.

    Returns how many seconds it takes for one that does nothing.

    Raises:
        ProjectError: if it does not, or no test can pass, as where a fixture for all tests needs a server.
    """
    request = Request(timeout=LONGEST_TRIAL, measure=False, stopped=stopped)
    started = time.monotonic()
    run = run_tests(environment, test_file, NO_TEST, request)
    seconds = time.monotonic() - started
    if stopped():
        return seconds
    if run.error is not None and run.culprit is None:
        raise _no_test(run, environment, test_file.parent)
    nothing = run.case("test_nothing")
    if nothing is not None and nothing.outcome == "failed":
        raise ProjectError(
            f"Even a test that does nothing fails in {test_file.parent}: {run.told(nothing.message)}.",
            "See what the fixtures for all tests do. What the guard blocks can be allowed by --allow.",
        )
    if environment.project not in test_file.parents or test_file.exists():
        return seconds
    if others := tuple(namesakes(environment.project, test_file)):
        run = run_tests(environment, test_file, NO_TEST, replace(request, beside=others))
        if not stopped() and run.case("test_nothing") is None:
            raise ProjectError(
                f"pytest cannot collect {test_file} together with {others[0]}: {_told(run)}.",
                "Put an __init__.py into the folder of one of them.",
            )
    return seconds


def _no_test(run: TestRun, environment: TestEnvironment, folder: Path) -> ProjectError:
    """Make an error that pytest runs no test, with the project's line where it stops, if that is known."""
    if run.origin is None:
        advice = f"Run {shlex.quote(str(environment.python))} -m pytest there, and mend what it says."
        return ProjectError(f"pytest runs no test in {folder}: {_told(run)}.", advice)
    file, line = run.origin
    what = f"pytest runs no test: {file}, line {line}: {_told(run)}."
    return ProjectError(what, "Fix it, then generate the tests again.", environment.project / file, line)


def lacking_path(environment: TestEnvironment, test_file: Path) -> str:
    """Find the folder that pytest's `pythonpath` lacks for a test here to import the subject; "" if none.

    The test runs as the user would run it, in the project and with nothing added to the path. It looks up the
    outermost package, which imports nothing.
    """
    if environment.project not in test_file.parents:
        return ""
    name = module_name(environment.root, environment.subject).partition(".")[0]
    request = Request(timeout=LONGEST_TRIAL, measure=False, unaided=True)
    case = run_tests(environment, test_file, LOOKUP.format(name=name), request).case("test_lookup")
    is_found = case is None or case.outcome != "failed"
    return "" if is_found else Path(os.path.relpath(environment.root, environment.project)).as_posix()


def _told(run: TestRun) -> str:
    """The reason why a run failed, without a full stop."""
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
    check_tools(request.python, guarded_command, find_project(subject))
    these = Request(timeout=LONGEST_TRIAL, measure=False, only=tuple(names), stopped=stopped)
    run = run_tests(environment_for(request, subject), test_file, text, these)
    at = f"{run.origin[0]}, line {run.origin[1]}: " if run.origin else ""
    broken = CaseOutcome("failed", f"{at}{run.error or 'pytest did not run it'}")
    return {name: run.case(name) or broken for name in names}
