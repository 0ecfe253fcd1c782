"""Warnings and log records of the subject while a test case runs."""

from __future__ import annotations

import logging
import sys
import warnings
from types import FrameType
from typing import Any

from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.type_paths import type_path

MOST = 20
LONGEST = 1_000
ISSUERS = frozenset({"warn", "warn_explicit"})


class Messages(logging.Handler):
    """Collects warnings and log records from when it is entered until it is left.

    Only warnings that code of the project issues count: others change with versions of libraries.
    Records are those that reach the root logger, as in pytest's `caplog`; if a library is among the
    loggers, no record is reported, for the same reason.
    """

    def __init__(self, project: Project) -> None:
        super().__init__()
        self._project = project
        self._catching = warnings.catch_warnings()
        self._warned: list[dict[str, str]] = []
        self._logged: list[str] = []
        self._has_foreign = False

    def __enter__(self) -> Messages:
        self._catching.__enter__()
        warnings.simplefilter("always")
        warnings.showwarning = self._warn
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)
        self._catching.__exit__(None, None, None)

    def take(self) -> dict[str, Any]:
        """Return the warnings and logs since the last call, as `warnings` and `logs` if there are any."""
        logged = [] if self._has_foreign else self._logged[:MOST]
        heard = {"warnings": self._warned[:MOST], "logs": logged}
        self._warned, self._logged, self._has_foreign = [], [], False
        return {name: entries for name, entries in heard.items() if entries}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message of a record."""
        self._has_foreign = self._has_foreign or not self._project.owns(record.pathname)
        try:
            self._logged.append(record.getMessage()[:LONGEST])
        except Exception:
            self.handleError(record)

    def _warn(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: Any = None,
        line: str | None = None,
    ) -> None:
        if self._is_own(sys._getframe(1)):
            self._warned.append({"type": type_path(category), "message": str(message)[:LONGEST]})

    def _is_own(self, frame: FrameType | None) -> bool:
        """Check whether the code that issued a warning belongs to the project and calls some module's `warn`.

        A warning by a function in C seems to come from the code that called the function.
        """
        while frame is not None and frame.f_globals.get("__name__") == warnings.__name__:
            frame = frame.f_back
        if frame is None or not self._project.owns(frame.f_code.co_filename):
            return False
        return not ISSUERS.isdisjoint(frame.f_code.co_names)
