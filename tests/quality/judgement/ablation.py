"""What a technique is worth: small modules with it and without it, judged by what their tests do.

Each module gets tests twice. What counts is what coverage.py says of them when pytest runs them alone, how
many of them fail, and how many end otherwise in other conditions (`judgement`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from ..environments.checkout import SUBJECTS, summary, testloom
from ..environments.packages import interpreter
from .court import Court, Verdict

GRACE_SECONDS = 60.0
_COLUMNS = f"{'coverage':>9}{'tests':>6}{'failing':>8}{'unstable':>9}{'discarded':>10}{'seconds':>8}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tests of a module are worth, how many were discarded, and the seconds that it took."""

    verdict: Verdict
    discarded: int
    seconds: float

    def __str__(self) -> str:
        return _cells(self.verdict.percent, self.verdict, self.discarded, f"{self.seconds:8.1f}")


@dataclass(frozen=True, slots=True)
class Ablation:
    """The modules in a folder of the subjects, and the techniques to do without the second time."""

    folder: Path
    without: str
    options: argparse.Namespace

    def print(self) -> list[list[Outcome]]:
        """Print a line a module and the mean; returns what is with the techniques, and what is without."""
        names = self.options.modules or sorted(path.stem for path in self.folder.glob("[!_]*.py"))
        print(f"{'':24}{'with':>9}{'':41}    without {self.without}")
        print(f"{'':24}{_COLUMNS}    {_COLUMNS}")
        rows = []
        with ThreadPoolExecutor(self.options.jobs) as pool:
            for name, row in zip(names, pool.map(self._row, names), strict=True):
                print(f"{name:24}{row[0]}    {row[1]}", flush=True)
                rows.append(row)
        columns = [list(column) for column in zip(*rows, strict=True)]
        print(f"{f'mean of {len(rows)}, sums':24}{_summary(columns[0])}    {_summary(columns[1])}")
        return columns

    def _row(self, name: str) -> list[Outcome]:
        return [self._measure(name, more) for more in ((), ("--without", self.without))]

    def _measure(self, name: str, more: Sequence[str]) -> Outcome:
        """Generate tests for a module with further options, and judge them."""
        with tempfile.TemporaryDirectory(prefix="quality-") as place:
            folder, module = Path(place), self.folder / f"{name}.py"
            out = folder / "tests"
            if self.options.keep:
                out = self.options.keep.absolute() / ("without" if more else "with") / name
            command: list[str | Path] = ["generate", module]
            command += ["--root", SUBJECTS, "--python", self.options.python, "--out", out, "--json"]
            command += ["--budget", str(self.options.budget), "--seed", str(self.options.seed), *more]
            ended = testloom(command, folder, self.options.budget + GRACE_SECONDS)
            discarded = summary(ended).get("discarded", {})
            verdict = Court(self.options.python, module, SUBJECTS, folder / "court").judge(out)
        return Outcome(verdict, sum(discarded.values()), ended.seconds)


def options(description: str | None) -> argparse.Namespace:
    """Read the command line that all comparisons of this kind have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("modules", nargs="*", help="names of modules (default: all)")
    parser.add_argument("--budget", type=float, default=5.0, help="seconds of search (default: 5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="modules at a time (default: 1)")
    parser.add_argument("--python", type=interpreter, default=Path(sys.executable))
    parser.add_argument("--keep", type=Path, metavar="DIR", help="an empty folder for the tests")
    return parser.parse_args()


def harmful(outcomes: Sequence[Outcome]) -> int:
    """How many tests fail or are unstable."""
    return sum(outcome.verdict.failing + outcome.verdict.unstable for outcome in outcomes)


def _summary(outcomes: Sequence[Outcome]) -> str:
    verdicts = [outcome.verdict for outcome in outcomes]
    whole = Verdict(
        tests=sum(verdict.tests for verdict in verdicts),
        failing=sum(verdict.failing for verdict in verdicts),
        unstable=sum(verdict.unstable for verdict in verdicts),
    )
    percent = mean(verdict.percent for verdict in verdicts)
    return _cells(percent, whole, sum(outcome.discarded for outcome in outcomes), " " * 8)


def _cells(percent: float, verdict: Verdict, discarded: int, seconds: str) -> str:
    counts = f"{verdict.tests:6}{verdict.failing:8}{verdict.unstable:9}{discarded:10}"
    return f"{percent:7.1f}%{counts}{seconds}"
