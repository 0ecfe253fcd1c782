"""Count tests that pass by chance: suites of small modules, run in hundreds of other worlds.

python -m tests.quality.chance [--seeds N] [--runs N] [--budget SECONDS] [MODULE …]

The modules in `tests/subjects/chance` have outcomes that depend on a draw, the date, the hour, a variable or
the machine. Each gets a suite with each seed; `judgement.worlds` runs it with other draws, on other dates and
hours, with each variable set and unset, on other machines.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from .environments.checkout import SUBJECTS, summary, testloom

FOLDER = SUBJECTS / "chance"
WORLDS = Path(__file__).parent / "judgement" / "worlds.py"
GRACE_SECONDS = 90.0


def main() -> int:
    """Print a line a suite and one a test that fails in some world; exit 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="names of modules (default: all)")
    parser.add_argument("--seeds", type=int, default=6, help="suites a module (default: 6)")
    parser.add_argument("--runs", type=int, default=200, help="worlds a suite (default: 200)")
    parser.add_argument("--budget", type=float, default=3.0, help="seconds of search (default: 3)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="an empty folder for the tests")
    options = parser.parse_args()
    names = options.modules or sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
    with tempfile.TemporaryDirectory(prefix="quality-") as place:
        out = options.keep.absolute() if options.keep else Path(place) / "tests"
        out.mkdir(exist_ok=True)
        tests = sum(_generate(name, seed, out, options.budget) for name in names for seed in _seeds(options))
        command = [sys.executable, str(WORLDS), str(SUBJECTS), str(out), str(options.runs)]
        ended = subprocess.run(command, capture_output=True, text=True, check=True, cwd=place)
    failed = json.loads(ended.stdout.splitlines()[-1])
    for test, worlds in failed.items():
        print(f"{test} fails in {len(worlds)} of {options.runs} worlds, first in {worlds[0]}")
    print(f"{len(failed)} of {tests} tests fail in one of {options.runs} worlds")
    return 1 if failed or not tests else 0


def _seeds(options: argparse.Namespace) -> range:
    return range(1, options.seeds + 1)


def _generate(name: str, seed: int, out: Path, budget: float) -> int:
    """Write a suite for a module; returns how many tests it has."""
    command: list[str | Path] = ["generate", FOLDER / f"{name}.py", "--root", SUBJECTS, "--json"]
    command += ["--python", sys.executable]
    command += ["--out", out / f"{name}_{seed}", "--budget", str(budget), "--seed", str(seed)]
    told = summary(testloom(command, out, budget + GRACE_SECONDS))
    goals = f"{told['covered']} of {told['goals']} goals"
    print(f"{name:12}{seed:3}  {told['tests']:3} tests  {goals:16}  {told['seconds']:5.1f} s", flush=True)
    return int(told["tests"])


if __name__ == "__main__":
    sys.exit(main())
