"""Tests are made of what a search has found, as far as there is time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from testloom.capabilities import CAPABILITIES
from testloom.generation.file_job import FileJob
from testloom.generation.making import make_suite
from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.generation.timing.deadlines import UNLIMITED
from testloom.measurement import never
from testloom.model.execution import Behaviour, ExecutionResult, Observation, Trace
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.statements import CallStatement, TestCase
from testloom.search import Archive, GoalIndex, Knowledge, SearchResult, evaluated, goals_of
from tests.unit.search.bank import FakeBank, bank
from tests.values import scalar

CASE = TestCase((CallStatement(1, "bank:rate"),))
READS = ExecutionResult("passed", Trace(frozenset({0})), touched=(("variable", "RATE"),))


class Reading(FakeBank):
    """Every test reads a variable, and what it returns is the same whatever that is."""

    def __init__(self) -> None:
        super().__init__(lambda _: READS)
        self.varied = 0

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(statement.id, scalar(7)) for statement in test] for test in tests]

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        self.varied += len(tests)
        return [Behaviour(tuple(seen), READS.trace) for seen in self.observe(tests)]


def test_what_tests_rely_on_is_not_looked_for_once_a_job_is_cancelled() -> None:
    assert varied() > 0
    assert varied(is_cancelled=True) == 0


def test_what_tests_rely_on_is_no_longer_looked_for_once_a_job_is_ended_early() -> None:
    asked = count()

    assert varied(enough=lambda: next(asked) > 0) == 0  # the search had ended by itself before


def varied(*, is_cancelled: bool = False, enough: Callable[[], bool] = never) -> int:
    """How many variants of a test are run."""
    subject = replace(bank(), capabilities=CAPABILITIES)
    goals, reading = goals_of(subject, {0}), Reading()
    archive = Archive(tuple(goals))
    archive.update(evaluated(CASE, READS, GoalIndex.of(goals)))
    request = GenerationRequest((Target(Path("bank.py")),), Path("python"), Path())
    job = FileJob(
        request, Path("bank.py"), request.targets, 10.0, cancelled=lambda: is_cancelled, enough=enough
    )
    result = SearchResult(archive, Knowledge(subject, [], Random(0)), {}, 1, 1.0)
    analysis = MutationAnalysis(request, job.file, None, lambda: True)
    [test] = make_suite(job, subject, reading, result, analysis, UNLIMITED).tests
    assert test.case.statements[-1] == CASE.statements[-1]
    return reading.varied
