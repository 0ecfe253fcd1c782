"""How long to work at each module of a recording."""

from __future__ import annotations

import time
from collections.abc import Mapping

LEAST_SECONDS = 8.0
SECONDS_A_CALL = 0.25
MOST_SECONDS = 60.0


class Timetable:
    """Shares seconds out among modules; what one leaves over goes to those that follow.

    Args:
        calls: how many calls of each module there are.
        seconds: for all of them; None: as many as their calls deserve.
    """

    def __init__(self, calls: Mapping[str, int], seconds: float | None = None) -> None:
        self._wanted = {module: _deserved(count) for module, count in calls.items()}
        total = sum(self._wanted.values()) if seconds is None else seconds
        self._end = time.monotonic() + total

    def share(self, module: str) -> float:
        """The seconds for a module, which is not asked for again."""
        left = max(0.0, self._end - time.monotonic())
        wanted = sum(self._wanted.values())
        return min(MOST_SECONDS, left * self._wanted.pop(module) / wanted)


def _deserved(calls: int) -> float:
    return min(MOST_SECONDS, LEAST_SECONDS + SECONDS_A_CALL * calls)
