"""A script that lists a project's own tests without running them.

This file runs as a script on the project's interpreter, where Testloom cannot be imported. Its argument is
the file for the list, which is JSON: the `tests`, each with its node id, its file, the file that defines it
and its line there (from 0), and what is `broken`, a folder, a file or a class that pytest cannot collect
tests from, each with its node id and pytest's report. pytest reads the project's own configuration.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest


class Collector:
    """A plugin of pytest that writes the list of collected tests."""

    def __init__(self, answer: Path) -> None:
        self._answer = answer
        self._broken: list[tuple[str, str]] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note what cannot be collected."""
        if report.failed:
            self._broken.append((report.nodeid, report.longreprtext))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Write the list."""
        place_of = _events().place_of
        tests = [(item.nodeid, str(item.path), *place_of(item)) for item in session.items]
        self._answer.write_text(json.dumps({"tests": tests, "broken": self._broken}), encoding="utf-8")


def _events() -> ModuleType:
    """Load the plugin that tells of runs: both name the same places."""
    file = Path(__file__).with_name("events.py")
    spec = importlib.util.spec_from_file_location("_testloom_events", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(answer: str) -> NoReturn:
    """Collect the tests of the current folder, then exit at once: imported code may hang at the end."""
    sys.path[0] = str(Path.cwd())
    arguments = ["--collect-only", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    status = pytest.main(arguments, plugins=[Collector(Path(answer))])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(status))


if __name__ == "__main__":
    main(sys.argv[1])
