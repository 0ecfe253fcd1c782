"""Events of a run of the project's own tests under coverage.py."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RanTest:
    """A test of the project has run; `message` is pytest's message, "" if it passed."""

    test: str
    outcome: str
    message: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """The coverage of one file by the project's tests, as coverage.py counts it.

    `coverage` is the percentage of lines and branches together. A missing branch is a pair of its first
    and its target line, negative where it leaves the function. `reached_lines` lists the covered lines.
    """

    file: str
    lines: int
    covered_lines: int
    branches: int
    covered_branches: int
    coverage: float
    missing_lines: tuple[int, ...] = ()
    missing_branches: tuple[tuple[int, int], ...] = ()
    reached_lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverageSummary:
    """The last event of such a run.

    Attributes:
        tests: the number of tests that pytest has collected.
        passed: the number of tests that passed; likewise `failed`, `skipped` and `xfailed`. The others did
            not run.
        files_measured: the number of measured files of the project.
        lines: the number of lines in these files; likewise `branches`.
        goals: the number of lines and branches together.
        covered: the number of those that any test covers.
        coverage: `covered` in percent; None if nothing was measured.
        seconds: the duration of the whole run.
    """

    tests: int = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    xfailed: int = 0
    files_measured: int = 0
    lines: int = 0
    covered_lines: int = 0
    branches: int = 0
    covered_branches: int = 0
    goals: int = 0
    covered: int = 0
    coverage: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ChosenTest:
    """A test of the project has to run because it `failed` the last time, or a part has `changed`.

    `file` and `function` are the changed part: without a function, code outside of functions, or
    another file.
    """

    test: str
    reason: str
    file: str = ""
    function: str = ""


@dataclass(frozen=True, slots=True)
class TestsSummary:
    """The last event of a run of tests.

    Attributes:
        tests: the number of tests that pytest has collected.
        run: the number of those that have run.
        passed: the number of those that passed; likewise `failed`, `skipped` and `xfailed`.
        seconds: the duration of the whole run.
    """

    __test__ = False

    tests: int = 0
    run: int = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    xfailed: int = 0
    seconds: float = 0.0


def percent(covered: int, total: int) -> float:
    """Compute a percentage with two digits; 100 for a total of 0, as in coverage.py."""
    return round(100 * covered / total, 2) if total else 100.0


def total_of(files: Iterable[FileCoverage]) -> FileCoverage:
    """Sum up the coverage of several files."""
    measured = list(files)
    lines, covered_lines = sum(one.lines for one in measured), sum(one.covered_lines for one in measured)
    branches = sum(one.branches for one in measured)
    covered_branches = sum(one.covered_branches for one in measured)
    coverage = percent(covered_lines + covered_branches, lines + branches)
    return FileCoverage("total", lines, covered_lines, branches, covered_branches, coverage)
