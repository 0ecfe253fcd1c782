"""Requests to the agent and its answers, as described in docs/agent-protocol.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from struct import Struct
from typing import Any, ParamSpec, TypeVar

import msgspec

from testloom.execution.encoded import check_cause, read_observations
from testloom.model.checks import read_json, scalar
from testloom.model.errors import AgentError
from testloom.model.execution import (
    AnswerOf,
    Behaviour,
    EndKind,
    ExecutionResult,
    HeldObject,
    KnownClass,
    KnownObject,
    KnownType,
    Line,
    Observation,
    Operands,
    PathStep,
    RaisedException,
    SeenCall,
    Touch,
    Trace,
    Watched,
)
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.statements import TestCase, receiver_of
from testloom.model.texts.names import is_name

HEADER = Struct(">IB")
SUCCESS, FAILURE = "=", "!"
LOAD, EXECUTE, OBSERVE, TOGETHER, WATCH, VARY, ASSESS, QUIT = "L", "E", "O", "T", "W", "V", "M", "Q"
COLLECTIONS: dict[str, type] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
}
IDLE = Effect("survived", infects=False)
Given = ParamSpec("Given")
Read = TypeVar("Read")


def answer_read(read: Callable[Given, Read]) -> Callable[Given, Read]:
    """Turn errors in decoding an answer into an AgentError: code under test shares the agent's process."""

    @wraps(read)
    def reading(*args: Given.args, **kwargs: Given.kwargs) -> Read:
        try:
            return read(*args, **kwargs)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise AgentError(
                f"The agent's answer cannot be read ({type(error).__name__}: {str(error)[:200]}).",
                "Check what the code under test does to its own process.",
            ) from error

    return reading


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: its kind and its body."""

    kind: str
    body: bytes

    def encode(self) -> bytes:
        """Encode the frame as bytes for the pipe: a header and the body."""
        return HEADER.pack(len(self.body), ord(self.kind)) + self.body


def request_of(
    kind: str,
    tests: Sequence[TestCase],
    wanted: Collection[int] | None = None,
    seconds: float | None = None,
) -> Frame:
    """Build a request with test cases and, unless all are wanted, the predicates to measure distances for.

    No further test is begun after `seconds`.
    """
    chosen = "" if wanted is None else f'"wanted":{json.dumps(sorted(wanted))},'
    chosen += "" if seconds is None else f'"seconds":{seconds:.3f},'
    return Frame(kind, f'{{{chosen}"tests":[{",".join([test.wire for test in tests])}]}}'.encode())


def assessment_of(
    tests: Sequence[TestCase],
    seconds: float | None,
    wanted: Collection[int] | None = None,
    *,
    until_survived: bool = False,
) -> Frame:
    """Build a request to run tests with the mutants that they reach.

    `seconds` limits its duration, `wanted` the mutants; with `until_survived`, a test ends with the first of
    them that it does not kill.
    """
    chosen = "" if wanted is None else f'"mutants":{json.dumps(sorted(wanted))},'
    chosen += '"until_survived":true,' if until_survived else ""
    wires = ",".join([test.wire for test in tests])
    return Frame(ASSESS, f'{{{chosen}"seconds":{json.dumps(seconds)},"tests":[{wires}]}}'.encode())


@answer_read
def decode_mutants(data: Iterable[Mapping[str, Any]]) -> tuple[Mutant, ...]:
    """Read the mutants in the answer to a request to load."""
    return tuple([Mutant(**entry) for entry in data])


@answer_read
def decode_object(body: bytes) -> dict[str, Any]:
    """Read an answer that is an object."""
    data = read_json(body)
    if not isinstance(data, dict):
        raise ValueError("it is not an object")
    return data


@answer_read
def decode_assessments(body: bytes, tests: Sequence[TestCase]) -> list[Assessment | None]:
    """Read the answer to a request about these tests; None for a test that could not be run."""
    receivers = [{s.id: receiver_of(s) for s in test.statements} for test in tests]
    runs: list[dict[int, Effect]] = [{} for _ in tests]
    for test, mutant, end, told in read_json(body)["runs"]:
        differences = tuple([_difference(way, receivers[test]) for way in told])
        runs[test][mutant] = IDLE if end == "idle" else Effect(end, differences)
    return [_assessment(effects) for effects in runs]


def _difference(told: Sequence[Any], receivers: Mapping[int, int | None]) -> Difference:
    """Decode a difference; for one of the receiver, add which value that is."""
    statement, facet, *way = told
    whose = [receivers[statement]] if facet == "receiver" else []
    return Difference(statement, facet, (*[value for value in whose if value is not None], *way))


def _assessment(effects: dict[int, Effect]) -> Assessment | None:
    without = effects.pop(0, None)
    return None if without is None or without.end != "survived" else Assessment(effects)


@answer_read
def decode_results(body: bytes) -> list[ExecutionResult]:
    """Read the answer to an execution; equal traces become one object, so do results of tests that passed."""
    answer = read_json(body)
    traces = [decode_trace(data) for data in answer["traces"]]
    passed = [ExecutionResult("passed", trace) for trace in traces]
    return [
        passed[told.trace] if told.is_plain else _result(told, traces[told.trace])
        for told in msgspec.convert(answer["results"], list[_Told])
    ]


@answer_read
def decode_observations(body: bytes, tests: Sequence[TestCase]) -> list[list[Observation]]:
    """Read the answer to an observation of these tests."""
    answers = read_json(body)["tests"]
    return [_observations(told, test) for told, test in zip(answers, tests, strict=True)]


@answer_read
def decode_behaviours(body: bytes, tests: Sequence[TestCase]) -> list[Behaviour | None]:
    """Read the answer to a variation of these tests; None for a variant whose behaviour is not known."""
    answer = read_json(body)
    ids = {statement.id for test in tests for statement in test}
    known = [
        Behaviour(read_observations(data["observations"], ids), decode_trace(data["trace"]))
        for data in answer["behaviours"]
    ]
    return [None if number is None else known[number] for number in answer["tests"]]


@answer_read
def decode_watched(body: bytes) -> list[Watched]:
    """Read the answer to watching."""
    answer = read_json(body)
    return [
        Watched(
            comparisons,
            {int(key): name for key, name in seen["types"].items()},
            tuple(seen["patterns"]),
            {int(key): tuple(paths) for key, paths in seen["uses"].items()},
            tuple(SeenCall(*call) for call in seen.get("calls", ())),
            {int(key): tuple(map(_held, parts)) for key, parts in seen["held"].items()},
            {int(key): tuple(map(str, keys)) for key, keys in seen["missed"].items()},
        )
        for comparisons, seen in zip(_comparisons(answer["tests"]), answer["seen"], strict=True)
    ]


def _held(data: Any) -> HeldObject:
    steps, classes, names = data
    return HeldObject(
        tuple(_step(*step) for step in steps), tuple(map(str, classes)), frozenset(map(str, names))
    )


def _step(kind: str, name: int | str, collection: str = "list") -> PathStep:
    if kind == "item" and collection in ("list", "tuple", "dict") and isinstance(name, int | str):
        return collection, name
    if kind != "attribute" or not isinstance(name, str) or not is_name(name):
        raise ValueError("no step to what a value holds")
    return name


def _comparisons(tests: list[Any]) -> list[list[Operands]]:
    return [
        [
            Operands(predicate, op, _plain(left), _plain(right), outcome, left.get("origin"))
            for predicate, op, left, right, outcome in test
        ]
        for test in tests
    ]


def _plain(data: dict[str, Any]) -> Any:
    """Decode the value of an operand, if it is plain data."""
    kind = data["kind"]
    if kind == "scalar":
        return scalar(data["value"])
    if kind == "class":
        return KnownClass(data["type"])
    if kind == "enum":
        return KnownObject(data["path"])
    if kind == "answer":
        return AnswerOf(data["reference"], data["path"])
    if kind not in COLLECTIONS:
        return KnownType(data["type"])
    items = [_plain(item) for item in data["items"]]
    try:
        return dict(zip(items[::2], items[1::2], strict=True)) if kind == "dict" else COLLECTIONS[kind](items)
    except TypeError:  # an opaque item may stand for an unhashable value, such as a list
        return KnownType(f"builtins:{kind}")


def decode_trace(data: dict[str, Any]) -> Trace:
    """Read one trace."""
    distances = {predicate: (to_true, to_false) for predicate, to_true, to_false in data["distances"]}
    return Trace(frozenset(data["hits"]), distances)


class _Told(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The end of one test, as it is on the wire; `trace` is the number of a trace."""

    end: EndKind
    trace: int
    statement: Line | None
    exception: RaisedException | None
    denied: tuple[str, ...] = ()
    touched: tuple[Touch, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether the test has merely passed, and there is nothing else to report."""
        return self.end == "passed" and not (self.denied or self.touched)


def _result(told: _Told, trace: Trace) -> ExecutionResult:
    check_cause(told.exception)
    return ExecutionResult(told.end, trace, told.statement, told.exception, told.denied, told.touched)


def _observations(told: Any, test: TestCase) -> list[Observation]:
    """Decode the observations of a test's statements."""
    observations = list(read_observations(told, {statement.id for statement in test}))
    order = [observation.statement for observation in observations]
    if order != [statement.id for statement in test][: len(order)]:
        raise ValueError("the observations are not those of the statements, in their order")
    return observations
