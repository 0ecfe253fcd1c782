"""The reason why a run of the project's own tests measured nothing, or not everything, and advice."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from testloom.cli.showing.output import counted
from testloom.cli.showing.report import render_reason
from testloom.cli.showing.run_events import RunEvents
from testloom.generation.suite_run.files import test_files
from testloom.measurement import NO_TESTS, Broken, LeftOut, ProjectRun, Unreached
from testloom.model.events.jobs import Failed
from testloom.platform.processes import signal_name
from testloom.repository.pytest_settings import pytest_settings

_RAN = (0, 1)
"""Pytest's exit statuses if all tests passed, and if some failed."""
_CRASHED = 70
"""The exit status of `under_coverage` if coverage.py, or the script itself, fails."""


def why_not_run(run: ProjectRun, heard: RunEvents, project: Path, python: Path) -> list[Failed]:
    """Explain why no test was run; empty if some were, or if the run was stopped."""
    if run.status is None:
        return []
    if heard.broken and (run.status not in _RAN or not heard.outcomes):
        return [uncollected(broken, project, python) for broken in heard.broken]
    if run.status == NO_TESTS:
        advice = "It collects functions test_* from files test_*.py; `testloom generate FILE` writes some."
        settings = pytest_settings(project)
        if any(not settings.collects(file) for file in test_files(project)):
            places = ", ".join(f"`{place}`" for place in settings.testpaths)
            advice = f"Its setting `testpaths` is {places}: add the folders that contain tests."
        return [Failed("no-tests", f"pytest found no tests in {project}.", advice)]
    if run.status not in _RAN or not heard.collected:
        return [_ended(run.status, run.said, heard, project, python)]
    return []


def unreached(why: Unreached, project: Path) -> Failed:
    """Report that tests ran but covered none of the project's files."""
    if why.settings:
        what = f"The tests ran, but the settings of coverage.py leave out all files in {project}."
        advice = f"Change them to measure the project's own code: {why.settings}"
        return Failed("nothing-measured", what, advice)
    said = "".join(f" ({message})" for message in why.said)
    what = f"The tests ran, but covered no file in {project}{said}."
    advice = f"If they import another copy of the code, install this one: {why.installing}"
    return Failed("nothing-reached", what, advice)


def nothing_in(folder: Path) -> Failed:
    """Report that the named folder has no files to measure."""
    what = f"No test imports code from {folder}, and it contains no package with code."
    return Failed("nothing-there", what, "Pass a project folder, or a folder with its code.")


def notes(run: ProjectRun, heard: RunEvents, project: Path, python: Path) -> Iterator[Failed]:
    """Yield notes on what the numbers of a measured run leave out."""
    if run.status in _RAN:
        for broken in heard.broken:
            yield uncollected(broken, project, python)
    for left_out in heard.left_out:
        yield _left_out(left_out, project)


def uncollected(broken: Broken, project: Path, python: Path) -> Failed:
    """Report a test file or class that pytest cannot collect."""
    what = f"{broken.test} cannot be collected: {render_reason(broken.message, project)}."
    details = shlex.join([str(python), "-m", "pytest", broken.test])
    advice = f"Fix it, or install what it needs; for details, run `{details}`."
    return Failed("collection-error", what, advice, str(project / broken.test.partition("::")[0]))


def _left_out(left_out: LeftOut, project: Path) -> Failed:
    if not left_out.file:
        what = f"Coverage of other processes is not counted: {left_out.message}."
        return Failed("not-combined", what, "Set branch = true in the coverage.py settings.")
    file = Path(left_out.file)
    what = f"{file.relative_to(project)} is not counted: {left_out.message}."
    return Failed("syntax", what, "Fix it, or leave it out with --exclude.", str(file))


def _ended(status: int, said: str, heard: RunEvents, project: Path, python: Path) -> Failed:
    """Describe a run that pytest did not begin or complete, or whose coverage cannot be measured."""
    ended = f"was ended by {signal_name(status)}" if status < 0 else f"exited with status {status}"
    if status in (_CRASHED, *_RAN):
        what = f"Coverage cannot be measured: {render_reason(said)}."
        command = f"{shlex.quote(str(python))} -m coverage run -m pytest"
        return Failed("crashed", what, f"For details, run `{command}` in {project}.")
    done = sum(heard.outcomes.values())
    if heard.running:
        what = f"pytest {ended} while {heard.running} ran."
    elif done:
        what = f"pytest {ended} after {done} of {counted(heard.collected, 'test')}: {render_reason(said)}."
    else:
        what = f"pytest {ended}: {render_reason(said, project)}."
    return Failed(
        "pytest-ended", what, f"For details, run `{shlex.quote(str(python))} -m pytest` in {project}."
    )
