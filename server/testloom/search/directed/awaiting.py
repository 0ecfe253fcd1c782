"""What the subject awaits is made awaitable, and what it does not await is no coroutine function."""

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
from testloom.search.breeding.awaiting import coroutine_function
from testloom.search.breeding.doubles import changed
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.values.functions import FUNCTIONS
from testloom.search.directed.steps import Step

_NOT_AWAITABLE = re.compile(r"can't be used in 'await' expression|object can't be awaited")
_COROUTINE = re.compile(
    r"'coroutine' object|got coroutine|coroutine was expected|argument of type 'coroutine'"
)


def awaiting(case: TestCase, message: str, factory: TestFactory) -> Iterator[Step]:
    """Functions of the test that are coroutine functions where they should be, and only there."""
    if _NOT_AWAITABLE.search(message):
        yield from _awaitable(case, factory)
    elif _COROUTINE.search(message):
        for index, stub in enumerate(case.statements):
            if isinstance(stub, StubStatement) and stub.is_async:
                yield partial(case.replaced, index, stub.replace(is_async=False))


def _awaitable(case: TestCase, factory: TestFactory) -> Iterator[Step]:
    for index, statement in enumerate(case.statements):
        match statement:
            case StubStatement(is_async=False):
                yield partial(case.replaced, index, statement.replace(is_async=True))
            case ReferenceStatement(path=path) if path in FUNCTIONS:
                yield partial(_stubbed, case, index, factory)
            case DoubleStatement() if factory.learned.asked(statement.id):
                yield partial(_answered, case, index, statement, factory)


def _answered(case: TestCase, index: int, double: DoubleStatement, factory: TestFactory) -> TestCase:
    draft = factory.draft_of(case.statements[:index])
    better = changed(double, draft, factory, at_await=True)
    return case.replaced(index, *draft.statements[index:], better)


def _stubbed(case: TestCase, index: int, factory: TestFactory) -> TestCase:
    """A coroutine function instead of a builtin function."""
    draft = factory.draft_of()
    coroutine_function(factory.literal(draft, factory.values.literal("str")), draft, factory)
    own = case.statements[index].id
    return case.replaced(index, *draft.statements[:-1], draft.statements[-1].replace(id=own))
