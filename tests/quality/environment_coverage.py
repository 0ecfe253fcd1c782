"""Print the coverage of small modules that depend on their environment, with it as an input and without.

python -m tests.quality.environment_coverage [--budget SECONDS] [--python PY] [--keep DIR] [MODULE …]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from tests.quality.process import run

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"
SERVER = Path(__file__).resolve().parents[2] / "server"
FOLDER = SUBJECTS / "environment"
REQUIRED = 90.0
GRACE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Percent of lines and branches that verified tests cover, their number, and what was discarded."""

    coverage: float
    tests: int
    discarded: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.coverage:7.1f} %{self.tests:5}{self.discarded:5}{self.seconds:7.1f} s"


def main() -> int:
    """Run the measurement; exit 1 if the mean with the environment is below what is required."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="names of modules (default: all)")
    parser.add_argument("--budget", type=float, default=5.0)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--keep", type=Path, help="a folder for the tests")
    options = parser.parse_args()
    names = options.modules or sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
    print(f"{'':24}{'with: tests, discarded':28}without the environment as an input")
    rows = []
    for name in names:
        row = [measure(FOLDER / f"{name}.py", options, more) for more in ((), ("--without", "environment"))]
        print(f"{name:24}{row[0]}  {row[1]}", flush=True)
        rows.append(row)
    means = [mean(outcome.coverage for outcome in column) for column in zip(*rows, strict=True)]
    print(f"{'mean':24}{means[0]:7.1f} %{'':21}{means[1]:7.1f} %")
    return 0 if means[0] >= REQUIRED else 1


def measure(module: Path, options: argparse.Namespace, more: Sequence[str]) -> Outcome:
    """Generate tests for one module of the subjects with further options."""
    with tempfile.TemporaryDirectory() as folder:
        out = options.keep / "-".join(("with", *more[:1])).strip("-") if options.keep else Path(folder)
        command: list[str | Path] = [sys.executable, "-m", "testloom", "generate", module]
        command += ["--root", SUBJECTS, "--python", options.python, "--out", out, "--json"]
        command += ["--budget", str(options.budget), *more]
        ended = run(command, Path(folder), options.budget + GRACE_SECONDS, PYTHONPATH=str(SERVER))
    return outcome_of(json.loads(ended.output.splitlines()[-1]))


def outcome_of(summary: dict[str, Any]) -> Outcome:
    """What the summary of a generation says."""
    return Outcome(
        summary.get("coverage") or 0.0,
        summary.get("tests", 0),
        sum(summary.get("discarded", {}).values()),
        summary.get("seconds", 0.0),
    )


if __name__ == "__main__":
    sys.exit(main())
