"""Generates tests that kill surviving mutants.

Code that a test executes can be wrong without consequences for the test: the dict was empty, the number
was nowhere near the bound. So tests that reach a surviving mutant are varied as the search varies them,
until a variant kills it; the variant is then minimised while it kills the same mutants (Fraser, Zeller:
Mutation-driven generation of unit tests and oracles, TSE 2012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, repeat, takewhile
from typing import TypeAlias

from testloom.model.execution import Executor
from testloom.model.mutation import Assessment, Mutant, Mutants, function_name
from testloom.model.statements import ACTING, CallStatement, Statement, TestCase, distinct
from testloom.model.subject import Subject
from testloom.model.texts.names import ENTERING, LEAVING
from testloom.oracle.observation import common_to
from testloom.oracle.selection.choice import killed
from testloom.oracle.selection.kills import Observed
from testloom.oracle.selection.returns import OPERATOR
from testloom.oracle.strengthening.variation import BATCH, Variation
from testloom.search import (
    CUTTING,
    MAKING_PLAIN,
    Chromosome,
    Knowledge,
    connected,
    evaluated,
    is_broken,
    is_last_resort,
    may_seek,
    minimise,
    nonconformance,
    one_by_one,
    prepares,
    preparing_in_turn,
    seeks_in_vain,
    supplying,
)

SECONDS_A_BATCH = 1.0
FEW = 5
"""The number of tests in a group that has time to run with all mutants."""
MOST_UNTOLD = 25
"""The most tests observed for one symptom that a mutant causes and that no assertion shows."""
Symptom: TypeAlias = tuple[str, ...]
"""An effect of a mutant on a test: how the run ends, or the call and the facet that differ."""
MOST_PREPARED = 2
"""The number of tests per mutant that are tried with every call that prepares them."""
MOST_SUPPLIED, ROUNDS = 60, 3
"""The number of tests that get what they looked for in vain, and how often each such test gets more.

A query of joined tables finds nothing unless there is a row in each of them.
"""
TRIES = 2
"""How often each way to do so is tried: the rest of a row is drawn at random."""
MOST_VAIN = 5
"""The number of failed attempts to minimise tests with odd arguments, after which no more are made."""


@dataclass(slots=True)
class Strengthening:
    """Varies tests so that they kill more mutants.

    Attributes:
        knowledge: what the search has learned about values.
        executor: runs the subject as it is.
        mutants: runs the subject with mutants.
        wanted: the mutants that are to be killed.
        variation: how tests are varied.
        is_over: whether to stop.
        by_time: whether `is_over` depends on the clock, so that nothing may take long.
        reaching: other tests that reach mutants, to be varied, too, and not kept unchanged.
        tried: tests that may kill mutants without being varied.
    """

    knowledge: Knowledge
    executor: Executor
    mutants: Mutants
    wanted: Collection[Mutant]
    variation: Variation
    is_over: Callable[[], bool]
    by_time: bool
    reaching: Mapping[int, Sequence[TestCase]] = field(default_factory=dict)
    tried: Sequence[TestCase] = ()
    _open: set[int] = field(default_factory=set)
    _untold: Counter[tuple[int, Symptom]] = field(default_factory=Counter)
    _vain: Counter[int] = field(default_factory=Counter)

    def stronger(self, tests: Sequence[Observed], executions: int | None = None) -> list[Chromosome]:
        """Make tests that kill mutants which none of these tests kills.

        About `executions` tests that are prepared or varied are run for it.
        """
        if self.is_over():
            return []
        parents = {
            mutant.id: [*_parents(mutant, tests), *self.reaching.get(mutant.id, ())] for mutant in self.wanted
        }
        self._open = self.variation.begin(parents).difference(*(killed(test) for test in tests))
        beginnings = _beginnings(
            (case for known in parents.values() for case in known), self.knowledge.subject
        )
        found = list(self._kept_of_all(self._supplied(parents)))
        found += [*self._kept_of_all(distinct(beginnings)), *self._kept_of_all(self.tried)]
        ration: Iterator[object] = repeat(None) if executions is None else iter(range(executions))
        found += self._kept_of_all(case for case, _ in zip(self._prepared(parents), ration, strict=False))
        idle = 0
        while idle < self.variation.patience and not self.is_over() and list(islice(ration, BATCH)):
            batch = self.variation.batch(self._open)
            if not batch.wanted:
                break
            last_resort = {case for case, parent in batch.tests.items() if is_last_resort(parent)}
            kept = list(self._kept(self._passing(batch.tests, last_resort), self._open & batch.wanted))
            found += kept
            idle = 0 if kept else idle + 1
        return found

    def _supplied(self, parents: Mapping[int, Sequence[TestCase]]) -> Iterator[TestCase]:
        """The shortest tests that reach open mutants, with what they look for in vain.

        What queries find in an empty database tells little.
        """
        if not may_seek(self.knowledge):
            return
        wanted = (mutant.id for mutant in self.wanted if mutant.id in self._open)
        cases = list(distinct(case for id in wanted for case in sorted(parents[id], key=len)[:1]))
        left = MOST_SUPPLIED
        for _ in range(ROUNDS):
            told = [result.touched for result in self.executor.execute(cases)] if cases else []
            steps = (
                step
                for case, touched in zip(cases, told, strict=True)
                if seeks_in_vain(touched, self.knowledge)
                for step in supplying(case, touched, self.knowledge) * TRIES
            )
            made = (case for step in islice(steps, left) if (case := step()) is not None)
            cases = list(distinct(made))
            left -= len(cases)
            yield from cases

    def _prepared(self, parents: Mapping[int, Sequence[TestCase]]) -> Iterator[TestCase]:
        """The shortest tests that reach open mutants, with each call that prepares the one they are in.

        What is returned of an object that nothing has been done with is mostly empty: mutants of what is
        returned come first.
        """
        calls: dict[tuple[TestCase, int], None] = {}
        is_open = [mutant for mutant in self.wanted if mutant.id in self._open]
        for mutant in sorted(is_open, key=lambda one: one.operator != OPERATOR):
            for case in sorted(parents[mutant.id], key=len)[:MOST_PREPARED]:
                own = [s.id for s in case if self._function(s) == mutant.function]
                calls.update(dict.fromkeys((case, call) for call in own[-1:]))
        yield from distinct(preparing_in_turn(calls, self.knowledge))

    def _function(self, statement: Statement) -> str:
        """The function that a statement calls, as mutants name it; empty if it calls none."""
        called = self.knowledge.subject.callables.get(getattr(statement, "callable", ""))
        return function_name(called.code) if called is not None else ""

    def _kept_of_all(self, tests: Iterable[TestCase]) -> Iterator[Chromosome]:
        """Those of tests that are not varied: each is looked at, however long the others take.

        As long as there is time, they are made batch by batch.
        """
        cases = takewhile(lambda _: not self.is_over(), tests)
        while batch := list(islice(cases, BATCH)):
            passing = [] if self.is_over() else self._passing(batch, ())
            for first in range(0, len(passing), FEW):
                if not self.is_over():
                    yield from self._kept(passing[first : first + FEW], self._open)

    def _passing(self, tests: Iterable[TestCase], last_resort: Collection[TestCase]) -> list[Chromosome]:
        """Those of the tests that a person would keep; some of them may use doubles and private names."""
        cases = list(tests)
        executed = zip(cases, self.executor.execute(cases), strict=True)
        variants = [evaluated(case, result) for case, result in executed]
        return [
            variant
            for variant in variants
            if variant.is_presentable
            and not is_broken(variant.case, self.knowledge)
            and self._ends_well(variant)
            and (not variant.is_last_resort or variant.case in last_resort)
            and not _leaves_unentered(variant.case)
        ]

    def _ends_well(self, variant: Chromosome) -> bool:
        """Whether a test passes, or the last of its calls ends in an exception that the project raises."""
        error = variant.result.exception
        if variant.result.end == "passed":
            return True
        calls = [statement.id for statement in variant.case if isinstance(statement, ACTING)]
        is_last = bool(calls) and variant.result.statement == calls[-1]
        return error is not None and error.explicit and is_last

    def _kept(self, variants: Sequence[Chromosome], wanted: Collection[int]) -> Iterator[Chromosome]:
        """Those that kill something new, as small as they get; those that kill most come first."""
        by_case = {variant.case: variant for variant in variants}
        assessed = dict(zip(by_case, self._assessed(list(by_case), wanted), strict=True))
        for case, assessment in assessed.items():
            effects = assessment.effects if assessment is not None else {}
            reached = {mutant: effect.infects for mutant, effect in effects.items() if mutant in self._open}
            self.variation.take_in(case, reached)
        killing = self._seen_to_kill(assessed)
        while killing:
            case = max(killing, key=partial(self._worth, killing))
            if not (new := killing.pop(case) & self._open):
                return
            if not (self._nonconformance(case) and self._are_hopeless(new)):
                yield from self._kept_of(by_case[case], assessed[case])
            if self.is_over():
                return

    def _worth(self, killing: Mapping[TestCase, Collection[int]], case: TestCase) -> tuple[int, bool, int]:
        """How much a test kills that is still open; among equals, plain and short ones first."""
        is_plain = not (self._nonconformance(case) or is_last_resort(case))
        return len(self._open & set(killing[case])), is_plain, -len(case)

    def _kept_of(self, variant: Chromosome, assessment: Assessment | None) -> Iterator[Chromosome]:
        """The variant as small as it gets while it kills all open mutants that it kills, not only the wanted.

        Making a test small takes much longer than finding out what else it kills, as far as there is time.
        """
        known = assessment.effects if assessment is not None else {}
        [more] = self._assessed([variant.case], self._open - known.keys())
        effects = {**(more.effects if more is not None else {}), **known}
        new = self._killed(variant.case, Assessment(effects))
        if not new:
            return
        small = self._minimised(variant, frozenset(new))
        if self.is_over():
            return  # it may be larger than necessary
        if self._nonconformance(small.case):
            self._vain.update(new)
        else:
            parts = self._apart(small, new)
            self._open -= new
            yield from parts

    def _are_hopeless(self, mutants: Iterable[int]) -> bool:
        """Whether only odd arguments seem to kill mutants: making such tests small takes long."""
        return all(self._vain[mutant] >= MOST_VAIN for mutant in mutants)

    def _assessed(
        self, cases: Sequence[TestCase], wanted: Collection[int], *, until_survived: bool = False
    ) -> list[Assessment | None]:
        seconds = SECONDS_A_BATCH if self.by_time else None
        return self.mutants.assess(cases, seconds, wanted, until_survived=until_survived)

    def _minimised(self, variant: Chromosome, new: frozenset[int]) -> Chromosome:
        """The variant as small as it gets while it kills the same; how often it was observed is no matter.

        A smaller test is taken to kill what has one of the effects that it has on the variant. Whether
        assertions show them is observed in the end.
        """
        most = self._nonconformance(variant.case)
        [assessment] = self._assessed([variant.case], new)
        known = _effects(variant.case, assessment)

        def still(cases: Sequence[TestCase]) -> Iterator[bool]:
            for start in range(0, len(cases), FEW):  # mostly one of the first does
                few = cases[start : start + FEW]
                fitting = [case for case in few if is_fitting(case)]
                told = dict(zip(fitting, self._assessed(fitting, new, until_survived=True), strict=True))
                yield from (case in told and has_all(_effects(case, told[case])) for case in few)

        def has_all(effects: Mapping[int, set[Symptom]]) -> bool:
            return all(known.get(mutant, set()) & effects.get(mutant, set()) for mutant in new)

        def is_fitting(case: TestCase) -> bool:
            return self._nonconformance(case) <= most and not is_broken(case, self.knowledge)

        def kills(case: TestCase) -> bool:
            [assessment] = self._assessed([case], new)
            return new <= self._killed(case, assessment)

        smaller = partial(minimise, variant, (), self.knowledge.subject, self.executor, self.is_over)
        small = smaller(still)
        if kills(small.case):
            return small
        # Tests that ran in one process may have affected each other, or what differs is not shown.
        return smaller(one_by_one(lambda case: is_fitting(case) and kills(case)), (*CUTTING, *MAKING_PLAIN))

    def _apart(self, test: Chromosome, new: Collection[int]) -> list[Chromosome]:
        """A test that does several things as one for the mutants of each function, if all are shorter."""
        statements = test.case.statements
        used = {reference for statement in statements for reference in statement.references}
        subject = self.knowledge.subject
        ends = [
            s for s in statements if isinstance(s, ACTING) and s.id not in used and not prepares(s, subject)
        ]
        functions: dict[str, set[int]] = {}
        for mutant in self.wanted if len(ends) > 1 else ():
            if mutant.id in new:
                functions.setdefault(mutant.function, set()).add(mutant.id)
        if len(functions) < 2:
            return [test]
        parts = [self._minimised(test, frozenset(own)) for own in functions.values()]
        return parts if all(len(part.case) < len(test.case) for part in parts) else [test]

    def _nonconformance(self, case: TestCase) -> int:
        return nonconformance(case, self.knowledge.subject)

    def _seen_to_kill(self, assessed: Mapping[TestCase, Assessment | None]) -> dict[TestCase, set[int]]:
        """Tests whose assertions would kill open mutants, as far as one observation tells.

        Only those are observed that may kill mutants in a way in which few others failed to.
        """
        worth = {
            case: assessment
            for case, assessment in assessed.items()
            if assessment is not None
            and any(self._untold[symptom] < MOST_UNTOLD for symptom in _symptoms(case, assessment))
        }
        seen = self.executor.observe(list(worth), together=True) if worth else []
        killing: dict[TestCase, set[int]] = {}
        for (case, assessment), observations in zip(worth.items(), seen, strict=True):
            if kills := self._open & killed(Observed(case, observations, assessment)):
                killing[case] = kills
            else:
                self._untold.update(set(_symptoms(case, assessment)))
        return killing

    def _killed(self, case: TestCase, assessment: Assessment | None) -> set[int]:
        """The open mutants that an assertion of the test would kill: one of what it shows each time."""
        if assessment is None:
            return set()
        [first], [second] = self.executor.observe([case]), self.executor.observe([case], together=True)
        observations = common_to(first, second)
        if not observations or any(entry.denied for entry in first):
            return set()
        return self._open & killed(Observed(case, observations, assessment))


def _parents(mutant: Mutant, tests: Sequence[Observed]) -> list[TestCase]:
    """The tests that reach a mutant; if there are none, those that call its function."""
    reaching = [
        test.case for test in tests if test.assessment is not None and mutant.id in test.assessment.effects
    ]
    return reaching or [test.case for test in tests if _calls(test.case, mutant.function)]


def _symptoms(case: TestCase, assessment: Assessment) -> Iterator[tuple[int, Symptom]]:
    """What mutants leave behind in a test, each at most once for each call and part of a value."""
    called = {s.id: s.callable for s in case.statements if isinstance(s, CallStatement)}
    for mutant, effect in assessment.effects.items():
        if effect.end != "survived" and not effect.differences:
            yield mutant, (effect.end,)
        for one in effect.differences:
            names = (part for part in one.way if isinstance(part, str))
            yield mutant, (called.get(one.statement, ""), one.facet, *names)


def _effects(case: TestCase, assessment: Assessment | None) -> dict[int, set[Symptom]]:
    """The symptoms in a test by the mutant that causes them."""
    found: dict[int, set[Symptom]] = {}
    for mutant, symptom in _symptoms(case, assessment) if assessment is not None else ():
        found.setdefault(mutant, set()).add(symptom)
    return found


def _leaves_unentered(case: TestCase) -> bool:
    """Whether a test calls what a `with` statement calls at its end, but not what it calls at first."""
    calls = case.calls
    entered = {call.receiver for call in calls if call.callable.endswith(ENTERING)}
    return any(call.callable.endswith(LEAVING) and call.receiver not in entered for call in calls)


def _calls(case: TestCase, function: str) -> bool:
    """Whether a test calls a function, or the one that it is defined in."""
    called = [s.callable.partition(":")[2] for s in case.calls]
    return any(f"{function}.".startswith(f"{name}.") for name in called)


def _beginnings(tests: Iterable[TestCase], subject: Subject) -> Iterator[TestCase]:
    """The tests, and what they do up to each of their statements, as tests of their own."""
    for case in distinct(tests):
        for place, statement in enumerate(case.statements, 1):
            if isinstance(statement, CallStatement):
                yield connected(TestCase(case.statements[:place]), subject)
