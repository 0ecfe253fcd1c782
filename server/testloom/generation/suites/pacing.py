"""As many tests as there is time to observe: each runs several times in a fresh process."""

from __future__ import annotations

import time
from collections.abc import Sequence

from testloom.generation.suites.asserting import Kept
from testloom.model.execution import Executor

SAMPLE = 8
PASSES = 3
"""How often each test is observed: for what it relies on, and twice for what it does."""
SHARE, LEAST_SECONDS = 0.3, 10.0
"""The part of the budget that observation may take, and the seconds that it may take beyond."""
RUNS, LONGEST_RUN = 15, 3.0
"""On a busy machine that is too little: it may take as long as so many runs of a test that does nothing.

One of more than so many seconds is slow for what a conftest.py imports, which observation does not wait for.
"""
REFINING_SHARE, REFINING_RUNS = 0.2, 6
"""The same for what only makes tests better: dividing them, and finding out which pins they can do without.

A test that reads the clock is run on a hundred days for that.
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


def seconds_to_refine(seconds: float, pytest_seconds: float = 0.0) -> float:
    """Compute how many seconds it may take to improve observed tests, for a budget in seconds."""
    return max(REFINING_SHARE * seconds, REFINING_RUNS * min(pytest_seconds, LONGEST_RUN))


def seconds_to_observe(seconds: float, pytest_seconds: float = 0.0) -> float:
    """Compute how many seconds observation may take, for a budget in seconds."""
    return SHARE * seconds + max(LEAST_SECONDS, RUNS * min(pytest_seconds, LONGEST_RUN))
