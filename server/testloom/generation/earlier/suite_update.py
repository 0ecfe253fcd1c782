"""Comparison of new suites with earlier ones: a suite is extended, or replaced only by a better one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from testloom.generation.suites.asserting import Kept
from testloom.model.generation_request import Earlier
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.search import Goal, subject_of


@dataclass(frozen=True, slots=True)
class SuiteUpdate:
    """The units of a request, with their existing suites; without units, every test is admitted."""

    earlier: Sequence[Earlier] = ()

    def admitted(self, tests: Sequence[AssertedTest]) -> list[AssertedTest]:
        """Select the tests of the units whose new suite is better."""
        improved = self.improved_units(tests)
        return [test for test in tests if not self.earlier or self.unit_of(test) in improved]

    @property
    def keeps_all(self) -> bool:
        """Whether the suites of all units stay: none of their tests needs a look."""
        return bool(self.earlier) and all(entry.grows for entry in self.earlier)

    @property
    def growing(self) -> frozenset[str]:
        """The names of the units whose suites stay."""
        return frozenset(entry.unit for entry in self.earlier if entry.grows)

    @property
    def already_covered(self) -> frozenset[str]:
        """The goals, by their ids, that need no new tests: suites that stay cover them.

        What is covered, by whichever tests, may be covered by those of a suite that is replaced.
        """
        growing = [entry for entry in self.earlier if entry.grows]
        own = {goal for entry in growing for goals in entry.covers for goal in goals}
        known = {goal for entry in growing if not entry.to_revalidate for goal in entry.covered}
        leaving = {goal for entry in self.earlier if not entry.grows for goal in entry.shared}
        return frozenset(own | (known - leaving))

    def with_new_goals(self, kept: Iterable[Kept]) -> list[Kept]:
        """Select the tests that cover goals which no remaining suite covers, each with these goals.

        Findings stay.
        """
        known = self.already_covered
        left = [(test, goals, [goal for goal in goals if goal.id not in known]) for test, goals in kept]
        return [(test, new) for test, goals, new in left if new or not goals]

    def wanted(self, goals: Iterable[Goal], kept: Iterable[Kept]) -> list[Goal]:
        """Select the goals that the kept tests should serve well: for growing suites only the new ones."""
        new = {goal for _, found in kept for goal in found}
        return [goal for goal in goals if goal in new or unit_of_goal(goal.id) not in self.growing]

    def beating_earlier(self, kept: Sequence[Kept], subject: Subject) -> list[Kept]:
        """Select the tests, still without assertions, of units whose existing suites they beat.

        Only units whose suites seeded the search can lose their tests: the search has not got any further. A
        test that shows an undocumented exception has no goal, and stays.
        """
        tests = [_bare(str(number), entry, subject) for number, entry in enumerate(kept)]
        begun = {entry.unit for entry in self.earlier if entry.tests}
        lost = begun - self.improved_units(tests)
        return [
            entry
            for entry, test in zip(kept, tests, strict=True)
            if not test.goals or self.unit_of(test) not in lost
        ]

    def improved_units(self, tests: Sequence[AssertedTest]) -> frozenset[str]:
        """Find the units whose new suite, made of all these tests, is better than the existing one.

        Any test with a goal improves a suite that grows. If replacing the suite of one unit loses goals of
        another, the suite of the other has to be replaced, too.
        """
        found = self._improved(tests)
        while more := self._losing_goals(found, tests):
            found |= more
        return found

    def _losing_goals(self, improved: frozenset[str], tests: Sequence[AssertedTest]) -> frozenset[str]:
        """The other units whose new tests cover goals that would be lost with the replaced suites."""
        gone = {goal for entry in self._replaced(improved) for goal in entry.shared}
        left = gone.difference(*(test.goals for test in tests if self.unit_of(test) in improved))
        owners = {self.unit_of(test) for test in tests if left.intersection(test.goals)}
        return frozenset(owners & self.units - improved)

    def _improved(self, tests: Sequence[AssertedTest]) -> frozenset[str]:
        """The units whose suites get more tests, or are replaced by better ones."""
        joined = {self.unit_of(test) for test in tests if test.goals}
        return self.growing & joined | self._replaceable(tests)

    def _replaceable(self, tests: Sequence[AssertedTest]) -> frozenset[str]:
        """The units whose new suites are better than those that they have, and cover their shared goals."""
        reached = {goal for test in tests for goal in test.goals}
        covered = Counter(unit_of_goal(goal) for goal in reached)
        sizes: Counter[str] = Counter()
        for test in tests:
            sizes[self.unit_of(test)] += len(test.case)
        return frozenset(
            entry.unit
            for entry in self.earlier
            if not entry.grows and sizes[entry.unit]
            if _is_better(covered[entry.unit], sizes[entry.unit], entry.to_beat)
            if entry.to_beat is None or reached.issuperset(entry.shared)
        )

    def superseded(self, improved: Collection[str]) -> frozenset[str]:
        """Collect the functions of the test file that are replaced by better suites."""
        return frozenset(name for entry in self._replaced(improved) for name in entry.functions)

    def _replaced(self, improved: Collection[str]) -> list[Earlier]:
        return [entry for entry in self.earlier if entry.unit in improved and not entry.grows]

    def unit_of(self, test: AssertedTest) -> str:
        """Find the unit of a test: the unit that it calls, if the test is for a goal of that.

        Otherwise it is the unit of the test's goals.
        """
        called = test.callable.partition(":")[2].partition(".")[0]
        units = [unit for goal in test.goals if (unit := unit_of_goal(goal)) in self.units]
        return called if called in units or not units else units[0]

    @property
    def units(self) -> frozenset[str]:
        """The names of the units."""
        return frozenset(entry.unit for entry in self.earlier)


def _bare(id: str, kept: Kept, subject: Subject) -> AssertedTest:
    chromosome, goals = kept
    about = subject_of(chromosome.case, subject)
    return AssertedTest(id, chromosome.case, (), about, goals=tuple(goal.id for goal in goals))


def unit_of_goal(goal: str) -> str:
    """Parse the top-level function or class that a goal belongs to from the goal's id."""
    return goal.partition("/")[0].partition(".")[0]


def by_unit(goals: Iterable[str]) -> Mapping[str, list[str]]:
    """Group the ids of goals by the unit that they belong to."""
    found: dict[str, list[str]] = {}
    for goal in goals:
        found.setdefault(unit_of_goal(goal), []).append(goal)
    return found


def _is_better(covered: int, statements: int, to_beat: tuple[int, int] | None) -> bool:
    """Whether a suite covers more goals than `to_beat`, or as many with fewer statements; True if None."""
    return to_beat is None or (covered, -statements) > (to_beat[0], -to_beat[1])
