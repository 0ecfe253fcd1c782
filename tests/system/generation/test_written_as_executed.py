"""What a search has executed does the same when it is written down and run by pytest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.execution import Agent, guarded_command
from testloom.measurement import Request, TestEnvironment, run_tests
from testloom.model.execution import ExecutionResult
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, ExceptionAssertion
from testloom.search import Archive, Budget, Chromosome, Report, goals_of, search, subject_of
from testloom.subject import decode
from testloom.writer import ProjectStyle, render

SUBJECTS = Path(__file__).parents[2] / "subjects"
MOST = 120
"""Tests of a subject; each has called other things, or has ended in another way, than all before."""


def searched(agent: Agent, subject: Subject, monkeypatch: pytest.MonkeyPatch) -> list[Chromosome]:
    """Different tests that a search has tried, also such as nobody would keep."""
    seen: dict[object, Chromosome] = {}
    update = Archive.update

    def noting(archive: Archive, candidate: Chromosome) -> object:
        raised = candidate.result.exception and candidate.result.exception.type
        kinds = tuple(type(statement) for statement in candidate.case)
        seen.setdefault((candidate.hits, raised, kinds), candidate)
        return update(archive, candidate)

    monkeypatch.setattr(Archive, "update", noting)
    goals = goals_of(subject, [probe.index for probe in subject.probes])
    targets = sorted(name for name, known in subject.callables.items() if known.in_subject)
    budget = Budget(60.0, 400, lambda: False)
    settings = Settings(seed=3, executions=400)
    search(subject, goals, targets, agent, settings, budget, Report(lambda goal: None, lambda archive: None))
    return [one for one in seen.values() if not (one.result.denied or one.result.touched)][:MOST]


def ending_as(case: TestCase, result: ExecutionResult, number: int, subject: Subject) -> AssertedTest:
    """The test as far as it was executed, with the exception that it ended with."""
    extended = frozenset(statement.id for statement in case)  # nobody has looked at doubles
    if result.exception is None:
        return AssertedTest(str(number), case, (), subject_of(case, subject), extended=extended)
    place = next(n for n, statement in enumerate(case.statements) if statement.id == result.statement)
    executed = TestCase(case.statements[: place + 1])
    raised = ExceptionAssertion(executed.statements[-1].id, result.exception.type)
    return AssertedTest(str(number), executed, (raised,), subject_of(executed, subject), extended=extended)


@pytest.mark.parametrize("name", ["bags", "ledger", "stateful", "library"])
def test_what_is_written_does_what_was_executed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SUBJECTS / f"{name}.py"
    with Agent.start(Path(sys.executable), file, SUBJECTS) as agent:
        subject = decode(agent.description, CAPABILITIES)
        tried = searched(agent, subject, monkeypatch)
        again = agent.execute([one.case for one in tried])
    tests = [
        ending_as(one.case, result, number, subject)
        for number, (one, result) in enumerate(zip(tried, again, strict=True))
        if result.end in ("passed", "raised") and result.end == one.result.end
        if any(statement.references for statement in one.case)
    ]

    rendered = render(tests, subject, None, ProjectStyle())
    environment = TestEnvironment(Path(sys.executable), tmp_path, SUBJECTS, file, guarded_command)
    run = run_tests(
        environment, tmp_path / "test_written.py", rendered.text, Request(measure=False, apart=True)
    )

    assert run.error is None and len(tests) > 20
    ended = {test.case: run.case(test.case) for test in rendered.tests}
    different = {
        case: one and one.message for case, one in ended.items() if not one or one.outcome != "passed"
    }
    assert different == {}
