"""The shape of an operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from testloom.model.statements import TestCase

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Operator(Generic[S]):
    """A way to make test cases of one.

    Attributes:
        name: as reports have it.
        weight: how often it is chosen before anything is known of what it wins, compared with others.
        applies: whether it is of use where one starts from.
        propose: the children; none if it finds nothing to do.
    """

    name: str
    weight: float
    applies: Callable[[S], bool]
    propose: Callable[[S], Sequence[TestCase]]
