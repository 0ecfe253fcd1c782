"""One program is recorded: what that costs, and what the tests are worth that its calls become."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from testloom.execution import recorded_command
from testloom.recording.carving import LIKE_OTHERS

from ..environments.checkout import summary, testloom
from ..environments.process import Ended, run
from ..judgement.court import Court
from .programs import FOLDER, Program

SECONDS = 600
PROFILED = (
    "import runpy, sys; sys.argv.pop(0); sys.path.insert(0, '.'); sys.setprofile(lambda *event: None); "
)
PROFILED += "runpy.run_path(sys.argv[0], run_name='__main__')"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What recording a program cost, as multiples of its processor seconds, and what became of the calls.

    The `costs` are those of one module, of all, and of a profile function; there are none if not measured.
    """

    name: str
    costs: tuple[float, ...]
    distinct: int
    shown: int
    tests: int
    failing: int
    unstable: int
    lost: int
    unrecorded: int
    branches: float
    reasons: dict[str, int]


class Bench:
    """A folder in which one program is recorded."""

    def __init__(self, program: Program, python: Path, place: Path) -> None:
        self._program = program
        self._python = python
        self._place = place
        self.root = place / "project"
        self._prepare()

    def measure(self, rounds: int) -> Outcome:
        """Record, carve and judge; what recording costs is taken from so many rounds."""
        costs = self._costs(rounds)
        reference = self._branches_of_the_run()
        carved = self._carve()
        covered, failing, unstable = self._judge()
        dropped: dict[str, int] = carved["dropped"]
        alike = sum(count for reason, count in dropped.items() if reason == LIKE_OTHERS)
        tests, distinct = carved["tests"], carved["distinct_calls"]
        unrecorded = self._unrecorded()
        lost = sum(dropped.values()) - alike - unrecorded
        return Outcome(
            self._program.name,
            costs,
            distinct,
            distinct - lost,
            tests,
            failing,
            unstable,
            lost,
            unrecorded,
            100 * len(covered & reference) / max(len(reference), 1),
            dropped,
        )

    def _prepare(self) -> None:
        self.root.mkdir(parents=True)
        (self.root / "pyproject.toml").write_text(f'[project]\nname = "{self._program.name}"\n')
        for name in (self._program.name, self._program.recorded):
            if (FOLDER / f"{name}.py").is_file():
                shutil.copy(FOLDER / f"{name}.py", self.root)
        if not (self.root / f"{self._program.recorded}.py").is_file():
            script = f"import {self._program.recorded} as it; print(it.__path__[0])"
            found = subprocess.run(
                [self._python, "-I", "-c", script], capture_output=True, text=True, check=True
            )
            unwanted = shutil.ignore_patterns("__pycache__", "*.so", "tests")
            shutil.copytree(found.stdout.strip(), self.root / self._program.recorded, ignore=unwanted)

    def _run(self, *command: str | Path, repetitions: int) -> Ended:
        ended = run([*command, f"{self._program.name}.py", str(repetitions)], self.root, SECONDS)
        if ended.status:
            raise SystemExit(f"{self._program.name} ended with {ended.status}:\n{ended.output[-2000:]}")
        return ended

    def _recorder(self, pattern: str) -> list[str]:
        journal = self._place / "recording"
        for file in self._place.glob("recording*"):
            file.unlink()
        return recorded_command(self._python, journal, self.root, [pattern], self._program.name)

    def _costs(self, rounds: int) -> tuple[float, ...]:
        """What one recorded module, all of them, and a profile function cost; the recording of all stays."""
        patterns = (f"{self._program.module}.py", self._program.all)
        times: list[list[float]] = []
        if not rounds:
            self._processor_seconds(*self._recorder(self._program.all))
            return ()
        for _ in range(rounds):
            row = [self._processor_seconds(self._python)]
            for pattern in patterns:
                row.append(self._processor_seconds(*self._recorder(pattern)))
            times.append([*row, self._processor_seconds(self._python, "-c", PROFILED)])
        plain, one, whole, profile = (min(column) for column in zip(*times, strict=True))
        return one / plain, whole / plain, profile / plain

    def _processor_seconds(self, *command: str | Path) -> float:
        """What a run takes of the processor, which says the same on a busy machine."""
        before = getrusage(RUSAGE_CHILDREN)
        self._run(*command, repetitions=self._program.repetitions)
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def _branches_of_the_run(self) -> set[tuple[str, int, int]]:
        include = f"--include={self.root}/{self._program.all}"
        self._run(
            *(self._python, "-m", "coverage", "run", "--branch", include, "--data-file=../run.coverage"),
            repetitions=1,
        )
        return self._branches(self._place / "run.coverage")

    def _branches(self, data: Path) -> set[tuple[str, int, int]]:
        report = data.with_suffix(".json")
        command: list[str | Path] = [
            self._python,
            "-m",
            "coverage",
            "json",
            f"--data-file={data}",
            "-q",
            "-o",
            report,
        ]
        run(command, self.root, SECONDS)
        files: dict[str, Any] = json.loads(report.read_text())["files"] if report.is_file() else {}
        return {
            (name, start, end) for name, entry in files.items() for start, end in entry["executed_branches"]
        }

    def _carve(self) -> dict[str, Any]:
        command: list[str | Path] = ["carve", self._place / "recording", "--json"]
        command += ["--python", self._python, "--out", self._place / "tests"]
        ended = testloom(command, self.root, SECONDS)
        (self._place / "carve.log").write_text(ended.output)
        return summary(ended)

    def _unrecorded(self) -> int:
        """The calls that the recorder could not take down."""
        with closing(sqlite3.connect(self._place / "recording")) as connection:
            [count] = connection.execute("select count(*) from lost").fetchone()
            return int(count)

    def _judge(self) -> tuple[set[tuple[str, int, int]], int, int]:
        """The branches that the tests cover, and how many of them fail or are unstable."""
        tests = self._place / "tests"
        include = f"--include={self.root}/{self._program.all}"
        command: list[str | Path] = [
            *(self._python, "-m", "coverage", "run", "--branch", include, "--data-file=../tests.coverage"),
            *("-m", "pytest", "-q", "-p", "no:cacheprovider", tests),
        ]
        run(command, self.root, SECONDS, PYTHONPATH=str(self.root))
        file = self.root / f"{self._program.module}.py"
        verdict = Court(self._python, file, self.root, self._place / "court").judge(tests)
        return self._branches(self._place / "tests.coverage"), verdict.failing, verdict.unstable
