"""A shorter proof of finished tests, for tests of anything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from testloom.generation.proving import trial
from testloom.measurement import (
    PROOF,
    Request,
    TestEnvironment,
    Thoroughness,
    Verification,
    run_tests,
)
from testloom.measurement.environment import PYTEST_SECONDS


def prove_by_one_run(
    environment: TestEnvironment,
    test_file: Path,
    text: str,
    cases: Sequence[str],
    *,
    seconds: float,
    stopped: Callable[[], bool],
    alone: bool = True,
    thoroughness: Thoroughness = PROOF,
) -> Verification:
    """Run tests once, as `verify` does first, and trust them: its other runs take most of a short command."""
    run = run_tests(environment, test_file, text, Request(timeout=seconds, stopped=stopped))
    failed = {
        name: f"failed: {run.told(str(run.error) if ended is None else ended.message)}"
        for name in cases
        if (ended := run.case(name)) is None or ended.outcome != "passed"
    }
    return Verification(run, failed)


@pytest.fixture
def short_proof(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prove tests by one run, without a trial before, unless the test is marked `whole_proof`."""
    if request.node.get_closest_marker("whole_proof") is None:
        monkeypatch.setattr("testloom.generation.proving.proof.verify", prove_by_one_run)
        monkeypatch.setattr(trial, "with_zygote", nullcontext)
        monkeypatch.setattr(trial, "check_collection", lambda *given: PYTEST_SECONDS)
