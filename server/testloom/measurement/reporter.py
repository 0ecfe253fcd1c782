"""Tells coverage.py which test runs, and writes down how each ended.

A plugin of pytest. It is loaded by `under_coverage` on the project's interpreter, once coverage.py measures:
what pytest imports may be the project.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import pytest

if TYPE_CHECKING:
    import coverage

_LONGEST = 2000


class Reporter:
    """A plugin of pytest: tells coverage.py which test is running, and writes down how each ended."""

    def __init__(self, measured: coverage.Coverage, events: TextIO, is_told_apart: bool = True) -> None:
        self._measured = measured
        self._is_told_apart = is_told_apart
        self._events = events
        self._ended: dict[str, dict[str, Any]] = {}
        self._compared: dict[str, Any] | None = None
        self.context = ""
        self.test_files: set[str] = set()

    def say(self, event: str, **fields: Any) -> None:
        """Write one event."""
        self._events.write(json.dumps({"event": event, **fields}) + "\n")
        self._events.flush()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Say how many tests there are."""
        self.test_files = {str(item.path) for item in session.items if isinstance(item, pytest.Function)}
        self.say("collected", tests=len(session.items))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Say which file cannot be collected."""
        if report.failed:
            self.say("broken", test=report.nodeid, message=report.longreprtext)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure what happens within as reached by this test."""
        self._switch(item.nodeid)
        line = item.location[1]
        self._compared = None
        self.say("started", test=item.nodeid, file=str(item.path), line=0 if line is None else line)
        yield
        self._switch("")
        self.say("ended", test=item.nodeid, **self._ended.pop(item.nodeid, {"outcome": "skipped"}))

    @contextmanager
    def sharing(self, name: str) -> Iterator[None]:
        """Measure what happens within as reached by this test, for a fixture that others share."""
        before = self.context
        self._switch(f"{before}\n{name}")
        try:
            yield
        finally:
            self._switch(before)

    def _switch(self, context: str) -> None:
        self.context = context
        if self._is_told_apart:
            self._measured.switch_context(context)

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        """Keep what an assertion compared: pytest asks when it has failed."""
        self._compared = {"op": op, "left": _shown(left), "right": _shown(right), "literal": _literal(left)}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Keep how the test itself failed."""
        if call.when == "call" and call.excinfo is not None:
            failure = _failure(item, call.excinfo, self._compared)
            if failure is not None:
                self._ended.setdefault(item.nodeid, _fresh())["failure"] = failure

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the worst of set-up, call and tear-down."""
        ended = self._ended.setdefault(report.nodeid, _fresh())
        ended["seconds"] += report.duration
        if not report.passed and ended["outcome"] != "failed":
            told = report.longrepr
            message = told[2] if isinstance(told, tuple) else report.longreprtext
            ended.update(outcome=report.outcome, message=message)


def _fresh() -> dict[str, Any]:
    """How a test has ended of which nothing is known yet."""
    return {"outcome": "passed", "message": "", "seconds": 0.0}


def _failure(
    item: pytest.Item, raised: pytest.ExceptionInfo[BaseException], compared: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Where in the test function, and with what, a test failed; None if not there."""
    name = getattr(getattr(item, "function", None), "__name__", None)
    own = [entry for entry in raised.traceback if entry.frame.code.name == name and entry.path == item.path]
    if not own:
        return None
    error = raised.value
    return {
        "line": own[-1].lineno,
        "exception": type(error).__name__,
        "message": _said(error),
        "context": "" if error.__context__ is None else _said(error.__context__),
        "compared": compared if isinstance(error, AssertionError) else None,
    }


def _said(error: BaseException) -> str:
    try:
        return str(error)[:_LONGEST]
    except Exception:  # the project's own class
        return ""


def _shown(value: object) -> str:
    try:
        return repr(value)[:_LONGEST]
    except Exception:  # the project's own class
        return object.__repr__(value)


def _literal(value: object) -> str:
    """The literal that makes this value again; "" if none does."""
    text = _shown(value)
    try:
        again = ast.literal_eval(text)
        return text if type(again) is type(value) and repr(again) == text and again == value else ""
    except Exception:  # it is none, or its comparison fails
        return ""
