"""What had happened before a call is left out where the call does the same without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from testloom.model.execution import ExecutionResult, Executor, Observation, Trace
from testloom.model.observed import Instance, Scalar
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import FileStatement
from testloom.recording import RecordedCall
from testloom.recording.records import Record
from testloom.recording.repeating import RepeatedCall, Way, with_less_past
from tests.values import NOTHING, scalar

CALL = CallStatement(1, "m:copy", None, ())
FILES = (FileStatement(2, "read.txt", "x"), FileStatement(3, "unread.txt", "y"))


class Copying:
    """Returns nothing, and copies `read.txt` if it is there."""

    def execute(self, tests: Sequence[TestCase], wanted: object = None) -> list[ExecutionResult]:
        return [ExecutionResult("passed", Trace(frozenset({0}))) for _ in tests]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(1, NOTHING, files=_files(test))] for test in tests]


def _files(test: TestCase) -> dict[str, str | None]:
    given = {s.path: str(s.content) for s in test if isinstance(s, FileStatement)}
    return {**given, **({"copy.txt": given["read.txt"]} if "read.txt" in given else {})}


def test_a_file_stays_that_the_call_makes_another_of() -> None:
    record = Record((CALL,), (), {}, CALL.id, around=FILES)
    case = record.case()
    call = RecordedCall("m:copy", case, returned="builtins:NoneType", record=record)
    result = ExecutionResult("passed", Trace(frozenset({0})))

    [shorter] = with_less_past([RepeatedCall(call, case, Way(), result)], cast(Executor, Copying()))

    assert shorter.case == TestCase((FILES[0], CALL))


class Counting:
    """Boxes count what was put into them; putting, entering and leaving alone passes."""

    def execute(self, tests: Sequence[TestCase], wanted: object = None) -> list[ExecutionResult]:
        return [ExecutionResult("passed", Trace(frozenset({0}))) for _ in tests]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(test.statements[-1].id, _count(test))] for test in tests]


def _count(test: TestCase) -> Scalar:
    put = sum(isinstance(s, CallStatement) and s.callable == "m:Box.put" for s in test)
    return scalar(put)


def _box(number: int, *names: str) -> tuple[CallStatement, ...]:
    """A box, and calls of its methods."""
    box = CallStatement(1, "m:Box", None, ())
    return box, *(
        CallStatement(place, f"m:Box.{name}", 1, ()) for place, name in enumerate(names, start=number)
    )


def _names_after(*names: str) -> list[str]:
    """The methods that a test still calls, of those that the recorded object had been called with."""
    steps = _box(2, *names)
    record = Record(steps, (), {}, steps[-1].id)
    case = record.case()
    call = RecordedCall(steps[-1].callable, case, returned="builtins:int", record=record)
    result = ExecutionResult("passed", Trace(frozenset({0})))
    [shorter] = with_less_past([RepeatedCall(call, case, Way(), result)], cast(Executor, Counting()))
    return [s.callable.rpartition(".")[2] for s in shorter.case if isinstance(s, CallStatement)][1:]


def test_the_beginning_and_the_end_of_a_with_go_together() -> None:
    assert _names_after("__enter__", "put", "__exit__", "count") == ["put", "count"]


def test_what_is_left_had_to_be_entered() -> None:
    assert _names_after("__enter__", "put", "__exit__") == ["__enter__", "put", "__exit__"]


class Sending:
    """Boxes that remember what they sent; `ask` changes nothing, `send` sends one more."""

    def execute(self, tests: Sequence[TestCase], wanted: object = None) -> list[ExecutionResult]:
        return [ExecutionResult("passed", Trace(frozenset({0}))) for _ in tests]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [list(_sent(test)) for test in tests]


def _sent(test: TestCase) -> Iterator[Observation]:
    sent = 0
    for statement in test:
        sent += isinstance(statement, CallStatement) and statement.callable == "m:Box.send"
        state = Instance("m:Box", {"sent": scalar(sent)}, reference=1)
        made = state if statement.id == 1 else NOTHING
        yield Observation(statement.id, made, receiver=None if statement.id == 1 else state)


def _past_of(*names: str) -> list[str]:
    """The methods that a test of boxes that send still calls."""
    steps = _box(2, *names)
    record = Record(steps, (), {}, steps[-1].id)
    call = RecordedCall(steps[-1].callable, record.case(), returned="builtins:NoneType", record=record)
    result = ExecutionResult("passed", Trace(frozenset({0})))
    entry = RepeatedCall(call, record.case(), Way(), result)
    [shorter] = with_less_past([entry], cast(Executor, Sending()))
    return [s.callable.rpartition(".")[2] for s in shorter.case if isinstance(s, CallStatement)][1:]


def test_what_an_object_has_been_through_is_left_out_of_a_call_that_does_not_touch_it() -> None:
    assert _past_of("send", "send", "ask") == ["ask"]
    assert _past_of("send", "send") == ["send", "send"]
