"""Makes values that the subject awaits awaitable, and others not coroutine functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.model.statements import (
    DoubleStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.search.operators.directed.guide import Step
from testloom.search.providers.doubles.awaiting import coroutine_function
from testloom.search.providers.doubles.doubles import changed
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.functions import FUNCTIONS

_NOT_AWAITABLE = re.compile(r"can't be used in 'await' expression|object can't be awaited")
_COROUTINE = re.compile(
    r"'coroutine' object|got coroutine|coroutine was expected|argument of type 'coroutine'"
)


def awaiting(case: TestCase, message: str, knowledge: Knowledge) -> Iterator[Step]:
    """Functions of the test that are coroutine functions where they should be, and only there."""
    if _NOT_AWAITABLE.search(message):
        yield from _awaitable(case, knowledge)
    elif _COROUTINE.search(message):
        for index, stub in enumerate(case.statements):
            if isinstance(stub, StubStatement) and stub.is_async:
                yield partial(case.replaced, index, stub.replace(is_async=False))


def _awaitable(case: TestCase, knowledge: Knowledge) -> Iterator[Step]:
    for index, statement in enumerate(case.statements):
        match statement:
            case StubStatement(is_async=False):
                yield partial(case.replaced, index, statement.replace(is_async=True))
            case ReferenceStatement(path=path) if path in FUNCTIONS:
                yield partial(_stubbed, case, index, knowledge)
            case DoubleStatement() if knowledge.experience.learned.asked(statement.id):
                yield partial(_answered, case, index, statement, knowledge)


def _answered(case: TestCase, index: int, double: DoubleStatement, knowledge: Knowledge) -> TestCase:
    builder = knowledge.builder(case.statements[:index])
    better = changed(double, builder, at_await=True)
    return case.replaced(index, *builder.draft.statements[index:], better)


def _stubbed(case: TestCase, index: int, knowledge: Knowledge) -> TestCase:
    """A coroutine function instead of a builtin function."""
    builder = knowledge.builder()
    coroutine_function(builder.literal(knowledge.values.literal("str")), builder)
    own = case.statements[index].id
    return case.replaced(index, *builder.draft.statements[:-1], builder.draft.statements[-1].replace(id=own))
