"""What candidates add to the coverage of the last run of the project's tests."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from testloom.lsp.documents import mark_of, read_file
from testloom.model.errors import ProjectError, StoreError
from testloom.model.progress.offers import OfferedTest
from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.model.texts.lines import plain_lines

_log = logging.getLogger(__name__)


def beside_others(tests: Collection[OfferedTest]) -> dict[str, tuple[str, ...] | None]:
    """Find the goals that tests cover and other tests do not, by the ids of the tests.

    They are None for a test that adds nothing to what other tests cover.

    Tests that are gone since coverage was measured do not count. The rest is known only if the source has
    not changed since the tests were verified and since coverage was measured, and not for tests that the
    user has edited. Left out are tests that replace others, as they repair rather than add, and those that
    were kept only for the mutants that they kill: what other tests covered then as well says nothing of them.
    """
    from testloom.measurement import gone_tests
    from testloom.store import MeasuredFiles, open_store
    from testloom.subject import find_project

    found: dict[str, tuple[str, ...] | None] = {}
    by_subject: dict[Path, list[OfferedTest]] = {}
    for test in tests:
        if _is_comparable(test):
            by_subject.setdefault(test.subject, []).append(test)
    try:
        with open_store() as database:
            store = MeasuredFiles(database)
            for subject, own in by_subject.items():
                measured, mark = store.of(subject.resolve()), mark_of(subject)
                if measured is None or not _is_current(measured, subject):
                    continue
                here = (test for test in own if test.verified_for == mark)
                reach = measured.reach.without(gone_tests(measured, find_project(subject)))
                found |= {test.id: _added(test, reach) for test in here}
    except StoreError as error:
        _log.warning("Coverage is unknown: %s", error)
    return found


def _is_comparable(test: OfferedTest) -> bool:
    is_as_verified = test.is_verified and test.generated is None
    is_kept_for_coverage = bool(test.covers) or not test.kills
    is_known = bool(test.verified_for and test.lines)
    return is_as_verified and is_known and is_kept_for_coverage and not test.replaces


def _is_current(measured: MeasuredFile, subject: Path) -> bool:
    try:
        text = read_file(subject)
    except ProjectError:  # the file can no longer be read
        return False
    return text is not None and plain_lines(text) == plain_lines(measured.text)


def _added(test: OfferedTest, reach: Reach) -> tuple[str, ...] | None:
    """List the goals of a test that are not known to be covered by others; None if it adds nothing."""
    others = _Others(test, reach)
    if not _adds(test, reach, others.miss):
        return None
    taken = {f"line {line}" for line in test.lines if not others.miss_line(line)}
    places: dict[str, list[int]] = {}
    for line, label in test.branches:
        places.setdefault(label, []).append(line)
    taken |= {label for label, lines in places.items() if not any(map(others.miss_branch, lines))}
    return tuple(goal for goal in test.covers if goal not in taken) or test.covers


@dataclass(frozen=True, slots=True)
class _Others:
    """What tests other than this one cover of its subject."""

    test: OfferedTest
    reach: Reach

    def miss(self, by: Collection[str]) -> bool:
        """Check whether what these tests cover is covered by this one alone."""
        return all(_function(other) == self.test.name for other in by)

    def miss_line(self, line: int) -> bool:
        """Check whether no other test reaches a line."""
        return line not in self.reach.lines or self.miss(self.reach.lines[line])

    def miss_branch(self, line: int) -> bool:
        """Check whether no other test may take a branch of this line.

        That is the first line that only this branch leads to, or else that of its condition. Then the
        branch does not lead to the first place that the condition leads to.
        """
        ends = [end for start, end in self.reach.branches if start == line]
        first = min((end for end in ends if end > line), default=None)
        found = [
            by
            for (start, end), by in self.reach.branches.items()
            if end == line or (start == line and end != first)
        ]
        return not found or any(map(self.miss, found))


def _adds(test: OfferedTest, reach: Reach, is_missed: Callable[[Collection[str]], bool]) -> bool:
    """Check whether a test covers a line or a branch that no other test does.

    The line of a branch is the first that only this branch leads to, or else that of its condition.
    """
    lines, ways = frozenset(test.lines), frozenset(line for line, _ in test.branches)
    if any(line in reach.lines and is_missed(reach.lines[line]) for line in lines):
        return True
    near = lines | ways
    return any(
        start in near and (end < 0 or end in near) and (start in ways or end in ways) and is_missed(by)
        for (start, end), by in reach.branches.items()
    )


def _function(node: str) -> str:
    """Return the name of the function that a test's node id stands for."""
    return node.partition("[")[0].rpartition("::")[2]
