"""Each tool on each subject, one tool after the other, and what the files they wrote are worth."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..environments.process import TIMED_OUT
from ..environments.subjects import Subject
from ..judgement.court import Court, Verdict
from .tools import Run, Task, Tool

IMPORT_ONLY = "import only"


@dataclass(frozen=True, slots=True)
class Row:
    """What one tool did on one module."""

    module: str
    tool: str
    verdict: Verdict
    executions: int | None = None
    executions_per_second: float | None = None
    seconds: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A benchmark run: the same budget and seed for all tools. Logs and tests are kept in `kept`."""

    tools: Sequence[Tool]
    python: Path
    budget: float
    seed: int
    kept: Path

    def rows(self, subjects: Sequence[Subject], jobs: int, done: Callable[[Row], None]) -> list[Row]:
        """Run all tools on all subjects; `done` hears of each row as soon as it is there."""

        def all_tools(subject: Subject) -> list[Row]:
            rows = [self._import_only(subject)]
            for tool in self.tools:
                rows.append(self._row(subject, tool))
                done(rows[-1])
            return rows

        with ThreadPoolExecutor(jobs) as pool:
            return [row for rows in pool.map(all_tools, subjects) for row in rows]

    def _row(self, subject: Subject, tool: Tool) -> Row:
        with tempfile.TemporaryDirectory(prefix="quality-", ignore_cleanup_errors=True) as folder:
            task = self._task(subject, Path(folder))
            run = tool.generate(task)
            verdict = self._judge(subject, task.out, Path(folder))
            self._keep(subject, tool, task, run)
        return Row(
            module=subject.module,
            tool=tool.name,
            verdict=verdict,
            executions=run.executions,
            executions_per_second=run.executions_per_second,
            seconds=round(run.ended.seconds, 1),
            note=_note(run, verdict),
        )

    def _import_only(self, subject: Subject) -> Row:
        """What a module gets covered by being imported: where every tool starts from."""
        with tempfile.TemporaryDirectory(prefix="quality-", ignore_cleanup_errors=True) as folder:
            task = self._task(subject, Path(folder))
            (task.out / "test_import.py").write_text(f"def test_import():\n    import {subject.module}\n")
            return Row(subject.module, IMPORT_ONLY, self._judge(subject, task.out, Path(folder)))

    def _task(self, subject: Subject, folder: Path) -> Task:
        place = folder / "place"
        task = Task(subject.module, subject.copy_to(place / "root"), place, self.budget, self.seed)
        task.out.mkdir()
        return task

    def _judge(self, subject: Subject, tests: Path, folder: Path) -> Verdict:
        """Judge tests on a fresh copy: a tool may have changed its own."""
        root = folder / "court" / "root"
        return Court(self.python, subject.copy_to(root), root, folder / "court").judge(tests)

    def _keep(self, subject: Subject, tool: Tool, task: Task, run: Run) -> None:
        place = self.kept / tool.name.replace(" ", "-") / subject.module
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(task.out, place / "tests")
        (place / "generator.log").write_text(run.ended.output, encoding="utf-8")
        if (task.place / "report").is_dir():
            shutil.copytree(task.place / "report", place / "report")
        judged = task.place.parent / "court" / "first"
        if judged.is_dir():
            shutil.copytree(judged, place / "pytest")


def _note(run: Run, verdict: Verdict) -> str:
    if run.ended.status == TIMED_OUT:
        return f"stopped after {run.ended.seconds:.0f} s"
    ended = f"exit {run.ended.status}" if run.ended.status else ""
    return ", ".join(note for note in (ended, verdict.note) if note)
