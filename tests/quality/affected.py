"""How many tests `testloom test --affected` runs after each commit, and whether it leaves out any that fails.

The commits of a repository are checked out one after the other, in a clone. After each, the affected tests
run, then all tests without Testloom. Then faults are put into functions, one at a time: the tests that fail
with one are compared with those that would be chosen.

python -m tests.quality.affected REPOSITORY --python PY [--commits N] [--faults N] [--path FOLDER]

PY needs pytest, coverage and what the project's tests import. REPOSITORY may be bare.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from testloom.affected import make_plan


@dataclass(frozen=True, slots=True)
class Repository:
    """A clone, and how its tests run."""

    folder: Path
    python: Path
    variables: dict[str, str]
    scratch: Path

    def commits(self, most: int) -> list[str]:
        """The last commits with changes of Python files, the oldest first."""
        found = self.git("log", "--first-parent", "--format=%H", f"-n{most}", "HEAD", "--", "*.py")
        return found.split()[::-1]

    def git(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", str(self.folder), *arguments], check=True, capture_output=True, text=True
        ).stdout

    def failing(self) -> frozenset[str]:
        """The tests that fail, of all, as pytest alone says."""
        report = self.scratch / "report.xml"
        report.unlink(missing_ok=True)
        options = ("-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit1", f"--junitxml={report}")
        self._run([str(self.python), "-B", "-m", "pytest", *options], self.variables)
        cases = ElementTree.parse(report).iter("testcase")
        return frozenset(_name(case) for case in cases if {"failure", "error"} & {each.tag for each in case})

    def tested(self, *options: str) -> list[dict[str, object]]:
        """The events of `testloom test`."""
        file = self.scratch / "variables.env"
        file.write_text("".join(f"{name}={value}\n" for name, value in self.variables.items()))
        named = ("--python", str(self.python), "--env-file", str(file))
        said = self._run([sys.executable, "-m", "testloom", "test", "--json", *named, *options], {})
        events = [json.loads(line) for line in said.splitlines()]
        assert events and events[-1]["event"] == "summary", said[-2000:]
        return events

    def _run(self, command: Sequence[str], variables: dict[str, str]) -> str:
        env = {**os.environ, **variables}
        done = subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=900, check=False
        )
        return done.stdout


def main() -> int:
    """Print a line for each commit and the sums; exit 1 if a failing test was left out."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="testloom-affected-") as name:
        scratch = Path(name).resolve()
        os.environ["XDG_DATA_HOME"] = str(scratch / "data")
        folder = scratch / "clone"
        subprocess.run(["git", "clone", "--quiet", options.repository, str(folder)], check=True)
        variables = {"PYTHONPATH": str(folder / options.path)}
        repository = Repository(folder, options.python.absolute(), variables, scratch)
        return _measure(repository, options.commits, options.faults)


def _measure(repository: Repository, commits: int, faults: int) -> int:
    first, *rest = repository.commits(commits + 1)
    repository.git("checkout", "--quiet", first)
    repository.tested()
    shares, caught, left_out = [], 0, 0
    for commit in rest:
        repository.git("checkout", "--quiet", commit)
        events = repository.tested("--affected")
        run = {_plain(str(event["test"])) for event in events if event["event"] == "test"}
        summary = events[-1]
        missed = repository.failing() - run
        failing, missed_of_faults = _with_faults(repository, faults, commit)
        caught, left_out = caught + failing, left_out + len(missed) + missed_of_faults
        total = int(str(summary["tests"]))
        shares.append(len(run) / max(1, total))
        print(
            f"{commit[:10]} {len(run):5} of {total:5} run ({shares[-1]:6.1%}), {summary['failed']} failed, "
            f"{failing} with faults, left out {len(missed) + missed_of_faults}",
            flush=True,
        )
    print(
        f"{len(rest)} commits: {sum(shares) / len(shares):.1%} of the tests run on average, median "
        f"{sorted(shares)[len(shares) // 2]:.1%}; {caught} failures with faults, left out {left_out}"
    )
    return 1 if left_out else 0


def _with_faults(repository: Repository, most: int, seed: str) -> tuple[int, int]:
    """How many tests fail with faults in the project, and how many of these would not be chosen."""
    before = repository.failing() if most else frozenset()
    failing = missed = 0
    places = list(_functions(repository.folder))
    for file, line, indent in random.Random(seed).sample(places, min(most, len(places))):
        text = file.read_text()
        lines = text.split("\n")
        lines.insert(line - 1, f"{' ' * indent}raise RuntimeError('a fault')")
        file.write_text("\n".join(lines))
        try:
            plan = make_plan(repository.folder, repository.python, None)
            left_out = {_plain(test) for test in plan.plan.unaffected}
            found = repository.failing() - before
        finally:
            file.write_text(text)
        failing, missed = failing + len(found), missed + len(found & left_out)
        for test in sorted(found & left_out):
            print(f"  left out: {test} fails with a fault in {file}:{line}")
    return failing, missed


def _functions(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """The functions of the project but for its tests: where their bodies begin."""
    for file in sorted(folder.rglob("*.py")):
        if any(
            part in ("tests", "test", "docs", "doc", "examples") for part in file.relative_to(folder).parts
        ):
            continue
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.body[0]
                if first.lineno > node.lineno:
                    yield file, first.lineno, first.col_offset


def _name(case: ElementTree.Element) -> str:
    """A test as pytest's report names it."""
    name = case.get("name", "")
    return _plain(f"{case.get('classname', '')}.{name}")


def _plain(test: str) -> str:
    """A node id as the report would name it."""
    head, bracket, row = test.partition("[")
    return head.replace(".py::", ".").replace("::", ".").replace("/", ".") + bracket + row


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository")
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--commits", type=int, default=12)
    parser.add_argument("--faults", type=int, default=2, help="in each commit")
    parser.add_argument("--path", default=".", help="the folder in the repository that imports start from")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
