"""Turns a test to the other outcome of a comparison that it made, or to the comparison's bound."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.execution import Operands
from testloom.model.statements import TestCase
from testloom.search.operators.directed.comparisons.matching import MIRRORED, aim
from testloom.search.operators.directed.comparisons.retyping import TYPE_TESTS, aim_at_type
from testloom.search.providers.knowledge import Knowledge

AT_THE_BOUND = 0.5


def turned(case: TestCase, operands: Operands, knowledge: Knowledge) -> TestCase | None:
    """Change the test so that a comparison comes out otherwise; None if no side of it is in the test.

    Of an ordering, the two sides may become equal instead: a bound that is off by one shows there only.
    """
    wanted = not operands.outcome
    if operands.op in TYPE_TESTS:
        return aim_at_type(case, operands, wanted, knowledge)
    level = None
    if operands.op in MIRRORED and knowledge.rng.random() < AT_THE_BOUND:
        level = aim(case, replace(operands, op="=="), True, knowledge)
    return level or aim(case, operands, wanted, knowledge)
