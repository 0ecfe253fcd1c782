"""Limits to the number of observed tests: each runs several times in a fresh process."""

from __future__ import annotations

import time
from collections.abc import Sequence

from testloom.generation.suites.asserting import Kept
from testloom.model.execution import Executor

SAMPLE = 8
PASSES = 3
"""How often each test is observed: once for its dependencies, and twice for its behaviour."""
SHARE, LEAST_SECONDS = 0.3, 10.0
"""The share of the budget that observation may take, and the seconds that it may take in addition."""
RUNS, LONGEST_RUN = 15, 3.0
"""The time for observation on a busy machine, in runs of a test that does nothing.

A run longer than the second number, in seconds, is slow because of imports in a conftest.py, for which
observation does not wait.
"""
REFINING_SHARE = 0.2
"""The share of the budget for optional improvements: dividing tests, finding out which pins are redundant.

A test that reads the clock is run on a hundred days for that: a busy machine is no reason to wait longer.
"""


def affordable(
    kept: Sequence[Kept], executor: Executor, seconds: float, pytest_seconds: float = 0.0
) -> list[Kept]:
    """Select the tests that can be observed within a share of the budget, in their order.

    A few are observed to measure how long that takes. If there is no time for all, those that cover most
    stay. `pytest_seconds`, the time that pytest takes for an empty test, shows how busy the machine is.
    """
    if len(kept) <= SAMPLE:
        return list(kept)
    started = time.monotonic()
    executor.observe([chromosome.case for chromosome, _ in kept[:SAMPLE]])
    each = max(1e-6, time.monotonic() - started) / SAMPLE
    room = max(SAMPLE, int(seconds_to_observe(seconds, pytest_seconds) / (PASSES * each)))
    best = sorted(range(len(kept)), key=lambda place: (-len(kept[place][1]), place))[:room]
    return [kept[place] for place in sorted(best)]


def seconds_to_refine(seconds: float) -> float:
    """Compute how many seconds it may take to improve observed tests, for a budget in seconds."""
    return REFINING_SHARE * seconds


def seconds_to_observe(seconds: float, pytest_seconds: float = 0.0) -> float:
    """Compute how many seconds observation may take, for a budget in seconds."""
    return SHARE * seconds + max(LEAST_SECONDS, RUNS * min(pytest_seconds, LONGEST_RUN))
