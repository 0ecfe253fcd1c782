"""Calls between functions of the project, and their call sites, which the source does not always show."""

from __future__ import annotations

import sys
from types import CodeType, FrameType
from typing import Any

from testloom_agent.execution.project import Project

MOST = 2_000


class Calls:
    """A context in which calls between functions of the project are recorded, in one thread.

    `seen` has them as file and line of the call, file and first line of the callee.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._seen: dict[tuple[CodeType, int, CodeType], None] = {}

    def __enter__(self) -> Calls:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def seen(self) -> list[list[Any]]:
        """Return the calls noted since the last call, as file and line of the caller and of the callee."""
        noted, self._seen = list(self._seen), {}
        return [
            [caller.co_filename, line, callee.co_filename, callee.co_firstlineno]
            for caller, line, callee in noted
            if self._project.owns(caller.co_filename) and self._project.owns(callee.co_filename)
        ]

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        caller = frame.f_back
        if event == "call" and caller is not None and len(self._seen) < MOST:
            self._seen[caller.f_code, caller.f_lineno or 0, frame.f_code] = None
