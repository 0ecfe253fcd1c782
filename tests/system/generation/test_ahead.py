"""What follows a search is begun while it goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from testloom.generation import beside, finding_tests, generate, making, scope
from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.generation.mutants.analysis import Effort
from testloom.generation.proving import early
from testloom.generation.proving.early import EarlyVerification
from testloom.generation.suites.ahead import Ahead
from testloom.generation.suites.asserting import Kept
from testloom.model.events.jobs import Candidate, Event, Progress
from testloom.model.execution import VaryingExecutor
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.search import Budget

ENDLESS = "def half(n):\n    if hash(repr(n)) == 2**60 + 1:\n        return 0\n    return n / 2\n"
"""A search for all of its branches ends with its budget."""
CRASHING = ENDLESS + "\n\ndef leave(n):\n    import os\n    os.abort()\n"
"""What ends the interpreter is run once more after all, if there is time."""


def test_tests_are_observed_while_the_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Ahead] = []

    class Seen(Ahead):
        def __enter__(self) -> Ahead:
            started.append(self)
            return self

    monkeypatch.setattr(finding_tests, "Ahead", Seen)
    for module in (beside, finding_tests):
        monkeypatch.setattr(module, "processors", lambda: 2)
    monkeypatch.setattr(finding_tests, "spare_seconds", lambda: None)
    monkeypatch.setattr(beside, "SEARCHED_ALONE", 0.0)
    file = tmp_path / "shop.py"
    file.write_text(ENDLESS)
    request = GenerationRequest((), Path(sys.executable), tmp_path, settings=Settings(seed=1))

    def is_enough() -> bool:
        return bool(started and started[0].memory.observed)

    found = find_tests(FileJob(request, file, (Target(file),), 60.0, cancelled=is_enough))

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

    monkeypatch.setattr(finding_tests, "EarlyVerification", Seen)
    for module in (beside, finding_tests):
        monkeypatch.setattr(module, "processors", lambda: 2)
    monkeypatch.setattr(finding_tests, "spare_seconds", lambda: None)
    monkeypatch.setattr(beside, "SEARCHED_ALONE", 0.0)
    monkeypatch.setattr(early, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(early, "RUNS", 0)
    monkeypatch.setattr(making, "_effort_to_strengthen", lambda *_: Effort(seconds=0.0))
    return held


@pytest.mark.parametrize(
    ("phase", "source"),
    [("search", ENDLESS), ("assert", ENDLESS), ("verify", ENDLESS), ("assert", CRASHING)],
    ids=["search", "assert", "verify", "crashing"],
)
def test_a_job_that_is_cut_short_hands_over_what_was_proven_beside_its_search(
    tmp_path: Path, held: list[EarlyVerification], monkeypatch: pytest.MonkeyPatch, phase: str, source: str
) -> None:
    class UntilVerified(Budget):
        """Spent as soon as something is verified."""

        @property
        def is_spent(self) -> bool:
            return bool(held and held[0].latest)

    monkeypatch.setattr(scope, "Budget", UntilVerified)
    file = tmp_path / "shop.py"
    file.write_text(source)
    settings = Settings(seed=1, budget=60.0)
    request = GenerationRequest((Target(file),), Path(sys.executable), tmp_path, settings=settings)
    told: list[Event] = []

    def enough() -> bool:
        progress = [event for event in told if isinstance(event, Progress) and event.verified]
        return any(event.phase == phase for event in progress)

    summary = generate(request, told.append, enough=enough)

    written = held[0].latest
    assert written is not None
    assert len(written.proven.tests) == len([event for event in told if isinstance(event, Candidate)])
    assert summary.tests == len(written.proven.tests) > 0
    assert (tmp_path / "test_shop.py").exists()
