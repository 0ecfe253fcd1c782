"""Possible assertions about objects within a result or a changed value, by their paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment, Difference, Way
from testloom.model.observed import Encoded, Instance, List, Tuple, Value, unreferenced
from testloom.model.statements import TestCase, endings, receiver_of
from testloom.model.suite import ValueAssertion
from testloom.model.texts.names import is_name, steps_of
from testloom.oracle.assertions.possible import CALLS, RESULTS, states_before
from testloom.oracle.assertions.showing import is_assertable

MOST = 600
MOST_ITEMS = 40
MOST_INFORMATIVE = 60
DEEPEST = 3
"""The most steps from an object to an object within it."""


def about_parts(case: TestCase, observations: Sequence[Observation]) -> tuple[ValueAssertion, ...]:
    """Plain attributes of objects within what the last statement returned or changed: `result.items[0].name`.

    Where a result or an argument is an object, its own attributes are not among them.
    """
    last = observations[-1] if observations else None
    if last is None or last.exception is not None:
        return ()
    found = chain(_of_result(case, observations, last), _of_changed(case, observations, last))
    return tuple(islice(found, MOST))


def informative_parts(
    case: TestCase, observations: Sequence[Observation], assessment: Assessment
) -> tuple[ValueAssertion, ...]:
    """List assertions on parts of objects that some mutant changes."""
    if not any(effect.differences for effect in assessment.effects.values()):
        return ()
    ways = {way for effect in assessment.effects.values() for way in map(_whose, effect.differences)}
    changed = {(value, way[:steps]) for value, way in ways for steps in range(1, len(way) + 1)}
    informative = (
        part
        for part in about_parts(case, observations)
        if part.attribute is not None and (part.statement, steps_of(part.attribute)) in changed
    )
    return tuple(islice(informative, MOST_INFORMATIVE))


def _whose(difference: Difference) -> tuple[int, Way]:
    """The value that a difference is one of, and the way within it."""
    if difference.facet in ("receiver", "argument") and isinstance(difference.way[0], int):
        return difference.way[0], difference.way[1:]
    return difference.statement, difference.way


def _of_result(
    case: TestCase, observations: Sequence[Observation], last: Observation
) -> Iterator[ValueAssertion]:
    statement = case.statements[len(observations) - 1]
    is_seen = isinstance(statement, RESULTS) and last.statement not in endings(case.statements)
    for way, value in _parts(last.value if is_seen else None):
        yield ValueAssertion(last.statement, value, after=last.statement, attribute=way)


def _of_changed(
    case: TestCase, observations: Sequence[Observation], last: Observation
) -> Iterator[ValueAssertion]:
    """What is new within the receiver and the arguments of a call."""
    statement = case.statements[len(observations) - 1]
    states = states_before(observations[:-1])
    seen: dict[int, Value] = dict(last.arguments)
    receiver = receiver_of(statement) if isinstance(statement, CALLS) else None
    if receiver is not None and last.receiver is not None:
        seen[receiver] = last.receiver
    for reference, value in seen.items():
        before = states.get(reference)
        known = dict(_parts(before))
        for way, part in _parts(value if before not in (None, value) else None):
            if known.get(way) != part:
                yield ValueAssertion(reference, part, after=last.statement, attribute=way)


def _parts(value: Value | None) -> Iterator[tuple[str, Encoded]]:
    """What can be asserted of objects within a value, each with the way there.

    The value may be an object that the test has made; what it holds of these is asserted by themselves.
    """
    for way, attributes in _within(unreferenced(value), "", DEEPEST) if value is not None else ():
        for name, part in attributes.items():
            if _is_public(name) and is_assertable(part):
                yield f"{way}.{name}", part


def _within(value: Value, way: str, steps: int) -> Iterator[tuple[str, Mapping[str, Encoded]]]:
    """The objects of the subject's classes within a value, each with the way there and its attributes."""
    for step, part in _steps(value) if steps else ():
        there = f"{way}.{step}" if way and not step.startswith("[") else f"{way}{step}"
        if isinstance(part, Instance) and part.own and part.reference is None:
            yield there, part.attributes
        yield from _within(part, there, steps - 1)


def _steps(value: Value) -> Iterator[tuple[str, Encoded]]:
    if isinstance(value, Instance) and value.reference is None:
        yield from ((name, part) for name, part in value.attributes.items() if _is_public(name))
    elif isinstance(value, List | Tuple) and len(value.items) <= MOST_ITEMS:
        yield from ((f"[{place}]", part) for place, part in enumerate(value.items))


def _is_public(name: str) -> bool:
    return is_name(name) and not name.startswith("_")
