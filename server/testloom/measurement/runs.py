"""One run of a test file in a fresh process."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from testloom.measurement.conditions import BASE, Conditions
from testloom.measurement.environment import PLUGINS, QUIET, TestEnvironment
from testloom.measurement.events import Broken, Started, read_events
from testloom.measurement.interpreters.processes import run_process
from testloom.measurement.interpreters.waiting import LostError, ProgramRun
from testloom.measurement.reports import read_run, short
from testloom.measurement.results import TestRun, own_line_in
from testloom.measurement.run_folder import (
    PYTEST_PLUGINS,
    RunFolder,
    run_folder,
    variables_for,
    working_directory,
)
from testloom.measurement.tools import installed, search_path, unusable

IMPORT_SECONDS = 45.0
"""The time limit for the import of a module in seconds, as for the agent: a library may take 20 s."""
NO_TESTS = 5
"""Pytest's exit status if no tests were found, or none was to be run."""
FATAL = "Fatal Python error: "
"""The start of the interpreter's message when it crashes; pytest enables this message."""
_RAISED = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|Warning|Exit|Interrupt)\b")
"""The start of the last line of a traceback, which names the exception."""
TIMED_OUT = 124


def never() -> bool:
    """Return False: nobody stops the run."""
    return False


def always() -> bool:
    """Return True: all runs are wanted that there is time for."""
    return True


@dataclass(frozen=True, slots=True)
class Request:
    """A request to run a test file.

    Attributes:
        conditions: what the tests should not depend on.
        timeout: in seconds, for all tests together; importing the subject, which comes before, has a limit of
            its own.
        measure: whether coverage is measured; a run without it is faster.
        without: tests that are left out, by their node ids without the file's.
        only: the tests that are run, by the same ids; all if empty. A function stands for all its rows.
        apart: whether each test runs in a process of its own, where the system can fork.
        beside: other test files of the project, which are collected before this one, and not run.
        unaided: whether tests run with only pytest's own entries on the import path; the file is collected
            with more entries.
        fresh: whether the run takes a fresh interpreter, even if a fork of the zygote would do.
        stopped: asked several times a second whether the run shall end at once.
    """

    conditions: Conditions = BASE
    timeout: float = 60.0
    measure: bool = True
    without: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    apart: bool = False
    beside: tuple[Path, ...] = ()
    unaided: bool = False
    fresh: bool = False
    stopped: Callable[[], bool] = never


def run_tests(
    environment: TestEnvironment, test_file: Path, text: str, request: Request | None = None
) -> TestRun:
    """Run a test file as it would run at its place in the project.

    Args:
        environment: the project and the subject.
        test_file: where the file belongs; nothing is written there.
        text: the text of the file.
        request: how it is run; by default in the base conditions, with coverage.
    """
    request = request or Request()
    with run_folder(environment, test_file.absolute(), text, request.beside) as place:
        return run_at(place, environment, request)


def run_at(place: RunFolder, environment: TestEnvironment, request: Request) -> TestRun:
    """Run the test file of a run folder."""
    status = _run(_program(environment, place, request), place, environment, request)
    run = read_run(place.events, place.mark)
    has_ended = run.cases and run.culprit is None and not run.is_cut_short
    if not run.error and has_ended:
        return run
    failed = run if run.error else _broken(run, place, environment, status, request)
    return replace(failed, origin=_origin(place, environment, request))


def _program(environment: TestEnvironment, place: RunFolder, request: Request) -> list[str]:
    """Return the arguments that follow the guard on the command line."""
    conditions = request.conditions
    if conditions.is_elsewhere:
        from testloom.measurement.elsewhere import moved  # the start of the server does without

        environment = moved(environment, place.elsewhere)
    wanted = [f"{place.test_file}::{name}" for name in request.only] or [str(place.test_file)]
    beside = [str(file.relative_to(environment.project)) for file in request.beside]
    pytest = [
        *("-m", "pytest", *(str(place.project / name) for name in beside), *wanted),
        *_only_collected(beside),
        *(option for name in _plugins(request) for option in ("-p", name)),
        *(f"--testloom-order={conditions.order}", f"--testloom-repeat={conditions.repeat}"),
        *options_in(place, environment, place.project),
        f"--testloom-events={place.events}",
    ]
    pytest += [f"--testloom-without={place.node}::{name}" for name in request.without]
    pytest += ["--testloom-apart"] if request.apart else []
    pytest += ["--testloom-unaided"] if request.unaided else []
    pytest += ["--testloom-coverage"] if request.measure else []
    return [*(coverage_options(place, environment) if request.measure else []), *pytest]


def coverage_options(place: RunFolder, environment: TestEnvironment) -> list[str]:
    """Build the options before pytest's own that measure the coverage of the subject."""
    return [
        *("-m", "coverage", "run", "--branch"),
        *(f"--rcfile={place.coverage_settings}", f"--include={environment.subject.resolve()}"),
    ]


def options_in(place: RunFolder, environment: TestEnvironment, root: Path) -> list[str]:
    """Build the options of pytest for any run of tests below a root."""
    found = environment.plugins
    if found is None:
        found = installed(environment.python, PLUGINS, environment.guard)
    return [
        *("-q", "--tb=short", "--color=no", "--maxfail=0"),
        *("-p", "no:randomly"),
        *(f"--testloom-seconds={environment.seconds_a_test:g}", f"--testloom-root={environment.root}"),
        f"--testloom-project={environment.project}",
        *(f"--testloom-path={folder}" for folder in search_path()),
        f"--testloom-ignored={place.ignored}",
        *(f"--rootdir={root}", "-o", f"cache_dir={place.cache}"),
        *(option for plugin, option in QUIET.items() if plugin in found),
    ]


def _only_collected(names: Sequence[str]) -> list[str]:
    """Return the options that have test files collected but not run, and allow their collection to fail."""
    never_run = [f"--deselect={name}" for name in names]
    return ["--continue-on-collection-errors", *never_run] if names else []


def _plugins(request: Request) -> list[str]:
    """Return the plugins that a request needs: without a shift of the date, the clock is left alone."""
    idle = {
        "date": request.conditions.days is None,
        "machine": not request.conditions.is_elsewhere,
        "apart": not request.apart,
        "record": True,
    }
    return [name for name in PYTEST_PLUGINS if not idle.get(name.rpartition("_")[2], False)]


def _run(program: Sequence[str], place: RunFolder, environment: TestEnvironment, request: Request) -> int:
    """Run a program to its end, to the time-out or until stopped; the processes that it started end with it.

    Returns its exit status.
    """
    limit = time.monotonic() + max(request.timeout, IMPORT_SECONDS)
    has_begun = False

    def is_over() -> bool:
        nonlocal limit, has_begun
        now = time.monotonic()
        if not has_begun and any(isinstance(event, Started) for event in read_events(place.events)):
            limit, has_begun = min(limit, now + request.timeout), True
        return now >= limit or request.stopped()

    conditions = request.conditions
    cwd = working_directory(place, conditions)
    status = run_guarded(program, place, environment, conditions, cwd, is_over, fresh=request.fresh)
    return TIMED_OUT if status is None else status


def run_guarded(
    program: Sequence[str],
    place: RunFolder,
    environment: TestEnvironment,
    conditions: Conditions,
    cwd: Path,
    enough: Callable[[], bool],
    *,
    fresh: bool = False,
) -> int | None:
    """Run a program under the guard and return its status, as `run_process` does.

    If there is a zygote, it forks for the run, or one like it in conditions that need another; with `fresh`,
    an interpreter becomes the run that has loaded the same modules and waits.

    Raises:
        InterpreterError: if the interpreter does not run.
    """
    background = environment.in_background
    env = variables_for(place, conditions)
    run = ProgramRun(program, place.sandbox, cwd, place.output, env, background)
    if environment.zygote is not None:
        try:
            return environment.zygote.run(conditions, run, enough, fresh=fresh)
        except LostError:
            place.events.unlink(missing_ok=True)
    prefix = environment.guard(environment.python, place.sandbox)
    try:
        command = [*prefix, *program]
        return run_process(
            command, cwd=cwd, output=place.output, env=env, enough=enough, background=background
        )
    except OSError as error:  # the interpreter was uninstalled in the meantime
        raise unusable(environment.python, str(error)) from None


def _origin(place: RunFolder, environment: TestEnvironment, request: Request) -> tuple[str, int] | None:
    """Find where the error arose that kept the file from being run, by pytest's report on it."""
    broken = [event.message for event in read_events(place.events) if isinstance(event, Broken)]
    said = broken[-1] if broken else _output(place)
    shown = os.path.relpath(place.project, working_directory(place, request.conditions))
    for folder in (str(place.project), shown):  # pytest names files in both ways
        said = said.replace(f"{folder}{os.sep}", "")
    return own_line_in(said, environment.project)


def _output(place: RunFolder) -> str:
    """Read what the run has printed; a run that was stopped before its start has no output."""
    return place.output.read_text(encoding="utf-8", errors="replace") if place.output.exists() else ""


def _broken(
    run: TestRun, place: RunFolder, environment: TestEnvironment, status: int, request: Request
) -> TestRun:
    """Complete the results of a run that broke off: the process ended or was ended, perhaps during a test."""
    said = _output(place).strip().splitlines()
    crash = next((line for line in said if line.startswith(FATAL)), "")
    if status == TIMED_OUT:
        why = f"did not finish within {request.timeout:.0f} s"
    elif status < 0 and crash:
        why = f"ended the process: {short(crash)}"
    else:
        why = f"ended the process with status {status}"
    cases = dict(run.cases)
    if run.culprit is not None:
        failed = cases.pop(run.culprit)
        if not cases or status != TIMED_OUT or _is_stuck(place, environment, request):
            cases[run.culprit] = replace(failed, message=why)
            return replace(run, cases=cases, error=f"{run.culprit} {why}")
    if cases:
        return replace(run, cases=cases, error=f"pytest {why}", culprit=None, is_cut_short=True)
    if status == NO_TESTS:
        return replace(run, error="pytest found no tests in the file")
    if status == TIMED_OUT or FATAL in why:  # perhaps before the first test
        return replace(run, error=f"pytest {why}")
    return replace(run, error=_cause(said) if said else f"pytest {why}")


def _is_stuck(place: RunFolder, environment: TestEnvironment, request: Request) -> bool:
    """Check whether the last test has been running for long, unlike those before it."""
    quiet = time.time() - place.events.stat().st_mtime
    return quiet >= min(environment.seconds_a_test, request.timeout / 2)


def _cause(said: Sequence[str]) -> str:
    """Find the reason why pytest did not run in its output: a wrong option, or the end of a traceback."""
    refused = [text for line in said if (text := line.partition(": error: ")[2])]
    if refused:
        return short(refused[-1])
    for mark in ("INTERNALERROR>", "E  "):
        marked = [text for line in said if line.startswith(mark) if (text := line.removeprefix(mark).strip())]
        raised = [text for text in marked if _RAISED.match(text)]
        if marked:
            return short(raised[-1] if raised else marked[-1])
    return short(said[-1])
