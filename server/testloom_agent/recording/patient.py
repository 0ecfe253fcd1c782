"""Recording that depends on nothing but what the program does: the same run gives the same recording.

What calls are passed over depends on their number only, not on the time that it takes to look at them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testloom_agent.recording.calls.callees import Call, Callee
from testloom_agent.recording.calls.sampling import OF_EACH_SHAPE
from testloom_agent.recording.recorder import PLAIN, Recorder


class PatientRecorder(Recorder):
    """A recorder for programs that somebody else ends in time.

    Of calls with objects of one shape it keeps the first, as these take long to look at.
    """

    def _taken(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        given = args[1:] if callee.is_constructor or callee.of_class is not None else args
        is_plain = all(type(value) in PLAIN for value in (*given, *kwargs.values()))
        callee.sampler.of_each_shape = OF_EACH_SHAPE if is_plain else 1
        return super()._taken(callee, args, kwargs)

    def _missing(self, more: int) -> float:
        return 0.0

    def _tire(self, callee: Callee, call: Call | None, nanoseconds: int) -> None:
        """Look at the next call as at this one, however long that took."""

    def _pause(self, callee: Callee) -> None:
        """Let calls pass if nothing new has come for long, and nobody sleep."""
        callee.quiet = callee.sampler.pause
