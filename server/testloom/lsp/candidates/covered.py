"""Candidates that add no coverage to that of the last run of the project's tests."""

from __future__ import annotations

import logging
from collections.abc import Collection
from pathlib import Path

from testloom.lsp.documents import mark_of, read_file
from testloom.model.errors import ProjectError, StoreError
from testloom.model.progress.offers import OfferedTest
from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.model.texts.lines import plain_lines

_log = logging.getLogger(__name__)


def covered_by_others(tests: Collection[OfferedTest]) -> frozenset[str]:
    """Find the ids of tests that add nothing to what other tests cover.

    This is known only if the source has not changed since the tests were verified and since coverage was
    measured, and not for tests that the user has edited. Left out are tests that replace others, as they
    repair rather than add, and those that were kept only for the mutants that they kill: what other tests
    covered then as well says nothing of them.
    """
    from testloom.store import MeasuredFiles, open_store

    found = set[str]()
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
                found |= {test.id for test in here if not _adds(test, measured.reach)}
    except StoreError as error:
        _log.warning("Coverage is unknown: %s", error)
    return frozenset(found)


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


def _adds(test: OfferedTest, reach: Reach) -> bool:
    """Check whether a test covers a line or a branch that no other test does.

    The line of a branch is the first that only this branch leads to, or else that of its condition.
    """

    def is_missed(by: Collection[str]) -> bool:
        return all(_function(other) == test.name for other in by)

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
