"""What calls need of the environment is part of new tests of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.event_loop import LoopStatement
from testloom.model.execution import EndKind, ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Probe
from testloom.search import Archive, Knowledge, evaluated, goals_of
from testloom.search.algorithm.mosa import Mosa
from testloom.search.algorithm.objectives import OpenGoals
from tests.unit.search.bank import bank

CASE = TestCase((CallStatement(1, "bank:Account"), CallStatement(2, "bank:Account.deposit", 1)))


@pytest.mark.parametrize(("failed", "is_within_loop"), [(1, True), (2, False), (None, False)])
def test_a_call_that_ended_a_test_outside_of_a_loop_is_made_within_one(
    failed: int | None, is_within_loop: bool
) -> None:
    probes = (Probe(0, "entry", 1, "Account.__init__"),)
    subject = replace(bank(), probes=probes, capabilities=CAPABILITIES)
    knowledge = Knowledge(subject, ["bank:Account"], Random(1))
    archive = Archive(tuple(goals_of(subject, {0})))
    mosa = Mosa(knowledge, OpenGoals(subject, archive), archive, Settings())
    end: EndKind = "raised" if failed else "passed"

    result = ExecutionResult(end, Trace(frozenset()), statement=failed, touched=(("loop",),))
    mosa.take([evaluated(CASE, result)])
    made = [case for _ in range(5) for case in mosa.offspring()]

    new = [case for case in made if not {1, 2} & {s.id for s in case}]
    assert any(isinstance(s, LoopStatement) for case in new for s in case) is is_within_loop
