from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import guarded_command
from testloom.generation.proving import early, proof
from testloom.generation.proving.early import EarlyVerification
from testloom.generation.proving.trial import Check
from testloom.generation.suites.losses import Losses
from testloom.generation.suites.suite import Suite
from testloom.measurement import TestEnvironment, TestRun, Verification, never
from testloom.model.events.jobs import Event, GoalCovered, Progress
from testloom.model.suite import AssertedTest
from testloom.writer import ProjectStyle
from tests.unit.writer.building import SUBJECT, Case, built

SECONDS = 30.0


@dataclass
class Stage:
    """Where tests are verified early without agents and processes: `kept` are those of the next time."""

    folder: Path
    kept: Sequence[AssertedTest] = ()
    failing: str = ""
    environments: list[TestEnvironment] = field(default_factory=list)

    def verification(self, *, seconds: float = SECONDS, pytest_seconds: float = 0.1) -> EarlyVerification:
        ran: Future[float] = Future()
        ran.set_result(pytest_seconds)
        environment = TestEnvironment(
            Path(sys.executable), self.folder, self.folder, self.folder / "shop.py", guarded_command
        )
        file, until = self.folder / "test_shop.py", time.monotonic() + seconds
        return EarlyVerification(environment, Check(ran), file, SUBJECT, ProjectStyle, until)

    def hold(self, verification: EarlyVerification, *tests: AssertedTest) -> None:
        self.kept = tests
        kept: Any = tests
        verification.hold(kept, executor=None, stopped=never)  # type: ignore[arg-type]

    def suite(self, *_: object, **__: object) -> Suite:
        return Suite(SUBJECT, tuple(self.kept), Losses())

    def verified(
        self, environment: TestEnvironment, _file: Path, _text: str, names: Sequence[str], **_: object
    ) -> Verification:
        self.environments.append(environment)
        failed = {name: "failed: ZeroDivisionError" for name in names if name == self.failing}
        return Verification(TestRun(), failed=failed)


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    found = Stage(tmp_path)
    monkeypatch.setattr(early, "build_suite", found.suite)
    monkeypatch.setattr(early, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(early, "REST", 0.0)
    monkeypatch.setattr(proof, "verify", found.verified)
    return found


def test_what_passes_beside_a_search_is_proven_and_leaves_the_processor_to_it(stage: Stage) -> None:
    stage.failing = "test_upgrade"
    held = stage.verification()

    stage.hold(held, _test("maybe"), replace(_test("upgrade"), id="other"))

    assert held.latest is not None
    assert [test.callable for test in held.latest.proven.tests] == ["shop.account:maybe"]
    assert held.latest.suite.tests == held.latest.proven.tests
    assert [name for _, name, _ in held.latest.discarded] == ["test_upgrade"]
    assert all(environment.in_background for environment in stage.environments)


def test_nothing_is_proven_again_unless_something_is_new(stage: Stage) -> None:
    held, tests = stage.verification(), (_test("maybe"), replace(_test("upgrade"), id="other"))

    for _ in range(2):
        stage.hold(held, tests[0])
    assert len(stage.environments) == 1

    stage.hold(held, *tests)
    assert len(stage.environments) == 2


def test_nothing_is_begun_that_would_end_after_the_search(stage: Stage) -> None:
    held = stage.verification(seconds=2.0, pytest_seconds=1.0)

    stage.hold(held, _test("maybe"))

    assert held.latest is None
    assert not stage.environments


def test_less_time_is_enough_for_a_few_tests(stage: Stage) -> None:
    held = stage.verification(seconds=2.5, pytest_seconds=1.0)

    assert not held.has_time()
    assert held.has_time(early.RUNS_OF_FEW)


def test_nothing_is_begun_that_would_import_until_after_the_search(stage: Stage) -> None:
    held = replace(stage.verification(seconds=2.0), import_seconds=1.0)

    stage.hold(held, _test("maybe"))

    assert not stage.environments


def test_what_is_verified_tells_which_goals_lack_a_test(stage: Stage) -> None:
    held = stage.verification()

    stage.hold(held, replace(_test("maybe"), goals=("a", "b")))

    assert held.latest is not None
    assert held.latest.lacking("abc") == ["c"]


def test_what_is_verified_is_kept_if_a_later_proof_has_less(stage: Stage) -> None:
    held = stage.verification()

    for goals, known in (("ab", "ab"), ("a", "ab"), ("ac", "ac")):
        stage.hold(held, replace(_test("maybe"), id=goals, goals=tuple(goals)))
        assert held.latest is not None
        assert held.latest.goals == set(known)


def test_what_was_verified_goes_if_one_of_its_tests_fails_later(stage: Stage) -> None:
    held, flaky = stage.verification(), replace(_test("upgrade"), id="other", goals=("b", "c"))

    stage.hold(held, replace(_test("maybe"), goals=("a",)), flaky)
    stage.failing = "test_upgrade"
    stage.hold(held, replace(_test("maybe"), id="again", goals=("a",)), flaky)

    assert held.latest is not None
    assert held.latest.goals == {"a"}


def test_progress_says_how_many_goals_have_tests_that_are_proven(stage: Stage) -> None:
    held = stage.verification()
    told: list[Event] = []
    tell = held.reporting(told.append)

    tell(Progress("search", 0.1))
    stage.hold(held, replace(_test("maybe"), goals=("a", "b")), replace(_test("upgrade"), goals=("b",)))
    tell(Progress("search", 0.2))
    tell(GoalCovered("a", 1, "line 1"))

    assert told == [
        Progress("search", 0.1),
        Progress("search", 0.2, verified=2),
        GoalCovered("a", 1, "line 1"),
    ]


def _test(name: str) -> AssertedTest:
    case = Case(name)
    case.call(name, "a")
    return built(case.equals("a"))[0]
