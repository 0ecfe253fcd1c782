"""Carving: picks recorded calls to turn into tests, the smallest for each observed behaviour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from testloom.model.execution import Executor
from testloom.model.statements import TestCase, substitute
from testloom.model.subject import Subject
from testloom.recording.checking import interaction_of
from testloom.recording.journal import RecordedCall
from testloom.recording.repeating import (
    OTHERWISE,
    RepeatedCall,
    as_recorded,
    repeat,
    with_less_past,
    with_real_functions,
)
from testloom.search import Chromosome, Goal, GoalIndex, evaluated

Kept: TypeAlias = tuple[Chromosome, list[Goal]]
Behaviour: TypeAlias = tuple[str, frozenset[int], str]
"""The behaviour of a call: its callable, the covered parts of the subject, and how the call ended."""
UNKNOWN = "not a public function of the module"
LIKE_OTHERS = "covered by a smaller call"
PRIVATE = (
    "does something else without private values (secrets, environment variables, contents of private files), "
    "which are left out of recordings"
)


@dataclass(frozen=True, slots=True)
class CarvedTests:
    """Carved tests with the goals that they cover, the number of distinct calls, and dropped calls.

    `dropped` counts the dropped calls by reason. `checks` are the tests that call real objects to check
    answers that doubles give elsewhere.
    """

    kept: Sequence[Kept]
    distinct: int
    dropped: Counter[str]
    checks: frozenset[TestCase] = frozenset()


def carve(
    calls: Iterable[RecordedCall],
    subject: Subject,
    goals: Sequence[Goal],
    executor: Executor,
    depth: int = 1,
    checked: Collection[str] = (),
) -> CarvedTests:
    """Repeat the calls of one module, and keep the smallest call of each behaviour.

    `depth` is the distance at which objects become doubles if necessary; 0 stands for no doubles. The
    interactions that are `checked` become tests even if smaller calls do the same.
    """
    dropped = Counter[str]()
    distinct = _distinct(calls)
    known = [call for call in distinct if call.callable in subject.callables]
    dropped[UNKNOWN] += len(distinct) - len(known)
    repeated = repeat(known, executor, depth)
    dropped.update(_why(entry) for entry in repeated if entry.obstacle is not None)
    alike = _alike([entry for entry in repeated if entry.obstacle is None], checked)
    chosen = with_less_past(with_real_functions(_true(alike, executor, dropped), executor), executor)
    best = [group[0] for group in _alike(chosen, checked)]
    dropped[LIKE_OTHERS] += len(chosen) - len(best)
    tests = [evaluated(entry.case, entry.result, GoalIndex.of(goals)) for entry in best]
    kept = [(test, list(filter(test.covers, goals))) for test in tests]
    checks = frozenset(entry.case for entry in best if interaction_of(entry.call) in checked)
    return CarvedTests(kept, len(distinct), +dropped, checks)


def _why(entry: RepeatedCall) -> str:
    """Return the reason why a call cannot become a test."""
    is_private = entry.call.is_withheld and entry.obstacle == OTHERWISE
    return PRIVATE if is_private else str(entry.obstacle)


def _alike(repeated: Iterable[RepeatedCall], checked: Collection[str]) -> list[list[RepeatedCall]]:
    """Group the calls by their behaviour, the smallest first."""
    found: dict[Behaviour, list[RepeatedCall]] = {}
    for entry in sorted(repeated, key=lambda entry: _size(entry.case)):
        interaction = interaction_of(entry.call) if checked else ""
        ending = interaction if interaction in checked else _ending(entry.call)
        behaviour = entry.call.callable, entry.result.trace.hits, ending
        found.setdefault(behaviour, []).append(entry)
    return list(found.values())


def _ending(call: RecordedCall) -> str:
    """Return the type of the exception or result; for a plain value or collection, also its truth."""
    told = f" {bool(call.result['value'])}" if "value" in call.result else ""
    told += f" {not call.result['empty']}" if "empty" in call.result else ""
    return call.raised or call.returned + told


def _true(alike: list[list[RepeatedCall]], executor: Executor, dropped: Counter[str]) -> list[RepeatedCall]:
    """Find the smallest call of each behaviour that returns the recorded value; count the dropped calls."""
    chosen: list[RepeatedCall] = []
    while alike:
        firsts = as_recorded([group[0] for group in alike], executor)
        left: list[list[RepeatedCall]] = []
        for group, first in zip(alike, firsts, strict=True):
            if first.obstacle is None:
                chosen.append(first)
                dropped[LIKE_OTHERS] += len(group) - 1
            else:
                dropped[_why(first)] += 1
                left += [group[1:]] if group[1:] else []
        alike = left
    return chosen


def _distinct(calls: Iterable[RecordedCall]) -> list[RecordedCall]:
    """Return the calls without repetitions; lookups of modules must also have had the same answers."""
    found: dict[tuple[str, str], RecordedCall] = {}
    for call in calls:
        ids = {statement.id: place for place, statement in enumerate(call.case)}
        wires = "".join(substitute(statement, ids).wire for statement in call.case)
        answers = call.record.answers if call.record is not None and call.record.places else ""
        found.setdefault((wires, answers), call)
    return list(found.values())


def _size(case: TestCase) -> tuple[int, int]:
    return len(case), len(case.wire)
