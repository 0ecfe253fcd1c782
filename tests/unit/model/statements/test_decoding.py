"""Test cases come back from the JSON that they are stored as."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.decoding import decode_test
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    StateStatement,
    VariableStatement,
)
from testloom.model.types import TypeRef

CASE = TestCase(
    (
        LiteralStatement(1, "a\ud800b"),
        LiteralStatement(2, b"\xff"),
        LiteralStatement(3, 1 - 2j),
        CollectionStatement(4, "dict", (1, 2)),
        ReferenceStatement(5, "shop:Kind.SMALL"),
        DoubleStatement(6, "shop:Bank", ("pay",), (Answer("pay()", 3), Answer("close()", 5, True))),
        StubStatement(61, (5, 1), raises=(5,), is_async=True),
        CallStatement(7, "shop:Account", None, (1,), (("bank", 6),)),
        ClassStatement(70, "Part"),
        ClassStatement(
            71,
            "Item",
            ("shop:Base",),
            (
                Member("field", "name", 1, TypeRef("union", (TypeRef("str"), TypeRef("none")))),
                Member("method", "read", 5, None, None, ("size=1", "*"), True, True),
                Member("field", "part", None, of=70),
                Member("method", "size", 1, decorator=5),
            ),
            ("dataclasses:dataclass",),
            "shop:Meta",
            (("key", 1),),
        ),
        MakeStatement(72, "shop:Base", 71, (1,), (("size", 3),)),
        AttributeStatement(8, 7, "balance"),
        AssignmentStatement(9, 7, "limit", 3),
        InvokeStatement(10, 8, (1,), (("x", 2),)),
        EnterStatement(11, 7),
        EnterStatement(12, 7, 8),
        FolderStatement(13, True),
        FileStatement(14, "a/b.txt", b"\xfe"),
        FileStatement(15, "~/c", None),
        VariableStatement(16, "HOME", None),
        ConsoleStatement(17, ("yes",), ("getpass:getpass",)),
        ArgumentsStatement(18, ("prog", "-v")),
        ClockStatement(19, 5.0, (("shop:now", "datetime"),)),
        ChanceStatement(20, 4),
        StateStatement(21, "shop:LIMIT", 3),
        FailureStatement(24, "shop:open", "ENOSPC", "No space left on device"),
        AgeStatement(90, "a.txt", 1.5),
        PathStatement(23, "shop:HERE", "@/shop"),
        FactStatement(22, "shop:cpu_count", "os.cpu_count", (4, b"\xff", None)),
    )
)


def test_a_test_case_comes_back_with_every_kind_of_statement() -> None:
    assert decode_test(json.loads(CASE.wire)) == CASE


def test_no_kind_of_statement_is_forgotten_here() -> None:
    kinds = {*get_args(Statement), *EnvironmentStatement.__subclasses__()} - {EnvironmentStatement}

    assert {type(statement).__name__ for statement in CASE} == {kind.__name__ for kind in kinds}


@pytest.mark.parametrize(
    "steps", [[["unheard", 1]], [["literal"]], [["call", 1, "shop:f", None, [7], {}]], [["literal", 1, {}]]]
)
def test_what_is_no_test_case_is_told(steps: list[list[object]]) -> None:
    with pytest.raises(ValueError, match="statement"):
        decode_test(steps)
