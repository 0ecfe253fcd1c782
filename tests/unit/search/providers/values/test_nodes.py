"""Nodes of syntax trees are found in what `ast.parse` makes of small programs."""

from __future__ import annotations

import ast
from random import Random
from typing import Any

import pytest

from testloom.model.statements import AttributeStatement, CallStatement, LiteralStatement
from testloom.model.subject import Subject
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge

SUBJECT = Subject("lint", "lint.py")


def made(name: str, seed: int) -> Any:
    """The node that a test makes for a class of `ast`."""
    builder = Knowledge(SUBJECT, (), Random(seed)).builder()
    value = builder.another(TypeRef(f"ast:{name}"))
    values: dict[int, Any] = {}
    for statement in builder.draft.statements:
        match statement:
            case LiteralStatement(value=literal):
                values[statement.id] = literal
            case CallStatement(callable="ast:parse", args=(text,)):
                values[statement.id] = ast.parse(values[text])
            case CallStatement(receiver=int(items), args=(place,)):
                values[statement.id] = values[items][values[place]]
            case AttributeStatement(source=source, name=attribute):
                values[statement.id] = getattr(values[source], attribute)
    assert builder.draft.types[value] == TypeRef(f"ast:{name}")
    return values[value]


@pytest.mark.parametrize("name", ["Module", "Call", "Name", "FunctionDef", "ExceptHandler", "expr", "AST"])
@pytest.mark.parametrize("seed", range(10))
def test_a_node_of_a_class_is_one_that_the_parser_made(name: str, seed: int) -> None:
    assert isinstance(made(name, seed), getattr(ast, name))


def test_what_may_be_any_node_is_now_one_and_now_another() -> None:
    assert len({type(made("AST", seed)) for seed in range(30)}) > 10


def test_no_program_has_a_node_of_a_class_that_is_none_of_the_syntax() -> None:
    knowledge = Knowledge(SUBJECT, (), Random(1))

    assert not knowledge.is_settled(TypeRef("ast:NodeVisitor"), knowledge.builder())
