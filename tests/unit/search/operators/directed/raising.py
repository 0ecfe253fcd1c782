"""Test cases that end with an exception, and what that suggests."""

from __future__ import annotations

from random import Random
from typing import Any

from testloom.model.execution import Missing, RaisedException
from testloom.model.statements import (
    CallStatement,
    CollectionKind,
    CollectionStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.types import Scalar
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank


def raised(kind: str, message: str, **lacks: Any) -> RaisedException:
    """An exception of Python's own, and what it lacks."""
    missing = Missing(**lacks) if lacks else None
    return RaisedException(f"builtins:{kind}", message, explicit=False, in_subject=True, lacks=missing)


def without(key: Scalar) -> RaisedException:
    """The error that there is no such key."""
    return raised("KeyError", repr(key), key=key)


def steps(case: TestCase, kind: str, message: str, **lacks: Any) -> list[TestCase]:
    error = raised(kind, message, **lacks)
    shots = [repaired(case, error, Knowledge(bank(), ["bank:transfer"], Random(seed))) for seed in range(20)]
    assert all(shot.is_valid() for shot in shots if shot)
    return [shot for shot in shots if shot]


def called_with(*values: Scalar) -> TestCase:
    literals = [LiteralStatement(-place - 1, value) for place, value in enumerate(values)]
    return TestCase((*literals, CallStatement(-100, "bank:transfer", None, tuple(s.id for s in literals))))


def last_call(case: TestCase) -> CallStatement:
    return [statement for statement in case if isinstance(statement, CallStatement)][-1]


def of_collection(kind: CollectionKind) -> TestCase:
    collection = CollectionStatement(-1, kind, ())
    return TestCase((collection, CallStatement(-2, "bank:transfer", None, (-1,))))
