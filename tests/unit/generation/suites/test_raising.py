"""Of a test that raised only that is written which ran."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from testloom.generation.suites.asserting import observed_twice
from testloom.generation.suites.losses import Losses
from testloom.model.execution import ExecutionResult, Observation, RaisedException, Trace
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.search.chromosome import Chromosome
from tests.values import scalar

TEXT = LiteralStatement(0, "a")
CALL = CallStatement(1, "shop.account:maybe", None, (0,))
LATER = CallStatement(2, "shop.account:maybe", None, (1,))


class Observer:
    """Sees the same of each test."""

    def __init__(self, *seen: Observation) -> None:
        self._seen = list(seen)

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [self._seen for _ in tests]


def test_what_stands_behind_the_statement_that_raised_is_left_out() -> None:
    error = RaisedException("builtins:ValueError", "no", explicit=True, in_subject=True)
    executor: Any = Observer(Observation(0, scalar("a")), Observation(1, exception=error))
    raised = ExecutionResult("raised", Trace(frozenset()), 1)

    [stable] = observed_twice(
        [(Chromosome(TestCase((TEXT, CALL, LATER)), raised, frozenset()), [])], {}, executor, Losses()
    )

    assert stable.case.statements == stable.as_run.case.statements == (TEXT, CALL)


def test_a_test_that_ran_to_its_end_stays_whole() -> None:
    executor: Any = Observer(*(Observation(id, scalar("a")) for id in range(3)))
    passed = ExecutionResult("passed", Trace(frozenset()))

    [stable] = observed_twice(
        [(Chromosome(TestCase((TEXT, CALL, LATER)), passed, frozenset()), [])], {}, executor, Losses()
    )

    assert stable.case.statements == (TEXT, CALL, LATER)
