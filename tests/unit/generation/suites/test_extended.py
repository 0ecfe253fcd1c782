"""What doubles were seen to get is known where their test is written."""

from __future__ import annotations

from testloom.generation.suites.asserting import Stable, asserted
from testloom.generation.suites.losses import Losses
from testloom.model.execution import ExecutionResult, Observation, Trace
from testloom.model.statements import CallStatement, DoubleStatement, TestCase
from testloom.search.chromosome import Chromosome
from tests.unit.writer.building import SUBJECT
from tests.values import scalar


def test_a_double_that_got_an_attribute_which_it_does_not_offer_is_told_of() -> None:
    doubles = DoubleStatement(0), DoubleStatement(1)
    case = TestCase((*doubles, CallStatement(2, "shop.account:maybe", None, (0, 1))))
    touched = (("variable", "0"), ("extended", "1"))
    seen = [Observation(0), Observation(1), Observation(2, scalar("a"), touched=touched)]
    chromosome = Chromosome(case, ExecutionResult("passed", Trace(frozenset())), frozenset())

    [test], _ = asserted([Stable(chromosome, [], seen)], SUBJECT, Losses())

    assert test.extended == {1}
