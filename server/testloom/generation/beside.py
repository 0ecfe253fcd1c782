"""When to begin with what is done during the search."""

from __future__ import annotations

import math
import time

from testloom.generation.file_job import FileJob
from testloom.generation.proving.early import RUNS_OF_FEW
from testloom.generation.proving.first import MOST_FOR_FIRST
from testloom.generation.timing.deadlines import Deadlines, left_until
from testloom.measurement import IMPORTS
from testloom.platform.processes import processors

SEARCHED_ALONE = 0.25
"""The share of the search before any of the following steps begins: early results are soon replaced."""
MOST_ALONE = 3.0
"""The same in seconds, at most."""
SECONDS_TO_FIRST = 0.5
"""Seconds of the search before a few tests are verified: it has most of the simple ones by then."""


def begin_beside(job: FileJob, deadlines: Deadlines, import_seconds: float) -> tuple[float, float]:
    """Choose when to begin with what follows the search, and when to verify a few tests.

    The module takes so many `import_seconds`, in each of several runs of its tests.

    Never where that has no processor or no clock. Tests are verified soon if that takes little of the search,
    as it does not on a busy machine; otherwise at its end, but not on a single processor.
    """
    if job.request.settings.executions is not None:
        return math.inf, math.inf
    now, searching = time.monotonic(), left_until(deadlines.searched)
    alone = min(MOST_ALONE, SEARCHED_ALONE * searching)
    is_single = processors() == 1
    verifying = RUNS_OF_FEW * deadlines.pytest_seconds + IMPORTS * import_seconds
    is_cheap = verifying <= MOST_FOR_FIRST * searching
    soon, late = now + min(SECONDS_TO_FIRST, alone), math.inf if is_single else deadlines.searched
    return math.inf if is_single else now + alone, soon if is_cheap else late
