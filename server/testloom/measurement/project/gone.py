"""Tests that a measurement of coverage counts, although they are no longer there."""

from __future__ import annotations

import re
from pathlib import Path

from testloom.model.progress.reach import MeasuredFile

_CLASS = re.compile(r"^[ \t]*class\s+(\w+)\s*\(([^)]+)\)", re.MULTILINE)


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

    What is run by imports alone has no file. The names of inherited tests may be in another one.
    """
    try:
        if not file.is_file() or file.stat().st_mtime <= since:
            return set()
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:  # gone just now, or not to be read
        return set()
    words, heirs = frozenset(re.findall(r"\w+", text)), _heirs(text)
    paths = {test: test.partition("[")[0].split("::")[1:] for test in tests}
    # Items that are not functions have names of their own, such as those of doctest.
    named = {test: path for test, path in paths.items() if path and path[-1].isidentifier()}
    return {test for test, path in named.items() if path[-1] not in words and heirs.isdisjoint(path)}


def _heirs(text: str) -> frozenset[str]:
    """Find the classes that may inherit tests: from others than those that testing frameworks offer."""
    found = ((name, map(str.strip, bases.split(","))) for name, bases in _CLASS.findall(text))
    return frozenset(
        name for name, bases in found if any(base and not base.endswith("TestCase") for base in bases)
    )
