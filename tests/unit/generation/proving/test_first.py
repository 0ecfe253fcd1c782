from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pytest

from testloom.generation.proving.first import FirstTests
from testloom.generation.proving.trial import Check
from testloom.generation.suites.asserting import Kept
from testloom.measurement import always, never
from testloom.model.containment import Defect, raised
from testloom.model.errors import ProjectError
from testloom.model.subject import Subject
from testloom.search import Archive, evaluated, goals_of
from tests.unit.search.bank import FakeBank, bank, run_withdrawal, withdrawal


@dataclass
class Early:
    """What verifies tests, without processes: `made` are those of each suite, `proven` if in background."""

    check: Check
    has_room: bool = True
    until: float = field(default_factory=lambda: time.monotonic() + 30)
    latest: object = None
    subject: Subject = field(default_factory=bank)
    made: list[Sequence[Kept]] = field(default_factory=list)
    proven: list[bool] = field(default_factory=list)
    is_done: Event = field(default_factory=Event)

    def has_time(self, runs: int) -> bool:
        return self.has_room and runs > 0

    def suite_of(self, kept: Sequence[Kept], *_: object) -> object:
        self.made.append(kept)
        return kept

    def prove(self, suite: object, stopped: Callable[[], bool], *, in_background: bool) -> None:
        self.proven.append(in_background)
        self.latest = suite
        self.is_done.set()


def early(failure: Exception | None = None, **how: Any) -> Early:
    ran: Future[float] = Future()
    if failure is None:
        ran.set_result(0.1)
    else:
        ran.set_exception(failure)
    return Early(Check(ran), **how)


def first(
    found: Any,
    begins: float = 0.0,
    is_over: Callable[[], bool] = never,
    *,
    is_alone: bool = False,
    defect: Defect = raised,
) -> FirstTests:
    return FirstTests(found, FakeBank(run_withdrawal), begins, is_over, is_alone, defect)


@pytest.fixture
def archive() -> Archive:
    found = Archive(tuple(goals_of(bank(), {0})))
    case = withdrawal(1, 2)
    found.update(evaluated(case, run_withdrawal(case)))
    return found


def test_a_few_tests_are_verified_once_in_the_midst_of_a_search(archive: Archive) -> None:
    found = early()
    with first(found) as tests:
        tests.look(archive)
        assert found.is_done.wait(20)
        found.latest = None  # they did not pass
        tests.look(archive)

    assert [len(kept) for kept in found.made] == [1]
    assert found.proven == [False]


def test_the_search_waits_for_it_on_a_single_processor(archive: Archive) -> None:
    class Slow(Early):
        def prove(self, suite: object, stopped: Callable[[], bool], *, in_background: bool) -> None:
            time.sleep(0.2)
            Early.prove(self, suite, stopped, in_background=in_background)

    found = Slow(early().check)
    with first(found, time.monotonic(), is_alone=True) as tests:
        tests.look(archive)
        assert found.is_done.is_set()


def test_the_search_goes_on_if_that_takes_longer_than_its_share(archive: Archive) -> None:
    class Stuck(Early):
        def prove(self, suite: object, stopped: Callable[[], bool], *, in_background: bool) -> None:
            while not stopped():
                time.sleep(0.01)

    began = time.monotonic()
    found = Stuck(early().check, until=began + 3)
    with first(found, began, is_alone=True) as tests:
        tests.look(archive)
        tests.look(archive)
        assert time.monotonic() < found.until


@pytest.mark.parametrize(
    ("begins", "how"),
    [(math.inf, {}), (0.0, {"has_room": False}), (0.0, {"latest": object()})],
)
def test_nothing_is_verified_too_soon_too_late_or_twice(
    archive: Archive, begins: float, how: dict[str, Any]
) -> None:
    found = early(**how)
    with first(found, begins) as tests:
        tests.look(archive)

    assert found.made == []


def test_what_a_search_has_found_that_ends_early_is_verified_before_anything_else(archive: Archive) -> None:
    found = early()
    with first(found, begins=time.monotonic() + 1_000) as tests:
        tests.conclude(archive)
        assert found.latest is not None


def test_what_would_not_be_verified_before_the_search_had_to_end_is_not_tried(archive: Archive) -> None:
    found = early(has_room=False)
    with first(found) as tests:
        tests.conclude(archive)

    assert found.made == []


def test_nothing_is_verified_after_a_search_without_a_clock_or_for_somebody_who_left(
    archive: Archive,
) -> None:
    found = early()
    with first(found, begins=math.inf) as tests:
        tests.conclude(archive)
    with first(found, is_over=always) as tests:
        tests.conclude(archive)
    with first(None) as tests:
        tests.look(archive)
        tests.conclude(archive)

    assert found.made == []


def test_what_fails_there_costs_nothing_else_and_is_told_in_the_end(archive: Archive) -> None:
    class Failing(Early):
        def prove(self, suite: object, stopped: Callable[[], bool], *, in_background: bool) -> None:
            raise OSError("no space left on device")

    told: list[Exception] = []
    with first(Failing(early().check), defect=told.append) as tests:
        tests.conclude(archive)
        assert told == []

    assert [str(error) for error in told] == ["no space left on device"]


def test_tests_that_cannot_be_made_are_tried_once(archive: Archive) -> None:
    tried: list[object] = []

    class Failing(Early):
        def suite_of(self, kept: Sequence[Kept], *_: object) -> object:
            tried.append(kept)
            raise LookupError("nothing there")

    told: list[Exception] = []
    with first(Failing(early().check), defect=told.append) as tests:
        tests.look(archive)
        tests.look(archive)

    assert len(tried) == len(told) == 1


def test_a_search_ends_with_what_keeps_tests_from_running(archive: Archive) -> None:
    found = early(ProjectError("pytest runs no test.", "Mend it."))

    with first(found) as tests, pytest.raises(ProjectError):
        tests.conclude(archive)
