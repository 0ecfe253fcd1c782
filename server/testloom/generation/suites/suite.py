"""From the test cases of the archive to tests with assertions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from testloom.generation.suites.asserting import (
    Fault,
    Kept,
    Stable,
    asserted,
    observed_twice,
    sifted,
    with_pins,
)
from testloom.generation.suites.losses import OWN_BUG, Losses
from testloom.generation.suites.spies import with_spies
from testloom.generation.suites.yielding import without_needless_private, without_weak_tests
from testloom.generation.timing.pacing import UNHURRIED, Pace
from testloom.model.containment import Contained, Defect, most_of, raised
from testloom.model.events.jobs import Finding
from testloom.model.execution import Executor, VaryingExecutor
from testloom.model.statements import ACTING, ClassStatement, Statement, TestCase, substitute
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.model.texts.messages import shown_message
from testloom.oracle import released, usual_assertions
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
from testloom.writer import ProjectStyle, UnwritableError, render

_NUMBERED = re.compile(r"([^\d]*?)(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|$)")
Analyse: TypeAlias = Callable[[Sequence[Stable]], list[Stable]]
"""A function that runs tests with mutants of the subject; it may add tests that kill more."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests in source order, and the discarded tests.

    `kills` are the mutants that each test kills, by the test's id. Tests that show `findings` are not
    included unless they were requested.
    """

    subject: Subject
    tests: tuple[AssertedTest, ...]
    losses: Losses
    kills: Mapping[str, frozenset[int]] = field(default_factory=dict)
    findings: tuple[Fault, ...] = ()


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
    kept: list[Kept] = []
    is_over = pace.minimising_is_over
    tests = [
        Larger(chromosome, goals, one_by_one(partial(suits, chromosome.case)))
        for chromosome, goals in sorted(chosen, key=lambda entry: not entry[0].is_last_resort)
    ]

    def smaller(test: Larger, passes: Sequence[Pass] | None = None) -> Larger:
        chromosome, goals, still = test
        with Contained(defect):
            small = minimise(chromosome, goals, subject, executor, is_over, still, passes)
            return test._replace(chromosome=small)
        return test

    with Contained(defect):
        tests = minimised_together(tests, subject, executor, is_over)
    small: list[Larger] = []
    for is_last_resort in (True, False):
        few = [test for test in tests if test.chromosome.is_last_resort == is_last_resort]
        for passes in (CUTTING, MAKING_PLAIN, REPLACING_DOUBLES):
            few = [smaller(test, passes) for test in few]
        small += few
    if may_replace:
        with Contained(defect):
            small = _needed(small, subject)
    for test in small:
        whole = smaller(test).chromosome, list(test.goals)
        parts = [whole]
        if not pace.refining_is_over():
            with Contained(defect):
                parts = list(_divided(*whole, subject, executor, is_over))
        kept += parts
    return _once_each(kept)


def _divided(
    chromosome: Chromosome,
    goals: list[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
) -> Iterator[Kept]:
    """A test, or those that it consists of, with what their doubles answer or hold, and with spies."""
    for part, own in _defining_apart(chromosome, goals, subject, executor, is_over):
        for test, its in _apart(part, own, subject, executor, is_over):
            told = with_attributes(answered(test, its, subject, executor), its, executor)
            yield with_spies(told, its, executor, subject), its


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


def build_suite(
    kept: Sequence[Kept],
    subject: Subject,
    executor: VaryingExecutor,
    analysed: Analyse = list,
    keep_findings: bool = False,
    pace: Pace = UNHURRIED,
    defect: Defect = raised,
) -> Suite:
    """Observe the tests twice, and give them assertions; one that we fail at costs no other.

    Tests are left out, or get default assertions, where Testloom fails for a `defect`.

    Raises:
        TestloomError: if the agent fails.
    """

    def built(some: Sequence[Kept], analyse: Analyse = list) -> Suite:
        return _built(some, subject, executor, analyse, keep_findings, pace, defect)

    with Contained(defect):
        return built(kept, analysed)
    sound, suite = most_of(kept, built, defect)
    if sound:
        with Contained(defect):
            suite = built(sound, analysed)
    suite = suite or Suite(subject, (), Losses())
    for _, goals in (entry for entry in kept if entry not in sound):
        suite.losses.note(OWN_BUG, (goal.id for goal in goals))
    return suite


def _built(
    kept: Sequence[Kept],
    subject: Subject,
    executor: VaryingExecutor,
    analysed: Analyse,
    keep_findings: bool,
    pace: Pace,
    defect: Defect,
) -> Suite:
    with_pinned, seen = with_pins(kept, executor, subject, pace)
    kept, losses = _once_each(with_pinned), Losses()
    stable = observed_twice(kept, seen, executor, losses)
    stable, findings = sifted(stable, subject, keep_findings, losses)
    with Contained(defect):
        stable = analysed(stable)
    tests, kills = asserted(stable, subject, losses)
    numbers = {goal.id: goal.index for _, goals in kept for goal in goals}
    with Contained(defect):
        tests = without_weak_tests(tests, kills, numbers)
        is_of_pairs = any(len(goal.steps) > 1 for _, goals in kept for goal in goals)
        if not (keep_findings or is_of_pairs):
            tests = without_needless_private(tests, kills, numbers, losses)
    with Contained(defect):
        tests = released(tests, executor, subject, pace.refining_is_over)
    tests.sort(key=lambda test: (_line(test, subject), len(test.case), _natural(_anonymous(test.case))))
    return Suite(subject, tuple(tests), losses, kills, findings)


def _defining_apart(
    chromosome: Chromosome,
    goals: list[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
) -> list[Kept]:
    """A test that defines a class for some goals only, as two: one for these goals, one for the others.

    As it is, if it cannot be divided.
    """
    statements = chromosome.case.statements
    places = [n for n, s in enumerate(statements) if isinstance(s, ClassStatement) and s.may_act]
    if not places or places[-1] == len(statements) - 1 or len(goals) < 2:
        return [(chromosome, goals)]
    defining, own = _part(statements[: places[-1] + 1], goals, executor)
    left = [goal for goal in goals if goal not in own]
    rest = minimise(chromosome, left, subject, executor, is_over) if own and left else chromosome
    if any(isinstance(statement, ClassStatement) for statement in rest.case):
        return [(chromosome, goals)]
    return [(minimise(defining, own, subject, executor, is_over), own), (rest, left)]


def _apart(
    chromosome: Chromosome,
    goals: list[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
) -> list[Kept]:
    """A test with several ends, as a smaller test for each end that covers goals by itself.

    An end that shows nothing stays with what follows it: alone, it would be dropped with all that it covers.
    """
    used = {reference for statement in chromosome.case for reference in statement.references}
    acting = (s for s in chromosome.case if isinstance(s, ACTING) and s.id not in used)
    ends = [s.id for s in acting if not prepares(s, subject)]
    if len(ends) < 2 or len(goals) < 2:
        return [(chromosome, goals)]
    parts: list[Kept] = []
    left = list(goals)
    for end in reversed(ends):
        part, own = _part(_leading_to(end, chromosome.case, subject), left, executor)
        if chromosome.result.end == "passed" and part.result.end != "passed":
            continue  # it lacks what prepared it
        if own and _shows_something(part.case, executor):
            parts.append((minimise(part, own, subject, executor, is_over), own))
            left = [goal for goal in left if goal not in own]
    if left and parts:
        still = one_by_one(lambda case: _shows_something(case, executor))
        rest = minimise(chromosome, left, subject, executor, is_over, still)
        parts.append((rest, left))
        left = [] if len(rest.case) < len(chromosome.case) else left
    return [(chromosome, goals)] if left else _once_each(parts)


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


def _once_each(kept: Iterable[Kept]) -> list[Kept]:
    """The tests, each once: equal ones, as minimisation may make them, become one with the goals of all."""
    merged: dict[str, Kept] = {}
    for chromosome, goals in kept:
        key = _anonymous(chromosome.case)
        _, known = merged.setdefault(key, (chromosome, []))
        known.extend(goal for goal in goals if goal not in known)
    return list(merged.values())


def _natural(text: str) -> list[tuple[float, str]]:
    """A key that sorts numbers in a text by their size."""
    return [(float(number or 0), rest) for rest, number in _NUMBERED.findall(text)]


def _anonymous(case: TestCase) -> str:
    """The text of a test case with its ids replaced by positions."""
    ids = {statement.id: position for position, statement in enumerate(case.statements)}
    return "".join(substitute(statement, ids).wire for statement in case.statements)


def _line(test: AssertedTest, subject: Subject) -> int:
    known = subject.callables.get(test.callable)
    return known.line if known is not None else 0


def findings_of(suite: Suite) -> Iterator[Finding]:
    """Yield an event for each undocumented exception, with the test that shows it."""
    for fault in suite.findings:
        test, error = fault.test, fault.error
        try:
            rendered = render([test], suite.subject, None, ProjectStyle())
            source, complete = rendered.tests[0].source, rendered.text
        except UnwritableError:
            source = complete = ""
        line, message = suite.subject.line_of(test.callable), shown_message(error.message)
        yield Finding(test.callable, line, error.type, message, source, complete)
