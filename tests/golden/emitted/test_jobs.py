"""Tests for jobs."""

import pytest

from jobs import Job


def test_job_sets_failures():
    job = Job("a")

    assert job.failures == 0


def test_attempt_raises_not_implemented_error():
    job = Job("a")

    with pytest.raises(NotImplementedError):
        job.attempt()


def test_attempt_returns_nothing():
    class CustomJob(Job):
        def run(self, times):
            pass

    job = CustomJob("a")

    assert job.attempt() == "nothing"


def test_attempt_when_result_is_not_none():
    class CustomJob(Job):
        def run(self, times):
            return "a"

    job = CustomJob("b")

    assert job.attempt() == "a"


def test_attempt_raises_runtime_error():
    class CustomJob(Job):
        def run(self, times):
            raise OSError

    job = CustomJob("a")

    with pytest.raises(RuntimeError, match="a failed"):
        job.attempt()
