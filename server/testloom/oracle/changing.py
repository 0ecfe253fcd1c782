"""What calls that return nothing change of their receivers, as far as any test shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from testloom.model.execution import Observation
from testloom.model.observed import attributes_of, is_none
from testloom.model.statements import CallStatement, TestCase
from testloom.oracle.assertions import states_before


def changed_attributes(
    tests: Iterable[tuple[TestCase, Sequence[Observation]]],
) -> Mapping[str, Collection[str]]:
    """The attributes of its receiver that a method changes in one of the tests, by the method's id.

    A method that returns something in a test is not among them: of it, None is a result, too.
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
