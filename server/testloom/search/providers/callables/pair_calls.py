"""What test cases of a caller and its callee have to call."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairCalls:
    """The calls that make a test case one of a pair, by the ids of callables; none for unit tests.

    If some targets are `covering`, every test case has to call one of these, or as a last resort one of the
    private callables that are `hidden`. Instances of classes that have to be `real` are never doubled.
    """

    covering: Collection[str] = ()
    hidden: Collection[str] = ()
    real: Collection[str] = ()


UNIT = PairCalls()
