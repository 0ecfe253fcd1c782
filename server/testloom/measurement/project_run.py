"""Runs a project's own tests to their end, and says what they reach of its files."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.measurement.processes import run_process
from testloom.measurement.project_tests import TestEvent, new_events, report_command, report_file
from testloom.measurement.reports import read_files
from testloom.model.events.coverage import FileCoverage


@dataclass(frozen=True, slots=True)
class ProjectRun:
    """How a run of the project's tests ended.

    Attributes:
        status: pytest's exit status; None if the run was stopped.
        said: all that it printed.
        files: what was measured, in the order of the paths; None if nothing was.
    """

    status: int | None
    said: str
    files: tuple[FileCoverage, ...] | None = None


def run_project_tests(
    python: Path,
    project: Path,
    files: Sequence[Path],
    hear: Callable[[TestEvent], None],
    stopped: Callable[[], bool],
) -> ProjectRun:
    """Run all tests of a project with its own settings of pytest and coverage.py; nothing is written there.

    Args:
        python: the project's interpreter.
        project: the folder that the tests run in.
        files: those of the project that count even if no test imports them.
        hear: gets each event at once.
        stopped: asked several times a second whether the run shall end, with all that it has started.
    """
    with tempfile.TemporaryDirectory(prefix="testloom-") as folder:
        scratch = Path(folder)
        events = new_events(scratch)

        def enough() -> bool:
            for event in next(events):
                hear(event)
            return stopped()

        output = scratch / "output.txt"
        command = report_command(python, scratch, files)
        status = run_process(command, cwd=project, output=output, enough=enough)
        enough()
        said = output.read_text(encoding="utf-8", errors="replace")
        measured = None if status is None else read_files(report_file(scratch), project)
        return ProjectRun(status, said, measured)
