"""Requests to the agent and its answers, as docs/agent-protocol.md describes them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any

from testloom.model.execution import (
    AnswerOf,
    Behaviour,
    ExecutionResult,
    KnownClass,
    Observation,
    Opaque,
    Operands,
    RaisedException,
    SeenCall,
    Touch,
    Trace,
    Warned,
    Watched,
)
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.statements import TestCase, decode_scalar, receiver_of

HEADER = Struct(">IB")
SUCCESS, FAILURE = "=", "!"
LOAD, EXECUTE, OBSERVE, WATCH, VARY, ASSESS, QUIT = "L", "E", "O", "W", "V", "M", "Q"
COLLECTIONS: dict[str, type] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
}
IDLE = Effect("survived", infects=False)


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: its kind and its body."""

    kind: str
    body: bytes

    def encode(self) -> bytes:
        """The bytes on the wire."""
        return HEADER.pack(len(self.body), ord(self.kind)) + self.body


def request_of(kind: str, tests: Sequence[TestCase], wanted: Collection[int] | None = None) -> Frame:
    """A request that carries test cases, and the predicates whose distances are wanted if not all are."""
    chosen = "" if wanted is None else f'"wanted":{json.dumps(sorted(wanted))},'
    return Frame(kind, f'{{{chosen}"tests":[{",".join([test.wire for test in tests])}]}}'.encode())


def assessment_of(
    tests: Sequence[TestCase], seconds: float | None, wanted: Collection[int] | None = None
) -> Frame:
    """A request to run tests with the mutants that they reach, for so long at most; only the wanted ones."""
    chosen = "" if wanted is None else f'"mutants":{json.dumps(sorted(wanted))},'
    wires = ",".join([test.wire for test in tests])
    return Frame(ASSESS, f'{{{chosen}"seconds":{json.dumps(seconds)},"tests":[{wires}]}}'.encode())


def decode_mutants(data: Iterable[Mapping[str, Any]]) -> tuple[Mutant, ...]:
    """Read the mutants in the answer to a request to load."""
    return tuple([Mutant(**entry) for entry in data])


def decode_assessments(body: bytes, tests: Sequence[TestCase]) -> list[Assessment | None]:
    """Read the answer to a request about these tests; None for a test that could not be run."""
    receivers = [{s.id: receiver_of(s) for s in test.statements} for test in tests]
    runs: list[dict[int, Effect]] = [{} for _ in tests]
    for test, mutant, end, told in json.loads(body)["runs"]:
        differences = tuple([_difference(way, receivers[test]) for way in told])
        runs[test][mutant] = IDLE if end == "idle" else Effect(end, differences)
    return [_assessment(effects) for effects in runs]


def _difference(told: Sequence[Any], receivers: Mapping[int, int | None]) -> Difference:
    """A difference; where it is one of the receiver, which value that is."""
    statement, facet, *way = told
    whose = [receivers[statement]] if facet == "receiver" else []
    return Difference(statement, facet, (*[value for value in whose if value is not None], *way))


def _assessment(effects: dict[int, Effect]) -> Assessment | None:
    without = effects.pop(0, None)
    return None if without is None or without.end != "survived" else Assessment(effects)


def decode_results(body: bytes) -> list[ExecutionResult]:
    """Read the answer to an execution; equal traces become one object, so do results of tests that passed."""
    answer = json.loads(body)
    traces = [decode_trace(data) for data in answer["traces"]]
    passed = [ExecutionResult("passed", trace) for trace in traces]
    return [
        passed[data[1]] if data[0] == "passed" and len(data) == 4 else _decode_result(data, traces)
        for data in answer["results"]
    ]


def decode_observations(body: bytes) -> list[list[Observation]]:
    """Read the answer to an observation."""
    return [[_decode_observation(data) for data in test] for test in json.loads(body)["tests"]]


def decode_behaviours(body: bytes) -> list[Behaviour | None]:
    """Read the answer to a variation; None for a variant whose behaviour is not known."""
    answer = json.loads(body)
    known = [
        Behaviour(tuple(map(_decode_observation, data["observations"])), decode_trace(data["trace"]))
        for data in answer["behaviours"]
    ]
    return [None if number is None else known[number] for number in answer["tests"]]


def decode_watched(body: bytes) -> list[Watched]:
    """Read the answer to watching."""
    answer = json.loads(body)
    return [
        Watched(
            comparisons,
            {int(key): name for key, name in seen["types"].items()},
            tuple(seen["patterns"]),
            {int(key): tuple(paths) for key, paths in seen["uses"].items()},
            tuple(SeenCall(*call) for call in seen.get("calls", ())),
        )
        for comparisons, seen in zip(_comparisons(answer["tests"]), answer["seen"], strict=True)
    ]


def _comparisons(tests: list[Any]) -> list[list[Operands]]:
    return [
        [
            Operands(predicate, op, _plain(left), _plain(right), outcome, left.get("origin"))
            for predicate, op, left, right, outcome in test
        ]
        for test in tests
    ]


def _plain(data: dict[str, Any]) -> Any:
    """The value that an operand had, if it was plain data."""
    kind = data["kind"]
    if kind == "scalar":
        return decode_scalar(data["value"])
    if kind == "class":
        return KnownClass(data["type"])
    if kind == "answer":
        return AnswerOf(data["reference"], data["path"])
    if kind not in COLLECTIONS:
        return Opaque(data["type"])
    items = [_plain(item) for item in data["items"]]
    try:
        return dict(zip(items[::2], items[1::2], strict=True)) if kind == "dict" else COLLECTIONS[kind](items)
    except TypeError:  # a list in a set: an opaque operand may hide something that can't be hashed
        return Opaque(f"builtins:{kind}")


def decode_trace(data: dict[str, Any]) -> Trace:
    """Read one trace."""
    distances = {predicate: (to_true, to_false) for predicate, to_true, to_false in data["distances"]}
    return Trace(frozenset(data["hits"]), distances)


def _decode_result(data: list[Any], traces: list[Trace]) -> ExecutionResult:
    end, trace, statement, exception = data[:4]
    denied, touched = data[4:] if len(data) > 4 else ((), ())
    return ExecutionResult(
        end, traces[trace], statement, _decode_exception(exception), tuple(denied), _touches(touched)
    )


def _touches(data: Iterable[Sequence[str]]) -> tuple[Touch, ...]:
    return tuple([tuple(touch) for touch in data])


def _decode_exception(data: dict[str, Any] | None) -> RaisedException | None:
    if data is None:
        return None
    flags = data["explicit"], data["in_subject"]
    told = data.get("hint", ""), data.get("through", "")
    cause = _decode_exception(data.get("cause"))
    return RaisedException(data["type"], data["message"], *flags, *told, cause, data.get("where", ""))


def _decode_observation(data: dict[str, Any]) -> Observation:
    return Observation(
        statement=data["statement"],
        value=data["value"],
        exception=_decode_exception(data["exception"]),
        receiver=data["receiver"],
        arguments={int(key): value for key, value in data["arguments"].items()},
        output=data["output"],
        denied=tuple(data.get("denied", ())),
        driven=data.get("driven", ""),
        touched=_touches(data.get("touched", ())),
        warnings=tuple([Warned(**entry) for entry in data.get("warnings", ())]),
        logs=tuple(data.get("logs", ())),
        errors=data.get("errors", ""),
        files=data.get("files"),
        states=data.get("states", {}),
    )
