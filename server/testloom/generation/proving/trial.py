"""Run tests that wait for their user, once, where they can do no harm."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from testloom.execution import guarded_command
from testloom.measurement import CaseOutcome, Laboratory, Request, check_tools, never, run_tests
from testloom.model.wish import Wish
from testloom.repository import ignored_files
from testloom.subject import find_project

LONGEST_TRIAL = 60.0


def laboratory_for(wish: Wish, subject: Path, plugins: frozenset[str] | None = None) -> Laboratory:
    """Where tests of a source file run: with the project's interpreter, and under the guard."""
    guard = partial(guarded_command, allow=wish.settings.allow)
    ignored = tuple(ignored_files(wish.root))
    return Laboratory(wish.python, find_project(subject), wish.root, subject, guard, plugins, ignored)


def try_tests(
    wish: Wish,
    subject: Path,
    test_file: Path,
    text: str,
    names: Collection[str],
    stopped: Callable[[], bool] = never,
) -> dict[str, CaseOutcome]:
    """Run some functions of a test file; of a table, the first row that fails speaks for all.

    Raises:
        ProjectError: if the project's interpreter lacks what tests need.
    """
    check_tools(wish.python, guarded_command)
    request = Request(timeout=LONGEST_TRIAL, measure=False, only=tuple(names), stopped=stopped)
    run = run_tests(laboratory_for(wish, subject), test_file, text, request)
    found: dict[str, CaseOutcome] = {}
    for case, outcome in run.cases.items():
        name = case.partition("[")[0]
        if name not in found or found[name].outcome == "passed":
            found[name] = outcome
    broken = CaseOutcome("failed", run.error or "pytest did not run it")
    return {name: found.get(name, broken) for name in names}
