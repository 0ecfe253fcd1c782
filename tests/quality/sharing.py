"""Compare ways to share time out over a project: what `simple` and `budget` cover in the same time.

Each strategy runs once over each of five packages with each seed, from nothing, for the same minutes (or,
with `--executions`, for as many test cases for each unit on average). Printed are the percentages of goals
covered, the probability that a run of `budget` covers more than one of `simple` (Vargha and Delaney's Â12,
ties count half), and the two-sided p of the Mann-Whitney U test, exact: all ways to deal the ranks out are
counted.

Each run is appended to a file; the same command goes on where it was stopped.

python -m tests.quality.sharing [--packages NAME …] [--seeds N] [--minutes M | --executions N] [--publish]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .environments.checkout import BUILD, summary, testloom
from .environments.options import command_line
from .environments.packages import environment, interpreter, libraries
from .reporting import records
from .reporting.page import aligned, markdown, put_on_page
from .reporting.statistics import a12, p_of

PACKAGES = ("inflection.py", "isodate", "jmespath", "semver", "slugify")
STRATEGIES = ("simple", "budget")
LONGEST = 7_200.0
HEADER = ("package", "units", "simple, median %", "budget, median %", "Â12", "p")


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its circumstances, how many units there are, and percent of their goals covered."""

    package: str
    strategy: str
    seed: int
    limit: str
    units: int
    seconds: float
    coverage: float


def main() -> int:
    """Run what has not been run yet, and print the comparison; exit 0 however it turns out."""
    options = _options()
    python = options.python or environment("subjects")
    limit = ["--executions", str(options.executions)] if options.executions else []
    limit = limit or ["--budget", str(options.minutes)]
    done = [entry for entry in records.read(options.results, Run) if entry.limit == limit[1]]
    for seed in range(1, options.seeds + 1):
        for package in options.packages:
            for strategy in STRATEGIES:
                if not any((e.package, e.strategy, e.seed) == (package, strategy, seed) for e in done):
                    done.append(_run(package, strategy, seed, limit, python))
                    records.append(options.results, done[-1])
                    print(done[-1], flush=True)
    rows = [cells(package, done) for package in options.packages]
    print(aligned(HEADER, rows))
    if options.publish:
        put_on_page("sharing", [markdown(HEADER, rows)])
    return 0


def _options() -> argparse.Namespace:
    parser = command_line("sharing", __doc__)
    parser.add_argument("--packages", nargs="+", choices=PACKAGES, default=PACKAGES)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--executions", type=int)
    parser.add_argument("--python", type=interpreter, help="an interpreter with the packages")
    parser.add_argument("--results", type=Path, default=BUILD / "sharing.jsonl")
    parser.add_argument("--publish", action="store_true", help="put the table into docs/benchmarks.md")
    return parser.parse_args()


def _run(package: str, strategy: str, seed: int, limit: Sequence[str], python: Path) -> Run:
    with tempfile.TemporaryDirectory(prefix="testloom-sharing-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        project = folder / "project"
        project.mkdir()
        (project / "pyproject.toml").write_text("[project]\nname = 'shared'\nversion = '1'\n")
        source = libraries(python) / package
        copy = shutil.copytree if source.is_dir() else shutil.copyfile
        copy(source, project / package)
        command: list[str | Path] = ["continuous", project, "--json", *limit]
        command += ["--strategy", strategy, "--seed", str(seed), "--python", python, "--executor", "local:1"]
        command += ["--state", folder / "state.db"]
        ended = testloom(command, folder, LONGEST)
    told = summary(ended)
    coverage = told["coverage"]["after"]
    return Run(package, strategy, seed, limit[1], told["units"], round(ended.seconds, 1), coverage)


def cells(package: str, done: Sequence[Run]) -> tuple[str, ...]:
    """A package as a row of the table."""
    own = [run for run in done if run.package == package]
    simple, budget = ([run.coverage for run in own if run.strategy == name] for name in STRATEGIES)
    medians = (f"{statistics.median(values):.1f}" for values in (simple, budget))
    return (package, str(own[0].units), *medians, f"{a12(budget, simple):.2f}", f"{p_of(budget, simple):.3f}")


if __name__ == "__main__":
    sys.exit(main())
