"""A complete run of a project's own tests, and their coverage of its files."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.measurement.events import LeftOut, TestEvent
from testloom.measurement.interpreters.processes import run_process
from testloom.measurement.project.project_tests import CoveredTests, Plan


@dataclass(frozen=True, slots=True)
class ProjectRun:
    """The result of a run of the project's tests.

    Attributes:
        status: pytest's exit status; None if the run was stopped.
        said: its whole output.
    """

    status: int | None
    said: str


@dataclass(frozen=True, slots=True)
class Unreached:
    """The reason why tests that ran reach none of the project's files, which they hardly intend.

    Attributes:
        settings: the settings of coverage.py that exclude the whole project; "" if it is measured.
        said: other general messages of coverage.py, each without a full stop.
        installing: the command that helps if the tests import another copy of the code.
    """

    settings: str
    said: Sequence[str]
    installing: str


def why_unreached(left_out: Sequence[LeftOut], project: Path, python: Path) -> Unreached:
    """Find the reason in the messages about files that coverage.py has `left_out`."""
    settings = next((event.settings for event in left_out if event.settings), "")
    said = [event.message.rstrip(".") for event in left_out if not event.file]
    installing = shlex.join([str(python), "-m", "pip", "install", "-e", str(project)])
    return Unreached(settings, said, installing)


def run_project_tests(
    tests: CoveredTests,
    project: Path,
    hear: Callable[[TestEvent], None],
    stopped: Callable[[], bool],
    variables: Mapping[str, str],
    plan: Plan | None = None,
) -> ProjectRun:
    """Run the tests of a project: all, without the coverage of each single test, or those of a plan.

    Args:
        tests: the project's own tests.
        project: the folder that the tests run in.
        hear: gets each event at once.
        stopped: asked several times a second whether to end the run, with all processes that it has started.
        variables: the variables that its environment has in addition to ours.
        plan: the tests that are left out; with a plan, the coverage and the dependencies of each other test
            are reported.
    """
    events = tests.new_events()

    def enough() -> bool:
        for event in next(events):
            hear(event)
        return stopped()

    output = tests.scratch / "output.txt"
    command = tests.command(told_apart=plan is not None, plan=plan)
    env = {**os.environ, **variables}
    status = run_process(command, cwd=project, output=output, env=env, enough=enough)
    enough()
    return ProjectRun(status, output.read_text(encoding="utf-8", errors="replace"))
