"""Changes that calls make to their receivers and arguments, as seen in any test, and what they keep."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from testloom.model.execution import Observation
from testloom.model.observed import Instance, List, attributes_of, is_none
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import ValueAssertion
from testloom.model.texts.names import CALL_LIST
from testloom.oracle.assertions.possible import states_before
from testloom.oracle.assertions.showing import is_assertable, shown_part

UNCALLED = List(())
"""The calls of a double that was never called."""


def changed_attributes(
    tests: Iterable[tuple[TestCase, Sequence[Observation]]],
) -> Mapping[str, Collection[str]]:
    """Find the attributes of its receiver that each method changes in one of the tests, by method id.

    A method that returns something in a test is left out: for it, None is a result, too.
    """
    changed: dict[str, dict[str, None]] = {}
    returning: set[str] = set()
    for case, observations in tests:
        for place, (statement, seen) in enumerate(zip(case.statements, observations, strict=False)):
            if not isinstance(statement, CallStatement) or statement.receiver is None or seen.exception:
                continue
            if not is_none(seen.value):
                returning.add(statement.callable)
                continue
            before = attributes_of(states_before(observations[:place]).get(statement.receiver))
            after = attributes_of(seen.receiver)
            names = {name: None for name, value in after.items() if before.get(name) != value}
            changed.setdefault(statement.callable, {}).update(names if before else {})
    return {method: names for method, names in changed.items() if method not in returning}


def changed_arguments(
    tests: Iterable[tuple[TestCase, Sequence[Observation]]],
) -> Mapping[str, Collection[int | str]]:
    """Find the places of the arguments that each callable changes in one of the tests, by its id.

    Callables that return something are left out.
    """
    changed: dict[str, dict[int | str, None]] = {}
    returning: set[str] = set()
    for case, observations in tests:
        for place, (statement, seen) in enumerate(zip(case.statements, observations, strict=False)):
            if not isinstance(statement, CallStatement) or seen.exception:
                continue
            if not is_none(seen.value):
                returning.add(statement.callable)
            before = states_before(observations[:place]) if seen.arguments else {}
            for where, given in _places_of(statement):
                if given in seen.arguments and seen.arguments[given] != before.get(given):
                    changed.setdefault(statement.callable, {})[where] = None
    return {called: places for called, places in changed.items() if called not in returning}


def printed_on(
    tests: Iterable[tuple[TestCase, Sequence[Observation]]],
) -> Mapping[str, Literal["out", "err"]]:
    """Find the stream that each callable prints on in one of the tests, by its id.

    Callables that return something are left out.
    """
    streams: dict[str, Literal["out", "err"]] = {}
    returning: set[str] = set()
    for case, observations in tests:
        for statement, seen in zip(case.statements, observations, strict=False):
            if not isinstance(statement, CallStatement) or seen.exception:
                continue
            if not is_none(seen.value):
                returning.add(statement.callable)
            if seen.output or seen.errors:
                streams[statement.callable] = "out" if seen.output else "err"
    return {called: stream for called, stream in streams.items() if called not in returning}


def left_as_they_were(
    test: tuple[TestCase, Sequence[Observation]], names: Collection[str], places: Collection[int | str]
) -> Iterator[ValueAssertion]:
    """Find the attributes of the receiver and the arguments that the last call did not change.

    That functions were not called comes last; what others called before says nothing of the last call.
    """
    case, observations = test
    last, states = observations[-1], states_before(observations[:-1])
    call = case.statements[len(observations) - 1]
    if not isinstance(call, CallStatement):
        return
    if call.receiver is not None:
        before = attributes_of(states.get(call.receiver))
        for name, value in attributes_of(last.receiver).items():
            if name in names and before.get(name) == value and (shown := shown_part(value)):
                yield ValueAssertion(call.receiver, shown, after=call.id, attribute=name, unchanged=True)
    for place, given in _places_of(call):
        held = last.arguments.get(given)
        if place not in places or held is None or isinstance(held, Instance) or states.get(given) != held:
            continue
        if shown := shown_part(held):
            yield ValueAssertion(given, shown, after=call.id, unchanged=True)
    for double, held in last.arguments.items():
        noted = attributes_of(states.get(double)).get(CALL_LIST)
        if attributes_of(held).get(CALL_LIST) == noted == UNCALLED:
            yield ValueAssertion(double, UNCALLED, after=call.id, attribute=CALL_LIST, unchanged=True)


def answer_left(test: tuple[TestCase, Sequence[Observation]], name: str) -> Iterator[ValueAssertion]:
    """Yield an assertion on an observer call on the last receiver, if its result is the same as before.

    That there is nothing, as before, says nothing of the call.
    """
    case, observations = test
    last, call = observations[-1], case.statements[len(observations) - 1]
    if isinstance(call, CallStatement) and call.receiver is not None:
        before = attributes_of(states_before(observations[:-1]).get(call.receiver)).get(name)
        after = attributes_of(last.receiver).get(name)
        if after is not None and after == before and after.parts() and is_assertable(after):
            yield ValueAssertion(call.receiver, after, after=call.id, attribute=name, unchanged=True)


def _places_of(call: CallStatement) -> Iterator[tuple[int | str, int]]:
    """The position or the name of each argument, and its value."""
    yield from enumerate(call.args)
    yield from call.kwargs
