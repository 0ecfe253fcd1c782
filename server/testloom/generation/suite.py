"""From the archive to tests with assertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeAlias

from testloom.model.execution import Executor, Observation
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
from testloom.oracle import assert_test, observe_stable, pinned
from testloom.search import Archive, Chromosome, Goal, minimise

ACTING = (CallStatement, AttributeStatement, AssignmentStatement, InvokeStatement, EnterStatement)


Kept: TypeAlias = tuple[Chromosome, list[Goal]]
"""A test and the goals that it was kept for."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests in source order, and for what was dropped the reason and how often.

    `subject` knows of its callables what was seen as they ran: which results have to be driven to an end.
    """

    subject: Subject
    tests: tuple[AssertedTest, ...]
    dropped: dict[str, int]


def build_suite(archive: Archive, subject: Subject, executor: Executor, is_over: Callable[[], bool]) -> Suite:
    """Minimise the archive's tests, observe them twice, and give them assertions."""
    kept: list[Kept] = []
    for chromosome, goals in archive.suite():
        small = minimise(chromosome, goals, subject, executor, is_over)
        kept += _apart(small, goals, subject, executor, is_over)
    kept = _once_each(_with_pins(_once_each(kept), executor))
    observed = observe_stable([chromosome.case for chromosome, _ in kept], executor)
    tests, dropped = [], Counter[str]()
    for (chromosome, goals), observations in zip(kept, observed, strict=True):
        if observations is None:
            dropped["outcome differs from run to run"] += 1
            continue
        if any(entry.denied for entry in observations):
            dropped["in a fresh process it does what tests may not do"] += 1
            continue
        labels = tuple(goal.label for goal in goals)
        case = _without_aliases(chromosome.case, observations)
        test = assert_test(case, observations, subject_of(case, subject), labels)
        if test is None:
            dropped["nothing to assert"] += 1
        else:
            tests.append(replace(test, meets=_met(chromosome, test.callable, subject)))
    tests.sort(key=lambda test: (_line(test, subject), len(test.case), test.case.wire))
    subject = _with_driven(subject, kept, observed)
    return Suite(subject, tuple(tests), dict(dropped))


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
