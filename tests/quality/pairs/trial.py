"""Search for tests of a pair, for unit tests of both, and at random, and measure what they are worth."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.generation.mutants.known import KnownTest
from testloom.generation.pairs.integrating import deliver_pair_tests, pair_file
from testloom.generation.pairs.pairing import PairSearch, PairTests, covered_by, find_pair_tests, start_agent
from testloom.integration import Coupling, Unit, coupled_goals
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.model.suite import AssertedTest
from testloom.subject import decode

from ..judgement.court import Court
from .mutants import killed_mutants
from .results import Row

MUTATION_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class TestEnvironment:
    """Where pairs are measured: the interpreter, the folder of its packages, seconds for each search, seed.

    With `executions` each search runs so many tests, however long that takes. Unit tests are searched for
    once for each caller and callee, whatever the pairs that it belongs to.
    """

    python: Path
    root: Path
    budget: float
    seed: int
    executions: int | None = None
    _unit_tests: dict[str, tuple[AssertedTest, ...]] = field(default_factory=dict)

    def row(self, coupling: Coupling) -> Row:
        """What tests of a pair are worth, beside unit tests and random tests after the same seconds."""
        started = time.monotonic()
        theirs = [self._tests_of(coupling.caller), self._tests_of(coupling.callee)]
        tested = self._tests_of_pair(coupling, theirs)
        suites = [tested.found.suite.tests, *theirs]
        mutants, killed = killed_mutants(coupling, self._request(coupling.caller), suites, MUTATION_SECONDS)
        written, failing, unstable = self._judged(coupling, tested)
        goals = tested.found.result.archive.goals
        return Row(
            pair=f"{coupling.caller.id} → {coupling.callee.id}",
            budget=self.budget,
            seed=self.seed,
            coupled=len(goals),
            integration=len(frozenset[int]().union(*tested.covers.values())),
            unit=self._covered_by_unit_tests(coupling, theirs[0]),
            random=self._covered_at_random(coupling),
            mutants=len(mutants),
            killed=len(killed[0]),
            killed_by_units=len(killed[1] | killed[2]),
            killed_alone=len(killed[0] - killed[1] - killed[2]),
            tests=written,
            failing=failing,
            unstable=unstable,
            findings=len(tested.found.suite.findings),
            seconds=round(time.monotonic() - started),
            executions=self.executions,
        )

    def _tests_of_pair(self, coupling: Coupling, units: Sequence[tuple[AssertedTest, ...]]) -> PairTests:
        """Tests of a pair that has unit tests of both already."""
        known = [KnownTest(test.case, test.assertions) for tests in units for test in tests]
        job = self._job(coupling.caller, coupling.callee)
        return find_pair_tests(job, coupling, units=known)

    def _tests_of(self, unit: Unit) -> tuple[AssertedTest, ...]:
        """Unit tests of a caller or a callee."""
        if unit.id not in self._unit_tests:
            self._unit_tests[unit.id] = find_tests(self._job(unit)).suite.tests
        return self._unit_tests[unit.id]

    def _covered_by_unit_tests(self, coupling: Coupling, tests: tuple[AssertedTest, ...]) -> int:
        """What unit tests of the caller cover: their beginnings count, too, each with its last statement."""
        parts = [
            TestCase(test.case.statements[:end]) for test in tests for end in range(1, len(test.case) + 1)
        ]
        with start_agent(self._request(coupling.caller), coupling) as agent:
            goals = coupled_goals(decode(agent.description), coupling)
            named = {str(place): part for place, part in enumerate(parts)}
            covered = covered_by(named, goals, agent)
        return len(frozenset[int]().union(*covered.values()))

    def _covered_at_random(self, coupling: Coupling) -> int:
        job = self._job(coupling.caller, coupling.callee, algorithm="random")
        with start_agent(job.request, coupling) as agent:
            deadlines = job.deadlines(agent.load_seconds)
            searched = PairSearch(job, coupling, agent, deadlines=deadlines).run()
        return len(searched.result.archive.best)

    def _judged(self, coupling: Coupling, tested: PairTests) -> tuple[int, int, int]:
        """How many tests are written, and how many of them fail or are unstable when pytest runs them."""
        with tempfile.TemporaryDirectory(prefix="pair-", ignore_cleanup_errors=True) as folder:
            tests = Path(folder, "tests")
            job = self._job(coupling.caller, coupling.callee)
            job = replace(job, request=replace(job.request, out=tests))
            delivery = deliver_pair_tests(job, pair_file(job, coupling), tested)
            if not delivery.files:
                return 0, 0, 0
            verdict = Court(self.python, coupling.callee.module.file, self.root, Path(folder)).judge(tests)
        return verdict.tests, verdict.failing, verdict.unstable

    def _job(self, unit: Unit, *others: Unit, algorithm: str = "dynamosa") -> FileJob:
        request = self._request(unit, *others, algorithm=algorithm)
        own = tuple(target for target in request.targets if target.file == unit.module.file)
        return FileJob(request, unit.module.file, own if not others else request.targets[:1], self.budget)

    def _request(self, *units: Unit, algorithm: str = "dynamosa") -> GenerationRequest:
        targets = tuple(target for unit in units for target in _targets(unit))
        settings = Settings(
            budget=self.budget, executions=self.executions, seed=self.seed, algorithm=algorithm
        )
        return GenerationRequest(targets, self.python, self.root, settings=settings)


def _targets(unit: Unit) -> list[Target]:
    """A class, or the functions of a module one by one: unit tests are not to be of its classes, too."""
    if unit.qualname:
        return [Target(unit.module.file, unit.qualname)]
    names = [function.qualname for function in unit.functions if "." not in function.qualname]
    return [Target(unit.module.file, name) for name in names]
