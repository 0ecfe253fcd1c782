"""From the archive to tests with assertions."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias

from testloom.model.execution import Executor, Observation
from testloom.model.mutation import Assessment
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    EnterStatement,
    InvokeStatement,
    TestCase,
    substitute,
)
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.oracle import Observed, choose_assertions, observe_stable, pinned
from testloom.search import Archive, Chromosome, Goal, minimise

ACTING = (CallStatement, AttributeStatement, AssignmentStatement, InvokeStatement, EnterStatement)


Kept: TypeAlias = tuple[Chromosome, list[Goal]]
"""A test and the goals that it was kept for."""
Assess: TypeAlias = Callable[[Sequence[TestCase]], list[Assessment | None]]
"""Says what mutants of the subject do to tests; None where nobody knows."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests in source order, and for what was dropped the reason and how often.

    `subject` knows of its callables what was seen as they ran: which results have to be driven to an end.
    `kills` are the mutants that each test kills, by the test's id.
    """

    subject: Subject
    tests: tuple[AssertedTest, ...]
    dropped: dict[str, int]
    kills: Mapping[str, frozenset[int]] = field(default_factory=dict)


def unassessed(tests: Sequence[TestCase]) -> list[Assessment | None]:
    """Of no test it is known what mutants do to it."""
    return [None] * len(tests)


def build_suite(
    archive: Archive,
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
    assess: Assess = unassessed,
) -> Suite:
    """Minimise the archive's tests, observe them twice, and give them assertions."""
    kept: list[Kept] = []
    for chromosome, goals in archive.suite():
        small = minimise(chromosome, goals, subject, executor, is_over)
        kept += _apart(small, goals, subject, executor, is_over)
    kept = _once_each(_with_pins(_once_each(kept), executor))
    observed = observe_stable([chromosome.case for chromosome, _ in kept], executor)
    stable: list[tuple[Kept, list[Observation]]] = []
    dropped = Counter[str]()
    for one, observations in zip(kept, observed, strict=True):
        if observations is None:
            dropped["outcome differs from run to run"] += 1
        elif any(entry.denied for entry in observations):
            dropped["in a fresh process it does what tests may not do"] += 1
        else:
            stable.append((one, observations))
    tests, kills = _asserted(stable, subject, assess, dropped)
    tests.sort(key=lambda test: (_line(test, subject), len(test.case), test.case.wire))
    return Suite(_with_driven(subject, kept, observed), tuple(tests), dict(dropped), kills)


def _asserted(
    stable: Sequence[tuple[Kept, list[Observation]]], subject: Subject, assess: Assess, dropped: Counter[str]
) -> tuple[list[AssertedTest], dict[str, frozenset[int]]]:
    """The tests with what they assert, and the mutants that each kills; counts what is dropped, by reason."""
    assessments = assess([chromosome.case for (chromosome, _), _ in stable])
    observed = [
        Observed(_without_aliases(chromosome.case, observations), observations, assessment, bool(goals))
        for ((chromosome, goals), observations), assessment in zip(stable, assessments, strict=True)
    ]
    tests, kills = [], {}
    for one, choice, ((chromosome, goals), _) in zip(
        observed, choose_assertions(observed), stable, strict=True
    ):
        if choice.assertions:
            callable_id = subject_of(one.case, subject)
            name = hashlib.sha256(f"{one.case.wire}{choice.assertions}".encode()).hexdigest()[:16]
            labels, meets = tuple(goal.label for goal in goals), _met(chromosome, callable_id, subject)
            tests.append(AssertedTest(name, one.case, choice.assertions, callable_id, labels, meets))
            kills[name] = choice.kills
        else:
            dropped["nothing to assert" if choice.needed else "it adds nothing to the others"] += 1
    return tests, kills


def _with_pins(kept: list[Kept], executor: Executor) -> list[Kept]:
    """The tests with what they have to say about the environment that they saw."""
    fresh = count(1 + max((s.id for chromosome, _ in kept for s in chromosome.case), default=0))
    cases = pinned([(chromosome.case, chromosome.result.touched) for chromosome, _ in kept], executor, fresh)
    return [
        (replace(chromosome, case=case), goals) for (chromosome, goals), case in zip(kept, cases, strict=True)
    ]


def _apart(
    chromosome: Chromosome,
    goals: list[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
) -> list[Kept]:
    """A test that ends in several ways at once, as the smaller tests that cover its goals one by one."""
    used = {reference for statement in chromosome.case for reference in statement.references}
    ends = [s for s in chromosome.case if isinstance(s, ACTING) and s.id not in used]
    if len(ends) < 2 or len(goals) < 2:
        return [(chromosome, goals)]
    parts = [(minimise(chromosome, [goal], subject, executor, is_over), [goal]) for goal in goals]
    is_smaller = all(len(part.case) < len(chromosome.case) for part, _ in parts)
    return _once_each(parts) if is_smaller else [(chromosome, goals)]


def _without_aliases(case: TestCase, observations: Sequence[Observation]) -> TestCase:
    """The test with what a fluent method returned called by the name of its object again."""
    same = {
        entry.statement: entry.value["reference"]
        for entry in observations
        if entry.value is not None and entry.value["kind"] == "same"
    }
    statements = []
    for statement in case:
        others = {alias: known for alias, known in same.items() if alias != statement.id}
        statements.append(substitute(statement, others))
    return TestCase(tuple(statements))


def _met(chromosome: Chromosome, callable_id: str, subject: Subject) -> tuple[str, ...]:
    """The outcomes of the conditions in a callable's own code that a test saw, in source order."""
    known = subject.callables.get(callable_id)
    if known is None:
        return ()
    code = f"{known.qualname}.__init__" if known.kind == "constructor" else known.qualname
    probes = [probe for probe in subject.probes if probe.code == code and probe.index in chromosome.hits]
    return tuple(dict.fromkeys(probe.label for probe in probes if probe.kind == "branch"))


def _with_driven(
    subject: Subject,
    kept: list[Kept],
    observed: Sequence[Sequence[Observation] | None],
) -> Subject:
    """The subject with those callables marked whose results turned out to be generators or coroutines."""
    callables = dict(subject.callables)
    for (chromosome, _), observations in zip(kept, observed, strict=True):
        for statement, entry in zip(chromosome.case.statements, observations or (), strict=False):
            known = callables.get(getattr(statement, "callable", ""))
            if known is not None and entry.driven:
                is_generator = known.is_generator or entry.driven == "generator"
                is_coroutine = known.is_coroutine or entry.driven == "coroutine"
                callables[known.id] = replace(known, is_generator=is_generator, is_coroutine=is_coroutine)
    return replace(subject, callables=callables)


def _once_each(kept: list[Kept]) -> list[Kept]:
    """Minimisation may make two tests equal: they become one that covers the goals of both."""
    merged: dict[str, Kept] = {}
    for chromosome, goals in kept:
        key = _anonymous(chromosome.case)
        _, known = merged.setdefault(key, (chromosome, []))
        known.extend(goal for goal in goals if goal not in known)
    return list(merged.values())


def _anonymous(case: TestCase) -> str:
    """The text of a test case with its ids replaced by positions."""
    ids = {statement.id: position for position, statement in enumerate(case.statements)}
    return "".join(substitute(statement, ids).wire for statement in case.statements)


def subject_of(case: TestCase, subject: Subject) -> str:
    """The id of the callable that a test is about: its last call, or the property it read or set last."""
    made_by = {s.id: s.callable for s in case.statements if isinstance(s, CallStatement)}
    for statement in reversed(case.statements):
        if isinstance(statement, CallStatement):
            return statement.callable
        if isinstance(statement, InvokeStatement | EnterStatement):
            source = statement.function if isinstance(statement, InvokeStatement) else statement.source
            maker = made_by.get(source, "")
            method = f"{maker}.{'__call__' if isinstance(statement, InvokeStatement) else '__enter__'}"
            return method if method in subject.callables else maker
        if isinstance(statement, AttributeStatement | AssignmentStatement):
            found = _property(statement.name, made_by.get(statement.source, ""), subject)
            if found or isinstance(statement, AttributeStatement):
                return found
    return ""


def _property(name: str, maker: str, subject: Subject) -> str:
    """The property of that name, of the class that the maker makes where there are several."""
    known = subject.callables.get(maker)
    owner = "" if known is None else maker if known.kind == "constructor" else known.returns.name
    found = [entry for entry in subject.callables.values() if entry.kind == "property" and entry.name == name]
    found.sort(key=lambda entry: entry.owner != owner)
    return found[0].id if found else ""


def _line(test: AssertedTest, subject: Subject) -> int:
    known = subject.callables.get(test.callable)
    return known.line if known is not None else 0
