"""The time zone of the process, which a test case can set."""

from __future__ import annotations

import os
import time

from testloom_agent.environment.machine.variables import set_variable

VARIABLE = "TZ"


class Zone:
    """Sets the time zone of the C library, and restores it."""

    def __init__(self) -> None:
        self._is_set = False
        self._before = os.environ.get(VARIABLE)

    def begin(self) -> None:
        """Put back what was there before the last test case, if that has set another."""
        if self._is_set:
            self._is_set = False
            self._put(self._before)

    def set(self, name: str) -> None:
        """Have local times be those of a time zone."""
        self._is_set = True
        self._put(name)

    def _put(self, name: str | None) -> None:
        set_variable(VARIABLE, name)
        if name is None:
            os.unsetenv(VARIABLE)
        else:
            os.putenv(VARIABLE, name)  # the C library does not see `os.environ`
        time.tzset()
