"""Coverage of one file by the tests of a project."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TypeAlias

Branch: TypeAlias = tuple[int, int]
"""A branch: the line where it starts and the line where it ends, negative if it leaves the function."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of lines and branches, and how many of them any test reaches."""

    lines: int
    lines_reached: int
    branches: int
    branches_reached: int


@dataclass(frozen=True)
class Reach:
    """The lines (from 1) and branches of one file, each with the ids of the tests that reach it."""

    lines: Mapping[int, frozenset[str]] = field(default_factory=dict)
    branches: Mapping[Branch, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def missing_lines(self) -> list[int]:
        """The lines that no test covers, in order."""
        return sorted(line for line, tests in self.lines.items() if not tests)

    @cached_property
    def missing_branches(self) -> list[Branch]:
        """The branches that no test takes, in order."""
        return sorted(branch for branch, tests in self.branches.items() if not tests)

    @property
    def counts(self) -> Counts:
        """The counts for the whole file."""
        lines, branches = len(self.lines), len(self.branches)
        return Counts(lines, lines - len(self.missing_lines), branches, branches - len(self.missing_branches))

    def reaches(self, line: int) -> bool:
        """Check whether some test reaches the line."""
        return bool(self.lines.get(line))

    def lines_within(self, first: int, last: int) -> list[int]:
        """List the lines from `first` to `last` that contain a statement, in order."""
        return [line for line in range(first, last + 1) if line in self.lines]

    def within(self, first: int, last: int) -> Counts:
        """Count the lines and branches from `first` to `last`, and those that tests reach."""
        lines = [bool(self.lines[line]) for line in self.lines_within(first, last)]
        starts = (self._branches_from.get(line, ()) for line in range(first, last + 1))
        branches = [bool(self.branches[branch]) for branch in chain.from_iterable(starts)]
        return Counts(len(lines), sum(lines), len(branches), sum(branches))

    @cached_property
    def _branches_from(self) -> Mapping[int, list[Branch]]:
        """The branches, by the line where they start."""
        found: dict[int, list[Branch]] = {}
        for branch in self.branches:
            found.setdefault(branch[0], []).append(branch)
        return found

    def moved(self, where: Mapping[int, int]) -> Reach:
        """Move the coverage to a text with moved lines; a line that is not in `where` has changed."""
        lines = {where[line]: tests for line, tests in self.lines.items() if line in where}
        branches = {
            (where[start], where.get(end, end)): tests
            for (start, end), tests in self.branches.items()
            if start in where and (end < 0 or end in where)
        }
        return Reach(lines, branches)

    def without(self, tests: Container[str]) -> Reach:
        """Remove the coverage of these tests, as if they had never run."""
        return Reach(
            {line: _others(by, tests) for line, by in self.lines.items()},
            {branch: _others(by, tests) for branch, by in self.branches.items()},
        )

    def joined(self, other: Reach) -> Reach:
        """Join the coverage of both, for the lines and branches that `other` knows."""
        return Reach(
            {line: by | self.lines.get(line, frozenset()) for line, by in other.lines.items()},
            {branch: by | self.branches.get(branch, frozenset()) for branch, by in other.branches.items()},
        )


def _others(by: frozenset[str], tests: Container[str]) -> frozenset[str]:
    return frozenset(test for test in by if test not in tests)


@dataclass(frozen=True, slots=True)
class MeasuredFile:
    """The coverage of a file at the time when it had this text.

    `at` is when all tests were last measured, in seconds since 1970.
    """

    file: Path
    text: str
    reach: Reach
    at: float = field(default=0.0, compare=False)
