"""Exceptions that a callee raises and that leave its caller, whose documentation does not mention them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.generation.suites.asserting import Fault
from testloom.integration import Unit
from testloom.model.execution import Executor, RaisedException
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, ExceptionAssertion
from testloom.search import announces, has_ill_typed_argument


def crossing(
    tests: Sequence[AssertedTest], callee: Unit, subject: Subject, executor: Executor
) -> tuple[Fault, ...]:
    """Find the shortest test for each exception from the callee that leaves a function of its caller.

    Exceptions that the function documents, and those caused by arguments of wrong types, are left out.
    """
    found: dict[tuple[str, str], Fault] = {}
    for test, error in _raising(tests, executor):
        known = subject.callables.get(test.callable)
        is_announced = known is None or not known.in_subject or announces(known, error.type)
        if _comes_from(error, callee) and not is_announced and not has_ill_typed_argument(test.case, subject):
            fault = Fault(test, error)
            shortest = found.setdefault((test.callable, error.type), fault)
            found[test.callable, error.type] = min(shortest, fault, key=lambda one: len(one.test.case.wire))
    return tuple(found.values())


def _raising(
    tests: Sequence[AssertedTest], executor: Executor
) -> Iterator[tuple[AssertedTest, RaisedException]]:
    """The tests that expect an exception, each with the one that it raises when it is run again."""
    raising = [test for test in tests if any(isinstance(a, ExceptionAssertion) for a in test.assertions)]
    observed = executor.observe([test.case for test in raising]) if raising else []
    for test, observations in zip(raising, observed, strict=True):
        error = observations[-1].exception if observations else None
        if error is not None:
            yield test, error


def _comes_from(error: RaisedException, unit: Unit) -> bool:
    """Whether a function of the unit raised the exception, or called code beyond the project that did."""
    own = {f"{f.module.name}:{name}" for f in unit.functions for name in (f.qualname, f.name)}
    return error.where in own
