"""Tests say what their doubles were asked, so that they can tell when they are asked more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from testloom.generation.suites.asserting import Stable
from testloom.model.execution import Executor
from testloom.model.statements import DoubleStatement, TestCase


def with_asked(stable: Sequence[Stable], executor: Executor) -> list[Stable]:
    """The tests, in which each double of a class names what was asked of it."""
    doubled = [test for test in stable if any(isinstance(s, DoubleStatement) and s.spec for s in test.case)]
    if not doubled:
        return list(stable)
    watched = executor.watch([test.chromosome.case for test in doubled])
    told = {id(test): _told(test, seen.uses) for test, seen in zip(doubled, watched, strict=True)}
    return [told.get(id(test), test) for test in stable]


def _told(test: Stable, uses: Mapping[int, Sequence[str]]) -> Stable:
    chromosome = test.chromosome
    statements = [
        statement.replace(names=_names(uses.get(statement.id, ())))
        if isinstance(statement, DoubleStatement) and statement.spec
        else statement
        for statement in chromosome.case.statements
    ]
    return replace(test, chromosome=replace(chromosome, case=TestCase(tuple(statements))))


def _names(paths: Iterable[str]) -> tuple[str, ...]:
    """The names that the paths begin with; special methods and keys are nobody's to ask by name."""
    first = (path.partition(".")[0].partition("[")[0].removesuffix("()") for path in paths)
    return tuple(dict.fromkeys(name for name in first if name and not name.startswith("_")))
