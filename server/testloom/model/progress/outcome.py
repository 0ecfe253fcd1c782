"""The outcome of the last runs for one file: covered goals, uncovered goals, and findings."""

from __future__ import annotations

import ast
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from testloom.model.events.jobs import Covered, Event, Finding, Unreached
from testloom.model.progress.reach import Reach
from testloom.model.texts.lines import split_lines, unchanged_lines
from testloom.model.texts.trees import first_line, parsed

G = TypeVar("G", Unreached, Covered)


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What is known of a file since its text last changed."""

    file: Path
    text: str
    unreached: tuple[Unreached, ...] = ()
    findings: tuple[Finding, ...] = ()
    covered: tuple[Covered, ...] = ()

    @classmethod
    def of_events(cls, file: Path, text: str, events: Sequence[Event]) -> FileOutcome:
        """Collect the goals and findings from events."""
        unreached = tuple(event for event in events if isinstance(event, Unreached))
        findings = tuple(event for event in events if isinstance(event, Finding))
        return cls(file, text, unreached, findings, tuple(e for e in events if isinstance(e, Covered)))

    @property
    def events(self) -> tuple[Event, ...]:
        """The goals and findings as a sequence of events."""
        return (*self.unreached, *self.findings, *self.covered)

    def shown_in(self, text: str) -> FileOutcome:
        """Adapt the outcome to another text of the file.

        Goals on lines and findings in code that changed are left out.
        """
        if text == self.text:
            return self
        where = unchanged_lines(split_lines(self.text), split_lines(text))
        unreached = (_moved(goal, where) for goal in self.unreached)
        definitions = _definitions(self.text) if self.findings else []
        findings = (
            finding
            for finding in self.findings
            if _are_unchanged(_lines_around(finding.line, definitions), where)
        )
        return FileOutcome(
            self.file,
            text,
            tuple(goal for goal in unreached if goal is not None),
            tuple(replace(finding, line=where[finding.line]) for finding in findings),
            tuple(goal for goal in (_moved(goal, where) for goal in self.covered) if goal is not None),
        )

    def without_findings(self, expected: Container[tuple[str, str]]) -> FileOutcome:
        """Remove the exceptions that are expected: pairs of a callable and the exception's type."""
        findings = (entry for entry in self.findings if (entry.target, entry.exception) not in expected)
        return replace(self, findings=tuple(findings))

    def without_reached(self, reach: Reach) -> FileOutcome:
        """Remove the goals that the project's tests cover, measured on the same text."""
        return replace(self, unreached=tuple(goal for goal in self.unreached if not _is_reached(goal, reach)))

    def renewed(self, run: FileOutcome, goals: Collection[str], callables: Collection[str]) -> FileOutcome:
        """Update the outcome with a run that was about these goals and callables."""
        kept = self.shown_in(run.text)
        unreached = [goal for goal in kept.unreached if goal.goal not in goals]
        covered = [goal for goal in kept.covered if goal.goal not in goals]
        found = {(finding.target, finding.exception) for finding in run.findings}
        findings = (
            finding
            for finding in kept.findings
            if finding.target not in callables and (finding.target, finding.exception) not in found
        )
        return replace(
            run,
            unreached=tuple(sorted([*unreached, *run.unreached], key=lambda goal: (goal.line, goal.goal))),
            findings=(*findings, *run.findings),
            covered=(*covered, *run.covered),
        )


def _is_reached(goal: Unreached, reach: Reach) -> bool:
    """Check whether tests cover the goal: its line and, for an outcome, the branch as well."""
    if not reach.reaches(goal.line):
        return False
    if goal.outcome is None:
        return True
    ways = {way: bool(tests) for way, tests in reach.branches.items() if way[0] == goal.decided}
    if not ways:
        return goal.line != goal.decided  # coverage.py counts no branches of `except`: see its first line
    # An outcome without a line of its own is one of these branches: it is certain only if all are taken.
    return ways.get((goal.decided, goal.line), all(ways.values()))


def _definitions(text: str) -> list[range]:
    """Return the lines of each class and function, including decorators."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(parsed(text) or ast.Module([], [])) if isinstance(node, kinds)]
    return [range(first_line(node), (node.end_lineno or node.lineno) + 1) for node in nodes]


def _lines_around(line: int, definitions: Sequence[range]) -> range:
    """Return the lines of the innermost definition that contains a line, or else the line alone."""
    return min((lines for lines in definitions if line in lines), key=len, default=range(line, line + 1))


def _are_unchanged(lines: range, where: Mapping[int, int]) -> bool:
    """Check whether none of these lines has changed, and no line was inserted between them."""
    return all(line in where for line in lines) and where[lines[-1]] - where[lines[0]] == len(lines) - 1


def _moved(goal: G, where: Mapping[int, int]) -> G | None:
    """Move a goal to the present numbers of its lines; None if one of the lines has changed."""
    if goal.line not in where or goal.decided not in where:
        return None
    return replace(goal, line=where[goal.line], decided=where[goal.decided])
