"""Recording beside a debugger: nobody steps through what the recorder does.

The debugger is told not to show files of the recorder, but the recorder also calls the standard library, into
which a user may want to step elsewhere. So the debugger does not look at a thread while that records.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from testloom_agent.recording.calls.callees import Call, Callee
from testloom_agent.recording.journal import Journal
from testloom_agent.recording.recorder import Recorder, Result
from testloom_agent.redaction.places import Places


class UnseenRecorder(Recorder):
    """A recorder that tells the debugger, with `look`, whether to look at the thread that calls it."""

    def __init__(self, journal: Journal, main: str, places: Places, look: Callable[[bool], object]) -> None:
        super().__init__(journal, main, places)
        self._look = look

    def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do what is none of the program's work, and nothing to step through."""
        self._look(False)
        try:
            return work(*arguments)
        finally:
            self._look(True)

    def enter(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        """Take the values as they are; None if the call is of no interest."""
        return self.aside(super().enter, callee, args, kwargs)

    def leave(self, call: Call, result: Any, error: BaseException | None) -> None:
        """Write the call down with how it ended."""
        self.aside(super().leave, call, result, error)


def recorder_for(journal: Journal, main: str, places: Places) -> Recorder:
    """A recorder that minds the debugger if this process has one."""
    look = getattr(sys.modules.get("debugpy"), "trace_this_thread", None)
    if look is None:
        return Recorder(journal, main, places)
    return UnseenRecorder(journal, main, places, look)
