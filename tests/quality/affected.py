"""How many tests `testloom test --affected` runs after each commit, and whether it leaves out any that fails.

Twenty commits of each project end at the one pinned in affecting/projects.json. They are checked out one
after the other, in a copy of a clone. After each, the affected tests run, then all tests without Testloom.
Then faults are put into functions, one at a time, first into those that the commit has changed: the tests
that fail with one are compared with those that would be chosen.

git clone https://github.com/andialbrecht/sqlparse REPOSITORIES/sqlparse
python -m tests.quality.affected REPOSITORIES [--projects …] [--commits N] [--faults N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from testloom.affected import make_plan

from .affecting.faults import Place, chosen_places, fault, functions
from .affecting.projects import Project, pinned_projects
from .affecting.repository import Repository, reported_name
from .environments.cache import CACHE
from .environments.options import command_line
from .environments.packages import installation, interpreter


@dataclass(slots=True)
class Tally:
    """What came of the commits of a project: shares of tests, and numbers of tests."""

    after_commits: list[float] = field(default_factory=list)
    with_faults: list[float] = field(default_factory=list)
    failing: int = 0
    left_out: int = 0

    def text(self) -> str:
        """The sums."""
        shares = [
            f"{statistics.mean(each):.1%} (median {statistics.median(each):.1%})"
            for each in (self.after_commits, self.with_faults or [0.0])
        ]
        return (
            f"{len(self.after_commits)} commits: {shares[0]} of the tests run; "
            f"{len(self.with_faults)} faults: {shares[1]} chosen, {self.failing} failures; "
            f"left out {self.left_out}"
        )


def main() -> int:
    """Print a line for each commit and the sums; exit 1 if a failing test was left out."""
    options = _options()
    python = options.python or installation("affected", CACHE).python
    left_out = 0
    for name in options.projects:
        print(name, flush=True)
        tally = _measured(options.repositories / name, pinned_projects()[name], python, options)
        print(tally.text(), flush=True)
        left_out += tally.left_out
    return 1 if left_out else 0


def _measured(clone: Path, project: Project, python: Path, options: argparse.Namespace) -> Tally:
    with tempfile.TemporaryDirectory(prefix="testloom-affected-") as name:
        scratch = Path(name).resolve()
        os.environ["XDG_DATA_HOME"] = str(scratch / "data")
        folder = scratch / "clone"
        subprocess.run(["git", "clone", "--quiet", str(clone), str(folder)], check=True)
        variables = {"PYTHONPATH": str(folder / project.path)}
        repository = Repository(folder, python, variables, scratch)
        first, *rest = repository.commits(project.commit, options.commits + 1)
        repository.git("checkout", "--quiet", first)
        repository.tested()
        tally = Tally()
        for commit in rest:
            _follow(repository, commit, options.faults, tally)
    return tally


def _follow(repository: Repository, commit: str, faults: int, tally: Tally) -> None:
    """Go on to the next commit."""
    before = functions(repository.folder)
    repository.git("checkout", "--quiet", commit)
    events = repository.tested("--affected")
    total = max(1, int(str(events[-1]["tests"])))
    run = {reported_name(str(event["test"])) for event in events if event["event"] == "test"}
    failing = repository.failing()
    missed = failing.tests - run
    for test in sorted(missed):
        print(f"  left out: {test} fails after {commit}")
    tally.after_commits.append(len(run) / total)
    tally.left_out += len(missed)
    already, planted = failing.tests, 0
    for place in chosen_places(before, functions(repository.folder), faults, commit):
        planted += _with_fault(repository, place, already, tally)
    print(
        f"{commit[:10]} {len(run):5} of {total:5} run ({tally.after_commits[-1]:6.1%}), "
        f"{events[-1]['failed']} failed, {planted} with faults, left out {tally.left_out} so far",
        flush=True,
    )


def _with_fault(repository: Repository, place: Place, already: frozenset[str], tally: Tally) -> int:
    """How many more tests fail with a fault."""
    with fault(place):
        made = make_plan(repository.folder, repository.python, None)
        failing = repository.failing()
    left_out = {reported_name(test) for test in made.plan.unaffected}
    chosen = {reported_name(each.test) for each in made.affected}
    tally.with_faults.append(len(chosen) / max(1, len(chosen | left_out)))
    missed = failing.of(left_out) - already
    for test in sorted(missed):
        print(f"  left out: {test} fails with a fault in {place.file}:{place.line}")
    found = len(failing.of(chosen | left_out) - already)
    tally.failing, tally.left_out = tally.failing + found, tally.left_out + len(missed)
    return found


def _options() -> argparse.Namespace:
    parser = command_line("affected", __doc__)
    names = list(pinned_projects())
    parser.add_argument("repositories", type=Path, help="the folder of the clones")
    parser.add_argument("--projects", nargs="+", choices=names, default=names)
    parser.add_argument("--commits", type=int, default=20)
    parser.add_argument("--faults", type=int, default=3, help="in each commit")
    parser.add_argument("--python", type=interpreter, help="an interpreter with what the projects import")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
