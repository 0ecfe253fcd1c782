"""Print how many coupled branches integration tests, unit tests of the caller and random tests cover.

python -m tests.quality.coupling [--budget SECONDS] [--executions N] [--most N] [--jobs N] [PACKAGE …]

The pairs are those of each package with the largest product of complexity and coupled branches, `--most` of
each, the best of all packages first. All searches get the same seconds, or run so many tests
if `--executions` says how many. What counts is what one call of the caller reaches.

What is measured is kept in build/quality/coupling.jsonl: a run that was broken off goes on where it was;
`--fresh` begins anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path

from testloom.integration import Coupling
from testloom.model.errors import TestloomError

from .environments.checkout import BUILD
from .environments.packages import environment, interpreter, libraries
from .pairs.choice import best_pairs
from .pairs.results import HEADER, Row, summary
from .pairs.trial import Laboratory
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
    found = [best_pairs(root, name, options.most) for name in options.packages or PACKAGES]
    pairs = [pair for rank in zip_longest(*found) for pair in rank if pair is not None]
    if options.fresh:
        options.results.unlink(missing_ok=True)
    known = {
        row.pair: row
        for row in records.read(options.results, Row)
        if (row.budget, row.seed, row.executions) == (options.budget, options.seed, options.executions)
    }
    laboratory = Laboratory(python, root, options.budget, options.seed, options.executions)
    print(HEADER)

    def measured(pair: Coupling) -> Row | None:
        name = f"{pair.caller.id} → {pair.callee.id}"
        row = known.get(name) or _attempted(laboratory, pair, name, options.results)
        if row is not None:
            print(row.cells, flush=True)
        return row

    with ThreadPoolExecutor(options.jobs) as pool:
        rows = [row for row in pool.map(measured, pairs) if row is not None]
    if rows:
        print(summary(rows))
    return 1 if len(rows) < len(pairs) or any(row.failing or row.unstable for row in rows) else 0


def _attempted(laboratory: Laboratory, pair: Coupling, name: str, results: Path) -> Row | None:
    """The row of a pair, which is kept; None if there is none: why is printed."""
    try:
        row = laboratory.row(pair)
    except TestloomError as error:
        print(f"{name:76} {error}", flush=True)
        return None
    records.append(results, row)
    return row


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"default: {', '.join(PACKAGES)}")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of each search")
    parser.add_argument("--executions", type=int, help="tests that each search runs, whatever its seconds")
    parser.add_argument("--most", type=int, default=6, help="pairs of a package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="pairs at a time")
    parser.add_argument("--python", type=interpreter, help="an interpreter that has the packages")
    parser.add_argument("--results", type=Path, default=BUILD / "coupling.jsonl", metavar="FILE")
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
