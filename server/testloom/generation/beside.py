"""When to begin with what is done beside the search."""

from __future__ import annotations

import math
import time

from testloom.generation.deadlines import PROVING_RUNS_ALONE, Deadlines, left_until
from testloom.generation.file_job import FileJob
from testloom.platform.processes import processors

SEARCHED_ALONE = 0.25
"""The share of the search before any of the following steps begins: early results are soon replaced."""
MOST_ALONE = 3.0
"""The same in seconds, at most."""
SECONDS_TO_FIRST = 1.0
"""Seconds until a few tests are verified: of the search, or of the wait for a processor beside it."""
MOST_FOR_FIRST = 0.15
"""The most of a search on a single processor that the verification of the first few tests may cost."""


def begin_beside(job: FileJob, deadlines: Deadlines) -> tuple[float, float]:
    """Choose when to begin with what follows the search, and when to verify a few tests if nobody has.

    Never where that has no processor or no clock; on a single one, tests are verified that cost the search
    little of its time.
    """
    if job.request.settings.executions is not None:
        return math.inf, math.inf
    now, searching = time.monotonic(), left_until(deadlines.searched)
    alone = min(MOST_ALONE, SEARCHED_ALONE * searching)
    if processors() == 1:
        is_cheap = PROVING_RUNS_ALONE * deadlines.pytest_seconds <= MOST_FOR_FIRST * searching
        return math.inf, now + min(SECONDS_TO_FIRST, alone) if is_cheap else math.inf
    return now + alone, now + alone + SECONDS_TO_FIRST
