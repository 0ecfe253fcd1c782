"""Repeats recorded calls, each in the plainest way that reproduces the recorded behaviour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from testloom.model.execution import ExecutionResult, Executor, Observation, Trace
from testloom.model.observed import (
    Collection,
    DefaultAnswer,
    Instance,
    Scalar,
    Value,
    attributes_of,
    reference_of,
    walk,
)
from testloom.model.statements import AssignmentStatement, CallStatement, Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement, FileStatement, StateStatement
from testloom.model.texts.names import ENTERING, LEAVING
from testloom.recording.journal import RecordedCall
from testloom.search import has_double

OTHERWISE = "ends differently when repeated; it depends on its environment"
DENIED = "blocked by the guard when repeated"
STOPPED = "times out when repeated"
KILLED = "ends its process, or has to be killed, when repeated"
NEEDS_DOUBLES = "needs an object that cannot be rebuilt, and doubles are off"
DEEPEST = 3
"""The maximum distance at which objects of the project are replaced by doubles."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to repeat a call.

    `placed` are the doubles that replace names held by modules, `doubled` the objects of the project
    that are doubled, `without` earlier calls that are left out.
    """

    placed: frozenset[int] = frozenset()
    doubled: frozenset[int] = frozenset()
    without: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RepeatedCall:
    """A call, the test case that repeats it, its result, and why it cannot become a test, if so."""

    call: RecordedCall
    case: TestCase
    way: Way
    result: ExecutionResult
    obstacle: str | None = None


def repeat(calls: Sequence[RecordedCall], executor: Executor, depth: int = 1) -> list[RepeatedCall]:
    """Repeat calls, each in the plainest way in which it ends as recorded.

    `depth` is the distance from the call at which objects become doubles if necessary; 0 stands for no
    doubles.
    """
    ways = [list(_ways(call, depth)) for call in calls]
    found = [
        RepeatedCall(call, call.case, Way(), ExecutionResult("passed", Trace(frozenset())), NEEDS_DOUBLES)
        for call in calls
    ]
    while places := [place for place, way in enumerate(ways) if way and found[place].obstacle]:
        again = _attempted([(calls[place], *ways[place].pop(0)) for place in places], executor)
        for place, attempt in zip(places, again, strict=True):
            if not attempt.obstacle or found[place].obstacle == NEEDS_DOUBLES:
                found[place] = attempt
    return found


def _ways(call: RecordedCall, depth: int) -> Iterator[tuple[TestCase, Way]]:
    """Yield ways to repeat a call: first without doubles if possible, and with all earlier steps."""
    seen: set[str] = set()
    for way in _choices(call, depth):
        case = _case(call, way)
        if case is None or case.wire in seen or (not depth and has_double(case)):
            continue
        seen.add(case.wire)
        yield case, way


def _choices(call: RecordedCall, depth: int) -> Iterator[Way]:
    record = call.record
    if record is None or not has_double(call.case):
        yield Way()
    if record is None:
        return
    past = frozenset(_past(call.case))
    doubled = [record.at_distance(distance) for distance in range(max(depth, 1), DEEPEST + 1)]
    for objects in (*doubled, frozenset[int](), record.asked):
        for without in (frozenset[int](), past):
            for placed in (frozenset[int](), record.places_of_call, frozenset(record.places)):
                yield Way(placed, objects, without)


def _case(call: RecordedCall, way: Way) -> TestCase | None:
    if call.record is None:
        return call.case
    try:
        return call.record.case(way.without, placed=way.placed, doubled=way.doubled)
    except ValueError:  # a double has no answer, or a removed step is used
        return None


def _past(case: TestCase) -> list[int]:
    """Return the steps with effects before the last statement: method calls, attributes, the environment."""
    return [step for group in _groups(case) for step in group]


def _groups(case: TestCase) -> list[list[int]]:
    """Group the steps with effects that belong together: the start and the end of a `with` statement.

    A `with` statement that the last statement ends is not included.
    """
    used = {reference for statement in case.statements for reference in statement.references}
    groups: list[list[int]] = []
    entered: dict[int | None, list[int]] = {}
    for statement in case.statements:
        name, receiver = _method(statement)
        opening = entered.pop(receiver, None) if name in LEAVING else None
        if statement is case.statements[-1]:
            return [group for group in groups if group is not opening]
        if opening is not None:
            opening.append(statement.id)
        elif statement.id not in used and _changes(statement):
            groups.append([statement.id])
            if name in ENTERING:
                entered[receiver] = groups[-1]
    return groups


def _method(statement: Statement) -> tuple[str, int | None]:
    """Return the name of the method that a statement calls, and its receiver."""
    if not isinstance(statement, CallStatement) or statement.receiver is None:
        return "", None
    return statement.callable.rpartition(".")[2], statement.receiver


def _changes(statement: Statement) -> bool:
    is_method = isinstance(statement, CallStatement) and statement.receiver is not None
    is_around = isinstance(statement, EnvironmentStatement) and not isinstance(statement, StateStatement)
    return is_method or is_around or isinstance(statement, AssignmentStatement)


def _attempted(tries: Sequence[tuple[RecordedCall, TestCase, Way]], executor: Executor) -> list[RepeatedCall]:
    results = executor.execute([case for _, case, _ in tries])
    tried = [
        RepeatedCall(call, case, way, result, _obstacle(call, case, result) or _luck(call, way, result))
        for (call, case, way), result in zip(tries, results, strict=True)
    ]
    doubled = [place for place, entry in enumerate(tried) if not entry.obstacle and _may_stray(entry)]
    if doubled:
        observed = executor.observe([tried[place].case for place in doubled])
        for place, observations in zip(doubled, observed, strict=True):
            if not _is_as_recorded(tried[place], observations):
                tried[place] = replace(tried[place], obstacle=OTHERWISE)
    return tried


def _luck(call: RecordedCall, way: Way, result: ExecutionResult) -> str | None:
    """Return an obstacle if a call drew values that could have been as recorded, but were not.

    In this case, it says nothing that the call ends as recorded.
    """
    can_be_placed = call.record is not None and not way.placed.issuperset(call.record.places)
    drawn = any(touch[0] in ("chance", "fact") for touch in result.touched)
    return OTHERWISE if can_be_placed and drawn else None


def _may_stray(entry: RepeatedCall) -> bool:
    """Check whether the result depends on doubles, or could in another way of repeating the call."""
    return has_double(entry.case) or (entry.call.record is not None and bool(entry.call.record.places))


def _obstacle(call: RecordedCall, case: TestCase, result: ExecutionResult) -> str | None:
    """Return the reason why the repeated call cannot become a test; None if it can."""
    if result.end not in ("passed", "raised"):
        return KILLED if result.end == "killed" else STOPPED
    if result.denied:
        return DENIED
    raised = result.exception.type if result.exception is not None else ""
    is_last = result.statement is None or result.statement == case.statements[-1].id
    return None if is_last and raised == call.raised else OTHERWISE


def _is_as_recorded(entry: RepeatedCall, observations: Sequence[Observation]) -> bool:
    """Check whether a call with doubles returned the recorded value: it may lack an answer.

    Constructors, which yield objects, were recorded as returning None.
    """
    call, is_over = entry.call, observations and observations[-1].statement == entry.case.statements[-1].id
    value = observations[-1].value if is_over else None
    if value is None or call.raised:
        return bool(call.raised)
    if isinstance(value, Scalar):
        is_same = "value" not in call.result or _is_same(call.result["value"], value.value)
        return is_same and call.returned == f"builtins:{value.type}"
    if isinstance(value, Instance) and call.returned != "builtins:NoneType":
        return value.type.rpartition(":")[2] == call.returned.rpartition(":")[2]
    return not (isinstance(value, Collection) and _has_answer(value))


def _has_answer(value: Value) -> bool:
    """Check whether a collection contains a double's own answer, which was another value in the program."""
    within = walk(value, lambda part: isinstance(part, Collection))
    return any(isinstance(part, DefaultAnswer) for part in within)


def _is_same(recorded: Any, value: Any) -> bool:
    """Check whether a plain value is the recorded one; a relative path may have become absolute."""
    if isinstance(recorded, str) and isinstance(value, str) and value.startswith("/"):
        return value.endswith(f"/{recorded}") or value == recorded
    return repr(value) == repr(recorded)


def as_recorded(found: Sequence[RepeatedCall], executor: Executor) -> list[RepeatedCall]:
    """Mark each repeated call that returns another value than recorded with an obstacle."""
    observed = executor.observe([entry.case for entry in found])
    return [
        entry if _is_as_recorded(entry, seen) else replace(entry, obstacle=OTHERWISE)
        for entry, seen in zip(found, observed, strict=True)
    ]


def with_real_functions(found: Sequence[RepeatedCall], executor: Executor) -> list[RepeatedCall]:
    """Remove doubles of looked-up objects wherever the real objects lead to the same result."""
    best = list(found)
    placed = [(number, place) for number, entry in enumerate(found) for place in sorted(entry.way.placed)]
    while placed:
        numbers = list(dict.fromkeys(number for number, _ in placed))
        round_ = [next(entry for entry in placed if entry[0] == number) for number in numbers]
        placed = [entry for entry in placed if entry not in round_]
        tried = {number: _with_real(best[number], place) for number, place in round_}
        known = {number: entry for number, entry in tried.items() if entry is not None}
        again = _attempted(list(known.values()), executor)
        for number, attempt in zip(known, again, strict=True):
            if not attempt.obstacle and attempt.result.trace.hits >= best[number].result.trace.hits:
                best[number] = attempt
    return best


def _with_real(entry: RepeatedCall, place: int) -> tuple[RecordedCall, TestCase, Way] | None:
    way = replace(entry.way, placed=entry.way.placed - {place})
    case = _case(entry.call, way)
    return None if case is None else (entry.call, case, way)


def with_less_past(found: Sequence[RepeatedCall], executor: Executor) -> list[RepeatedCall]:
    """Remove calls before the last one that don't change its effects."""
    best = list(found)
    with_past = [place for place, entry in enumerate(best) if _past(entry.case)]
    observed = executor.observe([best[place].case for place in with_past])
    ends = {place: _end(best[place].case, seen) for place, seen in zip(with_past, observed, strict=True)}
    cuts = {place: _cuts(best[place].case) for place in with_past}
    while any(cuts.values()):
        tried = [(place, _shorter(best[place], cuts[place].pop(0))) for place in with_past if cuts[place]]
        shorter = _passing([(place, entry) for place, entry in tried if entry is not None], executor)
        observed = executor.observe([entry.case for _, entry in shorter])
        for (place, entry), seen in zip(shorter, observed, strict=True):
            if _end(entry.case, seen) == ends[place]:
                best[place] = entry
                cuts[place] = cuts[place] if _past(entry.case) else []
    return best


def _passing(tried: Sequence[tuple[int, RepeatedCall]], executor: Executor) -> list[tuple[int, RepeatedCall]]:
    """Run the calls, and return those that end as recorded, with their results."""
    results = executor.execute([entry.case for _, entry in tried])
    return [
        (place, replace(entry, result=result))
        for (place, entry), result in zip(tried, results, strict=True)
        if not _obstacle(entry.call, entry.case, result)
    ]


def _cuts(case: TestCase) -> list[list[int]]:
    """List the groups of steps that may be left out: first all earlier ones, then each group by itself."""
    groups = _groups(case)
    return [_past(case), *groups] if len(groups) > 1 else groups


def _shorter(entry: RepeatedCall, cut: Sequence[int]) -> RepeatedCall | None:
    """Return the call without some earlier steps; None if that is not possible, or changes nothing."""
    way = replace(entry.way, without=entry.way.without | set(cut))
    case = _case(entry.call, way)
    return None if case is None or case == entry.case else replace(entry, case=case, way=way)


def _end(case: TestCase, observations: Sequence[Observation]) -> tuple[Any, ...]:
    """Return the visible effects of the last statement, including files that the test did not create."""
    last = observations[-1]
    receiver = _changed(observations)
    given = {statement.path for statement in case if isinstance(statement, FileStatement)}
    written = {path: text for path, text in (last.files or {}).items() if path not in given}
    raised = None if last.exception is None else (last.exception.type, last.exception.message)
    return last.statement, repr(last.value), raised, repr(receiver), last.output, last.errors, written


def _changed(observations: Sequence[Observation]) -> Value | None:
    """Return the receiver of the last statement, with only the attributes that the statement changed."""
    last = observations[-1].receiver
    if not isinstance(last, Instance):
        return last
    known = [seen for entry in observations[:-1] for seen in _states(entry, last.reference)]
    before = attributes_of(known[-1]) if known else {}
    changed = {name: value for name, value in last.attributes.items() if before.get(name) != value}
    return msgspec.structs.replace(last, attributes=changed)


def _states(observation: Observation, number: int | None) -> Iterator[Value]:
    """Yield the states of a statement's value in an observation."""
    if observation.statement == number and observation.value is not None:
        yield observation.value
    if number is not None and number in observation.arguments:
        yield observation.arguments[number]
    if observation.receiver is not None and reference_of(observation.receiver) == number:
        yield observation.receiver
