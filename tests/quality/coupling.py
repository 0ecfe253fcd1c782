"""Print how many coupled branches integration tests, unit tests of the caller and random tests cover.

python -m tests.quality.coupling [--budget SECONDS] [--most N] [--jobs N] [--python PY] [PACKAGE …]

The pairs are those of each package with the largest product of complexity and coupled branches, `--most` of
each. All three get the same seconds to search. What counts is what one call of the caller reaches.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from testloom.generation.integrating import covered_by, find_pair_tests, start_agent
from testloom.generation.pipeline import FileJob, find_tests
from testloom.integration import Coupling, SourceTree, coupled_goals, pairs_of, ranked, resolver_for, units_in
from testloom.measurement import never
from testloom.model.errors import TestloomError
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.model.wish import Target, Wish
from testloom.subject import decode

from .environments import environment, libraries

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


@dataclass(frozen=True, slots=True)
class Row:
    """The coupled branches of a pair that can be seen, and how many each kind of tests covers."""

    seen: int
    integration: int
    unit: int
    random: int

    @property
    def percents(self) -> tuple[float, float, float]:
        """What is covered, in percent."""
        part = 100 / self.seen
        return part * self.integration, part * self.unit, part * self.random


@dataclass(frozen=True, slots=True)
class Contest:
    """A pair, and what it takes to search for its tests."""

    coupling: Coupling
    wish: Wish

    @classmethod
    def of(cls, coupling: Coupling, root: Path, options: argparse.Namespace) -> Contest:
        """The contest of a pair of the packages below `root`."""
        units = (coupling.caller, coupling.callee)
        targets = tuple(Target(unit.module.file, unit.qualname or None) for unit in units)
        settings = Settings(budget=options.budget, seed=options.seed)
        return cls(coupling, Wish(targets, options.python, root, settings=settings))

    def row(self) -> Row:
        """Search three times."""
        integration, random = self._pair("dynamosa"), self._pair("random")
        with start_agent(self.wish, self.coupling) as agent:
            goals = coupled_goals(decode(agent.description), self.coupling)
            covered = covered_by(self._unit_tests(), goals, agent)
        unit = len(frozenset[int]().union(*covered.values()))
        return Row(len(goals), integration, unit, random)

    def _pair(self, algorithm: str) -> int:
        tested = find_pair_tests(self._job(algorithm), self.coupling, lambda event: None, never)
        return len(frozenset[int]().union(*tested.covers.values()))

    def _unit_tests(self) -> dict[str, TestCase]:
        """The beginnings of unit tests, each of which ends with another of their statements."""
        found = find_tests(self._job("dynamosa"), lambda event: None, never)
        tests = [test.case for test in found.suite.tests]
        parts = [TestCase(case.statements[:end]) for case in tests for end in range(1, len(case) + 1)]
        return {str(place): part for place, part in enumerate(parts)}

    def _job(self, algorithm: str) -> FileJob:
        settings = replace(self.wish.settings, algorithm=algorithm)
        caller = self.wish.targets[0]
        return FileJob(replace(self.wish, settings=settings), caller.file, (caller,), settings.budget)


def main() -> int:
    """Run the measurement; exit 1 if a pair could not be measured."""
    options = _options()
    options.python = options.python or environment("subjects")
    root = libraries(options.python)
    pairs = [pair for package in options.packages or PACKAGES for pair in _pairs(root, package, options.most)]
    print(f"{'pair':72}{'coupled':>8}{'pair tests':>11}{'unit tests':>11}{'random':>8}")
    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        contests = [Contest.of(pair, root, options) for pair in pairs]
        for contest, row in zip(contests, pool.map(_attempted, contests), strict=True):
            name = f"{contest.coupling.caller.id} → {contest.coupling.callee.id}"
            print(f"{name:72}{row if isinstance(row, str) else _cells(row)}", flush=True)
            rows.append(row)
    measured = [row for row in rows if isinstance(row, Row)]
    if measured:
        means = [mean(column) for column in zip(*(row.percents for row in measured), strict=True)]
        total = sum(row.seen for row in measured)
        print(
            f"{f'mean of {len(measured)}, sum':72}{total:8}{means[0]:10.1f}%{means[1]:10.1f}%{means[2]:7.1f}%"
        )
    return 0 if len(measured) == len(rows) else 1


def _attempted(contest: Contest) -> Row | str:
    """The row of a contest, or why there is none."""
    try:
        return contest.row()
    except TestloomError as error:
        return f" {error}"


def _cells(row: Row) -> str:
    integration, unit, random = row.percents
    return f"{row.seen:8}{integration:10.1f}%{unit:10.1f}%{random:7.1f}%"


def _pairs(root: Path, package: str, most: int) -> Sequence[Coupling]:
    """The pairs of a package that are most worth it."""
    sources = SourceTree(root)
    resolver = resolver_for(sources)
    alone = sources.module(package)
    modules = sources.package(package) or ([alone] if alone else [])
    found = [pair for module in modules for unit in units_in(module, resolver) for pair in pairs_of(unit)]
    return ranked(_within(found, package))[:most]


def _within(pairs: Sequence[Coupling], package: str) -> Iterator[Coupling]:
    """The pairs with coupled branches whose callee belongs to the package, too."""
    for pair in pairs:
        if pair.branches and pair.callee.module.name.partition(".")[0] == package:
            yield pair


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"default: {', '.join(PACKAGES)}")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds to search, three times a pair")
    parser.add_argument("--most", type=int, default=5, help="pairs of a package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="pairs at a time")
    parser.add_argument("--python", type=Path, help="an interpreter that has the packages")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
