"""Threads that are left behind: those that wait are harmless."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from testloom_agent.execution.isolation.threads import MOST_WAITING, LeftThreads


@pytest.fixture
def left() -> LeftThreads:
    return LeftThreads()


def test_a_thread_that_waits_is_harmless(left: LeftThreads) -> None:
    done = threading.Event()
    thread = _started(done.wait)

    assert left.are_harmless()

    done.set()
    thread.join()


def test_a_thread_that_runs_is_not(left: LeftThreads) -> None:
    done = threading.Event()
    thread = _started(lambda: _spin(done))

    assert not left.are_harmless()

    done.set()
    thread.join()


def test_many_threads_are_not_even_if_they_wait(left: LeftThreads) -> None:
    done = threading.Event()
    threads = [_started(done.wait) for _ in range(MOST_WAITING + 1)]

    assert not left.are_harmless()

    done.set()
    for thread in threads:
        thread.join()


def _started(target: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    return thread


def _spin(done: threading.Event) -> None:
    while not done.is_set():
        pass
