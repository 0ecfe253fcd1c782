"""Record real programs, make tests of what they called, and print what that cost and what came of it.

python -m tests.quality.recorded_programs --python PY [--keep DIR] [--rounds N] [PROGRAM …]

PY needs docstring_parser, isort, tqdm, cookiecutter, httpie, flask, pytest and coverage. Each program runs
in a folder with a copy of the package that is recorded: plainly, with one module recorded, with all of the
package recorded, and with a profile function that does nothing; the fastest of three runs each counts
(with `--rounds 0` all of the package is recorded once, and the cost is not measured). The
tests that `testloom carve` makes are judged in fresh processes. Their branch coverage is that of the recorded
modules, as a part of what the recorded run covered of them. A call is shown if it became a test, or
does what a smaller one does that became one; lost are the other different calls, each with a reason.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from testloom.execution import recorded_command

from .environments import ROOT
from .judgement import Court
from .process import Ended, run

PROGRAMS_FOLDER = ROOT / "tests" / "subjects" / "programs"
ROUNDS = 3
SECONDS = 600
PROFILED = (
    "import runpy, sys; sys.argv.pop(0); sys.path.insert(0, '.'); sys.setprofile(lambda *event: None); "
)
PROFILED += "runpy.run_path(sys.argv[0], run_name='__main__')"


@dataclass(frozen=True, slots=True)
class Program:
    """A program, how often it does the same, and what is recorded: a package, and one module of it."""

    name: str
    repetitions: int
    recorded: str
    module: str

    @property
    def all(self) -> str:
        """The pattern of all files that are recorded."""
        return f"{self.recorded}.py" if self.recorded == self.module else f"{self.recorded}/*"


PROGRAMS = (
    Program("docstrings", 800, "docstring_parser", "docstring_parser/google"),
    Program("imports", 150, "isort", "isort/parse"),
    Program("progress", 300, "tqdm", "tqdm/std"),
    Program("templates", 30, "cookiecutter", "cookiecutter/generate"),
    Program("requests_to_server", 15, "httpie", "httpie/output/streams"),
    Program("web_service", 400, "shop", "shop"),
    Program("line_service", 200, "lines", "lines"),
)


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
        summary = self._carve()
        covered, failing, unstable = self._judge()
        dropped: dict[str, int] = summary.get("dropped", {})
        alike = sum(count for reason, count in dropped.items() if reason.startswith("it shows nothing"))
        tests, distinct = summary.get("tests", 0), summary.get("distinct_calls", 0)
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
            if (PROGRAMS_FOLDER / f"{name}.py").is_file():
                shutil.copy(PROGRAMS_FOLDER / f"{name}.py", self.root)
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
        command: list[str | Path] = [
            *(sys.executable, "-m", "testloom", "carve", self._place / "recording"),
            *("--out", self._place / "tests", "--json"),
        ]
        ended = run(command, self._place, SECONDS, PYTHONPATH=str(ROOT / "server"))
        (self._place / "carve.log").write_text(ended.output)
        events = [json.loads(line) for line in ended.output.splitlines() if line.startswith("{")]
        return next((event for event in reversed(events) if event["event"] == "summary"), {})

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


def main() -> int:
    """Print a row for each program; exit 1 if a test fails or is unstable."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--keep", type=Path, help="a folder for what is recorded and made")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often the cost is measured")
    options = parser.parse_args()
    chosen = [program for program in PROGRAMS if not options.programs or program.name in options.programs]
    columns = "program | one module | all | setprofile | distinct calls | shown | tests | lost | unrecorded"
    print(f"| {columns} | branches |")
    print(f"|{' --- |' * 10}")
    with tempfile.TemporaryDirectory() as name:
        place = (options.keep or Path(name)).resolve()
        outcomes = [_measured(program, options.python, place, options.rounds) for program in chosen]
    return 1 if any(outcome.failing + outcome.unstable for outcome in outcomes) else 0


def _measured(program: Program, python: Path, place: Path, rounds: int) -> Outcome:
    outcome = Bench(program, python, place / program.name).measure(rounds)
    cells: Sequence[object] = (
        outcome.name,
        *([f"{cost:.1f} x" for cost in outcome.costs] or [""] * 3),
        outcome.distinct,
        f"{100 * outcome.shown / max(outcome.distinct, 1):.0f} %",
        f"{outcome.tests} ({outcome.failing} failing, {outcome.unstable} unstable)",
        outcome.lost,
        outcome.unrecorded,
        f"{outcome.branches:.0f} %",
    )
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    for reason, count in sorted(outcome.reasons.items(), key=lambda entry: -entry[1]):
        print(f"    {count}: {reason}", file=sys.stderr)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
