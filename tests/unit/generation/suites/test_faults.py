"""What is told of an exception that nothing announces."""

from __future__ import annotations

from testloom.generation.suites.asserting import Stable, sifted
from testloom.generation.suites.losses import Losses
from testloom.generation.suites.suite import Suite, findings_of
from testloom.model.execution import ExecutionResult, Observation, RaisedException, Trace
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.texts.messages import MATCH_LENGTH
from testloom.search.chromosome import Chromosome
from tests.unit.writer.building import SUBJECT
from tests.values import scalar

SAID = f"cannot read /etc/shop.ini: {'it is far too long, ' * 5}"


def test_the_first_line_of_its_message_is_whole() -> None:
    """What a test expects of it ends before a path, and after a few words."""
    error = RaisedException("builtins:ValueError", f"{SAID}\nsee above", explicit=False, in_subject=True)
    case = TestCase((LiteralStatement(0, 3), CallStatement(1, "shop.account:is_even", None, (0,))))
    seen = [Observation(0, scalar(3)), Observation(1, exception=error)]
    test = Chromosome(case, ExecutionResult("raised", Trace(frozenset()), 1, error), frozenset())

    _, findings = sifted([Stable(test, [], seen)], SUBJECT, False, Losses())
    [finding] = findings_of(Suite(SUBJECT, (), Losses(), findings=findings))

    assert len(SAID) > MATCH_LENGTH
    assert finding.message == SAID
    assert SAID not in finding.source
