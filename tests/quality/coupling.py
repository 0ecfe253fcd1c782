"""Print how many coupled branches integration tests, unit tests of the caller and random tests cover.

python -m tests.quality.coupling [--budget SECONDS] [--executions N] [--most N] [--jobs N] [PACKAGE …]

The pairs are those of each package with the largest product of complexity and coupled branches, `--most` of
each, the best first. All searches get the same seconds, or run so many tests if `--executions` says how many.
Packages that are measured at the same time are so in processes of their own, as searches are in the editor:
in one, they would wait for each other. What counts is what one call of the caller reaches.

What is measured is kept in build/quality/coupling.jsonl: a run that was broken off goes on where it was;
`--fresh` begins anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from testloom.integration import Coupling
from testloom.model.errors import TestloomError

from .environments.checkout import BUILD
from .environments.options import command_line
from .environments.packages import environment, interpreter, libraries
from .pairs.choice import best_pairs
from .pairs.results import HEADER, Row, summary
from .pairs.trial import TestEnvironment
from .reporting import records

PACKAGES = (
    "humanize",
    "iniconfig",
    "isodate",
    "jmespath",
    "markdown_it",
    "mdurl",
    "packaging",
    "parse",
    "pluggy",
    "pyrsistent",
    "sortedcontainers",
    "toolz",
)
"""Packages of the environment `subjects` in which one class or module calls another under some condition."""


def main() -> int:
    """Run the measurement; exit 1 if a pair could not be measured or a test fails or is unstable."""
    options = _options()
    python = options.python or environment("subjects")
    root = libraries(python)
    packages = [best_pairs(root, name, options.most) for name in options.packages or PACKAGES]
    if options.fresh:
        options.results.unlink(missing_ok=True)
    measurement = _Measurement(
        python, root, options.budget, options.seed, options.executions, options.results
    )
    print(HEADER, flush=True)
    # The longest ones first, so that none is left to one process at the end.
    packages.sort(key=len, reverse=True)
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        rows = [row for found in pool.map(measurement.rows, packages) for row in found]
    if rows:
        print(summary(rows))
    is_complete = len(rows) == sum(map(len, packages))
    return 0 if is_complete and not any(row.failing or row.unstable for row in rows) else 1


@dataclass(frozen=True, slots=True)
class _Measurement:
    """What is the same for all pairs; `results` is where rows are kept."""

    python: Path
    root: Path
    budget: float
    seed: int
    executions: int | None
    results: Path

    def rows(self, pairs: Sequence[Coupling]) -> list[Row]:
        """The rows of a package's pairs, without those that cannot be measured: why is printed."""
        known = {row.pair: row for row in records.read(self.results, Row) if self._is_alike(row)}
        environment = TestEnvironment(self.python, self.root, self.budget, self.seed, self.executions)
        found = []
        for pair in pairs:
            name = f"{pair.caller.id} → {pair.callee.id}"
            row = known.get(name) or self._attempted(environment, pair, name)
            if row is not None:
                found.append(row)
                print(row.cells, flush=True)
        return found

    def _is_alike(self, row: Row) -> bool:
        return (row.budget, row.seed, row.executions) == (self.budget, self.seed, self.executions)

    def _attempted(self, environment: TestEnvironment, pair: Coupling, name: str) -> Row | None:
        """The row of a pair, which is kept; None if there is none."""
        try:
            row = environment.row(pair)
        except TestloomError as error:
            print(f"{name:76} {error}", flush=True)
            return None
        records.append(self.results, row)
        return row


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = command_line("coupling", __doc__)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"default: {', '.join(PACKAGES)}")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of each search")
    parser.add_argument("--executions", type=int, help="tests that each search runs, whatever its seconds")
    parser.add_argument("--most", type=int, default=6, help="pairs of a package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="packages at a time")
    parser.add_argument("--python", type=interpreter, help="an interpreter that has the packages")
    parser.add_argument("--results", type=Path, default=BUILD / "coupling.jsonl", metavar="FILE")
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
