"""Observer calls: calls that a test adds to query the objects that its own objects hold.

The effect of a pair often shows only in a third object: a manager that has registered a plugin shows it
in the hook that it holds, when the hook is called. Unit tests do without such calls: the third object
is not the unit under test.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice

from testloom.model.execution import Executor, Observation
from testloom.model.observed import Instance, Value, unreferenced
from testloom.model.statements import InvokeStatement, TestCase
from testloom.model.texts.names import is_name
from testloom.oracle.assertions.possible import states_before
from testloom.search import Inner, Knowledge, asked_within, connected, told_apart

MOST = 400
DEEPEST = 3
"""The most attributes on the path to the object that is queried."""


def observer_calls(cases: Collection[TestCase], executor: Executor, knowledge: Knowledge) -> list[TestCase]:
    """Append to each test one more call: of an object that its objects hold at the end, or of a method.

    Calls of held objects come first: they show most.
    """
    called: dict[TestCase, None] = {}
    asked: dict[TestCase, None] = {}
    for case, observations in zip(cases, executor.observe(list(cases)), strict=True):
        apart = told_apart(case, knowledge)
        for held in inner_objects(observations):
            for observed in asked_within(apart, held, knowledge):
                is_call = isinstance(observed.statements[-1], InvokeStatement)
                (called if is_call else asked)[connected(observed, knowledge.subject)] = None
    return list(islice(chain(_shuffled(called, knowledge), _shuffled(asked, knowledge)), MOST))


def _shuffled(cases: Collection[TestCase], knowledge: Knowledge) -> list[TestCase]:
    return knowledge.rng.sample(list(cases), len(cases))


def inner_objects(observations: Sequence[Observation]) -> Iterator[Inner]:
    """Yield objects of the subject that a test's objects reach by public attributes at its end."""
    for reference, state in states_before(observations).items():
        yield from _inner(reference, (), unreferenced(state))


def _inner(reference: int, names: tuple[str, ...], value: Value) -> Iterator[Inner]:
    if not isinstance(value, Instance) or value.reference is not None or not value.own:
        return
    if names:
        yield Inner(reference, names, value.type, value.callable)
    for name, part in value.attributes.items() if len(names) < DEEPEST else ():
        if is_name(name) and not name.startswith("_"):
            yield from _inner(reference, (*names, name), part)
