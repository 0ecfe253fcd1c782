"""Chromosomes: a test case with its result, the individual of the search."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from testloom.model.execution import ExecutionResult
from testloom.model.statements import ClassStatement, TestCase
from testloom.model.statements.environment import PAUSES, READINGS, AgeStatement, ClockStatement
from testloom.search.goals.goal import Goal
from testloom.search.goals.index import NO_GOALS, GoalIndex
from testloom.search.providers.experience.last_resort import (
    has_double,
    has_failure,
    has_vague_double,
    is_last_resort,
)

UNTOLD = re.compile(r"\bMagicMock\b")
"""The name, in messages, of a double's default answers."""
SPOILING = frozenset({("unawaited",), ("endless",), ("unhandled",)})
"""The touches of tests that show nothing of their code.

Nothing awaits a coroutine of a double, as the code does not expect that it is asynchronous; the code asked a
double again and again until that was ended; or one of its threads ended with an exception, unseen.
"""
Cost: TypeAlias = tuple[bool, bool, bool, int, int]
ILL_TYPED = frozenset({"TypeError", "AttributeError", "RecursionError"})
"""Exceptions that show that a call made no sense, unless the subject raises them itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Chromosome:
    """A test case with the result it had; two of them are never equal.

    `hits` are the numbers of the probes of its trace, and of the goals that it reached without a probe.
    It `is_last_resort` if it uses a double or something private, and `is_presentable` if a person would
    want to look at it: it ends by itself or in a crash, is harmless and no misuse. `cost` orders tests that
    cover the same: tests without doubles and private names come before others, passing before raising,
    tests that define no class before others, then fewer statements, then shorter text.
    """

    case: TestCase
    result: ExecutionResult
    hits: frozenset[int]
    cost: Cost = field(init=False)
    is_last_resort: bool = field(init=False)
    is_presentable: bool = field(init=False)

    def __post_init__(self) -> None:
        size = sum([len(statement.wire) for statement in self.case.statements])
        fails = self.result.end != "passed"
        defines = ClassStatement in self.case.kinds
        is_last = is_last_resort(self.case)
        cost = (is_last, fails, defines, len(self.case.statements), size)
        object.__setattr__(self, "cost", cost)
        object.__setattr__(self, "is_last_resort", is_last)
        object.__setattr__(self, "is_presentable", self._is_presentable())

    def covers(self, goal: Goal) -> bool:
        """Check whether the test reaches a goal."""
        return goal.index in self.hits

    def _is_presentable(self) -> bool:
        if self.result.denied or not (self._has_ages and self._has_one_clock):
            return False
        if not SPOILING.isdisjoint(self.result.touched):
            return False
        if self.result.end in ("passed", "crashed"):
            return True
        error = self.result.exception
        if self.result.end != "raised" or error is None:
            return False
        if not error.explicit and (has_vague_double(self.case) or has_failure(self.case)):
            return False  # what an inconsistent double causes says nothing about the subject
        if UNTOLD.search(error.message) and has_double(self.case):
            return False  # nor does an answer that a double was never given
        return error.explicit or error.type.rpartition(":")[2] not in ILL_TYPED

    @property
    def _has_ages(self) -> bool:
        """Whether it says how old all files are that it is asked about: else it depends on when it runs."""
        asked = [touch[1] for touch in self.result.touched if touch[0] == "age"]
        return not asked or {s.path for s in self.case if isinstance(s, AgeStatement)}.issuperset(asked)

    @property
    def _has_one_clock(self) -> bool:
        """Whether a clock that goes on, if there is one, is read in one way, as a test can say it."""
        read = [touch[2] for touch in self.result.touched if touch[0] == "clock" and touch[2] not in PAUSES]
        if not read or not any(isinstance(s, ClockStatement) and s.step for s in self.case):
            return True
        return len(read) == 1 and read[0] in READINGS


def evaluated(case: TestCase, result: ExecutionResult, goals: GoalIndex = NO_GOALS) -> Chromosome:
    """Create the chromosome of an executed test; goals without a probe are looked up in `goals`."""
    return Chromosome(case, result, goals.reached(case, result))
