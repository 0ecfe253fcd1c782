"""Tests that a measurement of coverage counts, although they are no longer there."""

from __future__ import annotations

import re
from pathlib import Path

from testloom.model.progress.reach import MeasuredFile


def gone_tests(measured: MeasuredFile, project: Path) -> frozenset[str]:
    """Find tests whose files are gone, or have changed since and no longer name them.

    The files are below the project or any folder above it.
    """
    reach = measured.reach
    by_file: dict[str, set[str]] = {}
    for test in frozenset[str]().union(*reach.lines.values(), *reach.branches.values()):
        by_file.setdefault(test.partition("::")[0], set()).add(test)
    places = (project, *project.parents)
    gone: set[str] = set()
    for name, tests in by_file.items():
        file = next((place / name for place in places if (place / name).exists()), None)
        gone |= tests if file is None else _unnamed(tests, file, measured.at)
    return frozenset(gone)


def _unnamed(tests: set[str], file: Path, since: float) -> set[str]:
    """Select the tests whose names no longer occur in a file that has changed since.

    What is run by imports alone has no file.
    """
    try:
        if not file.is_file() or file.stat().st_mtime <= since:
            return set()
        words = frozenset(re.findall(r"\w+", file.read_text(encoding="utf-8", errors="replace")))
    except OSError:  # gone just now, or not to be read
        return set()
    names = {test: test.partition("[")[0].rpartition("::")[2] for test in tests}
    # Items that are not functions have names of their own, such as those of doctest.
    return {test for test, name in names.items() if name.isidentifier() and name not in words}
