"""The interface of an operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from testloom.model.statements import TestCase

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Operator(Generic[S]):
    """An operator: makes new test cases from one.

    Attributes:
        name: its name in reports.
        weight: its relative probability before any credit is known.
        applies: whether it is useful for a given start.
        propose: the children; none if it finds nothing to do.
    """

    name: str
    weight: float
    applies: Callable[[S], bool]
    propose: Callable[[S], Sequence[TestCase]]
