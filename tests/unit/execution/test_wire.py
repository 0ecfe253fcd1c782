"""Answers become values of the model."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from testloom.execution.wire import (
    EXECUTE,
    decode_assessments,
    decode_behaviours,
    decode_observations,
    decode_results,
    decode_watched,
    request_of,
)
from testloom.model.errors import AgentError
from testloom.model.execution import Observation, RaisedException, Trace
from testloom.model.observed import (
    Dict,
    Instance,
    List,
    Made,
    Record,
    Same,
    Scalar,
    Value,
    attributes_of,
)
from testloom.model.statements import LiteralStatement, TestCase

TRACES = [{"hits": [0, 2], "distances": [[1, 0, 2.5]]}, {"hits": [], "distances": []}]
RAISED = {"type": "builtins:ValueError", "message": "no", "explicit": True, "in_subject": True}
CASE = TestCase((LiteralStatement(2, 0), LiteralStatement(1, 0)))


def test_equal_traces_are_one_object() -> None:
    answer = {"traces": TRACES, "results": [["passed", 0, None, None]] * 2 + [["raised", 0, 4, RAISED]]}

    first, second, third = decode_results(json.dumps(answer).encode())

    assert first is second and third.trace is first.trace
    assert first.trace == Trace(frozenset({0, 2}), {1: (0, 2.5)})
    assert (third.end, third.statement) == ("raised", 4)
    assert third.exception == RaisedException("builtins:ValueError", "no", True, True)


def test_denials_and_touches_arrive_with_their_result() -> None:
    touched = [["variable", "HOME"], ["console"]]
    results = [["passed", 0, None, None, ["write to 'x'"], touched], ["killed", 1, 3, None]]
    answer = {"traces": TRACES, "results": results}

    denied, killed = decode_results(json.dumps(answer).encode())

    assert (denied.end, denied.denied) == ("passed", ("write to 'x'",))
    assert denied.touched == (("variable", "HOME"), ("console",))
    assert (killed.end, killed.statement, killed.trace.hits) == ("killed", 3, frozenset())


def test_observations_have_numbers_for_ids() -> None:
    value = {"kind": "list", "items": []}
    data = {"statement": 2, "value": None, "exception": RAISED, "receiver": value, "arguments": {"1": value}}

    answer = json.dumps({"tests": [[{**data, "output": "x"}]]}).encode()
    [[observation]] = decode_observations(answer, [CASE])

    error = RaisedException("builtins:ValueError", "no", True, True)
    assert observation == Observation(2, None, error, List(()), {1: List(())}, "x")


def test_a_request_holds_the_statements_as_the_model_writes_them() -> None:
    frame = request_of(EXECUTE, [TestCase((LiteralStatement(0, "ä"),)), TestCase()])

    assert json.loads(frame.body) == {"tests": [[["literal", 0, "ä"]], []]}
    assert frame.encode()[:5] == len(frame.body).to_bytes(4, "big") + b"E"


def observed(value: object) -> bytes:
    """The answer that the first statement, which has the id 2, has yielded a value."""
    empty: dict[str, object] = {"exception": None, "receiver": None, "arguments": {}, "output": ""}
    return json.dumps({"tests": [[{"statement": 2, "value": value, **empty}]]}).encode()


ONE = {"kind": "scalar", "type": "int", "value": 1}
MADE = {"kind": "made", "type": "datetime:timedelta", "args": [], "kwargs": {"days": ONE}}


def decoded(value: object) -> Value | None:
    """What the value of the first statement is told to be."""
    [[observation]] = decode_observations(observed(value), [CASE])
    return observation.value


def test_an_encoded_value_arrives_as_what_it_is() -> None:
    one = Scalar("int", 1)
    made = Made("datetime:timedelta", (), {"days": one})

    assert decoded(ONE) == one
    assert decoded({"kind": "dict", "items": [ONE, MADE]}) == Dict((one, made))
    assert decoded({"kind": "same", "reference": 1}) == Same(1)
    record = {"kind": "object", "type": "m:A", "attributes": {"a": ONE}, "reference": None, "own": True}
    assert decoded({**record, "made": {"args": [ONE], "fields": ["a"]}}) == Instance(
        "m:A", {"a": one}, made=Record((one,), ("a",))
    )


@pytest.mark.parametrize(
    ("told", "value"),
    [
        ({"type": "bytes", "value": {"bytes": "\xff"}}, b"\xff"),
        ({"type": "complex", "value": {"complex": [1, 2]}}, 1 + 2j),
        ({"type": "float", "value": 3}, 3.0),
        ({"type": "str", "value": "\ud800"}, "\ud800"),
        ({"type": "int", "value": 10**30}, 10**30),
    ],
)
def test_a_plain_value_is_the_one_that_python_has(told: dict[str, object], value: object) -> None:
    scalar = decoded({"kind": "scalar", **told})

    assert isinstance(scalar, Scalar)
    assert (type(scalar.value), scalar.value) == (type(value), value)


def test_an_attribute_that_no_source_can_say_is_left_out() -> None:
    value = {"kind": "object", "type": "m:A", "reference": None}
    names = ("size", "keys()", "a b", "class", "inner.__class__()", "open()()")

    found = decoded({**value, "attributes": dict.fromkeys(names, ONE)})

    assert list(attributes_of(found)) == ["size", "keys()"]


@pytest.mark.parametrize(
    "value",
    [
        {**MADE, "kwargs": {"days=1) + (evil(": ONE}},
        {**MADE, "kwargs": [ONE]},
        {**MADE, "args": ONE},
        {"kind": "evil"},
        {"kind": "sized", "type": "str", "length": 1},
        {"kind": "prefix", "text": "a"},
        {"kind": "scalar", "type": "int", "value": "evil()"},
        {"kind": "scalar", "type": "float", "value": 10**400},
        {"kind": "scalar", "type": "str", "value": {"bytes": "a"}},
        {"kind": "scalar", "type": ["str"], "value": "a"},
        {"kind": "list", "items": "evil"},
        {"kind": "dict", "items": [ONE]},
        {"kind": "tuple", "items": [], "message": True},
        {"kind": "tuple", "items": [ONE], "type": "m:P", "names": []},
        {"kind": "enum", "path": 5},
        {"kind": "class", "path": ":os"},
        {"kind": "same", "reference": 3},
        {"kind": "same", "reference": True},
        {"kind": "answer", "reference": 1, "asked": ["get"]},
        {"kind": "object", "type": "m:A", "attributes": [], "reference": None},
        {"kind": "object", "type": "m:A", "attributes": {"a": 1}, "reference": None},
        {"kind": "object", "type": "m:A", "attributes": {}, "made": {"args": 1, "fields": []}},
        {"kind": "long", "type": "builtins:str", "length": "evil()"},
        ONE | {"kind": ["scalar"]},
        [ONE],
    ],
)
def test_a_value_that_is_not_encoded_as_agreed_is_an_error_of_the_agent(value: object) -> None:
    with pytest.raises(AgentError, match="answer cannot be read"):
        decode_observations(observed(value), [CASE])
    [told] = json.loads(observed(value))["tests"]
    varied = {"tests": [0], "behaviours": [{"observations": told, "trace": TRACES[0]}]}
    with pytest.raises(AgentError, match="answer cannot be read"):
        decode_behaviours(json.dumps(varied).encode(), [CASE])


def test_a_value_of_any_depth_is_no_more_than_an_error() -> None:
    nested: object = ONE
    for _ in range(50):
        nested = {"kind": "list", "items": [nested]}

    with pytest.raises(AgentError, match="nested too deeply"):
        decode_observations(observed(nested), [CASE])
    with pytest.raises(AgentError, match="nested too deeply"):
        decode_observations(b'{"tests": ' + b"[" * 100_000, [CASE])


@pytest.mark.parametrize(
    "body",
    [
        b"\xfe\xff",
        b"",
        b"[]",
        b"5",
        b"{}",
        b'{"tests": 5}',
        b'{"runs": [[9, 1]], "traces": 1, "results": 1}',
    ],
)
@pytest.mark.parametrize(
    "read",
    [
        decode_results,
        decode_watched,
        lambda body: decode_observations(body, [CASE]),
        lambda body: decode_assessments(body, [CASE]),
        lambda body: decode_behaviours(body, [CASE]),
    ],
)
def test_an_answer_that_cannot_be_read_is_an_error_of_the_agent(
    read: Callable[[bytes], object], body: bytes
) -> None:
    with pytest.raises(AgentError, match="answer cannot be read"):
        read(body)


def test_files_outside_of_the_folder_of_a_test_are_none_that_it_has_written() -> None:
    answer = json.loads(observed(ONE))
    answer["tests"][0][0]["files"] = {"/etc/passwd": "x"}

    with pytest.raises(AgentError, match="files"):
        decode_observations(json.dumps(answer).encode(), [CASE])


def test_what_is_told_of_statements_in_another_order_is_no_answer() -> None:
    told = json.loads(observed(ONE))["tests"][0][0]

    for order in ([1], [1, 2], [2, 2], [2, 1, 1]):
        answer = {"tests": [[{**told, "statement": number} for number in order]]}
        with pytest.raises(AgentError, match="in their order"):
            decode_observations(json.dumps(answer).encode(), [CASE])
