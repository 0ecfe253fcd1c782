"""Lead a test elsewhere: to the other outcome of a comparison that it made, or to its bound."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.execution import Operands
from testloom.model.statements import TestCase
from testloom.search.breeding.factory import TestFactory
from testloom.search.directed.comparisons import MIRRORED, aim
from testloom.search.directed.retyping import TYPE_TESTS, aim_at_type

AT_THE_BOUND = 0.5


def turned(case: TestCase, operands: Operands, factory: TestFactory) -> TestCase | None:
    """The test changed so that a comparison may come out otherwise; None if no side of it is in the test.

    Of an ordering, the two sides may become equal instead: a bound that is off by one shows there only.
    """
    wanted = not operands.outcome
    if operands.op in TYPE_TESTS:
        return aim_at_type(case, operands, wanted, factory)
    level = None
    if operands.op in MIRRORED and factory.rng.random() < AT_THE_BOUND:
        level = aim(case, replace(operands, op="=="), True, factory)
    return level or aim(case, operands, wanted, factory)
