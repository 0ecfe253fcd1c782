"""A clone of a project, whose tests run with Testloom and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

LONGEST = 900
"""The seconds that a run of all tests may take."""


@dataclass(frozen=True, slots=True)
class Failing:
    """What fails in a run of all tests by pytest alone: tests, and files that cannot be loaded.

    Tests are named as in pytest's report. If nothing could be run at all, `files` holds the empty name.
    """

    tests: frozenset[str]
    files: frozenset[str] = frozenset()

    def of(self, tests: Collection[str]) -> set[str]:
        """Those among some tests that fail."""
        return {test for test in tests if test in self.tests or any(map(test.startswith, self.files))}


@dataclass(frozen=True, slots=True)
class Repository:
    """A clone, and how its tests run."""

    folder: Path
    python: Path
    variables: dict[str, str]
    scratch: Path

    def commits(self, last: str, most: int) -> list[str]:
        """The last commits up to one, of those with changes of Python files, the oldest first."""
        found = self.git("log", "--first-parent", "--format=%H", f"-n{most}", last, "--", "*.py")
        return found.split()[::-1]

    def git(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", str(self.folder), *arguments], check=True, capture_output=True, text=True
        ).stdout

    def failing(self) -> Failing:
        """What fails of all tests, as pytest alone says."""
        report = self.scratch / "report.xml"
        report.unlink(missing_ok=True)
        options = ("-q", "-p", "no:cacheprovider", "--continue-on-collection-errors")
        written = ("-o", "junit_family=xunit1", f"--junitxml={report}")
        self._run([str(self.python), "-B", "-m", "pytest", *options, *written], self.variables)
        return failing_in(report.read_text() if report.exists() else "")

    def tested(self, *options: str) -> list[dict[str, object]]:
        """The events of `testloom test`."""
        file = self.scratch / "variables.env"
        file.write_text("".join(f"{name}={value}\n" for name, value in self.variables.items()))
        named = ("--python", str(self.python), "--env-file", str(file))
        said = self._run([sys.executable, "-m", "testloom", "test", "--json", *named, *options], {})
        events = [json.loads(line) for line in said.splitlines()]
        assert events and events[-1]["event"] == "summary", said[-2000:]
        return events

    def _run(self, command: Sequence[str], variables: dict[str, str]) -> str:
        env = {**os.environ, **variables}
        done = subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=LONGEST, check=False
        )
        return done.stdout


def failing_in(report: str) -> Failing:
    """What fails according to a report of pytest; everything if it wrote none."""
    if not report:
        return Failing(frozenset(), frozenset({""}))
    tests, files = set(), set()
    for case in ElementTree.fromstring(report).iter("testcase"):
        if {"failure", "error"} & {each.tag for each in case}:
            name, within = case.get("name", ""), case.get("classname", "")
            if within:
                tests.add(reported_name(f"{within}.{name}"))
            else:
                files.add(f"{name}.")
    return Failing(frozenset(tests), frozenset(files))


def reported_name(test: str) -> str:
    """A node id as the report would name it."""
    head, bracket, row = test.partition("[")
    return head.replace(".py::", ".").replace("::", ".").replace("/", ".") + bracket + row
