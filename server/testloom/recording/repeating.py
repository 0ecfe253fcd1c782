"""Repeats recorded calls, each in the plainest way that does what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from testloom.model.execution import ExecutionResult, Executor, Observation
from testloom.model.statements import CallStatement, DoubleStatement, TestCase
from testloom.recording.doubling import Unanswerable
from testloom.recording.journal import RecordedCall

OTHERWISE = "it ends otherwise when it is repeated: it depends on what was around it"
DENIED = "repeated, it does what tests may not do"
STOPPED = "repeated, it does not end in time"


@dataclass(frozen=True, slots=True)
class Repeated:
    """A call, the test case that repeats it, what came of that, and why it cannot become a test if so.

    `placed` says whether doubles took the place of functions of others, `without` what earlier calls are
    left out.
    """

    call: RecordedCall
    case: TestCase
    result: ExecutionResult
    obstacle: str | None = None
    placed: bool = False
    without: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to repeat a call."""

    call: RecordedCall
    case: TestCase
    placed: bool = False
    without: frozenset[int] = frozenset()


def repeat(calls: Sequence[RecordedCall], executor: Executor) -> list[Repeated]:
    """Repeat calls, and leave out what had happened to their objects before where it makes no difference."""
    ways = [list(_ways(call)) for call in calls]
    found = _attempted([way.pop(0) for way in ways], executor)
    while places := [place for place, way in enumerate(ways) if way and found[place].obstacle]:
        again = _attempted([ways[place].pop(0) for place in places], executor)
        for place, attempt in zip(places, again, strict=True):
            if not attempt.obstacle:
                found[place] = attempt
    return _with_less_past(found, executor)


def _ways(call: RecordedCall) -> Iterator[_Way]:
    """How a call may be repeated: with all that had happened to its object first."""
    yield _Way(call, call.case)
    if call.record is None:
        return
    past = frozenset(_past(call.case))
    for without in (frozenset[int](), past) if past else (past,):
        for placed in (False, True) if call.record.places else (False,):
            case = _case(call, placed, without)
            if case is not None and case != call.case:
                yield _Way(call, case, placed, without)


def _case(call: RecordedCall, placed: bool, without: frozenset[int]) -> TestCase | None:
    try:
        return None if call.record is None else call.record.case(without, placed=placed)
    except Unanswerable:
        return None


def _past(case: TestCase) -> list[int]:
    """The calls of methods before the last statement whose results nothing uses."""
    used = {reference for statement in case.statements for reference in statement.references}
    earlier = [s for s in case.statements[:-1] if isinstance(s, CallStatement) and s.receiver is not None]
    return [statement.id for statement in earlier if statement.id not in used]


def _attempted(ways: Sequence[_Way], executor: Executor) -> list[Repeated]:
    results = executor.execute([way.case for way in ways])
    tried = [
        Repeated(way.call, way.case, result, _obstacle(way.call, way.case, result), way.placed, way.without)
        for way, result in zip(ways, results, strict=True)
    ]
    doubled = [place for place, entry in enumerate(tried) if not entry.obstacle and _has_doubles(entry.case)]
    if doubled:
        observed = executor.observe([tried[place].case for place in doubled])
        for place, observations in zip(doubled, observed, strict=True):
            if not _is_as_recorded(tried[place].call, observations):
                tried[place] = replace(tried[place], obstacle=OTHERWISE)
    return tried


def _obstacle(call: RecordedCall, case: TestCase, result: ExecutionResult) -> str | None:
    """Why the repeated call cannot become a test; None if it can."""
    if result.end not in ("passed", "raised"):
        return STOPPED
    if result.denied:
        return DENIED
    raised = result.exception.type if result.exception is not None else ""
    is_last = result.statement is None or result.statement == case.statements[-1].id
    return None if is_last and raised == call.raised else OTHERWISE


def _has_doubles(case: TestCase) -> bool:
    return any(isinstance(statement, DoubleStatement) for statement in case)


def _is_as_recorded(call: RecordedCall, observations: Sequence[Observation]) -> bool:
    """Whether a call with doubles returned what it did: an answer that is missing may have led it astray.

    Constructors, which yield objects, were recorded as returning None.
    """
    value = observations[-1].value if observations else None
    if value is None or call.raised:
        return bool(call.raised)
    if value["kind"] == "scalar":
        is_same = "value" not in call.result or repr(value["value"]) == repr(call.result["value"])
        return is_same and call.returned == f"builtins:{value['type']}"
    if value["kind"] == "object" and call.returned != "builtins:NoneType":
        return str(value["type"]).rpartition(":")[2] == call.returned.rpartition(":")[2]
    return True


def _with_less_past(found: Sequence[Repeated], executor: Executor) -> list[Repeated]:
    """The same, without calls before the last that don't change what it does."""
    best = list(found)
    with_past = [place for place, entry in enumerate(best) if not entry.obstacle and _past(entry.case)]
    observed = executor.observe([best[place].case for place in with_past])
    ends = dict(zip(with_past, map(_end, observed), strict=True))
    cuts = {place: _cuts(best[place].case) for place in with_past}
    while any(cuts.values()):
        tried = [(place, _shorter(best[place], cuts[place].pop(0))) for place in with_past if cuts[place]]
        shorter = [(place, entry) for place, entry in tried if entry is not None]
        observed = executor.observe([entry.case for _, entry in shorter])
        alike = [
            (place, entry)
            for (place, entry), seen in zip(shorter, observed, strict=True)
            if _end(seen) == ends[place]
        ]
        results = executor.execute([entry.case for _, entry in alike])
        for (place, entry), result in zip(alike, results, strict=True):
            if not _obstacle(entry.call, entry.case, result):
                best[place] = replace(entry, result=result)
                cuts[place] = cuts[place] if _past(entry.case) else []
    return best


def _cuts(case: TestCase) -> list[list[int]]:
    """What to leave out: all earlier calls, then one after the other."""
    past = _past(case)
    return [past, *([step] for step in past)] if len(past) > 1 else [past]


def _shorter(entry: Repeated, cut: Sequence[int]) -> Repeated | None:
    """The same call without some of those before it; None if that changes nothing or cannot be."""
    without = entry.without | set(cut)
    case = _case(entry.call, entry.placed, without)
    return None if case is None or case == entry.case else replace(entry, case=case, without=without)


def _end(observations: Sequence[Observation]) -> tuple[Any, ...]:
    """What the last statement did, as far as a test sees it."""
    last = observations[-1]
    raised = None if last.exception is None else (last.exception.type, last.exception.message)
    return last.statement, _seen(last.value), raised, _seen(last.receiver), last.output, last.errors


def _seen(value: Mapping[str, Any] | None) -> str:
    return repr(value)
