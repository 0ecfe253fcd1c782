from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.generation.reporting.reasons import WrittenCoverage, unreached_goals
from testloom.model.events.jobs import Unreached
from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search import Archive, Knowledge, SearchResult, evaluated, goals_of
from tests.unit.search.bank import bank, run_withdrawal, withdrawal

DENIED = ("use the network (socket.connect: '127.0.0.1')",)


def missed_by(archive: Archive, subject: Subject) -> list[Unreached]:
    knowledge = Knowledge(subject, ["bank:transfer"], Random(0))
    return unreached_goals(subject, SearchResult(archive, knowledge, {}, 1, 1.0), WrittenCoverage())


def test_a_goal_that_the_guard_keeps_from_being_reached_says_what_was_refused() -> None:
    archive = Archive(tuple(goals_of(bank(), {0, 1, 2, 3})))
    case = withdrawal(1, 2)
    archive.update(evaluated(case, replace(run_withdrawal(case), denied=DENIED)))

    missed = missed_by(archive, bank())

    assert {(goal.reason, goal.denied) for goal in missed} == {("blocked-by-guard", DENIED)}


@pytest.mark.parametrize(("kind", "reason"), [(ANY, "needs-type"), (TypeRef("int"), "needs-double")])
def test_annotations_are_asked_for_where_some_are_missing(kind: TypeRef, reason: str) -> None:
    subject = bank()
    known = subject.callables["bank:Account.withdraw"]
    parameters = (Parameter("amount", type=kind), Parameter("more", "args"))
    subject = replace(
        subject, callables={**subject.callables, known.id: replace(known, parameters=parameters)}
    )
    archive = Archive(tuple(goals_of(subject, {0})))
    error = RaisedException("builtins:TypeError", "no len()", explicit=False, in_subject=True, line=12)
    result = ExecutionResult("raised", Trace(frozenset({0})), 4, error)
    archive.update(evaluated(withdrawal(1, 2), result))

    [missed] = missed_by(archive, subject)

    assert (missed.reason, missed.because) == (reason, "line 12: TypeError (no len())")
