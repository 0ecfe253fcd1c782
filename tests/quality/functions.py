"""Measure tests for single functions that no model has seen tests of: the Lite part of UnLeakedTestBench.

    git clone https://github.com/huangd1999/UnLeakedTestBench REPOSITORY
    python -m tests.quality.functions REPOSITORY --python PYTHON [NUMBER …] [--sample N] [--mutants N]

Functions come from a pinned commit of the clone, each as a module of its own; those that use a name which
nothing defines are left out. What the written tests cover is what coverage.py says; mutants are those of
cosmic-ray, which the environment of PYTHON has beside pytest and coverage.py. The authors of the benchmark
give 45 % of the statements, 30 % of the branches and 40 % of the mutants as the means of twelve models.
"""

from __future__ import annotations

import argparse
import builtins
import json
import random
import subprocess
import symtable
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from .environments.checkout import testloom
from .environments.options import add_generation, command_line
from .environments.subjects import Subject
from .judgement.court import Court, Verdict
from .judgement.mutants import Kills, Trial

COMMIT = "d992b2d95ff0bececa90bfccd1ea683a3a2bea18"
FILE = "datasets/ULT_Lite.jsonl"
GRACE_SECONDS, LONGEST_SECONDS = 90.0, 600.0
OF_MODULES = frozenset({*vars(builtins), "__name__", "__file__"})
_HEADER = (
    f"{'':36}{'lines':>7}{'branches':>9}{'tests':>6}{'failing':>8}{'unstable':>9}{'killed':>10}{'seconds':>8}"
)


@dataclass(frozen=True, slots=True)
class Task:
    """A function of the benchmark, by its place there."""

    number: int
    name: str
    code: str

    @property
    def module(self) -> str:
        """The name of the module that has nothing but this function."""
        return f"function_{self.number}"

    def is_whole(self) -> bool:
        """Whether the code defines each name that it uses."""
        table = symtable.symtable(self.code, self.module, "exec")
        bound = {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_assigned() or symbol.is_imported()
        }
        return set(_used(table)) - bound <= OF_MODULES


@dataclass(frozen=True, slots=True)
class Worth:
    """What the tests of a function are worth, and the seconds that it took to write them."""

    task: Task
    verdict: Verdict
    kills: Kills = field(default_factory=lambda: Kills("", ""))
    seconds: float = 0.0

    def __str__(self) -> str:
        verdict, kills = self.verdict, self.kills
        killed = f"{kills.killed}/{kills.tried}" if kills.tried else "-"
        counts = f"{verdict.tests:6}{verdict.failing:8}{verdict.unstable:9}{killed:>10}{self.seconds:8.1f}"
        name = f"{self.task.number} {self.task.name}"[:35]
        percents = f"{verdict.line_percent:7.1f}{verdict.branch_percent:9.1f}"
        return f"{name:36}{percents}{counts}  {verdict.note}".rstrip()


def main() -> int:
    """Print a line a function, and the means; exit 1 if a test fails."""
    options = _options()
    tasks = chosen(tasks_in(options.repository), options.numbers, options.sample, options.seed)
    print(_HEADER)
    found: list[Worth] = []
    for task in tasks:
        keeping = nullcontext(str(options.keep.absolute() / task.module)) if options.keep else None
        with keeping or tempfile.TemporaryDirectory(prefix="functions-") as place:
            found.append(_measured(task, Path(place), options))
        print(found[-1], flush=True)
    print("\n".join(summary(found)))
    return 1 if any(worth.verdict.failing for worth in found) else 0


def tasks_in(repository: Path) -> list[Task]:
    """The functions of the benchmark that define each name that they use, in its order."""
    shown = ["git", "-C", str(repository), "show", f"{COMMIT}:{FILE}"]
    return read(subprocess.run(shown, check=True, capture_output=True, text=True).stdout)


def read(text: str) -> list[Task]:
    """The functions of its file, which is JSON whatever its name says."""
    rows: Sequence[Mapping[str, str]] = json.loads(text)
    tasks = [Task(number, row["func_name"], row["code"]) for number, row in enumerate(rows)]
    return [task for task in tasks if task.is_whole()]


def chosen(tasks: Sequence[Task], numbers: Sequence[int], sample: int, seed: int) -> list[Task]:
    """Those of some numbers, or so many of all that are drawn; 0 for all."""
    if numbers:
        return [task for task in tasks if task.number in numbers]
    drawn = random.Random(seed).sample(tasks, min(sample or len(tasks), len(tasks)))
    return sorted(drawn, key=lambda task: task.number)


def summary(found: Sequence[Worth]) -> Iterator[str]:
    """The means over functions, as the benchmark's own figures are; no tests cover and kill nothing."""
    lines = mean(worth.verdict.line_percent for worth in found)
    branches = mean(worth.verdict.branch_percent for worth in found)
    tests, failing, unstable = (
        sum(getattr(worth.verdict, name) for worth in found) for name in ("tests", "failing", "unstable")
    )
    yield f"{len(found)} functions: {lines:.1f} % of the lines, {branches:.1f} % of the branches"
    yield f"{tests} tests, {failing} failing, {unstable} unstable"
    if tried := sum(worth.kills.tried for worth in found):
        share = mean(100 * worth.kills.killed / max(1, worth.kills.tried) for worth in found)
        killed = sum(worth.kills.killed for worth in found)
        yield f"{share:.1f} % of the mutants, {killed} of {tried} in all"


def _measured(task: Task, place: Path, options: argparse.Namespace) -> Worth:
    """Have tests written for a function in a folder of its own, and judge them."""
    root, tests = place / "root", place / "tests"
    root.mkdir(parents=True)
    file = root / f"{task.module}.py"
    file.write_text(task.code, encoding="utf-8")
    command: list[str | Path] = ["generate", file, "--python", options.python, "--root", root, "--out", tests]
    if options.executions:
        limit, effort = LONGEST_SECONDS, ["--executions", str(options.executions)]
    else:
        limit, effort = options.budget * 3 + GRACE_SECONDS, ["--budget", str(options.budget)]
    ended = testloom([*command, *effort, "--seed", str(options.seed)], place, limit)
    (place / "output.txt").write_text(ended.output, encoding="utf-8")
    verdict = Court(options.python, file, root, place / "court").judge(tests)
    if not options.mutants or not verdict.tests:
        return Worth(task, verdict, seconds=ended.seconds)
    (judged := place / "mutants").mkdir()
    subject = Subject(task.module, root)
    trial = Trial(subject, tests, judged, options.python, options.python, options.mutants)
    return Worth(task, verdict, trial.kills("Testloom"), ended.seconds)


def _used(table: symtable.SymbolTable) -> Iterator[str]:
    """The names of the module that its code looks up."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _used(inner)


def _options() -> argparse.Namespace:
    parser = command_line("functions", __doc__)
    parser.add_argument("repository", type=Path, help="a clone of the benchmark")
    parser.add_argument("numbers", type=int, nargs="*", metavar="NUMBER", help="of functions (default: all)")
    add_generation(parser, "a function", 5, "pytest and cosmic-ray")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many that are drawn")
    parser.add_argument(
        "--executions",
        type=int,
        metavar="N",
        help="a function, whatever they take: a busy machine is no matter",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
