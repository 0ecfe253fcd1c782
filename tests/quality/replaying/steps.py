"""One strategy on one project, commit after commit."""

from __future__ import annotations

import resource
from dataclasses import dataclass, replace
from pathlib import Path

import black
from black.parsing import InvalidInput

from testloom.model.progress.history import STALE_AFTER

from ..environments.checkout import summary, testloom
from ..reporting import records
from .histories import History, check_out

RESULTS = Path(__file__).with_name("results.jsonl")
LIMIT = 1_800.0
SHORT_LINES = 60
REMEMBERS = "history"
SETTLING, FORMATTED = "settling", "formatted"
"""Runs behind the last commit: until nothing is left to try, and after another line length."""


@dataclass(frozen=True, slots=True)
class Step:
    """A run: seconds on the clock and of processors, the units that it ran, percent of goals covered then.

    `package` is a digest of the code. One that `is_repeated` was not run: its strategy remembers nothing, and
    the run before was on the same code.
    """

    project: str
    strategy: str
    commit: str
    package: str
    seconds: float
    cpu: float
    units: int
    coverage: float
    is_repeated: bool = False

    @property
    def is_commit(self) -> bool:
        """Whether it is one of the history, and not one behind its end."""
        return self.commit not in (SETTLING, FORMATTED)


@dataclass(frozen=True, slots=True)
class Replay:
    """A strategy on a project that grows in `place`; each step is appended to the file `results`."""

    name: str
    strategy: str
    executions: int
    place: Path
    python: Path
    results: Path

    def go_on(self, history: History, repository: Path, until: int) -> None:
        """Run the first `until` commits, as far as they have not been run yet."""
        steps = self._steps
        if not self._project.is_dir():
            self._begin()
        for commit in history.commits[len(steps) : until]:
            package = check_out(repository, commit, history.package, self._project)
            last = steps[-1] if steps else None
            if last is not None and last.package == package and self.strategy != REMEMBERS:
                step = replace(last, commit=commit, is_repeated=True)
            else:
                step = self._run(commit, package)
            steps.append(self._recorded(step))

    def conclude(self) -> None:
        """With `history`, reformat the last commit."""
        last = self._steps[-1]
        if self.strategy == REMEMBERS and last.commit != FORMATTED:
            self._format(last.package)

    @property
    def _steps(self) -> list[Step]:
        return [step for step in records.read(self.results, Step) if self._is_mine(step)]

    @property
    def _project(self) -> Path:
        return self.place / "project"

    def _is_mine(self, step: Step) -> bool:
        return (step.project, step.strategy) == (self.name, self.strategy) and step.commit != SETTLING

    def _begin(self) -> None:
        (self._project / "tests").mkdir(parents=True)
        text = "[project]\nname = 'replayed'\nversion = '1'\n"
        (self._project / "pyproject.toml").write_text(text, encoding="utf-8")

    def _format(self, package: str) -> None:
        """Run until nothing is left to try, then once more with other line lengths."""
        for _ in range(STALE_AFTER + 1):
            if not self._recorded(self._run(SETTLING, package)).units:
                break
        for file in self._project.rglob("*.py"):
            if "tests" not in file.relative_to(self._project).parts:
                _reformat(file)
        self._recorded(self._run(FORMATTED, package))

    def _recorded(self, step: Step) -> Step:
        records.append(self.results, step)
        print(f"{step.project} {step.strategy} {step.commit[:10]}: {step}", flush=True)
        return step

    def _run(self, commit: str, package: str) -> Step:
        command: list[str | Path] = ["continuous", self._project, "--json"]
        command += ["--executions", str(self.executions), "--executor", "local:1", "--python", self.python]
        command += ["--strategy", self.strategy, "--state", self.place / "state.db"]
        before = _processor_seconds()
        ended = testloom(command, self.place, LIMIT)
        cpu, told = _processor_seconds() - before, summary(ended)
        return Step(
            self.name,
            self.strategy,
            commit,
            package,
            round(ended.seconds, 2),
            round(cpu, 2),
            told["units_run"],
            told["coverage"]["after"],
        )


def _processor_seconds() -> float:
    """What all programs that have ended took so far, with all below them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _reformat(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    try:
        file.write_text(black.format_str(source, mode=black.Mode(line_length=SHORT_LINES)), encoding="utf-8")
    except InvalidInput:
        print(f"{file.name} stays as it is")
