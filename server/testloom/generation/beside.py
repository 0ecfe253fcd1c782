"""When to begin with what is done beside the search."""

from __future__ import annotations

import math
import time

from testloom.generation.deadlines import Deadlines, left_until
from testloom.generation.file_job import FileJob
from testloom.generation.proving.early import RUNS_OF_FEW
from testloom.platform.processes import processors

SEARCHED_ALONE = 0.25
"""The share of the search before any of the following steps begins: early results are soon replaced."""
MOST_ALONE = 3.0
"""The same in seconds, at most."""
SECONDS_TO_FIRST = 0.5
"""Seconds of the search before a few tests are verified: it has most of the simple ones by then."""
MOST_FOR_FIRST = 0.35
"""The most of a search on a single processor that the verification of the first few tests may take.

Half of that is for an interpreter that the proof of all tests needs later.
"""


def begin_beside(job: FileJob, deadlines: Deadlines) -> tuple[float, float]:
    """Choose when to begin with what follows the search, and when to verify a few tests.

    Never where that has no processor or no clock; on a single one, tests are verified if that takes little of
    the search.
    """
    if job.request.settings.executions is not None:
        return math.inf, math.inf
    now, searching = time.monotonic(), left_until(deadlines.searched)
    alone = min(MOST_ALONE, SEARCHED_ALONE * searching)
    first = now + min(SECONDS_TO_FIRST, alone)
    if processors() > 1:
        return now + alone, first
    is_cheap = RUNS_OF_FEW * deadlines.pytest_seconds <= MOST_FOR_FIRST * searching
    return math.inf, first if is_cheap else math.inf
