"""A test that ends the interpreter is shown as it ran."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from testloom.generation.findings.crashes import crashes_of
from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import CallStatement, DoubleStatement, TestCase
from testloom.search import Chromosome, FailureGoal
from tests.unit.writer.building import SUBJECT, path


def test_doubles_of_what_ends_the_interpreter_take_any_attribute_as_nobody_can_look_at_them() -> None:
    case = TestCase((DoubleStatement(0, "", ("get",)), CallStatement(1, path("audit"), None, (0,))))
    error = RaisedException("signal:SIGSEGV", "", explicit=False, in_subject=False)
    result = ExecutionResult("crashed", Trace(frozenset()), 1, error)
    goal = FailureGoal.of(case, result)
    archive: Any = SimpleNamespace(crashes={goal: Chromosome(case, result, frozenset())})
    executor: Any = SimpleNamespace(execute=lambda tests: [result for _ in tests])

    [found] = crashes_of(archive, SUBJECT, executor, lambda: True)

    assert 'MagicMock(spec=["get"])' in found.source
