"""Runs of a test file that need not wait for each other go on at once: each of them imports the subject."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Barrier

import pytest

from testloom.measurement import Request, TestEnvironment, TestRun, verification, verify
from testloom.measurement.results import CaseOutcome
from testloom.measurement.surroundings import SHUFFLED

PASSED = TestRun({"test_a": CaseOutcome("passed"), "test_b": CaseOutcome("passed")})


def test_tests_run_alone_while_they_run_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way = Barrier(1 + verification.AT_ONCE)

    def run(*arguments: object) -> TestRun:
        request = arguments[-1]
        assert isinstance(request, Request)
        if request.apart or request.surroundings == SHUFFLED:
            under_way.wait(20)
        return PASSED

    monkeypatch.setattr(verification, "run_tests", run)
    monkeypatch.setattr(verification, "run_at", run)
    environment = TestEnvironment(
        Path(sys.executable), tmp_path, tmp_path, tmp_path / "shop.py", lambda *_: (), frozenset()
    )

    found = verify(environment, tmp_path / "test_shop.py", "", ["test_a", "test_b"])

    assert not found.rejected
    assert not under_way.broken
