"""Values are observed as the protocol encodes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.model.execution import Observation, Warned
from testloom.model.observed import (
    Class,
    DefaultAnswer,
    Dict,
    Instance,
    List,
    Long,
    Made,
    Opaque,
    Same,
    Tuple,
    Value,
    attributes_of,
    reference_of,
    type_of,
)
from testloom.model.observed import Member as Constant
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    StubStatement,
)
from testloom.model.texts.names import PLAIN
from testloom.model.types import Scalar
from tests.agent.cases import call, case
from tests.values import listed, plain, scalar

Agents = Callable[[str], Agent]

POINT = (LiteralStatement(0, 1), CallStatement(1, "shapes:Point", None, (0,)))


def observe(agent_of: Agents, *statements: Statement) -> list[Observation]:
    [observations] = agent_of("shapes").observe([case(*statements)])
    return observations


def value_of(agent_of: Agents, path: str) -> Any:
    """What a function without arguments returns."""
    return observe(agent_of, *call(path))[-1].value


def test_an_object_is_seen_by_its_public_data(agent_of: Agents) -> None:
    value = observe(agent_of, *POINT)[-1].value

    assert isinstance(value, Instance)
    assert value.type == "shapes:Point"
    assert {name: plain(content) for name, content in value.attributes.items()} == {
        "x": 1,
        "y": 0,
        "norm": 1,
    }


def test_private_data_is_left_out(agent_of: Agents) -> None:
    value = value_of(agent_of, "shapes:Box")

    assert sorted(value.attributes) == ["content", "weight"]


def test_an_object_that_stands_for_another_is_not_asked_for_it(agent_of: Agents) -> None:
    box = CallStatement(1, "shapes:Box", None, (0,))
    made, boxed = observe(agent_of, *call("shapes:Placeholder"), box)

    assert made.value is not None and type_of(made.value) == "shapes:Placeholder"
    assert reference_of(attributes_of(boxed.value)["content"]) == 0


def test_the_object_of_an_earlier_statement_is_the_same(agent_of: Agents) -> None:
    moved = observe(agent_of, *POINT, CallStatement(2, "shapes:Point.move", 1, (0,)))[-1]

    assert moved.value == Same(1)
    assert plain(attributes_of(moved.receiver)["x"]) == 2
    assert reference_of(moved.receiver) == 1


def test_an_attribute_names_the_statement_that_made_it(agent_of: Agents) -> None:
    box = observe(agent_of, *POINT, CallStatement(2, "shapes:Box", None, (1,)))[-1].value

    assert reference_of(attributes_of(box)["content"]) == 1


def test_arguments_and_output_are_seen_after_the_call(agent_of: Agents) -> None:
    filled = observe(
        agent_of,
        CollectionStatement(0, "list", ()),
        CallStatement(1, "shapes:fill", None, (0,)),
        *call_again(),
    )

    assert filled[1].arguments == {0: listed(scalar(1))}
    assert [one.output for one in filled] == ["", "filled 1\n", "filled 2\n"]


def call_again() -> tuple[Statement, ...]:
    return (CallStatement(2, "shapes:fill", None, (0,)),)


def test_the_receiver_is_seen_after_an_exception(agent_of: Agents) -> None:
    failed = observe(agent_of, *POINT, CallStatement(2, "shapes:Point.move", 1, ()))[-1]

    assert failed.exception is not None and failed.value is None
    assert attributes_of(failed.receiver)["x"] == scalar(1)


def test_a_property_that_raises_is_an_exception_of_its_statement(agent_of: Agents) -> None:
    broken = observe(agent_of, *POINT, AttributeStatement(2, 1, "broken"))[-1]

    assert broken.exception is not None and broken.exception.message == "no"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("shapes:long_text", Long("builtins:str", 5000, "x" * 200)),
        ("shapes:huge", Long("builtins:int", 100_001)),
        ("shapes:some_lambda", Opaque("builtins:function")),
        ("shapes:names", listed(scalar("a"))),
        ("shapes:cyclic", listed(scalar(1), Opaque("builtins:list"))),
    ],
)
def test_what_cannot_be_written_down_says_so(agent_of: Agents, path: str, expected: Any) -> None:
    assert value_of(agent_of, path) == expected


def test_deep_values_end_at_the_fourth_level(agent_of: Agents) -> None:
    value, levels = value_of(agent_of, "shapes:deep"), 0
    while isinstance(value, List):
        [value], levels = value.items, levels + 1

    assert levels == 4 and value == Long("builtins:list", 1)


def of_library(agent_of: Agents, name: str) -> Value:
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
        ("bytes", "builtins:bytearray", (b"a",), {}),
    ],
)
def test_values_of_the_library_tell_how_to_make_them(
    agent_of: Agents, name: str, path: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    given = {key: scalar(value) for key, value in kwargs.items()}

    assert of_library(agent_of, name) == Made(path, tuple(map(scalar, args)), given)


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("utc", Constant("datetime:timezone.utc")),
        ("paris", Made("zoneinfo:ZoneInfo", (scalar("Europe/Paris"),))),
        ("east", Made("datetime:timezone", (Made("datetime:timedelta", (), {"hours": scalar(2)}),))),
    ],
)
def test_a_time_zone_tells_how_to_make_it(agent_of: Agents, name: str, zone: Made | Constant) -> None:
    value = of_library(agent_of, name)

    assert isinstance(value, Made) and value.kwargs == {"tzinfo": zone}


def test_a_moment_in_another_time_zone_says_its_text(agent_of: Agents) -> None:
    assert attributes_of(of_library(agent_of, "named")) == {"isoformat()": scalar("08:30:00+02:00")}


def test_a_function_with_some_of_its_arguments_says_which_and_what_is_called_with_them(
    agent_of: Agents,
) -> None:
    assert attributes_of(of_library(agent_of, "partial")) == {
        "func": Class("builtins:int"),
        "args": Tuple((scalar("11"),)),
        "keywords": Dict((scalar("base"), scalar(2))),
    }


def test_a_stream_in_memory_says_what_it_holds(agent_of: Agents) -> None:
    assert attributes_of(of_library(agent_of, "memory")) == {"getvalue()": scalar("a")}
    assert list(attributes_of(of_library(agent_of, "bytes in memory"))) == ["getvalue()"]


def test_the_answer_that_there_is_none_is_told(agent_of: Agents) -> None:
    assert of_library(agent_of, "not implemented") == Class("builtins:NotImplemented")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("far", {"hour": 8}), ("nan", {}), ("pattern", {"groups": 1, "pattern": "a(b)"})],
)
def test_other_objects_of_the_library_show_their_scalars(
    agent_of: Agents, name: str, expected: dict[str, Any]
) -> None:
    attributes = attributes_of(of_library(agent_of, name))

    assert {key: plain(attributes[key]) for key in expected} == expected


def test_an_encoding_that_a_stream_may_have_from_the_machine_is_not_told(agent_of: Agents) -> None:
    assert plain(attributes_of(of_library(agent_of, "latin stream"))["encoding"]) == "latin-1"
    assert "encoding" not in attributes_of(of_library(agent_of, "stream"))


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


def test_messages_that_a_library_logs_are_not_told(agent_of: Agents) -> None:
    assert notices(agent_of, "notices:complain_through_library").logs == ()


def test_standard_error_and_written_files_are_seen(agent_of: Agents) -> None:
    complained = notices(agent_of, "notices:complain_loudly")
    noted = notices(agent_of, "notices:note", "é")

    assert (complained.output, complained.errors) == ("", "no\n")
    assert not complained.files
    assert noted.files == {"note": "é"}


def test_empty_folders_that_were_made_are_seen(agent_of: Agents) -> None:
    assert notices(agent_of, "notices:make_room").files == {"outer/empty/": "", "outer/full/note": "a"}


def test_a_stream_that_a_module_took_when_it_was_imported_is_that_of_no_test(agent_of: Agents) -> None:
    complained = notices(agent_of, "notices:complain_elsewhere")

    assert (complained.output, complained.errors) == ("", "")


def test_a_named_tuple_tells_the_names_of_its_items(agent_of: Agents) -> None:
    value = notices(agent_of, "notices:share").value

    assert isinstance(value, Tuple)
    assert (value.type, value.names) == ("notices:Share", ("name", "part"))
    shares = notices(agent_of, "notices:shares").value
    assert shares is not None
    inner = shares.parts()[0]
    assert isinstance(inner, Tuple) and inner.names is None


def test_what_an_attribute_is_read_from_is_seen(agent_of: Agents) -> None:
    read = observe(agent_of, *POINT, AttributeStatement(2, 1, "norm"))[-1]

    assert plain(attributes_of(read.receiver)["x"]) == 1


def test_what_a_property_does_as_it_is_looked_at_belongs_to_no_statement(agent_of: Agents) -> None:
    made = CallStatement(0, "notices:Chatty", None, ())
    tests = [case(made, CallStatement(1, "notices:Chatty.grow", 0, ()))]
    [[_, grown]] = agent_of("notices").observe(tests)

    assert (grown.output, grown.logs) == ("", ())


def test_what_a_property_asks_a_double_as_it_is_looked_at_is_no_call_of_the_test(agent_of: Agents) -> None:
    answer, stub = LiteralStatement(0, 5), StubStatement(1, (0,))
    made = CallStatement(2, "notices:Gauge", None, (1,))
    [seen] = agent_of("notices").observe(
        [case(answer, stub, made, CallStatement(3, "notices:Gauge.check", 2))]
    )

    calls = attributes_of(seen[-1].arguments[1])["call_args_list"]
    assert isinstance(calls, List)
    assert [isinstance(one, Made) and one.args for one in calls.items] == [(scalar("all"),)]


def test_what_a_property_gets_from_a_double_as_it_is_looked_at_is_left_for_the_test(agent_of: Agents) -> None:
    answers = (LiteralStatement(0, 5), LiteralStatement(1, 6), StubStatement(2, (0, 1)))
    made = CallStatement(3, "notices:Gauge", None, (2,))
    checks = [CallStatement(number, "notices:Gauge.check", 3) for number in (4, 5)]
    [seen] = agent_of("notices").observe([case(*answers, made, *checks)])

    assert [one.exception for one in seen] == [None] * 6


def test_what_a_double_answers_is_told_and_nothing_else_of_doubles(agent_of: Agents) -> None:
    double = DoubleStatement(0, "", ("name",), ())
    made, answered = observe(agent_of, double, InvokeStatement(1, 0, ()))

    assert made.value == Same(0)
    assert answered.value == DefaultAnswer(0, "()")


def test_how_a_double_was_asked_for_a_value_is_told(agent_of: Agents) -> None:
    double = DoubleStatement(0, "", ("points",), ())
    read = CallStatement(1, "shapes:ask", None, (0,))

    assert observe(agent_of, double, read)[-1].value == DefaultAnswer(0, "points.().first")


def test_doubles_that_got_attributes_which_they_do_not_offer_are_told(agent_of: Agents) -> None:
    doubles = DoubleStatement(0, "", ("points",)), DoubleStatement(1, "", ("points",))
    sets = AssignmentStatement(3, 0, "origin", 2), AssignmentStatement(4, 1, "points", 2)

    *earlier, last = observe(agent_of, *doubles, LiteralStatement(2, 5), *sets)

    assert last.touched == (("extended", "0"),)
    assert not any(entry.touched for entry in earlier)


def test_answers_of_doubles_and_doubles_are_told_within_collections_too(agent_of: Agents) -> None:
    double = DoubleStatement(0, "", ("points",), ())

    seen = observe(agent_of, double, CallStatement(1, "shapes:answers_of", None, (0,)))[-1].value

    assert seen == Tuple((DefaultAnswer(0, "points.().first"), Same(0)))


def test_an_object_that_the_receiver_holds_is_looked_at_after_the_call(agent_of: Agents) -> None:
    box = CallStatement(2, "shapes:Carrier", None, (1,))
    moved = observe(agent_of, *POINT, box, CallStatement(3, "shapes:Carrier.carry", 2, (0,)))[-1]

    assert plain(attributes_of(moved.arguments[1])["x"]) == 2


def test_an_object_that_can_be_called_says_so(agent_of: Agents) -> None:
    definition = ClassStatement(0, "Rule", members=(Member("method", "__call__"),))
    rule = observe(agent_of, definition, MakeStatement(1, "builtins:object", 0))[-1].value
    point = observe(agent_of, *POINT)[-1].value

    assert isinstance(rule, Instance) and rule.callable
    assert isinstance(point, Instance) and not point.callable


def test_an_attribute_that_does_what_is_forbidden_is_not_told_nor_held_against_the_test(
    agent_of: Agents,
) -> None:
    made = notices(agent_of, "notices:Chatty")

    assert made.denied == ()
    assert sorted(attributes_of(made.value)) == ["size", "told"]


@pytest.mark.parametrize(
    ("name", "arguments", "driven"),
    [
        ("windows", ("abc", 2), "generator"),
        ("numbered", ("abc",), "generator"),
        ("endless", (1,), ""),
        ("windows", ("abc", 1), "generator"),
        ("arriving", ("ab", True), ""),
        ("arriving", ("ab", False), "asynchronous generator"),
        ("in_thread", ("a",), "coroutine"),
    ],
)
def test_how_a_result_is_run_to_its_end_is_told_of_each_call(
    agent_of: Agents, name: str, arguments: tuple[Scalar, ...], driven: str
) -> None:
    made = [LiteralStatement(place, value) for place, value in enumerate(arguments)]
    path = f"collaborators.driven_results:{name}"
    statements = (*made, CallStatement(len(made), path, None, tuple(range(len(made)))))
    [observations] = agent_of("collaborators/driven_results").observe([case(*statements)])

    assert observations[-1].driven == driven
    assert observations[-1].denied == ()


@pytest.mark.parametrize(("later", "driven"), [(True, "asynchronous manager"), (False, "")])
def test_what_is_entered_asynchronously_is_told(agent_of: Agents, later: bool, driven: str) -> None:
    made = CallStatement(1, "collaborators.driven_results:gate", None, (0,))
    entered = case(LiteralStatement(0, later), made, EnterStatement(2, 1))
    [observations] = agent_of("collaborators/driven_results").observe([entered])

    assert plain(observations[-1].value) == "within"
    assert observations[-1].driven == driven


def test_an_entry_of_a_log_does_not_tell_when_and_where_it_was_made(agent_of: Agents) -> None:
    statements = LiteralStatement(0, "a"), CallStatement(1, "collaborators.long_results:entry", None, (0,))
    [observations] = agent_of("collaborators/long_results").observe([case(*statements)])
    told = attributes_of(observations[-1].value)

    assert told["msg"] == scalar("a")
    assert not {"created", "msecs", "process", "threadName", "pathname"} & told.keys()


def test_an_exception_of_a_library_is_observed_like_other_objects(agent_of: Agents) -> None:
    [_, made] = observe(
        agent_of, LiteralStatement(0, "late"), CallStatement(1, "zipfile:BadZipFile", None, (0,))
    )

    assert isinstance(made.value, Instance) and made.value.type == "zipfile:BadZipFile"


def test_a_text_of_a_class_of_a_library_is_observed_as_the_text(agent_of: Agents) -> None:
    [*_, made] = observe(
        agent_of,
        LiteralStatement(0, "late"),
        LiteralStatement(1, 8),
        CallStatement(2, "email._header_value_parser:ValueTerminal", None, (0, 1)),
    )

    assert made.value == scalar("late")


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        pytest.param("Cents", "12", scalar(12), id="a number"),
        pytest.param("Ratio", "0.5", scalar(0.5), id="a ratio"),
        pytest.param("Folded", "Yes", Instance("derived:Folded", {}), id="a text that equals others"),
    ],
)
def test_what_a_class_of_the_project_makes_of_a_plain_type_is_observed_as_what_it_equals(
    agent_of: Agents, kind: str, given: str, told: Value
) -> None:
    made = CallStatement(1, f"derived:{kind}", None, (0,))

    assert observe(agent_of, LiteralStatement(0, given), made)[-1].value == told


def test_what_a_text_with_data_of_its_own_equals_is_observed_beside_that(agent_of: Agents) -> None:
    [*_, made] = observe(agent_of, LiteralStatement(0, "a"), CallStatement(1, "derived:words", None, (0,)))

    assert isinstance(made.value, List)
    [word] = made.value.items
    assert attributes_of(word) == {PLAIN: scalar("a"), "line": scalar(1)}


def test_what_methods_have_returned_before_is_observed_again_by_one_of_its_names(agent_of: Agents) -> None:
    *_, last = observe(
        agent_of,
        CallStatement(0, "desks:Desk"),
        LiteralStatement(1, "a"),
        CallStatement(2, "desks:Desk.open", 0, (1,)),
        CallStatement(3, "desks:Desk.newest", 0),
        CallStatement(4, "desks:Desk.work", 0),
    )

    assert list(last.arguments) == [2]
    assert attributes_of(last.arguments[2])["status"] == scalar("done")


def test_objects_of_classes_that_cannot_be_compared_are_observed_and_watched(agent_of: Agents) -> None:
    agent, odd = agent_of("hazards"), call("hazards:Odd")

    [[made]] = agent.observe([odd])

    assert isinstance(made.value, Instance)
    assert made.value.attributes == {"size": scalar(1), "doubled": scalar(2)}
    assert agent.watch([odd])[0].types
