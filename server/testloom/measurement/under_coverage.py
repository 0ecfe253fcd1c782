"""Runs a project's own tests under coverage.py and writes down what each of them reaches.

This file runs as a script on the project's interpreter, where Testloom cannot be imported. Its argument is
JSON: `events` is a file for events (one JSON object a line), `data` one for coverage.py, `cache` a folder for
pytest, `parent` the process that it shall not outlive, if any, and `tests` are the node ids to run (all
without any). With `report`, coverage.py writes its report to the `file` of that, also of the `files` that no
test imports, and nothing is told of single tests. Both read the project's own configuration.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

os.environ.setdefault("COVERAGE_CORE", "ctrace")  # another core may not know which test is running

import coverage
import pytest
from coverage.python import PythonFileReporter

_LONGEST = 2000
_QUIET = {"pytest_cov": ["--no-cov"], "xdist": ["-n0"]}


class Reporter:
    """A plugin of pytest: tells coverage.py which test is running, and writes down how each ended."""

    def __init__(self, measured: coverage.Coverage, events: TextIO, is_told_apart: bool = True) -> None:
        self._measured = measured
        self._is_told_apart = is_told_apart
        self._events = events
        self._ended: dict[str, dict[str, Any]] = {}
        self._compared: dict[str, Any] | None = None
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

    def _switch(self, test: str) -> None:
        if self._is_told_apart:
            self._measured.switch_context(test)

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


def reached_in(file: str, measured: coverage.Coverage) -> dict[str, Any]:
    """The lines and branches of a file, and for each test those that it reaches."""
    reporter = PythonFileReporter(file, measured)
    exits, unbranched = reporter.exit_counts(), reporter.no_branch_lines()
    lines = reporter.lines()
    branches = {
        (start, end)
        for start, end in reporter.arcs()
        if start != end and exits.get(start, 0) > 1 and start not in unbranched
    }
    reached = {}
    data = measured.get_data()
    for test in data.measured_contexts():
        data.set_query_context(test)
        arcs = set(reporter.translate_arcs(data.arcs(file) or ()))
        if arcs:
            touched = {line for arc in arcs for line in arc if line > 0}
            reached[test] = [sorted(touched & lines), sorted(arcs & branches)]
    found = {"lines": sorted(lines), "branches": sorted(branches), "by": reached}
    return {"file": file, "text": reporter.source(), **found}


def write_report(measured: coverage.Coverage, reporter: Reporter, file: str, unimported: list[str]) -> None:
    """Write coverage.py's report: no test files, and files that no test imports unless it chooses them."""
    _join_processes(measured, reporter, Path(file).parent)
    data = measured.get_data()
    if data and not any(_listed(measured, f"run:{name}") for name in ("source", "source_pkgs", "include")):
        for path in sorted(set(unimported) - data.measured_files()):
            if _is_python(path, reporter):
                data.touch_file(path)
    omitted = [entry for section in ("run", "report") for entry in _listed(measured, f"{section}:omit")]
    measured.set_option("report:omit", [*omitted, *reporter.test_files])
    try:
        measured.json_report(outfile=file, ignore_errors=True)
    except coverage.CoverageException as error:  # there are no data, for instance
        reporter.say("left_out", file="", message=str(error))


def _listed(measured: coverage.Coverage, option: str) -> list[str]:
    """What a setting of coverage.py lists, which is None where it is not set."""
    value: Any = measured.get_option(option)
    return list(value or ())


def _join_processes(measured: coverage.Coverage, reporter: Reporter, folder: Path) -> None:
    """Add what other processes have measured, where the project's settings have them measured."""
    try:
        measured.combine([str(folder)])
    except coverage.CoverageException as error:  # they count no branches, for instance
        reporter.say("left_out", file="", message=str(error))


def _is_python(file: str, reporter: Reporter) -> bool:
    try:
        ast.parse(Path(file).read_bytes())
    except (SyntaxError, ValueError, OSError) as error:
        reporter.say("left_out", file=file, message=f"{type(error).__name__}: {error}")
        return False
    return True


def main(arguments: dict[str, Any]) -> int:
    """Run the tests; returns pytest's status."""
    _die_with(arguments["parent"])
    folder = Path.cwd()
    sys.path[0] = str(folder)
    os.environ["COVERAGE_FILE"] = arguments["data"]  # for processes that tests start
    measured = coverage.Coverage(data_file=arguments["data"], data_suffix=False, branch=True)
    report = arguments.get("report")
    with open(arguments["events"], "w", encoding="utf-8") as events:
        reporter = Reporter(measured, events, is_told_apart=report is None)
        measured.start()
        options = [*_quiet(), "-o", f"cache_dir={arguments['cache']}", *arguments.get("tests", ())]
        status = pytest.main(options, plugins=[reporter])
        measured.stop()
        os.chdir(folder)
        if report is not None:
            write_report(measured, reporter, report["file"], report["files"])
        else:
            _say_reached(measured, reporter, folder)
    return int(status)


def _die_with(parent: int | None) -> None:
    """Have the kernel end this process when its parent is killed; Linux only."""
    if parent is None or sys.platform != "linux":
        return
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _quiet() -> list[str]:
    """The options that keep plugins from measuring, and from running tests elsewhere."""
    installed = [plugin for plugin in _QUIET if importlib.util.find_spec(plugin)]
    return [option for plugin in installed for option in _QUIET[plugin]]


def _say_reached(measured: coverage.Coverage, reporter: Reporter, folder: Path) -> None:
    for file in sorted(measured.get_data().measured_files()):
        if folder in Path(file).parents and file not in reporter.test_files and Path(file).exists():
            reporter.say("file", **reached_in(file, measured))


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
