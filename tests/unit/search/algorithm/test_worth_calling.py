"""Which private functions a search calls first when nothing else leads."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, PrivateCall, Probe
from testloom.search import Archive, Knowledge, evaluated, goals_of
from testloom.search.algorithm.mosa import Mosa
from testloom.search.algorithm.objectives import OpenGoals
from tests.unit.search.bank import bank

AUDIT = Callable("bank:_audit", "function", is_private=True)
PROBES = (Probe(0, "entry", 1, "_audit"), Probe(1, "branch", 2, "_audit", 0, 0, True))


def test_a_private_function_is_unreached_until_a_public_call_has_run_it() -> None:
    subject = replace(bank(), callables={**bank().callables, AUDIT.id: AUDIT}, probes=PROBES)
    knowledge = Knowledge(subject, ["bank:transfer"], Random(1))
    archive = Archive(tuple(goals_of(subject, {0, 1})))
    mosa = Mosa(knowledge, OpenGoals(subject, archive), archive, Settings())
    ran = ExecutionResult("passed", Trace(frozenset({0})))

    mosa.take([evaluated(TestCase((CallStatement(1, "bank:_audit"),)), ran)])
    assert knowledge.targets.unreached == [AUDIT]

    mosa.take([evaluated(TestCase((CallStatement(1, "bank:transfer"),)), ran)])
    assert not knowledge.targets.unreached
    assert knowledge.targets.private == [AUDIT]


def test_a_target_is_idle_as_long_as_no_test_has_run_what_it_calls_privately() -> None:
    transfer = replace(bank().callables["bank:transfer"], private_calls=(PrivateCall("_audit"),))
    callables = {**bank().callables, AUDIT.id: AUDIT, transfer.id: transfer}
    subject = replace(bank(), callables=callables, probes=(*PROBES, Probe(2, "entry", 9, "transfer")))
    knowledge = Knowledge(subject, [transfer.id], Random(1))
    archive = Archive(tuple(goals_of(subject, {0, 1, 2})))
    mosa = Mosa(knowledge, OpenGoals(subject, archive), archive, Settings())
    case = TestCase((CallStatement(1, transfer.id),))

    mosa.take([evaluated(case, ExecutionResult("passed", Trace(frozenset({2}))))])
    assert knowledge.targets.uncalled == [transfer]

    mosa.take([evaluated(case, ExecutionResult("passed", Trace(frozenset({0, 2}))))])
    assert not knowledge.targets.uncalled


def test_a_target_is_idle_until_a_test_has_run_it_and_a_method_once_there_is_an_object() -> None:
    methods = [called for called in bank().callables.values() if called.owner == "bank:Account"]
    codes = dict.fromkeys(called.code for called in methods)
    probes = tuple(Probe(place, "entry", place + 1, code) for place, code in enumerate(codes))
    subject = replace(bank(), probes=probes)
    knowledge = Knowledge(subject, [called.id for called in methods], Random(1))
    archive = Archive(tuple(goals_of(subject, set(range(len(probes))))))
    mosa = Mosa(knowledge, OpenGoals(subject, archive), archive, Settings())
    case = TestCase((CallStatement(1, "bank:Account"), CallStatement(2, "bank:Account.deposit", 1)))

    mosa.take([evaluated(case, ExecutionResult("raised", Trace(frozenset()), statement=1))])
    assert {called.kind for called in knowledge.targets.uncalled} == {"constructor"}

    mosa.take([evaluated(case, ExecutionResult("raised", Trace(frozenset()), statement=2))])
    assert knowledge.targets.uncalled == methods

    mosa.take([evaluated(case, ExecutionResult("passed", Trace(frozenset(range(len(probes))))))])
    assert not knowledge.targets.uncalled
