"""Runs of a test file that need not wait for each other go on at once: each of them imports the subject."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Event

import pytest

from testloom.measurement import (
    AGAIN,
    FORKED,
    ONCE,
    PARTS,
    PROOF,
    Request,
    TestEnvironment,
    TestRun,
    Thoroughness,
    never,
    verification,
    verify,
)
from testloom.measurement.conditions import BASE, CHANGED, FACTORS, SHUFFLED, Conditions
from testloom.measurement.results import CaseOutcome

PASSED = TestRun({"test_a": CaseOutcome("passed"), "test_b": CaseOutcome("passed")})


@pytest.fixture
def environment(tmp_path: Path) -> TestEnvironment:
    return TestEnvironment(
        Path(sys.executable), tmp_path, tmp_path, tmp_path / "shop.py", lambda *_: (), frozenset()
    )


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Request], TestRun]], None]:
    """Has a function be what runs tests."""

    def run_by(answer: Callable[[Request], TestRun]) -> None:
        for name in ("run_tests", "run_at"):
            monkeypatch.setattr(verification, name, lambda *arguments: answer(arguments[-1]))

    return run_by


def test_tests_run_alone_while_they_run_in_another_order(
    tmp_path: Path, environment: TestEnvironment, runs: Callable[[Callable[[Request], TestRun]], None]
) -> None:
    under_way = Barrier(2)

    def run(request: Request) -> TestRun:
        if request.apart or request.conditions == SHUFFLED:
            under_way.wait(20)
        return PASSED

    runs(run)
    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"])

    assert not found.rejected
    assert not under_way.broken


def test_what_fails_in_another_order_is_rejected_although_runs_alone_take_the_time_that_is_left(
    tmp_path: Path, environment: TestEnvironment, runs: Callable[[Callable[[Request], TestRun]], None]
) -> None:
    is_shuffled = Event()

    def run(request: Request) -> TestRun:
        if request.conditions == SHUFFLED:
            is_shuffled.set()
            return TestRun({**PASSED.cases, "test_a": CaseOutcome("failed")})
        if request.apart:
            is_shuffled.wait(20)
            time.sleep(1.1)
        return PASSED

    runs(run)
    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"], seconds=1.0)

    assert set(found.unstable) == {"test_a"}


def test_a_late_run_in_another_order_tells_of_what_it_came_to(
    tmp_path: Path, environment: TestEnvironment, runs: Callable[[Callable[[Request], TestRun]], None]
) -> None:
    def run(request: Request) -> TestRun:
        is_shuffled = request.conditions == SHUFFLED
        return TestRun({"test_a": CaseOutcome("failed")}, error="late") if is_shuffled else PASSED

    runs(run)
    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"], seconds=0.0)

    assert found.unstable == {"test_a": "unstable: the outcome differs in another order"}


@pytest.mark.parametrize(("thoroughness", "fresh"), [(PROOF, [BASE, CHANGED]), (FORKED, []), (AGAIN, [])])
def test_interpreters_are_fresh_where_a_file_is_proven(
    tmp_path: Path,
    environment: TestEnvironment,
    runs: Callable[[Callable[[Request], TestRun]], None],
    thoroughness: Thoroughness,
    fresh: list[Conditions],
) -> None:
    asked: list[Request] = []

    def run(request: Request) -> TestRun:
        asked.append(request)
        return PASSED

    runs(run)
    verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"], thoroughness=thoroughness)

    assert {request.conditions for request in asked} >= {BASE, CHANGED}
    assert [conditions for conditions in (BASE, CHANGED) if _is_fresh(asked, conditions)] == fresh


def _is_fresh(asked: list[Request], conditions: Conditions) -> bool:
    return any(request.fresh for request in asked if request.conditions == conditions)


@pytest.mark.parametrize(
    ("changed", "hopeless"),
    [
        (TestRun({"test_a": CaseOutcome("failed"), "test_b": CaseOutcome("passed")}), {"test_a"}),
        (TestRun(error="late"), set()),
    ],
)
def test_what_failed_is_hopeless_only_if_a_whole_run_says_so(
    tmp_path: Path,
    environment: TestEnvironment,
    runs: Callable[[Callable[[Request], TestRun]], None],
    changed: TestRun,
    hopeless: set[str],
) -> None:
    failing = TestRun({"test_a": CaseOutcome("failed"), "test_b": CaseOutcome("passed")})

    runs(lambda request: changed if request.conditions == CHANGED else failing)
    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"])

    assert set(found.failed) == {"test_a"}
    assert found.hopeless == hopeless


def test_runs_end_when_they_are_left_by_an_interrupt(
    tmp_path: Path, environment: TestEnvironment, runs: Callable[[Callable[[Request], TestRun]], None]
) -> None:
    ended = Event()

    def run(request: Request) -> TestRun:
        if request.conditions == SHUFFLED:
            until = time.monotonic() + 20
            while not request.stopped() and time.monotonic() < until:
                time.sleep(0.01)
            if request.stopped():
                ended.set()
        return PASSED

    def interrupted() -> bool:
        raise KeyboardInterrupt

    runs(run)
    with pytest.raises(KeyboardInterrupt):
        verify(environment, tmp_path / "test_shop.py", "", ["test_a"], alone=interrupted)

    assert ended.is_set()


@pytest.mark.parametrize(("pytest_seconds", "expected"), [(0.1, 8.0), (2.0, 16.0), (4.0, 24.0), (60.0, 60.0)])
def test_a_run_gets_what_suits_the_pace_of_pytest_although_no_time_is_left(
    tmp_path: Path,
    environment: TestEnvironment,
    runs: Callable[[Callable[[Request], TestRun]], None],
    pytest_seconds: float,
    expected: float,
) -> None:
    timeouts: list[float] = []

    def run(request: Request) -> TestRun:
        timeouts.append(request.timeout)
        return PASSED

    runs(run)
    slow = environment.paced(pytest_seconds)
    verify(slow, tmp_path / "test_shop.py", "", ["test_a", "test_b"], seconds=0.0)

    assert timeouts[0] == expected


@pytest.mark.parametrize(
    ("fails", "reason", "at_once", "tried"),
    [
        (lambda at: at.repeat > 1, "when it is repeated", 1, 1),
        (lambda at: at.time_zone != "UTC", "in another time zone", 1, 3),
        (lambda at: at.time_zone != "UTC", "in another time zone", 2, 4),
        (lambda at: at.is_elsewhere, "on another machine", 1, 5),
        (lambda at: at.hash_seed != BASE.hash_seed, "with another hash seed", 1, 6),
        (lambda at: bool(at.days), "on another date", 1, len(FACTORS)),
    ],
)
def test_what_tests_depend_on_is_tried_one_by_one_until_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    environment: TestEnvironment,
    runs: Callable[[Callable[[Request], TestRun]], None],
    fails: Callable[[Conditions], bool],
    reason: str,
    at_once: int,
    tried: int,
) -> None:
    asked: list[Conditions] = []

    def run(request: Request) -> TestRun:
        asked.append(request.conditions)
        ended = CaseOutcome("failed" if fails(request.conditions) else "passed")
        return TestRun({"test_a": CaseOutcome("passed"), "test_b": ended})

    monkeypatch.setattr(verification, "processors", lambda: at_once)
    runs(run)
    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"])

    assert found.unstable == {"test_b": f"unstable: the outcome differs {reason}"}
    assert [factor for factor in asked if factor in FACTORS.values()] == list(FACTORS.values())[:tried]


@pytest.mark.parametrize(
    ("thoroughness", "expected", "rejected"),
    [
        (AGAIN, [BASE, CHANGED, *FACTORS.values()], ["test_b"]),
        (PARTS, [BASE, CHANGED], ["test_b"]),
        (ONCE, [BASE], []),
    ],
)
def test_a_later_round_has_fewer_runs(
    tmp_path: Path,
    environment: TestEnvironment,
    runs: Callable[[Callable[[Request], TestRun]], None],
    thoroughness: Thoroughness,
    expected: list[Conditions],
    rejected: list[str],
) -> None:
    asked: list[Conditions] = []

    def run(request: Request) -> TestRun:
        asked.append(request.conditions)
        ended = CaseOutcome("failed" if request.conditions == CHANGED else "passed")
        return TestRun({"test_a": CaseOutcome("passed"), "test_b": ended})

    runs(run)
    cases = ["test_a", "test_b"]
    file = tmp_path / "test_shop.py"
    found = verify(environment, file, "", cases, alone=never, thoroughness=thoroughness)

    reason = "unstable: the outcome differs when the whole environment changes"
    assert found.rejected == dict.fromkeys(rejected, reason)
    assert sorted(map(repr, asked)) == sorted(map(repr, expected))


CRASH = "pytest ended the process: Fatal Python error: Segmentation fault"


@pytest.mark.parametrize(
    ("crashes", "rejected"),
    [
        (1, {}),
        (9, {"test_a": "crashed when the whole environment changes: Fatal Python error: Segmentation fault"}),
    ],
)
def test_a_crash_before_any_test_is_told_as_one_if_it_comes_again(
    tmp_path: Path,
    environment: TestEnvironment,
    runs: Callable[[Callable[[Request], TestRun]], None],
    crashes: int,
    rejected: dict[str, str],
) -> None:
    asked: list[Conditions] = []

    def run(request: Request) -> TestRun:
        asked.append(request.conditions)
        has_crashed = request.conditions == CHANGED and asked.count(CHANGED) <= crashes
        return TestRun(error=CRASH) if has_crashed else PASSED

    runs(run)
    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a"])

    assert found.rejected == rejected
    assert asked.count(CHANGED) == 2
