"""What tests are worth that are written within a whole application, as its own pytest runs them."""

from __future__ import annotations

import ast
import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..environments.checkout import testloom
from ..environments.process import confined, run
from . import junit
from .mutants import QUIETLY, Session, killed

GRACE_SECONDS = 90.0
SECONDS = 120.0
UNTESTED = ("migrations", "tests")
"""Folders with modules that nobody writes tests for."""
STRICTLY = (
    *("-W", "error"),
    *("-W", "ignore:The configuration option"),
    *("-W", "ignore:Using `httpx` with"),
)
"""Warnings are errors, but for those that installed plugins and libraries give of the project itself."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The percentage of a module's lines and branches, and what its tests are and cost.

    Of `tried` mutants, so many were `killed`.
    """

    module: str
    percent: float = 0.0
    tests: int = 0
    failing: int = 0
    lines: int = 0
    seconds: float = 0.0
    tried: int = 0
    killed: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Application:
    """A copy of an application below `root`, and the interpreter that has what it requires."""

    root: Path
    python: Path

    @classmethod
    def copied(cls, source: Path, root: Path, python: Path) -> Application:
        """Copy an application to a folder of its own."""
        shutil.copytree(source, root, ignore=shutil.ignore_patterns("__pycache__"))
        return cls(root, python)

    def modules(self) -> list[Path]:
        """The files with functions or classes, other than tests, within packages."""
        files = (file.relative_to(self.root) for file in sorted(self.root.glob("*/**/*.py")))
        return [file for file in files if not {*UNTESTED} & {*file.parts} and _defines(self.root / file)]

    def worth(self, module: Path, budget: float, seed: int, mutants: int) -> Worth:
        """Have tests written for a module, and run them."""
        before = self._tests().items()
        command: list[str | Path] = ["generate", module, "--python", self.python]
        command += ["--budget", str(budget), "--seed", str(seed)]
        with tempfile.TemporaryDirectory() as place:  # within the project, it might hold tests of this
            ended = testloom(command, self.root, budget * 3 + GRACE_SECONDS, TMPDIR=place)
        log = self.root.parent / f"{self.root.name}-{module.stem}.log"
        log.write_text(ended.output, encoding="utf-8")
        tests = sorted(file for file, _ in self._tests().items() - before)
        if not tests:
            return Worth(str(module), seconds=ended.seconds, note="no tests")
        found = replace(self._judged(module, tests), seconds=ended.seconds)
        if not mutants or found.failing:
            return found
        with tempfile.TemporaryDirectory() as place:
            session = Session(self.python, self.root, Path(place), {})
            _, ends = session.ends(module, [*self._pytest(tests), *QUIETLY], mutants)
        return replace(found, tried=len(ends), killed=killed(ends))

    def _judged(self, module: Path, tests: Sequence[Path]) -> Worth:
        """What the tests cover and how they end."""
        with tempfile.TemporaryDirectory() as place:
            report, target = Path(place, "junit.xml"), Path(place, "coverage.json")
            variables = {"COVERAGE_FILE": str(Path(place, ".coverage"))}
            measured = [*self._pytest(tests, f"--include={module}"), *STRICTLY, f"--junitxml={report}"]
            run(confined(measured), self.root, SECONDS, **variables)
            told: list[str | Path] = [self.python, "-m", "coverage", "json", "-o", target]
            run(told, self.root, SECONDS, **variables)
            outcomes = junit.outcomes(report).values()
            files = json.loads(target.read_text())["files"].values() if target.is_file() else ()
        return Worth(
            str(module),
            percent=next((file["summary"]["percent_covered"] for file in files), 0.0),
            tests=len(outcomes),
            failing=sum(outcome == "failed" for outcome in outcomes),
            lines=sum(len((self.root / file).read_text("utf-8").splitlines()) for file in tests),
            note="" if outcomes else "pytest did not finish",
        )

    def _pytest(self, tests: Sequence[Path], *covered: str) -> list[str | Path]:
        under = ["coverage", "run", "--branch", *covered, "-m"] if covered else []
        return [self.python, "-m", *under, "pytest", *tests]

    def _tests(self) -> dict[Path, str]:
        """The files with tests, and what is in them: new ones may be merged into one that there was."""
        return {file.relative_to(self.root): file.read_text("utf-8") for file in self.root.rglob("test_*.py")}


def _defines(file: Path) -> bool:
    """Whether a module has a function, or a class with more in it than fields."""
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(_parsed(file)))


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
