"""A test case with what came out of it: the individual of the search."""

from __future__ import annotations

from dataclasses import dataclass, field

from testloom.model.execution import ExecutionResult
from testloom.model.statements import TestCase

ILL_TYPED = frozenset({"TypeError", "AttributeError", "NameError", "UnboundLocalError", "RecursionError"})
"""Exceptions that say that the call made no sense, unless the subject raises them itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Chromosome:
    """A test case with the result it had; two of them are never equal.

    `cost` orders tests that cover the same: passing before raising, then fewer statements, then shorter text.
    """

    case: TestCase
    result: ExecutionResult
    cost: tuple[bool, int, int] = field(init=False)

    def __post_init__(self) -> None:
        size = sum([len(statement.wire) for statement in self.case.statements])
        object.__setattr__(self, "cost", (self.result.end != "passed", len(self.case.statements), size))

    @property
    def is_presentable(self) -> bool:
        """Whether a person would keep it: it ends by itself, and not by misusing the subject."""
        if self.result.end == "passed":
            return True
        error = self.result.exception
        if self.result.end != "raised" or error is None:
            return False
        return error.explicit or error.type.rpartition(":")[2] not in ILL_TYPED
