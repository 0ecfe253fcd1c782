"""Tests that only say that a function was returned make way for those that call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testloom.model.suite import AssertedTest
from testloom.oracle import says_function


def without_mere_functions(
    tests: Sequence[AssertedTest], kills: Mapping[str, frozenset[int]], numbers: Mapping[str, int]
) -> list[AssertedTest]:
    """The tests without those of which another of the same callable covers and notices all that they do.

    That one is there for their goals, too. `kills` are the mutants that each test notices, by its id,
    `numbers` those of goals, by their ids.
    """
    kept = [test for test in tests if not _is_mere(test)]
    noticed = frozenset[int]().union(*(kills.get(test.id, frozenset()) for test in kept))
    for weak in filter(_is_mere, tests):
        stronger = [test for test in kept if not _is_mere(test) and _covers(test, weak, numbers)]
        if not stronger or not kills.get(weak.id, frozenset()) <= noticed:
            kept.append(weak)
            continue
        best = min(stronger, key=lambda test: len(test.case))
        kept[kept.index(best)] = replace(
            best,
            goals=tuple(dict.fromkeys((*best.goals, *weak.goals))),
            covers=tuple(dict.fromkeys((*best.covers, *weak.covers))),
        )
    return kept


def _is_mere(test: AssertedTest) -> bool:
    return all(map(says_function, test.assertions))


def _covers(test: AssertedTest, weak: AssertedTest, numbers: Mapping[str, int]) -> bool:
    return test.callable == weak.callable and all(numbers.get(goal) in test.hits for goal in weak.goals)
