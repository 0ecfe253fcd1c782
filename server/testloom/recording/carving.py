"""Picks recorded calls to make tests of: the smallest of each behaviour that was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from testloom.model.execution import Executor
from testloom.model.statements import TestCase, substitute
from testloom.model.subject import Subject
from testloom.recording.journal import RecordedCall
from testloom.recording.repeating import repeat
from testloom.search import Chromosome, Goal, Marks, evaluated

Kept: TypeAlias = tuple[Chromosome, list[Goal]]
Behaviour: TypeAlias = tuple[str, frozenset[int], str]
"""What was called, the parts of the subject that ran, and the class of the exception or the result."""
UNKNOWN = "it is no public function of the module"
LIKE_OTHERS = "it shows nothing that a smaller one does not show"


@dataclass(frozen=True, slots=True)
class Carved:
    """Tests with the goals that they cover, the number of different calls, and why others were dropped."""

    kept: Sequence[Kept]
    distinct: int
    dropped: Counter[str]


def carve(
    calls: Iterable[RecordedCall],
    subject: Subject,
    goals: Sequence[Goal],
    executor: Executor,
    depth: int = 1,
) -> Carved:
    """Repeat the calls of one module; of those that behave alike the smallest is kept.

    `depth` is the distance at which objects become doubles where that has to be; 0: there are no doubles.
    """
    dropped = Counter[str]()
    distinct = _distinct(calls)
    known = [call for call in distinct if call.callable in subject.callables]
    dropped[UNKNOWN] += len(distinct) - len(known)
    best: dict[Behaviour, Chromosome] = {}
    for entry in sorted(repeat(known, executor, depth), key=lambda entry: _size(entry.case)):
        if entry.obstacle is not None:
            dropped[entry.obstacle] += 1
            continue
        call, result = entry.call, entry.result
        behaviour = (call.callable, result.trace.hits, call.raised or call.returned)
        if behaviour in best:
            dropped[LIKE_OTHERS] += 1
        else:
            best[behaviour] = evaluated(entry.case, result, Marks.of(goals))
    kept = [(test, [goal for goal in goals if goal.probe.index in test.hits]) for test in best.values()]
    return Carved(kept, len(distinct), +dropped)


def _distinct(calls: Iterable[RecordedCall]) -> list[RecordedCall]:
    """The calls without repetitions."""
    found: dict[str, RecordedCall] = {}
    for call in calls:
        ids = {statement.id: place for place, statement in enumerate(call.case)}
        found.setdefault("".join(substitute(statement, ids).wire for statement in call.case), call)
    return list(found.values())


def _size(case: TestCase) -> tuple[int, int]:
    return len(case), len(case.wire)
