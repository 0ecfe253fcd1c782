"""A plugin that adds to a test's report where and how its function failed, for `events.Reporter`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import pytest

_LONGEST = 2000
_LIBRARIES = ("inline_snapshot", "syrupy")


class Failures:
    """A plugin of pytest that records failures in the functions of tests."""

    def __init__(self) -> None:
        self._compared: dict[str, Any] | None = None
        self._snapshot: dict[str, Any] | None = None

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        """Keep the operands of a comparison in an assertion: pytest calls this when it has failed."""
        literals = {"literal": _literal(left), "right_literal": _literal(right)}
        self._compared = {"op": op, "left": _shown(left), "right": _shown(right), **literals}
        for kept, other in ((left, right), (right, left)):
            if snapshot := _snapshot(kept, other):
                self._snapshot = snapshot

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        """Add to the report how the test itself failed."""
        outcome: Any = yield
        if call.when == "call" and call.excinfo is not None:
            failure = _failure(item, call.excinfo, self._compared)
            outcome.get_result().testloom_failure = failure and {**failure, "snapshot": self._snapshot}
        self._compared = self._snapshot = None


def pytest_configure(config: Any) -> None:
    """Begin to record, where pytest has loaded this file as a plugin."""
    config.pluginmanager.register(Failures())


def _failure(
    item: pytest.Item, raised: pytest.ExceptionInfo[BaseException], compared: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Describe where and how the function of a test failed; None if it failed elsewhere."""
    name = getattr(getattr(item, "function", None), "__name__", None)
    entries = raised.traceback
    own = [entry for entry in entries if entry.frame.code.name == name and entry.path == item.path]
    if not own:
        return None
    error = raised.value
    return {
        "line": own[-1].lineno,
        "exception": type(error).__name__,
        "message": _said(error),
        "context": "" if error.__context__ is None else _said(error.__context__),
        "compared": compared if isinstance(error, AssertionError) and own[-1] is entries[-1] else None,
    }


def _snapshot(kept: object, other: object) -> dict[str, Any] | None:
    """Describe a snapshot and the value that differs from it; None unless a snapshot library keeps it."""
    library = type(kept).__module__.partition(".")[0]
    if library not in _LIBRARIES:
        return None
    results = list(getattr(kept, "executions", {}).values())  # of syrupy; the last of them has failed
    file = str(getattr(results[-1], "snapshot_location", "")) if results else ""
    sides = (
        [getattr(results[-1], name, None) for name in ("recalled_data", "asserted_data")] if results else []
    )
    expected, actual = (
        "" if side is None else str(side)[:_LONGEST] for side in sides or (kept, _shown(other))
    )
    return {"library": library, "file": file, "expected": expected, "actual": actual}


def _said(error: BaseException) -> str:
    try:
        return str(error)[:_LONGEST]
    except Exception:  # raised by the project's own class
        return ""


def _shown(value: object) -> str:
    try:
        return repr(value)[:_LONGEST]
    except Exception:  # raised by the project's own class
        return object.__repr__(value)


def _literal(value: object) -> str:
    """Return the literal that evaluates to this value; "" if there is none."""
    text = _shown(value)
    try:
        again = ast.literal_eval(text)
        return text if type(again) is type(value) and repr(again) == text and again == value else ""
    except Exception:  # no literal, or its comparison fails
        return ""
