"""Values are observed as the protocol encodes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.model.execution import Observation, Warned
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
)
from testloom.model.types import Scalar
from tests.agent.cases import call, case

Agents = Callable[[str], Agent]

ONE: Mapping[str, Any] = {"kind": "scalar", "type": "int", "value": 1}
POINT = (LiteralStatement(0, 1), CallStatement(1, "shapes:Point", None, (0,)))


def observe(agent_of: Agents, *statements: Statement) -> list[Observation]:
    [observations] = agent_of("shapes").observe([case(*statements)])
    return observations


def value_of(agent_of: Agents, path: str) -> Any:
    """What a function without arguments returns."""
    return observe(agent_of, *call(path))[-1].value


def test_an_object_is_seen_by_its_public_data(agent_of: Agents) -> None:
    value = observe(agent_of, *POINT)[-1].value

    assert value is not None
    assert (value["kind"], value["type"], value["equal"]) == ("object", "shapes:Point", True)
    assert {name: content["value"] for name, content in value["attributes"].items()} == {
        "x": 1,
        "y": 0,
        "norm": 1,
    }


def test_private_and_inherited_equality_are_left_out(agent_of: Agents) -> None:
    value = value_of(agent_of, "shapes:Box")

    assert sorted(value["attributes"]) == ["content", "weight"]
    assert not value["equal"]


def test_an_object_that_stands_for_another_is_not_asked_for_it(agent_of: Agents) -> None:
    box = CallStatement(1, "shapes:Box", None, (0,))
    made, boxed = observe(agent_of, *call("shapes:Placeholder"), box)

    assert made.value is not None and made.value["type"] == "shapes:Placeholder"
    assert boxed.value is not None and boxed.value["attributes"]["content"]["reference"] == 0


def test_the_object_of_an_earlier_statement_is_the_same(agent_of: Agents) -> None:
    moved = observe(agent_of, *POINT, CallStatement(2, "shapes:Point.move", 1, (0,)))[-1]

    assert moved.value == {"kind": "same", "reference": 1}
    assert moved.receiver is not None and moved.receiver["attributes"]["x"]["value"] == 2
    assert moved.receiver["reference"] == 1


def test_an_attribute_names_the_statement_that_made_it(agent_of: Agents) -> None:
    box = observe(agent_of, *POINT, CallStatement(2, "shapes:Box", None, (1,)))[-1].value

    assert box is not None and box["attributes"]["content"]["reference"] == 1


def test_arguments_and_output_are_seen_after_the_call(agent_of: Agents) -> None:
    filled = observe(
        agent_of,
        CollectionStatement(0, "list", ()),
        CallStatement(1, "shapes:fill", None, (0,)),
        *call_again(),
    )

    assert filled[1].arguments == {0: {"kind": "list", "items": [ONE]}}
    assert [one.output for one in filled] == ["", "filled 1\n", "filled 2\n"]


def call_again() -> tuple[Statement, ...]:
    return (CallStatement(2, "shapes:fill", None, (0,)),)


def test_the_receiver_is_seen_after_an_exception(agent_of: Agents) -> None:
    failed = observe(agent_of, *POINT, CallStatement(2, "shapes:Point.move", 1, ()))[-1]

    assert failed.exception is not None and failed.value is None
    assert failed.receiver is not None and failed.receiver["attributes"]["x"] == ONE


def test_a_property_that_raises_is_an_exception_of_its_statement(agent_of: Agents) -> None:
    broken = observe(agent_of, *POINT, AttributeStatement(2, 1, "broken"))[-1]

    assert broken.exception is not None and broken.exception.message == "no"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("shapes:long_text", {"kind": "long", "type": "builtins:str", "length": 5000}),
        ("shapes:huge", {"kind": "long", "type": "builtins:int", "length": 100_001}),
        ("shapes:some_lambda", {"kind": "opaque", "type": "builtins:function"}),
        (
            "shapes:names",
            {"kind": "list", "items": [{"kind": "scalar", "type": "str", "value": "a"}]},
        ),
        ("shapes:cyclic", {"kind": "list", "items": [ONE, {"kind": "opaque", "type": "builtins:list"}]}),
    ],
)
def test_what_cannot_be_written_down_says_so(agent_of: Agents, path: str, expected: Any) -> None:
    assert value_of(agent_of, path) == expected


def test_deep_values_end_at_the_fourth_level(agent_of: Agents) -> None:
    value, levels = value_of(agent_of, "shapes:deep"), 0
    while value["kind"] == "list":
        [value], levels = value["items"], levels + 1

    assert levels == 4 and value == {"kind": "long", "type": "builtins:list", "length": 1}


def made(path: str, *args: Mapping[str, Any], **kwargs: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": "made", "type": path, "args": list(args), "kwargs": kwargs}


def scalar(value: str | int) -> dict[str, Any]:
    return {"kind": "scalar", "type": type(value).__name__, "value": value}


def of_library(agent_of: Agents, name: str) -> Mapping[str, Any]:
    [observations] = agent_of("library").observe([call("library:value", name)])
    found = observations[-1].value
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "path", "args", "kwargs"),
    [
        ("date", "datetime:date", (2024, 2, 29), {}),
        ("moment", "datetime:datetime", (2024, 2, 29, 1, 0, 5), {}),
        ("midnight", "datetime:datetime", (2024, 2, 29), {}),
        ("time", "datetime:time", (8, 30), {}),
        ("duration", "datetime:timedelta", (), {"days": -1, "microseconds": 5}),
        ("decimal", "decimal:Decimal", ("1.50",), {}),
        ("fraction", "fractions:Fraction", (1, 2), {}),
        ("path", "pathlib:Path", ("a/b",), {}),
        ("uuid", "uuid:UUID", ("00000000-0000-0000-0000-000000000001",), {}),
        ("range", "builtins:range", (1, 9), {}),
        ("steps", "builtins:range", (1, 9, 2), {}),
        ("bytes", "builtins:bytearray", ({"bytes": "a"},), {}),
    ],
)
def test_values_of_the_library_tell_how_to_make_them(
    agent_of: Agents, name: str, path: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    value = of_library(agent_of, name)

    assert (value["kind"], value["type"]) == ("made", path)
    assert tuple(part["value"] for part in value["args"]) == args
    assert {key: part["value"] for key, part in value["kwargs"].items()} == kwargs


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("utc", {"kind": "enum", "path": "datetime:timezone.utc"}),
        ("paris", made("zoneinfo:ZoneInfo", scalar("Europe/Paris"))),
        ("east", made("datetime:timezone", made("datetime:timedelta", hours=scalar(2)))),
    ],
)
def test_a_time_zone_tells_how_to_make_it(agent_of: Agents, name: str, zone: dict[str, Any]) -> None:
    assert of_library(agent_of, name)["kwargs"] == {"tzinfo": zone}


def test_a_moment_in_another_time_zone_says_its_text(agent_of: Agents) -> None:
    assert of_library(agent_of, "named")["attributes"] == {"isoformat()": scalar("08:30:00+02:00")}


def test_a_stream_in_memory_says_what_it_holds(agent_of: Agents) -> None:
    assert of_library(agent_of, "memory")["attributes"] == {"getvalue()": scalar("a")}
    assert list(of_library(agent_of, "bytes in memory")["attributes"]) == ["getvalue()"]


def test_the_answer_that_there_is_none_is_told(agent_of: Agents) -> None:
    assert of_library(agent_of, "not implemented") == {"kind": "class", "path": "builtins:NotImplemented"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("far", {"hour": 8}), ("nan", {}), ("pattern", {"groups": 1, "pattern": "a(b)"})],
)
def test_other_objects_of_the_library_show_their_scalars(
    agent_of: Agents, name: str, expected: dict[str, Any]
) -> None:
    attributes = of_library(agent_of, name)["attributes"]

    assert {key: attributes[key]["value"] for key in expected} == expected


def test_an_encoding_that_a_stream_may_have_from_the_machine_is_not_told(agent_of: Agents) -> None:
    assert of_library(agent_of, "latin stream")["attributes"]["encoding"]["value"] == "latin-1"
    assert "encoding" not in of_library(agent_of, "stream")["attributes"]


def test_a_statement_that_does_not_end_has_no_observation(agent_of: Agents) -> None:
    agent = agent_of("hazards")

    observed = agent.observe([call("hazards:loop"), call("hazards:exit_hard"), call("hazards:fine")])

    assert [len(test) for test in observed] == [0, 0, 1]


def test_observations_repeat_exactly(agent_of: Agents) -> None:
    agent, tests = agent_of("shapes"), [case(*POINT), call("shapes:later", 1), call("shapes:Box")]

    assert agent.observe(tests) == agent.observe(tests)


def notices(agent_of: Agents, path: str, *values: Scalar) -> Observation:
    [observations] = agent_of("notices").observe([call(path, *values)])
    return observations[-1]


def test_warnings_that_the_project_issues_are_seen(agent_of: Agents) -> None:
    assert notices(agent_of, "notices:warn").warnings == (
        Warned("builtins:DeprecationWarning", "use share instead"),
    )
    assert notices(agent_of, "notices:warn_from_c").warnings == ()


def test_messages_that_reach_the_root_logger_are_seen(agent_of: Agents) -> None:
    assert notices(agent_of, "notices:complain", 3).logs == ("gave up after 3 times", "really")


def test_standard_error_and_written_files_are_seen(agent_of: Agents) -> None:
    complained = notices(agent_of, "notices:complain_loudly")
    noted = notices(agent_of, "notices:note", "é")

    assert (complained.output, complained.errors) == ("", "no\n")
    assert not complained.files
    assert noted.files == {"note": "é"}


def test_a_stream_that_a_module_took_when_it_was_imported_is_that_of_no_test(agent_of: Agents) -> None:
    complained = notices(agent_of, "notices:complain_elsewhere")

    assert (complained.output, complained.errors) == ("", "")


def test_a_named_tuple_tells_the_names_of_its_items(agent_of: Agents) -> None:
    value = notices(agent_of, "notices:share").value

    assert value is not None
    assert (value["kind"], value["type"], value["names"]) == ("tuple", "notices:Share", ["name", "part"])
    listed = notices(agent_of, "notices:shares").value
    assert listed is not None and "names" not in listed["items"][0]


def test_what_an_attribute_is_read_from_is_seen(agent_of: Agents) -> None:
    read = observe(agent_of, *POINT, AttributeStatement(2, 1, "norm"))[-1]

    assert read.receiver is not None and read.receiver["attributes"]["x"]["value"] == 1


def test_what_a_property_does_as_it_is_looked_at_belongs_to_no_statement(agent_of: Agents) -> None:
    made = CallStatement(0, "notices:Chatty", None, ())
    tests = [case(made, CallStatement(1, "notices:Chatty.grow", 0, ()))]
    [[_, grown]] = agent_of("notices").observe(tests)

    assert (grown.output, grown.logs) == ("", ())


def test_what_a_double_answers_is_told_and_nothing_else_of_doubles(agent_of: Agents) -> None:
    double = DoubleStatement(0, "", ("name",), ())
    made, answered = observe(agent_of, double, InvokeStatement(1, 0, ()))

    assert made.value == {"kind": "same", "reference": 0}
    assert answered.value == {"kind": "answer", "reference": 0, "asked": "()"}


def test_how_a_double_was_asked_for_a_value_is_told(agent_of: Agents) -> None:
    double = DoubleStatement(0, "", ("points",), ())
    read = CallStatement(1, "shapes:ask", None, (0,))

    assert observe(agent_of, double, read)[-1].value == {
        "kind": "answer",
        "reference": 0,
        "asked": "points.().first",
    }


def test_answers_of_doubles_and_doubles_are_told_within_collections_too(agent_of: Agents) -> None:
    double = DoubleStatement(0, "", ("points",), ())

    seen = observe(agent_of, double, CallStatement(1, "shapes:answers_of", None, (0,)))[-1].value

    assert seen is not None
    assert seen["items"] == [
        {"kind": "answer", "reference": 0, "asked": "points.().first"},
        {"kind": "same", "reference": 0},
    ]


def test_an_object_that_the_receiver_holds_is_looked_at_after_the_call(agent_of: Agents) -> None:
    box = CallStatement(2, "shapes:Carrier", None, (1,))
    moved = observe(agent_of, *POINT, box, CallStatement(3, "shapes:Carrier.carry", 2, (0,)))[-1]

    assert moved.arguments[1]["attributes"]["x"]["value"] == 2


def test_an_object_that_can_be_called_says_so(agent_of: Agents) -> None:
    definition = ClassStatement(0, "Rule", members=(Member("method", "__call__"),))
    rule = observe(agent_of, definition, MakeStatement(1, "builtins:object", 0))[-1].value
    point = observe(agent_of, *POINT)[-1].value

    assert rule is not None and rule["callable"] is True
    assert point is not None and "callable" not in point


def test_an_attribute_that_does_what_is_forbidden_is_not_told_nor_held_against_the_test(
    agent_of: Agents,
) -> None:
    made = notices(agent_of, "notices:Chatty")

    assert made.value is not None and made.denied == ()
    assert sorted(made.value["attributes"]) == ["size", "told"]
