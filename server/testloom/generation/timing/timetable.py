"""The time for each module of a recording."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

LEAST_RUNS, RUNS_A_CALL = 16.0, 0.5
"""The time for a module, and for each of its calls, in runs of a test that does nothing: machines differ."""
MOST_SECONDS = 60.0


class Timetable:
    """Divides seconds among modules; time that one leaves over goes to the following ones.

    Args:
        calls: how many calls of each module there are.
        seconds: for all of them; None: as many as their calls deserve.
    """

    def __init__(self, calls: Mapping[str, int], seconds: float | None = None) -> None:
        self._runs = {module: LEAST_RUNS + RUNS_A_CALL * count for module, count in calls.items()}
        self._end = None if seconds is None else time.monotonic() + seconds

    def share(self, module: str) -> Callable[[float], float]:
        """Allot the seconds for a module, as a function of those of a test that does nothing.

        A module can be asked for only once. The remaining limit is taken when this is called, before any
        import.
        """
        wanted = sum(self._runs.values())
        runs = self._runs.pop(module)
        if self._end is None:
            return lambda pytest_seconds: min(MOST_SECONDS, runs * pytest_seconds)
        seconds = min(MOST_SECONDS, max(0.0, self._end - time.monotonic()) * runs / wanted)
        return lambda _: seconds
