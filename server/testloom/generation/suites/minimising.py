"""Minimisation of what a search keeps: tests become small and plain, and one for each thing that they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from testloom.generation.suites.asserting import Kept
from testloom.generation.suites.spies import with_spies
from testloom.generation.timing.pacing import UNHURRIED, Pace
from testloom.model.containment import Contained, Defect, raised
from testloom.model.execution import Executor
from testloom.model.statements import ACTING, ClassStatement, Statement, TestCase, substitute
from testloom.model.subject import Subject
from testloom.oracle import usual_assertions
from testloom.search import (
    CUTTING,
    MAKING_PLAIN,
    REPLACING_DOUBLES,
    Archive,
    Chromosome,
    Goal,
    GoalIndex,
    Larger,
    Pass,
    Still,
    answered,
    evaluated,
    minimise,
    minimised_together,
    one_by_one,
    prepares,
    with_attributes,
    without_unused,
)
from testloom.search.minimisation.values.conformance import is_well_typed

_ANY: Still = one_by_one(lambda case: True)


def kept_of(archive: Archive) -> list[Kept]:
    """Collect the tests of an archive, and those that show undocumented exceptions."""
    return [*archive.suite(), *((finding, []) for finding in archive.findings.values())]


def minimised(
    chosen: Iterable[Kept],
    subject: Subject,
    executor: Executor,
    pace: Pace = UNHURRIED,
    suits: Callable[[TestCase, TestCase], bool] = lambda case, smaller: True,
    *,
    may_replace: bool = True,
    defect: Defect = raised,
) -> list[Kept]:
    """Minimise the chosen tests, as far as each smaller version `suits` in the place of the original.

    A test may replace another whose goals it covers, too, unless `may_replace` is false. Once refining is
    over, no test is divided or gets answers and spies any more. Where a step fails for a `defect`, tests stay
    as they were before it.

    All tests take the first step together. Then they are cut, then their values made plain, then doubles
    replaced, so that none is long or odd, or uses a double in vain, if there is no time to make all of them
    as simple as possible. All that is done first for those with doubles and private names.
    """
    work = _Minimising(subject, executor, pace, defect)
    ordered = sorted(chosen, key=lambda entry: not entry[0].is_last_resort)
    small = work.small(
        [Larger(test, goals, one_by_one(partial(suits, test.case))) for test, goals in ordered]
    )
    if may_replace:
        with Contained(defect):
            small = _needed(small, subject)
    return once_each(part for test in small for part in work.divided(work.smaller(test)))


@dataclass(frozen=True, slots=True)
class _Minimising:
    """The work on tests as far as there is time; where a step fails, they stay as they were before it."""

    subject: Subject
    executor: Executor
    pace: Pace
    defect: Defect

    def small(self, tests: Sequence[Larger]) -> list[Larger]:
        """All tests, after the passes that make the largest differences."""
        with Contained(self.defect):
            tests = minimised_together(tests, self.subject, self.executor, self.pace.minimising_is_over)
        small: list[Larger] = []
        for is_last_resort in (True, False):
            few = [test for test in tests if test.chromosome.is_last_resort == is_last_resort]
            for passes in (CUTTING, MAKING_PLAIN, REPLACING_DOUBLES):
                few = [self.smaller(test, passes) for test in few]
            small += few
        return small

    def smaller(self, test: Larger, passes: Sequence[Pass] | None = None) -> Larger:
        """The test after some passes, or after all of them."""
        with Contained(self.defect):
            return test._replace(chromosome=self._minimised(*test, passes))
        return test

    def divided(self, test: Larger) -> list[Kept]:
        """A test, or those that it consists of, with what their doubles answer or hold, and with spies."""
        whole = test.chromosome, list(test.goals)
        if not self.pace.refining_is_over():
            with Contained(self.defect):
                return [
                    (self._with_spies(end, its), its)
                    for part, own in self._defining_apart(*whole)
                    for end, its in self._ends_apart(part, own)
                ]
        return [whole]

    def _with_spies(self, test: Chromosome, goals: Sequence[Goal]) -> Chromosome:
        told = answered(test, goals, self.subject, self.executor)
        told = with_attributes(told, goals, self.executor)
        return with_spies(told, goals, self.executor, self.subject)

    def _minimised(
        self,
        test: Chromosome,
        goals: Sequence[Goal],
        still: Still = _ANY,
        passes: Sequence[Pass] | None = None,
    ) -> Chromosome:
        is_over = self.pace.minimising_is_over
        return minimise(test, goals, self.subject, self.executor, is_over, still, passes)

    def _defining_apart(self, chromosome: Chromosome, goals: list[Goal]) -> list[Kept]:
        """A test that defines a class for some goals only, as two: one for these goals, one for the others.

        As it is, if it cannot be divided.
        """
        statements = chromosome.case.statements
        places = [n for n, s in enumerate(statements) if isinstance(s, ClassStatement) and s.may_act]
        if not places or places[-1] == len(statements) - 1 or len(goals) < 2:
            return [(chromosome, goals)]
        defining, own = _part(statements[: places[-1] + 1], goals, self.executor)
        left = [goal for goal in goals if goal not in own]
        rest = self._minimised(chromosome, left) if own and left else chromosome
        if any(isinstance(statement, ClassStatement) for statement in rest.case):
            return [(chromosome, goals)]
        return [(self._minimised(defining, own), own), (rest, left)]

    def _ends_apart(self, chromosome: Chromosome, goals: list[Goal]) -> list[Kept]:
        """A test with several ends, as a smaller test for each end that covers goals by itself.

        An end that shows nothing stays with what follows it: alone, it would be dropped with all that it
        covers.
        """
        used = {reference for statement in chromosome.case for reference in statement.references}
        acting = (s for s in chromosome.case if isinstance(s, ACTING) and s.id not in used)
        ends = [s.id for s in acting if not prepares(s, self.subject)]
        if len(ends) < 2 or len(goals) < 2:
            return [(chromosome, goals)]
        parts: list[Kept] = []
        left = list(goals)
        for end in reversed(ends):
            part, own = _part(_leading_to(end, chromosome.case, self.subject), left, self.executor)
            if chromosome.result.end == "passed" and part.result.end != "passed":
                continue  # it lacks what prepared it
            if own and _shows_something(part.case, self.executor):
                parts.append((self._minimised(part, own), own))
                left = [goal for goal in left if goal not in own]
        if left and parts:
            still = one_by_one(lambda case: _shows_something(case, self.executor))
            rest = self._minimised(chromosome, left, still)
            parts.append((rest, left))
            left = [] if len(rest.case) < len(chromosome.case) else left
        return [(chromosome, goals)] if left else once_each(parts)


def _needed(tests: Sequence[Larger], subject: Subject) -> list[Larger]:
    """The tests that are still needed once all are small; one that replaces others takes over their goals.

    The costliest are removed first. A test with a double, something private or a value of a wrong type never
    replaces one without.
    """
    goals = {test.chromosome: list(test.goals) for test in tests if test.goals}
    is_odd = {chromosome: not is_well_typed(chromosome.case, subject) for chromosome in goals}
    cheapest = sorted(goals, key=lambda chromosome: chromosome.cost)
    for chromosome in reversed(cheapest):
        others = [
            other
            for other in cheapest
            if other in goals and other is not chromosome
            if other.is_last_resort <= chromosome.is_last_resort and is_odd[other] <= is_odd[chromosome]
        ]
        own = goals[chromosome]
        covering = {goal: other for goal in own for other in reversed(others) if other.covers(goal)}
        if len(covering) == len(own):
            del goals[chromosome]
            for goal, other in covering.items():
                if goal not in goals[other]:
                    goals[other].append(goal)
    kept = (test for test in tests if not test.goals or test.chromosome in goals)
    return [test._replace(goals=goals[test.chromosome]) if test.goals else test for test in kept]


def _shows_something(case: TestCase, executor: Executor) -> bool:
    """Whether anything can be asserted at the end of a test."""
    [observations] = executor.observe([case])
    return bool(usual_assertions(case, observations))


def _leading_to(end: int, case: TestCase, subject: Subject) -> list[Statement]:
    """The statements of a test without those that do something but contribute nothing to this end."""
    needed = {end}
    for statement in reversed(case.statements):
        fills = prepares(statement, subject) and not needed.isdisjoint(statement.references)
        if statement.id in needed or fills:
            needed |= {statement.id, *statement.references}
    return [s for s in case.statements if s.id in needed or not isinstance(s, ACTING)]


def _part(statements: Iterable[Statement], goals: Sequence[Goal], executor: Executor) -> Kept:
    """Some statements of a test as a test of its own, with those of the goals that it covers.

    No goals if the test is not presentable.
    """
    case = without_unused(TestCase(tuple(statements)))
    [result] = executor.execute([case])
    part = evaluated(case, result, GoalIndex.of(goals))
    return part, list(filter(part.covers, goals)) if part.is_presentable else []


def once_each(kept: Iterable[Kept]) -> list[Kept]:
    """Make equal tests, as minimisation may leave them, one with the goals of all."""
    merged: dict[str, Kept] = {}
    for chromosome, goals in kept:
        key = anonymous(chromosome.case)
        _, known = merged.setdefault(key, (chromosome, []))
        known.extend(goal for goal in goals if goal not in known)
    return list(merged.values())


def anonymous(case: TestCase) -> str:
    """Encode a test case with positions in place of its ids."""
    ids = {statement.id: position for position, statement in enumerate(case.statements)}
    return "".join(substitute(statement, ids).wire for statement in case.statements)
