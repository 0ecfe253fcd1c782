"""Arguments of calls of an earlier value are made as plain as those of all other calls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import CallStatement, InvokeStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, SubjectClass
from testloom.model.types import TypeRef
from testloom.search.minimisation.handing import handed, with_argument
from testloom.search.minimisation.values.conformance import conforming
from tests.unit.search.bank import bank

CHECK = Callable(
    "bank:Check.__call__", "method", "bank:Check", (Parameter("amount", type=TypeRef("int")), Parameter("by"))
)
SUBJECT = replace(
    bank(),
    callables={CHECK.id: CHECK, "bank:Limit": Callable("bank:Limit", "constructor", "bank:Limit")},
    classes={
        "bank:Check": SubjectClass("bank:Check"),
        "bank:Limit": SubjectClass("bank:Limit", ("bank:Check",)),
    },
)
MADE = CallStatement(1, "bank:Limit")


@pytest.mark.parametrize(
    ("made", "names"),
    [(MADE, ["amount", "by"]), (CallStatement(1, "bank:check"), ["", "by"])],
    ids=["an inherited call", "a function that was returned"],
)
def test_what_an_earlier_value_is_called_with_goes_to_parameters(
    made: CallStatement, names: list[str]
) -> None:
    value = LiteralStatement(2, "a")
    case = TestCase((made, value, InvokeStatement(3, 1, (2,), (("by", 2),))))

    assert [(entry.parameter.name, entry.given) for entry in handed(case, SUBJECT)] == [
        (name, value) for name in names
    ]


def test_an_object_that_is_called_with_itself_is_called_with_plain_values() -> None:
    case = TestCase((MADE, InvokeStatement(2, 1, (1, 1))))

    plainer = [*conforming(case, SUBJECT)]

    assert with_argument(case, 1, 0, (LiteralStatement(3, 1),)) in plainer
    assert with_argument(case, 1, 1, (LiteralStatement(3, "a"),)) in plainer
