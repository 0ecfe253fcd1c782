"""A script that runs a project's own tests under coverage.py and records their coverage.

This file runs on the project's interpreter, where Testloom cannot be imported. Its argument is JSON:
`events` is a file for events (one JSON object a line), `scratch` a folder for files of coverage.py and
pytest, `parent` the process that it shall not outlive, if any, `tests` are the node ids to run (all if
empty), `files` those that count even if no test imports them, `plan` a file that names tests which are
not run, if any, `quiet` options for some plugins of pytest. Unless tests are `told_apart`, all coverage is
attributed to the test "", and no dependencies of tests are reported. Both tools read the project's own
configuration.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import signal
import sys
import traceback
import warnings
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

os.environ.setdefault("COVERAGE_CORE", "ctrace")  # other cores may not tell which test is running

import coverage
from coverage.python import PythonFileReporter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pytest

    from testloom.measurement.plugins.depended import Dependencies
    from testloom.measurement.plugins.events import Reporter

_CRASHED = 70
_LIMITS = ("source", "source_pkgs", "include", "omit")
"""The settings of coverage.py that restrict what is measured."""
_PROTECTING = (ast.With, ast.AsyncWith, ast.Try, getattr(ast, "TryStar", ast.Try))


def reached_in(file: str, measured: coverage.Coverage) -> dict[str, Any]:
    """Collect the lines and branches of a file, as coverage.py counts them.

    Also collect those that each test reaches.
    """
    reporter = PythonFileReporter(file, measured)
    exits, lines, excluded = reporter.exit_counts(), reporter.lines(), reporter.excluded_lines()
    branches = {
        (start, end)
        for start, end in reporter.arcs()
        if start != end and exits.get(start, 0) > 1 and end not in excluded
    }
    # Branches that the settings exclude are never missing: they count as taken, by no test in particular.
    unbranched = reporter.no_branch_lines()
    by: dict[str, tuple[set[int], set[tuple[int, int]]]] = {
        "": (set(), {branch for branch in branches if branch[0] in unbranched})
    }
    data = measured.get_data()
    data.set_query_contexts(None)
    unseen = _only_ways(reporter, branches - set(reporter.translate_arcs(data.arcs(file) or ())))
    for context in set(chain.from_iterable(data.contexts_by_lineno(file).values())):
        data.set_query_context(context)
        arcs = set(reporter.translate_arcs(data.arcs(file) or ()))
        test = context.partition("\n")[0]  # without the shared fixture that may follow
        reached_lines, reached_branches = by.setdefault(test, (set(), set()))
        reached_lines |= {line for arc in arcs for line in arc} & lines
        reached_branches |= arcs & branches
        ways = _ways(arcs) if unseen else set()
        reached_branches |= {branch for branch, on in unseen.items() if not on.isdisjoint(ways)}
    reached = {test: [sorted(of_test[0]), sorted(of_test[1])] for test, of_test in by.items()}
    found = {"lines": sorted(lines), "branches": sorted(branches), "by": reached}
    return {"file": _full(file), "text": reporter.source(), **found}


def _only_ways(
    reporter: PythonFileReporter, branches: set[tuple[int, int]]
) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Find the branches that are the only way to their end, each with the ways on from there.

    If a test goes on from there, it has taken the branch, even where coverage.py has not seen that: what a
    decorator compiles anew, such as typeguard's `typechecked`, has the lines of other statements in between.
    A branch that leaves a `try` or `with` block is left out: exceptions go the same way.
    """
    starts: dict[int, set[int]] = {}
    ways_on: dict[int, set[tuple[int, int]]] = {}
    for start, end in _ways(reporter.arcs()):
        starts.setdefault(end, set()).add(start)
        ways_on.setdefault(start, set()).add((start, end))
    blocks = list(_protected(ast.parse(reporter.source()))) if branches else []
    return {
        (start, end): ways_on.get(end, set())
        for start, end in branches
        if end > 0 and starts[end] == {start}
        if not any(start in block and end not in block for block in blocks)
    }


def _protected(tree: ast.Module) -> Iterator[range]:
    """Yield the lines of each block that exceptions leave for other code of the same function."""
    for node in ast.walk(tree):
        if isinstance(node, _PROTECTING):
            parts: list[Any] = [node, *getattr(node, "handlers", ())]
            for block in (*(part.body for part in parts), getattr(node, "orelse", ())):
                if block:
                    yield range(block[0].lineno, block[-1].end_lineno + 1)


def _ways(arcs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Name all ways out of a function alike: whether its decorators belong to it differs."""
    return {(start, max(end, -1)) for start, end in arcs}


def say_reached(
    measured: coverage.Coverage, reporter: Reporter, scratch: Path, unimported: list[str]
) -> None:
    """Report the coverage of each file that coverage.py reports, and the files that are left out."""
    _join_processes(measured, reporter, scratch)
    data = measured.get_data()
    if data and not any(_listed(measured, f"run:{name}") for name in ("source", "source_pkgs", "include")):
        known = {_full(file) for file in data.measured_files()}
        is_relative = measured.get_option("run:relative_files")
        for file in sorted(set(unimported) - known):
            if _is_python(file, reporter):
                data.touch_file(os.path.relpath(file) if is_relative else file)
    reported = _reported(measured, reporter, scratch / "report.json")
    if reported is None:
        return
    for file in reported:
        reporter.say("file", **reached_in(file, measured))
    if unimported and not any(_full(file) in unimported for file in reported):
        _say_limits(measured, reporter, unimported)


def _say_limits(measured: coverage.Coverage, reporter: Reporter, own: list[str]) -> None:
    """Report the settings that leave out all files of the project, if any of these files was imported."""
    imported = {_full(file) for module in list(sys.modules.values()) if (file := _file_of(module))}
    listed = {name: _listed(measured, f"run:{name}") for name in _LIMITS}
    settings = "; ".join(f"{name} = {', '.join(entries)}" for name, entries in listed.items() if entries)
    if settings and not imported.isdisjoint(own):
        message = f"the settings of coverage.py leave out all code of this project ({settings})"
        reporter.say("leftout", file="", message=message, settings=settings)


def _file_of(module: Any) -> str:
    """Return the file that a module was loaded from; "" for an object that only stands in for a module."""
    file = vars(module).get("__file__") if isinstance(module, ModuleType) else None
    return file if isinstance(file, str) else ""


def _reported(measured: coverage.Coverage, reporter: Reporter, report: Path) -> list[str] | None:
    """Return the files in coverage.py's report, as its data name them, without test files.

    None if it fails to make a report for another reason than missing data.
    """
    omitted = [entry for section in ("run", "report") for entry in _listed(measured, f"{section}:omit")]
    measured.set_option("report:omit", [*omitted, *reporter.test_files])
    try:
        measured.json_report(outfile=str(report), ignore_errors=True)
    except coverage.CoverageException as error:  # for example, because there are no data
        reporter.say("leftout", file="", message=str(error))
        return [] if str(error).startswith("No data to report") else None
    reported = {_full(file) for file in json.loads(report.read_bytes())["files"]}
    return sorted(file for file in measured.get_data().measured_files() if _full(file) in reported)


def _full(file: str) -> str:
    """Return the absolute path of a file; the project's settings may have it named by a relative one."""
    return str(Path(file).resolve())


def _listed(measured: coverage.Coverage, option: str) -> list[str]:
    """Return the entries of a coverage.py setting; it is None if it is not set."""
    value: Any = measured.get_option(option)
    return list(value or ())


def _join_processes(measured: coverage.Coverage, reporter: Reporter, folder: Path) -> None:
    """Add the measurements of other processes, if the project's settings have them measured."""
    try:
        try:
            measured.combine([str(folder)])
        except coverage.CoverageException:
            # Where else the code may be is irrelevant here; if this version does not accept the form of the
            # setting, it would prevent a report.
            if not measured.get_option("paths"):
                raise
            measured.set_option("paths", {})
            measured.combine([str(folder)])
    except coverage.CoverageException as error:  # for example, because some do not measure branches
        reporter.say("leftout", file="", message=str(error).partition(": ")[0])


def _is_python(file: str, reporter: Reporter) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its author has seen them
            ast.parse(Path(file).read_bytes())
    except (SyntaxError, ValueError, OSError, RecursionError, MemoryError) as error:
        reporter.say("leftout", file=file, message=f"{type(error).__name__}: {error}")
        return False
    return True


def main(arguments: dict[str, Any]) -> int:
    """Run the tests; return pytest's exit status."""
    _die_with(arguments["parent"])
    folder, scratch = Path.cwd(), Path(arguments["scratch"])
    sys.path[0] = str(folder)
    data = os.environ["COVERAGE_FILE"] = str(scratch / "coverage.data")  # for processes that tests start
    measured = coverage.Coverage(data_file=data, data_suffix=False, branch=True)
    for option in ("run:context", "run:dynamic_context"):  # whatever the project uses contexts for
        measured.set_option(option, None)
    measured.start()
    reporter, depended, status = _run(measured, arguments)
    measured.stop()
    os.chdir(folder)
    say_reached(measured, reporter, scratch, arguments["files"])
    if depended is not None:
        depended.say(measured)
    return int(status)


def _run(
    measured: coverage.Coverage, arguments: dict[str, Any]
) -> tuple[Reporter, Dependencies | None, int | pytest.ExitCode]:
    """Run the tests; pytest is imported only now, since its imports may include the project."""
    import pytest

    switch = measured.switch_context if arguments["told_apart"] else None
    reporter = _plugin("events").Reporter(arguments["events"], switch)
    failures = _plugin("failures").Failures()
    cache = f"cache_dir={Path(arguments['scratch'], 'cache')}"
    quiet = _quiet(arguments["quiet"])
    options = [*quiet, "--continue-on-collection-errors", "-o", cache, *arguments["tests"]]
    if not arguments["told_apart"]:
        return reporter, None, pytest.main(options, plugins=[reporter, failures])
    depended = _plugin("depended").Dependencies(reporter, Path.cwd().resolve(), arguments["plan"])
    return reporter, depended, pytest.main(options, plugins=[reporter, failures, depended])


def _plugin(name: str) -> ModuleType:
    """Load a module beside this file, as Testloom cannot be imported here."""
    file = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"_testloom_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _die_with(parent: int | None) -> None:
    """Have the kernel end this process when its parent is killed; Linux only."""
    if parent is None or sys.platform != "linux":
        return
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _quiet(options: dict[str, str]) -> list[str]:
    """Return the options for those plugins that are installed."""
    return [option for plugin, option in options.items() if importlib.util.find_spec(plugin)]


if __name__ == "__main__":
    try:
        sys.exit(main(json.loads(sys.argv[1])))
    except Exception:  # Python would exit with 1, as if tests had failed
        traceback.print_exc()
        sys.exit(_CRASHED)
