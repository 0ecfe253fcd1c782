"""A test case with what came out of it: the individual of the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from testloom.model.execution import ExecutionResult
from testloom.model.statements import CallStatement, TestCase
from testloom.search.breeding.last_resort import has_double, has_failure, is_last_resort

Cost: TypeAlias = tuple[bool, bool, int, int]
ILL_TYPED = frozenset({"TypeError", "AttributeError", "NameError", "UnboundLocalError", "RecursionError"})
"""Exceptions that say that the call made no sense, unless the subject raises them itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Chromosome:
    """A test case with the result it had; two of them are never equal.

    `hits` are the probes of its trace and those of the calls that returned, where a goal asks for them.
    `cost` orders tests that cover the same: those without doubles and private names before others, passing
    before raising, then fewer statements, then shorter text.
    """

    case: TestCase
    result: ExecutionResult
    hits: frozenset[int]
    cost: Cost = field(init=False)

    def __post_init__(self) -> None:
        size = sum([len(statement.wire) for statement in self.case.statements])
        fails = self.result.end != "passed"
        cost = (is_last_resort(self.case), fails, len(self.case.statements), size)
        object.__setattr__(self, "cost", cost)

    @property
    def is_last_resort(self) -> bool:
        """Whether it uses a double or something private."""
        return self.cost[0]

    @property
    def is_presentable(self) -> bool:
        """Whether a person would keep it: it ends by itself, is harmless, and does not misuse the subject."""
        if self.result.denied:
            return False
        if self.result.end == "passed":
            return True
        error = self.result.exception
        if self.result.end != "raised" or error is None:
            return False
        if not error.explicit and (has_double(self.case) or has_failure(self.case)):
            return False  # what an inconsistent double causes says nothing about the subject
        return error.explicit or error.type.rpartition(":")[2] not in ILL_TYPED


def evaluated(case: TestCase, result: ExecutionResult, calls: Mapping[str, int]) -> Chromosome:
    """The chromosome of an executed test; `calls` are the probes that stand for the return of a callable."""
    hits = result.trace.hits
    if calls:
        called = {
            calls[statement.callable]
            for statement in case.statements
            if isinstance(statement, CallStatement)
            and statement.callable in calls
            and statement.id != result.statement
        }
        hits = hits | called if called else hits
    return Chromosome(case, result, hits)
