"""Awaited calls of doubles, answered by coroutine functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from testloom.model.statements import Answer, DoubleStatement, Statement, StubStatement
from testloom.model.subject import Subject
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.values.functions import CALLABLE

CALLED = "()"
GOES_ON = ("", ".", "(", "[")
"""The characters that may follow an answer's path in a longer path that goes through the answer."""


def is_awaited(path: str, spec: str, subject: Subject, *, at_times: bool = False) -> bool:
    """Check whether code awaits a double's call, always or `at_times`, and its class does not show it."""
    name = path.removesuffix(CALLED)
    is_known = bool(spec) and "." not in name
    last = name.rpartition(".")[2]
    is_always = subject.awaited.get(last)
    is_due = bool(is_always) or (at_times and is_always is not None)
    return path.endswith(CALLED) and is_due and not is_known


def coroutine_function(value: int, builder: Builder, *, raises: bool = False) -> int:
    """Append what has to be awaited, and answers with a value or raises it."""
    raised = (value,) if raises else ()
    stub = StubStatement(builder.next_id(), (value,), raised, is_async=True)
    return builder.add(stub, TypeRef(CALLABLE))


def awaitable(answer: Answer, builder: Builder) -> Answer:
    """Wrap the answer to an awaited call in a coroutine function."""
    function = coroutine_function(answer.value, builder, raises=answer.raises)
    return Answer(answer.path.removesuffix(CALLED), function)


def has_coroutine_function(answer: Answer, statements: Iterable[Statement]) -> bool:
    """Check whether an answer of a double is a coroutine function of the test."""
    made = next((known for known in statements if known.id == answer.value), None)
    return isinstance(made, StubStatement) and made.is_async


def is_within(path: str, outer: str) -> bool:
    """Check whether a path goes on from the answer at another path."""
    return path.startswith(outer) and path[len(outer) : len(outer) + 1] in GOES_ON


def calls_of(answers: Sequence[Answer], statements: Sequence[Statement]) -> list[str]:
    """List the paths of the answers that are coroutine functions."""
    return [answer.path for answer in answers if has_coroutine_function(answer, statements)]


def made_awaitable(double: DoubleStatement, builder: Builder, *, at_times: bool) -> list[Answer]:
    """List a double's answers, with coroutine functions for the calls that are awaited."""
    return [
        awaitable(answer, builder)
        if is_awaited(answer.path, double.spec, builder.subject, at_times=at_times)
        else answer
        for answer in double.answers
    ]
