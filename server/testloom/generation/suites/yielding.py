"""Tests that yield to others: those with hardly any assertion, and private ones that add little."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testloom.generation.suites.losses import Losses
from testloom.model.suite import AssertedTest
from testloom.oracle import holds_always, says_function
from testloom.search import private_in

FEW = 2
"""The most goals that a test with a private name must cover alone to be left out, if it adds nothing else."""
LITTLE = "covers little, and that only by a private name"
"""The reason for leaving out such a test."""


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


def without_needless_private(
    tests: Sequence[AssertedTest],
    kills: Mapping[str, frozenset[int]],
    numbers: Mapping[str, int],
    losses: Losses,
) -> list[AssertedTest]:
    """Drop tests with private names that cover few goals alone, and kill nothing that no other test kills.

    Such a test breaks when the code is tidied up, and says little until then. The worst go first. They stay
    where no other test is left, and where it is not known what they kill. `kills` and `numbers` are as in
    `without_weak_tests`.
    """
    kept = list(tests)
    private = [test for test in tests if private_in(test.case)]
    if len(private) == len(tests):
        return kept
    known = [test for test in private if test.id in kills]
    for test in sorted(known, key=lambda one: (len(kills[one.id]), len(one.goals))):
        others = [other for other in kept if other is not test]
        hits = frozenset[int]().union(*(other.hits for other in others))
        alone = [goal for goal in test.goals if numbers.get(goal) not in hits]
        killed = frozenset[int]().union(*(kills.get(other.id, frozenset()) for other in others))
        if len(alone) <= FEW and kills[test.id] <= killed:
            losses.note(LITTLE, alone)
            kept = others
    return kept


def _is_weak(test: AssertedTest) -> bool:
    return all(map(says_function, test.assertions)) or _cannot_fail(test)


def _cannot_fail(test: AssertedTest) -> bool:
    """Whether all assertions of a test always hold; without any, its doubles may still make it fail."""
    return bool(test.assertions) and all(holds_always(assertion, test.case) for assertion in test.assertions)


def _covers(test: AssertedTest, weak: AssertedTest, numbers: Mapping[str, int]) -> bool:
    is_about_it = test.callable == weak.callable or _cannot_fail(weak)
    return is_about_it and all(numbers.get(goal) in test.hits for goal in weak.goals)
