"""Coverage of tests that were accepted since it was last measured, as reported by their jobs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from testloom.lsp.places.outline import Outline
from testloom.model.progress.offers import OfferedTest
from testloom.model.progress.reach import Branch, Reach


def with_accepted(reach: Reach, outline: Outline, source: str, tests: Iterable[OfferedTest]) -> Reach:
    """Add the coverage of accepted tests that were verified for this source.

    Tests that were verified for another text are left out.
    """
    mark = hashlib.sha256(source.encode()).hexdigest()
    for test in tests:
        if test.verified_for == mark:
            reached = Reach(
                {line: frozenset({test.id}) for line in test.lines},
                {branch: frozenset({test.id}) for branch in _taken(reach, outline, test)},
            )
            reach = reached.joined(reach)
    return reach


def _taken(reach: Reach, outline: Outline, test: OfferedTest) -> list[Branch]:
    """Find the branches that a test certainly takes.

    These are the branches that its job names, and those whose both ends the test reaches, if the end is a
    body or the only such end.
    """
    ends: dict[int, list[int]] = {}
    for start, end in reach.branches:
        if start in test.lines and end in test.lines:
            ends.setdefault(start, []).append(end)
    return [
        (start, end)
        for start, end in reach.branches
        if (start, outline.label(start - 1, end - 1)) in test.branches
        or (end in ends.get(start, ()) and (len(ends[start]) == 1 or outline.is_body(start - 1, end - 1)))
    ]
