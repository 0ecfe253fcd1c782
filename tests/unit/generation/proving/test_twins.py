"""No test stands in a file twice."""

from __future__ import annotations

from testloom.generation.proving.twins import joined_twins
from testloom.model.statements import AttributeStatement, CallStatement, TestCase
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.writer import RenderedTest
from tests.values import scalar

MADE = CallStatement(1, "shop:Basket")
ZERO = scalar(0)
SET = AssertedTest(
    "a",
    TestCase((MADE,)),
    (ValueAssertion(1, ZERO, 1, "total"),),
    "shop:Basket",
    ("is made",),
    (),
    ("one",),
    frozenset({1}),
)
READ = AssertedTest(
    "b",
    TestCase((MADE, AttributeStatement(2, 1, "total"))),
    (ValueAssertion(2, ZERO, 2),),
    "shop:Basket.total",
    ("is read",),
    (),
    ("two",),
    frozenset({2}),
)
BODY = "def {}():\n    assert Basket().total == 0\n"


def rendered(id: str, name: str, case: str = "", body: str = BODY) -> RenderedTest:
    return RenderedTest(id, name, body.format(name), case or name)


def test_the_test_that_calls_more_is_for_the_goals_of_both() -> None:
    [test] = joined_twins([SET, READ], [rendered("a", "test_a"), rendered("b", "test_b")])

    assert (test.id, test.goals, test.covers) == ("b", ("one", "two"), ("is made", "is read"))
    assert test.hits == {1, 2}


def test_rows_of_a_table_and_other_functions_stay() -> None:
    table = [rendered("a", "test_a", "test_a[1]"), rendered("b", "test_a", "test_a[2]")]
    others = [rendered("a", "test_a"), rendered("b", "test_b", body="def {}():\n    pass\n")]

    assert joined_twins([SET, READ], table) == joined_twins([SET, READ], others) == (SET, READ)
