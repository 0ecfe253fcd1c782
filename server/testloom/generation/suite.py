"""From the archive to tests with assertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias

from testloom.generation.asserting import Assess, Stable, asserted, sifted, unassessed
from testloom.model.events import Finding
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
from testloom.model.suite import AssertedTest, ExceptionAssertion
from testloom.oracle import observe_stable, pinned
from testloom.search import Archive, Chromosome, Goal, minimise
from testloom.writer import ProjectStyle, UnwritableError, render

ACTING = (CallStatement, AttributeStatement, AssignmentStatement, InvokeStatement, EnterStatement)


Kept: TypeAlias = tuple[Chromosome, list[Goal]]
"""A test and the goals that it was kept for."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests in source order, and for what was dropped the reason and how often.

    `subject` knows of its callables what was seen as they ran: which results have to be driven to an end.
    `kills` are the mutants that each test kills, by the test's id; `findings` the shortest test for each
    exception that nothing announces, which is not among the tests unless that was asked for.
    """

    subject: Subject
    tests: tuple[AssertedTest, ...]
    dropped: dict[str, int]
    kills: Mapping[str, frozenset[int]] = field(default_factory=dict)
    findings: tuple[AssertedTest, ...] = ()


def build_suite(
    archive: Archive,
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
    assess: Assess = unassessed,
    keep_findings: bool = False,
) -> Suite:
    """Minimise the archive's tests, observe them twice, and give them assertions."""
    kept: list[Kept] = []
    for chromosome, goals in archive.suite():
        small = minimise(chromosome, goals, subject, executor, is_over)
        kept += _apart(small, goals, subject, executor, is_over)
    kept = _once_each(_with_pins(_once_each(kept), executor))
    observed = observe_stable([chromosome.case for chromosome, _ in kept], executor)
    stable: list[Stable] = []
    dropped = Counter[str]()
    for (chromosome, goals), observations in zip(kept, observed, strict=True):
        if observations is None:
            dropped["outcome differs from run to run"] += 1
        elif any(entry.denied for entry in observations):
            dropped["in a fresh process it does what tests may not do"] += 1
        else:
            stable.append(Stable(chromosome, goals, observations))
    stable, findings = sifted(stable, subject, keep_findings, dropped)
    tests, kills = asserted(stable, subject, assess, dropped)
    tests.sort(key=lambda test: (_line(test, subject), len(test.case), test.case.wire))
    return Suite(_with_driven(subject, kept, observed), tuple(tests), dict(dropped), kills, findings)


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


def _line(test: AssertedTest, subject: Subject) -> int:
    known = subject.callables.get(test.callable)
    return known.line if known is not None else 0


def findings_of(suite: Suite) -> Iterator[Finding]:
    """An event for each exception that nothing announces, with the test that shows it."""
    for test in suite.findings:
        [assertion] = [entry for entry in test.assertions if isinstance(entry, ExceptionAssertion)]
        try:
            source = render([test], suite.subject, None, ProjectStyle()).tests[0].source
        except UnwritableError:
            source = ""
        yield Finding(test.callable, _line(test, suite.subject), assertion.type, assertion.match, source)
