"""What emitted tests do when pytest runs them without the tool that wrote them."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.execution import guarded_command
from testloom.measurement import installed

from ..environments.checkout import SERVER
from ..environments.process import confined, run
from . import junit

SECONDS = 120
HASH_SEED, OTHER_HASH_SEED = "0", "4242"
DAYS = 400
AWAITING = "pytest_asyncio"
_REVERSING = "def pytest_collection_modifyitems(items):\n    items.reverse()\n"
_SHIFTING = SERVER / "testloom" / "measurement" / "plugins" / "date.py"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Percentages of the subject, and numbers of tests.

    `percent` is coverage.py's: covered lines and branches of all lines and branches. `unstable` tests end
    otherwise under another hash seed, in another folder and time zone, in reversed order, or 400 days later.
    """

    percent: float = 0.0
    line_percent: float = 0.0
    branch_percent: float = 0.0
    statements: int = 0
    branches: int = 0
    tests: int = 0
    failing: int = 0
    unstable: int = 0
    expected_failures: int = 0
    lines: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Court:
    """Where tests are judged: the interpreter, the subject's file and root, a folder for this alone."""

    python: Path
    file: Path
    root: Path
    place: Path

    def judge(self, tests: Path) -> Verdict:
        """Run the tests below a folder under coverage.py, then again in other conditions."""
        files = {*tests.rglob("test_*.py"), *tests.rglob("*_test.py")}
        if not files:
            return Verdict(note="no tests")
        home = self._folder("first")
        outcomes = self._run(tests, home, "coverage", "run", "--branch", f"--include={self.file}", "-m")
        summary = self._coverage(home)
        return Verdict(
            percent=round(summary.get("percent_covered", 0.0), 2),
            line_percent=_percentage(summary, "covered_lines", "num_statements"),
            branch_percent=_percentage(summary, "covered_branches", "num_branches"),
            statements=int(summary.get("num_statements", 0)),
            branches=int(summary.get("num_branches", 0)),
            tests=len(outcomes),
            failing=sum(outcome == "failed" for outcome in outcomes.values()),
            unstable=len(self._unstable(tests, outcomes)),
            expected_failures=sum(outcome == "skipped" for outcome in outcomes.values()),
            lines=sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files),
            note="" if outcomes and summary else "pytest did not finish",
        )

    def outcomes(self, tests: Path) -> dict[str, str]:
        """Run the tests below a folder once: passed, failed or skipped for each."""
        return self._run(tests, self._folder("first"))

    def _unstable(self, tests: Path, first: Mapping[str, str]) -> set[str]:
        """Tests that end otherwise than the first time where only the conditions differ."""
        again = (
            self._run(tests, self._folder("hash"), PYTHONHASHSEED=OTHER_HASH_SEED),
            self._run(tests, self._folder("elsewhere"), TZ="Asia/Tokyo", USER="someone"),
            self._run(tests, self._folder("order"), **self._plugin("reversed_order", _REVERSING)),
            self._later(tests, self._folder("later")),
        )
        return {test for test, outcome in first.items() for other in again if other.get(test) != outcome}

    def _later(self, tests: Path, home: Path) -> dict[str, str]:
        """Run on another date: that of `faketime`, which is the whole process's, where there is one."""
        if program := shutil.which("faketime"):
            return self._run(tests, home, before=(program, "-f", f"+{DAYS}d"))
        plugin = self._plugin("later", _SHIFTING.read_text(encoding="utf-8"))
        return self._run(tests, home, **plugin, TESTLOOM_DAYS=str(DAYS))

    def _plugin(self, name: str, source: str) -> dict[str, str]:
        """The variables that have pytest load a plugin."""
        folder = self._folder(f"plugin-{name}")
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
        return {"PYTEST_PLUGINS": name, "PYTHONPATH": f"{self.root}:{folder}"}

    def _run(
        self, tests: Path, home: Path, *under: str, before: Sequence[str] = (), **variables: str
    ) -> dict[str, str]:
        """Run pytest in `home`, if asked for under another module; returns the outcome of each test."""
        report = home / "junit.xml"
        pytest: list[str | Path] = ["pytest", tests, "-q", "-p", "no:cacheprovider", "--rootdir", tests]
        pytest += [*_awaiting(self.python), f"--junitxml={report}"]
        command = [*before, self.python, "-m", *under, *pytest]
        usual = {
            "PYTHONHASHSEED": HASH_SEED,
            "PYTHONPATH": str(self.root),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "COVERAGE_FILE": str(home / ".coverage"),
        }
        ended = run(confined(command), home, SECONDS, **{**usual, **variables})
        (home / "pytest.log").write_text(ended.output, encoding="utf-8")
        return junit.outcomes(report)

    def _coverage(self, home: Path) -> dict[str, float]:
        """What coverage.py sums up for the subject; nothing if no test reached it."""
        target = home / "coverage.json"
        command: list[str | Path] = [self.python, "-m", "coverage", "json", "-o", target]
        run(command, home, SECONDS, COVERAGE_FILE=str(home / ".coverage"))
        if not target.is_file():
            return {}
        for measured in json.loads(target.read_text())["files"].values():
            summary: dict[str, float] = measured["summary"]
            return summary
        return {}

    def _folder(self, name: str) -> Path:
        folder = self.place / name
        folder.mkdir(parents=True)
        return folder


@functools.cache
def _awaiting(python: Path) -> tuple[str, ...]:
    """The options that have pytest load what tests await with: no other plugin is loaded."""
    return ("-p", f"{AWAITING}.plugin") if installed(python, [AWAITING], guarded_command) else ()


def _percentage(summary: Mapping[str, float], part: str, whole: str) -> float:
    if not summary:
        return 0.0
    return round(100 * summary[part] / summary[whole], 2) if summary[whole] else 100.0
