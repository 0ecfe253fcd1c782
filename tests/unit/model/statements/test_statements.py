import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.capabilities import KINDS
from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.files.statement import FolderStatement, PathStatement
from testloom.capabilities.machine.statement import FactStatement
from testloom.capabilities.randomness import ChanceStatement
from testloom.capabilities.variables import VariableStatement
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
    decode_scalar,
    encode_scalar,
    substitute,
)
from testloom.model.statements.decoding import decode_statement
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ClockStatement,
    FailureStatement,
    FileStatement,
    StateStatement,
)
from testloom.model.types import Scalar

FINITE = st.floats(allow_nan=False)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    FINITE,
    st.text(),
    st.binary(),
    st.complex_numbers(allow_nan=False),
)


@given(SCALARS)
def test_scalars_survive_the_wire(value: Scalar) -> None:
    back = decode_scalar(json.loads(json.dumps(encode_scalar(value))))
    assert back == value and type(back) is type(value)


@pytest.mark.parametrize(
    ("statement", "wire"),
    [
        (LiteralStatement(1, b"\xff"), ["literal", 1, {"bytes": "ÿ"}]),
        (CollectionStatement(2, "dict", (1, 3)), ["collection", 2, "dict", [1, 3]]),
        (CallStatement(3, "m:C.f", 1, (2,), (("x", 2),)), ["call", 3, "m:C.f", 1, [2], {"x": 2}]),
        (AttributeStatement(4, 3, "name"), ["attribute", 4, 3, "name"]),
        (AssignmentStatement(5, 3, "name", 1), ["assign", 5, 3, "name", 1]),
        (ReferenceStatement(6, "m:Kind.A"), ["reference", 6, "m:Kind.A"]),
        (InvokeStatement(7, 3, (1,), (("x", 2),)), ["invoke", 7, 3, [1], {"x": 2}]),
        (EnterStatement(8, 3), ["enter", 8, 3]),
        (EnterStatement(8, 3, 2), ["enter", 8, 3, 2]),
        (FileStatement(9, "a.txt", "x"), ["file", 9, "a.txt", "x"]),
        (FileStatement(9, "a.bin", b"\xff"), ["file", 9, "a.bin", {"bytes": "ÿ"}]),
        (FileStatement(9, "a", None), ["file", 9, "a", None]),
        (FileStatement(9, "a", "x", "zip", "b"), ["file", 9, "a", "x", "zip", "b"]),
        (FolderStatement(9), ["folder", 9, False]),
        (VariableStatement(9, "CI", None), ["variable", 9, "CI", None]),
        (ConsoleStatement(9, ("a", ""), ("m:f",)), ["console", 9, ["a", ""], ["m:f"]]),
        (StateStatement(9, "m:C.N", 3), ["state", 9, "m:C.N", 3]),
        (ArgumentsStatement(9, ("tool", "-v")), ["arguments", 9, ["tool", "-v"]]),
        (ClockStatement(9, 1.5, (("m:now", "time"),)), ["clock", 9, 1.5, [["m:now", "time"]]]),
        (ClockStatement(9, 1.5, (), 2.0), ["clock", 9, 1.5, [], 2.0]),
        (ChanceStatement(9, 3), ["chance", 9, 3]),
        (FailureStatement(9, "os:remove", "EIO", "no"), ["failure", 9, "os:remove", "EIO", "no"]),
        (AgeStatement(9, "a", 1.5), ["age", 9, "a", 1.5]),
        (PathStatement(9, "m:C.FILE", "@/a.txt"), ["path", 9, "m:C.FILE", "@/a.txt"]),
        (FactStatement(9, "m:f", "os.cpu_count", (None,)), ["fact", 9, "m:f", "os.cpu_count", [None]]),
        (
            FactStatement(9, "m:f", "os.urandom", (b"a", b"b")),
            ["fact", 9, "m:f", "os.urandom", [{"bytes": "a"}, {"bytes": "b"}]],
        ),
    ],
)
def test_the_wire_says_what_the_protocol_says(statement: Statement, wire: list[object]) -> None:
    assert json.loads(statement.wire) == wire
    assert decode_statement(wire, KINDS) == statement
    assert json.loads(TestCase((statement,)).wire) == [wire]


def test_references_must_point_backwards_to_values() -> None:
    one, call = LiteralStatement(1, 0), CallStatement(2, "m:f", None, (1,))
    assign = AssignmentStatement(3, 2, "a", 1)

    assert TestCase((one, call, assign)).is_valid()
    assert TestCase((FolderStatement(9), one, call)).is_valid()
    assert not TestCase((FolderStatement(1), CallStatement(2, "m:f", None, (1,)))).is_valid()
    assert not TestCase((call, one)).is_valid()
    assert not TestCase((one, one)).is_valid()
    assert not TestCase((one, call, assign, CallStatement(4, "m:f", None, (3,)))).is_valid()


def test_substitution_renames_a_statement_and_what_it_refers_to() -> None:
    call = CallStatement(2, "m:C.f", 1, (1, 5), (("x", 5),))

    assert substitute(FileStatement(1, "a", "x"), {1: 10}) == FileStatement(10, "a", "x")
    assert substitute(StateStatement(1, "m:N", 2), {1: 10, 2: 20}) == StateStatement(10, "m:N", 20)
    assert substitute(call, {2: 20, 1: 10}) == CallStatement(20, "m:C.f", 10, (10, 5), (("x", 5),))


def test_a_test_case_names_its_calls_and_literals_in_their_order() -> None:
    one, other = CallStatement(2, "shop:Account", None, (1,)), CallStatement(4, "shop:Account.close", 2, (3,))
    amount, reason = LiteralStatement(1, 5), LiteralStatement(3, "moved")

    case = TestCase((amount, one, reason, other))

    assert case.calls == (one, other)
    assert case.literals == (amount, reason)
