"""From the archive to tests with assertions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from testloom.model.execution import Executor, Observation
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    EnterStatement,
    InvokeStatement,
    TestCase,
    substitute,
)
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.oracle import assert_test, observe_stable
from testloom.search import Archive, Chromosome, Goal, minimise


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
    kept: list[tuple[Chromosome, list[Goal]]] = []
    for chromosome, goals in archive.suite():
        kept.append((minimise(chromosome, goals, subject, executor, is_over), goals))
    kept = _once_each(kept)
    observed = observe_stable([chromosome.case for chromosome, _ in kept], executor)
    tests, dropped = [], {"outcome differs from run to run": 0, "nothing to assert": 0}
    for (chromosome, goals), observations in zip(kept, observed, strict=True):
        if observations is None:
            dropped["outcome differs from run to run"] += 1
            continue
        labels = tuple(goal.label for goal in goals)
        test = assert_test(chromosome.case, observations, subject_of(chromosome.case, subject), labels)
        if test is None:
            dropped["nothing to assert"] += 1
        else:
            tests.append(test)
    tests.sort(key=lambda test: (_line(test, subject), len(test.case), test.case.wire))
    subject = _with_driven(subject, kept, observed)
    return Suite(subject, tuple(tests), {reason: count for reason, count in dropped.items() if count})


def _with_driven(
    subject: Subject,
    kept: list[tuple[Chromosome, list[Goal]]],
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


def _once_each(kept: list[tuple[Chromosome, list[Goal]]]) -> list[tuple[Chromosome, list[Goal]]]:
    """Minimisation may make two tests equal: they become one that covers the goals of both."""
    merged: dict[str, tuple[Chromosome, list[Goal]]] = {}
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
    """The id of the callable that a test is about: what its last call or attribute read means."""
    made_by = {s.id: s.callable for s in case.statements if isinstance(s, CallStatement)}
    for statement in reversed(case.statements):
        if isinstance(statement, CallStatement):
            return statement.callable
        if isinstance(statement, InvokeStatement | EnterStatement):
            source = statement.function if isinstance(statement, InvokeStatement) else statement.source
            return made_by.get(source, "")
        if isinstance(statement, AttributeStatement):
            return _property(statement.name, made_by.get(statement.source, ""), subject)
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
