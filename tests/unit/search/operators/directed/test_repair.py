"""What an exception suggests."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testloom.model.execution import RaisedException
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    InvokeStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter
from testloom.search.operators.creation import random_test
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.operators.mutator import Mutator
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .raising import called_with, last_call, of_collection, raised, steps, without

ERRORS = (
    without("memo"),
    raised("IndexError", "list index out of range"),
    raised("TypeError", "unsupported operand type(s) for +: 'int' and 'str'"),
    raised("TypeError", "<lambda>() missing 2 required positional arguments: 'a' and 'b'"),
    raised("TypeError", "Account() takes at least 1 argument (0 given)"),
    raised("AttributeError", "'int' object has no attribute 'withdraw'", name="withdraw", of="builtins:int"),
    raised("AttributeError", "'int' object has no attribute 'withdraw'"),
    raised("ValueError", "invalid literal for int() with base 10: 'memo'"),
    raised("ValueError", "not enough values to unpack (expected 3, got 1)"),
)


def test_what_lacks_an_operation_is_exchanged_for_what_has_it() -> None:
    shots = steps(called_with(5), "TypeError", "'int' object is not an iterator")

    assert all(
        "builtins:iter" in [s.callable for s in shot if isinstance(s, CallStatement)] for shot in shots
    )


def test_a_list_that_was_too_short_grows() -> None:
    for shot in steps(of_collection("list"), "IndexError", "list index out of range"):
        assert len(next(s for s in shot if isinstance(s, CollectionStatement) and s.id == -1).items) == 1


def test_what_is_unpacked_gets_the_size_that_was_expected() -> None:
    message = "not enough values to unpack (expected 3, got 0)"

    for shot in steps(of_collection("tuple"), "ValueError", message):
        assert len(next(s for s in shot if isinstance(s, CollectionStatement) and s.id == -1).items) == 3


def test_a_value_of_the_type_that_did_not_fit_is_exchanged() -> None:
    said = "'int' object has no attribute 'withdraw'"
    shots = steps(called_with(3, "x"), "AttributeError", said, name="withdraw", of="builtins:int")

    assert shots and all("bank:Account" in shot.wire for shot in shots)


@pytest.mark.parametrize(
    ("message", "text", "expected"),
    [
        ("invalid literal for int() with base 10: 'x'", "a=x", "a=12"),
        ("could not convert string to float: ''", "", "1.5"),
    ],
)
def test_text_that_could_not_be_read_becomes_readable(message: str, text: str, expected: str) -> None:
    for shot in steps(called_with(text), "ValueError", message):
        assert expected in [s.value for s in shot if isinstance(s, LiteralStatement)]


@pytest.mark.parametrize(
    ("refused", "expected"),
    [("x", {"2024-01-02-y", "12:30-y"}), ("2024-01-02", {"12:30-y"}), ("12:30", {"2024-01-02-y"})],
)
def test_text_that_is_no_date_becomes_one_or_a_time(refused: str, expected: set[str]) -> None:
    shots = steps(called_with(f"{refused}-y"), "ValueError", f"Invalid isoformat string: {refused!r}")

    assert {s.value for shot in shots for s in shot if isinstance(s, LiteralStatement)} == expected


def test_a_function_gets_as_many_arguments_as_it_says() -> None:
    case = TestCase((CallStatement(-1, "bank:transfer"), InvokeStatement(-2, -1)))

    for shot in steps(case, "TypeError", "f() missing 2 required positional arguments: 'a' and 'b'"):
        assert len(getattr(shot.statements[-1], "args", ())) == 2


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("Account() takes at least 1 argument (0 given)", 1),
        ("Account() takes exactly 2 arguments (1 given)", 2),
        ("Account expected 2 arguments, got 0", 2),
        ("Account expected at most 0 arguments, got 1", 0),
    ],
)
def test_a_constructor_in_c_gets_as_many_arguments_as_it_says(message: str, number: int) -> None:
    given = (-3,) if number == 0 else ()
    case = TestCase(
        (LiteralStatement(-3, 1), CallStatement(-1, "bank:Account", None, given), LiteralStatement(-2, 1))
    )

    shots = steps(case, "TypeError", message)

    made = [s for shot in shots for s in shot if isinstance(s, CallStatement) and s.id == -1]
    assert made and all(len(call.args) == number for call in made)


def test_other_errors_suggest_nothing() -> None:
    assert steps(called_with(3), "ZeroDivisionError", "division by zero") == []


@given(st.integers(min_value=0, max_value=1 << 32), st.sampled_from(ERRORS))
@settings(deadline=None)
def test_every_suggestion_is_a_valid_test_case(seed: int, error: RaisedException) -> None:
    knowledge = Knowledge(bank(), sorted(bank().callables), Random(seed))
    case = random_test(knowledge)
    for _ in range(10):
        case = Mutator().mutated(case, knowledge, max_statements=30)
        changed = repaired(case, error, knowledge)
        assert changed is None or changed.is_valid()


@pytest.mark.parametrize(
    "lacks",
    [
        pytest.param({"name": "owner", "of": "bank:Account"}, id="that python notes"),
        pytest.param({}, id="that only the message tells"),
    ],
)
def test_an_object_gets_the_attribute_that_it_lacks(lacks: dict[str, str]) -> None:
    case = TestCase((LiteralStatement(-1, 3), CallStatement(-2, "bank:Account", None, (-1,))))

    shots = steps(case, "AttributeError", "'Account' object has no attribute 'owner'", **lacks)

    assigned = [s for shot in shots for s in shot if isinstance(s, AssignmentStatement)]
    assert assigned and all((s.source, s.name) == (-2, "owner") for s in assigned)


def test_an_argument_that_was_left_out_is_given_where_none_lacks_something() -> None:
    ledger = Callable(
        "bank:Ledger", "constructor", parameters=(Parameter("clerk", has_default=True), Parameter("size"))
    )
    subject = replace(bank(), callables={**bank().callables, ledger.id: ledger})
    said = "'NoneType' object has no attribute 'sign'"
    error = raised("AttributeError", said, name="sign", of="builtins:NoneType")
    case = TestCase((CallStatement(-1, "bank:Ledger"),))

    shots = [repaired(case, error, Knowledge(subject, ["bank:transfer"], Random(seed))) for seed in range(5)]

    for shot in shots:
        assert shot is not None and shot.is_valid()
        assert [name for name, _ in last_call(shot).kwargs] == ["clerk"]


def test_a_keyword_that_a_complaint_names_is_given_where_any_is_taken() -> None:
    error = RaisedException("bank:Missing", "requires the 'owner_id' parameter", True, in_subject=False)
    shot = repaired(called_with(), error, Knowledge(bank(), ["bank:transfer"], Random(1)))

    assert shot is not None and [name for name, _ in last_call(shot).kwargs] == ["owner_id"]
    assert repaired(shot, error, Knowledge(bank(), ["bank:transfer"], Random(1))) is None


def test_an_attribute_that_a_method_reads_is_assigned_where_it_was_none() -> None:
    report = Callable("bank:Account.report", "method", "bank:Account", reads=("balance",))
    subject = replace(bank(), callables={**bank().callables, report.id: report})
    case = TestCase(
        (
            LiteralStatement(-1, 1),
            CallStatement(-2, "bank:Account", None, (-1,)),
            CallStatement(-3, "bank:Account.report", -2),
        )
    )
    said = "'NoneType' object has no attribute 'n'"
    error = raised("AttributeError", said, name="n", of="builtins:NoneType")

    shots = [repaired(case, error, Knowledge(subject, [report.id], Random(seed))) for seed in range(10)]

    assert {s.name for shot in shots if shot for s in shot if isinstance(s, AssignmentStatement)} == {
        "balance"
    }


@pytest.mark.parametrize(
    "message",
    [
        "open() got an unexpected keyword argument 'mood'",
        "'mood' is an invalid keyword argument for open()",
    ],
)
def test_a_keyword_that_is_refused_where_it_is_handed_on_is_left_out(message: str) -> None:
    values = (LiteralStatement(-1, 1), LiteralStatement(-2, 2))
    call = CallStatement(-3, "bank:transfer", None, (), (("mood", -1), ("memo", -2)))

    shots = steps(TestCase((*values, call)), "TypeError", message)

    given = {tuple(name for name, _ in last_call(shot).kwargs) for shot in shots}
    assert given == {("memo",), ()}
