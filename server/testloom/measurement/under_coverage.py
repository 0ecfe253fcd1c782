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
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

os.environ.setdefault("COVERAGE_CORE", "ctrace")  # another core may not know which test is running

import coverage
from coverage.python import PythonFileReporter

if TYPE_CHECKING:
    import pytest

    from testloom.measurement.reporter import Reporter

_CRASHED = 70
_QUIET = {"pytest_cov": ["--no-cov"], "xdist": ["-n0"]}


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
        reporter.say("left_out", file="", message=str(error).partition(": ")[0])


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
    if report is None:  # contexts are node ids, whatever the project uses them for
        measured.set_option("run:context", None)
        measured.set_option("run:dynamic_context", None)
    with open(arguments["events"], "w", encoding="utf-8") as events:
        measured.start()
        reporter, status = _run(measured, events, arguments)
        measured.stop()
        os.chdir(folder)
        if report is not None:
            write_report(measured, reporter, report["file"], report["files"])
        else:
            _say_reached(measured, reporter, folder)
    return int(status)


def _run(
    measured: coverage.Coverage, events: TextIO, arguments: dict[str, Any]
) -> tuple[Reporter, int | pytest.ExitCode]:
    """Run the tests; pytest is imported only now, since what it imports may be the project."""
    import pytest

    file = Path(__file__).with_name("reporter.py")
    spec = importlib.util.spec_from_file_location("_testloom_reporter", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    reporter = module.Reporter(measured, events, is_told_apart="report" not in arguments)
    options = [*_quiet(), "-o", f"cache_dir={arguments['cache']}", *arguments.get("tests", ())]
    return reporter, pytest.main(options, plugins=[reporter])


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
    try:
        sys.exit(main(json.loads(sys.argv[1])))
    except Exception:  # what Python makes of it is the status of tests that fail
        traceback.print_exc()
        sys.exit(_CRASHED)
