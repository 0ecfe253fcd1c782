"""Replacement of tests with hardly any assertion by tests that cover the same goals and assert more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testloom.model.suite import AssertedTest
from testloom.oracle import holds_always, says_function


def without_weak_tests(
    tests: Sequence[AssertedTest], kills: Mapping[str, frozenset[int]], numbers: Mapping[str, int]
) -> list[AssertedTest]:
    """Drop weak tests if another test covers and kills all that they do.

    Tests are weak if they only assert that a function was returned, and another of the same callable exists,
    or if their assertions hold whatever the code does. The other test takes over their goals. `kills` are the
    mutants that each test kills, by its id, `numbers` those of goals, by their ids.
    """
    kept = [test for test in tests if not _is_weak(test)]
    killed = frozenset[int]().union(*(kills.get(test.id, frozenset()) for test in kept))
    for weak in filter(_is_weak, tests):
        stronger = [test for test in kept if not _is_weak(test) and _covers(test, weak, numbers)]
        if not stronger or not kills.get(weak.id, frozenset()) <= killed:
            kept.append(weak)
            continue
        best = min(stronger, key=lambda test: (test.callable != weak.callable, len(test.case)))
        covers = weak.covers if best.callable == weak.callable else ()
        kept[kept.index(best)] = replace(
            best,
            goals=tuple(dict.fromkeys((*best.goals, *weak.goals))),
            covers=tuple(dict.fromkeys((*best.covers, *covers))),
        )
    return kept


def _is_weak(test: AssertedTest) -> bool:
    return all(map(says_function, test.assertions)) or _cannot_fail(test)


def _cannot_fail(test: AssertedTest) -> bool:
    """Whether all assertions of a test always hold; without any, its doubles may still make it fail."""
    return bool(test.assertions) and all(holds_always(assertion, test.case) for assertion in test.assertions)


def _covers(test: AssertedTest, weak: AssertedTest, numbers: Mapping[str, int]) -> bool:
    is_about_it = test.callable == weak.callable or _cannot_fail(weak)
    return is_about_it and all(numbers.get(goal) in test.hits for goal in weak.goals)
