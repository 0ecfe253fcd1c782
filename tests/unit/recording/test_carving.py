"""Of recorded calls that behave alike the smallest becomes a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from testloom.model.execution import ExecutionResult, Executor, Observation, RaisedException, Trace
from testloom.model.observed import Scalar
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Probe, Subject
from testloom.recording import RecordedCall, carve
from testloom.recording.carving import LIKE_OTHERS, PRIVATE, UNKNOWN
from testloom.recording.repeating import DENIED, KILLED, OTHERWISE, STOPPED
from testloom.search import goals_of
from tests.values import scalar

PROBES = (Probe(0, "entry", 1, "half"), Probe(1, "branch", 2, "half", 0, 0, True))
SUBJECT = Subject("m", "m.py", {"m:half": Callable("m:half", "function")}, probes=PROBES)


class Repeating:
    """Ends each call as its argument says."""

    def execute(self, tests: Sequence[TestCase], wanted: object = None) -> list[ExecutionResult]:
        return [self._result(test) for test in tests]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(statement.id, self._value(test)) for statement in test] for test in tests]

    def _value(self, test: TestCase) -> Scalar:
        first = test.statements[0]
        value = 0 if isinstance(first, LiteralStatement) and first.value == "q" else None
        return scalar(value)

    def _result(self, test: TestCase) -> ExecutionResult:
        first = test.statements[0]
        assert isinstance(first, LiteralStatement)
        match first.value:
            case "hang":
                return ExecutionResult("timeout", Trace(frozenset()))
            case "exit":
                return ExecutionResult("killed", Trace(frozenset()))
            case "write":
                return ExecutionResult("passed", Trace(frozenset({0})), denied=("write to 'x'",))
            case "fail":
                error = RaisedException("builtins:OSError", "", explicit=False, in_subject=True)
                return ExecutionResult("raised", Trace(frozenset({0})), 2, error)
        return ExecutionResult("passed", Trace(frozenset({0, 1} if first.value == "b" else {0})))


REPEATING = cast(Executor, Repeating())


def call(value: str, name: str = "m:half", raised: str = "") -> RecordedCall:
    case = TestCase((LiteralStatement(1, value), CallStatement(2, name, None, (1,))))
    return RecordedCall(name, case, raised, "" if raised else "builtins:NoneType")


def test_the_smallest_of_each_behaviour_is_kept_and_all_others_have_a_reason() -> None:
    calls = [call(value) for value in ("aaaa", "a", "a", "b", "hang", "exit", "write", "fail")]

    carved = carve([*calls, call("c", "m:_x")], SUBJECT, goals_of(SUBJECT, {0, 1}), REPEATING)

    assert [test.case.statements[0] for test, _ in carved.kept] == [
        LiteralStatement(1, "a"),
        LiteralStatement(1, "b"),
    ]
    assert [[goal.index for goal in goals] for _, goals in carved.kept] == [[0], [0, 1]]
    assert carved.distinct == 8
    assert carved.dropped == {
        UNKNOWN: 1, LIKE_OTHERS: 1, DENIED: 1, STOPPED: 1, KILLED: 1, OTHERWISE: 1,
    }  # fmt: skip


def test_a_call_that_returns_something_else_makes_way_for_a_larger_one() -> None:
    calls = [call(value) for value in ("q", "aa")]

    carved = carve(calls, SUBJECT, (), REPEATING)

    assert [test.case.statements[0] for test, _ in carved.kept] == [LiteralStatement(1, "aa")]
    assert carved.dropped == {OTHERWISE: 1}


def test_a_call_that_raises_as_it_did_is_kept() -> None:
    [(kept, _)] = carve([call("fail", raised="builtins:OSError")], SUBJECT, (), REPEATING).kept

    assert kept.result.exception is not None


def test_a_collection_with_something_in_it_is_told_from_an_empty_one() -> None:
    full, empty = (replace(call(value), result={"empty": value == "aa"}) for value in ("a", "aa"))

    carved = carve([full, empty], SUBJECT, (), REPEATING)

    assert [test.case.statements[0] for test, _ in carved.kept] == [
        LiteralStatement(1, "a"),
        LiteralStatement(1, "aa"),
    ]


def test_a_call_that_fails_without_a_secret_is_told_to_lack_it() -> None:
    [seen, unseen] = (replace(call("fail"), is_withheld=is_withheld) for is_withheld in (True, False))

    assert carve([seen], SUBJECT, (), REPEATING).dropped == {PRIVATE: 1}
    assert carve([unseen], SUBJECT, (), REPEATING).dropped == {OTHERWISE: 1}
    assert "secrets" in PRIVATE
