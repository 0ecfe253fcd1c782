"""Assertions for observed tests; tests that show a fault of the subject become findings."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TypeAlias

from testloom.generation.suites.losses import Losses
from testloom.generation.suites.unsupported import raised_by_operators
from testloom.generation.timing.pacing import UNHURRIED, Pace
from testloom.model.execution import Executor, Observation, RaisedException, VaryingExecutor
from testloom.model.mutation import Assessment
from testloom.model.observed import Same
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    MakeStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, Assertion, ExceptionAssertion, ValueAssertion
from testloom.oracle import (
    Choice,
    Observed,
    choose_assertions,
    is_vacuous,
    leaves_threads,
    observe_stable,
    pinned,
    says_little,
    warned_of,
)
from testloom.search import Chromosome, Goal, Judgement, conditions_met, judge, private_in, subject_of

Kept: TypeAlias = tuple[Chromosome, list[Goal]]
"""A test case and the goals that it was kept for."""
EXTENDED = "extended"
"""The touch of a test in which a double got an attribute that it does not offer."""
REASONS: Mapping[Judgement, str] = {
    "misuse": "only shows the effect of an argument of the wrong type",
    "missing": "only shows that a package is missing",
}
"""The reason for discarding a test, by the judgement of its exception."""


@dataclass(frozen=True, slots=True)
class Stable:
    """A test that behaved the same twice, with the goals that it was kept for and its observations.

    `assessment` says which mutants of the subject it kills; None: unknown. A finding is kept regardless
    of goals.
    """

    chromosome: Chromosome
    goals: Sequence[Goal]
    observations: Sequence[Observation]
    assessment: Assessment | None = None
    is_finding: bool = False

    @property
    def case(self) -> TestCase:
        """The test with what a fluent method returned called by the name of its object again."""
        return _without_aliases(self.chromosome.case, self.observations)

    @property
    def as_run(self) -> Observed:
        """The test as it was run, to be run with mutants."""
        return Observed(self.chromosome.case, self.observations)

    @property
    def observed(self) -> Observed:
        """The test for the choice of its assertions."""
        return Observed(self.case, self.observations, self.assessment, bool(self.goals) or self.is_finding)


@dataclass(frozen=True, slots=True)
class Fault:
    """The shortest test for an undocumented exception, and that exception."""

    test: AssertedTest
    error: RaisedException


Seen: TypeAlias = Mapping[str, list[Observation]]
"""Observations of tests in separate processes, by the `wire` of the test."""


def with_pins(
    kept: Sequence[Kept],
    executor: VaryingExecutor,
    subject: Subject,
    pace: Pace = UNHURRIED,
) -> tuple[list[Kept], Seen]:
    """Add pins of the environment to the tests that need some.

    Also return the observations of the other tests.
    """
    fresh = count(1 + max((s.id for chromosome, _ in kept for s in chromosome.case), default=0))
    tests = [(chromosome.case, chromosome.result.touched) for chromosome, _ in kept]
    made = pinned(tests, executor, fresh, subject, pace.refining_is_over, pace.observing_is_over)
    cases = [
        (replace(chromosome, case=case), goals)
        for (chromosome, goals), (case, _) in zip(kept, made, strict=True)
    ]
    return cases, {case.wire: observations for case, observations in made if observations is not None}


def observed_twice(kept: Sequence[Kept], seen: Seen, executor: Executor, losses: Losses) -> list[Stable]:
    """Select the tests that behave the same twice, with their observations.

    Count the dropped tests in `losses`, by reason. Observations that were already `seen` count as the first
    time.
    """
    observed = observe_stable([chromosome.case for chromosome, _ in kept], executor, seen)
    stable: list[Stable] = []
    for (chromosome, goals), observations in zip(kept, observed, strict=True):
        if observations is None:
            losses.note("outcome differs from run to run", _ids(goals))
        elif leaves_threads(observations):
            losses.note("leaves a thread running", _ids(goals))
        elif any(entry.denied for entry in observations):
            losses.note("blocked by the guard in a fresh process", _ids(goals))
        else:
            stable.append(Stable(_as_far_as_it_ran(chromosome, observations), goals, observations))
    return stable


def _as_far_as_it_ran(chromosome: Chromosome, observations: Sequence[Observation]) -> Chromosome:
    """The test without the statements after the one that raised, which did not run.

    Minimisation removes these as well, where there is time for it.
    """
    if not observations or observations[-1].exception is None:
        return chromosome
    statements = chromosome.case.statements
    ran = next(n for n, statement in enumerate(statements, 1) if statement.id == observations[-1].statement)
    return replace(chromosome, case=TestCase(statements[:ran]))


def asserted(
    stable: Sequence[Stable], subject: Subject, losses: Losses
) -> tuple[list[AssertedTest], dict[str, frozenset[int]]]:
    """Choose the assertions of the tests, and find the mutants that each assessed test kills.

    Count the dropped tests in `losses`, by reason. A test that others replace is left out without being
    counted.
    """
    observed = [entry.observed for entry in stable]
    tests, kills = [], {}
    written = {known.id: known.writes for known in subject.callables.values() if known.kind == "method"}
    for entry, choice in zip(stable, choose_assertions(observed, written), strict=True):
        if (choice.assertions and not _is_pointless(entry, choice, subject)) or _has_orders(entry):
            assertions = raised_by_operators(choice.assertions, entry.case, subject)
            test = _test(entry, assertions, subject)
            tests.append(test)
            if entry.assessment is not None:
                kills[test.id] = choice.kills
        elif choice.needed:
            losses.note("nothing to assert", _ids(entry.goals))
    return tests, kills


def _ids(goals: Iterable[Goal]) -> Iterator[str]:
    return (goal.id for goal in goals)


def _has_orders(test: Stable) -> bool:
    """Whether a test checks what a double was told to do."""
    return any(isinstance(statement, DoubleStatement) and statement.orders for statement in test.case)


def _is_pointless(test: Stable, choice: Choice, subject: Subject) -> bool:
    """Whether a test only says that it ran, or nothing of the subject.

    It only says that it ran if it asserts nothing else, kills nothing, and covers mere calls or uses private
    names.
    """
    if private_in(test.case) and all(map(_says_that_it_is_abstract, choice.assertions)):
        return True
    if _ends_in_its_own_method(test.case) and not choice.kills:
        return True
    if all(_is_of_the_library(assertion, test.case, subject) for assertion in choice.assertions):
        return True
    covers_calls_only = bool(test.goals) and all(goal.is_mere_call for goal in test.goals)
    is_known = test.assessment is not None
    is_weak = covers_calls_only or (is_known and bool(private_in(test.case)))
    is_empty = says_little if is_known else is_vacuous
    return is_weak and not choice.kills and all(map(is_empty, choice.assertions))


def _ends_in_its_own_method(case: TestCase) -> bool:
    """Whether the last call of a test is to a method that a class of the test itself defines."""
    statements: Mapping[int | None, Statement] = {statement.id: statement for statement in case}
    last = case.statements[-1]
    made = statements.get(last.receiver) if isinstance(last, CallStatement) else None
    kind = statements.get(made.receiver) if isinstance(made, MakeStatement) else None
    if not isinstance(last, CallStatement) or not isinstance(kind, ClassStatement):
        return False
    name = last.callable.rpartition(".")[2]
    return any(m.name == name and m.kind == "method" and m.decorator is None for m in kind.members)


def _is_of_the_library(assertion: Assertion, case: TestCase, subject: Subject) -> bool:
    """Whether an assertion is about a value that only the standard library has made of plain values."""
    if not isinstance(assertion, ValueAssertion) or assertion.after != assertion.statement:
        return False
    statements = {statement.id: statement for statement in case}
    waiting, makers = [assertion.statement], set[str]()
    while waiting:
        statement = statements[waiting.pop()]
        if not isinstance(statement, CallStatement | LiteralStatement | CollectionStatement):
            return False
        waiting += statement.references
        makers.add(getattr(statement, "callable", "builtins:").partition(":")[0])
    packages = {maker.partition(".")[0] for maker in makers}
    return subject.module not in makers and packages <= sys.stdlib_module_names


def _says_that_it_is_abstract(assertion: Assertion) -> bool:
    return isinstance(assertion, ExceptionAssertion) and assertion.type == "builtins:NotImplementedError"


def sifted(
    stable: Iterable[Stable], subject: Subject, keep_findings: bool, losses: Losses
) -> tuple[list[Stable], tuple[Fault, ...]]:
    """Split the tests into those to keep and the shortest test for each undocumented exception.

    The latter are also among the kept ones if findings are to be kept. Count the dropped tests, by reason.
    """
    kept: list[Stable] = []
    found: dict[tuple[str, str], tuple[Stable, RaisedException]] = {}
    for entry in stable:
        last = entry.observations[-1] if entry.observations else None
        error = last.exception if last else None
        callable_id = subject_of(entry.case, subject)
        judgement: Judgement = "announced"
        if last is not None and error is not None:
            judgement = judge(error, entry.case, callable_id, subject, last.touched)
        if judgement in REASONS:
            losses.note(REASONS[judgement], _ids(entry.goals))
            continue
        if judgement == "finding" and error is not None:
            finding = replace(entry, is_finding=True), error
            known = found.setdefault((callable_id, error.type), finding)
            found[callable_id, error.type] = min(known, finding, key=lambda one: len(one[0].case.wire))
            if not (keep_findings and entry.goals):
                continue
        kept.append(entry)
    others = [entry.chromosome for entry in kept]
    kept += [entry for entry, _ in found.values() if keep_findings and entry.chromosome not in others]
    return kept, tuple(Fault(_shown(entry, subject), error) for entry, error in found.values())


def _shown(finding: Stable, subject: Subject) -> AssertedTest:
    """The test that shows a finding."""
    [choice] = choose_assertions([Observed(finding.case, finding.observations)])
    return _test(finding, choice.assertions, subject)


def _test(entry: Stable, assertions: tuple[Assertion, ...], subject: Subject) -> AssertedTest:
    case = entry.case
    callable_id = subject_of(case, subject)
    name = hashlib.sha256(f"{case.wire}{assertions}".encode()).hexdigest()[:16]
    labels = tuple(goal.label for goal in entry.goals)
    theirs = dict.fromkeys(label for goal in entry.goals for label in goal.also_met)
    met = (*conditions_met(entry.chromosome, callable_id, subject), *theirs)
    goals = tuple(_ids(entry.goals))
    hits, driven = entry.chromosome.hits, tuple(_driven(entry, subject))
    touched = chain.from_iterable(seen.touched for seen in entry.observations)
    extended = frozenset(int(touch[1]) for touch in touched if touch[0] == EXTENDED)
    warned = warned_of(entry.observations)
    return AssertedTest(
        name, case, assertions, callable_id, labels, met, goals, hits, driven, extended, warned
    )


def _driven(entry: Stable, subject: Subject) -> Iterator[tuple[int, str]]:
    """The statements that the agent drove to their end, and how, if their definition does not call for it."""
    for statement, seen in zip(entry.chromosome.case.statements, entry.observations, strict=False):
        known = subject.callables.get(getattr(statement, "callable", ""))
        is_defined_so = known is not None and (known.is_coroutine or known.is_generator)
        if seen.driven and not is_defined_so:
            yield statement.id, seen.driven


def _without_aliases(case: TestCase, observations: Sequence[Observation]) -> TestCase:
    """The test with references to what a fluent method returned changed to its object, which is the same."""
    same = {entry.statement: entry.value.reference for entry in observations if isinstance(entry.value, Same)}
    statements = []
    for statement in case:
        others = {alias: known for alias, known in same.items() if alias != statement.id}
        statements.append(substitute(statement, others))
    return TestCase(tuple(statements))
