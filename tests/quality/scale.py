"""How long `testloom continuous` thinks about a large project, and how much memory that takes.

A project of so many functions is made up, with modules that import each other, and a history in which all of
them are complete but for one in a hundred that has changed since. Each size is measured in its own process.

python -m tests.quality.scale [--units N …]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from testloom.continuous import Order, Resources
from testloom.continuous.planning.plan import make_plan
from testloom.continuous.project.scan import scan_project
from testloom.model.progress.history import KeptTest, UnitRecord, UnitRun
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.store import UnitHistory, open_store

from .environments.checkout import ROOT

A_MODULE = 20
TESTS = 5
FUNCTION = """
def f{number}(x, y=1):
    '''Function {number}.'''
    if x > {number}:
        return {used}(x - y)
    for step in range(y):
        x += step
    return [x, y, {{'a': x}}]
"""


def main() -> int:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, nargs="+", default=[100, 1_000, 10_000])
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        print(json.dumps(measured(options.measure)))
        return 0
    for units in options.units:
        with tempfile.TemporaryDirectory(prefix="testloom-scale-") as name:
            folder = Path(name).resolve()
            make_project(folder, units)
            command = [sys.executable, "-m", "tests.quality.scale", "--measure", str(folder)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        print(
            f"{found['units']:6} units: {found['jobs']} jobs planned in {found['seconds']:.1f} s, "
            f"{found['megabytes']} MB of memory, {found['stored']} MB of history",
            flush=True,
        )
    return 0


def make_project(folder: Path, units: int) -> None:
    """Write the modules, and a history of their units."""
    (folder / "pyproject.toml").write_text("[project]\nname = 'large'\nversion = '1'\n", encoding="utf-8")
    package = folder / "large"
    package.mkdir()
    (package / "__init__.py").write_text("NAME = 'large'\n", encoding="utf-8")
    for module in range(units // A_MODULE):
        text = "".join(_module(module))
        (package / f"m{module}.py").write_text(text, encoding="utf-8")
    with open_store(folder / "state.db") as database:
        UnitHistory(database, "").remember(_records(folder))


def measured(folder: Path) -> dict[str, float]:
    """What planning a run takes in this process."""
    started = time.monotonic()
    with open_store(folder / "state.db") as database:
        records = UnitHistory(database, "").all()
    plan = make_plan(Order(folder, Path("python"), Resources(4, 3_600)), records)
    return {
        "units": len(plan.changes),
        "jobs": len(plan.jobs),
        "seconds": time.monotonic() - started,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "stored": round((folder / "state.db").stat().st_size / 1e6, 1),
    }


def _module(number: int) -> Iterator[str]:
    """Functions that call each other, the first of them one of the module before."""
    yield f"from large.m{number - 1} import f1 as f0\n" if number else "def f0(x):\n    return x\n"
    for function in range(1, A_MODULE + 1):
        yield FUNCTION.format(number=function, used=f"f{function - 1}")


def _records(folder: Path) -> Iterator[UnitRecord]:
    for place, unit in enumerate(scan_project(folder).units):
        goals = tuple(f"{unit.name}/branch/x > {goal} is true/1" for goal in range(TESTS))
        tests = tuple(
            KeptTest(f"test_{unit.name}_{number}", _case(unit.id, number).wire, (goal,))
            for number, goal in enumerate(goals)
        )
        yield UnitRecord(
            unit.id,
            content=unit.content,
            fingerprint=unit.fingerprint if place % 100 else "of before",
            goals=goals,
            tests=tests,
            runs=(UnitRun(TESTS, TESTS, 9.0, improved=True),),
            ran_in=1,
        )


def _case(callable_id: str, number: int) -> TestCase:
    arguments = [LiteralStatement(id, id * number) for id in range(1, 5)]
    return TestCase((*arguments, CallStatement(9, callable_id, None, (1, 2))))


if __name__ == "__main__":
    sys.exit(main())
