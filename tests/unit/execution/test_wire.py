"""Answers become values of the model."""

from __future__ import annotations

import json

from testloom.execution.wire import EXECUTE, decode_observations, decode_results, request_of
from testloom.model.execution import Observation, RaisedException, Trace
from testloom.model.statements import LiteralStatement, TestCase

TRACES = [{"hits": [0, 2], "distances": [[1, 0, 2.5]]}, {"hits": [], "distances": []}]
RAISED = {"type": "builtins:ValueError", "message": "no", "explicit": True, "in_subject": True}


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

    [[observation]] = decode_observations(json.dumps({"tests": [[{**data, "output": "x"}]]}).encode())

    error = RaisedException("builtins:ValueError", "no", True, True)
    assert observation == Observation(2, None, error, value, {1: value}, "x")


def test_a_request_holds_the_statements_as_the_model_writes_them() -> None:
    frame = request_of(EXECUTE, [TestCase((LiteralStatement(0, "ä"),)), TestCase()])

    assert json.loads(frame.body) == {"tests": [[["literal", 0, "ä"]], []]}
    assert frame.encode()[:5] == len(frame.body).to_bytes(4, "big") + b"E"
