"""Make what is kept as small as it can be: a test case and a predicate that it must go on to satisfy.

The passes follow the way Hypothesis shrinks (MacIver, Donaldson: Test-case reduction via test-case
generation, 2020): first whole statements, then arguments, then values; each accepted step starts the pass
again from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, zip_longest

from testloom.model.environment import EnvironmentStatement
from testloom.model.execution import ExecutionResult, Executor
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.conformance import conforming
from testloom.search.goals import Goal, calls_of
from testloom.search.mutation import without, without_unused
from testloom.search.rewriting import renamed_files, smaller

MAX_ROUNDS = 60
AT_ONCE = 16

Pass = Callable[[TestCase, Subject], Iterator[TestCase]]


def minimise(
    chromosome: Chromosome,
    goals: Iterable[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
) -> Chromosome:
    """The smallest test case found that still covers the goals and ends the same way."""
    needed = tuple(goals)
    best = chromosome
    for shorten in PASSES:
        for _ in range(MAX_ROUNDS):
            better = None if is_over() else _step(best, needed, shorten, subject, executor)
            if better is None:
                break
            best = better
    return best


def _step(
    best: Chromosome, needed: tuple[Goal, ...], shorten: Pass, subject: Subject, executor: Executor
) -> Chromosome | None:
    """The first variant that will do, a few executed at a time: most often one of the first does."""
    variants = dict.fromkeys(variant for variant in shorten(best.case, subject) if variant.statements)
    calls = calls_of(needed)
    remaining = iter(variants)
    while batch := list(islice(remaining, AT_ONCE)):
        for variant, result in zip(batch, executor.execute(batch), strict=True):
            candidate = evaluated(variant, result, calls)
            covers = all(goal.probe.index in candidate.hits for goal in needed)
            if covers and candidate.is_presentable and _ends_alike(best.result, result):
                return candidate
    return None


def _ends_alike(before: ExecutionResult, after: ExecutionResult) -> bool:
    if before.end != after.end:
        return after.end == "passed"
    if before.exception is None or after.exception is None:
        return before.exception is after.exception
    return (
        before.exception.type == after.exception.type
        and before.exception.explicit == after.exception.explicit
    )


def _fewer_statements(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Without one statement and its dependants: the longest cut first."""
    cuts = [without_unused(without(case, index)) for index in range(len(case))]
    yield from sorted(cuts, key=len)
    unused = without_unused(case)
    if len(unused) < len(case):
        yield unused


def _fewer_arguments(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Without one argument that has a default or belongs to `*args` or `**kwargs`; without one item."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            for name, _ in statement.kwargs:
                kept = tuple(pair for pair in statement.kwargs if pair[0] != name)
                yield _with(case, index, replace(statement, kwargs=kept))
            if len(statement.args) > _required(statement, subject):
                yield _with(case, index, replace(statement, args=statement.args[:-1]))
        elif isinstance(statement, CollectionStatement):
            step = 2 if statement.kind == "dict" else 1
            for place in range(0, len(statement.items), step):
                items = statement.items[:place] + statement.items[place + step :]
                yield _with(case, index, replace(statement, items=items))


def _required(statement: CallStatement, subject: Subject) -> int:
    called = subject.callables.get(statement.callable)
    if called is None:
        return len(statement.args)
    return sum(p.kind in ("positional", "either") and not p.has_default for p in called.parameters)


def _conforming_arguments(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    return (without_unused(variant) for variant in conforming(case, subject))


def _plainer_files(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    return renamed_files(case)


def _smaller_values(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With one value simpler: the simplest of each statement first, then the next simpler of each."""
    simpler_ones = [_simpler_statements(statement) for statement in case.statements]
    for rank in zip_longest(*simpler_ones):
        for index, statement in enumerate(rank):
            if statement is not None:
                yield _with(case, index, statement)


def _simpler_statements(statement: Statement) -> Iterator[Statement]:
    if isinstance(statement, LiteralStatement):
        yield from (LiteralStatement(statement.id, value) for value in simpler(statement.value))
    elif isinstance(statement, EnvironmentStatement):
        yield from smaller(statement, simpler)


def _with(case: TestCase, index: int, statement: Statement) -> TestCase:
    return without_unused(TestCase((*case.statements[:index], statement, *case.statements[index + 1 :])))


def simpler(value: Scalar) -> Iterator[Scalar]:
    """Simpler values of the same type, the simplest first; none for what is simplest already."""
    match value:
        case bool() | None:
            return
        case int():
            yield from _simpler_integers(value)
        case float():
            yield from _simpler_floats(value)
        case str():
            yield from _simpler_texts(value)
        case bytes():
            yield from (text.encode("latin-1") for text in _simpler_texts(value.decode("latin-1")))


def _simpler_floats(value: float) -> Iterator[float]:
    rounded = float(round(value)) if math.isfinite(value) else 0.0
    for candidate in (0.0, 1.0, rounded):
        if (len(repr(candidate)), candidate) < (len(repr(value)), value):
            yield candidate


def _simpler_integers(value: int) -> Iterator[int]:
    """Small ones, then steps towards zero that halve: a boundary is found in a logarithm of its distance."""
    if value < 0:
        yield -value
    size, sign = abs(value), -1 if value < 0 else 1
    steps = (size - (size >> shift) for shift in range(1, size.bit_length() + 1))
    yield from (sign * smaller for smaller in dict.fromkeys((0, 1, 2, *steps)) if smaller < size)


def _simpler_texts(value: str) -> Iterator[str]:
    """Shorter texts: nothing, one half, without one character; then plainer characters."""
    if not value:
        return
    yield ""
    half = len(value) // 2
    if half:
        yield value[:half]
        yield value[half:]
    for place in range(min(len(value), 40)):
        yield value[:place] + value[place + 1 :]
    for place, character in enumerate(value[:40]):
        plainer = "0" if character.isdigit() else "a"
        if character not in "0a \n":
            yield value[:place] + plainer + value[place + 1 :]


PASSES: tuple[Pass, ...] = (
    _fewer_statements,
    _fewer_arguments,
    _conforming_arguments,
    _plainer_files,
    _smaller_values,
)
