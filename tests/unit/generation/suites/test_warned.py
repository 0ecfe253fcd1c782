"""What any statement of a test warned of is known where the test is written."""

from __future__ import annotations

import pytest

from testloom.generation.suites.asserting import Stable, asserted
from testloom.generation.suites.losses import Losses
from testloom.model.execution import ExecutionResult, Observation, RaisedException, Trace, Warned
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import WarningAssertion
from testloom.search.chromosome import Chromosome
from tests.unit.writer.building import SUBJECT
from tests.values import scalar

CASE = TestCase((CallStatement(0, "shop.account:now", None), CallStatement(1, "shop.account:maybe", None)))


@pytest.mark.parametrize(
    "last",
    [
        Observation(1, scalar("a")),
        Observation(1, exception=RaisedException("builtins:ValueError", "no", True, True)),
    ],
    ids=["returns", "raises"],
)
@pytest.mark.parametrize(
    ("message", "begin"),
    [("use then", "use then"), ("lost <X at 0x7f00>", "lost <X"), ("<Mock id='1'> is no clock", "")],
    ids=["whole", "address", "double"],
)
def test_what_an_earlier_statement_warned_of_is_told(message: str, begin: str, last: Observation) -> None:
    seen = [Observation(0, scalar(1), warnings=(Warned("builtins:UserWarning", message),)), last]
    chromosome = Chromosome(CASE, ExecutionResult("passed", Trace(frozenset())), frozenset())

    [test], _ = asserted([Stable(chromosome, [], seen)], SUBJECT, Losses())

    assert test.warned == (WarningAssertion(0, "builtins:UserWarning", begin),)
    assert not any(isinstance(assertion, WarningAssertion) for assertion in test.assertions)
