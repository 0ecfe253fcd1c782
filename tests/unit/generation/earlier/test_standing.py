"""What the tests of suites cover that stay although the code has changed."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.generation.earlier.standing import measured
from testloom.model.execution import ExecutionResult, Trace
from testloom.model.generation_request import Earlier
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Probe
from testloom.search.goals.branches import ProbeGoal

ENTRY, BRANCH, OTHER = (
    ProbeGoal.of(f"{name}/entry//1", Probe(index, "entry", 1, name))
    for index, name in enumerate(("tax", "tax.rate", "price"))
)


def execute(tests: Sequence[TestCase]) -> list[ExecutionResult]:
    """Here, the literal of a test says up to which probe it gets."""
    return [ExecutionResult("passed", Trace(frozenset(range(_literal(test) + 1)))) for test in tests]


def _literal(test: TestCase) -> int:
    [statement] = test.statements
    assert isinstance(statement, LiteralStatement) and isinstance(statement.value, int)
    return statement.value


def reaching(probe: int) -> TestCase:
    return TestCase((LiteralStatement(1, probe),))


def test_each_goal_goes_to_the_first_test_that_covers_it() -> None:
    tests = (reaching(0), reaching(1), reaching(2))
    entry = Earlier("tax", tests, to_revalidate=("test_tax",), grows=True, covers=((), (), ()))

    [found] = measured([entry], [ENTRY, BRANCH, OTHER], execute)

    assert found.covers == (("tax/entry//1",), ("tax.rate/entry//1",), ())


def test_goals_of_others_count_that_are_owed_to_the_suite() -> None:
    entry = Earlier("tax", (reaching(2),), shared=("price/entry//1",), to_revalidate=("t",), grows=True)

    [found] = measured([entry], [OTHER], execute)

    assert found.covers == (("price/entry//1",),)


def test_what_is_known_is_not_measured() -> None:
    earlier = (
        Earlier("tax", (reaching(2),), grows=True, covers=((),)),
        Earlier("price", (reaching(2),), to_revalidate=("test_price",)),
    )

    assert measured(earlier, [ENTRY, OTHER], execute) == earlier
