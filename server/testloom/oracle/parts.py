"""What can be asserted of the objects that a result holds: their attributes, by the way that leads there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from testloom.model.execution import Observation
from testloom.model.names import is_name
from testloom.model.statements import TestCase, endings
from testloom.model.suite import ValueAssertion
from testloom.oracle.assertions import RESULTS, is_assertable

MOST = 30
MOST_ITEMS = 4
DEEPEST = 3
"""Steps from an object to the next."""


def about_parts(case: TestCase, observations: Sequence[Observation]) -> tuple[ValueAssertion, ...]:
    """Plain attributes of objects within what the last statement returned: `result.items[0].name`.

    Where a result is an object, its own attributes are not among them.
    """
    last = observations[-1] if observations else None
    if last is None or last.value is None or last.exception is not None:
        return ()
    statement = case.statements[len(observations) - 1]
    if not isinstance(statement, RESULTS) or last.statement in endings(case.statements):
        return ()
    found = (
        ValueAssertion(last.statement, value, after=last.statement, attribute=f"{way}.{name}")
        for way, attributes in _within(last.value, "", DEEPEST)
        for name, value in attributes.items()
        if _is_public(name) and is_assertable(value)
    )
    return tuple(islice(found, MOST))


def _within(value: Mapping[str, Any], way: str, steps: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects of the subject's classes within a value, each with the way there and its attributes."""
    for step, part in _steps(value) if steps else ():
        there = f"{way}.{step}" if way and not step.startswith("[") else f"{way}{step}"
        if part["kind"] == "object" and part.get("own", True) and part.get("reference") is None:
            yield there, part["attributes"]
        yield from _within(part, there, steps - 1)


def _steps(value: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if value["kind"] == "object" and value.get("reference") is None:
        yield from ((name, part) for name, part in value["attributes"].items() if _is_public(name))
    elif value["kind"] in ("list", "tuple") and len(value["items"]) <= MOST_ITEMS:
        yield from ((f"[{place}]", part) for place, part in enumerate(value["items"]))


def _is_public(name: str) -> bool:
    return is_name(name) and not name.startswith("_")
