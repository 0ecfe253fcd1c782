"""Tests that yield to others: those with hardly any assertion, and private ones that add little."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testloom.generation.suites.losses import Losses
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.oracle import holds_always, says_function
from testloom.search import private_in
from testloom.search.providers.callables.callers import Callers

FEW = 2
"""The most goals that a test with a private name must cover alone to be left out, if it adds nothing else."""
FEW_TOGETHER = 3
"""The most goals that all tests of a private function must add to what public tests reach of it, likewise.

Public tests must reach at least twice as much.
"""
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
    subject: Subject,
    losses: Losses,
) -> list[AssertedTest]:
    """Drop tests with private names that cover few goals alone, and kill nothing that no other test kills.

    Such a test breaks when the code is tidied up, and says little until then. The worst go first. They stay
    where no other test is left, and where it is not known what they kill. Whatever they kill, those go that
    add little to what public tests run. `kills` and `numbers` are as in `without_weak_tests`.
    """
    private = [test for test in tests if private_in(test.case)]
    if len(private) == len(tests):
        return list(tests)
    kept = _without_what_no_caller_passes(tests, private, numbers, subject, losses)
    known = [test for test in private if test in kept and test.id in kills]
    for test in sorted(known, key=lambda one: (len(kills[one.id]), len(one.goals))):
        others = [other for other in kept if other is not test]
        hits = frozenset[int]().union(*(other.hits for other in others))
        alone = [goal for goal in test.goals if numbers.get(goal) not in hits]
        killed = frozenset[int]().union(*(kills.get(other.id, frozenset()) for other in others))
        if len(alone) <= FEW and kills[test.id] <= killed:
            losses.note(LITTLE, alone)
            kept = others
    return kept


def _without_what_no_caller_passes(
    tests: Sequence[AssertedTest],
    private: Sequence[AssertedTest],
    numbers: Mapping[str, int],
    subject: Subject,
    losses: Losses,
) -> list[AssertedTest]:
    """Drop the tests of private functions of which public tests reach the most, if they add few goals.

    What public tests do not reach there is mostly what no caller ever passes, such as a flag that is always
    false, and not worth a test by itself. Where they reach little, they may not have got far yet. Tests of
    something private that add no goal go in any case: public tests reach the same.
    """
    callers = Callers(subject)
    public = frozenset[int]().union(*(test.hits for test in tests if test not in private))
    added: dict[str, set[str]] = {}
    for test in private:
        new = {goal for goal in test.goals if numbers.get(goal) not in public}
        for name in private_in(test.case):
            added.setdefault(name, set()).update(new)
    needless = {
        name
        for name, new in added.items()
        if len(new) <= min(FEW_TOGETHER, len(callers.probes_of(name) & public) // 2)
    }
    dropped = [test for test in private if needless.issuperset(private_in(test.case))]
    for test in dropped:
        losses.note(LITTLE, [goal for goal in test.goals if numbers.get(goal) not in public])
    return [test for test in tests if test not in dropped]


def _is_weak(test: AssertedTest) -> bool:
    return all(map(says_function, test.assertions)) or _cannot_fail(test)


def _cannot_fail(test: AssertedTest) -> bool:
    """Whether all assertions of a test always hold; without any, its doubles may still make it fail."""
    return bool(test.assertions) and all(holds_always(assertion, test.case) for assertion in test.assertions)


def _covers(test: AssertedTest, weak: AssertedTest, numbers: Mapping[str, int]) -> bool:
    is_about_it = test.callable == weak.callable or _cannot_fail(weak)
    return is_about_it and all(numbers.get(goal) in test.hits for goal in weak.goals)
