"""What tests reach that were accepted since coverage was measured, as their jobs have seen it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable

from testloom.lsp.places.outline import Outline
from testloom.model.progress.offers import OfferedTest
from testloom.model.progress.reach import Branch, Reach


def with_accepted(reach: Reach, outline: Outline, source: str, tests: Iterable[OfferedTest]) -> Reach:
    """What is reached of this source, also by the tests that were verified for it."""
    mark = hashlib.sha256(source.encode()).hexdigest()
    for test in tests:
        if test.verified_for == mark:
            reached = Reach(
                {line: frozenset({test.id}) for line in test.lines},
                {branch: frozenset({test.id}) for branch in _taken(reach, outline, test.lines)},
            )
            reach = reached.joined(reach)
    return reach


def _taken(reach: Reach, outline: Outline, lines: Collection[int]) -> list[Branch]:
    """The branches that a test takes for certain: into a body, or to the only one of the ends it reaches."""
    ends: dict[int, list[int]] = {}
    for start, end in reach.branches:
        if start in lines and end in lines:
            ends.setdefault(start, []).append(end)
    return [
        (start, end)
        for start, reached in ends.items()
        for end in reached
        if len(reached) == 1 or outline.is_body(start - 1, end - 1)
    ]
