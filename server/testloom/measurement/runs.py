"""One run of a test file in a fresh process."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from testloom.measurement.laboratory import Laboratory
from testloom.measurement.reports import read_coverage, read_junit, short
from testloom.measurement.results import CaseOutcome, Coverage, TestRun
from testloom.measurement.surroundings import BASE, Surroundings
from testloom.measurement.tools import installed
from testloom.measurement.workplace import PLUGIN, Workplace, environment, working_directory, workplace

REPORT_SECONDS = 60.0
NO_TESTS = 5
TIMED_OUT = 124
_OPTIONS_OF_PLUGINS = {"pytest_cov": "--no-cov", "xdist": "-n0"}


def run_tests(
    laboratory: Laboratory,
    test_file: Path,
    text: str,
    *,
    surroundings: Surroundings = BASE,
    timeout: float = 60.0,
    measure: bool = True,
    without: Sequence[str] = (),
) -> TestRun:
    """Run a test file as it would run at its place in the project.

    Args:
        laboratory: the project and the subject.
        test_file: where the file belongs; nothing is written there.
        text: what is in it.
        surroundings: what the tests should not depend on.
        timeout: in seconds, for the whole file.
        measure: whether coverage counts; without, the run is quicker.
        without: node ids of tests that are left out.
    """
    with workplace(laboratory, test_file.absolute(), text) as place:
        status = _run(
            _command(laboratory, place, surroundings, measure, without),
            place,
            laboratory,
            surroundings,
            timeout,
        )
        cases, problem = read_junit(place.report)
        run = TestRun(cases, error=problem)
        if not cases and problem is None:
            run = _broken(place, status, timeout)
        return replace(run, coverage=_coverage(laboratory, place, surroundings)) if measure else run


def _command(
    laboratory: Laboratory,
    place: Workplace,
    surroundings: Surroundings,
    measure: bool,
    without: Sequence[str],
) -> list[str]:
    coverage = [
        *("-m", "coverage", "run", "--branch"),
        *(f"--rcfile={place.coverage_settings}", f"--include={laboratory.subject.resolve()}"),
    ]
    pytest = [
        *("-m", "pytest", str(place.test_file), "-q", "--tb=short", "--color=no", "--maxfail=0"),
        *("-p", PLUGIN, "-p", "no:randomly", f"--testloom-progress={place.progress}"),
        *(f"--rootdir={place.project}", "-o", f"cache_dir={place.sandbox / 'cache'}"),
        *(f"--junitxml={place.report}", "-o", "junit_family=xunit2", "-o", "junit_logging=no"),
    ]
    found = installed(laboratory.python, _OPTIONS_OF_PLUGINS)
    pytest += [option for plugin, option in _OPTIONS_OF_PLUGINS.items() if plugin in found]
    pytest += ["--testloom-reverse"] if surroundings.reverse_order else []
    pytest += [f"--testloom-without={node}" for node in without]
    prefix = laboratory.guard(laboratory.python, place.sandbox)
    return [*prefix, *(coverage if measure else []), *pytest]


def _run(
    command: Sequence[str],
    place: Workplace,
    laboratory: Laboratory,
    surroundings: Surroundings,
    timeout: float,
) -> int:
    """Run to the end or to the time-out; whatever the process started ends with it."""
    variables = environment(place, laboratory, surroundings)
    with place.output.open("wb") as sink:
        process = subprocess.Popen(
            command,
            cwd=working_directory(place, surroundings),
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            return TIMED_OUT
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its group."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _broken(place: Workplace, status: int, timeout: float) -> TestRun:
    """A run without a report: the process ended or was ended while a test ran, or before the first."""
    why = (
        f"did not end within {timeout:.0f} s"
        if status == TIMED_OUT
        else f"ended the process with status {status}"
    )
    try:
        started = place.progress.read_text(encoding="utf-8").splitlines()
    except OSError:
        started = []
    if started:
        name = started[-1].rpartition("::")[2] if "[" not in started[-1] else _name(started[-1])
        return TestRun({name: CaseOutcome("failed", why)}, error=f"{name} {why}", culprit=started[-1])
    if status == NO_TESTS:
        return TestRun(error="pytest found no tests in the file")
    said = place.output.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return TestRun(error=short(said[-1]) if said and status != TIMED_OUT else f"pytest {why}")


def _name(node: str) -> str:
    """The name of a test with the id of its row, which may hold colons itself."""
    head, _, row = node.partition("[")
    return f"{head.rpartition('::')[2]}[{row}"


def _coverage(laboratory: Laboratory, place: Workplace, surroundings: Surroundings) -> Coverage | None:
    report = place.sandbox / "coverage.json"
    command = [str(laboratory.python), "-B", "-m", "coverage", "json", "-q", "-o", str(report)]
    folder = place.sandbox / "report"
    folder.mkdir()
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            [*command, f"--rcfile={place.coverage_settings}"],
            check=False,
            cwd=folder,
            env=environment(place, laboratory, surroundings),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=REPORT_SECONDS,
        )
    return read_coverage(report)
