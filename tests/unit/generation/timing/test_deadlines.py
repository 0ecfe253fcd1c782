"""The budget of a file is shared out."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.generation import job
from testloom.generation.file_job import FileJob
from testloom.generation.timing.deadlines import (
    HURRIED,
    UNLIMITED,
    Deadlines,
    left_until,
    seconds_following,
)
from testloom.model.events.jobs import Summary
from testloom.model.generation_request import GenerationRequest, Target


def test_each_part_ends_after_the_one_before_and_the_proof_a_third_late() -> None:
    begun = time.monotonic()
    shared = Deadlines.of(10.0, begun)
    ends = [shared.searched, shared.minimised, shared.asserted, shared.proven]

    assert ends == sorted(ends)
    assert (shared.minimised, shared.proven) == (begun + 10.5, begun + 13)


def test_a_search_leaves_the_time_that_what_follows_it_takes() -> None:
    begun = time.monotonic()
    short, long = Deadlines.of(10.0, begun, following=5.0), Deadlines.of(30.0, begun, following=5.0)

    assert short.searched == pytest.approx(begun + 5.5)
    assert short.proven - short.asserted == pytest.approx(5.0)
    assert long.searched == pytest.approx(begun + 26.5)


def test_a_search_gets_its_share_however_long_what_follows_takes() -> None:
    begun = time.monotonic()

    assert Deadlines.of(10.0, begun, following=8.0).searched == pytest.approx(begun + 6.0, abs=0.2)
    assert Deadlines.of(10.0, begun, following=60.0).searched == pytest.approx(begun + 9.0)


def test_on_a_single_processor_more_follows_a_search() -> None:
    both = [seconds_following(0.5, 1.0, 0.2, alone=alone) for alone in (True, False)]

    assert both == [pytest.approx(4.55), pytest.approx(2.9)]


def test_a_search_that_ends_late_leaves_as_much_time_for_what_follows() -> None:
    late = Deadlines.of(10.0, begun=time.monotonic() - 60)
    late = replace(
        late, searched=late.searched - 12, minimised=late.minimised - 12, asserted=late.asserted - 12
    )

    after = late.after_search()

    assert left_until(after.minimised) == pytest.approx(1.5, abs=0.2)
    assert left_until(after.asserted) == pytest.approx(2.5, abs=0.2)
    assert UNLIMITED.after_search() == UNLIMITED


def test_a_busy_machine_has_more_time_to_make_tests_small_and_as_much_for_what_follows() -> None:
    now = time.monotonic()
    planned = Deadlines(searched=now, minimised=now + 1.5, asserted=now + 2.5, proven=now + 4)
    calm, busy = planned.after_search(0.1), planned.after_search(2.5)

    assert calm.minimised == pytest.approx(planned.minimised, abs=0.3)
    assert left_until(busy.minimised) == pytest.approx(7.5, abs=0.3)
    assert busy.asserted - busy.minimised == pytest.approx(planned.asserted - planned.minimised)
    assert busy.proven - busy.minimised == pytest.approx(planned.proven - planned.minimised)
    assert UNLIMITED.after_search(2.5) == replace(UNLIMITED, pytest_seconds=2.5)


def test_a_hurried_end_leaves_a_moment_to_make_tests_small_and_nothing_else() -> None:
    for planned in (UNLIMITED, Deadlines.of(60.0, begun=time.monotonic())):
        after = planned.after_search(hurried=True)

        assert left_until(after.minimised) == pytest.approx(HURRIED, abs=0.1)
        assert after.minimised == after.asserted == after.proven


def test_a_start_that_took_long_leaves_most_of_the_budget() -> None:
    late = Deadlines.of(10.0, begun=time.monotonic() - 60)

    assert 6.5 < left_until(late.searched) < 7.1


def test_time_before_a_search_counts_but_for_imports(tmp_path: Path) -> None:
    now = time.monotonic()
    job = FileJob(GenerationRequest((), tmp_path, tmp_path), tmp_path, (), 10.0, begun=now - 5.5)

    assert job.deadlines(apart=5.0).searched == pytest.approx(now + 8.5)


@pytest.mark.parametrize("budget", [1.0, 3.0, 30.0])
def test_what_the_projects_own_tests_call_is_there_while_the_search_goes_on(
    tmp_path: Path, budget: float
) -> None:
    now = time.monotonic()
    job = FileJob(GenerationRequest((), tmp_path, tmp_path), tmp_path, (), budget, begun=now)

    assert job.suite_seconds is not None
    assert now + job.suite_seconds < job.deadlines(apart=0.0).searched


def test_a_proof_that_begins_late_gets_as_long_as_pytest_takes_here() -> None:
    late = Deadlines(proven=time.monotonic() - 1_000)
    patient = replace(late, pytest_seconds=5.0)

    assert late.proof_ends() <= time.monotonic()
    assert patient.proof_ends() > time.monotonic() + 20


def test_a_deadline_that_has_passed_leaves_no_time_and_none_all_of_it() -> None:
    assert left_until(time.monotonic() - 1) == 0
    assert left_until(UNLIMITED.searched) == math.inf


def test_the_budget_counts_from_before_the_projects_tools_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[float] = []

    def looked_for(*_: object) -> frozenset[str]:
        time.sleep(0.2)
        return frozenset()

    def generated(file_job: FileJob, *_: object) -> Summary:
        begun.append(time.monotonic() - file_job.begun)
        return Summary()

    monkeypatch.setattr(job, "check_tools", looked_for)
    monkeypatch.setattr(job, "generate_for_file", generated)
    files = (Target(tmp_path / "a.py"), Target(tmp_path / "b.py"))
    request = GenerationRequest(files, tmp_path, tmp_path, state=tmp_path / "store")
    job.generate(request, lambda event: None)

    assert begun[0] >= 0.2 > begun[1]
