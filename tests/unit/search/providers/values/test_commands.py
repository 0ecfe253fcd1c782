"""What selects a handler begins what a test says, with as much behind it as the handler needs."""

from __future__ import annotations

from random import Random

from testloom.model.statements import LiteralStatement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.inputs.types.plausibility import plausible_types
from testloom.search.providers.knowledge import Knowledge

SUBJECT = Subject("shop", "shop.py")


def test_lines_begin_with_a_command() -> None:
    uses = ("split", "<words>[0]selects:go:2", "<words>[0]selects:stop:0")
    kinds = plausible_types(Parameter("entered", uses=uses), SUBJECT)
    commands = TypeRef("commands", values=("go:2", "stop:0"))
    lines = []
    for seed in range(30):
        builder = Knowledge(SUBJECT, (), Random(seed)).builder()
        builder.value(commands)
        made = builder.draft.statements[-1]
        assert isinstance(made, LiteralStatement)
        lines.append(str(made.value))

    assert commands in kinds
    assert {line.partition(" ")[0] for line in lines} == {"go", "stop"}
    assert "stop" in lines


def test_programs_are_lists_of_instructions() -> None:
    uses = ("len", "[][0]selects:PUSH:1", "[][0]selects:POP:0")
    rows = (
        TypeRef("tuple", (TypeRef("literal", values=("PUSH",)), ANY)),
        TypeRef("tuple", (TypeRef("literal", values=("POP",)),)),
    )

    kinds = plausible_types(Parameter("program", uses=uses), SUBJECT)

    assert TypeRef("list", (TypeRef("union", rows),)) in kinds
