"""What is iterated step by step, later, or called as an application, is a function of the test."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.statements import FunctionStatement, FunctionStep
from testloom.model.subject import Parameter, Result, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.inputs.types.plausibility import is_beyond, plausible_types
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.producing import ASGI, GENERATOR, LATER, WSGI, Produced, changed

SUBJECT = Subject("shop", "shop.py")
ROWS = TypeRef(LATER, (TypeRef("tuple", (ANY, ANY)),))


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        (("()", WSGI), TypeRef(WSGI)),
        (("()", "await()", ASGI), TypeRef(ASGI)),
        (("async for",), TypeRef(LATER, (ANY,))),
        (("async for", "for:2"), ROWS),
        (("next", "send"), TypeRef(GENERATOR)),
    ],
)
def test_it_is_told_by_what_is_done_with_a_parameter(uses: tuple[str, ...], expected: TypeRef) -> None:
    assert Produced().kind_of(Parameter("given", uses=uses), SUBJECT) == TypeRef("union", (expected, ANY))


@pytest.mark.parametrize("uses", [("for",), ("next",), ("()",), ("send",)])
def test_lists_iterators_functions_and_sockets_are_made_by_others(uses: tuple[str, ...]) -> None:
    assert Produced().kind_of(Parameter("given", uses=uses), SUBJECT) is None


def made(kind: TypeRef, seed: int) -> FunctionStatement:
    """A function of the test that stands for a type."""
    builder = Knowledge(SUBJECT, (), Random(seed)).builder()
    value = Produced().make(kind, builder)
    found = next(statement for statement in builder.draft.statements if statement.id == value)
    assert isinstance(found, FunctionStatement)
    return found


@pytest.mark.parametrize("name", [WSGI, ASGI, LATER, GENERATOR])
@pytest.mark.parametrize("seed", range(20))
def test_what_is_made_is_a_function_of_its_kind_also_after_a_change(name: str, seed: int) -> None:
    function = made(TypeRef(name), seed)
    other = changed(function, Knowledge(SUBJECT, (), Random(seed)).builder())

    assert isinstance(other, FunctionStatement)
    for each in (function, other):
        fields = {name: getattr(each, name) for name in each.__struct_fields__}
        assert FunctionStatement.checked(**fields) == each


def test_applications_mostly_start_a_response() -> None:
    functions = [made(TypeRef(WSGI), seed) for seed in range(50)]

    started = [f for f in functions if any(step.called == "start_response" for step in f.steps)]
    assert len(started) > 30


def test_nothing_is_done_behind_the_end_of_a_function() -> None:
    steps = (FunctionStep("yield", 1), FunctionStep("raise", 2), FunctionStep("yield", 3))

    assert FunctionStatement(1, is_generator=True).doing(steps).steps == steps[:2]


def test_a_function_answers_with_what_code_looks_up_in_its_result() -> None:
    message = Parameter("message", uses=("['type']", "['type']=='a'"))
    subject = Subject("shop", "shop.py", results={"receive": (Result("value", (message,)),)})

    [kind] = plausible_types(Parameter("receive", uses=("await()", "()")), subject)

    record = kind.args[0].args[0]
    assert (kind.args[0].name, record.name, record.values) == ("awaitable", "record", ("type",))


def test_a_dictionary_with_known_keys_offers_what_dictionaries_do() -> None:
    parameter = Parameter("environ", uses=("get", "['PATH_INFO']"))

    assert not is_beyond(parameter, plausible_types(parameter, SUBJECT), SUBJECT)


def test_entries_are_of_the_types_for_which_code_tests_them() -> None:
    parameter = Parameter("given", uses=("isinstance:bool", "isinstance:Decimal"))

    assert plausible_types(parameter, SUBJECT) == [TypeRef("bool")]


def test_what_builtin_functions_go_through_is_iterable_and_no_date() -> None:
    kinds = plausible_types(Parameter("given", uses=("max",)), SUBJECT)

    assert TypeRef("list") in kinds
    assert TypeRef("datetime:date") not in kinds
