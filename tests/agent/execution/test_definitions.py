"""Classes that tests define are what their source in a test would make."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import json
from typing import Any

import pytest

from testloom.model.statements import (
    DATACLASS,
    ClassStatement,
    CollectionStatement,
    FunctionStatement,
    FunctionStep,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    Statement,
)
from testloom.model.types import ANY, NONE, TypeRef
from testloom_agent.execution.performing.definitions import defined_path, is_of_test
from testloom_agent.execution.performing.interpreter import Callables, Interpreter
from testloom_agent.execution.reporting.type_paths import type_path
from tests.agent.cases import case


def performed(*statements: Statement) -> dict[int, Any]:
    """The value of each statement."""
    interpreter = Interpreter(memoryview(bytearray(64)).cast("Q"), Callables())
    values: dict[int, Any] = {}
    for statement in json.loads(case(*statements).wire):
        values[statement[1]] = interpreter.perform(statement, values)
    return values


def test_a_function_of_a_class_is_decorated() -> None:
    values = performed(
        ReferenceStatement(1, "builtins:property"),
        LiteralStatement(2, "a"),
        ClassStatement(3, "Item", (), members=(Member("method", "size", 2, decorator=1),)),
        MakeStatement(4, "", 3),
    )

    assert values[4].size == "a"


def test_a_class_may_become_anything_by_its_decorator() -> None:
    values = performed(ClassStatement(1, "Item", (), ("builtins:repr",)))

    assert "Item" in values[1]


def test_a_dataclass_has_its_fields_with_their_types_and_defaults() -> None:
    values = performed(
        LiteralStatement(1, 5),
        ClassStatement(
            2,
            "Item",
            (),
            (DATACLASS,),
            members=(
                Member("field", "name", None, TypeRef("str")),
                Member("field", "amount", 1, TypeRef("union", (TypeRef("int"), NONE))),
                Member("field", "day", 1, TypeRef("datetime:date")),
                Member("field", "parts", 1, TypeRef("list", (ANY,))),
            ),
        ),
        LiteralStatement(3, "a"),
        MakeStatement(4, "", 2, (3,)),
    )

    types = {field.name: str(field.type) for field in dataclasses.fields(values[2])}
    assert types == {
        "name": "<class 'str'>",
        "amount": "int | None",
        "day": "<class 'datetime.date'>",
        "parts": "list[typing.Any]",
    }
    assert (values[4].name, values[4].amount) == ("a", 5)


def test_methods_return_or_raise_values_and_have_their_signatures() -> None:
    values = performed(
        LiteralStatement(1, "a"),
        CollectionStatement(2, "list", (1,)),
        ReferenceStatement(3, "builtins:KeyError"),
        ClassStatement(
            4,
            "Reader",
            ("collections.abc:Sized",),
            members=(
                Member("method", "__len__", None),
                Member("method", "read", 2, parameters=("size=1", "*", "deep=False")),
                Member("method", "close", 3, raises=True),
                Member("classmethod", "kind", 1),
                Member("staticmethod", "twice", 1, parameters=("value",)),
                Member("property", "title", 1),
            ),
        ),
        MakeStatement(5, "", 4),
    )

    reader = values[5]
    assert str(inspect.signature(reader.read)) == "(size=1, *, deep=False)"
    assert (reader.read(3), values[4].kind(), reader.twice(2), reader.title) == (["a"], "a", "a", "a")
    with pytest.raises(KeyError):
        reader.close()


def test_a_list_is_made_anew_by_each_call_as_it_would_be_in_source() -> None:
    values = performed(
        LiteralStatement(1, "a"),
        CollectionStatement(2, "list", (1,)),
        ClassStatement(3, "Reader", (), members=(Member("method", "read", 2),)),
        MakeStatement(4, "", 3),
    )

    values[4].read().append("b")

    assert values[4].read() == ["a"]


def test_a_metaclass_gets_the_keywords_and_the_body() -> None:
    values = performed(
        LiteralStatement(1, 3),
        ClassStatement(2, "Sized", (), members=(Member("value", "size", 1),), metaclass="abc:ABCMeta"),
    )

    assert type(values[2]).__name__ == "ABCMeta"
    assert values[2].size == 3


def test_a_class_of_a_test_has_the_same_name_wherever_it_is_defined() -> None:
    interpreter = Interpreter(memoryview(bytearray(64)).cast("Q"), Callables())
    statement = json.loads(case(ClassStatement(1, "Item")).wire)[0]

    first = interpreter.perform(statement, {})
    interpreter.definitions.place = 7
    second = interpreter.perform(statement, {})

    cut = len("<class '") + 1
    assert repr(first)[:cut] != repr(second)[:cut], "Code may keep just the beginning of a text."
    assert is_of_test(first) and type_path(first) == type_path(second) == defined_path(first) == "<test>:Item"


def test_a_class_of_the_project_is_none_of_the_test() -> None:
    assert not is_of_test(Member)


@pytest.mark.parametrize(
    "statement",
    [
        ClassStatement(2, "Item: evil()\n    class Item"),
        ClassStatement(2, "class"),
        ClassStatement(2, "Item", keywords=(("a=evil(), b", 1),)),
        ClassStatement(2, "Item", members=(Member("value", "a = evil(); b", 1),)),
        ClassStatement(2, "Item", members=(Member("field", "a", 1, TypeRef("evil()")),)),
        ClassStatement(2, "Item", members=(Member("method", "a", 1, parameters=("b=evil()",)),)),
        ClassStatement(2, "Item", members=(Member("method", "a", 1, parameters=("b): evil(",)),)),
    ],
)
def test_what_is_no_name_is_no_part_of_a_class(statement: ClassStatement) -> None:
    with pytest.raises(ValueError, match=r"not a name|malformed node"):
        performed(LiteralStatement(1, 5), statement)


def test_parameters_have_their_plain_defaults() -> None:
    parameters = ("name", "/", "size=-1", "*rest", "at=(1, 'a')", "**more")
    method = Member("method", "find", 1, parameters=parameters)
    [_, kind] = performed(LiteralStatement(1, 5), ClassStatement(2, "Item", members=(method,))).values()

    assert str(inspect.signature(kind.find)) == "(self, name, /, size=-1, *rest, at=(1, 'a'), **more)"


def test_a_generator_yields_is_sent_values_and_returns() -> None:
    steps = (FunctionStep("yield", 1), FunctionStep("yield", 2), FunctionStep("return", 1))
    values = performed(
        LiteralStatement(1, "a"),
        CollectionStatement(2, "list", ()),
        FunctionStatement(3, (), steps, is_generator=True),
    )

    generator = values[3]

    assert next(generator) == "a"
    assert generator.send("b") == []
    with pytest.raises(StopIteration) as end:
        next(generator)
    assert end.value.value == "a"


def test_an_asynchronous_generator_raises_though_it_yields_nothing() -> None:
    values = performed(
        ReferenceStatement(1, "builtins:OSError"),
        FunctionStatement(2, (), (FunctionStep("raise", 1),), is_async=True, is_generator=True),
    )

    with pytest.raises(OSError):
        asyncio.run(anext(values[2]))


def test_a_function_calls_its_parameters_with_new_collections() -> None:
    steps = (FunctionStep("call", called="add", args=(1,)), FunctionStep("return", 1))
    values = performed(CollectionStatement(1, "list", ()), FunctionStatement(2, ("add",), steps))
    given: list[Any] = []

    returned = values[2](given.append)

    assert given == [[]]
    assert returned == []
    assert returned is not given[0]


def test_a_coroutine_function_awaits_what_it_calls() -> None:
    values = performed(FunctionStatement(1, ("send",), (FunctionStep("call", called="send"),), is_async=True))
    sent = []

    async def send() -> None:
        sent.append(1)

    asyncio.run(values[1](send))

    assert sent == [1]
