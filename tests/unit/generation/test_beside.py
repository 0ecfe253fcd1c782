"""When work beside a search begins, by the number of processors and the clock."""

from __future__ import annotations

import math
import time
from pathlib import Path

import pytest

from testloom.generation import beside
from testloom.generation.beside import begin_beside
from testloom.generation.file_job import FileJob
from testloom.generation.timing.deadlines import Deadlines
from testloom.model.generation_request import GenerationRequest
from testloom.model.settings import Settings


def begins(
    monkeypatch: pytest.MonkeyPatch,
    processors: int,
    seconds: float,
    executions: int | None = None,
    import_seconds: float = 0.0,
) -> list[float]:
    """The seconds until both begin in a search of so many, where an empty test takes half a second."""
    monkeypatch.setattr(beside, "processors", lambda: processors)
    request = GenerationRequest((), Path(), Path("python"), settings=Settings(executions=executions))
    now = time.monotonic()
    deadlines = Deadlines(searched=now + seconds, pytest_seconds=0.5)
    job = FileJob(request, Path("a.py"), (), 10.0)
    return [begin - now for begin in begin_beside(job, deadlines, import_seconds)]


def test_a_few_tests_are_verified_soon_before_other_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begins(monkeypatch, 2, 8.0) == pytest.approx([2.0, 0.5], abs=0.1)


def test_they_are_verified_when_the_search_ends_if_that_takes_much_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert begins(monkeypatch, 2, 2.0) == pytest.approx([0.5, 2.0], abs=0.1)


def test_on_a_single_processor_only_a_few_tests_are_verified_if_that_takes_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert begins(monkeypatch, 1, 4.0) == pytest.approx([math.inf, 0.5], abs=0.1)
    assert begins(monkeypatch, 1, 2.0) == [math.inf, math.inf]


@pytest.mark.parametrize(("processors", "later"), [(1, [math.inf, math.inf]), (2, [2.0, 8.0])])
def test_none_are_verified_soon_whose_imports_take_much_of_the_search(
    monkeypatch: pytest.MonkeyPatch, processors: int, later: list[float]
) -> None:
    assert begins(monkeypatch, processors, 8.0, import_seconds=2.0) == pytest.approx(later, abs=0.1)


def test_nothing_begins_beside_a_search_that_counts_executions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begins(monkeypatch, 2, 8.0, executions=100) == [math.inf, math.inf]
