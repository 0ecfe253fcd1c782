"""Stored entries: an earlier call stores a value under the key that a later call looks up.

`self.options["mode"] == "strict"` compares a value that does not occur in the test. The call of
`machine.run()` is preceded by `machine.set("mode", "strict")`. Which parameter is the key is inferred
from the constants that it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.model.types import Scalar
from testloom.search.operators.directed.answers import is_told, put
from testloom.search.operators.directed.guide import Step
from testloom.search.providers.arguments import argument
from testloom.search.providers.inputs.types.plausibility import compared_with
from testloom.search.providers.knowledge import Knowledge

GIVEN = ("positional", "either", "keyword")


def with_kept_entry(
    case: TestCase, predicate: int, values: Sequence[Any], knowledge: Knowledge
) -> Iterator[Step]:
    """Ways to have one of the values kept under a key; keys that the condition names come alone."""
    text = knowledge.subject.predicates[predicate].text
    ways = list(_keepers(case, knowledge))
    named = [way for way in ways if _is_named(way[-1], text)]
    for value in filter(is_told, values):
        yield from (partial(_told, case, *way, (value,), knowledge) for way in named or ways)


def _is_named(key: Scalar, text: str) -> bool:
    return repr(key) in text or (isinstance(key, str) and f'"{key}"' in text)


def keeping(case: TestCase, key: Scalar, knowledge: Knowledge) -> Iterator[Step]:
    """Ways to have something kept under a key that was not there."""
    for way in _keepers(case, knowledge):
        if way[-1] == key:
            yield partial(_told, case, *way, (), knowledge)


def _keepers(case: TestCase, knowledge: Knowledge) -> Iterator[tuple[int, Callable, Parameter, Scalar]]:
    """The calls of a test, each with a method that keeps something for it, its parameter, and a key."""
    for index, statement in enumerate(case.statements):
        called = knowledge.subject.callables.get(getattr(statement, "callable", ""))
        if not isinstance(statement, CallStatement) or statement.receiver is None or called is None:
            continue
        for keeper in knowledge.preparers.of(called):
            for parameter in keeper.parameters:
                keys = compared_with(parameter.uses) if parameter.kind in GIVEN else ()
                yield from ((index, keeper, parameter, key) for key in keys)


def _told(
    case: TestCase,
    index: int,
    keeper: Callable,
    of_key: Parameter,
    key: Scalar,
    values: Sequence[Any],
    knowledge: Knowledge,
) -> TestCase:
    """The test case with a call before the one at a place, which gets the key, and a value after it."""
    builder, later = knowledge.builder(case.statements[:index]), case.statements[index]
    assert isinstance(later, CallStatement)
    args: list[int] = []
    kwargs: list[tuple[str, int]] = []
    left, is_by_name = list(values), False
    for parameter in keeper.parameters:
        if parameter.kind not in GIVEN or (parameter is not of_key and not left and parameter.has_default):
            is_by_name = True  # for the parameters after it
            continue
        if parameter is of_key:
            given = builder.literal(key)
        else:
            given = put(left.pop(0), builder) if left else argument(builder.at(1), parameter)
        if parameter.kind == "keyword" or (is_by_name and parameter.kind == "either"):
            kwargs.append((parameter.name, given))
        else:
            args.append(given)
    builder.add(CallStatement(builder.next_id(), keeper.id, later.receiver, tuple(args), tuple(kwargs)))
    return TestCase((*builder.draft.statements, *case.statements[index:]))
