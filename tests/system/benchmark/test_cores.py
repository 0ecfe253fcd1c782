"""Jobs on processors."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.quality.environments.cores import cores, each_on_a_core
from tests.quality.environments.errors import BenchError

needs_affinity = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system does not hold programs to a processor"
)


def square(number: int) -> int:
    return number * number


def own_cores(job: int) -> tuple[int, set[int]]:
    time.sleep(0.1)
    return job, os.sched_getaffinity(0)


def fail(job: int) -> int:
    raise ValueError(f"job {job}")


def hold(folder: Path) -> None:
    if folder.name == "quick":
        return
    try:
        (folder / "began").touch()
        time.sleep(60)
    finally:
        (folder / "cleaned").touch()


def test_each_job_is_done_once() -> None:
    assert sorted(each_on_a_core(range(7), square, [None, None, None])) == [0, 1, 4, 9, 16, 25, 36]


def test_there_may_be_fewer_jobs_than_processors() -> None:
    assert list(each_on_a_core([3], square, [None, None])) == [9]
    assert list(each_on_a_core([], square, [None, None])) == []


@needs_affinity
def test_a_job_stays_on_its_processor() -> None:
    allowed = cores()

    seen = dict(each_on_a_core(range(4), own_cores, allowed))

    assert all(len(core) == 1 and core <= set(allowed) for core in seen.values())
    assert set().union(*seen.values()) == set(allowed[:4])


@needs_affinity
def test_more_jobs_at_a_time_share_processors() -> None:
    allowed = cores()

    assert cores(2 * len(allowed)) == [*allowed, *allowed]


def test_a_job_that_fails_ends_the_run_with_a_message(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BenchError, match="A job failed, see above"):
        list(each_on_a_core([5], fail, [None]))

    assert "ValueError: job 5" in capfd.readouterr().err


def test_jobs_end_at_once_and_clean_up_if_nobody_wants_them_any_more(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("quick", "long", "later", "last")]
    for folder in folders:
        folder.mkdir()
    outcomes = each_on_a_core(folders, hold, [None, None])

    next(outcomes)
    while not (tmp_path / "long" / "began").exists():
        time.sleep(0.01)
    outcomes.close()

    assert (tmp_path / "long" / "cleaned").exists()
    assert not (tmp_path / "last" / "began").exists()
