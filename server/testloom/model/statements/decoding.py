"""Decoding of test cases from the JSON in which they are sent and stored (docs/agent-protocol.md).

The JSON is not trusted: each part of each statement is checked, since much of it becomes source code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from testloom.model.checks import many, refused
from testloom.model.statements.attributes import AssignmentStatement, AttributeStatement
from testloom.model.statements.calls import (
    CallStatement,
    EnterStatement,
    FixedCallStatement,
    InvokeStatement,
)
from testloom.model.statements.cases import TestCase
from testloom.model.statements.classes import ClassStatement, MakeStatement
from testloom.model.statements.commands import CommandStatement
from testloom.model.statements.doubles import DoubleStatement
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ClockStatement,
    FailureStatement,
    FileStatement,
    StateStatement,
    ThreadsStatement,
)
from testloom.model.statements.functions import FunctionStatement
from testloom.model.statements.parts import Statement
from testloom.model.statements.stubs import StubStatement
from testloom.model.statements.values import CollectionStatement, LiteralStatement, ReferenceStatement

Kinds: TypeAlias = Mapping[str, type[Statement]]
"""The kinds of statements, by their tags."""
MOST_STATEMENTS = 5_000
DEEPEST = 90
"""The maximum nesting of values: the recorder writes 72 levels, Python's parser takes 200 parentheses."""
BASIC_KINDS: Kinds = {
    kind.tag: kind
    for kind in (
        LiteralStatement,
        CollectionStatement,
        ReferenceStatement,
        CallStatement,
        FixedCallStatement,
        AttributeStatement,
        AssignmentStatement,
        InvokeStatement,
        EnterStatement,
        DoubleStatement,
        StubStatement,
        FunctionStatement,
        ClassStatement,
        MakeStatement,
        CommandStatement,
        FileStatement,
        AgeStatement,
        ArgumentsStatement,
        ClockStatement,
        FailureStatement,
        StateStatement,
        ThreadsStatement,
    )
}
"""The kinds that the search itself uses; capabilities add more (`testloom.capabilities.KINDS`)."""


def decode_test(steps: Any, kinds: Kinds) -> TestCase:
    """Decode a test case from its `wire`, parsed as JSON; `kinds` are the permitted statements.

    Raises:
        ValueError: if it is not a test case: a statement is none, refers to what does not stand before it, or
            there are too many of them, or too many within one another.
    """
    decoded = many(partial(decode_statement, kinds=kinds), most=MOST_STATEMENTS)(steps)
    case = TestCase(decoded)
    if not case.is_valid():
        raise ValueError("a statement refers to one that does not come before it")
    if depth_of(case.statements) > DEEPEST:
        raise ValueError("its statements are nested too deeply")
    return case


def depth_of(statements: Sequence[Statement]) -> int:
    """Compute the nesting depth of values; each statement refers only to earlier ones."""
    depths: dict[int, int] = {}
    for statement in statements:
        inner = (depths.get(reference, 0) for reference in statement.references)
        depths[statement.id] = 1 + max(inner, default=0)
    return max(depths.values(), default=0)


def decode_statement(step: Any, kinds: Kinds) -> Statement:
    """Decode a statement from its `wire`, parsed as JSON.

    Raises:
        ValueError: if it is not a statement; it says which part is wrong.
    """
    if not isinstance(step, list | tuple) or not step or not isinstance(step[0], str):
        raise refused(step, "a statement")
    kind = kinds.get(step[0])
    if kind is None:
        raise refused(step[0], "a kind of statement")
    try:
        return kind.decoded(step[1:])
    except ValueError as error:
        raise ValueError(f"the statement {step[0]!r} is wrong: {error}") from None
