"""The generators that are compared: how each is run and what it says of itself."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..environments.checkout import events, testloom
from ..environments.process import Ended, confined, run

TESTLOOM = "Testloom"


@dataclass(frozen=True, slots=True)
class Task:
    """One module to write tests for. `place` is a folder for this task alone, with the subject's copy."""

    module: str
    file: Path
    place: Path
    budget: float
    seed: int

    @property
    def root(self) -> Path:
        """The folder that the subject's imports start from."""
        return self.place / "root"

    @property
    def out(self) -> Path:
        """The folder for the tests."""
        return self.place / "out"

    @property
    def limit(self) -> float:
        """Seconds after which a tool is stopped: far more than its budget, for all that follows a search."""
        return self.budget * 3 + 90


@dataclass(frozen=True, slots=True)
class Run:
    """A tool's run. Executions and their rate are the tool's own count, None if it gave none."""

    ended: Ended
    executions: int | None
    executions_per_second: float | None


class Tool(Protocol):
    """A program that writes tests."""

    @property
    def name(self) -> str:
        """How tables call it."""

    def generate(self, task: Task) -> Run:
        """Write tests for one module into the task's folder for tests."""


@dataclass(frozen=True, slots=True)
class Testloom:
    """This project's command line; `python` is the interpreter of the subjects.

    With a `budget` of its own, in seconds, it stands beside its run with everybody's.
    """

    python: Path
    budget: float | None = None

    @property
    def name(self) -> str:
        """How tables call it."""
        return TESTLOOM if self.budget is None else f"{TESTLOOM} in {self.budget:g} s"

    def generate(self, task: Task) -> Run:
        """Write tests as a user would have them written, with the code of this checkout."""
        command: list[str | Path] = ["generate", task.file, "--python", self.python]
        command += ["--root", task.root, "--out", task.out]
        command += ["--budget", str(self.budget or task.budget), "--seed", str(task.seed), "--json"]
        ended = testloom(command, task.place, task.limit)
        summary = next(events(ended, "summary"), {})  # none if it was stopped before
        return Run(ended, summary.get("executions"), summary.get("executions_per_second"))


def is_own(tool: str) -> bool:
    """Tell whether a tool of this name is this project's, with whichever budget."""
    return tool.split(" ", maxsplit=1)[0] == TESTLOOM


@dataclass(frozen=True, slots=True)
class Pynguin:
    """Pynguin as it is by default (DynaMOSA), but for the assertions if asked for.

    By default it executes tests in subprocesses where it sees a module use C extensions, which is safer and
    far slower; `in_process` turns that off.
    """

    python: Path
    name: str
    assertions: str
    in_process: bool = False

    def generate(self, task: Task) -> Run:
        """Write tests on the subject's copy, without a network: Pynguin runs its subject unguarded."""
        report = task.place / "report"
        command: list[str | Path] = [
            self.python,
            "-m",
            "pynguin",
            "--project-path",
            task.root,
            "--module-name",
            task.module,
        ]
        folders: list[str | Path] = ["--output-path", task.out, "--report-dir", report]
        limits = ["--maximum-search-time", str(round(task.budget)), "--seed", str(task.seed)]
        variables = ["--output-variables", "TargetModule,Coverage,Executed,SearchTime,AlgorithmIterations"]
        options = ["--assertion-generation", self.assertions, *variables]
        if self.in_process:
            options += ["--subprocess-if-recommended", "False"]
        ended = run(
            confined([*command, *folders, *limits, *options]),
            task.place,
            task.limit,
            PYNGUIN_DANGER_AWARE="1",
            PYTHONHASHSEED="0",
        )
        return Run(ended, *pynguin_statistics(report / "statistics.csv"))


def pynguin_statistics(path: Path) -> tuple[int | None, float | None]:
    """`Executed`, and its rate over `SearchTime`, which Pynguin counts in nanoseconds.

    Executions of minimisation are in `Executed` but not in `SearchTime`, a few per cent in favour of
    Pynguin; executions on mutants are in neither.
    """
    if not path.is_file():
        return None, None
    with path.open(newline="") as source:
        values = list(csv.DictReader(source))[-1]
    executions, seconds = int(values["Executed"]), int(values["SearchTime"]) / 1e9
    return executions, executions / seconds if seconds else None
