"""Preparations by pytest, its plugins and the project's conftest.py before the import of the subject."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from testloom.measurement.conditions import BASE
from testloom.measurement.environment import TestEnvironment
from testloom.measurement.run_folder import RunFolder, run_folder, variables_for
from testloom.measurement.runs import Request, run_at
from testloom.model.preparation import Preparation

REPORT = "preparation.json"
PROBE = f"""\
import json, os, sys, tempfile


def test_preparation():
    with open(os.path.join(tempfile.gettempdir(), {REPORT!r}), "w", encoding="utf-8") as file:
        json.dump([dict(os.environ), sys.path], file)
"""
SECONDS = 30.0
OF_PYTEST = ("PYTEST_", "COVERAGE_", "TESTLOOM_")


def prepared_by_pytest(environment: TestEnvironment, test_file: Path) -> Preparation:
    """Run a test at this place to find the variables and search path for tests; empty if it fails.

    If pytest has read private files, its variables may contain something of them, so nothing is returned,
    either.
    """
    with run_folder(environment, test_file, PROBE) as place:
        before = variables_for(place, BASE)
        run = run_at(place, environment, Request(timeout=SECONDS, measure=False))
        if run.is_private:
            return Preparation()
        try:
            variables, path = json.loads(Path(before["TMPDIR"], REPORT).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return Preparation()
        base = environment.project if environment.project in test_file.parents else test_file.parent
        set_ = {name: _at_home(text, place, base) for name, text in _added(variables, before)}
        return Preparation(tuple(sorted(set_.items())), tuple(_folders(path, place, base)))


def _added(variables: Mapping[str, str], before: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, text in variables.items():
        if name not in before and not name.startswith(OF_PYTEST):
            yield name, text


def _folders(path: Iterable[str], place: RunFolder, base: Path) -> Iterator[str]:
    """Yield the entries of a search path that are folders of the project."""
    for entry in path:
        folder = _at_home(entry, place, base)
        if entry.startswith(str(place.project) + os.sep) or folder.startswith(str(base) + os.sep):
            yield folder


def _at_home(text: str, place: RunFolder, base: Path) -> str:
    """Replace the folder of the project's copy by that of the project in a text."""
    return text.replace(str(place.project), str(base))
