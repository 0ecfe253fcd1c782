"""What follows a search is begun while it goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from testloom.generation import generate, pipeline
from testloom.generation.file_job import FileJob
from testloom.generation.pipeline import find_tests
from testloom.generation.proving import early
from testloom.generation.proving.early import EarlyVerification
from testloom.generation.suites.ahead import Ahead
from testloom.generation.suites.asserting import Kept
from testloom.model.events.jobs import Candidate, Event, Progress
from testloom.model.execution import VaryingExecutor
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings

ENDLESS = "def half(n):\n    if hash(repr(n)) == 2**60 + 1:\n        return 0\n    return n / 2\n"
"""A search for all of its branches ends with its budget."""


def test_tests_are_observed_while_the_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Ahead] = []

    class Seen(Ahead):
        def __enter__(self) -> Ahead:
            started.append(self)
            return self

    monkeypatch.setattr(pipeline, "Ahead", Seen)
    monkeypatch.setattr(pipeline, "processors", lambda: 2)
    monkeypatch.setattr(pipeline, "spare_seconds", lambda: None)
    monkeypatch.setattr(pipeline, "SEARCHED_ALONE", 0.0)
    file = tmp_path / "shop.py"
    file.write_text(ENDLESS)
    request = GenerationRequest((), Path(sys.executable), tmp_path, settings=Settings(seed=1))

    def is_enough() -> bool:
        return bool(started and started[0].memory.observed)

    found = find_tests(FileJob(request, file, (Target(file),), 60.0), lambda event: None, is_enough)

    assert is_enough()
    assert found.result.seconds < 50
    assert found.suite.tests


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[EarlyVerification]:
    """What proves tests beside a search, which it does from the beginning and all the time."""
    held: list[EarlyVerification] = []

    class Seen(EarlyVerification):
        def hold(self, kept: Sequence[Kept], executor: VaryingExecutor, stopped: Callable[[], bool]) -> None:
            held[:] = [self]
            super().hold(kept, executor, stopped)

    monkeypatch.setattr(pipeline, "EarlyVerification", Seen)
    monkeypatch.setattr(pipeline, "processors", lambda: 2)
    monkeypatch.setattr(pipeline, "spare_seconds", lambda: None)
    monkeypatch.setattr(pipeline, "SEARCHED_ALONE", 0.0)
    monkeypatch.setattr(early, "SECONDS_BETWEEN", 0.0)
    return held


def test_a_job_that_is_cut_short_hands_over_what_was_proven_beside_its_search(
    tmp_path: Path, held: list[EarlyVerification]
) -> None:
    file = tmp_path / "shop.py"
    file.write_text(ENDLESS)
    settings = Settings(seed=1, budget=60.0)
    request = GenerationRequest((Target(file),), Path(sys.executable), tmp_path, settings=settings)
    told: list[Event] = []

    def enough() -> bool:
        return any(isinstance(event, Progress) and event.verified for event in told)

    summary = generate(request, told.append, enough=enough, only_verified=True)

    written = held[0].latest
    assert written is not None
    assert len(written.proven.tests) == len([event for event in told if isinstance(event, Candidate)])
    assert summary.tests == len(written.proven.tests) > 0
    assert (tmp_path / "test_shop.py").exists()
