"""A plugin that writes the events of a run (`testloom.measurement.events`), one per line.

The file is opened for each event: a test may close all open files, or end the process.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from typing import Any

import pytest

OPEN = open
"""The original `open`, even if a test replaces it."""
COMPARED = re.compile(
    r"^Expected(:\n.*?| nothing\n)^Got(:\n.*?(?=^\S|\Z)| nothing$)", re.MULTILINE | re.DOTALL
)
"""The expected and the actual output in a doctest report."""


class Reporter:
    """A plugin of pytest; `switch` gets the id of each test that begins, and "" when it ends."""

    def __init__(self, file: str, switch: Callable[[str], object] | None = None) -> None:
        self._file = file
        self._measure = switch
        self.context = ""
        self._ended: dict[str, dict[str, Any]] = {}
        self._is_torn_down = False
        self.test_files: set[str] = set()

    def say(self, event: str, **fields: Any) -> None:
        """Write one event."""
        line = json.dumps({"event": event, **fields}, ensure_ascii=False) + "\n"
        with OPEN(self._file, "ab") as stream:
            stream.write(line.encode("utf-8", "replace"))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Write the number of tests."""
        self.test_files = {str(item.path) for item in session.items if isinstance(item, pytest.Function)}
        self.say("collected", tests=len(session.items))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Write which file cannot be collected."""
        if report.failed:
            self.say("broken", test=report.nodeid, message=report.longreprtext)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Write that a test begins, and how it has ended."""
        self._switch(item.nodeid)
        self._is_torn_down = False
        defined, line = place_of(item)
        self.say("started", test=item.nodeid, file=str(item.path), defined=defined, line=line, ids=_ids(item))
        yield
        self._switch("")
        ended = self._ended.pop(item.nodeid, _fresh())
        if ended["outcome"] == "passed" and not self._is_torn_down:
            ended.update(outcome="skipped", message="it interrupted pytest")
        self.say("ended", test=item.nodeid, **ended)

    @contextmanager
    def sharing(self, name: str) -> Iterator[None]:
        """Attribute the coverage in this context to the current test, and to a fixture that it shares."""
        before = self.context
        self._switch(f"{before}\n{name}")
        try:
            yield
        finally:
            self._switch(before)

    def _switch(self, context: str) -> None:
        self.context = context
        if self._measure is not None:
            self._measure(context)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the worst outcome of set-up, call and tear-down; subtests count only if they fail."""
        is_subtest = type(report).__name__.lower() == "subtestreport"  # of pytest, or of pytest-subtests
        if is_subtest and not report.failed:
            return
        ended = self._ended.setdefault(report.nodeid, _fresh())
        ended["seconds"] += 0 if is_subtest else report.duration  # the duration of the call includes it
        self._is_torn_down = report.when == "teardown"
        if failure := vars(report).get("testloom_failure"):
            ended["failure"] = failure
        if (report.failed or report.skipped) and ended["outcome"] != "failed":
            ended.update(outcome=report.outcome, message=_message(report), longrepr=_longrepr(report))
            ended["xfailed"] = report.skipped and hasattr(report, "wasxfail")


def place_of(item: pytest.Item) -> tuple[str, int]:
    """Return the file and the line (from 0) that define a test: a class may inherit it from another file."""
    file, line, _ = item.location
    defined = os.path.normpath(item.config.rootpath / file)
    is_own = os.path.realpath(defined) == os.path.realpath(item.path)
    return str(item.path) if is_own else defined, line or 0


def _ids(item: pytest.Item) -> list[str]:
    """Return the ids of a test's parameters, one for each table and each fixture with parameters."""
    return list(getattr(getattr(item, "callspec", None), "_idlist", ()))


def _fresh() -> dict[str, Any]:
    """Return the initial outcome of a test, before any report."""
    return {"outcome": "passed", "message": "", "longrepr": "", "seconds": 0.0}


def _message(report: pytest.TestReport) -> str:
    """Return the reason why a test did not pass, as in pytest's machine-readable reports."""
    if hasattr(report, "wasxfail"):
        return str(report.wasxfail)
    if report.skipped:
        return _longrepr(report).removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    message = message_of_example(report.longreprtext) if crash is None else str(crash.message)
    return message if report.when == "call" else f'failed on {report.when} with "{message}"'


def message_of_example(shown: str) -> str:
    """Describe the result or exception of a failed doctest example; return any other text unchanged."""
    if raised := re.search(r"^UNEXPECTED EXCEPTION: (.+)$", shown, re.MULTILINE):
        return raised[1]
    if compared := COMPARED.search(shown):
        expected, got = (" ".join(part.split()).removeprefix(": ") for part in compared.groups())
        return f"expected {expected}, got {got}"
    return shown


def _longrepr(report: pytest.TestReport) -> str:
    """Return everything that pytest shows of a report."""
    shown = report.longrepr
    return shown[2] if isinstance(shown, tuple) else report.longreprtext


def pytest_addoption(parser: Any) -> None:
    """Add the plugin's options."""
    group = parser.getgroup("testloom")
    group.addoption("--testloom-events", default="", metavar="FILE", help="write what becomes of the tests")
    group.addoption("--testloom-coverage", action="store_true", help="write what coverage.py measures, too")


def pytest_configure(config: Any) -> None:
    """Begin to write the events."""
    if file := config.getoption("--testloom-events"):
        config.pluginmanager.register(Reporter(file))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: Any) -> None:
    """Write the coverage here, which saves another process."""
    if not config.getoption("--testloom-coverage"):
        return
    import coverage

    measured = coverage.Coverage.current()
    if measured is None:
        return
    measured.stop()
    report = StringIO()
    with suppress(coverage.CoverageException), redirect_stdout(report):  # the subject may not have run at all
        measured.json_report(outfile="-")
        for file in json.loads(report.getvalue())["files"].values():
            found = {name: file[name] for name in ("missing_lines", "missing_branches")}
            percent = file["summary"]["percent_covered"]
            Reporter(config.getoption("--testloom-events")).say("coverage", percent=percent, **found)
